//! Threat ordering: quiet moves that take a man out of the reach of a lesser one come earlier, those that put one there
//! later.
//!
//! Idea: the histories learn squares and men, not what attacks them now.
//! Why it is sound: it only changes the order.
//! When it applies: to quiet moves of knights, bishops, rooks and queens.
//! Numbers: `threat_ordering_minor`, `threat_ordering_rook`, `threat_ordering_queen` besides the histories.
//! First source: Stockfish 2021. Chapter 17.

use crate::mode::Mode;
use crate::searcher::Searcher;
use crate::{Param, Technique};
use cutaway_chess::{Bitboard, Move, PieceType, Position, attacks};

/// For each type of man the squares on which a lesser enemy attacks it, and what it counts; empty while the technique is off.
pub(crate) struct LesserThreats {
    squares: [Bitboard; 6],
    worth: [i32; 6],
}

impl<M: Mode> Searcher<'_, M> {
    /// The threats of lesser men against the side to move.
    #[inline(always)]
    pub(crate) fn lesser_threats(&self, position: &Position) -> LesserThreats {
        let (mut squares, mut worth) = ([Bitboard::EMPTY; 6], [0; 6]);
        if self.mode.on(Technique::ThreatOrdering) {
            let (them, occupied) = (!position.side_to_move(), position.occupied());
            let pawns = position.of(them, PieceType::Pawn).forward(them);
            let by_pawns = pawns.left() | pawns.right();
            let mut by_minors = by_pawns;
            for knight in position.of(them, PieceType::Knight) {
                by_minors |= attacks::knight(knight);
            }
            for bishop in position.of(them, PieceType::Bishop) {
                by_minors |= attacks::bishop(bishop, occupied);
            }
            let mut by_rooks = by_minors;
            for rook in position.of(them, PieceType::Rook) {
                by_rooks |= attacks::rook(rook, occupied);
            }
            let rows = [
                (PieceType::Knight, by_pawns, Param::ThreatOrderingMinor),
                (PieceType::Bishop, by_pawns, Param::ThreatOrderingMinor),
                (PieceType::Rook, by_minors, Param::ThreatOrderingRook),
                (PieceType::Queen, by_rooks, Param::ThreatOrderingQueen),
            ];
            for (piece_type, attacked, param) in rows {
                squares[piece_type as usize] = attacked;
                worth[piece_type as usize] = self.mode.param(param);
            }
        }
        LesserThreats { squares, worth }
    }
}

impl LesserThreats {
    /// What a quiet move gains in the order.
    #[inline(always)]
    pub(crate) fn bonus(&self, piece_type: PieceType, mv: Move) -> i32 {
        let squares = self.squares[piece_type as usize];
        let change = i32::from(squares.contains(mv.from())) - i32::from(squares.contains(mv.to()));
        change * self.worth[piece_type as usize]
    }
}
