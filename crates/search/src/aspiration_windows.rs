//! Aspiration windows: an iteration begins with a narrow window around the score of the last one.
//!
//! Idea: the score seldom changes much, and a narrow window cuts more. When the score falls outside, the window is
//! widened on that side and the root is searched again.
//! Why it is sound: only a score inside its window is accepted.
//! When it applies: at the root, from `aspiration_depth` plies on, unless the last score was a mate or a win by tablebase.
//! Numbers: last score -+ `aspiration_delta`, in centipawns. Each miss widens that by `aspiration_growth` thousandths
//! of itself, and beyond `aspiration_widest` the side is opened altogether; after a score that is too low beta comes
//! down to the middle of the window.
//! First source: G. Baudet 1978. Chapter 11.

use crate::iterative_deepening::Deepening;
use crate::mode::Mode;
use crate::root::Sink;
use crate::score::{INFINITY, is_decisive};
use crate::searcher::{Node, Searcher};
use crate::time_management::Plan;
use crate::{Param, Technique};
use cutaway_chess::Position;

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: search_line
    /// Searches the best of the root moves from `first` on, of those that rank alike, at the iteration's depth, and sorts it
    /// to the front of them.
    /// Tells of each window that the score fell out of.
    pub(crate) fn search_line(
        &mut self,
        position: &Position,
        state: &mut Deepening,
        first: usize,
        plan: &Plan,
        sink: Sink,
    ) {
        let depth = state.depth();
        let end = state.end_of_rank(first);
        let previous = state.moves[first].previous_score;
        let narrow = self.mode.on(Technique::AspirationWindows)
            && depth >= self.mode.param(Param::AspirationDepth)
            && !is_decisive(previous)
            && previous > -INFINITY;
        let mut delta = self.mode.param(Param::AspirationDelta);
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        let mut fail_highs = 0;
        if narrow {
            (alpha, beta) = (previous - delta, previous + delta);
        }
        loop {
            let nodes_before = self.nodes;
            let reduced = (depth - self.fail_high_depth(fail_highs)).max(1);
            let node = Node::new(0, reduced, alpha, beta, false);
            let score = self.search_root(position, &mut state.moves[..end], first, node, sink);
            // Moves that were not searched, or are worse, keep their order behind the best.
            state.moves[first..end].sort_by_key(|root_move| -root_move.score);
            if self.aborted || !narrow {
                return;
            }
            self.mode.tried(Technique::AspirationWindows);
            if alpha < score && score < beta {
                self.mode.acted(Technique::AspirationWindows);
                return;
            }
            if (score <= alpha && alpha == -INFINITY) || (score >= beta && beta == INFINITY) {
                return;
            }
            self.mode
                .spent(Technique::AspirationWindows, self.nodes - nodes_before);
            self.tell_bound(state, plan, sink);
            delta += delta * self.mode.param(Param::AspirationGrowth) / 1000;
            let widest = self.mode.param(Param::AspirationWidest);
            if score <= alpha {
                fail_highs = 0;
                beta = (alpha + beta) / 2;
                alpha = if delta > widest || is_decisive(score) {
                    -INFINITY
                } else {
                    score - delta
                };
            } else {
                fail_highs += 1;
                beta = if delta > widest || is_decisive(score) {
                    INFINITY
                } else {
                    score + delta
                };
            }
        }
    }
    // ANCHOR_END: search_line
}
