//! A second, slow opinion on positions and legal moves, for tests and fuzzing.
//!
//! Nothing here uses bitboards, attack tables, pins or incremental keys: a plain array of 64 squares, steps from square
//! to square, and a move tried out before it is believed. It is a hundred times slower than the rest of the crate and
//! shares with it only the types - and the words that keys are made of.

mod slow;

pub use slow::{SlowMove, slow_legal_moves};

use crate::{
    Bitboard, CastlingSide, Color, Move, MoveKind, Piece, PieceType, Position, Rank, Square,
};
use slow::SlowBoard;

/// What is wrong with the inside of a position, or with the way a move was made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Invalid {
    /// Array and bitboards disagree about a square.
    Board(Square),
    /// A side does not have exactly one king.
    Kings(Color),
    /// A pawn stands on the first or eighth rank.
    Pawn(Square),
    /// The kept keys are not those of the board.
    Keys,
    /// The kept checkers are not those that steps from the king find.
    Checkers {
        /// What is kept.
        kept: Bitboard,
        /// What was found.
        found: Bitboard,
    },
    /// The kept pins are not those that steps from the king find.
    Pins {
        /// What is kept.
        kept: Bitboard,
        /// What was found.
        found: Bitboard,
    },
    /// The side that has just moved is in check.
    KingCapturable(Color),
    /// A castling right whose king or rook does not stand where it should, or two on one side of the king.
    Castling(Square),
    /// An en passant square on which no capture is legal.
    EnPassant(Square),
    /// After a move the board, the side to move, a right, the en passant square or a clock is not what it should be.
    Move {
        /// The move.
        mv: Move,
        /// What is wrong, in a word.
        what: &'static str,
    },
}

impl std::fmt::Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Invalid::Board(square) => write!(f, "array and bitboards disagree on {square}"),
            Invalid::Kings(color) => write!(f, "{color} does not have exactly one king"),
            Invalid::Pawn(square) => write!(f, "a pawn stands on {square}"),
            Invalid::Keys => f.write_str("the keys are not those of the board"),
            Invalid::Checkers { kept, found } => {
                write!(f, "checkers are {kept:?} and should be {found:?}")
            }
            Invalid::Pins { kept, found } => write!(f, "pins are {kept:?} and should be {found:?}"),
            Invalid::KingCapturable(color) => write!(f, "{color} has moved and is in check"),
            Invalid::Castling(square) => write!(f, "the right of the rook on {square} cannot be"),
            Invalid::EnPassant(square) => write!(f, "nobody can take en passant on {square}"),
            Invalid::Move { mv, what } => write!(f, "after {mv:?} the {what} is wrong"),
        }
    }
}

impl std::error::Error for Invalid {}

/// Compares everything that a position keeps with what its board alone says.
///
/// ```
/// use cutaway_chess::{Position, validate};
/// assert_eq!(validate::check(&Position::startpos()), Ok(()));
/// ```
///
/// # Errors
/// [`Invalid`], the first difference found.
pub fn check(position: &Position) -> Result<(), Invalid> {
    check_board(position)?;
    if *position.keys() != position.keys_from_scratch() {
        return Err(Invalid::Keys);
    }
    let board = SlowBoard::of(position);
    let us = position.side_to_move();
    if board.attackers(board.king(!us), us).any() {
        return Err(Invalid::KingCapturable(!us));
    }
    let (kept, found) = (position.checkers(), board.attackers(board.king(us), !us));
    if kept != found {
        return Err(Invalid::Checkers { kept, found });
    }
    let (kept, found) = (position.pinned(), board.pinned(us));
    if kept != found {
        return Err(Invalid::Pins { kept, found });
    }
    check_castling(position, &board)?;
    match position.en_passant() {
        Some(square) if !board.en_passant_is_possible(square, us) => {
            Err(Invalid::EnPassant(square))
        }
        _ => Ok(()),
    }
}

fn check_board(position: &Position) -> Result<(), Invalid> {
    let mut kings = [0; 2];
    for square in Square::all() {
        let piece = position.piece_on(square);
        let agrees = |of_color: Color, of_type: PieceType| {
            position.of_color(of_color).contains(square)
                == piece.is_some_and(|piece| piece.color() == of_color)
                && position.of_type(of_type).contains(square)
                    == piece.is_some_and(|piece| piece.piece_type() == of_type)
        };
        if !Color::ALL
            .into_iter()
            .all(|color| PieceType::ALL.into_iter().all(|kind| agrees(color, kind)))
        {
            return Err(Invalid::Board(square));
        }
        match piece.map(|piece| (piece.piece_type(), piece.color())) {
            Some((PieceType::King, color)) => kings[color.index()] += 1,
            Some((PieceType::Pawn, _)) if matches!(square.rank(), Rank::First | Rank::Eighth) => {
                return Err(Invalid::Pawn(square));
            }
            _ => {}
        }
    }
    match Color::ALL
        .into_iter()
        .find(|color| kings[color.index()] != 1)
    {
        Some(color) => Err(Invalid::Kings(color)),
        None => Ok(()),
    }
}

fn check_castling(position: &Position, board: &SlowBoard) -> Result<(), Invalid> {
    let mut seen = Vec::new();
    for rook in position.castling_rooks() {
        let color = match rook.rank() {
            Rank::First => Color::White,
            _ => Color::Black,
        };
        let king = board.king(color);
        let back_rank = Rank::First.relative_to(color);
        let side = (color, CastlingSide::of(king, rook));
        let stands = board.piece_on(rook) == Some(Piece::new(color, PieceType::Rook));
        if !stands || rook.rank() != back_rank || king.rank() != back_rank || seen.contains(&side) {
            return Err(Invalid::Castling(rook));
        }
        seen.push(side);
    }
    Ok(())
}

/// Checks that `after` is `before` with `mv` made, working it out on a plain array, and that `after` is sound in itself.
///
/// # Errors
/// [`Invalid`], the first difference found.
pub fn check_move(before: &Position, mv: Move, after: &Position) -> Result<(), Invalid> {
    check(after)?;
    let us = before.side_to_move();
    let mut board = SlowBoard::of(before);
    let moved = board.piece_on(mv.from()).map(Piece::piece_type);
    let is_zeroing = moved == Some(PieceType::Pawn) || (mv.is_capture() && !mv.is_castle());
    board.make((mv.from(), mv.to(), mv.promotion()));
    let wrong = |what| Err(Invalid::Move { mv, what });
    if Square::all().any(|square| board.piece_on(square) != after.piece_on(square)) {
        return wrong("board");
    }
    if after.side_to_move() == us {
        return wrong("side to move");
    }
    let rights = before.castling_rooks().into_iter().filter(|&rook| {
        let is_own = rook.rank() == Rank::First.relative_to(us);
        rook != mv.from() && rook != mv.to() && !(is_own && moved == Some(PieceType::King))
    });
    if after.castling_rooks() != rights.collect() {
        return wrong("castling rights");
    }
    let target = mv.from().offset(0, if us == Color::White { 1 } else { -1 });
    let en_passant = target.filter(|&target| {
        mv.kind() == MoveKind::DoublePush && board.en_passant_is_possible(target, !us)
    });
    if after.en_passant() != en_passant {
        return wrong("en passant square");
    }
    if after.halfmove_clock()
        != if is_zeroing {
            0
        } else {
            before.halfmove_clock() + 1
        }
    {
        return wrong("halfmove clock");
    }
    if after.fullmove_number() != before.fullmove_number() + us.index() as u32 {
        return wrong("move number");
    }
    Ok(())
}
