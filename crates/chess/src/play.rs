//! Making moves on a position that was copied before.

use crate::zobrist;
use crate::{Bitboard, CastlingSide, Color, Move, MoveKind, Piece, PieceType, Position, Square};

/// Hears which men appear and vanish while a move is made, so that an evaluation can follow the board without
/// the board knowing it. `()` is the observer that does nothing.
pub trait BoardObserver {
    /// A man has been put on an empty square.
    fn on_put(&mut self, piece: Piece, square: Square);
    /// A man has been taken off its square.
    fn on_remove(&mut self, piece: Piece, square: Square);
}

impl BoardObserver for () {
    #[inline(always)]
    fn on_put(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn on_remove(&mut self, _: Piece, _: Square) {}
}

/// A move that is not legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(
    /// The move that was refused.
    pub Move,
);

impl std::fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} is not a legal move here", self.0)
    }
}

impl std::error::Error for IllegalMove {}

impl CastlingSide {
    /// Where king and rook of `color` stand after castling on this side.
    #[inline(always)]
    pub const fn destinations(self, color: Color) -> (Square, Square) {
        let (king, rook) = match self {
            CastlingSide::King => (Square::G1, Square::F1),
            CastlingSide::Queen => (Square::C1, Square::D1),
        };
        (king.relative_to(color), rook.relative_to(color))
    }

    /// The side on which the rook stands as seen from the king.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> CastlingSide {
        if rook.index() > king.index() {
            CastlingSide::King
        } else {
            CastlingSide::Queen
        }
    }
}

impl Position {
    /// Makes a legal move.
    ///
    /// ```
    /// use cutaway_chess::{Position, Square, Move, MoveKind};
    /// let mut position = Position::startpos();
    /// position.play(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
    /// assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// ```
    ///
    /// # Panics
    /// If the move is not legal here.
    pub fn play(&mut self, mv: Move) {
        self.try_play(mv).expect("the caller promises a legal move");
    }

