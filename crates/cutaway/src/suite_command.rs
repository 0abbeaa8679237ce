//! `cutaway suite`: positions with known solutions. What counts as solved, and how two runs differ, is decided in the lab.

use crate::files::{self, NewFile};
use crate::numbers::one_to;
use crate::output;
use crate::provenance::{self, Provenance};
use crate::switches::switch_off;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use cutaway_lab::checksum::checksum;
use cutaway_lab::journal::Journal;
use cutaway_lab::stage;
use cutaway_lab::suite::{self, Solution, Task};
use cutaway_lab::suite_report::{Change, Difference, Report};
use cutaway_search::{Limits, MAX_HASH_MIB, MAX_THREADS, Pool, Settings};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Run a suite of test positions (EPD with bm, am, dm, `bm #N` or points) and count the solved ones.
///
/// A position is solved if the last best move is one of `bm` and none of `am`; `bm #N`, and `dm N` where no move is
/// given, ask for a score of mate in at most N (negative: of being mated). Points are read from `c0 "Nf3=10, Be2=5"` or
/// from `c8` with `c9` or `c7`, as the Strategic Test Suite has them. Each position begins with an empty table.
/// Limits combine: the first one that is reached ends a search. The status is 0 if every line could be run, solved or
/// not, 1 if some could not, and 2 if nothing could be done at all.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("limits").required(true).multiple(true))]
pub struct SuiteArgs {
    /// The EPD file.
    #[arg(value_name = "FILE", required_unless_present = "compare")]
    file: Option<PathBuf>,
    /// Milliseconds a position.
    #[arg(long, group = "limits", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Nodes a position.
    #[arg(long, group = "limits", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies.
    #[arg(long, group = "limits", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Threads of the search.
    #[arg(long, default_value_t = 1, value_parser = one_to(MAX_THREADS))]
    threads: usize,
    /// Size of the table, MiB.
    #[arg(long, default_value_t = 16, value_name = "MIB", value_parser = one_to(MAX_HASH_MIB))]
    hash: usize,
    /// Play as the book has built the engine by this chapter, from 4 on.
    #[arg(long, value_name = "N", value_parser = stage::parse)]
    stage: Option<u8>,
    /// Switch a technique off, and with it what needs it; may be given more than once.
    #[arg(long, value_name = "NAME")]
    off: Vec<String>,
    /// Run only the first so many positions.
    #[arg(long, value_name = "N")]
    first: Option<std::num::NonZero<usize>>,
    /// One JSON object instead of text; with =FILE there, and text as usual.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    json: Option<Option<PathBuf>>,
    /// Note each finished position here; if the file has some, go on behind them.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Run nothing, and tell in what two runs differ: two files that --json wrote.
    #[arg(
        long, num_args = 2, value_names = ["FIRST", "SECOND"], group = "limits",
        conflicts_with_all = ["file", "movetime", "nodes", "depth", "stage", "off", "first", "resume"]
    )]
    compare: Option<Vec<PathBuf>>,
}

impl SuiteArgs {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode> {
        if let Some([first, second]) = self.compare.as_deref() {
            let difference = Difference::between(&read_report(first)?, &read_report(second)?);
            self.write_json(&(serde_json::to_string_pretty(&difference)? + "\n"))?;
            if !self.only_json() {
                show_difference(&difference);
            }
            return Ok(ExitCode::SUCCESS);
        }
        let file = self
            .file
            .as_deref()
            .expect("required unless runs are compared");
        let json = self.json.as_ref().and_then(Option::as_deref);
        files::all_differ(&[
            ("the suite", Some(file)),
            ("--resume", self.resume.as_deref()),
            ("--json", json),
        ])?;
        let _new_json = json.map(files::expect_to_write).transpose()?;
        let _new_journal = NewFile::unless_there(self.resume.as_deref());
        let (mut tasks, faults) = suite::read(&files::read(file)?);
        for fault in &faults {
            output::note(&format!("{}: {fault}", file.display()));
        }
        if tasks.is_empty() {
            bail!("{} holds no position that can be run", file.display());
        }
        tasks.truncate(self.first.map_or(usize::MAX, Into::into));
        let conditions = self.conditions(file, &tasks);
        let solutions = self.solve(&tasks, &conditions)?;
        let report = Report::new(&faults, solutions);
        self.write_json(&Provenance::here().document(&conditions, &report)?)?;
        if !self.only_json() {
            show_totals(&report);
        }
        Ok(if faults.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }

    /// Runs what a journal does not have yet, and shows each position.
    fn solve(&self, tasks: &[Task], conditions: &serde_json::Value) -> Result<Vec<Solution>> {
        let mut pool = Pool::new();
        pool.set_hash(self.hash)
            .map_err(|error| anyhow!("{error}"))?;
        let threads = pool.set_threads(self.threads)?;
        if threads != self.threads {
            // The report would tell of a search that was not made.
            bail!("only {threads} threads of {}", self.threads);
        }
        let (limits, settings) = (self.limits(), self.settings()?);
        let (mut journal, mut solutions) = match &self.resume {
            None => (None, Vec::new()),
            Some(path) => {
                let (journal, solutions) = Journal::open(path, conditions)?;
                (Some(journal), solutions)
            }
        };
        let bar = output::progress_bar(tasks.len() as u64);
        let width = tasks
            .iter()
            .map(|task| task.id.chars().count())
            .max()
            .unwrap_or(0)
            .min(28);
        let show = |solution: &Solution| {
            if !self.only_json() {
                bar.suspend(|| output::line(&row(solution, width)));
            }
            bar.inc(1);
        };
        solutions.iter().for_each(&show);
        let mut noted = Ok(());
        let left = tasks.get(solutions.len()..).unwrap_or_default();
        let more = suite::run(left, &mut pool, &limits, &settings, &mut |solution| {
            show(solution);
            noted = journal
                .as_mut()
                .map_or(Ok(()), |journal| journal.add(solution));
            noted.is_ok()
        });
        bar.finish_and_clear();
        noted?;
        solutions.extend(more);
        Ok(solutions)
    }

