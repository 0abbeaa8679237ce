//! The memory of the transposition table: words that begin as zero, on huge pages where the system has them.
//!
//! A table is read at random, so that nearly every probe misses not only the cache but also the processor's list of pages;
//! with pages of two MiB the list is long enough. They are asked for, never demanded: where there are none, or no memory
//! can be mapped, plain memory does. What huge pages gain here is not measured yet.

use std::ops::Deref;
use std::sync::atomic::AtomicU64;

/// A number of words, all zero at first.
pub(crate) enum Words {
    /// Mapped for this alone.
    Mapped(memmap2::MmapRaw),
    /// From the allocator.
    Plain(Box<[AtomicU64]>),
}

impl Words {
    // ANCHOR: zeroed
    /// So many words, which take up memory only when they are first used. `None` if there is not so much memory.
    pub(crate) fn zeroed(len: usize) -> Option<Words> {
        let bytes = len.checked_mul(size_of::<AtomicU64>())?;
        if let Ok(map) = memmap2::MmapMut::map_anon(bytes) {
            // The advice may not be understood; then nothing is lost.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            return Some(Words::Mapped(map.into()));
        }
        bytemuck::try_zeroed_slice_box(len).ok().map(Words::Plain)
    }
    // ANCHOR_END: zeroed
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline(always)]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[AtomicU64] {
        match self {
            Words::Mapped(map) => {
                // SAFETY: the map is writable, begins on a page, so that words are aligned, lives as long as `self`, and is
                // reached through here alone; any bits are a word, and shared words are atomic.
                unsafe {
                    std::slice::from_raw_parts(
                        map.as_mut_ptr().cast(),
                        map.len() / size_of::<AtomicU64>(),
                    )
                }
            }
            Words::Plain(words) => words,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn mapped_words_are_like_plain_ones() {
        let mapped = Words::zeroed(1000).expect("8 KB");
        let plain = Words::Plain(bytemuck::zeroed_slice_box(1000));
        for words in [&mapped, &plain] {
            assert_eq!(words.len(), 1000);
            assert!(words.iter().all(|word| word.load(Relaxed) == 0));
            for (value, word) in (1..).zip(words.iter()) {
                word.store(value, Relaxed);
            }
        }
        let values = |words: &Words| {
            words
                .iter()
                .map(|word| word.load(Relaxed))
                .collect::<Vec<_>>()
        };
        assert_eq!(values(&mapped), values(&plain));
    }

    #[test]
    fn more_memory_than_there_can_be_is_refused() {
        assert!(Words::zeroed(usize::MAX / 2).is_none());
        assert!(Words::zeroed(usize::MAX / 16).is_none());
    }
}
