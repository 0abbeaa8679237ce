//! What the results of a match say about strength: score, Elo and how sure that is.
//!
//! Both games of a pair begin with the same opening, colours exchanged, so their results are not independent. The error
//! is therefore taken from the results of whole pairs (the *pentanomial* model: a pair scores 0, 1/2, 1, 1 1/2 or 2).
//! Pure arithmetic: nothing here plays, reads or prints.

use serde::{Deserialize, Serialize};

/// How many standard errors lie on each side of the 95 % interval.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// How one game ended for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// It lost.
    Loss,
    /// Neither won.
    Draw,
    /// It won.
    Win,
}

impl Score {
    /// The score in half points: 0, 1 or 2.
    pub fn half_points(self) -> usize {
        match self {
            Score::Loss => 0,
            Score::Draw => 1,
            Score::Win => 2,
        }
    }

    /// The same game as the other player sees it.
    pub fn reversed(self) -> Score {
        match self {
            Score::Loss => Score::Win,
            Score::Draw => Score::Draw,
            Score::Win => Score::Loss,
        }
    }
}

/// The results of a match, from the first player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games lost, drawn and won.
    pub games: [u64; 3],
    /// Pairs by their half points, 0 to 4.
    pub pairs: [u64; 5],
}

/// An estimate with its 95 % interval. An end is infinite if the games do not bound it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Tally {
    /// Adds both games of a pair, or the one that was played.
    pub fn add(&mut self, scores: &[Score]) {
        for score in scores {
            self.games[score.half_points()] += 1;
        }
        if let [first, second] = scores {
            self.pairs[first.half_points() + second.half_points()] += 1;
        }
    }

    /// The number of games.
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Games won, drawn and lost, in the order in which people write them.
    pub fn wins_draws_losses(&self) -> [u64; 3] {
        let [losses, draws, wins] = self.games;
        [wins, draws, losses]
    }

    /// The share of the points, 0 to 1; a half if there are no games.
    pub fn score(&self) -> f64 {
        mean(&self.games).unwrap_or(0.5)
    }

    /// The standard error of [`Tally::score`]: from the pairs, or from single games while there are no two pairs.
    /// `None` with fewer than two games.
    pub fn standard_error(&self) -> Option<f64> {
        error_of_mean(&self.pairs).or_else(|| error_of_mean(&self.games))
    }

    /// The difference in Elo that the score stands for: positive if the first player is the stronger one.
    ///
    /// If one player has won every game there is no spread to take an error from. The other end of the interval is then
    /// the rule of three: what has never happened in `n` tries happens in at most `3 / n` of them, with 95 % confidence.
    pub fn elo(&self) -> Estimate {
        let score = self.score();
        let margin = match self.standard_error() {
            None => f64::INFINITY,
            Some(_) if score <= 0.0 || score >= 1.0 => 3.0 / self.tries() as f64,
            Some(error) => TWO_SIDED_95 * error,
        };
        Estimate {
            value: elo_of_score(score),
            low: elo_of_score(score - margin),
            high: elo_of_score(score + margin),
        }
    }

    /// What the error is taken from: pairs, or single games while there are no two pairs.
    fn tries(&self) -> u64 {
        let pairs = self.pairs.iter().sum();
        if pairs < 2 { self.count() } else { pairs }
    }
}

/// The difference in Elo at which a player expects that share of the points (logistic, 400 Elo a factor of ten).
///
/// ```
/// use cutaway_lab::statistics::elo_of_score;
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert!((elo_of_score(0.75) - 190.85).abs() < 0.01);
/// assert_eq!(elo_of_score(1.0), f64::INFINITY);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The mean of results that are evenly spaced from 0 to 1, from how often each occurred.
fn mean(counts: &[u64]) -> Option<f64> {
    let total: u64 = counts.iter().sum();
    let points: f64 = counts
        .iter()
        .enumerate()
        .map(|(i, &count)| i as f64 * count as f64)
        .sum();
    (total > 0).then(|| points / (total as f64 * (counts.len() - 1) as f64))
}

