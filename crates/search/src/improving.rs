//! Improving: whether the side to move stands better than at its last move.
//!
//! Idea: a side whose evaluation rises will likely fail high, one whose evaluation falls will likely fail low; what is
//! pruned and reduced follows.
//! Why it is only a guess: one quiet move may turn the evaluation.
//! When it applies: out of check. Where the side was in check at its last move, the move before that counts.
//! Numbers: static evaluation above that of two plies ago, or of four.
//! Retired where a network judges: it lost there in each of four matches (chapter 24).
//! First source: Stockfish 2013. Chapter 15.

use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Score, Technique};

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: improving
    /// Notes the node's static evaluation, none in check, and tells whether the side to move is improving.
    #[inline(always)]
    pub(crate) fn improving(&mut self, node: &Node, static_eval: Option<Score>) -> bool {
        self.thread.plies[node.ply].static_eval = static_eval;
        if !self.mode.on(Technique::Improving) {
            return false;
        }
        let earlier = |plies: usize| {
            let ply = node.ply.checked_sub(plies)?;
            self.thread.plies[ply].static_eval
        };
        let is_improving = match (static_eval, earlier(2).or_else(|| earlier(4))) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        };
        if is_improving {
            self.mode.acted(Technique::Improving);
        }
        is_improving
    }
    // ANCHOR_END: improving
}
