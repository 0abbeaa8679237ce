//! Faults that other engines had, each held against the real program over pipes, named by its number in the project's
//! list of such faults. What takes long stands a second time at full length as an ignored test.

mod engine;
mod fen;
mod limits;
mod options;
mod output;
mod rules;
mod scores;
mod state;
mod time;
