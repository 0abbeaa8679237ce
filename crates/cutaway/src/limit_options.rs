//! What a move may use in experiments and tunings, where both sides are given the same. A match has more to say.

use clap::Args;
use cutaway_lab::time_control::{Budget, TimeControl};

/// What a move may use where nothing else is said: quick, and the same on every machine.
const USUAL_NODES: u64 = 5_000;

/// What a move may use.
#[derive(Args)]
#[group(multiple = false)]
pub struct LimitOptions {
    /// Clock: 8+0.08 (seconds and increment), 40/60 (moves in seconds).
    #[arg(long)]
    tc: Option<TimeControl>,
    /// Nodes a move; 5000 where no clock is given.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl LimitOptions {
    /// What a move may use.
    pub fn budget(&self) -> Budget {
        match (self.tc, self.nodes) {
            (Some(control), _) => Budget::Clock(control),
            (None, nodes) => Budget::Nodes(nodes.unwrap_or(USUAL_NODES)),
        }
    }

    /// The option by which a match has the same limits.
    pub fn argument(&self) -> String {
        match (self.tc, self.nodes) {
            (Some(control), _) => format!("--tc {control}"),
            (None, nodes) => format!("--nodes {}", nodes.unwrap_or(USUAL_NODES)),
        }
    }
}
