//! Razoring: near the horizon, an evaluation far below alpha goes straight to quiescence.
//!
//! Idea: only a capture could still save so bad a position, and quiescence finds it.
//! Why it is unsound: a quiet move may hold a threat.
//! When it applies: off the principal variation, out of check, to `razoring_depth` plies.
//! Numbers: tried where static_eval + `razoring_base` + `razoring_factor` * depth * depth < alpha, in centipawns; cut
//! where quiescence stays at alpha or below.
//! First source: J. Birmingham and P. Kent 1977. Chapter 15.

use crate::mode::Mode;
use crate::score::Score;
use crate::search::NonPv;
use crate::searcher::{Node, Searcher};
use crate::tree::End;
use crate::{Param, Technique};
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: razoring
    /// The score with which the node can be cut, if quiescence sees no way out either.
    #[inline(always)]
    pub(crate) fn razoring(&mut self, position: &Position, node: &Node) -> Option<Score> {
        if !self.mode.on(Technique::Razoring)
            || !node.is_prunable()
            || node.depth > self.mode.param(Param::RazoringDepth)
        {
            return None;
        }
        let margin = self.mode.param(Param::RazoringBase)
            + self.mode.param(Param::RazoringFactor) * node.depth * node.depth;
        if node.static_eval + margin >= node.alpha {
            return None;
        }
        self.mode.tried(Technique::Razoring);
        let nodes_before = self.nodes;
        let score = self.horizon::<NonPv>(
            position,
            Node::new(node.ply, 0, node.alpha, node.alpha + 1, node.cut_node),
        );
        self.mode
            .spent(Technique::Razoring, self.nodes - nodes_before);
        if self.aborted {
            return Some(score);
        }
        if score > node.alpha {
            return None;
        }
        self.mode.acted(Technique::Razoring);
        self.mode.end(End::Technique(Technique::Razoring));
        Some(score)
    }
    // ANCHOR_END: razoring
}
