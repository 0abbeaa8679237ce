//! Null move: if passing still keeps the score at beta, some real move will do better.
//!
//! Idea: give the opponent two moves in a row and search less deeply; if that does not bring him below beta, cut.
//! Why it is unsound: in zugzwang every move is worse than passing. It is not tried with king and pawns only, and deep
//! cuts are verified (`null_move_verification`).
//! When it applies: off the principal variation, out of check, with all its moves, from `null_move_min_depth` plies on, not
//! twice in a row; where the evaluation lies above beta by max(0, `null_move_threshold` - `null_move_threshold_factor` *
//! depth) or more, and beta is no loss; at cut nodes only, while `null_move_cut_node` is on.
//! Numbers: the threshold in centipawns, its factor in centipawns a ply. The reply is searched to depth -
//! (`null_move_base` + depth / `null_move_divisor` + min((static_eval - beta) / `null_move_margin`,
//! `null_move_margin_max`)), in plies; the margin is in centipawns a ply.
//! First source: D. Beal 1989; C. Donninger 1993. Chapter 12.

use crate::mode::Mode;
use crate::score::{DECISIVE, DRAW, Score};
use crate::search::NonPv;
use crate::searcher::{Node, Searcher};
use crate::tree::End;
use crate::{Param, Technique};
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: null_move_pruning
    /// The score with which the node can be cut, if passing is good enough.
    #[inline(always)]
    pub(crate) fn null_move_pruning(&mut self, position: &Position, node: &Node) -> Option<Score> {
        if !self.mode.on(Technique::NullMove)
            || !node.is_prunable()
            || node.depth < self.mode.param(Param::NullMoveMinDepth)
            || node.static_eval < node.beta + self.null_move_threshold(node.depth)
            || node.beta <= -DECISIVE
            || node.ply < self.null_move_min_ply
            || self.last_move(node.ply).is_none()
            || !position.has_non_pawn_material(position.side_to_move())
            || self.holds_back_null_move(node)
        {
            return None;
        }
        self.mode.tried(Technique::NullMove);
        let nodes_before = self.nodes;
        let reduction = self.null_move_reduction(node);
        let child = self.make_null(position, node.ply);
        let passed = Node::new(
            node.ply + 1,
            node.depth - reduction,
            -node.beta,
            1 - node.beta,
            !node.cut_node,
        );
        let score = -self.search::<NonPv>(&child, passed);
        self.unmake();
        self.mode
            .spent(Technique::NullMove, self.nodes - nodes_before);
        if self.aborted {
            // Nothing below the node means anything any more; this only keeps it from making another move.
            return Some(DRAW);
        }
        if score < node.beta {
            return None;
        }
        // A mate found after passing is not proven: the opponent was not made to move.
        let score = if score >= DECISIVE { node.beta } else { score };
        if !self.null_move_is_verified(position, node, reduction) {
            return self.aborted.then_some(DRAW);
        }
        self.mode.acted(Technique::NullMove);
        self.mode.end(End::Technique(Technique::NullMove));
        Some(score)
    }
    // ANCHOR_END: null_move_pruning

    /// How far above beta the evaluation must lie: the nearer the horizon, the less a pass is likely to hold by itself.
    #[inline(always)]
    fn null_move_threshold(&self, depth: i32) -> i32 {
        let falls = self.mode.param(Param::NullMoveThresholdFactor) * depth;
        (self.mode.param(Param::NullMoveThreshold) - falls).max(0)
    }

    // ANCHOR: null_move_reduction
    /// How many plies less the reply is searched, the passed move included.
    #[inline(always)]
    fn null_move_reduction(&self, node: &Node) -> i32 {
        let margin = self.mode.param(Param::NullMoveMargin);
        self.mode.param(Param::NullMoveBase)
            + node.depth / self.mode.param(Param::NullMoveDivisor)
            + ((node.static_eval - node.beta) / margin)
                .min(self.mode.param(Param::NullMoveMarginMax))
    }
    // ANCHOR_END: null_move_reduction
}
