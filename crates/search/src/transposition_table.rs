//! The transposition table: what is remembered of positions already searched, shared by all threads without locks.
//!
//! Idea: many orders of moves lead to one position, and each iteration visits those of the last again.
//! Why it is nearly sound: the remembered score is right for its depth, but draws by repetition and by the 50-move rule
//! depend on the way to a position, which the key does not hold. So nothing is cut near the 50-move limit, mates that
//! the limit would overtake are not believed, and the key is varied by the clock's bucket.
//! When it applies: everywhere; cutoffs only off the principal variation, whose line would be cut short.
//! Numbers: clusters of 32 bytes, three entries of 8 bytes and one word with their 16-bit keys, all relaxed atomics. An
//! entry's key is folded with its data, so that a torn pair matches nothing.
//! First source: R. Greenblatt, Mac Hack 1967. The folded key after R. Hyatt and T. Mann 2002. Chapter 8.

use crate::mode::Mode;
use crate::score::{DECISIVE, MATE, MAX_EVAL, Score, TABLEBASE_WIN, is_mate};
use crate::search::NodeType;
use crate::searcher::{Node, Searcher};
use crate::tree::End;
use crate::words::Words;
use crate::{Bound, Param, Technique};
use cutaway_chess::{Move, Position};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries in a cluster.
const WAYS: usize = 3;
/// Ages count modulo this.
const AGES: u8 = 32;
/// An evaluation that is not known (the side to move was in check).
const NO_EVAL: i16 = i16::MIN;

/// The three entries, and then their 16-bit keys in one word, the first in the lowest bits.
type Cluster = [AtomicU64; WAYS + 1];

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    /// The best move found, or none. It need not be legal: two positions may share a key.
    pub mv: Option<Move>,
    /// The score, counted from the node that asks.
    pub score: Score,
    /// The raw static evaluation, if the side to move was not in check.
    pub static_eval: Option<Score>,
    pub depth: i32,
    pub bound: Bound,
    /// Whether it was ever on a principal variation.
    pub pv: bool,
}

/// One entry as it is packed: move 16 bits, score 16, evaluation 16, depth 8, bound 2, pv 1, age 5.
#[derive(Clone, Copy)]
struct Entry(u64);

impl Entry {
    fn new(
        mv: Option<Move>,
        score: i16,
        eval: i16,
        depth: u8,
        bound: Bound,
        pv: bool,
        age: u8,
    ) -> Entry {
        Entry(
            u64::from(mv.map_or(0, Move::bits))
                | u64::from(score as u16) << 16
                | u64::from(eval as u16) << 32
                | u64::from(depth) << 48
                | (bound as u64) << 56
                | u64::from(pv) << 58
                | u64::from(age) << 59,
        )
    }

    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    fn score(self) -> i16 {
        (self.0 >> 16) as i16
    }

    fn eval(self) -> i16 {
        (self.0 >> 32) as i16
    }

    fn depth(self) -> u8 {
        (self.0 >> 48) as u8
    }

    /// `None` for an entry that was never written.
    fn bound(self) -> Option<Bound> {
        match self.0 >> 56 & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }

    fn pv(self) -> bool {
        self.0 >> 58 & 1 != 0
    }

    fn age(self) -> u8 {
        (self.0 >> 59) as u8
    }

    // ANCHOR: fold
    /// The data in 16 bits, to be mixed into the key.
    fn fold(self) -> u16 {
        (self.0 ^ self.0 >> 16 ^ self.0 >> 32 ^ self.0 >> 48) as u16
    }
    // ANCHOR_END: fold

    /// How much it is worth keeping: its depth, less four plies a search that has passed since.
    fn worth(self, age: u8) -> i32 {
        let searches_ago = (age + AGES - self.age()) % AGES;
        i32::from(self.depth()) - 4 * i32::from(searches_ago)
    }
}

/// The table.
pub(crate) struct Table {
    words: Words,
    /// Where the first cluster begins: on a multiple of its size, so that none lies across two cache lines.
    start: usize,
    /// How many clusters there are.
    len: usize,
    age: u8,
}

