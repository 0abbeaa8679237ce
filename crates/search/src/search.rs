//! The main search: a table of contents. Each step is one line here and one file of its own.
//!
//! Negamax, fail-soft: the score is the side to move's, and may lie outside the window as a bound.

use crate::continuation_history::PieceTo;
use crate::mode::Mode;
use crate::ordering::{MoveBuffer, OrderedMove, Picker};
use crate::principal_variation_search::Place;
use crate::score::{DECISIVE, DRAW, INFINITY, mated_in};
use crate::searcher::{Node, Searcher};
use crate::singular_extension::Singular;
use crate::tablebase::Known;
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

        // Step 3. A shorter mate is known.
        if let Some(score) = self.mate_distance_pruning(&mut node) {
            return score;
        }

        // Step 4. Upcoming repetition.
        if let Some(score) = self.upcoming_repetition(position, &mut node) {
            return score;
        }

        // Step 5. Transposition table, tablebases.
        node.pv = N::PV && self.mode.on(Technique::PrincipalVariationSearch);
        node.hit = self.probe_table(position, node.ply);
        if let Some(score) = self.table_cutoff::<N>(position, &node) {
            self.teach_table_cutoff(position, &node, score);
            return score;
        }
        let known = self.tablebases(position, &node);
        if let Known::Settled(score) = known {
            return score;
        }

        // Step 6. Static evaluation, and whether it rises.
        node.in_check = position.in_check();
        let mut eval = None;
        if !node.in_check {
            let raw_eval = self.static_eval(position, node.hit);
            node.raw_eval = Some(raw_eval);
            let corrected = self.corrected_eval(position, node.ply, raw_eval);
            node.static_eval = self.table_eval(corrected, node.hit);
            node.correction = (corrected - raw_eval).abs();
            eval = Some(corrected);
        }
        node.improving = self.improving(&node, eval);
        self.teach_eval_history(position, &node);

        // Step 7. Mend the depth of a node that was reduced.
        node.depth += self.hindsight(&node);

        // Step 8. The evaluation is so good or bad that the node can be given up.
        if let Some(score) = self.razoring(position, &node) {
            return score;
        }
        if let Some(score) = self.reverse_futility_pruning(&node) {
            return score;
        }

        // Step 9. Null move.
        if let Some(score) = self.null_move_pruning(position, &node) {
            return score;
        }

        // Step 10. Internal iterative reduction.
        let table_move = self.table_move(position, &node);
        node.depth -= self.internal_iterative_reduction(&node, table_move);

        // Step 11. ProbCut, searched and remembered.
        if let Some(score) = self.prob_cut(position, &node) {
            return score;
        }
        if let Some(score) = self.small_prob_cut(position, &node) {
            return score;
        }

        // Step 12. Is the table move the only good one?
        let extension = match self.singular_extension(position, &node, table_move) {
            Singular::Extend(plies) => plies,
            Singular::Cut(score) => return score,
        };

        // Step 13. The moves: steps 16 to 20.
        self.thread.plies[node.ply + 1].cutoffs = 0;
        node.table_noisy = table_move.is_some_and(|mv| !mv.is_quiet());
        let best = self.search_moves::<N>(position, node, table_move, extension);
        if self.aborted {
            return DRAW;
        }

        // Step 14. Without a legal move: mate or stalemate.
        if best.moves == 0 {
            if node.excluded.is_some() {
                return node.alpha;
            }
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

        // Step 15. Remember.
        let found = self.fail_high_blending(&node, best.score);
        let score = if N::PV { known.limit(found) } else { found };
        let bound = match best.mv {
            // What the tablebases know without a move that shows it is a bound as well.
            _ if score >= node.beta || score > found => Bound::Lower,
            _ if score < found => Bound::Upper,
            Some(_) if N::PV => Bound::Exact,
            _ => Bound::Upper,
        };
        self.store_in_table(position, &node, best.mv, score, bound);
        let best_is_noisy = best.mv.is_some_and(|mv| !mv.is_quiet());
        self.teach_fail_low(position, &node, bound);
        self.teach_correction(position, &node, best_is_noisy, score, bound);
        score
    }

    /// Searches the node's moves until one is too good.
    #[inline(always)]
    fn search_moves<N: NodeType>(
        &mut self,
        position: &Position,
        mut node: Node,
        table_move: Option<Move>,
        extension: i32,
    ) -> Best {
        let mut best = Best {
            score: -INFINITY,
            mv: None,
            moves: 0,
        };
        let mut buffer = self.take_buffer(node.ply);
        buffer.tried.clear();
        buffer.tried_noisy.clear();
        node.threats = self.threats(position);
        self.thread.plies[node.ply].threats = node.threats;

        // Step 16. The moves in order.
        let mut picker = Picker::main(&node, table_move, self.killers(node.ply));
        while let Some(ordered) = picker.next(self, position, &mut buffer) {
            let mv = ordered.mv;
            if Some(mv) == node.excluded {
                continue;
            }
            best.moves += 1;

            // Step 17. Leave out moves that are not worth a search near the horizon.
            if self.late_move_pruning(&node, &best) {
                picker.skip_quiets();
            }
            let mut expected = None;
            if self.is_left_out(position, &node, &ordered, &mut best, &mut expected) {
                continue;
            }

            // Step 18. Make the move and search it: reduced, with an empty window, in full.
            let child = self.make(position, mv, node.ply);
            let place = Place {
                number: best.moves,
                extension: if Some(mv) == table_move { extension } else { 0 },
                best: best.score,
                expected,
            };
            let score = self.search_move::<N>(&node, position, &child, mv, place);
            self.unmake();
            if self.aborted {
                break;
            }

            // Step 19. A new best move; perhaps it is too good.
            if score > best.score {
                best.score = score;
                if score > node.alpha {
                    best.mv = Some(mv);
                    node.alpha = score;
                    if N::PV {
                        self.thread.pv.update(node.ply, mv);
                    }
                    if self.is_cutoff(score, node.beta, best.moves) {
                        // Step 20. Teach the move ordering.
                        let cutoffs = &mut self.thread.plies[node.ply].cutoffs;
                        *cutoffs = cutoffs.saturating_add(1);
                        self.teach_ordering(position, &node, mv, &buffer);
                        break;
                    }
                }
            }
            if mv.is_quiet() {
                buffer.tried.push(mv);
            } else {
                buffer.tried_noisy.push(mv);
            }
        }
        self.teach_pv(position, &node, best.mv, &mut buffer);
        self.give_back_buffer(node.ply, buffer);
        best
    }

    // ANCHOR: is_left_out
    /// Whether the move is not searched; what it may be worth all the same goes into the best score.
    #[inline(always)]
    fn is_left_out(
        &mut self,
        position: &Position,
        node: &Node,
        ordered: &OrderedMove,
        best: &mut Best,
        expected: &mut Option<i32>,
    ) -> bool {
        // In check nothing is known of the evaluation, and a move that is not mate must be found first.
        if !node.in_check && best.score > -DECISIVE {
            let mv = ordered.mv;
            let depth = self.reduced_depth(node, position, mv, best.moves, expected);
            if let Some(most) = self.futility_pruning(position, node, mv, depth) {
                best.score = best.score.max(most);
                return true;
            }
            if self.history_pruning(position, node, mv, depth)
                || self.capture_futility(position, node, mv, depth)
            {
                return true;
            }
        }
        self.see_pruning_main(position, node, ordered, best.score)
    }
    // ANCHOR_END: is_left_out

    // ANCHOR: teach_ordering
    /// A move cut off: the tables of the move ordering learn it.
    #[inline(always)]
    pub(crate) fn teach_ordering(
        &mut self,
        position: &Position,
        node: &Node,
        best: Move,
        buffer: &MoveBuffer,
    ) {
        let bonus = self.history_bonus(node.depth);
        let malus = self.history_malus(node.depth);
        let is_quiet = best.is_quiet();
        if is_quiet {
            let side = position.side_to_move();
            self.teach_killers(node.ply, best);
            self.teach_history(side, node.threats, best, &buffer.tried, bonus, malus);
            self.teach_by_piece_to(position, node.ply, best, bonus);
            for &mv in &buffer.tried {
                self.teach_by_piece_to(position, node.ply, mv, -malus);
            }
        }
        let best_capture = (!is_quiet).then_some(best);
        self.teach_capture_history(position, best_capture, &buffer.tried_noisy, bonus, malus);
    }
    // ANCHOR_END: teach_ordering

    /// The histories of quiet moves besides the butterfly history.
    #[inline(always)]
    pub(crate) fn teach_by_piece_to(
        &mut self,
        position: &Position,
        ply: usize,
        mv: Move,
        bonus: i32,
    ) {
        let piece_to = PieceTo::of(position, mv);
        self.teach_continuation_history(ply, piece_to, bonus);
        self.teach_pawn_history(position, piece_to, bonus);
        self.teach_low_ply_history(ply, mv, bonus);
    }
}
