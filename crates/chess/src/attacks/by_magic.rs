//! Look-ups of bishops and rooks by magic multiplication: for processors without a fast PEXT.
//!
//! The relevant men, multiplied by the magic of the square, give an index in their top bits. How the magics were found
//! is told in [`finder`](super::finder); the table itself is written by the build script.

use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use super::rays::{self, OFFSETS, Slider, TABLE_LEN};

/// All that one look-up needs besides the table.
#[derive(Clone, Copy)]
struct Entry {
    mask: u64,
    magic: u64,
    offset: u32,
    shift: u32,
    rays: u64,
}

/// Bishop and rook of one square share a cache line, which is what a queen needs.
#[repr(align(64))]
struct Entries {
    bishop: Entry,
    rook: Entry,
}

static ENTRIES: [Entries; 64] = {
    const NONE: Entry = Entry {
        mask: 0,
        magic: 0,
        offset: 0,
        shift: 0,
        rays: 0,
    };
    let mut entries = [const {
        Entries {
            bishop: NONE,
            rook: NONE,
        }
    }; 64];
    let mut square = 0;
    while square < 64 {
        entries[square] = Entries {
            bishop: entry(Slider::Bishop, square, BISHOP_MAGICS[square]),
            rook: entry(Slider::Rook, square, ROOK_MAGICS[square]),
        };
        square += 1;
    }
    entries
};

const fn entry(slider: Slider, square: usize, magic: u64) -> Entry {
    let mask = rays::relevant(slider, square);
    Entry {
        mask,
        magic,
        offset: OFFSETS[slider as usize][square] as u32,
        shift: 64 - mask.count_ones(),
        rays: rays::attacks(slider, square, 0),
    }
}

static TABLE: [u64; TABLE_LEN] = include!(concat!(env!("OUT_DIR"), "/magic_table.rs"));

impl Entry {
    #[inline(always)]
    fn attacks(&self, occupied: u64) -> u64 {
        let product = (occupied & self.mask).wrapping_mul(self.magic);
        TABLE[self.offset as usize + (product >> self.shift) as usize]
    }
}

#[inline(always)]
pub(super) fn bishop(square: usize, occupied: u64) -> u64 {
    ENTRIES[square].bishop.attacks(occupied)
}

#[inline(always)]
pub(super) fn rook(square: usize, occupied: u64) -> u64 {
    ENTRIES[square].rook.attacks(occupied)
}

#[inline(always)]
pub(super) fn bishop_rays(square: usize) -> u64 {
    ENTRIES[square].bishop.rays
}

#[inline(always)]
pub(super) fn rook_rays(square: usize) -> u64 {
    ENTRIES[square].rook.rays
}
