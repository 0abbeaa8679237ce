//! What the results of a match say about strength: score, Elo and how sure that is.
//!
//! Both games of a pair begin with the same opening, colours exchanged, so their results are not independent. Errors are
//! therefore taken from the results of whole pairs (the *pentanomial* model: a pair scores 0, 1/2, 1, 1 1/2 or 2), and
//! from single games only while there are no two pairs. Normalised Elo, and why pairs: Michel Van den Bergh, "Normalized
//! Elo" and "Comments on Normalized Elo" (notes for Fishtest, 2020 to 2021). Whether a test is decided:
//! [`sprt`](crate::sprt). Pure arithmetic: nothing here plays, reads or prints.

use serde::{Deserialize, Serialize};

/// How many standard errors lie on each side of the 95 % interval.
pub(crate) const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Normalised Elo a unit of (score - 1/2) / (deviation of a game): 800 / ln 10, so that for players of equal strength who
/// never draw it is the same as logistic Elo, to first order.
pub const NORMALIZED_ELO_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games lost, drawn and won.
    pub games: [u64; 3],
    /// Pairs by their half points, 0 to 4.
    pub pairs: [u64; 5],
}

/// An estimate with its 95 % interval. An end is infinite if the games do not bound it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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

    /// The standard error of [`Tally::score`] by the sample variance of the pairs, or of single games while there are no
    /// two pairs. `None` with fewer than two games. It is 0 if all results are equal, which does not make them certain:
    /// the intervals below do not rest on it then.
    pub fn standard_error(&self) -> Option<f64> {
        let (counts, _) = self.sample();
        Some(deviation(counts)? / (counts.iter().sum::<u64>() as f64).sqrt())
    }

    /// The difference in Elo that the score stands for: positive if the first player is the stronger one.
    ///
    /// If all results are equal there is no spread to take an error from. The interval is then by the rule of three: what
    /// has never happened in `n` tries happens in at most `3 / n` of them, with 95 % confidence.
    pub fn elo(&self) -> Estimate {
        let score = self.score();
        let (low, high) = match self.standard_error() {
            Some(error) if error > 0.0 => {
                (score - TWO_SIDED_95 * error, score + TWO_SIDED_95 * error)
            }
            _ => {
                let unseen = self.unseen();
                (score - unseen * score, score + unseen * (1.0 - score))
            }
        };
        Estimate {
            value: elo_of_score(score),
            low: elo_of_score(low),
            high: elo_of_score(high),
        }
    }

    /// The difference in normalised Elo: how far the score lies from a half, in deviations of one game. It says how many
    /// games it takes to see the difference, however often the two players draw. Its error is taken to be that of a small
    /// difference, as the field does. If all results are equal, so that there is no deviation, the value is 0 or
    /// infinite and the interval goes by the rule of three, as in [`Tally::elo`].
    pub fn normalized_elo(&self) -> Estimate {
        let (counts, games_a_try) = self.sample();
        let tries = counts.iter().sum::<u64>() as f64;
        let margin = TWO_SIDED_95 * NORMALIZED_ELO_UNIT / (tries * games_a_try).sqrt();
        let score = self.score();
        match deviation(counts) {
            Some(deviation) if deviation > 0.0 => {
                let game = deviation * games_a_try.sqrt();
                let value = (score - 0.5) / game * NORMALIZED_ELO_UNIT;
                around(value, margin)
            }
            _ if score == 0.5 => around(0.0, margin),
            _ => self.one_sided(games_a_try),
        }
    }

    /// The likelihood of superiority: how probable it is that the first player is the stronger one, 0 to 1, by the normal
    /// distribution. If all results are equal and not a half each: by Laplace's rule of succession, `1 - 2^-(n + 1)` for
    /// `n` of them, so that it is never quite certain.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let distance = self.score() - 0.5;
        match self.standard_error() {
            Some(error) if error > 0.0 => normal_distribution(distance / error),
            _ if distance == 0.0 => 0.5,
            _ => {
                let doubt = 0.5_f64.powf(self.tries() as f64 + 1.0);
                if distance > 0.0 { 1.0 - doubt } else { doubt }
            }
        }
    }

    /// The share of single games that were drawn, 0 to 1; 0 if there are no games.
    pub fn draw_ratio(&self) -> f64 {
        self.games[1] as f64 / self.count().max(1) as f64
    }

    /// How many pairs the first player won for each one that it lost; `None` if it lost none.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [lost, lost_by_half, _, won_by_half, won] = self.pairs;
        let (lost, won) = (lost + lost_by_half, won + won_by_half);
        (lost > 0).then(|| won as f64 / lost as f64)
    }

    /// What errors are taken from - pairs, or single games while there are no two pairs - and the games in each.
    pub(crate) fn sample(&self) -> (&[u64], f64) {
        if self.pairs.iter().sum::<u64>() < 2 {
            (&self.games, 1.0)
        } else {
            (&self.pairs, 2.0)
        }
    }

    fn tries(&self) -> u64 {
        self.sample().0.iter().sum()
    }

    /// The greatest share that a result which never came may have, by the rule of three.
    fn unseen(&self) -> f64 {
        (3.0 / self.tries() as f64).min(1.0)
    }

    /// Normalised Elo if every result is the same and one player gains by it.
    fn one_sided(&self, games_a_try: f64) -> Estimate {
        let (score, unseen) = (self.score(), self.unseen());
        // The worst that may hide: the greatest share of unseen results, all of them the other player's best.
        let other_end = if score > 0.5 { 0.0 } else { 1.0 };
        let worst = score + unseen * (other_end - score);
        let deviation = (unseen * (1.0 - unseen)).sqrt() * (score - other_end).abs();
        let bound = if deviation > 0.0 {
            (worst - 0.5) / (deviation * games_a_try.sqrt()) * NORMALIZED_ELO_UNIT
        } else {
            (worst - 0.5) * f64::INFINITY
        };
        if score > 0.5 {
            Estimate {
                value: f64::INFINITY,
                low: bound,
                high: f64::INFINITY,
            }
        } else {
            Estimate {
                value: f64::NEG_INFINITY,
                low: f64::NEG_INFINITY,
                high: bound,
            }
        }
    }
}

