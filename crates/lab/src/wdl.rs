//! The fit of the model of win, draw and loss: from positions of played games with score and result to the numbers of
//! [`WinModel`].
//!
//! Maximum likelihood by Fisher's scoring with a damped step, on counts by score and material. The positions of a game are
//! not independent of each other, so the model is also judged on games that it was not fitted to. Whoever calls reads the
//! games; nothing here opens a file.

mod report;

pub use report::{Bin, Fit, fit};

use cutaway_eval::WinModel;
use std::collections::BTreeMap;

/// How a game ended for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It won.
    Win,
    /// Nobody won.
    Draw,
    /// It lost.
    Loss,
}

/// Positions, counted by score (own unit of the evaluation, view of the side to move), material and outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    cells: BTreeMap<(i32, u32), [u64; 3]>,
}

/// Why there is no model of some counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// Nothing to fit to.
    #[error("too few positions: wins, draws and losses are all needed, at two scores at least")]
    TooFew,
    /// The numbers ran away.
    #[error("no model fits: the results do not go with the scores")]
    Diverged,
}

/// The terms of both polynomials.
const COUNT: usize = 2 * WinModel::TERMS;

/// More steps than any fit needs.
const MOST_STEPS: u32 = 200;

impl Counts {
    /// Counts a position.
    pub fn add(&mut self, score: i32, material: u32, outcome: Outcome) {
        self.cells.entry((score, material)).or_default()[outcome as usize] += 1;
    }

    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.outcomes().iter().sum()
    }

    /// How many of them were won, drawn and lost.
    pub fn outcomes(&self) -> [u64; 3] {
        self.sum(|_, _| true)
    }

    fn sum(&self, wanted: impl Fn(i32, u32) -> bool) -> [u64; 3] {
        let cells = self.cells.iter();
        let cells = cells.filter(|((score, material), _)| wanted(*score, *material));
        cells.fold([0; 3], |sum, (_, counts)| {
            [0, 1, 2].map(|k| sum[k] + counts[k])
        })
    }

    /// The mean of `-ln p` over the positions, `p` the chance that the model gave to what happened.
    pub fn log_loss(&self, model: &WinModel) -> f64 {
        let loss = |(&(score, material), counts): (&(i32, u32), &[u64; 3])| {
            surprise(counts, model.chances(score.into(), material))
        };
        self.cells.iter().map(loss).sum::<f64>() / self.positions().max(1) as f64
    }

    /// The model under which these outcomes are likeliest.
    ///
    /// # Errors
    /// [`FitError`] if there is too little to go by.
    pub fn fit(&self) -> Result<WinModel, FitError> {
        let scores: BTreeMap<i32, ()> = self.cells.keys().map(|&(score, _)| (score, ())).collect();
        if scores.len() < 2 || self.outcomes().contains(&0) {
            return Err(FitError::TooFew);
        }
        let mut model = self.first_guess();
        let (mut loss, mut damping) = (self.log_loss(&model), 1e-3);
        for _ in 0..MOST_STEPS {
            let Some(next) = self.step(&model, damping) else {
                return Err(FitError::Diverged);
            };
            let next_loss = self.log_loss(&next);
            // A NaN is no improvement either.
            if is_sound(&next) && next_loss < loss {
                let gain = loss - next_loss;
                (model, loss, damping) = (next, next_loss, damping / 10.0);
                if gain < 1e-13 {
                    break;
                }
            } else {
                damping *= 10.0;
                if damping > 1e9 {
                    break;
                }
            }
        }
        Ok(model)
    }

    /// The best of a grid of models that do not ask for the material.
    fn first_guess(&self) -> WinModel {
        let sizes: Vec<f64> = (0..20).map(|power| 10.0 * 1.4_f64.powi(power)).collect();
        let flat = |a, b| WinModel {
            a: [a, 0.0, 0.0],
            b: [b, 0.0, 0.0],
        };
        let models = sizes
            .iter()
            .flat_map(|&a| sizes.iter().map(move |&b| flat(a, b)));
        models
            .map(|model| (self.log_loss(&model), model))
            .min_by(|(one, _), (other, _)| one.total_cmp(other))
            .expect("the grid is not empty")
            .1
    }

    /// One damped step of Fisher's scoring: the slope of the likelihood over its expected curvature.
    fn step(&self, model: &WinModel, damping: f64) -> Option<WinModel> {
        let (mut slope, mut curvature) = ([0.0; COUNT], [[0.0; COUNT]; COUNT]);
        for (&(score, material), counts) in &self.cells {
            let powers = WinModel::powers(material);
            let (chances, slopes) = chances_and_slopes(model, score.into(), material);
            let all = counts.iter().sum::<u64>() as f64;
            let terms: [(usize, f64); COUNT] =
                std::array::from_fn(|i| (i / WinModel::TERMS, powers[i % WinModel::TERMS]));
            for k in 0..3 {
                let chance = chances[k].max(1e-12);
                for (i, &(which, power)) in terms.iter().enumerate() {
                    slope[i] += counts[k] as f64 * slopes[k][which] * power / chance;
                    for (j, &(other, factor)) in terms.iter().enumerate() {
                        let product = slopes[k][which] * slopes[k][other] * power * factor;
                        curvature[i][j] += all * product / chance;
                    }
                }
            }
        }
        for (i, row) in curvature.iter_mut().enumerate() {
            row[i] *= 1.0 + damping;
            row[i] += 1e-12;
        }
        let step = solve(curvature, slope)?;
        let (mut next, (for_a, for_b)) = (*model, step.split_at(WinModel::TERMS));
        next.a
            .iter_mut()
            .zip(for_a)
            .for_each(|(term, step)| *term += step);
        next.b
            .iter_mut()
            .zip(for_b)
            .for_each(|(term, step)| *term += step);
        Some(next)
    }
}

