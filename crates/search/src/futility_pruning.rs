//! Futility pruning: near the horizon, quiet moves are skipped where the evaluation lies far below alpha.
//!
//! Idea: a quiet move gains little at once, and for more there is no depth left.
//! Why it is unsound: it may hold a threat; checks are spared.
//! When it applies: out of check, to quiet moves whose depth after reduction is at most `futility_depth`, once some move
//! has a score that is no loss by mate.
//! Numbers: skipped where static_eval + `futility_base` + `futility_factor` * that depth <= alpha, in centipawns; the
//! sum is what the move may be worth.
//! First source: J. Schaeffer 1986; E. Heinz 1998. Chapter 15.

use crate::mode::Mode;
use crate::score::Score;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};
use cutaway_chess::{Move, Position};

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: futility_pruning
    /// Whether to skip the move: what it is worth at the most, then. `depth` is its depth
    /// after reduction.
    #[inline(always)]
    pub(crate) fn futility_pruning(
        &mut self,
        position: &Position,
        node: &Node,
        mv: Move,
        depth: i32,
    ) -> Option<Score> {
        if !self.mode.on(Technique::FutilityPruning)
            || !mv.is_quiet()
            || depth > self.mode.param(Param::FutilityDepth)
        {
            return None;
        }
        self.mode.tried(Technique::FutilityPruning);
        let most = node.static_eval
            + self.mode.param(Param::FutilityBase)
            + self.mode.param(Param::FutilityFactor) * depth;
        if most > node.alpha || position.gives_check(mv) {
            return None;
        }
        self.mode.acted(Technique::FutilityPruning);
        Some(most)
    }
    // ANCHOR_END: futility_pruning
}
