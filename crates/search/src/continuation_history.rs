//! Continuation history: how often a quiet move has cut off after the move that was made one, two, four or six plies ago.
//!
//! Idea: a move is an answer to the move before, or goes on with a plan; which man went where tells more than the square
//! alone.
//! Why it is only a guess: it knows two moves of the position and nothing else.
//! When it applies: to quiet moves of the main search, each distance by a switch of its own; the first two temper
//! reductions and prune too.
//! Numbers: tables by man and destination of the earlier move and of this one, with the bonus and gravity of the butterfly
//! history; in the order the first two count in full, the others by half.
//! First source: Stockfish 2014, as counter move history. Chapter 17.

use crate::Technique;
use crate::history::teach;
use crate::mode::Mode;
use crate::searcher::Searcher;
use cutaway_chess::{Move, PieceType, Position};

/// How many men and destinations there are.
const PIECE_TOS: usize = 12 * 64;

/// A man and its destination: what of a move the tables know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// Of a move that is legal in the position.
    #[inline(always)]
    pub(crate) fn of(position: &Position, mv: Move) -> PieceTo {
        let piece = position
            .piece_on(mv.from())
            .map_or(0, |piece| piece.index());
        PieceTo((piece * 64 + mv.to().index()) as u16)
    }

    /// What man moves.
    #[inline(always)]
    pub(crate) fn piece_type(self) -> PieceType {
        PieceType::ALL[usize::from(self.0) / 64 % 6]
    }

    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }
}

/// What is known of all moves after one earlier move.
type Continuation = [i16; PIECE_TOS];

/// The table by earlier move and move.
pub(crate) struct ContinuationHistory {
    entries: Box<[Continuation; PIECE_TOS]>,
}

impl ContinuationHistory {
    pub(crate) fn new() -> ContinuationHistory {
        ContinuationHistory {
            entries: bytemuck::zeroed_box(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        bytemuck::write_zeroes(&mut *self.entries);
    }
}

// ANCHOR: distances
/// The distances, with the switch of each and its weight in the order, in halves.
const DISTANCES: [(usize, Technique, i32); 4] = [
    (1, Technique::ContinuationHistory, 2),
    (2, Technique::ContinuationHistory2, 2),
    (4, Technique::ContinuationHistory4, 1),
    (6, Technique::ContinuationHistory6, 1),
];
// ANCHOR_END: distances

/// What the earlier moves of the line tell of the moves of one node, with the weight of each.
#[derive(Clone, Copy)]
pub(crate) struct Continuations<'a> {
    tables: [Option<(&'a Continuation, i32)>; 4],
}

impl Continuations<'_> {
    /// What they make of a move in the order.
    #[inline(always)]
    pub(crate) fn score(&self, mv: PieceTo) -> i32 {
        let mut sum = 0;
        for (table, weight) in self.tables.iter().flatten() {
            sum += i32::from(table[mv.index()]) * weight;
        }
        sum / 2
    }
}

impl<M: Mode> Searcher<'_, M> {
    /// The move that was made so many plies ago on the way to the node at `ply`.
    #[inline(always)]
    fn earlier_move(&self, ply: usize, distance: usize) -> Option<PieceTo> {
        self.thread.plies[ply.checked_sub(distance)?].piece_to
    }

    /// The tables that know the node's moves.
    #[inline(always)]
    pub(crate) fn continuations(&self, ply: usize) -> Continuations<'_> {
        Continuations {
            tables: DISTANCES.map(|(distance, technique, weight)| {
                let earlier = self.earlier_move(ply, distance)?;
                self.mode
                    .on(technique)
                    .then(|| (&self.thread.continuation.entries[earlier.index()], weight))
            }),
        }
    }

    /// What the moves of one and two plies ago make of a quiet move.
    #[inline(always)]
    pub(crate) fn continuation_history(&self, ply: usize, mv: PieceTo) -> i32 {
        let mut sum = 0;
        for (distance, technique, _) in &DISTANCES[..2] {
            if self.mode.on(*technique)
                && let Some(earlier) = self.earlier_move(ply, *distance)
            {
                sum += i32::from(self.thread.continuation.entries[earlier.index()][mv.index()]);
            }
        }
        sum
    }

    /// A quiet move of the node at `ply` cut off or failed to.
    #[inline(always)]
    pub(crate) fn teach_continuation_history(&mut self, ply: usize, mv: PieceTo, bonus: i32) {
        for (distance, technique, _) in DISTANCES {
            if self.mode.on(technique)
                && let Some(earlier) = self.earlier_move(ply, distance)
            {
                self.mode.acted(technique);
                teach(
                    &mut self.thread.continuation.entries[earlier.index()][mv.index()],
                    bonus,
                );
            }
        }
    }
}
