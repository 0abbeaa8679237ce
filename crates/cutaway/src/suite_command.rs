//! `cutaway suite`: positions with known solutions. What counts as solved is decided in the lab.

use crate::output;
use crate::switches::switch_off;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use cutaway_lab::suite::{self, Solution};
use cutaway_search::{Limits, Pool, Settings};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Run a suite of test positions (EPD with bm, am, dm or `bm #N`) and count the solved ones.
///
/// A position is solved if the last best move is one of `bm` and none of `am`; `bm #N`, and `dm N` where no move is
/// given, ask for a score of mate in at most N (negative: of being mated). Each position begins with an empty table.
/// Limits combine: the first one that is reached ends a search. The status is 0 if every line could be run, solved or
/// not, 1 if some could not, and 2 if nothing could be done at all.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("limits").required(true).multiple(true))]
pub struct SuiteArgs {
    /// The EPD file.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Milliseconds a position.
    #[arg(long, group = "limits", value_name = "MS")]
    movetime: Option<u64>,
    /// Nodes a position.
    #[arg(long, group = "limits")]
    nodes: Option<u64>,
    /// Plies.
    #[arg(long, group = "limits")]
    depth: Option<u32>,
    /// Threads of the search.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Size of the table, MiB.
    #[arg(long, default_value_t = 16, value_name = "MIB")]
    hash: usize,
    /// Play as the book has built the engine by this chapter, from 4 on.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(4..))]
    stage: Option<u8>,
    /// Switch a technique off, and with it what needs it; may be given more than once.
    #[arg(long, value_name = "NAME")]
    off: Vec<String>,
    /// Run only the first so many positions.
    #[arg(long, value_name = "N")]
    first: Option<std::num::NonZero<usize>>,
    /// One JSON object instead of text.
    #[arg(long)]
    json: bool,
}

impl SuiteArgs {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode> {
        let text = std::fs::read_to_string(&self.file)
            .with_context(|| format!("cannot read {}", self.file.display()))?;
        let (mut tasks, faults) = suite::read(&text);
        for fault in &faults {
            eprintln!("{}: {fault}", self.file.display());
        }
        if tasks.is_empty() {
            bail!("{} holds no position that can be run", self.file.display());
        }
        tasks.truncate(self.first.map_or(usize::MAX, Into::into));
        let mut pool = Pool::new();
        pool.set_hash(self.hash)
            .map_err(|error| anyhow!("{error}"))?;
        pool.set_threads(self.threads);
        let bar = output::progress_bar(tasks.len() as u64);
        let width = tasks
            .iter()
            .map(|task| task.id.chars().count())
            .max()
            .unwrap_or(0)
            .min(28);
        let mut show = |solution: &Solution| {
            if !self.json {
                bar.suspend(|| output::line(&row(solution, width)));
            }
            bar.inc(1);
        };
        let solutions = suite::run(
            &tasks,
            &mut pool,
            &self.limits(),
            &self.settings()?,
            &mut show,
        );
        bar.finish_and_clear();
        let solved = solutions.iter().filter(|solution| solution.solved).count();
        if self.json {
            let object = serde_json::json!({
                "file": self.file.display().to_string(),
                "solved": solved,
                "total": solutions.len(),
                "not_run": faults.iter().map(|fault| fault.to_string()).collect::<Vec<_>>(),
                "positions": solutions,
            });
            output::line(&serde_json::to_string_pretty(&object)?);
        } else {
            let nodes: u64 = solutions.iter().map(|solution| solution.nodes).sum();
            let seconds: f64 = solutions
                .iter()
                .map(|solution| solution.time_ms)
                .sum::<f64>()
                / 1000.0;
            output::line(&format!("{nodes} nodes in {seconds:.1} s"));
            if !faults.is_empty() {
                output::line(&format!("{} lines could not be run", faults.len()));
            }
            output::line(&format!("solved {solved} of {}", solutions.len()));
        }
        Ok(if faults.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
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
        switch_off(&self.off, &mut settings.switches)?;
        Ok(settings)
    }
}

/// One position in one line.
fn row(solution: &Solution, width: usize) -> String {
    let score = match (solution.mate, solution.centipawns) {
        (Some(mate), _) => format!("#{mate}"),
        (None, Some(value)) => format!("{:+.2}", f64::from(value) / 100.0),
        (None, None) => "-".to_string(),
    };
    let found = match (solution.found_depth, solution.found_ms) {
        (Some(depth), Some(ms)) => format!(", since depth {depth}, {ms:.0} ms"),
        _ => String::new(),
    };
    format!(
        "{} {:<width$}  {:<16} got {:<8} {score:>8}  depth {:>2}, {} nodes, {:.0} ms{found}",
        if solution.solved { "+" } else { "-" },
        solution.id,
        solution.expected,
        solution.got.as_deref().unwrap_or("none"),
        solution.depth,
        solution.nodes,
        solution.time_ms,
    )
}