    /// Whether JSON goes to standard output, in the place of text.
    fn only_json(&self) -> bool {
        matches!(self.json, Some(None))
    }

    fn write_json(&self, json: &str) -> Result<()> {
        match &self.json {
            None => {}
            Some(None) => output::line(json.trim_end()),
            Some(Some(path)) => files::write(path, json)?,
        }
        Ok(())
    }

    /// What is run, for the journal and the report: all that decides what is solved.
    fn conditions(&self, file: &Path, tasks: &[Task]) -> serde_json::Value {
        serde_json::json!({
            "run": "suite",
            "engine": provenance::engine(),
            "file": file.display().to_string(),
            "checksum": checksum_of(tasks),
            "stage": self.stage,
            "off": self.off,
            "depth": self.depth,
            "nodes": self.nodes,
            "movetime_ms": self.movetime,
            "threads": self.threads,
            "hash_mib": self.hash,
        })
    }

    fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        }
    }

    fn settings(&self) -> Result<Settings> {
        let mut settings = self.stage.map_or_else(Settings::default, Settings::stage);
        switch_off(&self.off, &mut settings.switches, self.stage)?;
        Ok(settings)
    }
}

/// The checksum of all positions and what solves them.
fn checksum_of(tasks: &[Task]) -> String {
    let line = |task: &Task| {
        let (fen, expected) = (task.position.to_fen(), task.expected.words(&task.position));
        format!("{fen} {expected}\n")
    };
    let text: String = tasks.iter().map(line).collect();
    format!("{:016x}", checksum(text.as_bytes()))
}

fn read_report(path: &Path) -> Result<Report> {
    serde_json::from_str(&files::read(path)?)
        .with_context(|| format!("{} is no report of a suite (--json)", path.display()))
}

/// The last lines of a run.
fn show_totals(report: &Report) {
    output::line(&format!(
        "{} nodes in {:.1} s",
        report.nodes(),
        report.seconds()
    ));
    if !report.not_run.is_empty() {
        output::line(&format!("{} lines could not be run", report.not_run.len()));
    }
    if let (Some(points), Some(most)) = (report.points, report.max_points) {
        let share = 100.0 * points as f64 / most.max(1) as f64;
        output::line(&format!("{points} of {most} points ({share:.1} %)"));
    }
    output::line(&format!("solved {} of {}", report.solved, report.total));
}

fn show_difference(of: &Difference) {
    let row = |sign: char, change: &Change| {
        let got = |mv: &Option<String>| mv.clone().unwrap_or_else(|| "none".to_string());
        output::line(&format!(
            "{sign} {}  {}: {} before, {} now",
            change.id,
            change.expected,
            got(&change.first),
            got(&change.second)
        ));
    };
    of.gained.iter().for_each(|change| row('+', change));
    of.lost.iter().for_each(|change| row('-', change));
    for (count, which) in [(of.only_first, "first"), (of.only_second, "second")] {
        if count > 0 {
            output::line(&format!("{count} positions are in the {which} run only"));
        }
    }
    let ratio = |name: &str, ratio: Option<f64>| ratio.map(|ratio| format!("{name} x{ratio:.3}"));
    let ratios: Vec<String> = [
        ratio("nodes", of.nodes),
        ratio("time", of.time),
        ratio("nodes to solve", of.nodes_to_solve),
        ratio("time to solve", of.time_to_solve),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !ratios.is_empty() {
        output::line(&ratios.join(", "));
    }
    if let Some([first, second]) = of.points {
        output::line(&format!("points {first} -> {second}"));
    }
    let [first, second] = of.solved;
    output::line(&format!(
        "solved {first} -> {second} of {} (+{} -{})",
        of.common,
        of.gained.len(),
        of.lost.len()
    ));
}

/// One position in one line.
fn row(solution: &Solution, width: usize) -> String {
    let score = match (solution.mate, solution.centipawns) {
        (Some(mate), _) => format!("#{mate}"),
        (None, Some(value)) => format!("{:+.2}", f64::from(value) / 100.0),
        (None, None) => "-".to_string(),
    };
    let points = match (solution.points, solution.max_points) {
        (Some(points), Some(most)) => format!("  {points:>3}/{most}"),
        _ => String::new(),
    };
    let found = match (solution.found_depth, solution.found_ms) {
        (Some(depth), Some(ms)) => format!(", since depth {depth}, {ms:.0} ms"),
        _ => String::new(),
    };
    format!(
        "{} {:<width$}  {:<16} got {:<8} {score:>8}{points}  depth {:>2}, {} nodes, {:.0} ms{found}",
        if solution.solved { "+" } else { "-" },
        solution.id,
        solution.expected,
        solution.got.as_deref().unwrap_or("none"),
        solution.depth,
        solution.nodes,
        solution.time_ms,
    )
}