fn around(value: f64, margin: f64) -> Estimate {
    Estimate {
        value,
        low: value - margin,
        high: value + margin,
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

/// The sample deviation of such results; `None` with fewer than two.
fn deviation(counts: &[u64]) -> Option<f64> {
    let total: u64 = counts.iter().sum();
    if total < 2 {
        return None;
    }
    // All in one place: exactly 0, whatever rounding would make of it.
    if counts.contains(&total) {
        return Some(0.0);
    }
    let mean = mean(counts)?;
    let steps = (counts.len() - 1) as f64;
    let squares = |(i, &count): (usize, &u64)| count as f64 * (i as f64 / steps - mean).powi(2);
    let squares: f64 = counts.iter().enumerate().map(squares).sum();
    Some((squares / (total as f64 - 1.0)).sqrt())
}

/// The share of a normal distribution below `x` standard deviations, to about 15 digits.
///
/// Near the middle the power series around 0, in the tails the continued fraction (Abramowitz and Stegun 26.2.11 and
/// 26.2.14).
///
/// ```
/// use cutaway_lab::statistics::normal_distribution;
/// assert!((normal_distribution(1.959_963_984_540_054) - 0.975).abs() < 1e-12);
/// assert!((normal_distribution(-3.0) - 0.001_349_898_031_630_095).abs() < 1e-15);
/// ```
pub fn normal_distribution(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x.abs() < 3.0 {
        let (mut term, mut sum, mut odd) = (x, x, 1.0);
        while term.abs() > 1e-17 {
            odd += 2.0;
            term *= x * x / odd;
            sum += term;
        }
        return 0.5 + density * sum;
    }
    let fraction = (1..=80)
        .rev()
        .fold(x.abs(), |below, i| x.abs() + f64::from(i) / below);
    let tail = density / fraction;
    if x > 0.0 { 1.0 - tail } else { tail }
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
    fn pairs_that_always_split_are_not_quite_certain() {
        let tally = tally(&[[Score::Win, Score::Loss]; 50]);
        assert_eq!(tally.standard_error(), Some(0.0));
        // 3 of 50 pairs may have been lost: a score of 0.47.
        close(tally.elo().low, 400.0 * (0.47_f64 / 0.53).log10());
        close(tally.elo().high, -tally.elo().low);
        close(tally.normalized_elo().high, 1.959964 * 347.4356 / 10.0);
        assert_eq!(tally.likelihood_of_superiority(), 0.5);
    }

    #[test]
    fn nothing_is_ever_not_a_number() {
        for code in 0..3_u64.pow(5) {
            let pairs = [0, 1, 2, 3, 4].map(|i| code / 3_u64.pow(i) % 3);
            for single in [[0; 3], [1, 0, 0], [0, 1, 0], [0, 0, 1]] {
                let [a, b, c, d, e] = pairs;
                let games = [2 * a + b, b + 2 * c + d, d + 2 * e];
                let tally = Tally {
                    games: [0, 1, 2].map(|i| games[i] + single[i]),
                    pairs,
                };
                for estimate in [tally.elo(), tally.normalized_elo()] {
                    let Estimate { value, low, high } = estimate;
                    assert!(low <= value && value <= high, "{tally:?} {estimate:?}");
                    assert!(low < high, "certain: {tally:?} {estimate:?}");
                }
                let los = tally.likelihood_of_superiority();
                assert!((0.0..=1.0).contains(&los), "{tally:?} {los}");
            }
        }
    }

    #[test]
    fn ratios_are_those_of_games_and_of_pairs() {
        use Score::{Draw, Loss, Win};
        let some = tally(&[[Win, Draw], [Draw, Draw], [Win, Win], [Loss, Draw]]);
        close(some.draw_ratio(), 0.5);
        close(some.pairs_ratio().unwrap(), 2.0);
        assert_eq!(Tally::default().draw_ratio(), 0.0);
        assert_eq!(tally(&[[Win, Win]]).pairs_ratio(), None);
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
        let sweep = tally(&[[Score::Win; 2]; 30]);
        let normalized = sweep.normalized_elo();
        assert_eq!(normalized.high, f64::INFINITY);
        // Those 0.9 with a deviation of 0.3 a pair, sqrt(2) times that a game.
        close(normalized.low, 0.4 / 0.3 / 2.0_f64.sqrt() * 347.4356);
        close(sweep.likelihood_of_superiority(), 1.0);
        assert!(sweep.likelihood_of_superiority() < 1.0);
        close(
            tally(&[[Score::Loss; 2]]).likelihood_of_superiority(),
            0.125,
        );
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
