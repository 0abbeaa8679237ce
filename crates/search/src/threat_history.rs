//! Threats in history: a quiet move that leaves or enters an attacked square is remembered apart.
//!
//! Idea: to move a man out of danger is another move than the same one without danger.
//! Why it is only a guess: whether an attacked square is defended is not asked.
//! When it applies: to the butterfly history.
//! Numbers: four tables instead of one, by whether the enemy attacks the origin and the destination.
//! First source: Koivisto 2021. Chapter 17.

use crate::Technique;
use crate::mode::Mode;
use crate::searcher::Searcher;
use cutaway_chess::{Bitboard, Move, Position};

/// The squares that the enemy attacks; none while the technique is off.
#[derive(Clone, Copy, Default)]
pub(crate) struct Threats(Bitboard);

impl Threats {
    /// Which of the four tables knows the move.
    #[inline(always)]
    pub(crate) fn around(self, mv: Move) -> usize {
        usize::from(self.0.contains(mv.from())) * 2 + usize::from(self.0.contains(mv.to()))
    }
}

impl<M: Mode> Searcher<'_, M> {
    /// The threats against the side to move.
    #[inline(always)]
    pub(crate) fn threats(&mut self, position: &Position) -> Threats {
        if !self.mode.on(Technique::ThreatHistory) {
            return Threats::default();
        }
        self.mode.acted(Technique::ThreatHistory);
        Threats(position.attacked_by(!position.side_to_move()))
    }
}
