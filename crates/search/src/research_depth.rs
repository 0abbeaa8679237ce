//! Depth of the re-search: a reduced move that surprises much is searched again more deeply, one that barely does less.
//!
//! Idea: the reduced search tells not only that the move is better, but by how much.
//! Why it is only a guess: the reduced search may err.
//! When it applies: to the second search of a reduced move. Where that comes down to the depth of the first one, and the
//! score is not to be found exactly, there is none.
//! Numbers: depth + 1 where the score lies more than `research_deeper` above the best so far, - 1 where it lies less than
//! `research_shallower` above it, in centipawns and plies.
//! First source: Stockfish 2022. Chapter 17.

use crate::mode::Mode;
use crate::score::Score;
use crate::searcher::Searcher;
use crate::{Param, Technique};

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: research_depth
    /// By how many plies the second search is to be deeper; less deep, if negative.
    #[inline(always)]
    pub(crate) fn research_depth(&mut self, score: Score, best: Score) -> i32 {
        if !self.mode.on(Technique::ResearchDepth) {
            return 0;
        }
        let deeper = score > best + self.mode.param(Param::ResearchDeeper);
        let shallower = score < best + self.mode.param(Param::ResearchShallower);
        if deeper || shallower {
            self.mode.acted(Technique::ResearchDepth);
        }
        i32::from(deeper) - i32::from(shallower)
    }
    // ANCHOR_END: research_depth
}
