//! Fail-high blending: the score of a cutoff is drawn towards beta, the more the shallower it is.
//!
//! Idea: how far above beta a shallow search ends is mostly noise, and others take it for a bound.
//! Why it is unsound: a proved lower bound is given away.
//! When it applies: to cutoffs off the principal variation; mates are left alone.
//! Numbers: (score * depth + beta) / (depth + 1).
//! First source: Stockfish 2023. Chapter 15.

use crate::Technique;
use crate::mode::Mode;
use crate::score::{Score, is_decisive};
use crate::searcher::{Node, Searcher};

impl<M: Mode> Searcher<'_, M> {
    /// The score to give back from a node whose moves came to `score`.
    #[inline(always)]
    pub(crate) fn fail_high_blending(&mut self, node: &Node, score: Score) -> Score {
        if !self.mode.on(Technique::FailHighBlending)
            || score < node.beta
            || node.pv
            || is_decisive(score)
            || is_decisive(node.beta)
        {
            return score;
        }
        self.mode.acted(Technique::FailHighBlending);
        (score * node.depth + node.beta) / (node.depth + 1)
    }
}
