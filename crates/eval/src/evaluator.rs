//! The choice of an evaluation, and the one place where it is made.
//!
//! Hand-crafted terms will be a further choice.

use crate::State;
use crate::nnue::Network;
use cutaway_chess::{Color, Position};
use std::sync::Arc;

/// No evaluation is larger than this, centipawns either way: far from every score that a search gives to a mate.
pub const MAX_EVALUATION: i32 = 19_999;

/// Which evaluation judges.
#[derive(Clone, PartialEq, Eq)]
pub enum Evaluator {
    /// The men are counted, nothing else ([`PIECE_VALUES`](crate::PIECE_VALUES)).
    Material,
    /// The men are counted and their squares weighed, from the opening's values to the endgame's as men leave the board.
    PieceSquare,
    /// A neural network.
    Network(Arc<Network>),
}

impl Evaluator {
    /// What is called `<built-in>`, as files of networks are called by their paths.
    pub const BUILT_IN: &str = "<built-in>";

    /// The network that is built into the program.
    pub fn built_in() -> Evaluator {
        Evaluator::Network(Network::built_in())
    }

    /// What a name stands for that is no file's: [`Evaluator::BUILT_IN`] for the network that is built in, `<empty>` or
    /// nothing for no network, so that the piece-square tables judge.
    ///
    /// ```
    /// use cutaway_eval::Evaluator;
    /// assert_eq!(Evaluator::from_name("<built-in>"), Some(Evaluator::built_in()));
    /// assert_eq!(Evaluator::from_name("<empty>"), Some(Evaluator::PieceSquare));
    /// assert_eq!(Evaluator::from_name("some.nnue"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Evaluator> {
        match name {
            Evaluator::BUILT_IN => Some(Evaluator::built_in()),
            "" | "<empty>" => Some(Evaluator::PieceSquare),
            _ => None,
        }
    }

    /// Centipawns, seen from the side to move, at most [`MAX_EVALUATION`] either way. `state` belongs to `position`.
    ///
    /// A network judges from scratch here; on an [`EvalStack`](crate::EvalStack) it follows the moves.
    #[inline]
    pub fn evaluate(&self, state: &State, position: &Position) -> i32 {
        debug_assert_eq!(
            *state,
            State::of(position),
            "the state has lost its position, {position:?}"
        );
        let white = match self {
            Evaluator::Material => state.material(),
            Evaluator::PieceSquare => state.tapered().blend(state.phase()),
            Evaluator::Network(network) => return network.evaluate(position),
        };
        let white = white.clamp(-MAX_EVALUATION, MAX_EVALUATION);
        match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        }
    }
}

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Evaluator::Material => f.write_str("Material"),
            Evaluator::PieceSquare => f.write_str("PieceSquare"),
            Evaluator::Network(network) => network.fmt(f),
        }
    }
}