impl Table {
    /// A table of that many MiB, all empty. The memory is fetched when it is first used, so that this takes no time.
    /// `None` if there is not so much memory.
    pub(crate) fn new(mib: usize) -> Option<Table> {
        let len = (mib.checked_mul(1 << 20)? / size_of::<Cluster>()).max(1);
        // Words, a few more than needed, and not clusters that are aligned by themselves: only memory of the usual
        // alignment comes from the system already zero, without being written.
        let words = Words::zeroed((len + 1) * (WAYS + 1))?;
        let start = words.as_ptr().align_offset(size_of::<Cluster>()) % (WAYS + 1);
        Some(Table {
            words,
            start,
            len,
            age: 0,
        })
    }

    /// All of its memory. Zeros in it make it forget everything.
    pub(crate) fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// Called when a search begins: what it stores is younger than all that is there.
    pub(crate) fn new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline(always)]
    fn clusters(&self) -> &[Cluster] {
        self.words[self.start..].as_chunks().0
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = ((u128::from(key) * self.len as u128) >> 64) as usize;
        &self.clusters()[index]
    }

    /// Asks the processor to fetch what [`Table::probe`] will read.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        crate::prefetch::prefetch(self.cluster(key));
    }

    // ANCHOR: probe
    /// What is known of the position with that key, for a node `ply` plies from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize, halfmove_clock: u16) -> Option<Hit> {
        let cluster = self.cluster(key);
        let keys = cluster[WAYS].load(Relaxed);
        for (i, entry) in cluster[..WAYS].iter().enumerate() {
            let entry = Entry(entry.load(Relaxed));
            if (keys >> (16 * i)) as u16 ^ entry.fold() == key as u16
                && let Some(bound) = entry.bound()
            {
                let eval = entry.eval();
                return Some(Hit {
                    mv: entry.mv(),
                    score: score_from_table(entry.score().into(), ply, halfmove_clock),
                    static_eval: (eval != NO_EVAL).then_some(eval.into()),
                    depth: entry.depth().into(),
                    bound,
                    pv: entry.pv(),
                });
            }
        }
        None
    }
    // ANCHOR_END: probe

    /// Remembers `hit` for the position with that key, in the place of the entry that is worth least.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, hit: Hit) {
        let cluster = self.cluster(key);
        let keys = cluster[WAYS].load(Relaxed);
        let (mut way, mut least) = (0, i32::MAX);
        let mut old_move = None;
        for (i, entry) in cluster[..WAYS].iter().enumerate() {
            let entry = Entry(entry.load(Relaxed));
            if (keys >> (16 * i)) as u16 ^ entry.fold() == key as u16 && entry.bound().is_some() {
                // A shallower bound does not replace a much deeper entry of this search.
                if hit.bound != Bound::Exact
                    && entry.age() == self.age
                    && hit.depth + 4 + 2 * i32::from(hit.pv) <= entry.depth().into()
                {
                    return;
                }
                (way, old_move) = (i, entry.mv());
                break;
            }
            let worth = if entry.bound().is_none() {
                i32::MIN
            } else {
                entry.worth(self.age)
            };
            if worth < least {
                (way, least) = (i, worth);
            }
        }
        let entry = Entry::new(
            hit.mv.or(old_move),
            score_to_table(hit.score, ply) as i16,
            hit.static_eval.map_or(NO_EVAL, |eval| eval as i16),
            hit.depth.clamp(0, 255) as u8,
            hit.bound,
            hit.pv,
            self.age,
        );
        // ANCHOR: store_entry
        let shift = 16 * way;
        let folded = u64::from(key as u16 ^ entry.fold());
        cluster[way].store(entry.0, Relaxed);
        cluster[WAYS].store(keys & !(0xFFFF << shift) | folded << shift, Relaxed);
        // ANCHOR_END: store_entry
    }

    /// How full it is with entries of this search, in thousandths, from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = &self.clusters()[..self.len.min(1000)];
        let is_new = |word: &AtomicU64| {
            let entry = Entry(word.load(Relaxed));
            entry.bound().is_some() && entry.age() == self.age
        };
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster[..WAYS])
            .filter(|entry| is_new(entry))
            .count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }
}

