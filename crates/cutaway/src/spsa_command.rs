//! `cutaway spsa`: tunes parameters by games of the engine against itself. How it moves them is decided in the lab.

use crate::files::{self, NewFile};
use crate::interrupt::Stop;
use crate::limit_options::LimitOptions;
use crate::numbers::{at_least_one, positive_to};
use crate::opening_source::OpeningOptions;
use crate::output;
use crate::play_options::AdjudicationOptions;
use crate::provenance::{self, Provenance};
use anyhow::{Context, Result, bail};
use clap::Args;
use cutaway_lab::checksum::fingerprint;
use cutaway_lab::journal::{Journal, JournalError};
use cutaway_lab::runner::Match;
use cutaway_lab::spec::{OwnSpec, PlayerSpec};
use cutaway_lab::spsa::{Schedule, Step, Tuned, Tuner};
use cutaway_lab::spsa_games::{Games, chart, patch, spec_text, table};
use cutaway_lab::time_control::Budget;
use cutaway_search::{Kind, PARAMS, Param, ParamRow, Technique};
use std::path::PathBuf;
use std::process::ExitCode;

/// Where the table of parameters stands in the repository.
const TABLE: &str = "crates/search/src/params.rs";

/// Tune parameters by self-play (SPSA): the engine moved one way plays the engine moved the other way, pair by pair.
///
/// Perturbations and steps shrink as Fishtest and OpenBench have it: at the end each parameter is moved by its row's step
/// either way, and a game of advantage changes it by --r-end of that. What comes out must pass the test whose command is
/// printed before it is believed. Control-C ends it after the iteration under way, with its course so far and status 130.
#[derive(Args)]
pub struct SpsaArgs {
    /// What to tune: NAME or NAME=START, technique:NAME for all its parameters, or all that the settings use.
    #[arg(required = true, value_name = "PARAMETER")]
    params: Vec<String>,
    /// Settings that both sides share, as `match` takes them: self, or self:NAME=VALUE,...
    #[arg(long, default_value = "self", value_name = "PLAYER")]
    base: PlayerSpec,
    #[command(flatten)]
    limits: LimitOptions,
    /// How many iterations. A run that was begun keeps their number.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Pairs of games an iteration, each with a perturbation of its own.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pairs: u32,
    /// What share of the perturbation a game of advantage is worth at the end. Some 0.002 for runs of 30,000 pairs; more for
    /// shorter ones.
    #[arg(long, default_value_t = 0.002, value_name = "SHARE", value_parser = positive_to(10.0))]
    r_end: f64,
    /// Perturbations at the end, in steps of each row.
    #[arg(long, default_value_t = 1.0, value_name = "STEPS", value_parser = positive_to(1000.0))]
    c_end: f64,
    /// The share of the iterations by which the first steps are held back (A / N).
    #[arg(long, default_value_t = 0.1, value_parser = positive_to(10.0))]
    stability: f64,
    /// The exponent by which steps shrink.
    #[arg(long, default_value_t = 0.602, value_parser = positive_to(2.0))]
    alpha: f64,
    /// The exponent by which perturbations shrink.
    #[arg(long, default_value_t = 0.101, value_parser = positive_to(2.0))]
    gamma: f64,
    /// From what perturbations and the order of the openings are drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    openings: OpeningOptions,
    #[command(flatten)]
    adjudication: AdjudicationOptions,
    /// How many pairs to play at a time; no more than there are in an iteration.
    #[arg(long, default_value_t = 1, value_parser = at_least_one())]
    concurrency: usize,
    /// Note each finished iteration here; if the file has some, go on behind them.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write what came out, with the whole course, here as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw the course here as SVG.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Write a patch to the defaults here, for `git apply`.
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,
    /// The table of parameters that the patch is made for.
    #[arg(long, value_name = "FILE", default_value = TABLE)]
    source: PathBuf,
}

impl SpsaArgs {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode> {
        let PlayerSpec::Own(base) = &self.base else {
            bail!("--base is this engine: self, or self:NAME=VALUE,...");
        };
        let chosen = self.chosen(base)?;
        let written = [&self.json, &self.plot, &self.patch].map(Option::as_deref);
        files::all_differ(&[
            ("--openings", Some(self.openings.path())),
            ("--source", Some(&self.source)),
            ("--resume", self.resume.as_deref()),
            ("--json", written[0]),
            ("--plot", written[1]),
            ("--patch", written[2]),
        ])?;
        let params: Vec<Param> = chosen.iter().map(|(row, _)| row.param).collect();
        let tuned = chosen.iter().map(|&(row, start)| {
            let mut tuned = Tuned::row(row, start, self.r_end);
            tuned.c_end *= self.c_end;
            tuned
        });
        let mut tuner = Tuner::new(self.schedule(), tuned.collect());
        let source = match &self.patch {
            // Better known before the games than after them, and before a file is made that would stay empty.
            Some(_) => Some(files::read(&self.source).context("--source")?),
            None => None,
        };
        let games = Games {
            base: base.clone(),
            pattern: self.pattern()?,
        };
        if let Some(source) = &source {
            let rows = patch(source, TABLE, &values(&tuner));
            rows.with_context(|| format!("--source {}", self.source.display()))?;
        }
        let _new_journal = NewFile::unless_there(self.resume.as_deref());
        let written = written.into_iter().flatten().map(files::expect_to_write);
        let _new_files: Vec<NewFile> = written.collect::<Result<_>>()?;
        let description = self.description(&tuner, &games);
        let stop = Stop::by_interrupt()?;
        let steps = self.tune(&mut tuner, &params, &games, &description, &stop)?;
        output::line(&table(tuner.params(), &steps, 20));
        self.write_files(&tuner, &steps, &description)?;
        if stop.is_asked() && !tuner.is_finished() {
            return Ok(stop.ending(self.resume.is_some()));
        }
        self.conclude(base, &tuner, source.as_deref())?;
        Ok(ExitCode::SUCCESS)
    }

