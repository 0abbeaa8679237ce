//! Lines: several matches of two players each, played one after another under the same conditions, as ablation and the
//! ladder need them. A line may end early, once its error is small enough.
//!
//! Every line plays the same openings in the same order. Which lines there are, and what they say when put together, is
//! decided elsewhere; files are kept by the caller, who is told of every finished pair.

use crate::machine::Machine;
use crate::player::{Player, StartError};
use crate::result::PairResult;
use crate::runner::Match;
use crate::spec::PlayerSpec;
use crate::statistics::Tally;
use serde::{Deserialize, Serialize};

/// No line ends early before so many pairs: the error of a few pairs is no estimate of anything.
const FEWEST_PAIRS: u64 = 25;

/// The first stage that a clock or a number of nodes can drive.
pub(crate) const FIRST_DRIVEN_STAGE: u8 = 6;

/// A match of two under a name.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it is called, in files too; no two lines of a plan share a name.
    pub name: String,
    /// The players; results are told from the first one's view.
    pub players: [PlayerSpec; 2],
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The lines, in the order of play.
    pub lines: Vec<Line>,
    /// What holds for each of them: games, openings, seed, budget. Its players are not looked at.
    pub pattern: Match,
    /// A line ends when half of its 95 % interval is at most so many Elo.
    pub error: Option<f64>,
}

/// Under which conditions lines were played, as told with their results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    /// The engine's version, and its commit where it is known.
    pub engine: String,
    /// Where it was played; `None` in files that were written before this was noted.
    #[serde(default)]
    pub machine: Option<Machine>,
    /// What a move may use.
    pub budget: String,
    /// The size of the table of players that are this engine, MiB.
    pub hash_mib: usize,
    /// The openings, by name.
    pub openings: String,
    /// From what their order is drawn.
    pub seed: u64,
    /// The most games of a line.
    pub games: usize,
    /// The error at which a line ended early, Elo.
    pub error: Option<f64>,
    /// How many games were played at a time; 0, as in the next two, in files that were written before this was noted.
    #[serde(default)]
    pub concurrency: usize,
    /// How far a clock could be overrun without losing, milliseconds.
    #[serde(default)]
    pub margin_ms: u64,
    /// What players of this engine kept back of each move's time, milliseconds.
    #[serde(default)]
    pub overhead_ms: u64,
    /// When games ended before the rules end them, in words; empty if they never did.
    #[serde(default)]
    pub adjudication: String,
}

impl Conditions {
    /// Some conditions, for tests of what is told of them.
    #[cfg(test)]
    pub(crate) fn example(games: usize) -> Conditions {
        Conditions {
            engine: "cutaway 0.1.0".to_string(),
            machine: None,
            budget: "5000 nodes a move".to_string(),
            hash_mib: 16,
            openings: "balanced".to_string(),
            seed: 1,
            games,
            error: None,
            concurrency: 1,
            margin_ms: 0,
            overhead_ms: 10,
            adjudication: String::new(),
        }
    }

    /// In a line, without a full stop, and how many games the lines have come to where that is not what was asked for.
    pub fn words_for(&self, lines: &[&LineResult]) -> String {
        let begun = || {
            lines
                .iter()
                .map(|line| line.games)
                .filter(|&games| games > 0)
        };
        let words = self.words();
        match (begun().min(), begun().max()) {
            (Some(least), Some(most)) if least < most => {
                format!("{words}, of which {least} to {most} were played")
            }
            (Some(games), _) if games != self.games as u64 => {
                format!("{words}, of which {games} were played")
            }
            _ => words,
        }
    }

    /// In a line, without a full stop.
    pub fn words(&self) -> String {
        let error = self.error.map_or_else(String::new, |error| {
            format!(" or until the error is {error} Elo")
        });
        let machine = self.machine.as_ref();
        let machine = machine.map_or_else(String::new, |machine| format!(", on {machine}"));
        let adjudication = match self.adjudication.as_str() {
            "" => String::new(),
            words => format!(", {words}"),
        };
        format!(
            "{}{machine}, {}, hash {} MiB, openings {}, seed {}{adjudication}, {} games a line{error}",
            self.engine, self.budget, self.hash_mib, self.openings, self.seed, self.games
        )
    }
}

/// What is kept of a finished pair of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// The name of the line.
    pub line: String,
    /// The pair.
    pub pair: PairResult,
}

/// What a line has come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineResult {
    /// Its name.
    pub name: String,
    /// Both players as written; the numbers are from the first one's view.
    pub players: [String; 2],
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs by their half points, 0 to 4.
    pub pairs: [u64; 5],
    /// The difference in Elo; `null` where it is infinite or nothing was played.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub high: Option<f64>,
    /// Moves of all games.
    pub plies: u64,
    /// Games that ended otherwise than on the board: lost on time, by an illegal move, a crash or a hang.
    pub faults: u64,
}

impl LineResult {
    fn new(line: &Line) -> LineResult {
        LineResult {
            name: line.name.clone(),
            players: line.players.each_ref().map(|spec| spec.text().to_string()),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            pairs: [0; 5],
            elo: None,
            low: None,
            high: None,
            plies: 0,
            faults: 0,
        }
    }

