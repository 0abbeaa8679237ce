//! Numbers as options are given them, refused where they make no sense.

use anyhow::{Result, bail};
use clap::builder::RangedU64ValueParser;

/// A count of at least one.
pub fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

/// A number above zero that is not infinite.
pub fn positive(text: &str) -> Result<f64> {
    match text.parse() {
        Ok(number) if f64::is_finite(number) && number > 0.0 => Ok(number),
        _ => bail!("give a number above 0"),
    }
}
