//! Evasions by history: quiet moves out of check are ordered by the histories in quiescence too.
//!
//! Idea: one good evasion is enough, and the histories have an opinion which.
//! Why it is only a guess: they were taught by deeper searches.
//! When it applies: to quiet moves of quiescence, which are tried in check only.
//! Numbers: those of the histories.
//! First source: Stockfish 2012. Chapter 17.

use crate::Technique;
use crate::mode::Mode;
use crate::searcher::{Node, Searcher};

impl<M: Mode> Searcher<'_, M> {
    /// Whether the histories order the node's quiet moves.
    #[inline(always)]
    pub(crate) fn evasion_history(&mut self, node: &Node) -> bool {
        let ordered = node.in_check && self.mode.on(Technique::EvasionHistory);
        if ordered {
            self.mode.acted(Technique::EvasionHistory);
        }
        ordered
    }
}
