//! The main search: a table of contents. Each step is one line here and one file of its own.
//!
//! Negamax, fail-soft: the score is the side to move's, and may lie outside the window as a bound.

use crate::mode::Mode;
use crate::ordering::Picker;
use crate::score::{DRAW, INFINITY, mated_in};
use crate::searcher::{Node, Searcher};
use crate::tree::End;
use crate::{Bound, Score, Technique};
use cutaway_chess::{Move, Position};

/// Whether a node is searched with an open window, known when the program is compiled.
pub(crate) trait NodeType {
    /// On the principal variation, as far as one can know.
    const PV: bool;
    /// What its first child is.
    type Next: NodeType;
}

/// A node with an open window.
pub(crate) struct Pv;
/// A node with an empty window.
pub(crate) struct NonPv;

impl NodeType for Pv {
    const PV: bool = true;
    type Next = Pv;
}

impl NodeType for NonPv {
    const PV: bool = false;
    type Next = NonPv;
}

/// What the moves of a node have come to.
pub(crate) struct Best {
    pub score: Score,
    /// The move that raised alpha last.
    pub mv: Option<Move>,
    /// How many moves were looked at, pruned ones included.
    pub moves: u32,
}

impl<M: Mode> Searcher<'_, M> {
    /// The score of the position at `node.depth`, within the node's window or as a bound outside it.
    pub(crate) fn search<N: NodeType>(&mut self, position: &Position, mut node: Node) -> Score {
        node.depth += self.check_extension(position, &node);
        if node.depth <= 0 {
            return self.horizon::<N>(position, node);
        }
        let mv = self.last_move(node.ply);
        self.mode.enter(node.visit(mv));
        let score = self.search_node::<N>(position, node);
        if self.aborted {
            self.mode.end(End::Aborted);
        }
        self.mode.leave(score);
        score
    }

    fn search_node<N: NodeType>(&mut self, position: &Position, mut node: Node) -> Score {
        // Step 1. Begin the node: its line is empty; stop if told so.
        self.begin_node(node.ply);
        if self.should_stop() {
            return DRAW;
        }

        // Step 2. Draws by rule, and the last ply there is.
        if let Some(score) = self.draw_or_last_ply(position, node.ply) {
            return score;
        }

        // Step 3. Upcoming repetition.
        if let Some(score) = self.upcoming_repetition(position, &mut node) {
            return score;
        }

        // Step 4. Transposition table.
        node.pv = N::PV && self.mode.on(Technique::PrincipalVariationSearch);
        node.hit = self.probe_table(position, node.ply);
        if let Some(score) = self.table_cutoff::<N>(position, &node) {
            return score;
        }

        // Step 5. Static evaluation.
        node.in_check = position.in_check();
        if !node.in_check {
            let raw_eval = self.static_eval(position, node.hit);
            node.raw_eval = Some(raw_eval);
            node.static_eval = self.table_eval(raw_eval, node.hit);
        }

        // Step 6. Null move.
        if let Some(score) = self.null_move_pruning(position, &node) {
            return score;
        }

        // Step 7. The moves: steps 10 to 14.
        let best = self.search_moves::<N>(position, node);
        if self.aborted {
            return DRAW;
        }

        // Step 8. Without a legal move: mate or stalemate.
        if best.moves == 0 {
            self.mode.end(if node.in_check {
                End::Mate
            } else {
                End::Stalemate
            });
            return if node.in_check {
                mated_in(node.ply)
            } else {
                DRAW
            };
        }

        // Step 9. Remember.
        let bound = match best.mv {
            _ if best.score >= node.beta => Bound::Lower,
            Some(_) if N::PV => Bound::Exact,
            _ => Bound::Upper,
        };
        self.store_in_table(position, &node, best.mv, best.score, bound);
        best.score
    }

    /// Searches the node's moves until one is too good.
    #[inline(always)]
    fn search_moves<N: NodeType>(&mut self, position: &Position, mut node: Node) -> Best {
        let mut best = Best {
            score: -INFINITY,
            mv: None,
            moves: 0,
        };
        let mut buffer = self.take_buffer(node.ply);
        buffer.tried.clear();

        // Step 10. The moves in order.
        let table_move = self.table_move(position, &node);
        let mut picker = Picker::main(table_move, self.killers(node.ply));
        while let Some(ordered) = picker.next(self, position, &mut buffer) {
            let mv = ordered.mv;
            best.moves += 1;

            // Step 11. Leave out moves that lose material near the horizon.
            if self.see_pruning_main(position, &node, &ordered, best.score) {
                continue;
            }

            // Step 12. Make the move and search it: reduced, with an empty window, in full.
            let child = self.make(position, mv, node.ply);
            let score = self.search_move::<N>(&node, position, &child, mv, best.moves);
            self.unmake();
            if self.aborted {
                break;
            }

            // Step 13. A new best move; perhaps it is too good.
            if score > best.score {
                best.score = score;
                if score > node.alpha {
                    best.mv = Some(mv);
                    node.alpha = score;
                    if N::PV {
                        self.thread.pv.update(node.ply, mv);
                    }
                    if self.is_cutoff(score, node.beta, best.moves) {
                        // Step 14. Teach the move ordering.
                        self.teach_ordering(position, &node, mv, &buffer.tried);
                        break;
                    }
                }
            }
            if mv.is_quiet() {
                buffer.tried.push(mv);
            }
        }
        self.give_back_buffer(node.ply, buffer);
        best
    }

    /// A move cut off: the tables of the move ordering learn it.
    #[inline(always)]
    fn teach_ordering(&mut self, position: &Position, node: &Node, mv: Move, tried: &[Move]) {
        if mv.is_quiet() {
            self.teach_killers(node.ply, mv);
            self.teach_history(position.side_to_move(), mv, tried, node.depth);
        }
    }
}
