//! History of table cutoffs: a quiet table move that settles its node by the table alone is praised as if it had been
//! searched.
//!
//! Idea: it would have cut off.
//! Why it is only a guess: it was not searched now.
//! When it applies: to cutoffs by a lower bound whose move is quiet.
//! Numbers: the bonus of a cutoff at the node's depth.
//! First source: Stockfish 2011. Chapter 17.

use crate::Technique;
use crate::mode::Mode;
use crate::score::Score;
use crate::searcher::{Node, Searcher};
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    /// The table settled the node with that score.
    #[inline(always)]
    pub(crate) fn teach_table_cutoff(&mut self, position: &Position, node: &Node, score: Score) {
        if !self.mode.on(Technique::TableCutoffHistory) || score < node.beta {
            return;
        }
        let quiet = node.hit.and_then(|hit| hit.mv).filter(|mv| mv.is_quiet());
        if let Some(mv) = quiet
            && position.is_legal(mv)
        {
            self.mode.acted(Technique::TableCutoffHistory);
            let threats = self.threats(position);
            let bonus = self.history_bonus(node.depth);
            self.teach_history(position.side_to_move(), threats, mv, &[], bonus, 0);
            self.teach_by_piece_to(position, node.ply, mv, bonus);
        }
    }
}
