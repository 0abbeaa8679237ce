//! Upcoming repetition: a side that could go back to an earlier position has a draw in hand.
//!
//! Idea: the node scores at least a draw for the side to move, before any move is searched; a cuckoo table finds in one
//! look whether one reversible move leads back.
//! Why it is not wholly sound: it counts the second occurrence within the tree as a draw, as the search does anyway.
//! When it applies: where alpha is below a draw and three plies or more can be taken back.
//! Numbers: alpha rises to 0 centipawns.
//! First source: M. van Kervinck 2013. Chapter 8.

use crate::Technique;
use crate::mode::Mode;
use crate::score::{DRAW, Score};
use crate::searcher::{Node, Searcher};
use crate::tree::End;
use cutaway_chess::{Position, has_upcoming_repetition};

impl<M: Mode> Searcher<'_, M> {
    /// Raises alpha to a draw if one can be had; gives the score if that settles the node.
    #[inline(always)]
    pub(crate) fn upcoming_repetition(
        &mut self,
        position: &Position,
        node: &mut Node,
    ) -> Option<Score> {
        if node.alpha >= DRAW
            || position.halfmove_clock() < 3
            || !self.mode.on(Technique::UpcomingRepetition)
        {
            return None;
        }
        let here = self.thread.keys.len() - 1;
        let first = here - self.reversible_plies(position, node.ply);
        if !has_upcoming_repetition(position, &self.thread.keys[first..here], node.ply) {
            return None;
        }
        self.mode.acted(Technique::UpcomingRepetition);
        node.alpha = DRAW;
        if DRAW < node.beta {
            return None;
        }
        self.mode.end(End::Technique(Technique::UpcomingRepetition));
        Some(DRAW)
    }
}
