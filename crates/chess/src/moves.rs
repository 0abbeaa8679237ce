//! Moves in 16 bits, and a list of them that lives on the stack.

use crate::{PieceType, Square};
use std::num::NonZeroU16;

/// What is special about a move. Bit 2 means capture, bit 3 promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum MoveKind {
    Quiet = 0,
    DoublePush = 1,
    /// The king takes his own rook: `to` is the rook's square, in standard chess too.
    Castle = 2,
    Capture = 4,
    EnPassant = 5,
    PromoteKnight = 8,
    PromoteBishop = 9,
    PromoteRook = 10,
    PromoteQueen = 11,
    CapturePromoteKnight = 12,
    CapturePromoteBishop = 13,
    CapturePromoteRook = 14,
    CapturePromoteQueen = 15,
}

/// A move: from, to and its kind, in 16 bits that are never all zero.
///
/// Castling is king takes own rook, as in Chess960; how it is written (`e1g1` or `e1h1`) is up to
/// [`Move::to_uci`](crate::Move::to_uci).
///
/// ```
/// use cutaway_chess::{Move, MoveKind, PieceType, Square};
/// let mv = Move::new(Square::A7, Square::B8, MoveKind::CapturePromoteQueen);
/// assert!(mv.is_capture());
/// assert_eq!(mv.promotion(), Some(PieceType::Queen));
/// assert_eq!(Move::from_bits(mv.bits()), Some(mv));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move of that kind. It is not tested against any position.
    ///
    /// # Panics
    /// If `from` and `to` are both a1 and the kind is quiet, which is no move.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => panic!("a move from a1 to a1 is no move"),
        }
    }

    /// The square that the man leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0.get() as u32)
    }

    /// The square that the man goes to; in castling the square of the rook.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.0.get() as u32 >> 6)
    }

    /// What is special about it.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        use MoveKind::*;
        // Numbers that no constructor makes read as quiet, so that a torn or foreign word stays harmless.
        const KINDS: [MoveKind; 16] = [
            Quiet,
            DoublePush,
            Castle,
            Quiet,
            Capture,
            EnPassant,
            Quiet,
            Quiet,
            PromoteKnight,
            PromoteBishop,
            PromoteRook,
            PromoteQueen,
            CapturePromoteKnight,
            CapturePromoteBishop,
            CapturePromoteRook,
            CapturePromoteQueen,
        ];
        KINDS[(self.0.get() >> 12) as usize]
    }

    /// Whether a man is taken, en passant included.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0.get() & 0x4000 != 0
    }

    /// Whether it castles.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        self.0.get() >> 12 == MoveKind::Castle as u16
    }

    /// Whether it takes en passant.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.0.get() >> 12 == MoveKind::EnPassant as u16
    }

    /// Whether a pawn promotes.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & 0x8000 != 0
    }

    /// What a pawn becomes, if it promotes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.is_promotion() {
            Some(PieceType::ALL[1 + (self.0.get() >> 12 & 3) as usize])
        } else {
            None
        }
    }

    /// Whether a pawn promotes to less than a queen.
    #[inline(always)]
    pub const fn is_underpromotion(self) -> bool {
        self.is_promotion() && self.0.get() >> 12 & 3 != 3
    }

    /// Whether it changes the material as quiescence search sees it: a capture or a promotion to a queen,
    /// but never a promotion to less.
    #[inline(always)]
    pub const fn is_noisy(self) -> bool {
        match self.promotion() {
            None => self.is_capture(),
            Some(piece_type) => matches!(piece_type, PieceType::Queen),
        }
    }

    /// Neither a capture nor any promotion.
    #[inline(always)]
    pub const fn is_quiet(self) -> bool {
        self.0.get() & 0xC000 == 0
    }

    /// The 16 bits: from, to << 6, kind << 12.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move of those bits; 0 is none. It need not make sense in any position
    /// (see [`Position::is_legal`](crate::Position::is_legal)).
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }
}

impl std::fmt::Debug for Move {
    /// From, to and promotion, castling as king takes rook, whatever the position.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        if let Some(piece_type) = self.promotion() {
            write!(f, "{}", piece_type.letter())?;
        }
        Ok(())
    }
}

/// The greatest number of moves a list holds. No position that the rules let through has more than 218 legal moves
/// (one with more than 256 cannot be set up within the FEN checks of this crate).
pub const MAX_MOVES: usize = 256;

/// A list of moves on the stack.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [Option<Move>; MAX_MOVES],
}

impl MoveList {
    /// An empty list.
    #[inline(always)]
    pub const fn new() -> MoveList {
        MoveList {
            len: 0,
            moves: [None; MAX_MOVES],
        }
    }

    /// How many moves it holds.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether it holds none.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    /// If it already holds [`MAX_MOVES`].
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = Some(mv);
        self.len += 1;
    }

    /// The move at `index`, if there is one.
    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<Move> {
        if index < self.len {
            self.moves[index & (MAX_MOVES - 1)]
        } else {
            None
        }
    }

    /// Its moves in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().filter_map(|&mv| mv)
    }

    /// Whether it holds that move.
    pub fn contains(&self, mv: Move) -> bool {
        self.iter().any(|other| other == mv)
    }

    /// Forgets all its moves.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl std::fmt::Debug for MoveList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
