//! When a game is called off before its end: both players have seen the same result coming for long enough.
//!
//! Matches and training games judge by these rules. Scores are those that the players gave to their own moves, turned to
//! White's view; nobody else looks at the positions.

use cutaway_chess::Color;
use serde::Serialize;
use std::str::FromStr;

/// The greatest number that a rule is given; more is a slip of the pen.
const GREATEST: u32 = 1_000_000;

/// A game is won: both players have seen one side ahead by at least so much for so many moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WinRule {
    /// Centipawns.
    pub score: i32,
    /// Moves of each player.
    pub moves: u32,
}

/// A game is drawn: both players have seen no more than so much, either way, for so many moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DrawRule {
    /// Centipawns.
    pub score: i32,
    /// Moves of each player.
    pub moves: u32,
    /// The number of the first move at which a game may be called a draw, as the board counts it.
    pub after: u32,
}

/// A rule has another form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("give {0} numbers, separated by commas")]
pub struct RuleError(usize);

impl WinRule {
    /// Who has won, by the scores of all moves from White's view, oldest first; `None` for a move without one.
    pub(crate) fn winner(
        &self,
        scores: impl DoubleEndedIterator<Item = Option<i32>>,
    ) -> Option<Color> {
        let last = last(scores, self.moves)?;
        if last.iter().all(|&score| score >= self.score) {
            Some(Color::White)
        } else if last.iter().all(|&score| score <= -self.score) {
            Some(Color::Black)
        } else {
            None
        }
    }
}

impl DrawRule {
    /// Whether the game is drawn, by such scores and the number of the move that is to be made.
    pub(crate) fn is_met(
        &self,
        scores: impl DoubleEndedIterator<Item = Option<i32>>,
        fullmove_number: u32,
    ) -> bool {
        fullmove_number >= self.after
            && last(scores, self.moves)
                .is_some_and(|last| last.iter().all(|score| score.abs() <= self.score))
    }
}

/// The scores of the last `moves` moves of each side; `None` if there are not so many or one is missing.
fn last(scores: impl DoubleEndedIterator<Item = Option<i32>>, moves: u32) -> Option<Vec<i32>> {
    let count = 2 * moves.max(1) as usize;
    let last: Vec<i32> = scores.rev().take(count).collect::<Option<_>>()?;
    (last.len() == count).then_some(last)
}

impl FromStr for WinRule {
    type Err = RuleError;

    /// Reads `SCORE,MOVES`.
    ///
    /// ```
    /// use cutaway_lab::adjudication::WinRule;
    /// assert_eq!("600,4".parse(), Ok(WinRule { score: 600, moves: 4 }));
    /// assert!("600".parse::<WinRule>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<WinRule, RuleError> {
        let [score, moves] = numbers(text)?;
        Ok(WinRule {
            score: score as i32,
            moves: moves.max(1),
        })
    }
}

impl FromStr for DrawRule {
    type Err = RuleError;

    /// Reads `SCORE,MOVES,AFTER`.
    fn from_str(text: &str) -> Result<DrawRule, RuleError> {
        let [score, moves, after] = numbers(text)?;
        Ok(DrawRule {
            score: score as i32,
            moves: moves.max(1),
            after,
        })
    }
}

fn numbers<const N: usize>(text: &str) -> Result<[u32; N], RuleError> {
    let number = |word: &str| word.trim().parse().ok().filter(|&n: &u32| n <= GREATEST);
    let numbers: Option<Vec<u32>> = text.split(',').map(number).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or(RuleError(N))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(scores: &[i32]) -> impl DoubleEndedIterator<Item = Option<i32>> {
        scores.iter().map(|&score| Some(score))
    }

    #[test]
    fn a_win_needs_both_to_agree_for_long_enough() {
        let rule: WinRule = "500,2".parse().unwrap();
        let winner = |all: &[i32]| rule.winner(scores(all));
        assert_eq!(winner(&[0, 500, 600, 700, 800]), Some(Color::White));
        assert_eq!(winner(&[-500, -500, -32_000, -600]), Some(Color::Black));
        assert_eq!(winner(&[500, 500, 499, 500]), None);
        assert_eq!(winner(&[500, 500, -500, 500]), None);
        assert_eq!(winner(&[500, 500, 500]), None);
        let missing = [Some(500), Some(500), None, Some(500)];
        assert_eq!(rule.winner(missing.into_iter()), None);
    }

    #[test]
    fn a_draw_needs_small_scores_and_comes_not_too_early() {
        let rule: DrawRule = "5,2,30".parse().unwrap();
        assert!(rule.is_met(scores(&[90, 0, -5, 5, 0]), 30));
        assert!(!rule.is_met(scores(&[90, 0, -5, 5, 0]), 29));
        assert!(!rule.is_met(scores(&[0, 0, -6, 5]), 30));
        assert!(!rule.is_met(scores(&[0, 0, 0]), 30));
    }

    #[test]
    fn what_is_no_rule_is_refused() {
        for text in ["", "600", "600,4,1", "a,4", "-600,4", "9000000,4"] {
            assert_eq!(text.parse::<WinRule>(), Err(RuleError(2)), "{text}");
        }
        assert_eq!("5,2".parse::<DrawRule>(), Err(RuleError(3)));
    }
}
