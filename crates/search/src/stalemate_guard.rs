//! The stalemate guard: quiescence, which looks at captures only, sees at least the commonest stalemate.
//!
//! Idea: stalemates of practice are those of a bare king, alone or with pawns that are blocked. Where the side to move
//! has nothing else and no capture, counting its legal moves is cheap and rarely done.
//! Why it is sound: what it finds is stalemate. Those in which a piece is pinned or shut in it does not see.
//! When it applies: quiescence, out of check, no pawn that could be pushed and no piece but the king.
//! Numbers: the score of a draw.
//! First source: Stockfish 2025. A check of the same aim. Chapter 7.

use crate::Technique;
use crate::mode::Mode;
use crate::score::{DRAW, Score};
use crate::searcher::{Node, Searcher};
use crate::tree::End;
use cutaway_chess::{PieceType, Position};

impl<M: Mode> Searcher<'_, M> {
    /// The score of a node of quiescence that has no capture, if it is stalemate.
    #[inline(always)]
    pub(crate) fn stalemate_guard(&mut self, position: &Position, node: &Node) -> Option<Score> {
        let side = position.side_to_move();
        if !self.mode.on(Technique::StalemateGuard)
            || node.in_check
            || position.has_non_pawn_material(side)
        {
            return None;
        }
        let pushes = position.of(side, PieceType::Pawn).forward(side) - position.occupied();
        if pushes.any() {
            return None;
        }
        self.mode.tried(Technique::StalemateGuard);
        if position.has_legal_move() {
            return None;
        }
        self.mode.acted(Technique::StalemateGuard);
        self.mode.end(End::Stalemate);
        Some(DRAW)
    }
}