/// `-ln p` of all that happened at one score.
fn surprise(counts: &[u64; 3], chances: [f64; 3]) -> f64 {
    let parts = counts.iter().zip(chances);
    parts
        .map(|(&count, chance)| -(count as f64) * chance.max(1e-12).ln())
        .sum()
}

/// Whether wins and losses never overlap and chances rise with the score, whatever the material.
fn is_sound(model: &WinModel) -> bool {
    WinModel::MATERIAL.into_iter().all(|material| {
        let [a, b] = model.at(material);
        // Less than a tenth of a draw between equals would be another game than chess.
        b > 0.0 && a > 0.2 * b
    })
}

/// The chances of win, draw and loss, and how each changes with `a` and with `b`.
fn chances_and_slopes(model: &WinModel, score: f64, material: u32) -> ([f64; 3], [[f64; 2]; 3]) {
    let [a, b] = model.at(material);
    let chances = model.chances(score, material);
    let slopes = |chance: f64, x: f64| {
        let slope = chance * (1.0 - chance) / b;
        [-slope, -slope * x]
    };
    let win = slopes(chances[0], (score - a) / b);
    let loss = slopes(chances[2], (-score - a) / b);
    let draw = [0, 1].map(|which| -win[which] - loss[which]);
    (chances, [win, draw, loss])
}

