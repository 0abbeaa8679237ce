//! How Cutaway talks: UCI and the console, as text in and text out.
//!
//! A [`Session`] takes a line, an event of a search or the end of input, and gives back [`Action`]s: lines to write, a
//! [`Job`] to run on the search's pool, a search to stop. It opens nothing, waits for nothing and starts no thread, so
//! that a test - or a browser one day - can drive it as well as a program with threads. It holds no rules of chess.
//!
//! ```
//! use cutaway_protocol::{Action, Input, Session};
//! use cutaway_search::Clock;
//! let mut session = Session::uci();
//! let actions = session.handle(Input::Line("isready".to_string(), Clock::start()));
//! assert!(matches!(&actions[..], [Action::Write(line)] if line == "readyok"));
//! ```
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod console;
mod job;
mod session;
mod text;
mod uci;

pub use job::{Job, Outcome, SearchJob, TreeView, Visit};
pub use session::{Action, Input, Session};
pub use uci::format::{Style, bestmove_line, info_line, win_draw_loss};

/// Name and version, as `id name` and the console's first line give them.
pub const NAME: &str = concat!("Cutaway ", env!("CARGO_PKG_VERSION"));
