//! History by evaluation: a quiet move is praised or blamed at once for what it did to the evaluation.
//!
//! Idea: a move after which the opponent's evaluation is worse than before was good, whatever the search will say.
//! Why it is only a guess: the evaluation swings for many reasons.
//! When it applies: when a node out of check begins after a quiet move, its mover not in check either.
//! Numbers: -`eval_history_factor` * (the two evaluations, each from its own side's view, added up), held within
//! `eval_history_max`, in the butterfly history.
//! First source: Stockfish 2020. Chapter 17.

use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    /// The node's evaluation is known: the move that led to it learns from it.
    #[inline(always)]
    pub(crate) fn teach_eval_history(&mut self, position: &Position, node: &Node) {
        if !self.mode.on(Technique::EvalHistory) || node.excluded.is_some() || node.ply == 0 {
            return;
        }
        let quiet = self.last_move(node.ply).filter(|mv| mv.is_quiet());
        let evals = (
            self.thread.plies[node.ply].static_eval,
            self.thread.plies[node.ply - 1].static_eval,
        );
        if let (Some(mv), (Some(ours), Some(theirs))) = (quiet, evals) {
            self.mode.acted(Technique::EvalHistory);
            let most = self.mode.param(Param::EvalHistoryMax);
            let bonus = -self.mode.param(Param::EvalHistoryFactor) * (ours + theirs);
            let threats = self.thread.plies[node.ply - 1].threats;
            let side = !position.side_to_move();
            self.teach_history(side, threats, mv, &[], bonus.clamp(-most, most), 0);
        }
    }
}
