//! Pawn history: how often a quiet move, told by man and destination, has cut off with these pawns on the board.
//!
//! Idea: where a man belongs hangs on the pawns.
//! Why it is only a guess: it knows nothing else of the position, and structures share their places.
//! When it applies: to the order of quiet moves of the main search.
//! Numbers: 1024 tables, by the low bits of the key of the pawns, with the bonus and gravity of the butterfly history.
//! First source: Stockfish 2023. Chapter 17.

use crate::Technique;
use crate::continuation_history::PieceTo;
use crate::history::teach;
use crate::mode::Mode;
use crate::searcher::Searcher;
use cutaway_chess::Position;

/// How many structures are told apart; a power of two.
const STRUCTURES: usize = 1024;

/// The table by structure, man and destination.
pub(crate) struct PawnHistory {
    entries: Box<[[i16; 12 * 64]; STRUCTURES]>,
}

/// The place of the position's pawns.
#[inline(always)]
fn structure(position: &Position) -> usize {
    position.keys().pawn as usize % STRUCTURES
}

impl PawnHistory {
    pub(crate) fn new() -> PawnHistory {
        PawnHistory {
            entries: bytemuck::zeroed_box(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        bytemuck::write_zeroes(&mut *self.entries);
    }
}

impl<M: Mode> Searcher<'_, M> {
    /// What is known of quiet moves with these pawns; `None` while the technique is off.
    #[inline(always)]
    pub(crate) fn pawn_history(&self, position: &Position) -> Option<&[i16; 12 * 64]> {
        self.mode
            .on(Technique::PawnHistory)
            .then(|| &self.thread.pawns.entries[structure(position)])
    }

    /// A quiet move cut off or failed to.
    #[inline(always)]
    pub(crate) fn teach_pawn_history(&mut self, position: &Position, mv: PieceTo, bonus: i32) {
        if self.mode.on(Technique::PawnHistory) {
            self.mode.acted(Technique::PawnHistory);
            teach(
                &mut self.thread.pawns.entries[structure(position)][mv.index()],
                bonus,
            );
        }
    }
}
