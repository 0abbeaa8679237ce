//! Quiescence search: beyond the horizon, captures and queen promotions are followed until the position is quiet.
//!
//! Idea: a static evaluation in the middle of an exchange is worth nothing. The side to move may also leave everything
//! as it is ("stand pat"), so the evaluation is a lower bound of its score. In check it may not, and every evasion is
//! searched.
//! Why it is unsound: quiet moves are not seen, so neither most stalemates (but see `stalemate_guard`) nor quiet mates;
//! and in zugzwang nobody may leave things as they are.
//! When it applies: where no depth is left.
//! Numbers: none; `MAX_PLY` ends the longest lines.
//! First source: A. Turing 1953; L. Harris 1975. Turing's word for such moves is considerable. Chapter 7.

use crate::mode::Mode;
use crate::ordering::Picker;
use crate::score::{DRAW, INFINITY, mated_in};
use crate::search::NodeType;
use crate::searcher::{Node, Searcher};
use crate::tree::End;
use crate::{Bound, Score, Technique};
use cutaway_chess::{Move, Position};

impl<M: Mode> Searcher<'_, M> {
    /// The score of a position at the horizon: quiescence, or the bare evaluation while that is off.
    #[inline(always)]
    pub(crate) fn horizon<N: NodeType>(&mut self, position: &Position, mut node: Node) -> Score {
        node.depth = 0;
        let mv = self.last_move(node.ply);
        self.mode.enter(node.visit(mv));
        let score = if self.mode.on(Technique::Quiescence) {
            self.mode.acted(Technique::Quiescence);
            self.quiescence::<N>(position, node)
        } else {
            self.leaf(position, node.ply)
        };
        self.mode.leave(score);
        score
    }

    /// The evaluation of a leaf, but for mates, stalemates and draws.
    fn leaf(&mut self, position: &Position, ply: usize) -> Score {
        self.begin_node(ply);
        if self.should_stop() {
            return DRAW;
        }
        let (score, end) = if !position.has_legal_move() {
            if position.in_check() {
                (mated_in(ply), End::Mate)
            } else {
                (DRAW, End::Stalemate)
            }
        } else if self.is_draw(position, ply) {
            (DRAW, End::Draw)
        } else {
            (self.evaluate(position), End::Leaf)
        };
        self.mode.end(end);
        score
    }

    // ANCHOR: quiescence
    fn quiescence<N: NodeType>(&mut self, position: &Position, mut node: Node) -> Score {
        self.begin_node(node.ply);
        if self.should_stop() {
            return DRAW;
        }
        if let Some(score) = self.draw_or_last_ply(position, node.ply) {
            return score;
        }

        node.pv = N::PV && self.mode.on(Technique::PrincipalVariationSearch);
        node.hit = self.probe_table(position, node.ply);
        if let Some(score) = self.table_cutoff::<N>(position, &node) {
            return score;
        }

        node.in_check = position.in_check();
        let mut best = -INFINITY;
        if !node.in_check {
            // Stand pat: taking nothing is allowed, so the evaluation is a lower bound.
            let raw_eval = self.static_eval(position, node.hit);
            node.raw_eval = Some(raw_eval);
            let corrected = self.corrected_eval(position, node.ply, raw_eval);
            node.static_eval = self.table_eval(corrected, node.hit);
            best = node.static_eval;
            if best >= node.beta && self.mode.on(Technique::AlphaBeta) {
                self.mode.end(End::StandPat);
                return self.quiescence_blending(&node, best);
            }
        }
        let alpha_before = node.alpha;
        node.alpha = node.alpha.max(best);

        let (best, best_move) = self.search_noisy_moves::<N>(position, node, best);
        if self.aborted {
            return DRAW;
        }
        if best == -INFINITY {
            self.mode.end(End::Mate);
            return mated_in(node.ply);
        }
        let best = self.quiescence_blending(&node, best);
        let bound = match best_move {
            _ if best >= node.beta => Bound::Lower,
            _ if N::PV && best > alpha_before => Bound::Exact,
            _ => Bound::Upper,
        };
        self.store_in_table(position, &node, best_move, best, bound);
        best
    }
    // ANCHOR_END: quiescence

    // ANCHOR: noisy_moves
    /// Captures and queen promotions, or all evasions of a check; `best` is what standing pat gives.
    #[inline(always)]
    fn search_noisy_moves<N: NodeType>(
        &mut self,
        position: &Position,
        mut node: Node,
        mut best: Score,
    ) -> (Score, Option<Move>) {
        let (mut best_move, mut move_number) = (None, 0);
        let mut buffer = self.take_buffer(node.ply);
        let table_move = self.quiescence_table_move(position, &node);
        let by_history = self.evasion_history(&node);
        if by_history {
            node.threats = self.threats(position);
        }
        let mut picker = Picker::quiescence(&node, table_move, by_history);
        while let Some(ordered) = picker.next(self, position, &mut buffer) {
            let mv = ordered.mv;
            move_number += 1;
            if self.evasion_pruning(&node, best) {
                picker.skip_quiets();
            }
            if self.delta_pruning(position, &node, mv)
                || self.late_capture_pruning(position, &node, mv, move_number)
                || self.see_pruning(position, &node, mv)
            {
                continue;
            }
            let child = self.make(position, mv, node.ply);
            let score = -self.horizon::<N::Next>(
                &child,
                Node::new(node.ply + 1, 0, -node.beta, -node.alpha, false),
            );
            self.unmake();
            if self.aborted {
                break;
            }
            if score > best {
                best = score;
                if score > node.alpha {
                    best_move = Some(mv);
                    node.alpha = score;
                    if N::PV {
                        self.thread.pv.update(node.ply, mv);
                    }
                    if self.is_cutoff(score, node.beta, move_number) {
                        break;
                    }
                }
            }
        }
        self.give_back_buffer(node.ply, buffer);
        if move_number == 0
            && let Some(score) = self.stalemate_guard(position, &node)
        {
            best = score;
        }
        (best, best_move)
    }
    // ANCHOR_END: noisy_moves
}
