//! Late move reductions: moves that come late in a good order are searched less deeply.
//!
//! Idea: after the first few moves the rest very likely fail low; a shallower search shows it for less. One that
//! surprises is searched again to the full depth.
//! Why it is unsound: a late move whose point lies deep is seen late.
//! When it applies: from `reduction_min_depth` plies on, after the first `reduction_moves` moves, `reduction_moves_pv`
//! more on the principal variation.
//! Numbers: base + factor * ln(depth) * ln(move number), in 1/1024 ply, with a base and a factor for quiet moves and
//! for noisy ones. Less history / `reduction_history` plies; for quiet moves more by `reduction_cut_node` where the
//! node is expected to fail high; less by `reduction_pv` on the principal variation and by `reduction_check` for
//! checks. At least one ply is left.
//! First source: T. Romstad, Fruit and Glaurung 2005. The logarithms after Stockfish 2010. Chapter 13.

use crate::continuation_history::PieceTo;
use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};
use cutaway_chess::{Move, Position};

/// One ply.
const PLY: i32 = 1024;

// ANCHOR: logarithms
/// ln(n) in 1/1024, computed from integers so that it is the same on every machine.
const LN: [i32; 256] = {
    let mut table = [0; 256];
    // ln n = ln(n - 1) + 2 artanh(1 / (2n - 1)), summed in units of 2^-40.
    let (mut ln, mut n) = (0_i128, 2);
    while n < 256 {
        let y = (1_i128 << 40) / (2 * n as i128 - 1);
        let (mut power, mut k) = (y, 1);
        while k < 41 {
            ln += 2 * power / k;
            power = (((power * y) >> 40) * y) >> 40;
            k += 2;
        }
        table[n] = (ln >> 30) as i32;
        n += 1;
    }
    table
};
// ANCHOR_END: logarithms

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: late_move_reduction
    /// How many plies less a move is searched at first; 0 for none.
    #[inline(always)]
    pub(crate) fn late_move_reduction(
        &mut self,
        node: &Node,
        position: &Position,
        child: &Position,
        mv: Move,
        move_number: u32,
        expected: Option<i32>,
    ) -> i32 {
        if !self.mode.on(Technique::LateMoveReductions)
            || node.depth < self.mode.param(Param::ReductionMinDepth)
            || move_number <= self.unreduced_moves(node)
        {
            return 0;
        }
        self.mode.tried(Technique::LateMoveReductions);
        let mut reduction =
            expected.unwrap_or_else(|| self.expected_reduction(node, position, mv, move_number));
        reduction -= i32::from(child.in_check()) * self.mode.param(Param::ReductionCheck);
        // At least one ply is left: the horizon is not reduced into.
        let plies = (reduction / PLY).clamp(0, node.depth - 2);
        if plies > 0 {
            self.mode.acted(Technique::LateMoveReductions);
        }
        plies
    }

    /// The reduction of a move in 1/1024 ply, as far as it can be told before the move is made.
    #[inline(always)]
    fn expected_reduction(
        &mut self,
        node: &Node,
        position: &Position,
        mv: Move,
        move_number: u32,
    ) -> i32 {
        let (base, factor) = if mv.is_quiet() {
            (Param::ReductionQuietBase, Param::ReductionQuietFactor)
        } else {
            (Param::ReductionNoisyBase, Param::ReductionNoisyFactor)
        };
        let logs = LN[node.depth.clamp(0, 255) as usize] * LN[move_number.min(255) as usize] / 1024;
        let mut reduction = self.mode.param(base) + self.mode.param(factor) * logs / 1024;
        let history = if mv.is_quiet() {
            reduction += i32::from(node.cut_node) * self.mode.param(Param::ReductionCutNode);
            self.history(position.side_to_move(), node.threats, mv)
                + self.continuation_history(node.ply, PieceTo::of(position, mv))
        } else {
            self.capture_history(position, mv)
        };
        reduction -= history * PLY / self.mode.param(Param::ReductionHistory);
        reduction += self.reduction_terms(node, mv) - self.reduction_correction(node);
        reduction - i32::from(node.pv) * self.mode.param(Param::ReductionPv)
    }

    /// The depth that a move would be left after its reduction: by it, what comes late in the order is pruned sooner.
    #[inline(always)]
    pub(crate) fn reduced_depth(
        &mut self,
        node: &Node,
        position: &Position,
        mv: Move,
        move_number: u32,
        expected: &mut Option<i32>,
    ) -> i32 {
        if !self.mode.on(Technique::LateMoveReductions) || move_number <= self.unreduced_moves(node)
        {
            return node.depth;
        }
        let reduction = self.expected_reduction(node, position, mv, move_number);
        *expected = Some(reduction);
        (node.depth - reduction.max(0) / PLY).max(0)
    }

    /// How many of the node's first moves are searched to the full depth.
    #[inline(always)]
    fn unreduced_moves(&self, node: &Node) -> u32 {
        let on_pv = i32::from(node.pv) * self.mode.param(Param::ReductionMovesPv);
        (self.mode.param(Param::ReductionMoves) + on_pv) as u32
    }
    // ANCHOR_END: late_move_reduction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_a_thousandth() {
        for (n, ln) in (1..256).zip(&LN[1..]) {
            let exact = f64::from(n).ln() * 1024.0;
            assert!(
                (f64::from(*ln) - exact).abs() <= 1.0,
                "ln {n}: {ln} for {exact}"
            );
        }
    }
}
