//! Reduction by correction: where the evaluation was often wrong, late moves are reduced less.
//!
//! Idea: a large correction says that the position is not what it looks like; then the order of the moves is not to be
//! trusted either.
//! Why it is sound: it only takes back some of a reduction, which is the unsound part.
//! When it applies: wherever a move is reduced.
//! Numbers: `reduction_correction` / 1024 ply for each point by which the corrections moved the evaluation.
//! First source: Stockfish 2024. Chapter 19.

use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: reduction_correction
    /// By how much less a move of the node is reduced, in 1/1024 ply.
    #[inline(always)]
    pub(crate) fn reduction_correction(&mut self, node: &Node) -> i32 {
        if !self.mode.on(Technique::ReductionCorrection) || node.correction == 0 {
            return 0;
        }
        self.mode.acted(Technique::ReductionCorrection);
        self.mode.param(Param::ReductionCorrection) * node.correction
    }
    // ANCHOR_END: reduction_correction
}
