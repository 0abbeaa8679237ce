//! The games of a tuning run, its course and what follows from it: a chart, and a patch to the table of parameters.
//!
//! Each trial of [`spsa`](crate::spsa) is one pair of games between this engine and itself, the same opening with both
//! colours. Both sides differ from the defaults and so run with run-time switches. Nothing here opens a file or prints.

use crate::chart::{self, Labels, Series};
use crate::player::StartError;
use crate::runner::Match;
use crate::spec::{OwnSpec, PlayerSpec};
use crate::spsa::{Step, Trial, Tuned};
use cutaway_chess::Position;
use cutaway_search::{Param, TUNED_STAGE};
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const UNBROKEN: &str = "no thread panics while it holds the lock";

/// How the pairs of a tuning run are played.
#[derive(Clone, Debug)]
pub struct Games {
    /// The settings that both sides share.
    pub base: OwnSpec,
    /// What holds for every match: what a move may use, openings, seed, how many pairs at a time. Its players and number
    /// of games are not looked at.
    pub pattern: Match,
}

/// What the games of an iteration were.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Games that the first side won less games that it lost, for each trial.
    pub results: Vec<i32>,
    /// Games that ended otherwise than on the board: lost on time, by an illegal move or by a panic.
    pub faults: u64,
}

impl Games {
    /// Plays a pair for each trial, as many at a time as the pattern says.
    ///
    /// # Errors
    /// [`StartError`] if a side cannot be started.
    pub fn play(&self, params: &[Param], trials: &[Trial]) -> Result<Outcome, StartError> {
        let next = AtomicUsize::new(0);
        let played = Mutex::new(vec![(0, 0); trials.len()]);
        let worker = || -> Result<(), StartError> {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(trial) = trials.get(index) else {
                    return Ok(());
                };
                let result = self.play_pair(params, trial)?;
                played.lock().expect(UNBROKEN)[index] = result;
            }
        };
        let threads = self.pattern.concurrency.clamp(1, trials.len().max(1));
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
            let ends = threads
                .into_iter()
                .map(|thread| thread.join().expect("a match does not panic"));
            ends.collect::<Result<Vec<()>, _>>()
        })?;
        let played = played.into_inner().expect(UNBROKEN);
        Ok(Outcome {
            results: played.iter().map(|&(result, _)| result).collect(),
            faults: played.iter().map(|&(_, faults)| faults).sum(),
        })
    }

    fn play_pair(&self, params: &[Param], trial: &Trial) -> Result<(i32, u64), StartError> {
        let side = |values: &[i32]| PlayerSpec::Own(with_values(&self.base, params, values));
        let of = Match {
            players: vec![side(&trial.first), side(&trial.second)],
            games: 2,
            openings: self.opening(trial.pair).into_iter().collect(),
            concurrency: 1,
            schedule: self.pattern.schedule,
            overhead: self.pattern.overhead,
            seed: self.pattern.seed,
            sprt: None,
            rules: self.pattern.rules.clone(),
        };
        let mut faults = 0;
        let report = of.run(&[], &mut |report, _| {
            let pair = report.last_pair.as_ref().expect("a pair was played");
            faults += pair.games.iter().filter(|game| game.end.is_fault()).count() as u64;
            true
        })?;
        let [wins, _, losses] = report.tally.wins_draws_losses();
        Ok((wins as i32 - losses as i32, faults))
    }

    /// The opening of a pair: they take turns in an order drawn from the seed, a new one each time round.
    fn opening(&self, pair: u64) -> Option<Position> {
        let openings = &self.pattern.openings;
        let count = openings.len() as u64;
        let round = pair.checked_div(count)?;
        let mut order: Vec<usize> = (0..openings.len()).collect();
        fastrand::Rng::with_seed(self.pattern.seed.wrapping_add(round)).shuffle(&mut order);
        Some(openings[order[(pair % count) as usize]].clone())
    }
}

/// Those settings with those parameters.
fn with_values(base: &OwnSpec, params: &[Param], values: &[i32]) -> OwnSpec {
    let mut spec = base.clone();
    for (&param, &value) in params.iter().zip(values) {
        spec.settings.params[param as usize] = value;
    }
    spec
}

