//! What each technique did in a search.

use crate::{TECHNIQUE_COUNT, Technique};

/// The counts of one technique.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How often its conditions held and it was tried.
    pub tried: u64,
    /// How often it acted: cut, pruned, reduced, ordered.
    pub acted: u64,
    /// The nodes of the searches that it made of its own (null-move searches, re-searches).
    pub spent: u64,
}

/// The counts of all techniques.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    counts: [Counts; TECHNIQUE_COUNT],
}

impl Default for Stats {
    fn default() -> Stats {
        Stats {
            counts: [Counts::default(); TECHNIQUE_COUNT],
        }
    }
}

impl Stats {
    /// What that technique did.
    #[inline(always)]
    pub fn of(&self, technique: Technique) -> &Counts {
        &self.counts[technique as usize]
    }

    #[inline(always)]
    pub(crate) fn of_mut(&mut self, technique: Technique) -> &mut Counts {
        &mut self.counts[technique as usize]
    }

    /// Adds the counts of another search or thread.
    pub(crate) fn add(&mut self, other: &Stats) {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            mine.tried += theirs.tried;
            mine.acted += theirs.acted;
            mine.spent += theirs.spent;
        }
    }
}
