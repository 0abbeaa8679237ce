//! The one text of the kernels, and the vector type in plain code.
//!
//! The functions here are inlined into one copy for each instruction set; by themselves they are never compiled.

use super::Rows;
use crate::nnue::QA;
use crate::nnue::line::{LINE, Line};

/// Some 16-bit numbers that one instruction works on.
///
/// Only `load` and `splat` make one, and only on a machine that has the instructions: having one proves that the others
/// may be called.
pub trait Vector: Copy {
    /// How many numbers it holds: a divisor of [`LINE`].
    const WIDTH: usize;
    /// Some 32-bit sums.
    type Sums: Copy;

    /// The numbers of the line from `at * WIDTH` on.
    ///
    /// # Safety
    /// The machine has the instructions of this type.
    unsafe fn load(line: &Line, at: usize) -> Self;
    /// The same number everywhere.
    ///
    /// # Safety
    /// The machine has the instructions of this type.
    unsafe fn splat(number: i16) -> Self;
    /// Puts the numbers where `load` finds them.
    fn store(self, line: &mut Line, at: usize);
    /// Wrapping sums.
    fn plus(self, other: Self) -> Self;
    /// Wrapping differences.
    fn minus(self, other: Self) -> Self;
    /// Each number brought into the range, by pairs of the other vectors.
    fn clipped(self, low: Self, high: Self) -> Self;
    /// The low 16 bits of the products.
    fn times(self, other: Self) -> Self;
    /// The full products, added up in some order into fewer sums.
    fn products(self, other: Self) -> Self::Sums;
    /// Sums of sums.
    fn add(sums: Self::Sums, more: Self::Sums) -> Self::Sums;
    /// All sums together.
    fn total(sums: Self::Sums) -> i32;
}

/// See [`Kernel::update`](super::Kernel::update).
///
/// # Safety
/// The machine has the instructions of `V`.
#[inline(always)]
pub unsafe fn update<V: Vector>(target: &mut [Line], source: &[Line], rows: &Rows) {
    let lines = target.len();
    let row = |number: &u16| rows.row(*number, lines);
    // The moves of chess, from the quiet one to castling; whatever else there is takes the longer way.
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        match (rows.added, rows.removed) {
            ([a], [r]) => fused::<V, 1, 1>(target, source, [row(a)], [row(r)]),
            ([a], [r, s]) => fused::<V, 1, 2>(target, source, [row(a)], [row(r), row(s)]),
            ([a, b], [r, s]) => {
                fused::<V, 2, 2>(target, source, [row(a), row(b)], [row(r), row(s)]);
            }
            _ => {
                target.copy_from_slice(source);
                change::<V>(target, rows);
            }
        }
    }
}

// ANCHOR: fused
/// One pass over the lines: read once, all changes made, written once.
///
/// # Safety
/// The machine has the instructions of `V`.
#[inline(always)]
unsafe fn fused<V: Vector, const A: usize, const R: usize>(
    target: &mut [Line],
    source: &[Line],
    added: [&[Line]; A],
    removed: [&[Line]; R],
) {
    let lines = target.len();
    let source = &source[..lines];
    // One length for all, so that the bounds are checked once.
    let (added, removed) = (
        added.map(|row| &row[..lines]),
        removed.map(|row| &row[..lines]),
    );
    for (i, line) in target.iter_mut().enumerate() {
        for at in 0..LINE / V::WIDTH {
            // SAFETY: the caller vouches for the instructions.
            let load = |line: &Line| unsafe { V::load(line, at) };
            let mut sums = load(&source[i]);
            for row in added {
                sums = sums.plus(load(&row[i]));
            }
            for row in removed {
                sums = sums.minus(load(&row[i]));
            }
            sums.store(line, at);
        }
    }
}
// ANCHOR_END: fused

