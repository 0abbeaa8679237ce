//! A position: where the men stand, whose move it is, and what follows from that at once - keys, checkers, pins.
//!
//! It is a plain value of some 230 bytes that is copied before each move (copy-make); what came before it is kept by
//! [`Game`](crate::Game). It knows no score. Moves are made in `play`, found in `movegen`, read and written in `fen`,
//! `san` and `uci`.

use crate::attacks::{self, between};
use crate::zobrist;
use crate::{Bitboard, Color, Piece, PieceType, Square};

/// The hash keys of a position, each kept up to date move by move. Equal positions have equal keys.
///
/// `whole` covers men, side to move, castling rights and the en passant square; the others cover men alone and index the
/// correction and pawn tables of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Keys {
    /// Everything that tells two positions apart under the repetition rule.
    pub whole: u64,
    /// The pawns of both sides.
    pub pawn: u64,
    /// The men of each side but pawns, by colour index.
    pub non_pawn: [u64; 2],
    /// Knights and bishops of both sides.
    pub minor: u64,
}

/// Which way a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// Towards the h-file: king to g, rook to f.
    King,
    /// Towards the a-file: king to c, rook to d.
    Queen,
}

/// A chess position, standard or Chess960.
///
/// ```
/// use cutaway_chess::{Color, Position, Square};
/// let position = Position::startpos();
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(position.king(Color::Black), Square::E8);
/// assert_eq!(position.legal_moves().len(), 20);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(crate) pieces: [Bitboard; 6],
    pub(crate) colors: [Bitboard; 2],
    pub(crate) board: [Option<Piece>; 64],
    pub(crate) keys: Keys,
    /// Enemy men that give check.
    pub(crate) checkers: Bitboard,
    /// Own men that may not leave the line to their king.
    pub(crate) pinned: Bitboard,
    /// The rooks that may still castle.
    pub(crate) castling: Bitboard,
    pub(crate) en_passant: Option<Square>,
    pub(crate) side_to_move: Color,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u32,
}

impl Position {
    /// A board without men, White to move: where the FEN reader begins. It is no legal position.
    pub(crate) fn empty() -> Position {
        Position {
            pieces: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            board: [None; 64],
            keys: Keys::default(),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: Bitboard::EMPTY,
            en_passant: None,
            side_to_move: Color::White,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Whose move it is.
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The man on that square.
    #[inline(always)]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The squares of all men of that kind, of both sides.
    #[inline(always)]
    pub const fn of_type(&self, piece_type: PieceType) -> Bitboard {
        self.pieces[piece_type as usize]
    }

    /// The squares of that side's men.
    #[inline(always)]
    pub const fn of_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The squares of that side's men of that kind.
    #[inline(always)]
    pub const fn of(&self, color: Color, piece_type: PieceType) -> Bitboard {
        Bitboard(self.colors[color as usize].0 & self.pieces[piece_type as usize].0)
    }

    /// The squares of all men.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// Bishops and queens of both sides.
    #[inline(always)]
    pub const fn diagonal_sliders(&self) -> Bitboard {
        Bitboard(
            self.pieces[PieceType::Bishop as usize].0 | self.pieces[PieceType::Queen as usize].0,
        )
    }

    /// Rooks and queens of both sides.
    #[inline(always)]
    pub const fn orthogonal_sliders(&self) -> Bitboard {
        Bitboard(self.pieces[PieceType::Rook as usize].0 | self.pieces[PieceType::Queen as usize].0)
    }

    /// Where that side's king stands.
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        self.of(color, PieceType::King).first_unchecked()
    }

    /// The enemy men that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The men of the side to move that are pinned to their king.
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The rooks that still have the right to castle, of both sides.
    #[inline(always)]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// The rook with which `color` may still castle on that side.
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        (self.castling & self.of_color(color))
            .into_iter()
            .find(|rook| (rook.index() > king.index()) == (side == CastlingSide::King))
    }

