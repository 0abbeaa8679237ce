//! Low-ply history: how often a quiet move has cut off at this very distance from the root.
//!
//! Idea: near the root the same positions come again with each iteration, and are worth a memory of their own.
//! Why it is only a guess: sister nodes share it.
//! When it applies: to the order of quiet moves at the first plies from the root; forgotten with each search.
//! Numbers: `low_ply_weight` times the entry, divided by ply + 1, with the bonus and gravity of the butterfly history.
//! First source: Stockfish 2020. Chapter 17.

use crate::history::teach;
use crate::mode::Mode;
use crate::searcher::Searcher;
use crate::{Param, Technique};
use cutaway_chess::Move;

/// How many plies have one.
const PLIES: usize = 5;

/// The table by ply, from and to.
pub(crate) struct LowPlyHistory {
    entries: Box<[[[i16; 64]; 64]; PLIES]>,
}

impl LowPlyHistory {
    pub(crate) fn new() -> LowPlyHistory {
        LowPlyHistory {
            entries: bytemuck::zeroed_box(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        bytemuck::write_zeroes(&mut *self.entries);
    }
}

impl<M: Mode> Searcher<'_, M> {
    /// What is known of a quiet move at that ply, 0 while the technique is off.
    #[inline(always)]
    pub(crate) fn low_ply_history(&self, ply: usize, mv: Move) -> i32 {
        if ply >= PLIES || !self.mode.on(Technique::LowPlyHistory) {
            return 0;
        }
        let entry = self.thread.low_plies.entries[ply][mv.from().index()][mv.to().index()];
        self.mode.param(Param::LowPlyWeight) * i32::from(entry) / (ply as i32 + 1)
    }

    /// A quiet move of the node at `ply` cut off or failed to.
    #[inline(always)]
    pub(crate) fn teach_low_ply_history(&mut self, ply: usize, mv: Move, bonus: i32) {
        if ply < PLIES && self.mode.on(Technique::LowPlyHistory) {
            self.mode.acted(Technique::LowPlyHistory);
            teach(
                &mut self.thread.low_plies.entries[ply][mv.from().index()][mv.to().index()],
                bonus,
            );
        }
    }
}
