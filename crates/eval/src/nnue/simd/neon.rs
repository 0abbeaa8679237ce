//! The vector type of NEON, which every 64-bit Arm processor has: eight numbers.

use super::Rows;
use super::text::{self, Vector};
use crate::nnue::line::Line;
use std::arch::aarch64::*;

#[derive(Clone, Copy)]
struct Register(int16x8_t);

#[derive(Clone, Copy)]
struct Sums(int32x4_t);

impl Vector for Register {
    const WIDTH: usize = 8;
    type Sums = Sums;

    #[inline(always)]
    unsafe fn load(line: &Line, at: usize) -> Register {
        let part: &[i16; 8] = line.part(at);
        // SAFETY: the part is as long as the register; the caller vouches for the instructions.
        Register(unsafe { vld1q_s16(part.as_ptr()) })
    }

    #[inline(always)]
    unsafe fn splat(number: i16) -> Register {
        // SAFETY: the caller vouches for the instructions.
        Register(unsafe { vdupq_n_s16(number) })
    }

    #[inline(always)]
    fn store(self, line: &mut Line, at: usize) {
        let part: &mut [i16; 8] = line.part_mut(at);
        // SAFETY: the part is as long as the register, which proves that the instructions are there.
        unsafe { vst1q_s16(part.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn plus(self, other: Register) -> Register {
        // SAFETY: a register proves that the instructions are there.
        Register(unsafe { vaddq_s16(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Register) -> Register {
        // SAFETY: a register proves that the instructions are there.
        Register(unsafe { vsubq_s16(self.0, other.0) })
    }

    #[inline(always)]
    fn clipped(self, low: Register, high: Register) -> Register {
        // SAFETY: a register proves that the instructions are there.
        Register(unsafe { vminq_s16(vmaxq_s16(self.0, low.0), high.0) })
    }

    #[inline(always)]
    fn times(self, other: Register) -> Register {
        // SAFETY: a register proves that the instructions are there.
        Register(unsafe { vmulq_s16(self.0, other.0) })
    }

    #[inline(always)]
    fn products(self, other: Register) -> Sums {
        // SAFETY: a register proves that the instructions are there.
        unsafe {
            let low = vmull_s16(vget_low_s16(self.0), vget_low_s16(other.0));
            Sums(vmlal_high_s16(low, self.0, other.0))
        }
    }

    #[inline(always)]
    fn add(sums: Sums, more: Sums) -> Sums {
        // SAFETY: sums come from registers, which prove that the instructions are there.
        Sums(unsafe { vaddq_s32(sums.0, more.0) })
    }

    #[inline(always)]
    fn total(sums: Sums) -> i32 {
        // SAFETY: sums come from registers, which prove that the instructions are there.
        unsafe { vaddvq_s32(sums.0) }
    }
}

#[target_feature(enable = "neon")]
pub fn update(target: &mut [Line], source: &[Line], rows: &Rows) {
    // SAFETY: this function runs only where the instructions are.
    unsafe { text::update::<Register>(target, source, rows) }
}

#[target_feature(enable = "neon")]
pub fn change(sums: &mut [Line], rows: &Rows) {
    // SAFETY: this function runs only where the instructions are.
    unsafe { text::change::<Register>(sums, rows) }
}

#[target_feature(enable = "neon")]
pub fn forward(sums: &[Line], weights: &[Line]) -> i32 {
    // SAFETY: this function runs only where the instructions are.
    unsafe { text::forward::<Register>(sums, weights) }
}
