//! Ending knowledge: a lone king is judged by what is known of it instead of the evaluation.
//!
//! Idea: a network has learnt from games that were given up long before the mate. It finds all won endings alike and shuffles
//! in them, and calls a pawn half a win that is none. What chess players know of a lone king fits into a few lines.
//! Why it is only a guess: a man may be lost or a king stalemated at the next move, which the search sees. Of king and pawn
//! against king each position is known exactly.
//! When it applies: to the evaluation of every position in which one side has only its king, and the other side men of those
//! that `endings.rs` of `eval` tells of; whatever evaluation is in force.
//! What is known is not corrected by the correction histories, which share their places among many positions and would blur
//! the steps of progress, nor do they learn from it.
//! Near the end of the fifty moves nothing is known: there the search must see what can still be won.
//! Numbers: a win is worth 9,000 and more in the evaluation's unit, below all wins by tablebase.
//! First source: D. Slate and L. Atkin 1977. Chapter 23.

use crate::mode::Mode;
use crate::searcher::Searcher;
use crate::{Score, Technique};
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    /// The evaluation of the position where it is a known ending, the side to move's view.
    #[inline(always)]
    pub(crate) fn ending_knowledge(&mut self, position: &Position) -> Option<Score> {
        if !self.mode.on(Technique::EndingKnowledge) {
            return None;
        }
        let ending = cutaway_eval::ending(position)?;
        self.mode.acted(Technique::EndingKnowledge);
        Some(ending.score)
    }

    /// Whether the position is judged so.
    #[inline(always)]
    pub(crate) fn is_known_ending(&self, position: &Position) -> bool {
        self.mode.on(Technique::EndingKnowledge) && cutaway_eval::ending(position).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::searcher::testing::with_searcher;
    use cutaway_chess::Game;

    fn evaluation(fen: &str, switch: bool) -> Score {
        let game = Game::new(fen.parse().expect("a FEN"));
        let mut settings = Settings::default();
        settings.switches.set(Technique::EndingKnowledge, switch);
        with_searcher(&settings, |searcher| {
            searcher.thread.prepare(&game, &settings.evaluator);
            searcher.evaluate(game.position())
        })
    }

    #[test]
    fn a_lone_king_is_judged_by_what_is_known() {
        let drawn = "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1";
        assert_eq!(evaluation(drawn, true), 0);
        assert_ne!(evaluation(drawn, false), 0);
        let won = "8/8/8/4k3/8/8/8/1N2KB2 w - - 0 1";
        assert!(evaluation(won, true) > 10_000);
        assert!(evaluation(won, false) < 10_000);
        let other = "8/p7/8/4k3/8/8/8/1N2KB2 w - - 0 1";
        assert_eq!(evaluation(other, true), evaluation(other, false));
    }
}
