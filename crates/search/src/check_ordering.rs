//! Check ordering: quiet moves that give check and lose nothing are tried earlier.
//!
//! Idea: a check leaves few replies, and what refutes a move is often one.
//! Why it is sound: it only changes the order.
//! When it applies: to quiet moves by which the man that moves gives check itself; discovered checks are left to the
//! histories.
//! Numbers: `check_ordering_bonus` besides the histories.
//! First source: Stockfish 2024; Reckless 2025. Chapter 17.

use crate::mode::Mode;
use crate::searcher::Searcher;
use crate::{Param, Technique};
use cutaway_chess::{Bitboard, Move, PieceType, Position, attacks};

/// From where a man of each type would give check; empty while the technique is off.
pub(crate) struct Checks {
    squares: [Bitboard; 6],
    bonus: i32,
}

impl<M: Mode> Searcher<'_, M> {
    /// The checks of the side to move.
    #[inline(always)]
    pub(crate) fn checks(&self, position: &Position) -> Checks {
        let mut squares = [Bitboard::EMPTY; 6];
        if self.mode.on(Technique::CheckOrdering) {
            let (them, occupied) = (!position.side_to_move(), position.occupied());
            let king = position.king(them);
            let (diagonal, straight) = (
                attacks::bishop(king, occupied),
                attacks::rook(king, occupied),
            );
            squares[PieceType::Pawn as usize] = attacks::pawn(them, king);
            squares[PieceType::Knight as usize] = attacks::knight(king);
            squares[PieceType::Bishop as usize] = diagonal;
            squares[PieceType::Rook as usize] = straight;
            squares[PieceType::Queen as usize] = diagonal | straight;
        }
        Checks {
            squares,
            bonus: self.mode.param(Param::CheckOrderingBonus),
        }
    }
}

impl Checks {
    /// What a quiet move gains in the order.
    #[inline(always)]
    pub(crate) fn bonus(&self, position: &Position, piece_type: PieceType, mv: Move) -> i32 {
        let gives_check = self.squares[piece_type as usize].contains(mv.to());
        if gives_check && position.see_ge(mv, 0) {
            self.bonus
        } else {
            0
        }
    }
}
