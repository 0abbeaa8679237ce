//! Mate distance pruning: where a shorter mate is known already, a line too long to be a shorter one is cut.
//!
//! Idea: at `ply` plies from the root nobody can do better than mate with the next move, or worse than be mated on the
//! spot; the window shrinks to that, and perhaps to nothing.
//! Why it is sound: no score outside of that can occur.
//! When it applies: at every node of the main search.
//! Numbers: alpha at least mated in `ply`, beta at most mate in `ply` + 1.
//! First source: Glaurung 2006. Chapter 15.

use crate::Technique;
use crate::mode::Mode;
use crate::score::{Score, mate_in, mated_in};
use crate::searcher::{Node, Searcher};
use crate::tree::End;

impl<M: Mode> Searcher<'_, M> {
    /// Shrinks the node's window, and gives a score if nothing of it is left.
    #[inline(always)]
    pub(crate) fn mate_distance_pruning(&mut self, node: &mut Node) -> Option<Score> {
        if !self.mode.on(Technique::MateDistancePruning) {
            return None;
        }
        node.alpha = node.alpha.max(mated_in(node.ply));
        node.beta = node.beta.min(mate_in(node.ply + 1));
        if node.alpha < node.beta {
            return None;
        }
        self.mode.acted(Technique::MateDistancePruning);
        self.mode
            .end(End::Technique(Technique::MateDistancePruning));
        Some(node.alpha)
    }
}
