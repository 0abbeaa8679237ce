//! Fifty-move scaling: the evaluation shrinks towards a draw as moves without capture or pawn move go by.
//!
//! Idea: an advantage that has led to nothing for thirty moves is worth less, and of two lines the one that makes
//! progress should look better.
//! Why it is unsound: the advantage may be there all the same; captures and pawn moves are then made a little early.
//! When it applies: to every evaluation that the steps use; the table keeps it unscaled.
//! Numbers: the evaluation times (`fifty_move_span` - plies on the clock) / `fifty_move_span`.
//! First source: Stockfish 2018. Chapter 19.

use crate::mode::Mode;
use crate::score::Score;
use crate::searcher::Searcher;
use crate::{Param, Technique};
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    /// The evaluation of the position, scaled by its clock.
    #[inline(always)]
    pub(crate) fn fifty_move_scaling(&mut self, position: &Position, eval: Score) -> Score {
        let clock = i32::from(position.halfmove_clock()).min(100);
        if !self.mode.on(Technique::FiftyMoveScaling) || clock == 0 {
            return eval;
        }
        self.mode.acted(Technique::FiftyMoveScaling);
        let span = self.mode.param(Param::FiftyMoveSpan);
        eval * (span - clock) / span
    }
}
