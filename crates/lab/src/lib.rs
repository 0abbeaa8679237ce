//! How Cutaway is measured: matches between players and suites of test positions.
//!
//! [`suite`] runs positions with known solutions, [`statistics`] says what results are worth. The lab may start processes
//! and threads and look at the clock; it neither prints nor reads the command line, and what plays never imports it.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod epd;
pub mod statistics;
pub mod suite;
