//! Sets of squares as 64-bit words.

use crate::{Color, File, Rank, Square};
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

/// A set of squares: bit `i` is the square with number `i` (a1 = 0, h8 = 63).
///
/// It is an iterator over its squares, lowest first, and a set with the usual operators; `-` is set difference.
///
/// ```
/// use cutaway_chess::{Bitboard, Square};
/// let set = Bitboard::from(Square::A1) | Square::H8.into();
/// assert_eq!(set.len(), 2);
/// assert!(set.contains(Square::H8));
/// assert_eq!(set.collect::<Vec<_>>(), [Square::A1, Square::H8]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The 32 dark squares (a1 is one).
    pub const DARK_SQUARES: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);
    /// The 32 light squares.
    pub const LIGHT_SQUARES: Bitboard = Bitboard(!0xAA55_AA55_AA55_AA55);

    /// The eight squares of a file.
    #[inline(always)]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u8)
    }

    /// The eight squares of a rank.
    #[inline(always)]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xFF << (rank as u8 * 8))
    }

    /// The set of that one square.
    #[inline(always)]
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// How many squares.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is at least one.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether there are two or more.
    #[inline(always)]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The lowest square, if any.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_low_bits(self.0.trailing_zeros()))
        }
    }

    /// The lowest square of a set that is not empty (a1 for the empty one).
    #[inline(always)]
    pub(crate) const fn first_unchecked(self) -> Square {
        Square::from_low_bits(self.0.trailing_zeros())
    }

    /// The set of the lowest square alone, without finding out which it is (`x & -x`).
    #[inline(always)]
    pub const fn lowest(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_neg())
    }

    /// Every square moved one rank towards `color`'s opponent; those that leave the board vanish.
    #[inline(always)]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Every square moved one file towards h; those that leave the board vanish.
    #[inline(always)]
    pub const fn right(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::file(File::H).0) << 1)
    }

    /// Every square moved one file towards a; those that leave the board vanish.
    #[inline(always)]
    pub const fn left(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::file(File::A).0) >> 1)
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |set, square| set | square.into())
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = ExactSizeIterator::len(self);
        (len, Some(len))
    }
}

impl ExactSizeIterator for Bitboard {
    fn len(&self) -> usize {
        self.0.count_ones() as usize
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident: $a:ident $b:ident => $result:expr;)*) => {
        $(
            impl $trait for Bitboard {
                type Output = Bitboard;
                #[inline(always)]
                fn $method(self, other: Bitboard) -> Bitboard {
                    let ($a, $b) = (self.0, other.0);
                    Bitboard($result)
                }
            }
            impl $assign_trait for Bitboard {
                #[inline(always)]
                fn $assign(&mut self, other: Bitboard) {
                    *self = $trait::$method(*self, other);
                }
            }
        )*
    };
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign: a b => a & b;
    BitOr bitor BitOrAssign bitor_assign: a b => a | b;
    BitXor bitxor BitXorAssign bitxor_assign: a b => a ^ b;
    Sub sub SubAssign sub_assign: a b => a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl std::fmt::Display for Bitboard {
    /// Eight lines from the eighth rank down, `x` for a square of the set and `.` for any other.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                f.write_str(if self.contains(Square::new(file, rank)) {
                    "x"
                } else {
                    "."
                })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)
    }
}
