//! Look-ups of bishops and rooks by the PEXT instruction of BMI2: for processors that execute it fast.
//!
//! PEXT packs the relevant men into an index without gaps or collisions, so that no magic is needed. The attacks lie in
//! the table as 16 bits, one for each square that the slider reaches on an empty board, and PDEP spreads them over the
//! board again: a quarter of the memory for three cycles.

use super::rays::{self, OFFSETS, Slider, TABLE_LEN};

/// All that one look-up needs besides the table.
#[derive(Clone, Copy)]
struct Entry {
    mask: u64,
    rays: u64,
    offset: usize,
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
        rays: 0,
        offset: 0,
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
            bishop: entry(Slider::Bishop, square),
            rook: entry(Slider::Rook, square),
        };
        square += 1;
    }
    entries
};

const fn entry(slider: Slider, square: usize) -> Entry {
    Entry {
        mask: rays::relevant(slider, square),
        rays: rays::attacks(slider, square, 0),
        offset: OFFSETS[slider as usize][square],
    }
}

static TABLE: [u16; TABLE_LEN] = include!(concat!(env!("OUT_DIR"), "/pext_table.rs"));

impl Entry {
    #[inline(always)]
    fn attacks(&self, occupied: u64) -> u64 {
        pdep(
            TABLE[self.offset + pext(occupied, self.mask) as usize] as u64,
            self.rays,
        )
    }
}

/// The bits of `word` that `mask` selects, moved together at the bottom.
#[allow(unsafe_code)]
#[inline(always)]
fn pext(word: u64, mask: u64) -> u64 {
    const { assert!(cfg!(target_feature = "bmi2")) };
    // SAFETY: the whole program is compiled for BMI2, as asserted above, so the instruction exists.
    unsafe { std::arch::x86_64::_pext_u64(word, mask) }
}

/// The low bits of `word` spread over the bits of `mask`.
#[allow(unsafe_code)]
#[inline(always)]
fn pdep(word: u64, mask: u64) -> u64 {
    const { assert!(cfg!(target_feature = "bmi2")) };
    // SAFETY: the whole program is compiled for BMI2, as asserted above, so the instruction exists.
    unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
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
