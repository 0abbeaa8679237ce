//! The slow way to see where bishops and rooks go: walk each ray square by square until something stands in the way.
//!
//! Everything fast in [`attacks`](super) comes from here. The build script includes this very file to fill the look-up
//! tables, [`finder`](super::finder) uses it to try magic numbers, and the tests hold the tables against it. Squares are
//! plain numbers (0 = a1 to 63 = h8) and sets of squares plain words, because a build script cannot use the crate that
//! it builds. No move is ever generated with it.

/// The two line pieces that the queen is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slider {
    /// Moves along diagonals.
    Bishop = 0,
    /// Moves along files and ranks.
    Rook = 1,
}

impl Slider {
    /// Both, in the order in which their tables lie in memory.
    pub const ALL: [Slider; 2] = [Slider::Bishop, Slider::Rook];

    /// Its four directions as steps of (files, ranks).
    pub const fn directions(self) -> [(i8, i8); 4] {
        match self {
            Slider::Bishop => [(1, 1), (1, -1), (-1, -1), (-1, 1)],
            Slider::Rook => [(1, 0), (0, -1), (-1, 0), (0, 1)],
        }
    }
}

/// The eight directions of the lines on a board as steps of (files, ranks).
pub const DIRECTIONS: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// The number of the square one step away, or none past the edge of the board.
pub const fn step(square: usize, (files, ranks): (i8, i8)) -> Option<usize> {
    let file = (square % 8) as i8 + files;
    let rank = (square / 8) as i8 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        None
    } else {
        Some(rank as usize * 8 + file as usize)
    }
}

/// The squares from `square` (not included) along one direction up to the edge or the first man (included).
pub const fn ray(square: usize, direction: (i8, i8), occupied: u64) -> u64 {
    let mut reached = 0;
    let mut from = square;
    while let Some(to) = step(from, direction) {
        reached |= 1 << to;
        if occupied >> to & 1 != 0 {
            break;
        }
        from = to;
    }
    reached
}

/// The squares that a slider on `square` attacks when the men of `occupied` stand in the way.
pub const fn attacks(slider: Slider, square: usize, occupied: u64) -> u64 {
    let [a, b, c, d] = slider.directions();
    ray(square, a, occupied)
        | ray(square, b, occupied)
        | ray(square, c, occupied)
        | ray(square, d, occupied)
}

/// The squares on which a man makes a difference to [`attacks`]: the rays without the last square of each, since a man
/// on the edge blocks nothing behind it. Between 5 and 12 squares.
pub const fn relevant(slider: Slider, square: usize) -> u64 {
    let directions = slider.directions();
    let mut mask = 0;
    let mut i = 0;
    while i < 4 {
        let mut from = square;
        while let Some(to) = step(from, directions[i]) {
            if step(to, directions[i]).is_some() {
                mask |= 1 << to;
            }
            from = to;
        }
        i += 1;
    }
    mask
}

/// The most entries that one slider on one square needs: those of a rook in a corner, on h8 for one.
pub const MAX_CASES: usize = 4096;

/// The number of entries that all sliders on all squares need together: one for each subset of each
/// [`relevant`] mask.
pub const TABLE_LEN: usize = 107_648;

/// Where the entries of each slider on each square begin in a table of [`TABLE_LEN`]: bishops first, then rooks, each
/// from a1 to h8, packed without gaps. At least [`MAX_CASES`] entries follow each offset, since the last square is h8.
pub const OFFSETS: [[usize; 64]; 2] = {
    let mut offsets = [[0; 64]; 2];
    let mut next = 0;
    let mut i = 0;
    while i < 128 {
        offsets[i / 64][i % 64] = next;
        next += 1 << relevant(Slider::ALL[i / 64], i % 64).count_ones();
        i += 1;
    }
    assert!(next == TABLE_LEN && offsets[1][63] + MAX_CASES == TABLE_LEN);
    offsets
};

/// The subset of `mask` after `subset` in the order that starts and ends with the empty set (the carry-rippler).
pub const fn next_subset(subset: u64, mask: u64) -> u64 {
    subset.wrapping_sub(mask) & mask
}