    fn add(&mut self, pair: &PairResult) {
        let mut tally = self.tally();
        tally.add(&pair.scores());
        [self.wins, self.draws, self.losses] = tally.wins_draws_losses();
        (self.games, self.pairs) = (tally.count(), tally.pairs);
        let finite = |value: f64| value.is_finite().then_some(value);
        let elo = tally.elo();
        (self.elo, self.low, self.high) = (finite(elo.value), finite(elo.low), finite(elo.high));
        for game in &pair.games {
            self.plies += u64::from(game.plies);
            self.faults += u64::from(game.end.is_fault());
        }
    }

    /// The results as counts.
    pub fn tally(&self) -> Tally {
        Tally {
            games: [self.losses, self.draws, self.wins],
            pairs: self.pairs,
        }
    }

    /// Half of the 95 % interval, Elo; `None` if the games do not bound it.
    pub fn error(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }

    /// The difference with its error, as `+12.3 ± 8.0`; where it is not bounded, what is known of it.
    pub fn words(&self) -> String {
        match (self.elo, self.error(), self.low, self.high) {
            (Some(elo), Some(error), ..) => format!("{elo:+.1} ± {error:.1}"),
            (Some(elo), None, ..) => format!("{elo:+.1}, not bounded"),
            (None, _, Some(low), _) => format!("over {low:+.0}"),
            (None, _, _, Some(high)) => format!("under {high:+.0}"),
            _ if self.games == 0 => "-".to_string(),
            // So few games that even the rule of three says nothing.
            _ => format!("{:+.1}, not bounded", self.tally().elo().value),
        }
    }

    fn is_enough(&self, error: Option<f64>) -> bool {
        let small = |bound: f64| self.error().is_some_and(|error| error <= bound);
        self.pairs.iter().sum::<u64>() >= FEWEST_PAIRS && error.is_some_and(small)
    }
}

impl Plan {
    /// Plays all lines. `done` are the pieces of an earlier run, which are counted and not played again; `progress` hears
    /// of every line when its turn comes and of every new piece, and ends everything by returning `false`.
    ///
    /// With `error`, pairs that were under way when a line had enough are dropped, so that at fixed nodes the result does
    /// not depend on the concurrency, nor on interruptions.
    ///
    /// # Errors
    /// [`StartError`] if a player cannot be started.
    pub fn run(
        &self,
        done: &[Piece],
        progress: &mut dyn FnMut(Standing, Option<Piece>) -> bool,
    ) -> Result<Vec<LineResult>, StartError> {
        let of = |line: &Line| -> Vec<PairResult> {
            let pieces = done.iter().filter(|piece| piece.line == line.name);
            pieces.map(|piece| piece.pair.clone()).collect()
        };
        let mut results: Vec<LineResult> = self.lines.iter().map(LineResult::new).collect();
        for (line, result) in self.lines.iter().zip(&mut results) {
            of(line).iter().for_each(|pair| result.add(pair));
        }
        self.try_programs(&results)?;
        for (index, line) in self.lines.iter().enumerate() {
            let standing = Standing {
                all: &results,
                index,
            };
            if !progress(standing, None) {
                break;
            }
            if !results[index].is_enough(self.error)
                && !self.play(line, &of(line), &mut results, index, progress)?
            {
                break;
            }
        }
        Ok(results)
    }

    /// Starts every program that is to play and ends it again: that one of the last line is missing is better known now.
    fn try_programs(&self, results: &[LineResult]) -> Result<(), StartError> {
        let mut tried: Vec<&PlayerSpec> = Vec::new();
        for (line, result) in self.lines.iter().zip(results) {
            let is_done = result.games >= self.pattern.games as u64 || result.is_enough(self.error);
            for player in line.players.iter().filter(|_| !is_done) {
                if matches!(player, PlayerSpec::Process(_)) && !tried.contains(&player) {
                    tried.push(player);
                    Player::start(player, self.pattern.overhead, self.pattern.has_chess960())?;
                }
            }
        }
        Ok(())
    }

    /// Plays what is left of a line; `false` if everything is to end.
    fn play(
        &self,
        line: &Line,
        done: &[PairResult],
        results: &mut [LineResult],
        index: usize,
        progress: &mut dyn FnMut(Standing, Option<Piece>) -> bool,
    ) -> Result<bool, StartError> {
        let of = Match {
            players: line.players.to_vec(),
            ..self.pattern.clone()
        };
        let (mut goes_on, mut is_enough) = (true, false);
        of.run(done, &mut |report, _| {
            let pair = report.last_pair.as_ref();
            if let (Some(pair), true, false) = (pair, goes_on, is_enough) {
                results[index].add(pair);
                let piece = Piece {
                    line: line.name.clone(),
                    pair: pair.clone(),
                };
                let standing = Standing {
                    all: results,
                    index,
                };
                goes_on = progress(standing, Some(piece));
                is_enough = results[index].is_enough(self.error);
            }
            goes_on && !is_enough
        })?;
        Ok(goes_on)
    }
}

