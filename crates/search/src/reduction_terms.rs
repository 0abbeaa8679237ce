//! Terms of late move reductions: what else tells how little a late move is worth.
//!
//! Idea: a node whose evaluation falls, or whose children keep failing high, will fail low, and a table move that is a
//! capture leaves little for quiet moves; a node that once was on the principal variation deserves more depth.
//! Why it is unsound: as with all reductions, what a move hides is seen late.
//! When it applies: wherever a move is reduced, each term by a switch of its own.
//! Numbers: in 1/1024 ply: `reduction_not_improving` more; `reduction_noisy_table_move` more for quiet moves;
//! `reduction_cutoffs` more after three cutoffs of children; `reduction_table_pv` less in a node that is on the
//! principal variation or was, as the table says.
//! First source: Stockfish 2013 to 2022. Chapter 17.

use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};
use cutaway_chess::Move;

/// From so many cutoffs of a node's children on its moves are reduced more.
const MANY_CUTOFFS: u8 = 3;

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: reduction_terms
    /// The sum of the terms that are on, in 1/1024 ply.
    #[inline(always)]
    pub(crate) fn reduction_terms(&mut self, node: &Node, mv: Move) -> i32 {
        let mut sum = 0;
        if self.mode.on(Technique::ReductionImproving) && !node.improving {
            self.mode.acted(Technique::ReductionImproving);
            sum += self.mode.param(Param::ReductionNotImproving);
        }
        if self.mode.on(Technique::ReductionNoisyTableMove) && mv.is_quiet() && node.table_noisy {
            self.mode.acted(Technique::ReductionNoisyTableMove);
            sum += self.mode.param(Param::ReductionNoisyTableMove);
        }
        if self.mode.on(Technique::ReductionCutoffs)
            && self.thread.plies[node.ply + 1].cutoffs >= MANY_CUTOFFS
        {
            self.mode.acted(Technique::ReductionCutoffs);
            sum += self.mode.param(Param::ReductionCutoffs);
        }
        if self.mode.on(Technique::ReductionTablePv)
            && (node.pv || node.hit.is_some_and(|hit| hit.pv))
        {
            self.mode.acted(Technique::ReductionTablePv);
            sum -= self.mode.param(Param::ReductionTablePv);
        }
        sum
    }
    // ANCHOR_END: reduction_terms
}
