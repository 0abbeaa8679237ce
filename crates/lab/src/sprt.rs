//! The sequential test: whether the results so far decide between two hypotheses about strength.
//!
//! Wald's test as the field uses it for chess, the *generalised* sequential probability ratio test: each hypothesis fixes
//! the difference in Elo, and the rest of the distribution of pair results is the most likely one under it. The
//! distributions are the exact maxima, not a normal approximation. The theory: Michel Van den Bergh, "Comments on
//! Normalized Elo" (note for Fishtest, 2021), propositions 1.1 and section 4.1. Nothing here plays, reads or prints.

use crate::statistics::{NORMALIZED_ELO_UNIT, Tally};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// How often a result that never came counts as having come, as fastchess, OpenBench and Fishtest have it: without it no
/// distribution would be possible that gives an unseen result any weight.
const UNSEEN: f64 = 1e-3;

/// What the bounds of a test are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Normalised Elo: the score's distance from a half in deviations of a game. The default here, as in fastchess,
    /// OpenBench and Fishtest, since the length of a test then does not depend on how many games are drawn.
    #[default]
    Normalized,
    /// Logistic Elo: the score itself.
    Logistic,
}

impl Display for EloModel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
        })
    }
}

/// A test: two hypotheses and how often a wrong one may be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The first player's advantage under H0, Elo.
    elo0: f64,
    /// Its advantage under H1, Elo; more than `elo0`.
    elo1: f64,
    /// How often H1 may be accepted when H0 is true, 0 to 1.
    alpha: f64,
    /// How often H0 may be accepted when H1 is true, 0 to 1.
    beta: f64,
    /// What the two are counted in.
    model: EloModel,
}

/// What is wrong with the description of a test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtError {
    /// Not two to four numbers.
    #[error("`{0}` is no test: write ELO0,ELO1[,ALPHA,BETA][,normalized or logistic]")]
    Form(String),
    /// H1 must claim more than H0.
    #[error("elo0 must be less than elo1, and both between -1000 and 1000")]
    Bounds,
    /// Error rates that decide nothing.
    #[error("alpha and beta must be more than 0 and together less than 1")]
    ErrorRates,
}

/// What the results say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// More games are needed.
    Continue,
    /// The first player's advantage is rather `elo0`: the change fails.
    H0,
    /// The first player's advantage is rather `elo1`: the change passes.
    H1,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The logarithm of how much more likely the results are under H1.
    pub llr: f64,
    /// H0 is accepted at this or less.
    pub lower: f64,
    /// H1 is accepted at this or more.
    pub upper: f64,
    /// What follows.
    pub verdict: Verdict,
}

impl Sprt {
    /// A test of `elo0` against `elo1`, counted as `model` says.
    ///
    /// # Errors
    /// [`SprtError`] if the numbers make no test.
    pub fn new(
        [elo0, elo1]: [f64; 2],
        [alpha, beta]: [f64; 2],
        model: EloModel,
    ) -> Result<Sprt, SprtError> {
        if !(-1000.0 <= elo0 && elo0 < elo1 && elo1 <= 1000.0) {
            return Err(SprtError::Bounds);
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates);
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// The bounds of the logarithm: H0 is accepted at the lower one, H1 at the upper one (Wald 1945).
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The logarithm of how much more likely the results are under H1 than under H0: from the pairs, or from single games
    /// while there are no two pairs; 0 if there is nothing.
    pub fn llr(&self, tally: &Tally) -> f64 {
        let (counts, games_a_try) = tally.sample();
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        match *counts {
            [a, b, c] => self.llr_of([a, b, c], games_a_try),
            [a, b, c, d, e] => self.llr_of([a, b, c, d, e], games_a_try),
            _ => unreachable!("a game has three results, a pair five"),
        }
    }

    fn llr_of<const N: usize>(&self, counts: [u64; N], games_a_try: f64) -> f64 {
        let counts = counts.map(|count| (count as f64).max(UNSEEN));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => with_mean(&seen, 1.0 / (1.0 + 10_f64.powf(-elo / 400.0))),
            EloModel::Normalized => {
                with_advantage(&seen, elo / NORMALIZED_ELO_UNIT * games_a_try.sqrt())
            }
        });
        let terms = (0..N).map(|i| counts[i] * (p1[i] / p0[i]).ln());
        terms.sum()
    }

    /// Where the test stands with those results.
    pub fn state(&self, tally: &Tally) -> SprtState {
        let llr = self.llr(tally);
        let (lower, upper) = self.bounds();
        let verdict = if llr >= upper {
            Verdict::H1
        } else if llr <= lower {
            Verdict::H0
        } else {
            Verdict::Continue
        };
        SprtState {
            sprt: *self,
            llr,
            lower,
            upper,
            verdict,
        }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `ELO0,ELO1[,ALPHA,BETA][,MODEL]`; alpha and beta are 0.05 and the model is normalised unless they are told.
    ///
    /// ```
    /// use cutaway_lab::sprt::{EloModel, Sprt};
    /// let sprt: Sprt = "0,5".parse()?;
    /// assert_eq!(sprt, Sprt::new([0.0, 5.0], [0.05, 0.05], EloModel::Normalized)?);
    /// let sprt: Sprt = "-3,1,0.05,0.1,logistic".parse()?;
    /// assert_eq!(sprt, Sprt::new([-3.0, 1.0], [0.05, 0.1], EloModel::Logistic)?);
    /// # Ok::<(), cutaway_lab::sprt::SprtError>(())
    /// ```
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let form = || SprtError::Form(text.to_string());
        let mut words: Vec<&str> = text.split(',').map(str::trim).collect();
        let model = match words.last() {
            Some(&("normalized" | "normalised")) => Some(EloModel::Normalized),
            Some(&"logistic") => Some(EloModel::Logistic),
            _ => None,
        };
        if model.is_some() {
            words.pop();
        }
        let numbers = words.iter().map(|word| word.parse().map_err(|_| form()));
        let (elos, rates) = match numbers.collect::<Result<Vec<f64>, _>>()?[..] {
            [elo0, elo1] => ([elo0, elo1], [0.05, 0.05]),
            [elo0, elo1, alpha, beta] => ([elo0, elo1], [alpha, beta]),
            _ => return Err(form()),
        };
        Sprt::new(elos, rates, model.unwrap_or_default())
    }
}

