//! Null-move verification: a deep null-move cut must stand a search in which nobody passes.
//!
//! Idea: the same position is searched, reduced, with null moves forbidden near its root. In zugzwang that fails.
//! Why it is unsound: the search is shallow, and further down passing is allowed again. It is worth nearly nothing in
//! games; without it the engine is blind to some endings.
//! When it applies: to null-move cuts from `null_move_verification_depth` plies on, and not within another
//! verification.
//! Numbers: depth less the reduction of the null move, in plies; passing is forbidden for
//! `null_move_verification_share` thousandths of them.
//! First source: O. David-Tabibi and N. Netanyahu 2002. Chapter 12.

use crate::mode::Mode;
use crate::search::NonPv;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: null_move_is_verified
    /// Whether a null-move cut of the node holds: always near the horizon, by a search further up.
    #[inline(always)]
    pub(crate) fn null_move_is_verified(
        &mut self,
        position: &Position,
        node: &Node,
        reduction: i32,
    ) -> bool {
        if !self.mode.on(Technique::NullMoveVerification)
            || node.depth < self.mode.param(Param::NullMoveVerificationDepth)
            || self.null_move_min_ply > 0
        {
            return true;
        }
        self.mode.tried(Technique::NullMoveVerification);
        let nodes_before = self.nodes;
        let depth = node.depth - reduction;
        let share = self.mode.param(Param::NullMoveVerificationShare);
        self.null_move_min_ply = node.ply + 1 + (share * depth.max(0) / 1000) as usize;
        let score = self.search::<NonPv>(
            position,
            Node::new(node.ply, depth, node.beta - 1, node.beta, false),
        );
        self.null_move_min_ply = 0;
        self.mode
            .spent(Technique::NullMoveVerification, self.nodes - nodes_before);
        let verified = !self.aborted && score >= node.beta;
        if !verified {
            self.mode.acted(Technique::NullMoveVerification);
        }
        verified
    }
    // ANCHOR_END: null_move_is_verified
}
