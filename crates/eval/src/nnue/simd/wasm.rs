//! The vector type of WebAssembly's simd128: eight numbers. A module that was built with it loads only where it is there.

use super::Rows;
use super::text::{self, Vector};
use crate::nnue::line::Line;
use std::arch::wasm32::*;

#[derive(Clone, Copy)]
struct Register(v128);

impl Vector for Register {
    const WIDTH: usize = 8;
    type Sums = Register;

    #[inline(always)]
    unsafe fn load(line: &Line, at: usize) -> Register {
        let part: &[i16; 8] = line.part(at);
        // SAFETY: the part is as long as the register.
        Register(unsafe { v128_load(part.as_ptr().cast()) })
    }

    #[inline(always)]
    unsafe fn splat(number: i16) -> Register {
        Register(i16x8_splat(number))
    }

    #[inline(always)]
    fn store(self, line: &mut Line, at: usize) {
        let part: &mut [i16; 8] = line.part_mut(at);
        // SAFETY: the part is as long as the register.
        unsafe { v128_store(part.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn plus(self, other: Register) -> Register {
        Register(i16x8_add(self.0, other.0))
    }

    #[inline(always)]
    fn minus(self, other: Register) -> Register {
        Register(i16x8_sub(self.0, other.0))
    }

    #[inline(always)]
    fn clipped(self, low: Register, high: Register) -> Register {
        Register(i16x8_min(i16x8_max(self.0, low.0), high.0))
    }

    #[inline(always)]
    fn times(self, other: Register) -> Register {
        Register(i16x8_mul(self.0, other.0))
    }

    #[inline(always)]
    fn products(self, other: Register) -> Register {
        Register(i32x4_dot_i16x8(self.0, other.0))
    }

    #[inline(always)]
    fn add(sums: Register, more: Register) -> Register {
        Register(i32x4_add(sums.0, more.0))
    }

    #[inline(always)]
    fn total(sums: Register) -> i32 {
        let sums = [
            i32x4_extract_lane::<0>(sums.0),
            i32x4_extract_lane::<1>(sums.0),
            i32x4_extract_lane::<2>(sums.0),
            i32x4_extract_lane::<3>(sums.0),
        ];
        sums.into_iter().fold(0, i32::wrapping_add)
    }
}

pub fn update(target: &mut [Line], source: &[Line], rows: &Rows) {
    // SAFETY: this file is compiled only where the instructions are.
    unsafe { text::update::<Register>(target, source, rows) }
}

pub fn change(sums: &mut [Line], rows: &Rows) {
    // SAFETY: this file is compiled only where the instructions are.
    unsafe { text::change::<Register>(sums, rows) }
}

pub fn forward(sums: &[Line], weights: &[Line]) -> i32 {
    // SAFETY: this file is compiled only where the instructions are.
    unsafe { text::forward::<Register>(sums, weights) }
}