impl Display for Sprt {
    /// As [`Sprt::from_str`] reads it.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        } = self;
        write!(f, "{elo0},{elo1},{alpha},{beta},{model}")
    }
}

impl Display for SprtState {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Sprt {
            elo0, elo1, model, ..
        } = self.sprt;
        let verdict = match self.verdict {
            Verdict::Continue => "undecided",
            Verdict::H0 => "H0 accepted",
            Verdict::H1 => "H1 accepted",
        };
        write!(
            f,
            "SPRT [{elo0}, {elo1}] {model}: LLR {:.2} [{:.2}, {:.2}], {verdict}",
            self.llr, self.lower, self.upper
        )
    }
}

/// The score of result `i` of `n`, 0 to 1.
fn score_of(i: usize, n: usize) -> f64 {
    i as f64 / (n - 1) as f64
}

/// The most likely distribution with that mean, 0 to 1, for results seen with those frequencies.
fn with_mean<const N: usize>(seen: &[f64; N], mean: f64) -> [f64; N] {
    tilted(seen, &std::array::from_fn(|i| score_of(i, N) - mean))
}

/// The most likely distribution whose mean lies `advantage` of its own deviations above a half.
///
/// The condition is not linear in the distribution, but its linear part around a distribution gives a problem of the kind
/// of [`with_mean`]; its solution is the next distribution to take the linear part around, until nothing changes.
fn with_advantage<const N: usize>(seen: &[f64; N], advantage: f64) -> [f64; N] {
    let mut p = [1.0 / N as f64; N];
    for _ in 0..100 {
        let mean: f64 = (0..N).map(|i| p[i] * score_of(i, N)).sum();
        let variance: f64 = (0..N).map(|i| p[i] * (score_of(i, N) - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let gains = std::array::from_fn(|i| {
            let x = score_of(i, N);
            let spread = ((x - mean) / deviation).powi(2);
            x - 0.5 - advantage * deviation * (1.0 + spread) / 2.0
        });
        let next = tilted(seen, &gains);
        let change = (0..N).map(|i| (next[i] - p[i]).abs()).fold(0.0, f64::max);
        p = next;
        if change < 1e-12 {
            break;
        }
    }
    p
}

/// The most likely distribution under which the mean of `gains` is 0: `seen / (1 + x gains)`, x such that this is so.
///
/// As x goes from where the greatest gain makes the divisor 0 to where the least one does, the mean falls from plus to
/// minus infinity, so there is one x; Newton's method finds it, and halving where that leaves the range. If all gains have
/// one sign no distribution will do, and it is the frequencies themselves.
fn tilted<const N: usize>(seen: &[f64; N], gains: &[f64; N]) -> [f64; N] {
    let least = gains.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = gains.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && greatest > 0.0) {
        return *seen;
    }
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut mean, mut slope) = (0.0, 0.0);
        for i in 0..N {
            let share = gains[i] / (1.0 + x * gains[i]);
            mean += seen[i] * share;
            slope -= seen[i] * share * share;
        }
        if mean > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - mean / slope;
        let next = if low < newton && newton < high {
            newton
        } else {
            (low + high) / 2.0
        };
        let step = (next - x).abs();
        x = next;
        if step <= 1e-14 * (1.0 + x.abs()) {
            break;
        }
    }
    std::array::from_fn(|i| seen[i] / (1.0 + x * gains[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: [u64; 5]) -> Tally {
        let [a, b, c, d, e] = pairs;
        Tally {
            games: [2 * a + b, b + 2 * c + d, d + 2 * e],
            pairs,
        }
    }

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (lower, upper) = sprt("0,5").bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        let (lower, upper) = sprt("0,5,0.05,0.1").bounds();
        assert!((lower - (0.1_f64 / 0.95).ln()).abs() < 1e-12);
        assert!((upper - (0.9_f64 / 0.05).ln()).abs() < 1e-12);
    }

    #[test]
    fn what_makes_no_test_is_refused() {
        for text in [
            "",
            "0",
            "0,5,0.05",
            "a,b",
            "0,5,bayesian",
            "0,5,0.1,0.1,0.1",
        ] {
            assert!(
                matches!(text.parse::<Sprt>(), Err(SprtError::Form(_))),
                "{text}"
            );
        }
        for text in ["5,0", "3,3", "nan,5", "0,inf"] {
            assert_eq!(text.parse::<Sprt>(), Err(SprtError::Bounds), "{text}");
        }
        for text in ["0,5,0,0.05", "0,5,0.5,0.5", "0,5,nan,0.05"] {
            assert_eq!(text.parse::<Sprt>(), Err(SprtError::ErrorRates), "{text}");
        }
    }

    #[test]
    fn a_test_is_written_as_it_is_read() {
        for text in ["0,5,0.05,0.05,normalized", "-3.5,1,0.1,0.05,logistic"] {
            assert_eq!(sprt(text).to_string(), text);
        }
    }

    /// The distributions that come out fulfil what was asked for, and sum to one.
    #[test]
    fn hypotheses_hold_exactly() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2000 {
            let counts: [f64; 5] = std::array::from_fn(|_| random.f64().powi(4).max(1e-5));
            let total: f64 = counts.iter().sum();
            let seen = counts.map(|count| count / total);
            let advantage = (random.f64() - 0.5) / 2.0;
            let p = with_advantage(&seen, advantage);
            let mean: f64 = (0..5).map(|i| p[i] * score_of(i, 5)).sum();
            let variance: f64 = (0..5).map(|i| p[i] * (score_of(i, 5) - mean).powi(2)).sum();
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-8, "{seen:?} {p:?}");
            assert!(
                (mean - 0.5 - advantage * variance.sqrt()).abs() < 1e-8,
                "{seen:?} {advantage} {p:?}"
            );
            let p = with_mean(&seen, 0.5 + advantage);
            let mean: f64 = (0..5).map(|i| p[i] * score_of(i, 5)).sum();
            assert!((mean - 0.5 - advantage).abs() < 1e-9, "{seen:?} {p:?}");
        }
    }

    #[test]
    fn few_or_equal_results_decide_nothing_and_stay_numbers() {
        for model in ["normalized", "logistic"] {
            let sprt = sprt(&format!("0,10,{model}"));
            assert_eq!(sprt.llr(&Tally::default()), 0.0);
            for i in 0..5 {
                for count in [1, 2, 3, 10, 1000, 1_000_000] {
                    let mut results = [0; 5];
                    results[i] = count;
                    let state = sprt.state(&pairs(results));
                    assert!(state.llr.is_finite(), "{results:?} {model}");
                    assert!(
                        count > 10 || state.verdict == Verdict::Continue,
                        "{results:?} {state}"
                    );
                    match i {
                        0 | 1 => assert!(state.llr < 0.0, "{results:?} {state}"),
                        3 | 4 => assert!(state.llr > 0.0, "{results:?} {state}"),
                        // Draws alone never speak for H1.
                        _ => assert!(state.llr <= 0.0, "{results:?} {state}"),
                    }
                }
            }
        }
    }

    #[test]
    fn the_other_side_sees_the_opposite_test() {
        for model in ["normalized", "logistic"] {
            let a = sprt(&format!("-2,5,0.05,0.05,{model}")).llr(&pairs([10, 90, 300, 120, 20]));
            let b = sprt(&format!("-5,2,0.05,0.05,{model}")).llr(&pairs([20, 120, 300, 90, 10]));
            assert!((a + b).abs() < 1e-9, "{a} {b}");
        }
    }
}