/// The course of a run, as SVG: for one parameter its value, for several how many final perturbations each has moved.
/// `about` says under which conditions.
pub fn chart(params: &[Tuned], steps: &[Step], about: &str) -> String {
    let scaled = |index: usize, value: f64| match params {
        [_] => value,
        _ => (value - params[index].start) / params[index].c_end,
    };
    let series: Vec<Series> = params
        .iter()
        .enumerate()
        .map(|(index, param)| {
            let start = (0.0, scaled(index, param.start));
            let later = steps
                .iter()
                .map(|step| (f64::from(step.iteration), scaled(index, step.values[index])));
            Series {
                name: param.name.clone(),
                points: std::iter::once(start).chain(later).collect(),
            }
        })
        .collect();
    let y = match params {
        [only] => only.param().map_or("value", |param| param.row().unit),
        _ => "change, in perturbations",
    };
    chart::course(
        Labels {
            title: "Tuning by SPSA",
            x: "iteration",
            y,
            about,
        },
        &series,
    )
}

/// The course as a table: so many rows, evenly spaced, the last iteration among them.
pub fn table(params: &[Tuned], steps: &[Step], rows: usize) -> String {
    let mut text = format!("{:>9}", "iteration");
    for param in params {
        let _ = write!(text, "  {:>12}", param.name);
    }
    let mut row = |iteration: u32, values: &mut dyn Iterator<Item = f64>| {
        let _ = write!(text, "\n{iteration:>9}");
        for (value, param) in values.zip(params) {
            let _ = write!(
                text,
                "  {value:>width$.2}",
                width = param.name.len().max(12)
            );
        }
    };
    row(0, &mut params.iter().map(|param| param.start));
    let every = steps.len().div_ceil(rows.max(1)).max(1);
    for (index, step) in steps.iter().enumerate() {
        if (index + 1) % every == 0 || index + 1 == steps.len() {
            row(step.iteration, &mut step.values.iter().copied());
        }
    }
    text
}

/// The settings of a side as `cutaway match` takes them, with those values of the tuned parameters. `lab=on` is always
/// among them: a side without any change would else be compiled without switches, and be faster for that.
pub fn spec_text(base: &OwnSpec, params: &[Tuned], values: &[i32]) -> String {
    let joint = if base.text.contains(':') { ',' } else { ':' };
    let mut text = format!("{}{joint}lab=on", base.text);
    for (param, value) in params.iter().zip(values) {
        let _ = write!(text, ",{}={value}", param.name);
    }
    text
}

/// Why a patch cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// The text has no row of that name.
    #[error("no row `{0}` in the table of parameters")]
    NoRow(String),
    /// The row is there, and its default is not where it is looked for.
    #[error(
        "the row `{0}` does not have the form NAME \"name\" Technique DEFAULT [taught N] in .."
    )]
    NoDefault(String),
}

/// A change of a default: the line of the source (from 0) and what it becomes.
type Change = (usize, String);

/// The lines of the table's source that other defaults change, in the order of the file.
fn changed_lines(source: &str, values: &[(String, i32)]) -> Result<Vec<Change>, PatchError> {
    let mut changes = Vec::new();
    for (name, value) in values {
        let quoted = format!(" \"{name}\" ");
        let found = source
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(&quoted));
        let (number, line) = found.ok_or_else(|| PatchError::NoRow(name.clone()))?;
        let no_default = || PatchError::NoDefault(name.clone());
        let taught = line.find(" taught ");
        let at = taught
            .or_else(|| line.find(" in "))
            .ok_or_else(no_default)?;
        let (row, rest) = line.split_at(at);
        let (head, default) = row.rsplit_once(' ').ok_or_else(no_default)?;
        let default: i32 = default.parse().map_err(|_| no_default())?;
        if default != *value {
            let kept = match taught.is_none() && is_taught(name) {
                true => format!(" taught {default}"),
                false => String::new(),
            };
            changes.push((number, format!("{head} {value}{kept}{rest}")));
        }
    }
    changes.sort();
    Ok(changes)
}

