//! The states of the positions between a search's root and the node it stands on.
//!
//! The search pushes before it makes a move and pops when it comes back; the board tells the pushed state what changed.

use crate::{Evaluator, State};
use cutaway_chess::Position;

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
    /// The root's state and one for each ply below it.
    states: Box<[State]>,
    top: usize,
}

impl EvalStack {
    /// A stack for `capacity` plies below the root, which is an empty board until [`EvalStack::reset`].
    pub fn new(evaluator: Evaluator, capacity: usize) -> EvalStack {
        EvalStack {
            evaluator,
            states: vec![State::default(); capacity + 1].into_boxed_slice(),
            top: 0,
        }
    }

    /// The evaluation in force.
    pub fn evaluator(&self) -> Evaluator {
        self.evaluator
    }

    /// Chooses another evaluation; the states serve each of them.
    pub fn set_evaluator(&mut self, evaluator: Evaluator) {
        self.evaluator = evaluator;
    }

    /// Makes `position` the root, from scratch.
    pub fn reset(&mut self, position: &Position) {
        self.top = 0;
        self.states[0] = State::of(position);
    }

    /// One ply deeper: copies the top and returns the copy, for [`Position::play_unchecked`] to bring up to date.
    ///
    /// # Panics
    /// If the capacity is used up.
    #[inline(always)]
    pub fn push(&mut self) -> &mut State {
        let next = self.top + 1;
        self.states[next] = self.states[self.top];
        self.top = next;
        &mut self.states[next]
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
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluator.evaluate(&self.states[self.top], position)
    }
}