    fn schedule(&self) -> Schedule {
        Schedule {
            iterations: self.iterations,
            pairs: self.pairs,
            stability: self.stability,
            alpha: self.alpha,
            gamma: self.gamma,
            seed: self.seed,
        }
    }

    fn pattern(&self) -> Result<Match> {
        let any: PlayerSpec = "self".parse()?;
        let mut pattern = Match::between(any.clone(), any, self.limits.budget());
        pattern.openings = self.openings.positions()?;
        pattern.seed = self.seed;
        pattern.concurrency = self.concurrency;
        self.adjudication.apply(&mut pattern.rules);
        Ok(pattern)
    }

    /// The rows that are tuned and where they begin.
    fn chosen(&self, base: &OwnSpec) -> Result<Vec<(&'static ParamRow, i32)>> {
        let mut chosen: Vec<(&ParamRow, i32)> = Vec::new();
        let value = |row: &ParamRow| base.settings.params[row.param as usize];
        for text in &self.params {
            let (name, start) = match text.split_once('=') {
                Some((name, start)) => (name, Some(start)),
                None => (text.as_str(), None),
            };
            let rows: Vec<(&ParamRow, i32)> = if name == "all" && start.is_none() {
                let used = PARAMS.iter().filter(|row| self.unused(base, row).is_none());
                used.map(|row| (row, value(row))).collect()
            } else if let Some(technique) =
                name.strip_prefix("technique:").filter(|_| start.is_none())
            {
                let technique = Technique::from_name(technique)
                    .with_context(|| format!("`{technique}` is no technique"))?;
                let its = PARAMS.iter().filter(|row| row.technique == technique);
                its.map(|row| (row, value(row))).collect()
            } else {
                let row = Param::from_name(name)
                    .with_context(|| format!("`{name}` is no parameter"))?
                    .row();
                let start = start.map_or(Ok(value(row)), |start| start_of(row, start))?;
                vec![(row, start)]
            };
            if rows.is_empty() {
                bail!("`{text}` has no parameters");
            }
            chosen.retain(|(old, _)| rows.iter().all(|(new, _)| old.param != new.param));
            chosen.extend(rows);
        }
        for (row, _) in &chosen {
            if let Some(why) = self.unused(base, row) {
                bail!("{} changes nothing here: {why}", row.name);
            }
        }
        Ok(chosen)
    }

    /// Why a parameter would change nothing.
    fn unused(&self, base: &OwnSpec, row: &ParamRow) -> Option<String> {
        if !base.settings.on(row.technique) {
            return Some(format!("{} is off", row.technique.name()));
        }
        let is_time = row.technique.row().kind == Kind::Time;
        let is_clock = matches!(self.limits.budget(), Budget::Clock(_));
        (is_time && !is_clock).then(|| "no clock is used".to_string())
    }

    /// What is run, for the journal and the report: all that decides which games are played.
    fn description(&self, tuner: &Tuner, games: &Games) -> serde_json::Value {
        serde_json::json!({
            "run": "spsa",
            "engine": provenance::engine(),
            "tuning": tuner.params(),
            "schedule": self.schedule(),
            "base": games.base.text,
            "budget": self.limits.budget().to_string(),
            "openings": self.openings.name(),
            "opening_hash": fingerprint(&games.pattern.openings),
            "adjudicate_win": games.pattern.rules.adjudicate_win,
            "adjudicate_draw": games.pattern.rules.adjudicate_draw,
        })
    }