    /// Makes the move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`] if it is not; the position is then unchanged.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_unchecked(mv, &mut ());
        Ok(())
    }

    /// Makes a move that the caller knows to be legal (generated here, or tested by [`Position::is_legal`]), and
    /// tells the observer what changes on the board. With any other move the position is nonsense afterwards,
    /// though nothing worse happens; debug builds panic.
    #[inline]
    pub fn play_unchecked<O: BoardObserver>(&mut self, mv: Move, observer: &mut O) {
        debug_assert!(
            self.is_legal(mv),
            "{mv:?} is not legal in {}",
            self.to_fen()
        );
        let us = self.side_to_move;
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        if let Some(square) = self.en_passant.take() {
            self.keys.whole ^= zobrist::en_passant(square.file());
        }
        let mover = self.board[from.index()];
        self.halfmove_clock = self.halfmove_clock_after(mv);
        if kind == MoveKind::Castle {
            self.castle(us, from, to, observer);
        } else {
            let victim_square = match kind {
                MoveKind::EnPassant => to.flip_en_passant(),
                _ => to,
            };
            if mv.is_capture()
                && let Some(victim) = self.board[victim_square.index()]
            {
                self.remove(victim, victim_square, observer);
            }
            if let Some(piece) = mover {
                self.remove(piece, from, observer);
                let piece_type = piece.piece_type();
                if piece_type == PieceType::Pawn {
                    self.put(
                        Piece::new(us, mv.promotion().unwrap_or(PieceType::Pawn)),
                        to,
                        observer,
                    );
                } else {
                    self.put(piece, to, observer);
                }
                self.lose_castling_rights(us, piece_type == PieceType::King, from, to);
            }
        }
        if us == Color::Black {
            self.fullmove_number += 1;
        }
        self.side_to_move = !us;
        self.keys.whole ^= zobrist::BLACK_TO_MOVE;
        if kind == MoveKind::DoublePush {
            self.set_en_passant(to.flip_en_passant());
        }
        self.refresh_checkers_and_pins();
        debug_assert_eq!(self.keys, self.keys_from_scratch());
    }

    /// Passes the move to the other side (the null move of a search, or an analyst's pass).
    ///
    /// The side to move must not be in check; debug builds panic if it is.
    #[inline]
    pub fn play_null(&mut self) {
        debug_assert!(!self.in_check(), "no null move in check");
        if let Some(square) = self.en_passant.take() {
            self.keys.whole ^= zobrist::en_passant(square.file());
        }
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if self.side_to_move == Color::Black {
            self.fullmove_number += 1;
        }
        self.side_to_move = !self.side_to_move;
        self.keys.whole ^= zobrist::BLACK_TO_MOVE;
        self.refresh_checkers_and_pins();
    }

    /// The half-move clock after `mv`, which must be legal here: captures and moves of pawns set it back to 0.
    ///
    /// ```
    /// use cutaway_chess::Position;
    /// let position: Position = "4k3/8/8/8/8/8/4P3/4K2R w K - 7 30".parse().unwrap();
    /// assert_eq!(position.halfmove_clock_after(position.parse_san("O-O").unwrap()), 8);
    /// assert_eq!(position.halfmove_clock_after(position.parse_san("e4").unwrap()), 0);
    /// ```
    #[inline(always)]
    pub fn halfmove_clock_after(&self, mv: Move) -> u16 {
        let moves_pawn = self.piece_on(mv.from()).map(Piece::piece_type) == Some(PieceType::Pawn);
        if moves_pawn || mv.is_capture() {
            0
        } else {
            self.halfmove_clock.saturating_add(1)
        }
    }

    /// The key after `mv`, all but exactly: castling rights, castling itself, promotion and a new en passant square
    /// are left out. Good for fetching a table line early, and for nothing else.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let mut key = self.keys.whole ^ zobrist::BLACK_TO_MOVE;
        if let Some(square) = self.en_passant {
            key ^= zobrist::en_passant(square.file());
        }
        if let Some(victim) = self.board[mv.to().index()] {
            key ^= zobrist::man(victim, mv.to());
        }
        if let Some(piece) = self.board[mv.from().index()] {
            key ^= zobrist::man(piece, mv.from()) ^ zobrist::man(piece, mv.to());
        }
        key
    }

    #[inline(always)]
    fn castle<O: BoardObserver>(
        &mut self,
        us: Color,
        king: Square,
        rook: Square,
        observer: &mut O,
    ) {
        let (king_to, rook_to) = CastlingSide::of(king, rook).destinations(us);
        let (king_man, rook_man) = (
            Piece::new(us, PieceType::King),
            Piece::new(us, PieceType::Rook),
        );
        // Both leave before either arrives: in Chess960 their squares may overlap.
        self.remove(king_man, king, observer);
        self.remove(rook_man, rook, observer);
        self.put(king_man, king_to, observer);
        self.put(rook_man, rook_to, observer);
        self.lose_castling_rights(us, true, king, rook);
    }

    /// Takes the right from every rook on `from` or `to`, and from all of `us` if the king moved.
    #[inline(always)]
    fn lose_castling_rights(&mut self, us: Color, king_moved: bool, from: Square, to: Square) {
        let mut lost = Bitboard::from(from) | to.into();
        if king_moved {
            lost |= Bitboard(0xFF << (us.index() * 56));
        }
        lost &= self.castling;
        if lost.any() {
            self.castling ^= lost;
            self.keys.whole ^= zobrist::castling(lost);
        }
    }

    /// Keeps the square if the side that is now to move can legally take on it.
    #[inline(always)]
    pub(crate) fn set_en_passant(&mut self, target: Square) {
        let mut capturers = self.en_passant_capturers(target);
        if Iterator::any(&mut capturers, |from| {
            self.en_passant_is_legal(from, target)
        }) {
            self.en_passant = Some(target);
            self.keys.whole ^= zobrist::en_passant(target.file());
        }
    }

    #[inline(always)]
    pub(crate) fn put<O: BoardObserver>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        let bit = Bitboard::from(square);
        self.pieces[piece.piece_type().index()] |= bit;
        self.colors[piece.color().index()] |= bit;
        self.board[square.index()] = Some(piece);
        zobrist::toggle(&mut self.keys, piece, square);
        observer.on_put(piece, square);
    }

    #[inline(always)]
    fn remove<O: BoardObserver>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        let bit = Bitboard::from(square);
        self.pieces[piece.piece_type().index()] -= bit;
        self.colors[piece.color().index()] -= bit;
        self.board[square.index()] = None;
        zobrist::toggle(&mut self.keys, piece, square);
        observer.on_remove(piece, square);
    }
}

impl Square {
    /// The square of the pawn that is taken en passant on this one, and the other way round: the ranks 3 and 4, and
    /// 5 and 6, belong together.
    #[inline(always)]
    const fn flip_en_passant(self) -> Square {
        Square::from_low_bits(self.index() as u32 ^ 8)
    }
}
