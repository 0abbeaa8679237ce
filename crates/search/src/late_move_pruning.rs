//! Late move pruning: near the horizon, quiet moves that come very late in the order are not searched at all.
//!
//! Idea: if none of so many moves was good, the rest will not be.
//! Why it is unsound: the order may be wrong.
//! When it applies: out of check, to `late_move_pruning_depth` plies, once some move has a score that is no loss by mate.
//! Numbers: after (`late_move_pruning_base` + `late_move_pruning_factor` / 100 * depth * depth) moves, half of them
//! while not improving.
//! First source: T. Romstad, Glaurung 2008. Chapter 15.

use crate::mode::Mode;
use crate::score::DECISIVE;
use crate::search::Best;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: late_move_pruning
    /// Whether to skip all quiet moves from here on.
    #[inline(always)]
    pub(crate) fn late_move_pruning(&mut self, node: &Node, best: &Best) -> bool {
        if !self.mode.on(Technique::LateMovePruning)
            || node.in_check
            || node.depth > self.mode.param(Param::LateMovePruningDepth)
            || best.score <= -DECISIVE
        {
            return false;
        }
        let moves = self.mode.param(Param::LateMovePruningBase)
            + self.mode.param(Param::LateMovePruningFactor) * node.depth * node.depth / 100;
        let moves = if node.improving { moves } else { moves / 2 };
        let skip = best.moves as i32 > moves;
        if skip {
            self.mode.acted(Technique::LateMovePruning);
        }
        skip
    }
    // ANCHOR_END: late_move_pruning
}
