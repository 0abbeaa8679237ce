//! Principal variation search: after the first move only the question "better or not?" is asked.
//!
//! Idea: in a good order the first move is the best, and an empty window shows that the others are not for much less
//! work. One that is better is searched again with the full window.
//! Why it is sound: every score within the window comes from a full search.
//! When it applies: to all moves but the first, where the window is not empty already.
//! Numbers: the window from alpha to alpha + 1, in centipawns.
//! First source: T. Marsland and M. Campbell 1982. A. Reinefeld's NegaScout, 1983, is the same. Chapter 11.

use crate::mode::Mode;
use crate::search::{NodeType, NonPv};
use crate::searcher::{Node, Searcher};
use crate::{Score, Technique};
use cutaway_chess::{Move, Position};

/// Where a move stands among those of its node.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// Its number, from 1 on.
    pub number: u32,
    /// By how many plies it is searched deeper; less deep, if negative.
    pub extension: i32,
    /// The best score of the moves before it.
    pub best: Score,
    /// Its reduction in 1/1024 ply, if it was worked out already.
    pub expected: Option<i32>,
}

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: search_move
    /// The score of a move that has been made, from the mover's view: reduced first, then with an empty window, then in full,
    /// as far as each result demands the next.
    #[inline(always)]
    pub(crate) fn search_move<N: NodeType>(
        &mut self,
        node: &Node,
        position: &Position,
        child: &Position,
        mv: Move,
        place: Place,
    ) -> Score {
        let (ply, alpha, beta) = (node.ply + 1, node.alpha, node.beta);
        let (mut depth, move_number) = (node.depth - 1 + place.extension, place.number);
        let reduction =
            self.late_move_reduction(node, position, child, mv, move_number, place.expected);
        if reduction > 0 {
            let reduced = Node::new(ply, depth - reduction, -alpha - 1, -alpha, true);
            self.thread.plies[node.ply].reduction = reduction;
            let score = -self.search::<NonPv>(child, reduced);
            self.thread.plies[node.ply].reduction = 0;
            if self.aborted || score <= alpha {
                return score;
            }
            let searched = depth - reduction;
            depth += self.research_depth(score, place.best);
            if depth <= searched && (!N::PV || score >= beta) {
                return score;
            }
        }
        let nodes_before = self.nodes;
        if move_number > 1 && self.mode.on(Technique::PrincipalVariationSearch) {
            self.mode.tried(Technique::PrincipalVariationSearch);
            let cut_node = !node.cut_node;
            let score =
                -self.search::<NonPv>(child, Node::new(ply, depth, -alpha - 1, -alpha, cut_node));
            if reduction > 0 {
                self.mode
                    .spent(Technique::LateMoveReductions, self.nodes - nodes_before);
            }
            if self.aborted {
                return score;
            }
            if reduction > 0 {
                self.teach_research(node, position, mv, depth, score);
            }
            if score <= alpha || !N::PV || score >= beta {
                return score;
            }
            self.mode.acted(Technique::PrincipalVariationSearch);
            let nodes_before = self.nodes;
            let score = -self.search::<N::Next>(child, Node::new(ply, depth, -beta, -alpha, false));
            self.mode.spent(
                Technique::PrincipalVariationSearch,
                self.nodes - nodes_before,
            );
            return score;
        }
        -self.search::<N::Next>(
            child,
            Node::new(ply, depth, -beta, -alpha, !N::PV && !node.cut_node),
        )
    }
    // ANCHOR_END: search_move
}
