//! What a search tells while it runs and when it ends.

use crate::{Bound, ReportedScore, Score};
use cutaway_chess::Move;
use std::time::Duration;

/// One message of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// A line of a finished iteration, or a bound of a running one.
    Info(Info),
    /// The root move that is now being searched; sent late in long searches only.
    CurrentMove {
        /// The iteration's depth.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its place in the order, from 1.
        number: u32,
    },
}

/// One line of analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The iteration's depth in plies.
    pub depth: u32,
    /// The deepest ply that was reached.
    pub seldepth: u32,
    /// Which line this is, from 1 (the best).
    pub multi_pv: u32,
    /// The score, from the side to move's view.
    pub score: ReportedScore,
    /// The same as the search has it, in the evaluation's own unit: what networks learn from.
    pub raw: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the table is with this search's entries, in thousandths.
    pub hashfull: u32,
    /// How many positions were found in the tablebases.
    pub tablebase_hits: u64,
    /// The line; its first move is legal, and so is each after it.
    pub pv: Vec<Move>,
}

impl Info {
    /// Nodes a second; a time below a millisecond counts as one.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// Nodes a second; a time below a millisecond counts as one.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1000);
    (u128::from(nodes) * 1_000_000 / micros) as u64
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SearchResult {
    /// The best move; `None` only if there is no legal (or allowed) move.
    pub best: Option<Move>,
    /// The reply it expects, unless the game would be over.
    pub ponder: Option<Move>,
    /// The best line of the last iteration that counted: the last [`Info`] with `multi_pv` 1 that was told, unless bounds of
    /// the same move came after it.
    pub info: Option<Info>,
    /// The nodes of all threads.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}
