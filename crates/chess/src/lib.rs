//! The rules of chess, as a library without dependencies.
//!
//! Squares, [`Bitboard`]s and [`Move`]s; a [`Position`] with its keys, checkers and pins; legal move generation without
//! allocation; [`perft`]; static exchange evaluation; FEN, SAN and UCI moves both ways; standard chess and Chess960
//! throughout. It knows no score, no search, no clock, and neither reads nor prints.
//!
//! ```
//! use cutaway_chess::Position;
//! let mut position = Position::startpos();
//! for san in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
//!     let mv = position.parse_san(san).unwrap();
//!     position.play(mv);
//! }
//! assert_eq!(position.to_fen(), "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
//! ```
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod attacks;
mod bitboard;
mod color;
mod cuckoo;
mod fen;
mod game;
mod legality;
mod material;
mod movegen;
mod moves;
pub mod perft;
mod piece;
mod play;
mod position;
mod san;
mod see;
mod see_battery;
mod see_trace;
mod square;
mod uci;
pub mod validate;
mod zobrist;

pub use bitboard::Bitboard;
pub use color::Color;
pub use cuckoo::has_upcoming_repetition;
pub use fen::{FenError, FenRepair};
pub use game::{Game, Outcome};
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use piece::{Piece, PieceType};
pub use play::{BoardObserver, IllegalMove};
pub use position::{CastlingSide, Keys, Position};
pub use san::SanError;
pub use see::{SEE_VALUES, see_value};
pub use see_trace::SeeStep;
pub use square::{File, ParseSquareError, Rank, Square};
pub use uci::UciMoveError;
