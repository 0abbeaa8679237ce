//! Files, ranks and the 64 squares.

use crate::Color;

macro_rules! eight {
    ($(#[$doc:meta])* $name:ident: $($variant:ident)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum $name { $($variant),* }

        impl $name {
            /// All eight, in order.
            pub const ALL: [$name; 8] = [$($name::$variant),*];

            /// 0 to 7.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one with that number, if it is below 8.
            pub const fn from_index(index: usize) -> Option<$name> {
                if index < 8 { Some($name::ALL[index]) } else { None }
            }
        }
    };
}

eight! {
    /// A file (column) of the board.
    File: A B C D E F G H
}

eight! {
    /// A rank (row) of the board, seen from White.
    Rank: First Second Third Fourth Fifth Sixth Seventh Eighth
}

impl File {
    /// `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file of a letter, in either case.
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter.to_ascii_lowercase() {
            c @ 'a'..='h' => File::from_index((c as u8 - b'a') as usize),
            _ => None,
        }
    }
}

impl Rank {
    /// This rank as `color` counts it: White's first rank is Black's eighth.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Rank {
        Rank::ALL[self as usize ^ (color as usize * 7)]
    }
}

/// One of the 64 squares, a1 = 0, b1 = 1, ..., h8 = 63.
///
/// ```
/// use cutaway_chess::{File, Rank, Square};
/// let e4 = Square::new(File::E, Rank::Fourth);
/// assert_eq!(e4, Square::E4);
/// assert_eq!("e4".parse(), Ok(e4));
/// assert_eq!(e4.to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

macro_rules! squares {
    ($($name:ident)*) => {
        #[allow(missing_docs, reason = "the names say it")]
        impl Square {
            squares!(@ 0; $($name)*);
        }
    };
    (@ $n:expr; $first:ident $($rest:ident)*) => {
        pub const $first: Square = Square($n);
        squares!(@ $n + 1; $($rest)*);
    };
    (@ $n:expr;) => {};
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// The square on that file and rank.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// The square with that number, if it is below 64.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// The square whose number is the low six bits of `bits`.
    #[inline(always)]
    pub(crate) const fn from_low_bits(bits: u32) -> Square {
        Square((bits & 63) as u8)
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }

    /// 0 (a1) to 63 (h8). The mask tells the compiler so, which spares bounds checks.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Its file.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::ALL[(self.0 & 7) as usize]
    }

    /// Its rank, seen from White.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::ALL[((self.0 >> 3) & 7) as usize]
    }

    /// The same square seen from the other side of the board (e2 <-> e7).
    #[inline(always)]
    pub const fn flip_rank(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// This square as `color` sees it: unchanged for White, flipped for Black.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Square {
        Square(self.0 ^ (color as u8 * 56))
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    ///
    /// ```
    /// use cutaway_chess::Square;
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::H1.offset(1, 0), None);
    /// ```
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self.0 & 7) as i8 + files;
        let rank = (self.0 >> 3) as i8 + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square((rank * 8 + file) as u8))
    }
}

/// A text that names no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl std::fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a square is a letter a to h and a digit 1 to 8")
    }
}

impl std::error::Error for ParseSquareError {}

impl std::str::FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `a1` to `h8`, lower case.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Square((rank - b'1') * 8 + (file - b'a')))
            }
            _ => Err(ParseSquareError),
        }
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().index() + 1)
    }
}

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
