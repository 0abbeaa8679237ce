//! Butterfly history: how often a quiet move, told by side, origin and destination, has cut off before.
//!
//! Idea: a quiet move that refuted one position often refutes its neighbours.
//! Why it is only a guess: it knows nothing of the position.
//! When it applies: to quiet moves of the main search: it orders them and, from chapter 13 on, tempers reductions.
//! Numbers: h += bonus - h * |bonus| / 16384, so that -16384 <= h <= 16384 and new experience counts more than old
//! ("gravity"); bonus = `history_bonus` * depth in plies, `history_bonus_max` at most. The move that cut off gets the
//! bonus, the quiet moves that were tried before it lose as much.
//! First source: J. Schaeffer 1983. Gravity as in Stockfish. Chapter 10.

use crate::mode::Mode;
use crate::searcher::Searcher;
use crate::{Param, Technique};
use cutaway_chess::{Color, Move};

/// The greatest magnitude of an entry.
pub(crate) const HISTORY_MAX: i32 = 16_384;

/// The table by side to move, from and to.
pub(crate) struct Butterfly {
    entries: Box<[[[i16; 64]; 64]; 2]>,
}

impl Butterfly {
    pub(crate) fn new() -> Butterfly {
        Butterfly {
            entries: Box::new([[[0; 64]; 64]; 2]),
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, side: Color, mv: Move) -> i32 {
        self.entries[side.index()][mv.from().index()][mv.to().index()].into()
    }

    #[inline(always)]
    fn add(&mut self, side: Color, mv: Move, bonus: i32) {
        let entry = &mut self.entries[side.index()][mv.from().index()][mv.to().index()];
        let old = i32::from(*entry);
        // |old| <= MAX and |bonus| <= MAX keep the sum within the limits.
        *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}

impl<M: Mode> Searcher<'_, M> {
    /// The history of a quiet move of `side`, 0 while the technique is off.
    #[inline(always)]
    pub(crate) fn history(&self, side: Color, mv: Move) -> i32 {
        if self.mode.on(Technique::History) {
            self.thread.butterfly.get(side, mv)
        } else {
            0
        }
    }

    /// A quiet move of `side` cut off at `depth`, after the quiet moves `tried` did not.
    #[inline]
    pub(crate) fn teach_history(&mut self, side: Color, best: Move, tried: &[Move], depth: i32) {
        if !self.mode.on(Technique::History) {
            return;
        }
        self.mode.acted(Technique::History);
        let most = self.mode.param(Param::HistoryBonusMax).min(HISTORY_MAX);
        let bonus = (self.mode.param(Param::HistoryBonus) * depth).min(most);
        self.thread.butterfly.add(side, best, bonus);
        for &mv in tried {
            self.thread.butterfly.add(side, mv, -bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cutaway_chess::{MoveKind, Square};

    #[test]
    fn gravity_keeps_entries_within_limits_and_forgets() {
        let mv = Move::new(Square::B1, Square::C3, MoveKind::Quiet);
        let mut table = Butterfly::new();
        for _ in 0..1000 {
            table.add(Color::White, mv, HISTORY_MAX);
        }
        assert_eq!(table.get(Color::White, mv), HISTORY_MAX);
        assert_eq!(table.get(Color::Black, mv), 0);
        table.add(Color::White, mv, -1000);
        let after_one = table.get(Color::White, mv);
        assert!(
            after_one < HISTORY_MAX - 1000,
            "a full entry loses more than the malus: {after_one}"
        );
    }
}