/// Gauss's elimination with the largest pivot; `None` if there is no one solution.
fn solve(mut matrix: [[f64; COUNT]; COUNT], mut right: [f64; COUNT]) -> Option<[f64; COUNT]> {
    for column in 0..COUNT {
        let pivot = (column..COUNT)
            .max_by(|&i, &j| matrix[i][column].abs().total_cmp(&matrix[j][column].abs()))?;
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (row, value) = (matrix[column], right[column]);
        if !row[column].is_normal() {
            return None;
        }
        for other in (0..COUNT).filter(|&other| other != column) {
            let factor = matrix[other][column] / row[column];
            (column..COUNT).for_each(|k| matrix[other][k] -= factor * row[k]);
            right[other] -= factor * value;
        }
    }
    Some(std::array::from_fn(|i| right[i] / matrix[i][i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUTH: WinModel = WinModel {
        a: [90.0, 40.0, 25.0],
        b: [40.0, 35.0, -10.0],
    };

    /// Outcomes drawn by a known model.
    fn drawn(positions: u32, seed: u64) -> Counts {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut counts = Counts::default();
        for _ in 0..positions {
            let (score, material) = (10 * random.i32(-50..=50), random.u32(10..=78));
            let [win, draw, _] = TRUTH.chances(score.into(), material);
            let outcome = match random.f64() {
                chance if chance < win => Outcome::Win,
                chance if chance < win + draw => Outcome::Draw,
                _ => Outcome::Loss,
            };
            counts.add(score, material, outcome);
        }
        counts
    }

    #[test]
    fn a_known_model_is_found_again() {
        let fit = fit(&drawn(400_000, 1), &drawn(100_000, 2)).unwrap();
        let found = WinModel { a: fit.a, b: fit.b };
        for material in WinModel::MATERIAL {
            let ([a, b], [true_a, true_b]) = (found.at(material), TRUTH.at(material));
            assert!(
                (a / true_a - 1.0).abs() < 0.02,
                "{material}: {a} for {true_a}"
            );
            assert!(
                (b / true_b - 1.0).abs() < 0.03,
                "{material}: {b} for {true_b}"
            );
        }
        assert!((fit.units / 155.0 - 1.0).abs() < 0.01, "{}", fit.units);
        assert!(fit.calibration_error < 0.005, "{}", fit.calibration_error);
        assert!((fit.near_a_hundred.seen[0] - 0.5).abs() < 0.02);
        // Held-out games are as likely as the others, and much likelier than without the scores.
        assert!((fit.log_loss_held_out - fit.log_loss).abs() < 0.01);
        assert!(fit.log_loss < 0.8 * fit.log_loss_without_scores);
        assert_eq!(
            fit.by_score.iter().map(|bin| bin.positions).sum::<u64>(),
            500_000
        );
        assert_eq!(
            fit.by_material.iter().map(|bin| bin.positions).sum::<u64>(),
            500_000
        );
    }

    #[test]
    fn no_neighbour_is_likelier_than_the_model_found() {
        let counts = drawn(20_000, 3);
        let model = counts.fit().unwrap();
        let least = counts.log_loss(&model);
        for term in 0..WinModel::TERMS {
            for by in [-0.5, 0.5] {
                let mut other = model;
                other.a[term] += by;
                assert!(counts.log_loss(&other) > least, "a {term} {by}");
                let mut other = model;
                other.b[term] += by;
                assert!(counts.log_loss(&other) > least, "b {term} {by}");
            }
        }
    }

    #[test]
    fn the_loss_is_that_of_a_calculation_by_hand() {
        // At a score of 100 with a = 100 every second game is won; e^-2 odds lose with b = 100.
        let model = WinModel {
            a: [100.0, 0.0, 0.0],
            b: [100.0, 0.0, 0.0],
        };
        let mut counts = Counts::default();
        counts.add(100, 58, Outcome::Win);
        counts.add(100, 58, Outcome::Loss);
        let lost = 1.0 / (1.0 + 2.0_f64.exp());
        let wanted = -(0.5_f64.ln() + lost.ln()) / 2.0;
        assert!((counts.log_loss(&model) - wanted).abs() < 1e-12);
        counts.add(100, 58, Outcome::Draw);
        let wanted = (2.0 * wanted - (0.5 - lost).ln()) / 3.0;
        assert!((counts.log_loss(&model) - wanted).abs() < 1e-12);
    }

    #[test]
    fn without_enough_to_go_by_there_is_no_model() {
        let mut counts = Counts::default();
        assert_eq!(counts.fit(), Err(FitError::TooFew));
        for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            counts.add(30, 50, outcome);
        }
        assert_eq!(counts.fit(), Err(FitError::TooFew));
        let mut lost = Counts::default();
        lost.add(30, 50, Outcome::Loss);
        lost.add(40, 50, Outcome::Loss);
        assert_eq!(fit(&lost, &lost).err(), Some(FitError::TooFew));
    }
}
