//! Hindsight: the depth of a reduced node is mended once its evaluation is known.
//!
//! Idea: a move was reduced because it looked pointless. Where it has not made the opponent's position worse after all,
//! it deserves more depth; where both evaluations say that the move changed nothing for the better, less.
//! Why it is only a guess: evaluations of two plies tell little.
//! When it applies: out of check, to nodes reached by a reduced move.
//! Numbers: depth + 1 after `hindsight_deeper` plies of reduction, unless the side to move now stands better than the
//! mover thought; else depth - 1 after `hindsight_shallower` plies where the two evaluations, each from its mover's view,
//! add up to more than `hindsight_margin` centipawns.
//! First source: Stockfish 2021. Chapter 15.

use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};

impl<M: Mode> Searcher<'_, M> {
    /// The plies by which the node is to be searched more deeply; less, if negative.
    #[inline(always)]
    pub(crate) fn hindsight(&mut self, node: &Node) -> i32 {
        if !self.mode.on(Technique::Hindsight)
            || node.in_check
            || node.ply == 0
            || node.excluded.is_some()
        {
            return 0;
        }
        let above = &self.thread.plies[node.ply - 1];
        let (reduction, Some(theirs)) = (above.reduction, above.static_eval) else {
            return 0;
        };
        let Some(ours) = self.thread.plies[node.ply].static_eval else {
            return 0;
        };
        let change = if reduction >= self.mode.param(Param::HindsightDeeper) && ours <= -theirs {
            1
        } else if reduction >= self.mode.param(Param::HindsightShallower)
            && node.depth >= 2
            && ours + theirs > self.mode.param(Param::HindsightMargin)
        {
            -1
        } else {
            return 0;
        };
        self.mode.acted(Technique::Hindsight);
        change
    }
}
