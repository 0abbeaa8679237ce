//! The table move: what was best in this position before is tried first.
//!
//! Idea: even where the remembered score does not settle a node, its best move very likely cuts off again, so often
//! that nothing else needs to be generated.
//! Why it is only a guess: the move may belong to another position with the same key, so it is tested for legality, or
//! have been the best of a shallow search only.
//! When it applies: in every node of the main search whose position the table knows with a move.
//! Numbers: none.
//! First source: D. Slate and L. Atkin 1977. Chapter 8.

use crate::Technique;
use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use cutaway_chess::{Move, Position};

impl<M: Mode> Searcher<'_, M> {
    /// The move that the table remembers for the node, if it is legal.
    #[inline(always)]
    pub(crate) fn table_move(&mut self, position: &Position, node: &Node) -> Option<Move> {
        if !self.mode.on(Technique::TableMove) {
            return None;
        }
        let mv = node.hit?.mv.filter(|&mv| position.is_legal(mv))?;
        self.mode.acted(Technique::TableMove);
        Some(mv)
    }
}
