//! Delta pruning: a capture is skipped when even winning its victim for nothing would leave the score below alpha.
//!
//! Idea: far behind, taking a pawn changes nothing.
//! Why it is unsound: the capture may have more to it than its victim; a margin allows for some.
//! When it applies: quiescence, out of check, no promotions.
//! Numbers: skipped where static_eval + value of the victim + `delta_margin` <= alpha, in centipawns.
//! First source: J. Schaeffer 1986. Chapter 7.

use crate::capture_history::victim;
use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};
use cutaway_chess::{Move, Position, see_value};

impl<M: Mode> Searcher<'_, M> {
    /// Whether to skip the capture.
    #[inline(always)]
    pub(crate) fn delta_pruning(&mut self, position: &Position, node: &Node, mv: Move) -> bool {
        if !self.mode.on(Technique::DeltaPruning) || node.in_check || mv.is_promotion() {
            return false;
        }
        self.mode.tried(Technique::DeltaPruning);
        let victim = victim(position, mv).map_or(0, see_value);
        let most = node.static_eval + victim + self.mode.param(Param::DeltaMargin);
        let skip = most <= node.alpha;
        if skip {
            self.mode.acted(Technique::DeltaPruning);
        }
        skip
    }
}
