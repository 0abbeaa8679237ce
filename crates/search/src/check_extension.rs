//! Check extension: a position in check is searched a ply deeper.
//!
//! Idea: a check leaves few replies, and the horizon is a bad place to judge a king under attack.
//! Why it is no gift: lines of checks grow, and other lines pay for them.
//! When it applies: in check, at less than twice the iteration's depth from the root.
//! Numbers: depth + 1, in plies.
//! First source: D. Slate and L. Atkin 1977. Chapter 13.

use crate::Technique;
use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: check_extension
    /// By how many plies the node is to be searched deeper.
    #[inline(always)]
    pub(crate) fn check_extension(&mut self, position: &Position, node: &Node) -> i32 {
        if !position.in_check()
            || !self.mode.on(Technique::CheckExtension)
            || node.ply >= 2 * self.root_depth
            || node.excluded.is_some()
        {
            return 0;
        }
        self.mode.acted(Technique::CheckExtension);
        1
    }
    // ANCHOR_END: check_extension
}
