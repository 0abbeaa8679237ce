//! Blending in quiescence: a score above beta is drawn halfway down to it.
//!
//! Idea: what quiescence proves is not much, and a bound far above beta pretends to more.
//! Why it is unsound: a proved lower bound is given away.
//! When it applies: to cutoffs of quiescence off the principal variation, by standing pat or by a capture; mates are
//! left alone.
//! Numbers: (score + beta) / 2.
//! First source: Stockfish 2023. Chapter 15.

use crate::Technique;
use crate::mode::Mode;
use crate::score::{Score, is_decisive};
use crate::searcher::{Node, Searcher};

impl<M: Mode> Searcher<'_, M> {
    /// The score to give back from a node of quiescence that came to `score`.
    #[inline(always)]
    pub(crate) fn quiescence_blending(&mut self, node: &Node, score: Score) -> Score {
        if !self.mode.on(Technique::QuiescenceBlending)
            || score <= node.beta
            || node.pv
            || is_decisive(score)
            || is_decisive(node.beta)
        {
            return score;
        }
        self.mode.acted(Technique::QuiescenceBlending);
        (score + node.beta) / 2
    }
}
