//! Null move at cut nodes only: passing is tried only where the node is expected to fail high.
//!
//! Idea: where it is expected to fail low, the pass mostly fails too, and the nodes are lost.
//! Why it is unsound: it is no less sound than null move without it; the expectation may be wrong, and then a cut is missed.
//! When it applies: wherever null move would be tried.
//! Numbers: none.
//! First source: Stockfish 2024. Chapter 15.

use crate::Technique;
use crate::mode::Mode;
use crate::searcher::{Node, Searcher};

impl<M: Mode> Searcher<'_, M> {
    /// Whether the node must not pass, for it is expected to fail low.
    #[inline(always)]
    pub(crate) fn holds_back_null_move(&mut self, node: &Node) -> bool {
        if !self.mode.on(Technique::NullMoveCutNode) || node.cut_node {
            return false;
        }
        self.mode.acted(Technique::NullMoveCutNode);
        true
    }
}