/// Mates and wins by tablebase are stored counted from the node, not from the root.
fn score_to_table(score: Score, ply: usize) -> Score {
    if score >= DECISIVE {
        score + ply as Score
    } else if score <= -DECISIVE {
        score - ply as Score
    } else {
        score
    }
}

/// The other way round; a mate or a win by tablebase that the 50-move rule would overtake becomes a mere win or loss.
fn score_from_table(score: Score, ply: usize, halfmove_clock: u16) -> Score {
    let plies_left = 100 - Score::from(halfmove_clock.min(100));
    let magnitude = score.abs();
    if magnitude < DECISIVE {
        return score;
    }
    let end = if is_mate(score) { MATE } else { TABLEBASE_WIN };
    if end - magnitude > plies_left {
        return score.signum() * MAX_EVAL;
    }
    score - score.signum() * ply as Score
}

/// The key under which a position is remembered: its own, varied by the 50-move clock's bucket of eight plies once
/// the clock matters.
#[inline(always)]
pub(crate) fn table_key(position: &Position) -> u64 {
    with_clock(position.key(), position.halfmove_clock())
}

/// A position's own key, varied by such a clock.
#[inline(always)]
pub(crate) fn with_clock(key: u64, clock: u16) -> u64 {
    let bucket = u64::from(clock.saturating_sub(14) / 8);
    key ^ bucket.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<M: Mode> Searcher<'_, M> {
    /// What the table knows of the node's position.
    #[inline(always)]
    pub(crate) fn probe_table(&mut self, position: &Position, ply: usize) -> Option<Hit> {
        if !self.mode.on(Technique::TranspositionTable) {
            return None;
        }
        self.mode.tried(Technique::TranspositionTable);
        self.shared
            .table
            .probe(table_key(position), ply, position.halfmove_clock())
    }

    /// The remembered score, if it settles the node.
    #[inline(always)]
    pub(crate) fn table_cutoff<N: NodeType>(
        &mut self,
        position: &Position,
        node: &Node,
    ) -> Option<Score> {
        let hit = node.hit?;
        // A principal variation would be cut short. Without principal variation search any node may be on it; then at
        // least a mate keeps its whole line.
        if node.pv || node.excluded.is_some() || (N::PV && is_mate(hit.score)) {
            return None;
        }
        let settles = match hit.bound {
            Bound::Exact => true,
            Bound::Lower => hit.score >= node.beta,
            Bound::Upper => hit.score <= node.alpha,
        };
        let deep_enough = hit.depth >= node.depth;
        if !settles || !deep_enough || self.is_near_clock_limit(position) {
            return None;
        }
        self.mode.acted(Technique::TranspositionTable);
        self.mode.end(End::Technique(Technique::TranspositionTable));
        Some(hit.score)
    }

    /// Whether the 50-move rule may overtake what the table says: its scores know nothing of the clock.
    #[inline(always)]
    pub(crate) fn is_near_clock_limit(&self, position: &Position) -> bool {
        i32::from(position.halfmove_clock()) >= self.mode.param(Param::TableCutoffClock)
    }

    /// Remembers what was found out about the node's position.
    #[inline(always)]
    pub(crate) fn store_in_table(
        &mut self,
        position: &Position,
        node: &Node,
        best: Option<Move>,
        score: Score,
        bound: Bound,
    ) {
        // Without one of its moves the node is another.
        if self.mode.on(Technique::TranspositionTable) && node.excluded.is_none() {
            let hit = Hit {
                mv: best,
                score,
                static_eval: node.raw_eval,
                depth: node.depth,
                bound,
                pv: node.pv || node.hit.is_some_and(|hit| hit.pv),
            };
            self.shared.table.store(table_key(position), node.ply, hit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_in, mated_in};

    fn hit(depth: i32, score: Score) -> Hit {
        Hit {
            mv: None,
            score,
            static_eval: Some(-7),
            depth,
            bound: Bound::Exact,
            pv: false,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1).expect("one MiB");
        let key = 0x1234_5678_9ABC_DEF0;
        assert_eq!(table.probe(key, 0, 0), None);
        table.store(key, 3, hit(9, -123));
        assert_eq!(table.probe(key, 5, 0), Some(hit(9, -123)));
        assert_eq!(table.probe(key ^ 1, 5, 0), None);
    }

    #[test]
    fn no_cluster_lies_across_two_cache_lines() {
        for mib in [1, 3, 64] {
            let table = Table::new(mib).expect("some MiB");
            let clusters = table.clusters();
            assert_eq!(clusters.as_ptr().addr() % 32, 0);
            assert!(clusters.len() >= table.len, "{} clusters", clusters.len());
            assert_eq!(table.len, mib << 15);
        }
    }

    #[test]
    fn an_empty_entry_is_no_hit_even_for_key_zero() {
        assert_eq!(Table::new(1).expect("one MiB").probe(0, 0, 0), None);
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let table = Table::new(1).expect("one MiB");
        table.store(7, 0, hit(9, 1));
        table.words().iter().for_each(|word| word.store(0, Relaxed));
        assert_eq!(table.probe(7, 0, 0), None);
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn mates_are_counted_from_the_node() {
        let table = Table::new(1).expect("one MiB");
        table.store(7, 4, hit(9, mate_in(10)));
        assert_eq!(table.probe(7, 4, 0).map(|hit| hit.score), Some(mate_in(10)));
        assert_eq!(table.probe(7, 2, 0).map(|hit| hit.score), Some(mate_in(8)));
        table.store(8, 4, hit(9, mated_in(10)));
        assert_eq!(
            table.probe(8, 6, 0).map(|hit| hit.score),
            Some(mated_in(12))
        );
    }

    #[test]
    fn a_mate_beyond_the_fifty_move_rule_is_only_a_win() {
        assert_eq!(score_from_table(mate_in(11), 0, 89), mate_in(11));
        assert_eq!(score_from_table(mate_in(11), 0, 90), MAX_EVAL);
        assert_eq!(score_from_table(mated_in(12), 0, 90), -MAX_EVAL);
    }

    #[test]
    fn wins_by_tablebase_are_counted_from_the_node_and_end_with_the_fifty_move_rule() {
        let stored = score_to_table(TABLEBASE_WIN - 10, 4);
        assert_eq!(stored, TABLEBASE_WIN - 6);
        assert_eq!(score_from_table(stored, 2, 0), TABLEBASE_WIN - 8);
        assert_eq!(score_from_table(-stored, 2, 94), 8 - TABLEBASE_WIN);
        assert_eq!(score_from_table(stored, 2, 95), MAX_EVAL);
        assert_eq!(score_from_table(MAX_EVAL, 9, 0), MAX_EVAL);
    }

    #[test]
    fn a_torn_entry_matches_nothing() {
        let table = Table::new(1).expect("one MiB");
        let key = 0xFEED_BEEF_0000_4321;
        table.store(key, 0, hit(9, 50));
        let cluster = table.cluster(key);
        let way = (0..WAYS)
            .find(|&i| cluster[i].load(Relaxed) != 0)
            .expect("stored");
        // The low bit of the score from another writer.
        cluster[way].fetch_xor(1 << 16, Relaxed);
        assert_eq!(table.probe(key, 0, 0), None);
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let mut table = Table::new(1).expect("one MiB");
        // Keys that differ in their low bits only share a cluster.
        table.store(1, 0, hit(20, 1));
        table.store(2, 0, hit(5, 2));
        table.new_search();
        table.store(3, 0, hit(3, 3));
        table.store(4, 0, hit(1, 4));
        assert!(table.probe(1, 0, 0).is_some() && table.probe(2, 0, 0).is_none());
        assert!(table.probe(3, 0, 0).is_some() && table.probe(4, 0, 0).is_some());
    }
}
