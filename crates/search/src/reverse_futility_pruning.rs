//! Reverse futility pruning: near the horizon, an evaluation far above beta is taken for a cutoff.
//!
//! Idea: in the few plies that are left the opponent will not make up so much.
//! Why it is unsound: a threat may cost more than the margin.
//! When it applies: off the principal variation, out of check, to `reverse_futility_depth` plies, unless beta is a mate.
//! Numbers: cut where static_eval - `reverse_futility_margin` * (depth, one less while improving) >= beta, in
//! centipawns and plies; what is given back lies a third of the way from beta to the evaluation.
//! First source: E. Heinz 1998, as static null move. Chapter 15.

use crate::mode::Mode;
use crate::score::{DECISIVE, Score};
use crate::searcher::{Node, Searcher};
use crate::tree::End;
use crate::{Param, Technique};

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: reverse_futility_pruning
    /// The score with which the node can be cut, if the evaluation is good enough.
    #[inline(always)]
    pub(crate) fn reverse_futility_pruning(&mut self, node: &Node) -> Option<Score> {
        if !self.mode.on(Technique::ReverseFutilityPruning)
            || !node.is_prunable()
            || node.depth > self.mode.param(Param::ReverseFutilityDepth)
            || node.beta <= -DECISIVE
            || node.static_eval >= DECISIVE
        {
            return None;
        }
        self.mode.tried(Technique::ReverseFutilityPruning);
        let plies = node.depth - i32::from(node.improving);
        let margin = self.mode.param(Param::ReverseFutilityMargin) * plies;
        if node.static_eval - margin < node.beta {
            return None;
        }
        self.mode.acted(Technique::ReverseFutilityPruning);
        self.mode
            .end(End::Technique(Technique::ReverseFutilityPruning));
        Some(node.beta + (node.static_eval - node.beta) / 3)
    }
    // ANCHOR_END: reverse_futility_pruning
}
