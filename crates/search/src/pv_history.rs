//! History of the principal variation: the best move of a node whose score is exact teaches all histories, as a cutoff does.
//!
//! Idea: the moves of the principal variation are the most carefully searched of all, and nodes near it will ask for them
//! again; without a cutoff they taught nothing.
//! Why it is only a guess: the move was the best here, and is not known to refute anything.
//! When it applies: on the principal variation, where some move raised alpha and none reached beta.
//! Numbers: the bonus and malus of a cutoff at that depth.
//! First source: Stockfish 2015. Chapter 17.

use crate::Technique;
use crate::mode::Mode;
use crate::ordering::MoveBuffer;
use crate::searcher::{Node, Searcher};
use cutaway_chess::{Move, Position};

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: teach_pv
    /// The node's best move is `best`, if it has one; `node.alpha` has become its score.
    #[inline(always)]
    pub(crate) fn teach_pv(
        &mut self,
        position: &Position,
        node: &Node,
        best: Option<Move>,
        buffer: &mut MoveBuffer,
    ) {
        let Some(best) = best.filter(|_| node.pv && node.alpha < node.beta) else {
            return;
        };
        if !self.mode.on(Technique::PvHistory) || self.aborted {
            return;
        }
        self.mode.acted(Technique::PvHistory);
        // It was searched like the others, and then it was noted among them.
        buffer.tried.retain(|&mv| mv != best);
        buffer.tried_noisy.retain(|&mv| mv != best);
        self.teach_ordering(position, node, best, buffer);
    }
    // ANCHOR_END: teach_pv
}
