//! The unit in which weights and accumulators lie in memory.

/// How many numbers a line holds.
pub const LINE: usize = 32;

/// As many 16-bit numbers as a cache line and the widest vector register hold, and aligned as they are. What is narrower
/// than whole lines is filled up with noughts, which change no sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Line(pub [i16; LINE]);

impl Line {
    /// Nothing but noughts.
    pub const ZERO: Line = Line([0; LINE]);

    /// The numbers `at * N` to `at * N + N - 1`.
    #[inline(always)]
    pub fn part<const N: usize>(&self, at: usize) -> &[i16; N] {
        &self.0.as_chunks().0[at]
    }

    /// The same, to be written to.
    #[inline(always)]
    pub fn part_mut<const N: usize>(&mut self, at: usize) -> &mut [i16; N] {
        &mut self.0.as_chunks_mut().0[at]
    }
}

/// Lays out rows of `width` numbers so that each begins with a line of its own.
pub fn rows(numbers: &[i16], width: usize) -> Vec<Line> {
    let mut lines = Vec::with_capacity(numbers.len() / width * width.div_ceil(LINE));
    for row in numbers.chunks_exact(width) {
        lines.extend(row.chunks(LINE).map(|chunk| {
            let mut line = Line::ZERO;
            line.0[..chunk.len()].copy_from_slice(chunk);
            line
        }));
    }
    lines
}
