//! The root: its moves with their lines, and the search of them in one window.

use crate::mode::Mode;
use crate::ordering::{OrderedMove, Picker};
use crate::principal_variation_search::Place;
use crate::score::{INFINITY, Score, is_mate};
use crate::search::Pv;
use crate::searcher::{Node, Searcher};
use crate::{Bound, MAX_EVAL, SearchEvent, Technique};
use cutaway_chess::{Move, Position};
use std::time::Duration;

/// Before this, nobody is told which move is being searched, nor of bounds.
pub(crate) const QUIET_TIME: Duration = Duration::from_secs(3);

/// A move at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub mv: Move,
    /// What it scored when it was last searched; minus infinity if it never was, or only shown to be worse than the best.
    pub score: Score,
    pub bound: Bound,
    /// What it scored when an iteration last finished.
    pub previous_score: Score,
    /// Its line, itself first.
    pub pv: Vec<Move>,
    pub seldepth: usize,
    /// The nodes of this search that went to it.
    pub nodes: u64,
    /// Moves of a higher rank come first, whatever they score: tablebases know better. All alike without them.
    pub rank: i32,
    /// What it is worth by the tablebases.
    pub tablebase_score: Option<Score>,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            score: -INFINITY,
            bound: Bound::Upper,
            previous_score: -INFINITY,
            pv: vec![mv],
            seldepth: 0,
            nodes: 0,
            rank: 0,
            tablebase_score: None,
        }
    }

    /// The score and bound that are told: what the tablebases know, unless the search has found a mate.
    pub(crate) fn told_score(&self) -> (Score, Bound) {
        match self.tablebase_score {
            Some(score) if !is_mate(self.score) => (score, Bound::Exact),
            _ => (self.score, self.bound),
        }
    }
}

/// Whoever is told what goes on.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(SearchEvent);

impl<M: Mode> Searcher<'_, M> {
    /// All moves of the position in the order in which a node of the main search would try them.
    pub(crate) fn ordered_moves(&mut self, position: &Position) -> Vec<OrderedMove> {
        let mut node = Node::new(0, 1, -INFINITY, INFINITY, false);
        node.hit = self.probe_table(position, 0);
        node.threats = self.threats(position);
        let mut buffer = self.take_buffer(0);
        let table_move = self.table_move(position, &node);
        let mut picker = Picker::main(&node, table_move, self.killers(0));
        let ordered = std::iter::from_fn(|| picker.next(self, position, &mut buffer)).collect();
        self.give_back_buffer(0, buffer);
        ordered
    }

    /// Searches the root moves from `first` on (those before it are lines that are already found) in the window, and
    /// notes the score and line of each that raises alpha.
    pub(crate) fn search_root(
        &mut self,
        position: &Position,
        moves: &mut [RootMove],
        first: usize,
        mut node: Node,
        sink: Sink,
    ) -> Score {
        self.mode.enter(node.visit(None));
        node.pv = self.mode.on(Technique::PrincipalVariationSearch);
        node.in_check = position.in_check();
        if !node.in_check {
            let raw_eval = self.evaluate(position);
            node.static_eval = self.corrected_eval(position, 0, raw_eval);
        }
        node.threats = self.threats(position);
        self.thread.plies[0].threats = node.threats;
        self.improving(&node, (!node.in_check).then_some(node.static_eval));
        self.thread.plies[1].cutoffs = 0;
        let mut best = -INFINITY;
        let scores_before: Vec<_> = moves[first..].iter().map(|mv| mv.score).collect();
        for root_move in &mut moves[first..] {
            root_move.score = -INFINITY;
        }
        for (number, root_move) in (1..).zip(&mut moves[first..]) {
            let mv = root_move.mv;
            if self.index == 0 && self.elapsed() >= QUIET_TIME {
                sink(SearchEvent::CurrentMove {
                    depth: node.depth as u32,
                    mv,
                    number,
                });
            }
            let nodes_before = self.nodes;
            self.seldepth = 0;
            let child = self.make(position, mv, 0);
            let score = self.search_move::<Pv>(
                &node,
                position,
                &child,
                mv,
                Place {
                    number,
                    extension: 0,
                    best,
                    expected: None,
                },
            );
            self.unmake();
            root_move.nodes += self.nodes - nodes_before;
            if self.aborted {
                break;
            }
            best = best.max(score);
            let raises_alpha = score > node.alpha;
            if raises_alpha || number == 1 {
                root_move.score = score;
                root_move.seldepth = self.seldepth;
                root_move.bound = match score {
                    _ if score >= node.beta => Bound::Lower,
                    _ if raises_alpha => Bound::Exact,
                    _ => Bound::Upper,
                };
            }
            if raises_alpha {
                root_move.pv.clear();
                root_move.pv.push(mv);
                root_move.pv.extend(self.thread.pv.line(1));
                node.alpha = score;
                if self.is_cutoff(score, node.beta, number) {
                    break;
                }
            }
        }
        if self.aborted && best == -INFINITY {
            // Broken off before one move was done: what was known before is all there is, the bounds of an earlier window
            // among it.
            for (root_move, score) in moves[first..].iter_mut().zip(scores_before) {
                root_move.score = score;
            }
        }
        self.mode.leave(best);
        best
    }

    /// Remembers the root's best move, and nothing that could settle a node: a score of the root would be taken for that
    /// of its repetitions, and a perpetual check be missed.
    pub(crate) fn remember_root_move(&mut self, position: &Position, mv: Move) {
        let node = Node::new(0, 0, -INFINITY, INFINITY, false);
        self.store_in_table(position, &node, Some(mv), MAX_EVAL, Bound::Upper);
    }
}
