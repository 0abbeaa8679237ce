//! Negative extension: a table move that is not singular is searched less deeply where the node will fail high anyway.
//!
//! Idea: if other moves are nearly as good, less hangs on this one.
//! Why it is unsound: the table move may need its depth.
//! When it applies: after the test of a singular extension that the others passed.
//! Numbers: two plies less where the table's score is at beta or above, or where a cutoff is expected; one on the
//! principal variation.
//! First source: Stockfish 2021. Chapter 18.

use crate::Technique;
use crate::mode::Mode;
use crate::score::Score;
use crate::searcher::{Node, Searcher};

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: negative_extension
    /// The plies by which the table move is searched deeper: none, or a negative number.
    #[inline(always)]
    pub(crate) fn negative_extension(&mut self, node: &Node, table_score: Score) -> i32 {
        if !self.mode.on(Technique::NegativeExtension)
            || (table_score < node.beta && !node.cut_node)
        {
            return 0;
        }
        self.mode.acted(Technique::NegativeExtension);
        if node.pv { -1 } else { -2 }
    }
    // ANCHOR_END: negative_extension
}
