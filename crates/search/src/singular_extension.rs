//! Singular extension: a table move that is much better than all others is searched a ply deeper.
//!
//! Idea: the other moves are searched to half the depth against a bound below the table's score. If they all fail, the
//! position hangs on one move, and errors about it are dear.
//! Why it is no gift: the test costs nodes, and other lines pay for the ply.
//! When it applies: from `singular_min_depth` plies on, where the table has a lower bound from a search at most three
//! plies less deep that is no mate, at less than twice the iteration's depth from the root.
//! Numbers: bound = table's score - `singular_margin` / 16 * depth, in centipawns and plies; tested at (depth - 1) / 2.
//! First source: T. Anantharaman, M. Campbell, F. Hsu 1988. Chapter 18.

use crate::mode::Mode;
use crate::score::{DRAW, Score, is_decisive};
use crate::search::NonPv;
use crate::searcher::{Node, Searcher};
use crate::{Bound, Param, Technique};
use cutaway_chess::{Move, Position};

/// What the test of the table move came to.
pub(crate) enum Singular {
    /// By how many plies the table move is searched deeper; less deep, if negative.
    Extend(i32),
    /// The node can be given up with that score.
    Cut(Score),
}

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: singular_extension
    /// Tests whether the table move is the only good one.
    #[inline(always)]
    pub(crate) fn singular_extension(
        &mut self,
        position: &Position,
        node: &Node,
        table_move: Option<Move>,
    ) -> Singular {
        let (Some(mv), Some(hit)) = (table_move, node.hit) else {
            return Singular::Extend(0);
        };
        if !self.mode.on(Technique::SingularExtension)
            || node.excluded.is_some()
            || node.depth < self.mode.param(Param::SingularMinDepth)
            || hit.depth < node.depth - 3
            || hit.bound == Bound::Upper
            || is_decisive(hit.score)
            || node.ply >= 2 * self.root_depth
        {
            return Singular::Extend(0);
        }
        self.mode.tried(Technique::SingularExtension);
        let nodes_before = self.nodes;
        let bound = hit.score - self.mode.param(Param::SingularMargin) * node.depth / 16;
        let others = Node {
            excluded: Some(mv),
            ..Node::new(
                node.ply,
                (node.depth - 1) / 2,
                bound - 1,
                bound,
                node.cut_node,
            )
        };
        let score = self.search::<NonPv>(position, others);
        self.mode
            .spent(Technique::SingularExtension, self.nodes - nodes_before);
        if self.aborted {
            return Singular::Cut(DRAW);
        }
        if score < bound {
            self.mode.acted(Technique::SingularExtension);
            return Singular::Extend(1 + self.double_extension(node, mv, bound - score));
        }
        if let Some(score) = self.multicut(node, score) {
            return Singular::Cut(score);
        }
        Singular::Extend(self.negative_extension(node, hit.score))
    }
    // ANCHOR_END: singular_extension
}
