//! `cutaway openings`: makes start positions for matches. How they are made and chosen is decided in the lab.

use crate::output;
use anyhow::{Result, bail};
use clap::Args;
use cutaway_lab::openings::{Builtin, Generator, Opening, Request, Starts};
use std::process::ExitCode;

/// Make start positions for matches: random moves, kept if the engine finds them as balanced as is asked for.
///
/// Prints EPD lines, each with the engine's score (ce, from the side to move's view), no position twice, no side in
/// check. The same arguments give the same lines, until the engine is changed.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("balance"))]
pub struct OpeningsArgs {
    /// How many positions to make.
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// From what the random moves are drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// No side is better by more than 40 centipawns (as without either of the two).
    #[arg(long, group = "balance")]
    balanced: bool,
    /// One side is better by 70 to 150 centipawns.
    #[arg(long, group = "balance")]
    unbalanced: bool,
    /// So many random moves, or one more.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(..=200))]
    plies: u32,
    /// Nodes for the engine to judge a position by.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// One JSON array instead of EPD lines.
    #[arg(long)]
    json: bool,
}

impl OpeningsArgs {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode> {
        let kind = match self.unbalanced {
            true => Builtin::Unbalanced,
            false => Builtin::Balanced,
        };
        let request = Request {
            plies: self.plies,
            nodes: self.nodes,
            band: kind.band(),
            seed: self.seed,
        };
        let bar = output::progress_bar(self.count as u64);
        let openings = Generator::new(request, Starts::Usual).take(self.count);
        let mut listed = Vec::new();
        let mut made = 0;
        for opening in openings {
            made += 1;
            bar.inc(1);
            match self.json {
                true => listed.push(object(&opening)),
                false => bar.suspend(|| output::line(&opening.to_epd())),
            }
        }
        bar.finish_and_clear();
        if self.json {
            output::line(&serde_json::to_string_pretty(&listed)?);
        }
        if made < self.count {
            bail!(
                "only {made} of {} found: play more random moves",
                self.count
            );
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn object(opening: &Opening) -> serde_json::Value {
    serde_json::json!({
        "fen": opening.position.to_fen(),
        "score": opening.score,
    })
}
