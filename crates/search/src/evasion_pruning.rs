//! Evasion pruning: in quiescence, once one move out of check is no loss by mate, quiet ones are left out.
//!
//! Idea: quiescence asks whether the check wins something at once; one answer is enough.
//! Why it is unsound: the answer may lose a man that another quiet move would have saved.
//! When it applies: in quiescence, in check, after a move with a score that is no loss by mate.
//! Numbers: none.
//! First source: Stockfish 2020. Chapter 15.

use crate::Technique;
use crate::mode::Mode;
use crate::score::{DECISIVE, Score};
use crate::searcher::{Node, Searcher};

impl<M: Mode> Searcher<'_, M> {
    /// Whether to leave out the quiet moves that are still to come; `best` is the node's score so far.
    #[inline(always)]
    pub(crate) fn evasion_pruning(&mut self, node: &Node, best: Score) -> bool {
        if !self.mode.on(Technique::EvasionPruning) || !node.in_check || best <= -DECISIVE {
            return false;
        }
        self.mode.acted(Technique::EvasionPruning);
        true
    }
}
