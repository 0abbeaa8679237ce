//! Draws that the rules give within the tree.

use crate::mode::Mode;
use crate::searcher::Searcher;
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
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
