//! Look-ups of bishops and rooks by magic multiplication: for processors without a fast PEXT.
//!
//! The relevant men, multiplied by the magic of the square, give an index in their top bits. How the magics were found
//! is told in [`finder`](super::finder); the table itself is written by the build script.

use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use super::rays::{self, MAX_CASES, OFFSETS, Slider, TABLE_LEN};

static TABLE: [u64; TABLE_LEN] = include!(concat!(env!("OUT_DIR"), "/magic_table.rs"));

/// All that one look-up needs. The slice of the table begins where the square's entries do and has the same length for
/// every square, so that cutting the index to twelve bits takes the place of a bounds check.
struct Entry {
    mask: u64,
    magic: u64,
    table: &'static [u64; MAX_CASES],
    shift: u32,
}

impl Entry {
    const fn new(slider: Slider, square: usize) -> Entry {
        let mask = rays::relevant(slider, square);
        let magics = match slider {
            Slider::Bishop => BISHOP_MAGICS,
            Slider::Rook => ROOK_MAGICS,
        };
        let (_, table) = TABLE.split_at(OFFSETS[slider as usize][square]);
        let table = table
            .first_chunk()
            .expect("the last square has the most entries");
        Entry {
            mask,
            magic: magics[square],
            table,
            shift: 64 - mask.count_ones(),
        }
    }

    #[inline(always)]
    fn attacks(&self, occupied: u64) -> u64 {
        let product = (occupied & self.mask).wrapping_mul(self.magic);
        self.table[(product >> self.shift) as usize % MAX_CASES]
    }
}

/// Bishop and rook of a square share a cache line, which is what a queen needs.
#[repr(align(64))]
struct Entries([[Entry; 2]; 64]);

static ENTRIES: Entries = {
    let mut entries = [const { [Entry::new(Slider::Bishop, 0), Entry::new(Slider::Rook, 0)] }; 64];
    let mut square = 0;
    while square < 64 {
        entries[square] = [
            Entry::new(Slider::Bishop, square),
            Entry::new(Slider::Rook, square),
        ];
        square += 1;
    }
    Entries(entries)
};

/// The squares that a slider on `square` (0 = a1 to 63 = h8) attacks among the men of `occupied`.
#[inline(always)]
pub(super) fn attacks(slider: Slider, square: usize, occupied: u64) -> u64 {
    ENTRIES.0[square][slider as usize].attacks(occupied)
}
