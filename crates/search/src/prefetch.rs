//! A hint to the processor to fetch memory before it is read.

/// Asks for the cache line of `place`. It changes nothing that the program can see.
///
/// The gain of this `unsafe` is measured in EXPERIMENTS.md (table prefetch).
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching is a hint and reads nothing; the address is that of a live reference besides.
        unsafe { _mm_prefetch(std::ptr::from_ref(place).cast(), _MM_HINT_T0) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
