//! Multicut: where a second move would fail high too, the node is given up without a search of either.
//!
//! Idea: the test of a singular extension leaves the table move out. If the others reach beta without it, two moves
//! refute the node, and one of them will hold at the full depth.
//! Why it is unsound: the test was shallow.
//! When it applies: off the principal variation, after a test that reached beta; mates are left out.
//! Numbers: cut with the score of the test.
//! First source: Y. Bjornsson and T. Marsland 1999; in this form Stockfish 2018. Chapter 18.

use crate::Technique;
use crate::mode::Mode;
use crate::score::{Score, is_decisive};
use crate::searcher::{Node, Searcher};
use crate::tree::End;

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: multicut
    /// The score with which the node can be cut; `score` is that of its moves without the table move.
    #[inline(always)]
    pub(crate) fn multicut(&mut self, node: &Node, score: Score) -> Option<Score> {
        if !self.mode.on(Technique::Multicut) || node.pv || score < node.beta || is_decisive(score)
        {
            return None;
        }
        self.mode.acted(Technique::Multicut);
        self.mode.end(End::Technique(Technique::Multicut));
        Some(score)
    }
    // ANCHOR_END: multicut
}
