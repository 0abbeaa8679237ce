//! What a technique was measured to be worth in games. The numbers are in `measured.rs`, which `cutaway ablate` writes.
//!
//! Beside the table of techniques, for whoever lists it; the search itself never looks here.

use crate::Technique;
use crate::measured::MEASURED;

/// What was compared to find the worth of a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Question {
    /// The engine that plays (or the stage that the conditions name) against the same without the technique, and
    /// without what needs it.
    Removed,
    /// The stage before the one that brings the technique, with what it requires and the technique, against the same
    /// without the technique.
    Added,
}

impl Question {
    /// In one lower-case word.
    pub const fn word(self) -> &'static str {
        match self {
            Question::Removed => "removed",
            Question::Added => "added",
        }
    }
}

/// What one match said of one technique. Positive numbers speak for the technique.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Its name.
    pub technique: &'static str,
    /// What was compared.
    pub question: Question,
    /// The stage of the book that was measured; `None` for the engine that played at the time.
    pub stage: Option<u8>,
    /// The difference in Elo; `None` if one side won every game, so that it is infinite.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval; `None` if the games do not bound it.
    pub low: Option<f64>,
    /// The upper end of its 95 % interval; `None` if the games do not bound it.
    pub high: Option<f64>,
    /// Games played.
    pub games: u64,
    /// What a move could use, from which openings, and of which commit the engine was.
    pub conditions: &'static str,
}

impl Technique {
    /// What a match has said of it; `None` if it was not measured.
    pub fn measured(self, question: Question) -> Option<&'static Measured> {
        MEASURED
            .iter()
            .find(|row| row.question == question && row.technique == self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_a_technique_that_exists_and_does_so_once() {
        for (i, row) in MEASURED.iter().enumerate() {
            let technique = Technique::from_name(row.technique);
            let technique =
                technique.unwrap_or_else(|| panic!("{} is no technique", row.technique));
            assert_eq!(technique.name(), row.technique);
            let first = MEASURED.iter().position(|other| {
                other.technique == row.technique && other.question == row.question
            });
            assert_eq!(first, Some(i), "{} stands there twice", row.technique);
        }
    }

    #[test]
    fn intervals_hold_their_values_and_games_were_played() {
        for row in MEASURED {
            let elo = row.elo.unwrap_or(f64::NAN);
            assert!(!row.low.is_some_and(|low| low > elo), "{row:?}");
            assert!(!row.high.is_some_and(|high| high < elo), "{row:?}");
            assert!(row.games > 0 && !row.conditions.is_empty(), "{row:?}");
        }
    }

    #[test]
    fn a_row_of_a_stage_is_of_one_that_exists_and_has_the_technique() {
        for row in MEASURED {
            let Some(stage) = row.stage else { continue };
            let words = format!("stage {stage} of ");
            assert!(row.conditions.starts_with(&words), "{row:?}");
            let technique = Technique::from_name(row.technique).expect("tested above");
            assert!(crate::STAGES.contains(&stage) && technique.row().stage <= stage);
        }
    }
}
