//! Tuning: simultaneous perturbation stochastic approximation (Spall 1992), as chess engines use it.
//!
//! All parameters are moved at once, each up or down by chance, and the engine moved one way plays the engine moved the
//! other way: the result says, of all parameters together, which way is better. It is next to nothing each time, and
//! follows the slope over thousands of pairs. The schedule is the one of Fishtest and OpenBench: parameters say by how
//! much they are moved at the end (`c_end`) and what share of that one game of advantage is worth then (`r_end`).
//!
//! What is played for an answer is the caller's business ([`spsa_games`](crate::spsa_games) plays games), and so is
//! where the [`Step`]s are kept; from them [`Tuner::replay`] comes back to the very same numbers.

use cutaway_search::{Param, ParamRow};
use serde::{Deserialize, Serialize};

/// How a run is scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// How many iterations are planned. The schedule depends on it; more of them would make another run.
    pub iterations: u32,
    /// How many perturbations, each played by one pair of games, make an iteration.
    pub pairs: u32,
    /// The share of the iterations by which the first steps are held back (A / N); the field's is 0.1.
    pub stability: f64,
    /// The exponent by which steps shrink; Spall's is 0.602.
    pub alpha: f64,
    /// The exponent by which perturbations shrink; Spall's is 0.101.
    pub gamma: f64,
    /// From what the perturbations are drawn.
    pub seed: u64,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule {
            iterations: 1000,
            pairs: 1,
            stability: 0.1,
            alpha: 0.602,
            gamma: 0.101,
            seed: 1,
        }
    }
}

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuned {
    /// Its name.
    pub name: String,
    /// Where it begins.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// By how much it is moved either way at the end; whole numbers are moved by half of one at least.
    pub c_end: f64,
    /// What share of that one game of advantage changes it by at the end.
    pub r_end: f64,
}

impl Tuned {
    /// A row of the engine's table from a value on. The perturbation is the row's step.
    pub fn row(row: &ParamRow, start: i32, r_end: f64) -> Tuned {
        Tuned {
            name: row.name.to_string(),
            start: f64::from(start),
            min: f64::from(row.min),
            max: f64::from(row.max),
            c_end: f64::from(row.step),
            r_end,
        }
    }

    /// Which row of the engine's table it is, if it is one.
    pub fn param(&self) -> Option<Param> {
        Param::from_name(&self.name)
    }
}

/// One perturbation: what the two sides play with, in the order of the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The pair's number in the run, from 0.
    pub pair: u64,
    /// Which way each parameter is moved for the first side: 1 or -1.
    pub flips: Vec<i8>,
    /// The values of the first side.
    pub first: Vec<i32>,
    /// The values of the second side, moved the other way.
    pub second: Vec<i32>,
}

/// A finished iteration: all that is needed to come back to this point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its number, from 1.
    pub iteration: u32,
    /// Games that the first side won less games that it lost, of each trial.
    pub results: Vec<i32>,
    /// The values after it, for whoever reads the file; they are computed anew and not read.
    pub values: Vec<f64>,
}

/// A run between two iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuner {
    schedule: Schedule,
    params: Vec<Tuned>,
    values: Vec<f64>,
    /// Iterations that are done.
    done: u32,
}

/// A step that does not belong to the run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("iteration {found} stands where iteration {expected} of this run should")]
pub struct StepError {
    /// The iteration that the step should be of.
    pub expected: u32,
    /// What it says.
    pub found: u32,
}

impl Tuner {
    /// A run before its first iteration.
    pub fn new(schedule: Schedule, params: Vec<Tuned>) -> Tuner {
        let values = params.iter().map(|param| param.start).collect();
        Tuner {
            schedule,
            params,
            values,
            done: 0,
        }
    }

    /// The parameters.
    pub fn params(&self) -> &[Tuned] {
        &self.params
    }

    /// Their values, in the same order.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The nearest whole numbers.
    pub fn rounded(&self) -> Vec<i32> {
        self.values
            .iter()
            .map(|value| value.round() as i32)
            .collect()
    }

    /// The iterations that are done.
    pub fn done(&self) -> u32 {
        self.done
    }

    /// Whether all iterations are done.
    pub fn is_finished(&self) -> bool {
        self.done >= self.schedule.iterations
    }

