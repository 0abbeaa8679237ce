//! Late capture pruning: in quiescence, after a few captures the others are skipped unless they take back or give check.
//!
//! Idea: the best captures come first, and quiescence wants an answer soon.
//! Why it is unsound: the order may be wrong.
//! When it applies: in quiescence, out of check, no promotions.
//! Numbers: after `late_capture_moves` moves.
//! First source: Stockfish 2020. Chapter 15.

use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};
use cutaway_chess::{Move, Position};

impl<M: Mode> Searcher<'_, M> {
    /// Whether to skip the capture, the `move_number`th of its node.
    #[inline(always)]
    pub(crate) fn late_capture_pruning(
        &mut self,
        position: &Position,
        node: &Node,
        mv: Move,
        move_number: u32,
    ) -> bool {
        if !self.mode.on(Technique::LateCapturePruning)
            || node.in_check
            || mv.is_promotion()
            || move_number as i32 <= self.mode.param(Param::LateCaptureMoves)
        {
            return false;
        }
        let takes_back = self
            .last_move(node.ply)
            .is_some_and(|last| last.to() == mv.to());
        let skip = !takes_back && !position.gives_check(mv);
        if skip {
            self.mode.acted(Technique::LateCapturePruning);
        }
        skip
    }
}
