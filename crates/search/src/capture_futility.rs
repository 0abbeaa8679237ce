//! Capture futility: near the horizon, captures are skipped whose victim would not lift the evaluation to alpha.
//!
//! Idea: what delta pruning is to quiescence, with more depth and a greater margin.
//! Why it is unsound: the capture may have more to it than its victim; checks are spared.
//! When it applies: out of check, to captures whose depth after reduction is at most `capture_futility_depth`, once some
//! move has a score that is no loss by mate; no promotions.
//! Numbers: skipped where static_eval + value of the victim + `capture_futility_base` + `capture_futility_factor` * that
//! depth <= alpha, in centipawns.
//! First source: Stockfish 2020. Chapter 15.

use crate::capture_history::victim;
use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};
use cutaway_chess::{Move, Position, see_value};

impl<M: Mode> Searcher<'_, M> {
    /// Whether to skip the move; `depth` is its depth after reduction.
    #[inline(always)]
    pub(crate) fn capture_futility(
        &mut self,
        position: &Position,
        node: &Node,
        mv: Move,
        depth: i32,
    ) -> bool {
        if !self.mode.on(Technique::CaptureFutility)
            || !mv.is_capture()
            || mv.is_promotion()
            || depth > self.mode.param(Param::CaptureFutilityDepth)
        {
            return false;
        }
        self.mode.tried(Technique::CaptureFutility);
        let victim = victim(position, mv).map_or(0, see_value);
        let most = node.static_eval
            + victim
            + self.mode.param(Param::CaptureFutilityBase)
            + self.mode.param(Param::CaptureFutilityFactor) * depth;
        let skip = most <= node.alpha && !position.gives_check(mv);
        if skip {
            self.mode.acted(Technique::CaptureFutility);
        }
        skip
    }
}