/// See [`Kernel::change`](super::Kernel::change).
///
/// # Safety
/// The machine has the instructions of `V`.
#[inline(always)]
pub unsafe fn change<V: Vector>(sums: &mut [Line], rows: &Rows) {
    let lines = sums.len();
    // Each vector takes all its changes while it is in a register.
    for (i, line) in sums.iter_mut().enumerate() {
        for at in 0..LINE / V::WIDTH {
            // SAFETY: the caller vouches for the instructions.
            let load = |line: &Line| unsafe { V::load(line, at) };
            let mut sums = load(line);
            for number in rows.added {
                sums = sums.plus(load(&rows.row(*number, lines)[i]));
            }
            for number in rows.removed {
                sums = sums.minus(load(&rows.row(*number, lines)[i]));
            }
            sums.store(line, at);
        }
    }
}

// ANCHOR: forward
/// See [`Kernel::forward`](super::Kernel::forward).
///
/// # Safety
/// The machine has the instructions of `V`.
#[inline(always)]
pub unsafe fn forward<V: Vector>(sums: &[Line], weights: &[Line]) -> i32 {
    // SAFETY: the caller vouches for the instructions.
    let (low, high) = unsafe { (V::splat(0), V::splat(QA as i16)) };
    let mut outputs = low.products(low);
    for (sums, weights) in sums.iter().zip(weights) {
        for at in 0..LINE / V::WIDTH {
            // SAFETY: the caller vouches for the instructions.
            let (sums, weights) = unsafe { (V::load(sums, at), V::load(weights, at)) };
            let clipped = sums.clipped(low, high);
            // 255 times the largest weight, 128, just fits 16 bits.
            outputs = V::add(outputs, clipped.times(weights).products(clipped));
        }
    }
    V::total(outputs)
}
// ANCHOR_END: forward

/// The kernels in plain code.
pub mod scalar {
    use super::*;

    /// Eight numbers, worked on one by one.
    #[derive(Clone, Copy)]
    struct Plain([i16; 8]);

    impl Plain {
        #[inline(always)]
        fn zip(self, other: Plain, operation: impl Fn(i16, i16) -> i16) -> Plain {
            Plain(std::array::from_fn(|i| operation(self.0[i], other.0[i])))
        }
    }

    impl Vector for Plain {
        const WIDTH: usize = 8;
        type Sums = [i32; 4];

        #[inline(always)]
        unsafe fn load(line: &Line, at: usize) -> Plain {
            Plain(*line.part(at))
        }

        #[inline(always)]
        unsafe fn splat(number: i16) -> Plain {
            Plain([number; 8])
        }

        #[inline(always)]
        fn store(self, line: &mut Line, at: usize) {
            *line.part_mut(at) = self.0;
        }

        #[inline(always)]
        fn plus(self, other: Plain) -> Plain {
            self.zip(other, i16::wrapping_add)
        }

        #[inline(always)]
        fn minus(self, other: Plain) -> Plain {
            self.zip(other, i16::wrapping_sub)
        }

        #[inline(always)]
        fn clipped(self, low: Plain, high: Plain) -> Plain {
            self.zip(low, i16::max).zip(high, i16::min)
        }

        #[inline(always)]
        fn times(self, other: Plain) -> Plain {
            self.zip(other, i16::wrapping_mul)
        }

        #[inline(always)]
        fn products(self, other: Plain) -> [i32; 4] {
            let product = |i: usize| i32::from(self.0[i]) * i32::from(other.0[i]);
            std::array::from_fn(|i| product(2 * i) + product(2 * i + 1))
        }

        #[inline(always)]
        fn add(sums: [i32; 4], more: [i32; 4]) -> [i32; 4] {
            std::array::from_fn(|i| sums[i].wrapping_add(more[i]))
        }

        #[inline(always)]
        fn total(sums: [i32; 4]) -> i32 {
            sums.into_iter().fold(0, i32::wrapping_add)
        }
    }

    pub fn update(target: &mut [Line], source: &[Line], rows: &Rows) {
        // SAFETY: plain code needs no particular instructions.
        unsafe { super::update::<Plain>(target, source, rows) }
    }

    pub fn change(sums: &mut [Line], rows: &Rows) {
        // SAFETY: plain code needs no particular instructions.
        unsafe { super::change::<Plain>(sums, rows) }
    }

    pub fn forward(sums: &[Line], weights: &[Line]) -> i32 {
        // SAFETY: plain code needs no particular instructions.
        unsafe { super::forward::<Plain>(sums, weights) }
    }
}
