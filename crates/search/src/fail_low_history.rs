//! History of fail-lows: where no move was good enough, the opponent's last quiet move is praised for it.
//!
//! Idea: it was too good; seen from the node above it cut off.
//! Why it is only a guess: the node above may know a better one.
//! When it applies: to nodes that failed low after a quiet move.
//! Numbers: `fail_low_bonus` thousandths of the bonus of a cutoff at the node's depth, in the butterfly history and the
//! continuation histories of all distances.
//! First source: Stockfish 2016. Chapter 17.

use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Bound, Param, Technique};
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    /// The node's moves came to a score that is such a bound.
    #[inline(always)]
    pub(crate) fn teach_fail_low(&mut self, position: &Position, node: &Node, bound: Bound) {
        if !self.mode.on(Technique::FailLowHistory)
            || bound != Bound::Upper
            || node.excluded.is_some()
        {
            return;
        }
        let Some(mv) = self.last_move(node.ply).filter(|mv| mv.is_quiet()) else {
            return;
        };
        self.mode.acted(Technique::FailLowHistory);
        let threats = self.thread.plies[node.ply - 1].threats;
        let bonus = self.history_bonus(node.depth) * self.mode.param(Param::FailLowBonus) / 1000;
        self.teach_history(!position.side_to_move(), threats, mv, &[], bonus, 0);
        if let Some(piece_to) = self.thread.plies[node.ply - 1].piece_to {
            self.teach_continuation_history(node.ply - 1, piece_to, bonus);
        }
    }
}
