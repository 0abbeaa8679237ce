//! What a run has made: games, results, how they ended, how the scores spread, and how fast it goes.

use super::game::Training;
use cutaway_chess::Color;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// How a training game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By mate.
    Checkmate,
    /// By stalemate.
    Stalemate,
    /// By too little material.
    DeadPosition,
    /// By the fifty-move rule.
    FiftyMoves,
    /// By the third occurrence of a position.
    Threefold,
    /// By its scores.
    Adjudicated,
    /// By its length: it is called drawn.
    TooLong,
}

/// The upper ends, exclusive, of the buckets of scores without their sign, in the unit of the evaluation; a mate belongs to the last.
pub const BUCKETS: [u16; 10] = [10, 25, 50, 100, 200, 400, 800, 1600, 29_000, u16::MAX];

/// All games of a folder, those of earlier runs too.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// How many games there are.
    pub games: u64,
    /// How many positions: one a move.
    pub positions: u64,
    /// Games that White has won.
    pub white_wins: u64,
    /// Games without a winner.
    pub draws: u64,
    /// Games that Black has won.
    pub black_wins: u64,
    /// How many games ended in each way.
    pub endings: BTreeMap<Ending, u64>,
    /// How many positions have a score, without its sign, in each of the [`BUCKETS`].
    pub scores: [u64; BUCKETS.len()],
    /// Games of earlier runs.
    pub games_before: u64,
    /// Positions of earlier runs.
    pub positions_before: u64,
    /// How long this run has taken.
    pub seconds: f64,
    /// Positions of this run a second of it, all threads together.
    pub positions_per_second: f64,
    /// Moves a game, the random ones before it not counted.
    pub average_plies: f64,
}

impl Report {
    /// Adds a game.
    pub(super) fn add(&mut self, scores: &[i16], winner: Option<Color>, ending: Ending) {
        self.games += 1;
        self.positions += scores.len() as u64;
        match winner {
            Some(Color::White) => self.white_wins += 1,
            None => self.draws += 1,
            Some(Color::Black) => self.black_wins += 1,
        }
        *self.endings.entry(ending).or_default() += 1;
        for score in scores {
            let size = score.unsigned_abs();
            let bucket = BUCKETS.iter().position(|&end| size < end);
            self.scores[bucket.unwrap_or(BUCKETS.len() - 1)] += 1;
        }
        self.average_plies = self.positions as f64 / self.games as f64;
    }

    /// Adds a game that was just played.
    pub(super) fn add_game(&mut self, game: &Training) {
        let scores: Vec<i16> = game.moves.iter().map(|&(_, score)| score).collect();
        self.add(&scores, game.winner, game.ending);
    }

    /// What there is now was there before this run.
    pub(super) fn begin(&mut self) {
        (self.games_before, self.positions_before) = (self.games, self.positions);
    }

    pub(super) fn tell_time(&mut self, time: Duration) {
        self.seconds = time.as_secs_f64();
        let made = (self.positions - self.positions_before) as f64;
        self.positions_per_second = made / self.seconds.max(0.001);
    }

    /// The report in one line.
    pub fn headline(&self) -> String {
        format!(
            "{} games, {} positions, {:.0} a second; White wins {}, draws {}, Black wins {}",
            self.games,
            self.positions,
            self.positions_per_second,
            self.white_wins,
            self.draws,
            self.black_wins
        )
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}", self.headline())?;
        writeln!(f, "{:.1} moves a game", self.average_plies)?;
        for (ending, count) in &self.endings {
            let name = match ending {
                Ending::Checkmate => "checkmate",
                Ending::Stalemate => "stalemate",
                Ending::DeadPosition => "dead position",
                Ending::FiftyMoves => "fifty moves",
                Ending::Threefold => "threefold",
                Ending::Adjudicated => "adjudicated",
                Ending::TooLong => "too long",
            };
            writeln!(f, "  {name:<14} {count:>9}")?;
        }
        writeln!(f, "positions by score, either sign, as in the files")?;
        let mut from = 0;
        for (&end, &count) in BUCKETS.iter().zip(&self.scores) {
            let share = 100.0 * count as f64 / self.positions.max(1) as f64;
            let name = match end {
                u16::MAX => "mate".to_string(),
                29_000 => format!("{from} and more"),
                _ => format!("{from} to {}", end - 1),
            };
            writeln!(f, "  {name:<14} {count:>9}  {share:5.1} %")?;
            from = end;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_add_up() {
        let mut report = Report::default();
        report.add(&[0, -9, 10, 31_999], Some(Color::White), Ending::Checkmate);
        report.begin();
        report.add(&[-1600, 28_999], None, Ending::Threefold);
        report.tell_time(Duration::from_secs(2));
        assert_eq!((report.games, report.positions), (2, 6));
        assert_eq!(
            (report.white_wins, report.draws, report.black_wins),
            (1, 1, 0)
        );
        assert_eq!(report.scores, [2, 1, 0, 0, 0, 0, 0, 0, 2, 1]);
        assert_eq!((report.games_before, report.positions_before), (1, 4));
        assert!((report.positions_per_second - 1.0).abs() < 1e-9);
        assert!((report.average_plies - 3.0).abs() < 1e-9);
        let text = report.to_string();
        assert!(text.contains("1600 and more"), "{text}");
        assert!(text.contains("mate                   1   16.7 %"), "{text}");
    }
}
