//! SEE pruning in quiescence: captures that lose material by their exchange are skipped.
//!
//! Idea: the side to move may stand pat instead.
//! Why it is unsound: the exchange sees neither pins nor what happens off the square.
//! When it applies: quiescence, out of check.
//! Numbers: skipped where the exchange is worth less than 0 centipawns.
//! First source: R. Hyatt, Cray Blitz 1990. Chapter 14.

use crate::Technique;
use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use cutaway_chess::{Move, Position};

impl<M: Mode> Searcher<'_, M> {
    /// Whether to skip the capture.
    #[inline(always)]
    pub(crate) fn see_pruning(&mut self, position: &Position, node: &Node, mv: Move) -> bool {
        if !self.mode.on(Technique::SeePruning) || node.in_check {
            return false;
        }
        self.mode.tried(Technique::SeePruning);
        let skip = !position.see_ge(mv, 0);
        if skip {
            self.mode.acted(Technique::SeePruning);
        }
        skip
    }
}
