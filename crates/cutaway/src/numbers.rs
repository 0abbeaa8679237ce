//! Numbers as options are given them, refused where they make no sense.

use anyhow::{Result, bail};
use clap::builder::RangedU64ValueParser;

/// A count of at least one.
pub fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

/// A count from one to `most`.
pub fn one_to(most: usize) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=most as u64)
}

/// A number above zero that is not infinite.
pub fn positive(text: &str) -> Result<f64> {
    match text.parse() {
        Ok(number) if f64::is_finite(number) && number > 0.0 => Ok(number),
        _ => bail!("give a number above 0"),
    }
}

/// A number above zero and no larger than `most`: beyond it, what is computed from the number has no meaning.
pub fn positive_to(most: f64) -> impl Fn(&str) -> Result<f64> + Clone {
    move |text| match positive(text) {
        Ok(number) if number <= most => Ok(number),
        _ => bail!("give a number above 0 and up to {most}"),
    }
}
