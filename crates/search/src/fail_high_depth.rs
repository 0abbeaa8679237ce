//! Fail-high depth: after a root score above its window, the root is searched again less deeply.
//!
//! Idea: the move is better than thought, that much is known; to find how much is dear at the full depth, and the next
//! iteration will do it.
//! Why it is unsound: the score comes from a shallower search than the iteration's.
//! When it applies: at the root, to scores above a narrow window; a score below it restores the depth.
//! Numbers: a ply less for each score above in a row, `fail_high_most` at most.
//! First source: Stockfish 2018. Chapter 15.

use crate::mode::Mode;
use crate::searcher::Searcher;
use crate::{Param, Technique};

impl<M: Mode> Searcher<'_, M> {
    /// By how many plies the root is searched less deeply after that many scores above the window in a row.
    #[inline(always)]
    pub(crate) fn fail_high_depth(&mut self, in_a_row: i32) -> i32 {
        if in_a_row == 0 || !self.mode.on(Technique::FailHighDepth) {
            return 0;
        }
        self.mode.acted(Technique::FailHighDepth);
        in_a_row.min(self.mode.param(Param::FailHighMost))
    }
}
