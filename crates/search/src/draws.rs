//! Where a line must end whatever there is to gain: draws that the rules give within the tree, and the last ply there is.

use crate::MAX_PLY;
use crate::mode::Mode;
use crate::score::{DRAW, Score, mated_in};
use crate::searcher::Searcher;
use crate::tree::End;
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    /// The score of a node at which the line must end.
    #[inline(always)]
    pub(crate) fn draw_or_last_ply(&mut self, position: &Position, ply: usize) -> Option<Score> {
        if self.is_draw(position, ply) {
            self.mode.end(End::Draw);
            return Some(DRAW);
        }
        if ply >= MAX_PLY {
            self.mode.end(End::Leaf);
            return Some(self.score_at_last_ply(position, ply));
        }
        None
    }

    /// The score where no line may grow further: the evaluation, unless it is mate on the spot.
    #[cold]
    fn score_at_last_ply(&mut self, position: &Position, ply: usize) -> Score {
        if position.is_checkmate() {
            mated_in(ply)
        } else {
            self.evaluate(position)
        }
    }

    /// Whether the node at `ply` (not the root) is drawn: by the 50-move rule unless it is mate, by dead material, or by
    /// repetition.
    #[inline(always)]
    pub(crate) fn is_draw(&self, position: &Position, ply: usize) -> bool {
        let clock = position.halfmove_clock();
        (clock >= 4 && self.is_repetition(position, ply))
            || (clock >= 100 && (!position.in_check() || position.has_legal_move()))
            || position.is_dead_by_material()
    }

    /// How many earlier positions may equal the node's: since the last irreversible or null move.
    #[inline(always)]
    pub(crate) fn reversible_plies(&self, position: &Position, ply: usize) -> usize {
        let plies = position
            .halfmove_clock()
            .min(self.thread.plies[ply].plies_since_null);
        usize::from(plies).min(self.thread.keys.len() - 1)
    }

    /// A position that comes for the second time within the tree counts as drawn at once: what was good for it the first
    /// time is good for it again. The root and what came before it is different, there the players had no such insight:
    /// a position that was on the board in the game must come for the third time.
    fn is_repetition(&self, position: &Position, ply: usize) -> bool {
        let keys = &self.thread.keys;
        let here = keys.len() - 1;
        let mut seen_before_root = false;
        for distance in (4..=self.reversible_plies(position, ply)).step_by(2) {
            if keys[here - distance] == position.key() {
                if distance < ply || seen_before_root {
                    return true;
                }
                seen_before_root = true;
            }
        }
        false
    }
}
