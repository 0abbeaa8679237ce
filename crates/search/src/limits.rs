//! When a search is to end. Limits combine: the first one that is reached ends it.

use cutaway_chess::Move;
use std::time::Duration;

/// What `go` asks for. The default sets no limit at all, like `infinite` but for ending by itself at the last depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Search no deeper than this many plies (0 counts as 1).
    pub depth: Option<u32>,
    /// Search about this many nodes; exactly, with one thread.
    pub nodes: Option<u64>,
    /// Begin no new iteration once this many nodes are searched: cheap games of whole iterations, and the same ones on every
    /// machine. The first iteration is always done.
    pub soft_nodes: Option<u64>,
    /// Think exactly this long, unless something else ends it.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<ClockLimits>,
    /// End as soon as a mate in that many moves is found, for either side.
    pub mate: Option<u32>,
    /// Search only these moves at the root; all if empty. Illegal ones are ignored.
    pub search_moves: Vec<Move>,
    /// Do not end before the search is told to stop, whatever else is reached.
    pub infinite: bool,
    /// Like `infinite` until the ponder hit, by the clock from then on.
    pub ponder: bool,
}

/// A player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockLimits {
    /// The time left; zero for a clock that has run out.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// The moves to the next time control, if the time left is for so many only.
    pub moves_to_go: Option<u32>,
    /// What is kept back for the way of the move to the board.
    pub overhead: Duration,
    /// Nodes that count as a millisecond, if time is to be measured in nodes (for reproducible tests of time use).
    pub nodes_per_ms: Option<u64>,
}
