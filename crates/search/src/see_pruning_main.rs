//! SEE pruning in the main search: near the horizon, moves that lose too much material for the depth left are skipped.
//!
//! Idea: a sacrifice needs depth to pay. The less is left, the less a move may lose.
//! Why it is unsound: some sacrifices pay at once, by mate or by what SEE does not see.
//! When it applies: to `see_max_depth` plies of depth left, once some move has a score that is no loss by mate; not in
//! check, and no move that gives check.
//! Numbers: skipped where the exchange is worth less than -margin * depth, in centipawns and plies; the margin is
//! `see_quiet_margin` or `see_noisy_margin`.
//! First source: Stockfish 2012. Chapter 14.

use crate::mode::Mode;
use crate::ordering::{OrderedMove, Reason};
use crate::score::{DECISIVE, Score};
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    /// Whether to skip the move; `best` is the node's score so far.
    #[inline(always)]
    pub(crate) fn see_pruning_main(
        &mut self,
        position: &Position,
        node: &Node,
        ordered: &OrderedMove,
        best: Score,
    ) -> bool {
        // The order has already shown that it loses nothing.
        let loses_nothing =
            ordered.reason == Reason::GoodCapture && self.mode.on(Technique::SeeOrdering);
        if !self.mode.on(Technique::SeePruningMain)
            || loses_nothing
            || best <= -DECISIVE
            || node.in_check
            || node.depth > self.mode.param(Param::SeeMaxDepth)
        {
            return false;
        }
        self.mode.tried(Technique::SeePruningMain);
        let mv = ordered.mv;
        let margin = if mv.is_quiet() {
            Param::SeeQuietMargin
        } else {
            Param::SeeNoisyMargin
        };
        // Mates are given by men en prise more often than not.
        let skip = !position.see_ge(mv, -self.mode.param(margin) * node.depth)
            && !position.gives_check(mv);
        if skip {
            self.mode.acted(Technique::SeePruningMain);
        }
        skip
    }
}
