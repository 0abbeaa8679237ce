//! Alpha-beta: a node whose score has reached beta need not be searched further.
//!
//! Idea: the opponent has a way to avoid this node that costs him less than what has been found here.
//! Why it is sound: the score at the root stays that of plain minimax; only work is saved. Scores are fail-soft: they
//! may lie outside the window, as bounds that are as tight as is known.
//! When it applies: in every node, after every move; between moves alpha rises to the best score.
//! Numbers: none; a cut is made where score >= beta, in centipawns.
//! First source: J. McCarthy 1956; D. Knuth and R. Moore 1975. Chapter 5.

use crate::mode::Mode;
use crate::searcher::Searcher;
use crate::tree::End;
use crate::{Score, Technique};

impl<M: Mode> Searcher<'_, M> {
    /// Whether the rest of the node's moves can be left out, its `move_number`th having scored `score`.
    #[inline(always)]
    pub(crate) fn is_cutoff(&mut self, score: Score, beta: Score, move_number: u32) -> bool {
        if score < beta || !self.mode.on(Technique::AlphaBeta) {
            return false;
        }
        self.mode.acted(Technique::AlphaBeta);
        self.mode.end(End::Cutoff(move_number));
        true
    }
}
