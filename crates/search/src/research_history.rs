//! Research history: a reduced move that was searched again teaches the continuation histories what came of it.
//!
//! Idea: the move surprised once; whether it held tells something about it after these moves that the cutoff alone may
//! not, for most such moves do not cut off.
//! Why it is unsound: it is an order of moves by experience, as all histories are.
//! When it applies: for a quiet move that was reduced, failed high and was searched again with an empty window.
//! Numbers: the bonus of a cutoff at that depth times `research_bonus` / 1000, taken away where the move failed.
//! First source: Stockfish 2016. Chapter 17.

use crate::continuation_history::PieceTo;
use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Param, Score, Technique};
use cutaway_chess::{Move, Position};

impl<M: Mode> Searcher<'_, M> {
    /// The move came to `score` when it was searched again to `depth`.
    #[inline(always)]
    pub(crate) fn teach_research(
        &mut self,
        node: &Node,
        position: &Position,
        mv: Move,
        depth: i32,
        score: Score,
    ) {
        let holds = score >= node.beta;
        if !self.mode.on(Technique::ResearchHistory)
            || !mv.is_quiet()
            || (score > node.alpha && !holds)
        {
            return;
        }
        self.mode.acted(Technique::ResearchHistory);
        let bonus = self.history_bonus(depth) * self.mode.param(Param::ResearchBonus) / 1000;
        let bonus = if holds { bonus } else { -bonus };
        self.teach_continuation_history(node.ply, PieceTo::of(position, mv), bonus);
    }
}
