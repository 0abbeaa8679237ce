//! Small ProbCut: a remembered score far above beta is believed although its search was a little shallower.
//!
//! Idea: what ProbCut searches for, the table may already know.
//! Why it is unsound: as in ProbCut, shallow and deep scores differ sometimes.
//! When it applies: off the principal variation, in check too, to lower bounds of the main search that are at most
//! `small_prob_cut_depth` plies too shallow; mates are left out, and so is the end of the 50-move clock.
//! Numbers: cut where the bound is at least beta + `small_prob_cut_margin`, in centipawns; that sum is given back.
//! First source: Stockfish 2020. Chapter 15.

use crate::mode::Mode;
use crate::score::{DECISIVE, Score};
use crate::searcher::{Node, Searcher};
use crate::tree::End;
use crate::{Bound, Param, Technique};
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    /// The score with which the node can be cut, if the table's is good enough.
    #[inline(always)]
    pub(crate) fn small_prob_cut(&mut self, position: &Position, node: &Node) -> Option<Score> {
        let hit = node.hit?;
        if !self.mode.on(Technique::SmallProbCut) || node.pv || node.excluded.is_some() {
            return None;
        }
        let goal = node.beta + self.mode.param(Param::SmallProbCutMargin);
        if hit.bound != Bound::Lower
            || hit.depth == 0
            || hit.depth < node.depth - self.mode.param(Param::SmallProbCutDepth)
            || hit.score < goal
            || hit.score >= DECISIVE
            || node.beta.abs() >= DECISIVE
            || self.is_near_clock_limit(position)
        {
            return None;
        }
        self.mode.acted(Technique::SmallProbCut);
        self.mode.end(End::Technique(Technique::SmallProbCut));
        Some(goal)
    }
}
