//! ProbCut: a capture that stays well above beta at reduced depth would very likely do so at the full one.
//!
//! Idea: shallow and deep scores of the same move differ little; where the shallow one has a margin, the deep search can
//! be saved.
//! Why it is unsound: sometimes they differ much.
//! When it applies: off the principal variation, out of check, from `prob_cut_min_depth` plies on, unless beta is a mate
//! or the table knows better; to captures and queen promotions whose exchange lifts the evaluation to the goal.
//! Numbers: the goal is beta + `prob_cut_margin`, less `prob_cut_improving` while improving, in centipawns; quiescence
//! first, then `prob_cut_reduction` plies less.
//! First source: M. Buro 1995; Stockfish 2010 in this form. Chapter 15.

use crate::mode::Mode;
use crate::ordering::Picker;
use crate::score::{DECISIVE, DRAW, Score};
use crate::search::NonPv;
use crate::searcher::{Node, Searcher};
use crate::tree::End;
use crate::{Bound, Param, Technique};
use cutaway_chess::{Move, Position};

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: prob_cut
    /// The score with which the node can be cut, if some capture is good enough.
    #[inline(always)]
    pub(crate) fn prob_cut(&mut self, position: &Position, node: &Node) -> Option<Score> {
        if !self.mode.on(Technique::ProbCut)
            || !node.is_prunable()
            || node.depth < self.mode.param(Param::ProbCutMinDepth)
            || node.beta.abs() >= DECISIVE
        {
            return None;
        }
        let goal = node.beta + self.mode.param(Param::ProbCutMargin)
            - i32::from(node.improving) * self.mode.param(Param::ProbCutImproving);
        let depth = node.depth - self.mode.param(Param::ProbCutReduction);
        // A search as deep as that has already failed to get there.
        if node
            .hit
            .is_some_and(|hit| hit.depth > depth && hit.score < goal)
        {
            return None;
        }
        self.mode.tried(Technique::ProbCut);
        let nodes_before = self.nodes;
        let found = self.capture_that_reaches(position, node, goal, depth);
        self.mode
            .spent(Technique::ProbCut, self.nodes - nodes_before);
        if self.aborted {
            return Some(DRAW);
        }
        let (mv, score) = found?;
        self.mode.acted(Technique::ProbCut);
        self.mode.end(End::Technique(Technique::ProbCut));
        let searched = Node {
            depth: depth + 1,
            ..*node
        };
        self.store_in_table(position, &searched, Some(mv), score, Bound::Lower);
        // The margin was never proved to be there; a mate or a win by tablebase was.
        Some(if score >= DECISIVE {
            score
        } else {
            score - (goal - node.beta)
        })
    }
    // ANCHOR_END: prob_cut

    // ANCHOR: capture_that_reaches
    /// The first capture whose score at `depth` is `goal` or more, with that score.
    fn capture_that_reaches(
        &mut self,
        position: &Position,
        node: &Node,
        goal: Score,
        depth: i32,
    ) -> Option<(Move, Score)> {
        let ply = node.ply + 1;
        let mut buffer = self.take_buffer(node.ply);
        let mut picker = Picker::quiescence(node, None, false);
        let mut found = None;
        while let Some(ordered) = picker.next(self, position, &mut buffer) {
            let mv = ordered.mv;
            if !position.see_ge(mv, goal - node.static_eval) {
                continue;
            }
            let child = self.make(position, mv, node.ply);
            let mut score =
                -self.horizon::<NonPv>(&child, Node::new(ply, 0, -goal, 1 - goal, false));
            if score >= goal && depth > 1 && !self.aborted {
                let next = Node::new(ply, depth - 1, -goal, 1 - goal, !node.cut_node);
                score = -self.search::<NonPv>(&child, next);
            }
            self.unmake();
            if self.aborted {
                break;
            }
            if score >= goal {
                found = Some((mv, score));
                break;
            }
        }
        self.give_back_buffer(node.ply, buffer);
        found
    }
    // ANCHOR_END: capture_that_reaches
}
