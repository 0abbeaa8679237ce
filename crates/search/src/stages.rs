//! The stages: the engine as the chapters of the book leave it, one after the other.
//!
//! Which techniques a stage has on is told by their rows; what it is judged by, by the constants here. How a stage is
//! asked for is for others to parse.

/// The chapters that leave an engine which plays otherwise than the one before, ascending. The chapters before the first
/// have no search yet; of the others some add nothing to play, and some are not built yet.
pub const STAGES: &[u8] = &[
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
    14,
    15,
    17,
    18,
    19,
    NETWORK_STAGE,
    THREADS_STAGE,
    TABLEBASE_STAGE,
];

/// The last chapter of the book.
pub const LAST_CHAPTER: u8 = 24;

/// The chapter from which on piece-square tables judge; before it the men are counted.
pub const PIECE_SQUARE_STAGE: u8 = 9;

/// The chapter from which on the parameters have the values that were tuned for the engine that plays; before it those that
/// suit so plain a search.
pub const TUNED_STAGE: u8 = 15;

/// The chapter from which on a network judges.
pub const NETWORK_STAGE: u8 = 20;

/// The chapter from which on threads vote, where there are several.
const THREADS_STAGE: u8 = 22;

/// The chapter from which on tablebases are looked up, where there are any.
const TABLEBASE_STAGE: u8 = 23;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Settings, Technique};

    #[test]
    fn each_stage_is_another_engine_and_the_last_one_plays() {
        assert!(STAGES.is_sorted_by(|a, b| a < b));
        let stages: Vec<Settings> = STAGES.iter().map(|&n| Settings::stage(n)).collect();
        for (number, pair) in STAGES.iter().zip(stages.windows(2)) {
            assert_ne!(pair[0], pair[1], "what follows stage {number}");
        }
        assert_eq!(stages.last(), Some(&Settings::default()));
        assert_eq!(Settings::stage(LAST_CHAPTER), Settings::default());
    }

    #[test]
    fn the_chapters_between_the_stages_change_nothing() {
        for chapter in STAGES[0]..LAST_CHAPTER {
            let before = STAGES.iter().rfind(|&&stage| stage <= chapter);
            let before = Settings::stage(*before.expect("there is one"));
            assert_eq!(Settings::stage(chapter), before, "chapter {chapter}");
        }
    }

    #[test]
    fn every_technique_belongs_to_a_stage() {
        for technique in Technique::all() {
            assert!(
                STAGES.contains(&technique.row().stage),
                "{}",
                technique.name()
            );
        }
    }
}
