//! Butterfly history: how often a quiet move, told by side, origin and destination, has cut off before.
//!
//! Idea: a quiet move that refuted one position often refutes its neighbours.
//! Why it is only a guess: it knows nothing of the position.
//! When it applies: to quiet moves of the main search: it orders them and, from chapter 13 on, tempers reductions.
//! Numbers: h += bonus - h * |bonus| / 16384, so that -16384 <= h <= 16384 and new experience counts more than old
//! ("gravity"); bonus = `history_bonus` * depth in plies, `history_bonus_max` at most. The move that cut off gets the
//! bonus, the quiet moves that were tried before it lose `history_malus` * depth, `history_malus_max` at most.
//! First source: J. Schaeffer 1983. Gravity as in Stockfish. Chapter 10.

use crate::mode::Mode;
use crate::searcher::Searcher;
use crate::threat_history::Threats;
use crate::{Param, Technique};
use cutaway_chess::{Color, Move};

/// The greatest magnitude of an entry.
pub(crate) const HISTORY_MAX: i32 = 16_384;

// ANCHOR: teach
/// Adds to an entry of a history of moves what experience teaches. `bonus` is at most [`HISTORY_MAX`] either way.
#[inline(always)]
pub(crate) fn teach(entry: &mut i16, bonus: i32) {
    teach_within::<HISTORY_MAX>(entry, bonus);
}

/// Adds to an entry what experience teaches, within -`MAX`..=`MAX` and with less effect the more it says so already.
/// `bonus` is at most `MAX` either way.
#[inline(always)]
pub(crate) fn teach_within<const MAX: i32>(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    // |old| <= MAX and |bonus| <= MAX keep the sum within the limits.
    *entry = (old + bonus - old * bonus.abs() / MAX) as i16;
}
// ANCHOR_END: teach

/// The table by side to move, threats at both ends (see `threat_history`), from and to.
pub(crate) struct Butterfly {
    entries: Box<[[[[i16; 64]; 64]; 4]; 2]>,
}

impl Butterfly {
    pub(crate) fn new() -> Butterfly {
        Butterfly {
            entries: bytemuck::zeroed_box(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        bytemuck::write_zeroes(&mut *self.entries);
    }

    #[inline(always)]
    pub(crate) fn get(&self, side: Color, threats: Threats, mv: Move) -> i32 {
        self.entries[side.index()][threats.around(mv)][mv.from().index()][mv.to().index()].into()
    }

    #[inline(always)]
    fn entry(&mut self, side: Color, threats: Threats, mv: Move) -> &mut i16 {
        &mut self.entries[side.index()][threats.around(mv)][mv.from().index()][mv.to().index()]
    }
}

impl<M: Mode> Searcher<'_, M> {
    /// The history of a quiet move of `side`, 0 while the technique is off.
    #[inline(always)]
    pub(crate) fn history(&self, side: Color, threats: Threats, mv: Move) -> i32 {
        if self.mode.on(Technique::History) {
            self.thread.butterfly.get(side, threats, mv)
        } else {
            0
        }
    }

    /// What a cutoff at `depth` teaches the histories of quiet moves.
    #[inline(always)]
    pub(crate) fn history_bonus(&self, depth: i32) -> i32 {
        let most = self.mode.param(Param::HistoryBonusMax).min(HISTORY_MAX);
        (self.mode.param(Param::HistoryBonus) * depth).min(most)
    }

    /// What a cutoff at `depth` takes from the moves that were tried before the one that cut off.
    #[inline(always)]
    pub(crate) fn history_malus(&self, depth: i32) -> i32 {
        let most = self.mode.param(Param::HistoryMalusMax).min(HISTORY_MAX);
        (self.mode.param(Param::HistoryMalus) * depth).min(most)
    }

    /// A quiet move of `side` cut off, after the quiet moves `tried` did not: it gains `bonus`, they lose `malus`.
    #[inline]
    pub(crate) fn teach_history(
        &mut self,
        side: Color,
        threats: Threats,
        best: Move,
        tried: &[Move],
        bonus: i32,
        malus: i32,
    ) {
        if !self.mode.on(Technique::History) {
            return;
        }
        self.mode.acted(Technique::History);
        let butterfly = &mut self.thread.butterfly;
        teach(butterfly.entry(side, threats, best), bonus);
        for &mv in tried {
            teach(butterfly.entry(side, threats, mv), -malus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_entries_within_limits_and_forgets() {
        fn entries_of<const MAX: i32>() {
            let mut entry = 0;
            for _ in 0..1000 {
                teach_within::<MAX>(&mut entry, MAX);
            }
            assert_eq!(i32::from(entry), MAX);
            teach_within::<MAX>(&mut entry, -MAX / 16);
            assert!(
                i32::from(entry) < MAX - MAX / 16,
                "a full entry loses more than the malus: {entry}"
            );
        }
        entries_of::<HISTORY_MAX>();
        entries_of::<1024>();
    }
}
