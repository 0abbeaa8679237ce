//! Static exchange evaluation in move ordering: captures that lose material wait until the quiet moves are through.
//!
//! Idea: MVV-LVA tries QxP first even where the pawn is defended. The exchange on the square tells.
//! Why it is only a guess: pins, checks and everything off the square are not seen.
//! When it applies: to captures and promotions of the main search.
//! Numbers: put by where the exchange is worth less than 0 centipawns.
//! First source: R. Hyatt, Cray Blitz 1990. Chapter 14.

use crate::Technique;
use crate::mode::Mode;
use crate::searcher::Searcher;
use cutaway_chess::{Move, Position};

impl<M: Mode> Searcher<'_, M> {
    /// Whether a noisy move is to be put by until after the quiet ones.
    #[inline(always)]
    pub(crate) fn loses_material(&mut self, position: &Position, mv: Move) -> bool {
        if !self.mode.on(Technique::SeeOrdering) {
            return false;
        }
        self.mode.tried(Technique::SeeOrdering);
        let loses = !position.see_ge(mv, 0);
        if loses {
            self.mode.acted(Technique::SeeOrdering);
        }
        loses
    }
}