    /// Plays what a journal does not have yet.
    fn tune(
        &self,
        tuner: &mut Tuner,
        params: &[Param],
        games: &Games,
        description: &serde_json::Value,
        stop: &Stop,
    ) -> Result<Vec<Step>> {
        let (mut journal, mut steps) = match &self.resume {
            None => (None, Vec::new()),
            Some(path) => {
                let (journal, steps) =
                    Journal::<Step>::open(path, description).map_err(with_reason)?;
                (Some(journal), steps)
            }
        };
        tuner.replay(&steps)?;
        let bar = output::long_progress_bar(self.iterations.into(), tuner.done().into());
        let mut faults = 0;
        while !tuner.is_finished() && !stop.is_asked() {
            bar.set_position(tuner.done().into());
            bar.set_message(format!(
                "{} of {} iterations: {}",
                tuner.done(),
                self.iterations,
                values_in_words(tuner)
            ));
            let outcome = games.play(params, &tuner.trials())?;
            faults += outcome.faults;
            let step = tuner.step(&outcome.results);
            if let Some(journal) = &mut journal {
                journal.add(&step)?;
            }
            steps.push(step);
        }
        bar.finish_and_clear();
        if faults > 0 {
            let words = "games were lost on time or by a failure, not on the board";
            output::note(&format!("{faults} {words}"));
        }
        Ok(steps)
    }

    fn write_files(
        &self,
        tuner: &Tuner,
        steps: &[Step],
        description: &serde_json::Value,
    ) -> Result<()> {
        let provenance = Provenance::here();
        if let Some(path) = &self.json {
            let params: Vec<_> = tuner
                .params()
                .iter()
                .zip(tuner.values().iter().zip(tuner.rounded()))
                .map(|(param, (value, rounded))| {
                    serde_json::json!({
                        "name": param.name, "start": param.start, "value": value, "rounded": rounded,
                        "min": param.min, "max": param.max, "c_end": param.c_end, "r_end": param.r_end,
                        "default": param.param().map(|param| param.row().default),
                    })
                })
                .collect();
            let results = serde_json::json!({ "parameters": params, "course": steps });
            files::write(path, &provenance.document(description, &results)?)?;
        }
        if let Some(path) = &self.plot {
            let about = format!("{provenance}; {description}");
            files::write(path, chart(tuner.params(), steps, &about))?;
        }
        Ok(())
    }

    /// The new defaults, their patch and the test that they must pass.
    fn conclude(&self, base: &OwnSpec, tuner: &Tuner, source: Option<&str>) -> Result<()> {
        for (param, (value, rounded)) in tuner
            .params()
            .iter()
            .zip(tuner.values().iter().zip(tuner.rounded()))
        {
            let default = param.param().map_or(rounded, |param| param.row().default);
            output::line(&format!(
                "{}: {} -> {value:.2}, so {rounded} (default {default})",
                param.name, param.start
            ));
        }
        if let (Some(path), Some(source)) = (&self.patch, source) {
            let text = patch(source, TABLE, &values(tuner))?;
            // `git apply` refuses a patch that changes nothing.
            if text.is_empty() {
                output::line("the defaults are these already: no patch is written");
            } else {
                files::write(path, &text)?;
                output::line(&format!("patch: git apply {}", path.display()));
            }
        }
        let played = |param: &Tuned| Some(base.settings.params[param.param()? as usize]);
        let unmoved = |(param, value): (&Tuned, i32)| played(param) == Some(value);
        if tuner.params().iter().zip(tuner.rounded()).all(unmoved) {
            output::line("nothing has moved, so there is nothing to test");
            return Ok(());
        }
        let budget = self.limits.argument();
        let openings = self.openings.arguments();
        let tuned = spec_text(base, tuner.params(), &tuner.rounded());
        // The patch changes the defaults, so these are what it has to beat, wherever the tuning began.
        let defaults = spec_text(base, &[], &[]);
        output::line("believe it when this accepts H1:");
        output::line(&format!(
            "cutaway match {tuned} {defaults} {budget}{openings} --games 40000 --sprt 0,5"
        ));
        Ok(())
    }
}

/// Says why a run cannot be given more iterations, if that is what is wrong.
fn with_reason(error: JournalError) -> anyhow::Error {
    let is_length = matches!(&error, JournalError::OtherRun { difference, .. }
        if difference.starts_with("its schedule.iterations "));
    let error = anyhow::Error::from(error);
    match is_length {
        true => error.context(
            "the first iterations moved as far as fits the number that was planned, so it cannot be changed; for more, \
             begin another run where this one has come to, NAME=VALUE",
        ),
        false => error,
    }
}

fn start_of(row: &ParamRow, text: &str) -> Result<i32> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (row.min..=row.max).contains(number));
    number.with_context(|| {
        format!(
            "{} takes a number from {} to {}, not `{text}`",
            row.name, row.min, row.max
        )
    })
}

/// What it has come to, in whole numbers.
fn values(tuner: &Tuner) -> Vec<(String, i32)> {
    let names = tuner.params().iter().map(|param| param.name.clone());
    names.zip(tuner.rounded()).collect()
}

fn values_in_words(tuner: &Tuner) -> String {
    let values = tuner.params().iter().zip(tuner.values());
    let words: Vec<String> = values
        .take(4)
        .map(|(param, value)| format!("{} {value:.2}", param.name))
        .collect();
    words.join(", ")
}
