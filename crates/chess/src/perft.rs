//! Perft: counting the leaves of the tree of legal moves, the test of every move generator.
//!
//! The last ply is counted, not played (bulk counting). Splitting the work over threads is the caller's business:
//! [`divide`] shows how the root divides it, and one [`PerftTable`] can be shared.

use crate::{Move, Position};
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of move sequences of length `depth`; 1 for depth 0.
///
/// ```
/// use cutaway_chess::{Position, perft::perft};
/// assert_eq!(perft(&Position::startpos(), 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves().into(),
        _ => perft_inner(position, depth),
    }
}

fn perft_inner(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_legal_moves().into();
    }
    let mut nodes = 0;
    for mv in position.legal_moves().iter() {
        let mut child = position.clone();
        child.play_unchecked(mv, &mut ());
        nodes += perft_inner(&child, depth - 1);
    }
    nodes
}

/// The count below each root move, in generation order; nothing for depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let below = |mv| {
        let mut child = position.clone();
        child.play_unchecked(mv, &mut ());
        perft(&child, depth - 1)
    };
    position
        .legal_moves()
        .iter()
        .map(|mv| (mv, below(mv)))
        .collect()
}

/// A table of subtree counts by position and depth, to be shared by threads without locks.
///
/// Each entry is two words, the key xor the count and the count (Hyatt's and Mann's trick): a torn entry matches no key.
/// Two different positions could in theory share a 64-bit key, so counts with a table are very probably right, not proven.
pub struct PerftTable {
    entries: Vec<[AtomicU64; 2]>,
}

impl PerftTable {
    /// A table of about `bytes` bytes (at least one entry).
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(bytes: usize) -> Result<PerftTable, TryReserveError> {
        let count = (bytes / 16).max(1);
        let mut entries = Vec::new();
        entries.try_reserve_exact(count)?;
        entries.resize_with(count, Default::default);
        Ok(PerftTable { entries })
    }

    /// [`perft`] with this table: the same number, sooner.
    ///
    /// ```
    /// use cutaway_chess::{Position, perft::PerftTable};
    /// let table = PerftTable::new(1 << 20).expect("there is a mebibyte of memory");
    /// assert_eq!(table.perft(&Position::startpos(), 4), 197_281);
    /// ```
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth < 2 {
            return perft(position, depth);
        }
        // The depth is part of the key; counts of zero are not worth storing.
        let key = position.key() ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let entry = &self.entries[((u128::from(key) * self.entries.len() as u128) >> 64) as usize];
        let count = entry[1].load(Ordering::Relaxed);
        if count != 0 && entry[0].load(Ordering::Relaxed) ^ count == key {
            return count;
        }
        let mut nodes = 0;
        for mv in position.legal_moves().iter() {
            let mut child = position.clone();
            child.play_unchecked(mv, &mut ());
            nodes += self.perft(&child, depth - 1);
        }
        entry[0].store(key ^ nodes, Ordering::Relaxed);
        entry[1].store(nodes, Ordering::Relaxed);
        nodes
    }
}
