//! The vector types of x86-64: SSE 4.1, AVX2 and AVX-512, 8, 16 and 32 numbers wide.

use super::Rows;
use super::text::{self, Vector};
use crate::nnue::line::Line;
use std::arch::x86_64::*;

/// Writes out a module with the vector type of one instruction set, whose operations are an instruction or two each but
/// for the total, and the kernels over it. For SSE 4.1 it gives `mod sse41 { struct Register(__m128i); impl Vector for
/// Register { .. } fn update(..) fn change(..) fn forward(..) }`.
macro_rules! instruction_set {
    (
        $(#[$doc:meta])*
        $module:ident: $features:literal, $register:ident of $width:literal,
        $load:ident $store:ident $splat:ident $add:ident $sub:ident $min:ident $max:ident $mullo:ident
        $madd:ident $add32:ident, $total:expr
    ) => {
        $(#[$doc])*
        pub mod $module {
            use super::*;

            #[derive(Clone, Copy)]
            struct Register($register);

            impl Vector for Register {
                const WIDTH: usize = $width;
                type Sums = Register;

                #[inline(always)]
                unsafe fn load(line: &Line, at: usize) -> Register {
                    let part: &[i16; $width] = line.part(at);
                    // SAFETY: the part is as long as the register; the caller vouches for the instructions.
                    Register(unsafe { $load(part.as_ptr().cast()) })
                }

                #[inline(always)]
                unsafe fn splat(number: i16) -> Register {
                    // SAFETY: the caller vouches for the instructions.
                    Register(unsafe { $splat(number) })
                }

                #[inline(always)]
                fn store(self, line: &mut Line, at: usize) {
                    let part: &mut [i16; $width] = line.part_mut(at);
                    // SAFETY: the part is as long as the register, which proves that the instructions are there.
                    unsafe { $store(part.as_mut_ptr().cast(), self.0) }
                }

                #[inline(always)]
                fn plus(self, other: Register) -> Register {
                    // SAFETY: a register proves that the instructions are there.
                    Register(unsafe { $add(self.0, other.0) })
                }

                #[inline(always)]
                fn minus(self, other: Register) -> Register {
                    // SAFETY: a register proves that the instructions are there.
                    Register(unsafe { $sub(self.0, other.0) })
                }

                #[inline(always)]
                fn clipped(self, low: Register, high: Register) -> Register {
                    // SAFETY: a register proves that the instructions are there.
                    Register(unsafe { $min($max(self.0, low.0), high.0) })
                }

                #[inline(always)]
                fn times(self, other: Register) -> Register {
                    // SAFETY: a register proves that the instructions are there.
                    Register(unsafe { $mullo(self.0, other.0) })
                }

                #[inline(always)]
                fn products(self, other: Register) -> Register {
                    // SAFETY: a register proves that the instructions are there.
                    Register(unsafe { $madd(self.0, other.0) })
                }

                #[inline(always)]
                fn add(sums: Register, more: Register) -> Register {
                    // SAFETY: a register proves that the instructions are there.
                    Register(unsafe { $add32(sums.0, more.0) })
                }

                #[inline(always)]
                fn total(sums: Register) -> i32 {
                    // SAFETY: a register proves that the instructions are there.
                    unsafe { $total(sums.0) }
                }
            }

            #[target_feature(enable = $features)]
            pub fn update(target: &mut [Line], source: &[Line], rows: &Rows) {
                // SAFETY: this function runs only where the instructions are.
                unsafe { text::update::<Register>(target, source, rows) }
            }

            #[target_feature(enable = $features)]
            pub fn change(sums: &mut [Line], rows: &Rows) {
                // SAFETY: this function runs only where the instructions are.
                unsafe { text::change::<Register>(sums, rows) }
            }

            #[target_feature(enable = $features)]
            pub fn forward(sums: &[Line], weights: &[Line]) -> i32 {
                // SAFETY: this function runs only where the instructions are.
                unsafe { text::forward::<Register>(sums, weights) }
            }
        }
    };
}

instruction_set!(
    /// SSE 4.1: eight numbers.
    sse41: "sse4.1", __m128i of 8,
    _mm_loadu_si128 _mm_storeu_si128 _mm_set1_epi16 _mm_add_epi16 _mm_sub_epi16 _mm_min_epi16 _mm_max_epi16
    _mm_mullo_epi16 _mm_madd_epi16 _mm_add_epi32, total_of_four
);

// ANCHOR: avx2
instruction_set!(
    /// AVX2: sixteen numbers.
    avx2: "avx2", __m256i of 16,
    _mm256_loadu_si256 _mm256_storeu_si256 _mm256_set1_epi16 _mm256_add_epi16 _mm256_sub_epi16 _mm256_min_epi16
    _mm256_max_epi16 _mm256_mullo_epi16 _mm256_madd_epi16 _mm256_add_epi32, total_of_eight
);
// ANCHOR_END: avx2

instruction_set!(
    /// AVX-512 F and BW: thirty-two numbers.
    avx512: "avx512f,avx512bw", __m512i of 32,
    _mm512_loadu_si512 _mm512_storeu_si512 _mm512_set1_epi16 _mm512_add_epi16 _mm512_sub_epi16 _mm512_min_epi16
    _mm512_max_epi16 _mm512_mullo_epi16 _mm512_madd_epi16 _mm512_add_epi32, _mm512_reduce_add_epi32
);

/// The sum of four 32-bit numbers.
#[target_feature(enable = "sse4.1")]
#[inline]
fn total_of_four(sums: __m128i) -> i32 {
    let pairs = _mm_add_epi32(sums, _mm_unpackhi_epi64(sums, sums));
    _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32::<1>(pairs)))
}

/// The sum of eight 32-bit numbers.
#[target_feature(enable = "avx2")]
#[inline]
fn total_of_eight(sums: __m256i) -> i32 {
    let high = _mm256_extracti128_si256::<1>(sums);
    total_of_four(_mm_add_epi32(_mm256_castsi256_si128(sums), high))
}
