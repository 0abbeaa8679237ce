//! The table move in quiescence: what the table remembers as the best is tried first there too.
//!
//! Idea: most nodes are quiescence, and many of them have been here before.
//! Why it is only a guess: the move may be of a search that looked at other moves too; out of check only captures and
//! promotions are taken.
//! When it applies: in quiescence, where the table knows the position with a move.
//! Numbers: none.
//! First source: Stockfish 2008. Chapter 17.

use crate::Technique;
use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use cutaway_chess::{Move, PieceType, Position};

impl<M: Mode> Searcher<'_, M> {
    /// The move that the table remembers for a node of quiescence, if it is one that is searched there.
    #[inline(always)]
    pub(crate) fn quiescence_table_move(
        &mut self,
        position: &Position,
        node: &Node,
    ) -> Option<Move> {
        if !self.mode.on(Technique::QuiescenceTableMove) {
            return None;
        }
        let mv = node.hit?.mv?;
        let is_noisy = match mv.promotion() {
            Some(piece) => piece == PieceType::Queen,
            None => mv.is_capture(),
        };
        if !(is_noisy || node.in_check) || !position.is_legal(mv) {
            return None;
        }
        self.mode.acted(Technique::QuiescenceTableMove);
        Some(mv)
    }
}
