//! What a position is worth, in the unit of the evaluation in force, and what that means in centipawns and in games.
//!
//! An [`EvalStack`] follows the moves of a search ply by ply and answers for the position on its top; which of the
//! evaluations answers is told by an [`Evaluator`]. [`trace`] takes the answer apart for whoever wants to see it.
//!
//! This crate sees men on squares. It knows no depth, no alpha, no beta and no clock; it neither searches nor prints.
//!
//! ```
//! use cutaway_chess::Position;
//! use cutaway_eval::{EvalStack, Evaluator};
//! let position: Position = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1".parse().unwrap();
//! let mut stack = EvalStack::new(Evaluator::Material, 64);
//! stack.reset(&position);
//! assert_eq!(stack.evaluate(&position), 700); // a queen against two pawns
//!
//! let mut child = position.clone();
//! child.play_unchecked(position.parse_uci("d1d5").unwrap(), stack.push());
//! assert_eq!(stack.evaluate(&child), -800); // a pawn was taken, and it is Black's turn
//! stack.pop();
//! assert_eq!(stack.evaluate(&position), 700);
//! ```
#![deny(missing_docs)]
#![deny(unsafe_code)]

mod built_in;
mod endings;
mod evaluator;
mod frame;
mod king_pawn;
mod material;
pub mod nnue;
mod piece_square;
mod piece_square_tables;
mod scale;
mod stack;
mod state;
#[cfg(test)]
mod tests;
mod trace;

pub use endings::{Ending, ending};
pub use evaluator::{Evaluator, MAX_EVALUATION};
pub use frame::Frame;
pub use material::PIECE_VALUES;
pub use piece_square::{MAX_PHASE, PHASE_WEIGHTS, Tapered};
pub use scale::{MAX_CENTIPAWNS, WIN_MODEL, WinModel, count_material, material_of};
pub use stack::EvalStack;
pub use state::State;
pub use trace::{PieceTerms, Terms, Trace, trace};