/// The standard error of that mean, by the sample variance; `None` with fewer than two results.
fn error_of_mean(counts: &[u64]) -> Option<f64> {
    let total: u64 = counts.iter().sum();
    if total < 2 {
        return None;
    }
    let mean = mean(counts)?;
    let steps = (counts.len() - 1) as f64;
    let squares: f64 = counts
        .iter()
        .enumerate()
        .map(|(i, &count)| count as f64 * (i as f64 / steps - mean).powi(2))
        .sum();
    let n = total as f64;
    Some((squares / (n - 1.0) / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 5e-4 * b.abs().max(1.0), "{a} is not {b}");
    }

    fn tally(pairs: &[[Score; 2]]) -> Tally {
        let mut tally = Tally::default();
        pairs.iter().for_each(|pair| tally.add(pair));
        tally
    }

    #[test]
    fn pairs_and_games_are_both_counted() {
        use Score::{Draw, Loss, Win};
        let mut tally = tally(&[[Win, Loss], [Draw, Draw], [Win, Win], [Loss, Draw]]);
        tally.add(&[Win]);
        assert_eq!(tally.wins_draws_losses(), [4, 3, 2]);
        assert_eq!(tally.pairs, [0, 1, 2, 0, 1]);
        close(tally.score(), 5.5 / 9.0);
    }

    /// By hand: pairs of 1/4 (10 times), 1/2 (20), 3/4 (30) and 1 (40) have the mean 0.75. The squares of their
    /// distances from it, in 16ths: 10 * 4 + 20 * 1 + 30 * 0 + 40 * 1 = 100, so 6.25. The sample variance is 6.25 / 99,
    /// the error of the mean sqrt(6.25 / 99 / 100) = 0.025126, and 1.96 of them are 0.049246.
    #[test]
    fn the_error_of_pairs_is_the_one_worked_out_by_hand() {
        let tally = Tally {
            games: [30, 40, 130],
            pairs: [0, 10, 20, 30, 40],
        };
        close(tally.score(), 0.75);
        close(tally.standard_error().unwrap(), 0.025126);
        let elo = tally.elo();
        close(elo.value, 190.8485);
        close(elo.low, 400.0 * (0.700754_f64 / 0.299246).log10());
        close(elo.high, 400.0 * (0.799246_f64 / 0.200754).log10());
    }

    #[test]
    fn pairs_that_always_split_are_surer_than_their_games() {
        let tally = tally(&[[Score::Win, Score::Loss]; 50]);
        assert_eq!(tally.standard_error(), Some(0.0));
        close(tally.elo().low, 0.0);
        close(
            error_of_mean(&tally.games).unwrap(),
            (0.25_f64 / 99.0).sqrt(),
        );
    }

    #[test]
    fn too_few_games_bound_nothing() {
        let mut tally = Tally::default();
        assert_eq!(
            tally.elo(),
            Estimate {
                value: 0.0,
                low: f64::NEG_INFINITY,
                high: f64::INFINITY
            }
        );
        tally.add(&[Score::Win, Score::Win]);
        assert_eq!(tally.elo().value, f64::INFINITY);
        assert_eq!(tally.standard_error(), Some(0.0));
        assert_eq!(tally.elo().low, f64::NEG_INFINITY);
    }

    #[test]
    fn a_clean_sweep_bounds_the_difference_by_the_rule_of_three() {
        let elo = tally(&[[Score::Win; 2]; 30]).elo();
        assert_eq!(elo.high, f64::INFINITY);
        // 3 of 30 pairs may have gone the other way: a score of 0.9.
        close(elo.low, 381.697);
    }

    #[test]
    fn the_other_side_sees_the_negative() {
        let a = Tally {
            games: [20, 30, 50],
            pairs: [5, 10, 10, 10, 15],
        };
        let b = Tally {
            games: [50, 30, 20],
            pairs: [15, 10, 10, 10, 5],
        };
        close(a.elo().value, -b.elo().value);
        close(a.elo().low, -b.elo().high);
    }
}
