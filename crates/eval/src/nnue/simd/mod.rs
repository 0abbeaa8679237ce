//! The kernels: the few loops in which a network spends its time, each a whole layer, for each instruction set.
//!
//! There is one text of each loop ([`text`]), written over a small vector type of about ten operations; the files beside
//! it give that type for each instruction set. A [`Kernel`] is the choice of one, made at run time, so that one program
//! runs everywhere and fast. All kernels give the same numbers bit for bit: additions of accumulators wrap, and the
//! output sums cannot overflow ([`Network`](super::Network) has checked that), so that their order is free.

#[cfg(target_arch = "aarch64")]
mod neon;
mod text;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::line::Line;
use std::fmt;

/// An instruction set that this machine has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kernel(Kind);

/// The instruction sets. A [`Kernel`] of a kind exists only where it was found to run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Plain code, as the compiler makes it: the twin against which the others are tested.
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Sse41,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

/// Calls a function of the kernel's instruction set.
macro_rules! dispatch {
    ($kernel:expr, $function:ident($($argument:expr),*)) => {
        match $kernel.0 {
            Kind::Scalar => text::scalar::$function($($argument),*),
            // SAFETY: a kernel of this kind exists only where the processor was found to have SSE 4.1.
            #[cfg(target_arch = "x86_64")]
            Kind::Sse41 => unsafe { x86::sse41::$function($($argument),*) },
            // SAFETY: a kernel of this kind exists only where the processor was found to have AVX2.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::avx2::$function($($argument),*) },
            // SAFETY: a kernel of this kind exists only where the processor was found to have AVX-512 F and BW.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::avx512::$function($($argument),*) },
            // SAFETY: every 64-bit Arm processor has NEON.
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => unsafe { neon::$function($($argument),*) },
            // A module that was built with simd128 does not even load where that is missing: there is nothing to prove.
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => wasm::$function($($argument),*),
        }
    };
}

impl Kernel {
    /// All kernels that run here, the plain one first, the fastest last.
    pub fn available() -> Vec<Kernel> {
        #[allow(unused_mut, reason = "not every machine has more than one")]
        let mut kinds = vec![Kind::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("sse4.1") {
                kinds.push(Kind::Sse41);
            }
            if is_x86_feature_detected!("avx2") {
                kinds.push(Kind::Avx2);
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                kinds.push(Kind::Avx512);
            }
        }
        #[cfg(target_arch = "aarch64")]
        kinds.push(Kind::Neon);
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        kinds.push(Kind::Simd128);
        kinds.into_iter().map(Kernel).collect()
    }

    /// The fastest that runs here.
    pub fn best() -> Kernel {
        *Kernel::available()
            .last()
            .expect("plain code runs anywhere")
    }

    /// The one of that name, in upper or lower case, if it runs here.
    pub fn named(name: &str) -> Option<Kernel> {
        Kernel::available()
            .into_iter()
            .find(|kernel| kernel.name().eq_ignore_ascii_case(name))
    }

    /// Its name: `scalar`, `sse4.1`, `avx2`, `avx512`, `neon` or `simd128`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Kind::Sse41 => "sse4.1",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => "simd128",
        }
    }

    /// Writes to `target` what `source` becomes when the rows `added` come and the rows `removed` go. All have the length
    /// of `target`.
    #[inline]
    pub(super) fn update(self, target: &mut [Line], source: &[Line], rows: &Rows) {
        dispatch!(self, update(target, source, rows))
    }

    /// Adds the rows `added` to `sums` and takes the rows `removed` off them.
    #[inline]
    pub(super) fn change(self, sums: &mut [Line], rows: &Rows) {
        dispatch!(self, change(sums, rows))
    }

    /// The sum of the clipped and squared `sums`, each times its weight.
    #[inline]
    pub(super) fn forward(self, sums: &[Line], weights: &[Line]) -> i32 {
        dispatch!(self, forward(sums, weights))
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which rows of the feature weights come and which go.
pub(super) struct Rows<'a> {
    /// All rows, one after the other.
    pub weights: &'a [Line],
    /// The numbers of those that come.
    pub added: &'a [u16],
    /// The numbers of those that go.
    pub removed: &'a [u16],
}

impl<'a> Rows<'a> {
    /// The row of that number, `lines` long.
    #[inline(always)]
    fn row(&self, number: u16, lines: usize) -> &'a [Line] {
        &self.weights[usize::from(number) * lines..][..lines]
    }
}

#[cfg(test)]
mod tests;
