//! What each technique was measured to be worth. Written by `cutaway ablate --write-table`; do not edit by hand.
//!
//! What the columns mean is told in `worth.rs`. A technique without a row was not measured.

use crate::worth::Measured;

/// One row a technique and question, in the order of the book.
pub(crate) const MEASURED: &[Measured] = &[];