    /// Whether every castling right is that of a king on e with a rook on a or h, so that castling can be written
    /// as a king's move of two squares.
    pub fn has_classical_castling(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let rooks = self.castling & self.of_color(color);
            let corners = Bitboard::from_square(Square::A1)
                | Square::H1.into()
                | Square::A8.into()
                | Square::H8.into();
            rooks.is_empty()
                || (self.king(color).relative_to(color) == Square::E1
                    && (rooks - corners).is_empty())
        })
    }

    /// The square behind a pawn that has just moved two squares, if - and only if - taking it en passant is legal.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move (the 50-move rule counts 100 of them).
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move, 1 at the start, one more after each move of Black's.
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The hash keys.
    #[inline(always)]
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The hash key of the whole position.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.keys.whole
    }

    /// Whether that side has a man besides king and pawns.
    #[inline(always)]
    pub const fn has_non_pawn_material(&self, color: Color) -> bool {
        self.colors[color as usize].0
            & !(self.pieces[PieceType::Pawn as usize].0 | self.pieces[PieceType::King as usize].0)
            != 0
    }

    /// All men, of both sides, that attack `square` when exactly `occupied` blocks lines. Men that are not in
    /// `occupied` still count as attackers: intersect where they have left.
    #[inline(always)]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, _, _, _, kings] = self.pieces;
        (attacks::pawn(Color::White, square) & pawns & self.colors[1])
            | (attacks::pawn(Color::Black, square) & pawns & self.colors[0])
            | (attacks::knight(square) & knights)
            | (attacks::king(square) & kings)
            | (attacks::bishop(square, occupied) & self.diagonal_sliders())
            | (attacks::rook(square, occupied) & self.orthogonal_sliders())
    }

    /// Whether a man of `by` attacks `square` when exactly `occupied` blocks lines.
    #[inline(always)]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let enemy = self.colors[by.index()];
        let [pawns, knights, _, _, _, kings] = self.pieces;
        ((attacks::pawn(!by, square) & pawns)
            | (attacks::knight(square) & knights)
            | (attacks::king(square) & kings))
            .0
            & enemy.0
            != 0
            || (attacks::bishop(square, occupied) & self.diagonal_sliders() & enemy).any()
            || (attacks::rook(square, occupied) & self.orthogonal_sliders() & enemy).any()
    }

    /// All squares that men of `by` attack on the board as it is, their own men's among them.
    ///
    /// ```
    /// use cutaway_chess::{Color, Position};
    /// let attacked = Position::startpos().attacked_by(Color::White);
    /// // The third rank, and all own men but the rooks.
    /// assert_eq!(attacked.len(), 8 + 14);
    /// ```
    pub fn attacked_by(&self, by: Color) -> Bitboard {
        let occupied = self.occupied();
        let pawns = self.of(by, PieceType::Pawn).forward(by);
        let mut attacked = pawns.left() | pawns.right() | attacks::king(self.king(by));
        for knight in self.of(by, PieceType::Knight) {
            attacked |= attacks::knight(knight);
        }
        for slider in self.diagonal_sliders() & self.of_color(by) {
            attacked |= attacks::bishop(slider, occupied);
        }
        for slider in self.orthogonal_sliders() & self.of_color(by) {
            attacked |= attacks::rook(slider, occupied);
        }
        attacked
    }

    /// Works out checkers and pins of the side to move.
    #[inline(always)]
    pub(crate) fn refresh_checkers_and_pins(&mut self) {
        let us = self.side_to_move;
        let king = self.king(us);
        let enemy = self.colors[(!us).index()];
        let occupied = self.occupied();
        let mut checkers = ((attacks::knight(king) & self.pieces[PieceType::Knight as usize])
            | (attacks::pawn(us, king) & self.pieces[PieceType::Pawn as usize]))
            & enemy;
        let mut pinned = Bitboard::EMPTY;
        let snipers = enemy
            & ((attacks::bishop_rays(king) & self.diagonal_sliders())
                | (attacks::rook_rays(king) & self.orthogonal_sliders()));
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.into();
            } else if !blockers.has_many() {
                pinned |= blockers;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned & self.colors[us.index()];
    }

    /// Whether the pawn on `from` may take en passant on `target` without leaving its king attacked.
    #[inline]
    pub(crate) fn en_passant_is_legal(&self, from: Square, target: Square) -> bool {
        let us = self.color_of_capturer(target);
        let victim = Bitboard::from(target).forward(!us);
        let occupied = (self.occupied() ^ from.into() ^ victim) | target.into();
        let attackers = self.attackers_to(self.king(us), occupied) & self.colors[(!us).index()];
        (attackers - victim).is_empty()
    }

    /// The side that captures en passant on `target`: White on the sixth rank, Black on the third.
    #[inline(always)]
    const fn color_of_capturer(&self, target: Square) -> Color {
        if target.index() >= 32 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The pawns that could take en passant on `target`, pins and checks not looked at.
    #[inline(always)]
    pub(crate) fn en_passant_capturers(&self, target: Square) -> Bitboard {
        let us = self.color_of_capturer(target);
        attacks::pawn(!us, target) & self.of(us, PieceType::Pawn)
    }

    /// All keys computed from the board: what the incremental ones must equal.
    pub(crate) fn keys_from_scratch(&self) -> Keys {
        let mut keys = Keys::default();
        for square in self.occupied() {
            if let Some(piece) = self.board[square.index()] {
                zobrist::toggle(&mut keys, piece, square);
            }
        }
        keys.whole ^= zobrist::castling(self.castling);
        if let Some(square) = self.en_passant {
            keys.whole ^= zobrist::en_passant(square.file());
        }
        if self.side_to_move == Color::Black {
            keys.whole ^= zobrist::BLACK_TO_MOVE;
        }
        keys
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({})", self.to_fen())
    }
}
