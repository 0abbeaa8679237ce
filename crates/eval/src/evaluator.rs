//! The choice of an evaluation, and the one place where it is made.
//!
//! Hand-crafted terms and a network will be further choices; nothing outside this file asks which one is in force.

use crate::State;
use cutaway_chess::{Color, Position};

/// No evaluation is larger than this, centipawns either way: far from every score that a search gives to a mate.
pub const MAX_EVALUATION: i32 = 19_999;

/// Which evaluation judges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluator {
    /// The men are counted, nothing else ([`PIECE_VALUES`](crate::PIECE_VALUES)).
    Material,
    /// The men are counted and their squares weighed, from the opening's values to the endgame's as men leave the board.
    #[default]
    PieceSquare,
}

impl Evaluator {
    /// Centipawns, seen from the side to move, at most [`MAX_EVALUATION`] either way. `state` belongs to `position`.
    #[inline]
    pub fn evaluate(self, state: &State, position: &Position) -> i32 {
        debug_assert_eq!(
            *state,
            State::of(position),
            "the state has lost its position, {position:?}"
        );
        let white = match self {
            Evaluator::Material => state.material(),
            Evaluator::PieceSquare => state.tapered().blend(state.phase()),
        };
        let white = white.clamp(-MAX_EVALUATION, MAX_EVALUATION);
        match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        }
    }
}