/// Whether the parameter of that name plays a part in stages whose parameters are not tuned. Those are to stay as the
/// book describes them, whatever the engine that plays is tuned to.
fn is_taught(name: &str) -> bool {
    Param::from_name(name).is_some_and(|param| param.row().technique.row().stage < TUNED_STAGE)
}

/// A unified diff, as `git apply` takes it, that makes those values the defaults; empty if they are already.
///
/// `source` is the text of the table's file and `path` its name in the repository.
///
/// # Errors
/// [`PatchError`] if a row is not found.
pub fn patch(source: &str, path: &str, values: &[(String, i32)]) -> Result<String, PatchError> {
    const CONTEXT: usize = 3;
    let lines: Vec<&str> = source.lines().collect();
    let changes = changed_lines(source, values)?;
    let mut text = String::new();
    let mut rest = changes.as_slice();
    while let Some(&(first, _)) = rest.first() {
        if text.is_empty() {
            let _ = writeln!(text, "--- a/{path}\n+++ b/{path}");
        }
        // Changes whose surroundings touch share a hunk.
        let apart = rest
            .windows(2)
            .position(|pair| pair[1].0 - pair[0].0 > 2 * CONTEXT);
        let (hunk, later) = rest.split_at(apart.map_or(rest.len(), |index| index + 1));
        rest = later;
        let last = hunk[hunk.len() - 1].0;
        let (from, to) = (
            first.saturating_sub(CONTEXT),
            (last + CONTEXT + 1).min(lines.len()),
        );
        let _ = writeln!(text, "@@ -{0},{1} +{0},{1} @@", from + 1, to - from);
        for (number, line) in lines.iter().enumerate().take(to).skip(from) {
            let _ = match hunk.iter().find(|(changed, _)| *changed == number) {
                Some((_, new)) => writeln!(text, "-{line}\n+{new}"),
                None => writeln!(text, " {line}"),
            };
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::{Schedule, Tuner};
    use crate::time_control::Budget;

    const SOURCE: &str = "a\nb\nc\nd\n    One \"one\" T 4 in 1..=6 step 1 \"plies\"\n        \"in words\"\n    Two \"two\" T -5 in \
                          -9..=9 step 1 \"u\"\ne\nf\ng\nh\ni\nj\nk\nl\n    Three \"three\" T 7 in 1..=9 step 1 \"u\"\nm\n";

    #[test]
    fn a_patch_changes_the_defaults_and_nothing_else() {
        let values =
            [("three", 8), ("two", -6), ("one", 4)].map(|(name, value)| (name.to_string(), value));
        let expected = "--- a/p.rs\n+++ b/p.rs\n@@ -4,7 +4,7 @@\n d\n     One \"one\" T 4 in 1..=6 step 1 \"plies\"\n         \
                        \"in words\"\n-    Two \"two\" T -5 in -9..=9 step 1 \"u\"\n+    Two \"two\" T -6 in -9..=9 step 1 \
                        \"u\"\n e\n f\n g\n@@ -13,5 +13,5 @@\n j\n k\n l\n-    Three \"three\" T 7 in 1..=9 step 1 \"u\"\n+    \
                        Three \"three\" T 8 in 1..=9 step 1 \"u\"\n m\n";
        assert_eq!(patch(SOURCE, "p.rs", &values).unwrap(), expected);
        assert_eq!(patch(SOURCE, "p.rs", &values[2..]).unwrap(), "");
        let unknown = [("four".to_string(), 1)];
        assert_eq!(
            patch(SOURCE, "p.rs", &unknown),
            Err(PatchError::NoRow("four".to_string()))
        );
    }

    #[test]
    fn every_row_of_the_table_can_be_patched() {
        let source = include_str!("../../search/src/params.rs");
        let values: Vec<(String, i32)> = cutaway_search::PARAMS
            .iter()
            .map(|row| {
                (
                    row.name.to_string(),
                    if row.default < row.max {
                        row.default + 1
                    } else {
                        row.default - 1
                    },
                )
            })
            .collect();
        let text = patch(source, "crates/search/src/params.rs", &values).unwrap();
        let count = |sign| text.lines().filter(|line| line.starts_with(sign)).count();
        // The two heads count as well.
        assert_eq!(
            (count('-'), count('+')),
            (values.len() + 1, values.len() + 1)
        );
        for (row, (name, value)) in cutaway_search::PARAMS.iter().zip(&values) {
            let taught = match row.technique.row().stage < 15 || row.taught != row.default {
                true => format!(" taught {}", row.taught),
                false => String::new(),
            };
            let head = format!("+    {:?} \"{name}\" {:?} ", row.param, row.technique);
            let wanted = format!("{head}{value}{taught} in {}..=", row.min);
            assert!(text.contains(&wanted), "{wanted}");
        }
    }

    #[test]
    fn what_early_stages_play_with_stays_as_it_was() {
        let changed = |row: String, name: &str, value| {
            let text = patch(&row, "p.rs", &[(name.to_string(), value)]).unwrap();
            let line = text.lines().find(|line| line.starts_with("+ "));
            line.map(|line| line[1..].to_string())
        };
        // Chapter 12 brings it.
        let early =
            |values| format!(" A \"null_move_margin\" NullMove {values} in 1..=6 step 1 \"u\"");
        let early_changed = |values, value| changed(early(values), "null_move_margin", value);
        for (before, value, after) in [
            ("4 taught 2", 5, "5 taught 2"),
            ("4 taught 2", 2, "2 taught 2"),
            ("4", 5, "5 taught 4"),
        ] {
            assert_eq!(early_changed(before, value), Some(early(after)));
        }
        for before in ["4 taught 2", "4"] {
            assert_eq!(early_changed(before, 4), None);
        }
        // Chapter 15 brings this one, and with it the tuned values.
        let late = |value| format!(" A \"razoring_depth\" Razoring {value} in 1..=6 step 1 \"u\"");
        assert_eq!(changed(late(4), "razoring_depth", 5), Some(late(5)));
    }

    #[test]
    fn a_short_run_moves_and_two_at_a_time_play_the_same() {
        // At stage 14: which games are decided must not change with each network that is built in.
        let PlayerSpec::Own(base) = "self:stage=14,hash=1".parse().unwrap() else {
            panic!()
        };
        let pattern = |concurrency| Match {
            concurrency,
            openings: [
                "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                "rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2",
            ]
            .map(|fen| Position::from_fen(fen).unwrap())
            .to_vec(),
            ..Match::between(
                "self".parse().unwrap(),
                "self".parse().unwrap(),
                Budget::Nodes(800),
            )
        };
        let param = || Tuned {
            // From no reduction to the greatest: so far apart that some game of a few is decided, whatever else the engine
            // does.
            c_end: 1500.0,
            ..Tuned::row(Param::ReductionQuietBase.row(), 1500, 0.05)
        };
        let run = |concurrency| {
            let schedule = Schedule {
                iterations: 2,
                pairs: 6,
                ..Schedule::default()
            };
            let mut tuner = Tuner::new(schedule, vec![param()]);
            let games = Games {
                base: base.clone(),
                pattern: pattern(concurrency),
            };
            let mut steps = Vec::new();
            while !tuner.is_finished() {
                let outcome = games
                    .play(&[Param::ReductionQuietBase], &tuner.trials())
                    .unwrap();
                assert_eq!(outcome.faults, 0);
                steps.push(tuner.step(&outcome.results));
            }
            steps
        };
        let steps = run(1);
        assert_eq!(run(2), steps);
        assert!(
            steps
                .iter()
                .any(|step| step.results.iter().any(|&result| result != 0)),
            "{steps:?}"
        );
        assert_ne!(steps[1].values, [1500.0]);
        let params = [param()];
        assert!(chart(&params, &steps, "").contains("1/1024 ply"));
        assert_eq!(table(&params, &steps, 2).lines().count(), 4);
    }
}
