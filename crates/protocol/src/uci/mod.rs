//! UCI: what lines mean ([`parse`]), which options there are ([`options`]) and how answers look ([`format`]).
//!
//! Nothing here keeps the state of a session.

pub(crate) mod format;
pub(crate) mod go;
pub(crate) mod options;
pub(crate) mod parse;
