//! History pruning: near the horizon, quiet moves are skipped that have failed often after the same moves.
//!
//! Idea: what has failed again and again will fail again.
//! Why it is unsound: this time it may not.
//! When it applies: out of check, to quiet moves whose depth after reduction is at most `history_pruning_depth`, once
//! some move has a score that is no loss by mate.
//! Numbers: skipped where the continuation histories of one and two plies ago add up to less than
//! -`history_pruning_margin` * depth.
//! First source: Stockfish 2015. Chapter 17.

use crate::continuation_history::PieceTo;
use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};
use cutaway_chess::{Move, Position};

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: history_pruning
    /// Whether to skip the move; `depth` is its depth after reduction.
    #[inline(always)]
    pub(crate) fn history_pruning(
        &mut self,
        position: &Position,
        node: &Node,
        mv: Move,
        depth: i32,
    ) -> bool {
        if !self.mode.on(Technique::HistoryPruning)
            || !mv.is_quiet()
            || depth > self.mode.param(Param::HistoryPruningDepth)
        {
            return false;
        }
        self.mode.tried(Technique::HistoryPruning);
        let history = self.continuation_history(node.ply, PieceTo::of(position, mv));
        let skip = history < -self.mode.param(Param::HistoryPruningMargin) * node.depth;
        if skip {
            self.mode.acted(Technique::HistoryPruning);
        }
        skip
    }
    // ANCHOR_END: history_pruning
}