/// Where a run stands.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// All lines, also those whose turn has not come: an earlier run may have played some of their games.
    pub all: &'a [LineResult],
    /// The number of the line whose turn it is, from 0.
    pub index: usize,
}

impl Standing<'_> {
    /// The line whose turn it is.
    pub fn line(&self) -> &LineResult {
        &self.all[self.index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time_control::Budget;

    fn line(name: &str, players: [&str; 2]) -> Line {
        Line {
            name: name.to_string(),
            players: players.map(|text| text.parse().unwrap()),
        }
    }

    /// Two quick lines from three openings.
    fn plan(games: usize) -> Plan {
        let openings = [
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        ];
        let [a, b] = ["self", "self"].map(|text| text.parse().unwrap());
        Plan {
            lines: vec![
                line("first", ["self:stage=10,lab=on", "self:stage=9,lab=on"]),
                line("second", ["self:stage=7,lab=on", "self:stage=6,lab=on"]),
            ],
            pattern: Match {
                games,
                openings: openings.map(|fen| fen.parse().unwrap()).to_vec(),
                ..Match::between(a, b, Budget::Nodes(80))
            },
            error: None,
        }
    }

    /// Runs it until there are so many new pieces; gives those and the results.
    fn run(plan: &Plan, done: &[Piece], most: usize) -> (Vec<Piece>, Vec<LineResult>) {
        let mut pieces = done.to_vec();
        let results = plan.run(done, &mut |_, piece| {
            pieces.extend(piece);
            pieces.len() - done.len() < most
        });
        (pieces, results.unwrap())
    }

    #[test]
    fn a_line_of_more_or_less_games_than_asked_for_is_told() {
        let line = line("a", ["self", "self:stage=6"]);
        let held = |games: &[u64]| {
            let lines = games.iter().map(|&games| LineResult {
                games,
                ..LineResult::new(&line)
            });
            let lines: Vec<LineResult> = lines.collect();
            let words = Conditions::example(100).words_for(&lines.iter().collect::<Vec<_>>());
            let (_, words) = words
                .split_once("100 games a line")
                .expect("they are asked for");
            words.to_string()
        };
        assert_eq!(held(&[100, 100]), "");
        assert_eq!(held(&[]), "");
        // One whose turn has not come is told of as such elsewhere.
        assert_eq!(held(&[100, 52, 0]), ", of which 52 to 100 were played");
        assert_eq!(held(&[200, 200]), ", of which 200 were played");
    }

    #[test]
    fn a_run_that_was_stopped_anywhere_ends_as_one_that_was_not() {
        let plan = plan(8);
        let (_, whole) = run(&plan, &[], usize::MAX);
        assert_eq!(whole.iter().map(|line| line.games).sum::<u64>(), 16);
        for most in [1, 4, 5, 7] {
            let (pieces, _) = run(&plan, &[], most);
            assert_eq!(pieces.len(), most);
            let (pieces, results) = run(&plan, &pieces, usize::MAX);
            assert_eq!(
                (pieces.len(), &results),
                (8, &whole),
                "stopped after {most}"
            );
        }
    }

    #[test]
    fn a_line_ends_when_its_error_is_small_enough_whatever_the_concurrency() {
        let mut plan = plan(120);
        plan.error = Some(1_000.0);
        let (pieces, one_at_a_time) = run(&plan, &[], usize::MAX);
        assert_eq!(pieces.len() as u64, 2 * FEWEST_PAIRS);
        plan.pattern.concurrency = 4;
        let (_, four_at_a_time) = run(&plan, &[], usize::MAX);
        assert_eq!(one_at_a_time, four_at_a_time);
        let (again, _) = run(&plan, &pieces, usize::MAX);
        assert_eq!(again.len(), pieces.len(), "what is enough is not added to");
    }

    #[test]
    fn a_program_that_cannot_be_started_is_told_before_anything_is_played() {
        let mut plan = plan(2);
        plan.lines
            .push(line("third", ["self", "cmd:/no/such/engine"]));
        let error = plan
            .run(&[], &mut |_, _| panic!("it was begun"))
            .unwrap_err();
        assert_eq!(error.player, "cmd:/no/such/engine");
    }

    #[test]
    fn what_is_not_bounded_is_told_as_such() {
        let mut result = LineResult::new(&line("a", ["self", "self:stage=6"]));
        assert_eq!(result.words(), "-");
        (result.elo, result.low, result.high) = (Some(10.0), Some(4.0), Some(17.0));
        assert_eq!(result.words(), "+10.0 ± 6.5");
        (result.elo, result.low, result.high) = (None, Some(312.0), None);
        assert_eq!(
            (result.words().as_str(), result.error()),
            ("over +312", None)
        );
        (result.low, result.high) = (None, Some(-312.0));
        assert_eq!(result.words(), "under -312");
        (result.high, result.games, result.losses) = (None, 2, 2);
        assert_eq!(result.words(), "-inf, not bounded");
        (result.losses, result.wins) = (0, 2);
        assert_eq!(result.words(), "+inf, not bounded");
    }
}
