//! `cutaway bench`: the fixed set of searches whose node count is a checksum of how the engine plays.

use crate::output;
use crate::switches::switch_off;
use anyhow::{Result, anyhow, bail};
use clap::Args;
use cutaway_eval::Evaluator;
use cutaway_eval::nnue::{Kernel, Network};
use cutaway_lab::network_file;
use cutaway_lab::stage;
use cutaway_search::bench::{self, BenchResult, POSITIONS};
use cutaway_search::{MAX_PLY, Record, Settings, Technique};
use std::process::ExitCode;
use std::sync::Arc;

/// Search a fixed set of positions with one thread to a fixed depth.
///
/// The last line is `N nodes M nps`. N is the same on every machine and in every run, and changes with almost any change
/// of how the engine searches or judges.
#[derive(Args)]
pub struct Bench {
    /// Search with everything switchable and counted, and show what each technique did.
    #[arg(long)]
    lab: bool,
    /// Switch a technique off, and with it what needs it; may be given more than once.
    #[arg(long, value_name = "NAME")]
    off: Vec<String>,
    /// The engine as that chapter of the book leaves it, instead of the one that plays.
    #[arg(long, value_name = "N", value_parser = stage::parse)]
    stage: Option<u8>,
    #[arg(long, value_name = "D", help = depth_help(), value_parser = clap::value_parser!(u32).range(1..=MAX_PLY as i64))]
    depth: Option<u32>,
    /// Judge by the network in that file; `<built-in>` for the one of the program, `<empty>` for the piece-square tables.
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// Compute the network by that kernel, instead of the fastest that runs here: scalar, sse4.1, avx2, avx512, neon or
    /// simd128.
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// One JSON object instead of text.
    #[arg(long)]
    json: bool,
}

/// What `--depth` is, with the depths of the search.
fn depth_help() -> String {
    format!(
        "How deep each position is searched, in plies: {} unless given, {} with a stage before {}. Without alpha-beta not many \
        can be waited for",
        bench::DEPTH,
        bench::EARLY_DEPTH,
        bench::DEEP_STAGE
    )
}

impl Bench {
    /// Runs it.
    pub fn run(&self) -> Result<ExitCode> {
        let mut settings = self.stage.map_or_else(Settings::default, Settings::stage);
        if self.lab {
            settings.record = Record::Statistics;
        }
        switch_off(&self.off, &mut settings.switches, self.stage)?;
        if let Some(path) = &self.net {
            let evaluator = network_file::evaluator(path);
            settings.evaluator = evaluator.map_err(|why| anyhow!("{path}: {why}"))?;
        }
        if let Some(name) = &self.kernel {
            settings.evaluator = with_kernel(&settings.evaluator, name)?;
        }
        let usual = self.stage.map_or(bench::DEPTH, bench::depth_of_stage);
        let depth = self.depth.unwrap_or(usual);
        let bar = output::progress_bar(POSITIONS.len() as u64);
        let result = bench::run_positions(POSITIONS, depth, &settings, &mut |done| {
            bar.set_position(done as u64);
        });
        bar.finish_and_clear();
        match self.json {
            true => output::line(&self.json_text(&result)),
            false => self.print(&result),
        }
        Ok(ExitCode::SUCCESS)
    }

    fn print(&self, result: &BenchResult) {
        if self.lab {
            output::line("technique                           tried        acted        nodes");
            for technique in Technique::all() {
                let counts = result.stats.of(technique);
                output::line(&format!(
                    "{:<28} {:>12} {:>12} {:>12}",
                    technique.name(),
                    counts.tried,
                    counts.acted,
                    counts.spent
                ));
            }
        }
        output::line(&format!("{} nodes {} nps", result.nodes, result.nps()));
    }

    fn json_text(&self, result: &BenchResult) -> String {
        let mut object = serde_json::json!({
            "nodes": result.nodes,
            "milliseconds": result.time.as_millis() as u64,
            "nps": result.nps(),
        });
        if self.lab {
            let counts = Technique::all().map(|technique| {
                let counts = result.stats.of(technique);
                serde_json::json!({
                    "name": technique.name(),
                    "tried": counts.tried,
                    "acted": counts.acted,
                    "nodes": counts.spent,
                })
            });
            object["techniques"] = counts.collect();
        }
        object.to_string()
    }
}

/// The same network, computed by the kernel of that name.
fn with_kernel(evaluator: &Evaluator, name: &str) -> Result<Evaluator> {
    let Evaluator::Network(network) = evaluator else {
        bail!("--kernel is for a network, and {evaluator:?} judges");
    };
    let kernel = Kernel::named(name).ok_or_else(|| {
        let known = Kernel::available().into_iter().map(Kernel::name);
        let known = known.collect::<Vec<_>>().join(", ");
        anyhow!("no kernel {name} runs here; those that do: {known}")
    })?;
    let network = Network::clone(network).with_kernel(kernel);
    Ok(Evaluator::Network(Arc::new(network)))
}