    /// By how much a parameter is moved either way in the next iteration.
    pub fn perturbation(&self, index: usize) -> f64 {
        let (k, n) = (
            f64::from(self.done + 1),
            f64::from(self.schedule.iterations),
        );
        let c = self.params[index].c_end * (n / k).powf(self.schedule.gamma);
        // Less would not always make two different whole numbers.
        c.max(0.5)
    }

    /// By how much a parameter changes for each game of advantage in the next iteration.
    pub fn gain(&self, index: usize) -> f64 {
        let Tuned { c_end, r_end, .. } = self.params[index];
        let (k, n) = (
            f64::from(self.done + 1),
            f64::from(self.schedule.iterations),
        );
        let held_back = self.schedule.stability * n;
        let a =
            r_end * c_end * c_end * ((held_back + n) / (held_back + k)).powf(self.schedule.alpha);
        a / self.perturbation(index)
    }

    /// What is to be played in the next iteration. The draws depend on nothing but the seed and the iteration's number.
    pub fn trials(&self) -> Vec<Trial> {
        let number = u64::from(self.done);
        let mixed = self.schedule.seed ^ (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut random = fastrand::Rng::with_seed(mixed);
        let pairs = u64::from(self.schedule.pairs);
        (0..pairs)
            .map(|i| self.trial(number * pairs + i, &mut random))
            .collect()
    }

    fn trial(&self, pair: u64, random: &mut fastrand::Rng) -> Trial {
        let mut trial = Trial {
            pair,
            flips: Vec::new(),
            first: Vec::new(),
            second: Vec::new(),
        };
        for (index, param) in self.params.iter().enumerate() {
            let flip = if random.bool() { 1 } else { -1 };
            let c = self.perturbation(index);
            // At an end of the range it is the ends of the perturbation that stay within, else both sides might be alike.
            let middle = self.values[index].min(param.max - c).max(param.min + c);
            let moved = f64::from(flip) * c;
            // Rounded up or down by chance, so that on average the value is the real one; by the same chance for both
            // sides, so that they differ by what they were moved.
            let chance = random.f64();
            let whole = |value: f64| (value + chance).floor().clamp(param.min, param.max) as i32;
            trial.flips.push(flip);
            trial.first.push(whole(middle + moved));
            trial.second.push(whole(middle - moved));
        }
        trial
    }

    /// Takes in the results of the next iteration's trials: games that the first side won less games that it lost.
    pub fn step(&mut self, results: &[i32]) -> Step {
        let trials = self.trials();
        assert_eq!(trials.len(), results.len(), "one result for each trial");
        for index in 0..self.params.len() {
            let gain = self.gain(index);
            let slope: i32 = trials
                .iter()
                .zip(results)
                .map(|(trial, result)| i32::from(trial.flips[index]) * result)
                .sum();
            let Tuned { min, max, .. } = self.params[index];
            self.values[index] = (self.values[index] + gain * f64::from(slope)).clamp(min, max);
        }
        self.done += 1;
        Step {
            iteration: self.done,
            results: results.to_vec(),
            values: self.values.clone(),
        }
    }

    /// Takes in iterations that were done before.
    ///
    /// # Errors
    /// [`StepError`] if one is not the next one of this run.
    pub fn replay(&mut self, steps: &[Step]) -> Result<(), StepError> {
        for step in steps {
            let expected = self.done + 1;
            if step.iteration != expected || step.results.len() != self.schedule.pairs as usize {
                return Err(StepError {
                    expected,
                    found: step.iteration,
                });
            }
            self.step(&step.results);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn param(name: &str, start: f64, max: f64, c_end: f64) -> Tuned {
        Tuned {
            name: name.to_string(),
            start,
            min: 0.0,
            max,
            c_end,
            r_end: 0.01,
        }
    }

    /// Two players whose strength falls with the square of the distance from (70, 12): the result of a pair by chance.
    fn play(trial: &Trial, random: &mut fastrand::Rng) -> i32 {
        let strength = |values: &[i32]| {
            let distance =
                |i: usize, best: f64, unit: f64| ((f64::from(values[i]) - best) / unit).powi(2);
            -10.0 * (distance(0, 70.0, 10.0) + distance(1, 12.0, 2.0))
        };
        let elo = strength(&trial.first) - strength(&trial.second);
        let score = 1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0));
        // A game is drawn with a chance of 2 s (1 - s).
        let game = |random: &mut fastrand::Rng| {
            i32::from(random.f64() < score) + i32::from(random.f64() < score) - 1
        };
        game(random) + game(random)
    }

    fn tuner(iterations: u32) -> Tuner {
        let schedule = Schedule {
            iterations,
            pairs: 2,
            ..Schedule::default()
        };
        Tuner::new(
            schedule,
            vec![param("a", 20.0, 100.0, 8.0), param("b", 3.0, 20.0, 1.5)],
        )
    }

    #[test]
    fn a_noisy_hill_is_climbed() {
        let mut tuner = tuner(5000);
        let mut random = fastrand::Rng::with_seed(3);
        while !tuner.is_finished() {
            let results: Vec<i32> = tuner
                .trials()
                .iter()
                .map(|trial| play(trial, &mut random))
                .collect();
            tuner.step(&results);
        }
        let [a, b] = tuner.values() else { panic!() };
        assert!((a - 70.0).abs() < 5.0 && (b - 12.0).abs() < 1.5, "{a} {b}");
    }

    #[test]
    fn a_run_that_resumes_ends_at_the_very_same_numbers() {
        let run = |from: &[Step], until: u32| {
            let mut tuner = tuner(60);
            tuner.replay(from).unwrap();
            let mut steps = from.to_vec();
            while tuner.done() < until {
                // What is played depends on the trials alone, as games at fixed nodes do.
                let results: Vec<i32> = tuner
                    .trials()
                    .iter()
                    .map(|trial| {
                        (trial.first[0] * 7 + trial.second[1] * 3 + trial.pair as i32) % 5 - 2
                    })
                    .collect();
                steps.push(tuner.step(&results));
            }
            (tuner, steps)
        };
        let (whole, all_steps) = run(&[], 60);
        let (_, first_steps) = run(&[], 23);
        // Through a file and back.
        let text = serde_json::to_string(&first_steps).unwrap();
        let read: Vec<Step> = serde_json::from_str(&text).unwrap();
        let (resumed, steps) = run(&read, 60);
        assert_eq!(resumed, whole);
        assert!(whole.values() != [20.0, 3.0]);
        assert_eq!(steps.last(), all_steps.last());
    }

    #[test]
    fn steps_of_another_run_are_refused() {
        let mut tuner = tuner(10);
        let step = tuner.clone().step(&[1, -1]);
        let wrong = Step {
            iteration: 3,
            ..step.clone()
        };
        assert_eq!(
            tuner.replay(&[step, wrong]),
            Err(StepError {
                expected: 2,
                found: 3
            })
        );
        assert!(
            tuner
                .replay(&[Step {
                    iteration: 2,
                    results: vec![1],
                    values: Vec::new()
                }])
                .is_err()
        );
    }

    #[test]
    fn at_the_end_it_moves_by_what_was_asked_for() {
        let mut tuner = tuner(100);
        for _ in 0..99 {
            tuner.step(&[0, 0]);
        }
        assert!((tuner.perturbation(0) - 8.0).abs() < 1e-12);
        assert!((tuner.gain(0) - 0.01 * 8.0).abs() < 1e-12);
        // And at the beginning by more.
        let first = super::Tuner::new(tuner.schedule, tuner.params.clone());
        assert!(first.perturbation(0) > 8.0 && first.gain(0) > 0.01 * 8.0);
    }

    #[test]
    fn both_sides_always_differ_and_stay_in_range() {
        let mut tuner = Tuner::new(
            Schedule {
                iterations: 300,
                ..Schedule::default()
            },
            vec![
                param("a", 100.0, 100.0, 8.0),
                param("b", 0.0, 1.0, 0.1),
                param("c", 5.0, 9.0, 0.5),
            ],
        );
        let mut sum = 0;
        while !tuner.is_finished() {
            let trials = tuner.trials();
            for trial in &trials {
                for index in 0..3 {
                    let (a, b) = (trial.first[index], trial.second[index]);
                    assert!(a != b && (a > b) == (trial.flips[index] > 0), "{trial:?}");
                    let Tuned { min, max, .. } = tuner.params()[index];
                    assert!([a, b].iter().all(|&v| (min..=max).contains(&f64::from(v))));
                }
                sum += trial.first[2] + trial.second[2];
            }
            tuner.step(&[0]);
        }
        // Rounded fairly: nothing was won, so the mean is the start.
        assert!((f64::from(sum) / 600.0 - 5.0).abs() < 0.15, "{sum}");
    }
}
