//! What the files that hold measurements say of where they come from: program, commit and machine.

use anyhow::Result;
use cutaway_lab::machine::Machine;
use serde::Serialize;
use std::time::{SystemTime, UNIX_EPOCH};

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The commit from which it was built, with `-dirty` if files differed from it, or `unknown`.
pub const COMMIT: &str = env!("CUTAWAY_COMMIT");

/// The program in words, with its commit.
pub fn engine() -> String {
    format!("Cutaway {VERSION}, commit {COMMIT}")
}

/// The day, in Greenwich, as PGN has it: `2026.11.30`.
pub fn today() -> String {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = since_1970.map_or(0, |time| time.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    format!("{year}.{month:02}.{day:02}")
}

/// Year, month and day so many days after the first of January 1970.
fn date(mut days: u64) -> (u64, usize, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

/// Where a measurement comes from.
#[derive(Clone, Debug, Serialize)]
pub struct Provenance {
    version: &'static str,
    commit: &'static str,
    machine: Machine,
}

impl Provenance {
    /// This program on this machine.
    pub fn here() -> Provenance {
        Provenance {
            version: VERSION,
            commit: COMMIT,
            machine: Machine::here(),
        }
    }

    /// A file of measurements: where they come from (`from`), all that was chosen for them (`settings`), and what they
    /// came to, as JSON.
    pub fn document(&self, settings: &impl Serialize, results: &impl Serialize) -> Result<String> {
        let document = Document {
            from: self,
            settings,
            results,
        };
        Ok(serde_json::to_string_pretty(&document)? + "\n")
    }
}

#[derive(Serialize)]
struct Document<'a, S, R> {
    from: &'a Provenance,
    settings: &'a S,
    #[serde(flatten)]
    results: &'a R,
}

impl std::fmt::Display for Provenance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, on {}", engine(), self.machine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(11_017), (2000, 3, 1));
        assert_eq!(date(20_453), (2025, 12, 31));
        assert_eq!(date(20_454), (2026, 1, 1));
    }
}
