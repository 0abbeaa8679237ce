//! The states of the positions between a search's root and the node it stands on.
//!
//! The search pushes before it makes a move and pops when it comes back; the board tells the pushed state what changed.

use crate::nnue::Accumulators;
use crate::{Evaluator, Frame, State};
use cutaway_chess::Position;
use std::sync::Arc;

/// Evaluation states by ply. The memory is taken once; pushing and popping never allocate.
///
/// ```
/// use cutaway_chess::Position;
/// use cutaway_eval::{EvalStack, Evaluator};
/// let root = Position::startpos();
/// let mut stack = EvalStack::new(Evaluator::PieceSquare, 8);
/// stack.reset(&root);
/// assert_eq!(stack.evaluate(&root), 0);
/// for mv in root.legal_moves().iter() {
///     let mut child = root.clone();
///     child.play_unchecked(mv, stack.push());
///     let _score = -stack.evaluate(&child);
///     stack.pop();
/// }
/// ```
#[derive(Clone, Debug)]
pub struct EvalStack {
    evaluator: Evaluator,
    /// The root's frame and one for each ply below it.
    frames: Box<[Frame]>,
    top: usize,
    /// What a network follows the moves with, while one is in force.
    accumulators: Option<Accumulators>,
}

impl EvalStack {
    /// A stack for `capacity` plies below the root, which is an empty board until [`EvalStack::reset`].
    pub fn new(evaluator: Evaluator, capacity: usize) -> EvalStack {
        let frame = Frame::of(State::default());
        let mut stack = EvalStack {
            evaluator: Evaluator::Material,
            frames: vec![frame; capacity + 1].into_boxed_slice(),
            top: 0,
            accumulators: None,
        };
        stack.set_evaluator(&evaluator);
        stack
    }

    /// The evaluation in force.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Chooses another evaluation; the frames serve each of them. A network that was in force already keeps what it
    /// remembers.
    pub fn set_evaluator(&mut self, evaluator: &Evaluator) {
        self.evaluator = evaluator.clone();
        let Evaluator::Network(network) = evaluator else {
            self.accumulators = None;
            return;
        };
        let in_force = |accumulators: &Accumulators| Arc::ptr_eq(accumulators.network(), network);
        if !self.accumulators.as_ref().is_some_and(in_force) {
            self.accumulators = Some(Accumulators::new(Arc::clone(network), self.frames.len()));
            // What was known was another network's.
            self.frames
                .iter_mut()
                .for_each(|frame| frame.known = [false; 2]);
        }
    }

    /// Makes `position` the root, from scratch.
    pub fn reset(&mut self, position: &Position) {
        self.top = 0;
        self.frames[0] = Frame::of(State::of(position));
        // The root's sums are what all others begin from, even if nobody asks for its evaluation.
        if let Some(accumulators) = &mut self.accumulators {
            accumulators.evaluate(&mut self.frames[..1], position);
        }
    }

    /// One ply deeper: a frame like the top's, for [`Position::play_unchecked`] to bring up to date.
    ///
    /// # Panics
    /// If the capacity is used up.
    #[inline(always)]
    pub fn push(&mut self) -> &mut Frame {
        let next = self.top + 1;
        self.frames[next] = Frame::of(self.frames[self.top].state);
        self.top = next;
        &mut self.frames[next]
    }

    /// One ply deeper by a null move: no man moves.
    ///
    /// # Panics
    /// If the capacity is used up.
    #[inline(always)]
    pub fn push_null(&mut self) {
        self.push();
    }

    /// Back to the ply above.
    ///
    /// # Panics
    /// If the top is the root.
    #[inline(always)]
    pub fn pop(&mut self) {
        assert!(self.top > 0, "more pops than pushes");
        self.top -= 1;
    }

    /// How many plies the top lies below the root.
    pub fn ply(&self) -> usize {
        self.top
    }

    /// Centipawns, seen from the side to move, at most [`MAX_EVALUATION`](crate::MAX_EVALUATION) either way. `position`
    /// is the one the pushed moves have led to; debug builds check that.
    #[inline(always)]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        match &mut self.accumulators {
            Some(accumulators) => accumulators.evaluate(&mut self.frames[..=self.top], position),
            None => self
                .evaluator
                .evaluate(&self.frames[self.top].state, position),
        }
    }
}
