//! Killer moves: the last two quiet moves that cut off at a ply.
//!
//! Idea: what refutes one move often refutes its sisters.
//! Why it is only a guess: the sister position may differ in what matters; a killer is tested for legality each time.
//! When it applies: in the main search, after the captures that lose nothing and before the other quiet moves.
//! Numbers: two moves a ply.
//! First source: B. Huberman 1968. After him S. Akl and M. Newborn 1977. Chapter 10.

use crate::mode::Mode;
use crate::searcher::Searcher;
use crate::{MAX_PLY, Technique};
use cutaway_chess::Move;

/// The killers of each ply, the newest first.
pub(crate) struct KillerTable {
    moves: [[Option<Move>; 2]; MAX_PLY + 2],
}

impl KillerTable {
    pub(crate) fn new() -> KillerTable {
        KillerTable {
            moves: [[None; 2]; MAX_PLY + 2],
        }
    }
}

impl<M: Mode> Searcher<'_, M> {
    /// The killers to try at that ply.
    #[inline(always)]
    pub(crate) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        if self.mode.on(Technique::Killers) {
            self.thread.killers.moves[ply]
        } else {
            [None; 2]
        }
    }

    /// A quiet move cut off at that ply.
    #[inline(always)]
    pub(crate) fn teach_killers(&mut self, ply: usize, best: Move) {
        if self.mode.on(Technique::Killers) {
            self.mode.acted(Technique::Killers);
            let killers = &mut self.thread.killers.moves[ply];
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
        }
    }
}
