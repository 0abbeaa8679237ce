//! Internal iterative reduction: a node for which the table has no move is searched a ply less deeply.
//!
//! Idea: without a good first move the search is dear; the next iteration will find one in the table.
//! Why it is unsound: the node may matter now.
//! When it applies: on the principal variation and where a cutoff is expected, from `iterative_reduction_depth` plies on.
//! Numbers: depth - 1, in plies.
//! First source: E. Schroder, Rebel 2020. Chapter 15.

use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};
use cutaway_chess::Move;

impl<M: Mode> Searcher<'_, M> {
    /// By how many plies the node is to be searched less deeply.
    #[inline(always)]
    pub(crate) fn internal_iterative_reduction(
        &mut self,
        node: &Node,
        table_move: Option<Move>,
    ) -> i32 {
        if !self.mode.on(Technique::InternalIterativeReduction)
            || table_move.is_some()
            || !(node.pv || node.cut_node)
            || node.depth < self.mode.param(Param::IterativeReductionDepth)
        {
            return 0;
        }
        self.mode.acted(Technique::InternalIterativeReduction);
        1
    }
}
