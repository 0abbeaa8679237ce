//! How many positions are neither learnt from nor validated with, and which rule left them out.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Positions left out, each counted once, under the first rule that it fell under.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// In the first plies of a game.
    pub opening: u64,
    /// The move played takes something or promotes (of games; a record of bulletformat has no move).
    pub noisy: u64,
    /// In check (of games as well).
    pub checks: u64,
    /// The score is too high.
    pub score: u64,
    /// Held out for validation, for which there were more than enough.
    pub spare: u64,
}

impl LeftOut {
    /// Under any rule.
    pub fn total(&self) -> u64 {
        self.rules().map(|(count, _)| count).into_iter().sum()
    }

    fn rules(&self) -> [(u64, &'static str); 5] {
        [
            (self.opening, "in the first plies"),
            (self.noisy, "before a capture or promotion"),
            (self.checks, "in check"),
            (self.score, "with too high a score"),
            (self.spare, "more than are kept to validate with"),
        ]
    }
}

impl std::ops::AddAssign for LeftOut {
    fn add_assign(&mut self, more: LeftOut) {
        self.opening += more.opening;
        self.noisy += more.noisy;
        self.checks += more.checks;
        self.score += more.score;
        self.spare += more.spare;
    }
}

/// `3 left out (1 in check, 2 with too high a score)`; rules that left out nothing are not named.
impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = self.rules().into_iter().filter(|(count, _)| *count > 0);
        let told: Vec<String> = told
            .map(|(count, rule)| format!("{count} {rule}"))
            .collect();
        match told.is_empty() {
            true => write!(f, "none left out"),
            false => write!(f, "{} left out ({})", self.total(), told.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rules_that_acted_are_named() {
        let mut left_out = LeftOut::default();
        assert_eq!(left_out.to_string(), "none left out");
        left_out += LeftOut {
            checks: 1,
            score: 2,
            ..LeftOut::default()
        };
        left_out += LeftOut {
            checks: 3,
            ..LeftOut::default()
        };
        assert_eq!(
            left_out.to_string(),
            "6 left out (4 in check, 2 with too high a score)"
        );
    }
}
