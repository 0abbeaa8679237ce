//! Which squares a man attacks, and which squares lie between two others.
//!
//! The lowest stone of the house: `position`, `movegen`, `legality` and `see` all look things up here. Every look-up is
//! a read of a static table, none of which is filled at run time. Those of knight, king, pawn and the lines are constants
//! of this file. Those of bishop and rook depend on the men in the way and come from the build script, which also
//! chooses between two ways to index them: magic multiplication, which works anywhere, and the PEXT instruction,
//! where the processor does it fast. Both are tested against the slow walk in [`rays`].
//!
//! It knows neither men nor positions: what stands on the attacked squares is for the caller to say.

#[cfg(any(test, not(slider_pext)))]
mod by_magic;
#[cfg(any(
    slider_pext,
    all(test, target_arch = "x86_64", target_feature = "bmi2")
))]
mod by_pext;
pub mod finder;
#[cfg(any(test, not(slider_pext)))]
mod magics;
pub mod rays;
#[cfg(test)]
mod tests;

#[cfg(not(slider_pext))]
use by_magic as sliders;
#[cfg(slider_pext)]
use by_pext as sliders;

use crate::{Bitboard, Color, Square};
use rays::Slider;

/// The squares that a knight on `square` attacks.
///
/// ```
/// use cutaway_chess::{Square, attacks};
/// assert_eq!(attacks::knight(Square::A1).collect::<Vec<_>>(), [Square::C2, Square::B3]);
/// ```
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares that a king on `square` attacks.
///
/// ```
/// use cutaway_chess::{Square, attacks};
/// assert_eq!(attacks::king(Square::A1).collect::<Vec<_>>(), [Square::B1, Square::A2, Square::B2]);
/// ```
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a pawn of `color` on `square` attacks. They are also the squares from which a pawn of the other
/// colour attacks `square`.
///
/// ```
/// use cutaway_chess::{Color, Square, attacks};
/// assert_eq!(attacks::pawn(Color::Black, Square::E5).collect::<Vec<_>>(), [Square::D4, Square::F4]);
/// ```
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares that a bishop on `square` attacks when the men of `occupied` stand in the way: up to the first of them in
/// each direction, and that one too, whoever it belongs to. Whether `square` itself is in `occupied` does not matter.
///
/// ```
/// use cutaway_chess::{Bitboard, Square, attacks};
/// let attacked = attacks::bishop(Square::A1, Bitboard::from(Square::C3));
/// assert_eq!(attacked.collect::<Vec<_>>(), [Square::B2, Square::C3]);
/// ```
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(sliders::attacks(Slider::Bishop, square.index(), occupied.0))
}

/// The squares that a rook on `square` attacks when the men of `occupied` stand in the way, as for [`bishop`].
///
/// ```
/// use cutaway_chess::{Bitboard, Square, attacks};
/// let attacked = attacks::rook(Square::A1, Bitboard::from(Square::B1) | Square::A3.into());
/// assert_eq!(attacked.collect::<Vec<_>>(), [Square::B1, Square::A2, Square::A3]);
/// ```
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(sliders::attacks(Slider::Rook, square.index(), occupied.0))
}

/// The squares that a queen on `square` attacks when the men of `occupied` stand in the way, as for [`bishop`].
///
/// ```
/// use cutaway_chess::{Bitboard, Square, attacks};
/// assert_eq!(attacks::queen(Square::D4, Bitboard::EMPTY).len(), 27);
/// ```
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares that a bishop on `square` attacks on an empty board.
///
/// ```
/// use cutaway_chess::{Square, attacks};
/// assert_eq!(attacks::bishop_rays(Square::D4).len(), 13);
/// ```
#[inline(always)]
pub fn bishop_rays(square: Square) -> Bitboard {
    RAYS[square.index()][Slider::Bishop as usize]
}

/// The squares that a rook on `square` attacks on an empty board.
///
/// ```
/// use cutaway_chess::{Square, attacks};
/// assert_eq!(attacks::rook_rays(Square::D4).len(), 14);
/// ```
#[inline(always)]
pub fn rook_rays(square: Square) -> Bitboard {
    RAYS[square.index()][Slider::Rook as usize]
}

/// The squares strictly between two squares of one rank, file or diagonal; none if they share no line, or are neighbours
/// or the same.
///
/// ```
/// use cutaway_chess::{Bitboard, Square, attacks};
/// assert_eq!(attacks::between(Square::A1, Square::D4).collect::<Vec<_>>(), [Square::B2, Square::C3]);
/// assert_eq!(attacks::between(Square::A1, Square::B3), Bitboard::EMPTY);
/// ```
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal on which both squares lie, from edge to edge, with both of them; none if there is no
/// such line or they are the same square.
///
/// ```
/// use cutaway_chess::{Bitboard, Rank, Square, attacks};
/// assert_eq!(attacks::line(Square::C1, Square::E1), Bitboard::rank(Rank::First));
/// assert_eq!(attacks::line(Square::A1, Square::B3), Bitboard::EMPTY);
/// ```
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

static KNIGHT: [Bitboard; 64] = leaper(&[
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
static KING: [Bitboard; 64] = leaper(&[
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
]);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

/// The attacks of a man that makes one step, from every square.
const fn leaper(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 * steps.len() {
        let (square, (files, ranks)) = (i % 64, steps[i / 64]);
        if let Some(to) = Square::from_low_bits(square as u32).offset(files, ranks) {
            table[square].0 |= Bitboard::from_square(to).0;
        }
        i += 1;
    }
    table
}

static RAYS: [[Bitboard; 2]; 64] = {
    let mut table = [[Bitboard::EMPTY; 2]; 64];
    let mut square = 0;
    while square < 64 {
        table[square][0].0 = rays::attacks(Slider::Bishop, square, 0);
        table[square][1].0 = rays::attacks(Slider::Rook, square, 0);
        square += 1;
    }
    table
};

static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut i = 0;
    while i < 64 * 8 {
        let (a, direction) = (i / 8, rays::DIRECTIONS[i % 8]);
        let mut passed = Bitboard::EMPTY;
        let mut from = a;
        while let Some(b) = rays::step(from, direction) {
            table[a][b] = passed;
            passed.0 |= 1 << b;
            from = b;
        }
        i += 1;
    }
    table
};

static LINE: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut i = 0;
    while i < 64 * 8 {
        let (a, direction) = (i / 8, rays::DIRECTIONS[i % 8]);
        let back = (-direction.0, -direction.1);
        let whole = rays::ray(a, direction, 0) | rays::ray(a, back, 0) | 1 << a;
        let mut from = a;
        while let Some(b) = rays::step(from, direction) {
            table[a][b] = Bitboard(whole);
            from = b;
        }
        i += 1;
    }
    table
};
