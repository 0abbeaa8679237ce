//! Which positions are refused: those that the rest of the crate cannot stand, and those that plainly no game can reach. It does not prove that a game leads to the others.

use super::FenError;
use crate::{Bitboard, Color, PieceType, Position, Rank, Square};

/// How many of each kind, pawn to queen, a side has at the start.
const AT_START: [u32; 5] = [8, 2, 2, 2, 1];

/// Whether the men are such as a game can have left over.
pub(super) fn check_men(position: &Position) -> Result<(), FenError> {
    for color in Color::ALL {
        let count = position.of(color, PieceType::King).len();
        if count != 1 {
            return Err(FenError::Kings { color, count });
        }
    }
    let back_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    if let Some(square) = (position.of_type(PieceType::Pawn) & back_ranks).first() {
        return Err(FenError::PawnOnBackRank { square });
    }
    for color in Color::ALL {
        let count = position.of_color(color).len();
        if count > 16 {
            return Err(FenError::TooManyMen { color, count });
        }
        let count = position.of(color, PieceType::Pawn).len();
        if count > AT_START[0] {
            return Err(FenError::TooManyPawns { color, count });
        }
        let missing = AT_START[0] - count;
        let promoted = (1..5)
            .map(|kind| {
                position
                    .of(color, PieceType::ALL[kind])
                    .len()
                    .saturating_sub(AT_START[kind])
            })
            .sum();
        if promoted > missing {
            return Err(FenError::TooManyPromoted {
                color,
                promoted,
                missing,
            });
        }
    }
    Ok(())
}

/// Whether the last move can have been one: no king left to be taken, no more than two checks, and a possible double step
/// if `en_passant` claims one. Two checkers that no single move can have brought about are let through without such a
/// claim: problems and test positions have them, and they do no harm. Checkers must be known.
pub(super) fn check_kings_and_en_passant(
    position: &Position,
    en_passant: Option<Square>,
) -> Result<(), FenError> {
    let us = position.side_to_move();
    let occupied = position.occupied();
    if position.is_attacked(position.king(!us), us, occupied) {
        return Err(FenError::KingCapturable { color: !us });
    }
    let checkers = position.checkers();
    if checkers.len() > 2 {
        return Err(FenError::TooManyCheckers {
            count: checkers.len(),
        });
    }
    let Some(target) = en_passant else {
        return Ok(());
    };
    let (from, to) = double_step_over(position, target)?;
    let before = (occupied - to.into()) | from.into();
    let attackers = position.attackers_to(position.king(us), before) & position.of_color(!us);
    // The double step gives the check itself or lays it open; it cannot do both, nor leave one standing.
    let is_by_the_pawn = (checkers - to.into()).is_empty();
    if checkers.has_many() || !(is_by_the_pawn || attackers.is_empty()) {
        return Err(FenError::ImpossibleCheck { color: us });
    }
    Ok(())
}

/// From where to where the pawn went that could be taken on `target`.
fn double_step_over(position: &Position, target: Square) -> Result<(Square, Square), FenError> {
    let them = !position.side_to_move();
    let square = target;
    let impossible = FenError::EnPassantImpossible { square };
    if target.rank() != Rank::Third.relative_to(them) {
        return Err(impossible);
    }
    let from = Square::new(target.file(), Rank::Second.relative_to(them));
    let to = Square::new(target.file(), Rank::Fourth.relative_to(them));
    let blockers = position.occupied() & (Bitboard::from(target) | from.into());
    if blockers.any() || !position.of(them, PieceType::Pawn).contains(to) {
        return Err(impossible);
    }
    Ok((from, to))
}
