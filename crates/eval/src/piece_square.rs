//! Tapered piece-square values: a man's worth on its square, once for the opening and once for the endgame.
//!
//! Idea: a knight in the middle attacks more than one at the edge, a pawn near promotion is more than a pawn, a king hides
//! early and marches late. So each man has a value by square, and each value exists twice; the *phase*, a count of the
//! pieces still there, says how far to go from the one to the other.
//!
//! First sources: tables by square are as old as computer chess (Shannon 1950 proposed the centre as a term); blending
//! two whole evaluations by material is due to Fruit (Letouzey 2005). The numbers are in `piece_square_tables`.

use crate::piece_square_tables::{MATERIAL, TABLES};
use cutaway_chess::{Color, Piece, PieceType, Square};

/// What each kind of man adds to the phase while it is on the board, by [`PieceType`].
pub const PHASE_WEIGHTS: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The phase of the start position: 4 knights, 4 bishops, 4 rooks, 2 queens. Promotions do not go beyond it.
pub const MAX_PHASE: i32 = 24;

/// A value for the opening and one for the endgame, centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered {
    /// In force while all pieces are there.
    pub middlegame: i32,
    /// In force when no piece is left.
    pub endgame: i32,
}

impl Tapered {
    /// The value at a phase, 0 (endgame) to [`MAX_PHASE`], rounded towards zero.
    ///
    /// ```
    /// use cutaway_eval::Tapered;
    /// let value = Tapered { middlegame: 80, endgame: 104 };
    /// assert_eq!((value.blend(24), value.blend(12), value.blend(0)), (80, 92, 104));
    /// ```
    #[inline(always)]
    pub const fn blend(self, phase: i32) -> i32 {
        (self.middlegame * phase + self.endgame * (MAX_PHASE - phase)) / MAX_PHASE
    }
}

impl std::ops::Add for Tapered {
    type Output = Tapered;

    fn add(self, other: Tapered) -> Tapered {
        Tapered {
            middlegame: self.middlegame + other.middlegame,
            endgame: self.endgame + other.endgame,
        }
    }
}

impl std::ops::Sub for Tapered {
    type Output = Tapered;

    fn sub(self, other: Tapered) -> Tapered {
        Tapered {
            middlegame: self.middlegame - other.middlegame,
            endgame: self.endgame - other.endgame,
        }
    }
}

/// What that kind of man is worth wherever it stands: the mean over the squares where such men are found, so that this is
/// what a capture wins on average. The king's is zero; its mean tells nothing.
#[inline]
pub(crate) const fn material(piece_type: PieceType) -> Tapered {
    let [middlegame, endgame] = MATERIAL[piece_type.index()];
    Tapered {
        middlegame: middlegame as i32,
        endgame: endgame as i32,
    }
}

/// What standing on `square` adds to the man, or takes from it, seen from its own side.
#[inline]
pub(crate) const fn square_bonus(piece: Piece, square: Square) -> Tapered {
    // The tables are written as a board is looked at, with the eighth rank on top.
    let index = match piece.color() {
        Color::White => square.index() ^ 56,
        Color::Black => square.index(),
    };
    let [middlegame, endgame] = &TABLES[piece.piece_type().index()];
    Tapered {
        middlegame: middlegame[index] as i32,
        endgame: endgame[index] as i32,
    }
}
