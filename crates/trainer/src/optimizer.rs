//! AdamW: the step that a gradient is turned into.
//!
//! Loshchilov and Hutter, "Decoupled weight decay regularization", 2019, after Kingma and Ba's Adam, 2014. Weights are
//! kept within the range that the quantised network can hold. Each thread steps some of the strips, and adds up there
//! what the workers found.

use crate::gradient::Worker;
use crate::parameters::{BUCKETS, COLUMNS, OUTPUT, Parameters, Row, Strip, USED_ROWS};

/// What each step leaves of the running means of the gradient and of its square.
const FORGET_MEAN: f32 = 0.9;
const FORGET_SQUARE: f32 = 0.999;
/// Keeps a number whose gradient has always been zero from a division by zero.
const EPSILON: f32 = 1e-8;

/// The largest weight: times 64 and rounded it is within the 127 that eight bits hold.
pub(crate) const LARGEST_WEIGHT: f32 = 1.98;

/// The positive output weights of a bucket for one view add up to no more than this, and the negative ones too: then no
/// output overflows 32 bits, for which `cutaway_eval` needs 516, less half of 1/64 a weight for the rounding. Below 256
/// columns [`LARGEST_WEIGHT`] alone sees to that.
const LARGEST_SUM: f32 = 495.0;

/// The optimizer and what it remembers.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    pub(crate) mean: Parameters,
    pub(crate) square: Parameters,
    /// Steps taken.
    pub(crate) steps: u64,
    /// By what share of itself, times the learning rate, a weight shrinks with each step.
    decay: f32,
}

/// The factors of one step.
#[derive(Clone, Copy)]
struct Rates {
    /// Makes a mean over the batch of the sum.
    scale: f32,
    step: f32,
    /// Makes up for a mean of squares that began at zero.
    square: f32,
    keep: f32,
}

impl AdamW {
    /// An optimizer that has seen nothing.
    pub fn new(hidden: usize, decay: f32) -> AdamW {
        AdamW {
            mean: Parameters::zero(hidden),
            square: Parameters::zero(hidden),
            steps: 0,
            decay,
        }
    }

    /// Steps against the sum of the workers' gradients, which come from `count` positions, and sets those to zero.
    pub fn step(
        &mut self,
        parameters: &mut Parameters,
        workers: &mut [Worker],
        count: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let old = 1.0 - f64::from(FORGET_MEAN).powi(self.steps.min(100_000) as i32);
        let old_square = 1.0 - f64::from(FORGET_SQUARE).powi(self.steps.min(100_000) as i32);
        let rates = Rates {
            scale: 1.0 / count.max(1) as f32,
            step: rate / old as f32,
            square: 1.0 / old_square as f32,
            keep: 1.0 - rate * self.decay,
        };
        self.step_output_bias(parameters, workers, rates);
        // Each thread takes some strips of everything.
        let threads = workers.len().max(1);
        let share = parameters.strips.len().div_ceil(threads);
        let mut gradients: Vec<_> = workers
            .iter_mut()
            .map(|worker| worker.gradient.strips.chunks_mut(share))
            .collect();
        let strips = parameters.strips.chunks_mut(share);
        let means = self.mean.strips.chunks_mut(share);
        let squares = self.square.strips.chunks_mut(share);
        std::thread::scope(|scope| {
            for ((weights, mean), square) in strips.zip(means).zip(squares) {
                let gradients = gradients.iter_mut().map(|chunks| chunks.next());
                let mut gradients: Vec<&mut [Strip]> = gradients.flatten().collect();
                let mut step = move || {
                    for (at, strip) in weights.iter_mut().enumerate() {
                        let gradients = gradients.iter_mut().map(|strips| &mut strips[at]);
                        let moments = [&mut mean[at], &mut square[at]];
                        step_strip(strip, moments, gradients.collect(), rates);
                    }
                };
                if threads == 1 {
                    step();
                } else {
                    scope.spawn(step);
                }
            }
        });
        limit_outputs(parameters);
    }

    /// The output biases: not clipped, since they are kept with more bits.
    fn step_output_bias(
        &mut self,
        parameters: &mut Parameters,
        workers: &mut [Worker],
        rates: Rates,
    ) {
        for bucket in 0..BUCKETS {
            let mut sum = 0.0;
            for worker in &mut *workers {
                sum += std::mem::take(&mut worker.gradient.output_bias[bucket]);
            }
            let moments =
                [&mut self.mean, &mut self.square].map(|moment| &mut moment.output_bias[bucket]);
            let weight = &mut parameters.output_bias[bucket];
            *weight = stepped(*weight, sum, moments, rates);
        }
    }
}

#[inline(never)]
fn step_strip(
    weights: &mut Strip,
    moments: [&mut Strip; 2],
    mut gradients: Vec<&mut Strip>,
    rates: Rates,
) {
    let [mean, square] = moments;
    for at in 0..USED_ROWS {
        let mut sum = Row::ZERO;
        for gradient in &mut gradients {
            let found = std::mem::replace(&mut gradient[at], Row::ZERO);
            for column in 0..COLUMNS {
                sum.0[column] += found.0[column];
            }
        }
        let (weights, mean, square) = (&mut weights[at].0, &mut mean[at].0, &mut square[at].0);
        for column in 0..COLUMNS {
            let moments = [&mut mean[column], &mut square[column]];
            let weight = stepped(weights[column], sum.0[column], moments, rates);
            weights[column] = weight.clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT);
        }
    }
}

/// Shrinks the output weights of a bucket for one view if their sum is beyond [`LARGEST_SUM`].
fn limit_outputs(parameters: &mut Parameters) {
    for row in OUTPUT..USED_ROWS {
        let sum_of = |sign: f32| -> f32 {
            let weights = parameters.strips.iter().flat_map(|strip| &strip[row].0);
            weights.map(|weight| (sign * weight).max(0.0)).sum()
        };
        let sum = sum_of(1.0).max(sum_of(-1.0));
        if sum > LARGEST_SUM {
            let weights = parameters
                .strips
                .iter_mut()
                .flat_map(|strip| &mut strip[row].0);
            weights.for_each(|weight| *weight *= LARGEST_SUM / sum);
        }
    }
}

// ANCHOR: stepped
/// A weight after its step.
#[inline(always)]
fn stepped(weight: f32, sum: f32, [mean, square]: [&mut f32; 2], rates: Rates) -> f32 {
    let gradient = sum * rates.scale;
    *mean = FORGET_MEAN * *mean + (1.0 - FORGET_MEAN) * gradient;
    *square = FORGET_SQUARE * *square + (1.0 - FORGET_SQUARE) * gradient * gradient;
    weight * rates.keep - rates.step * *mean / ((*square * rates.square).sqrt() + EPSILON)
}
// ANCHOR_END: stepped

#[cfg(test)]
mod tests {
    use super::*;

    /// The same steps with 64 bits, for one number.
    #[test]
    fn steps_are_those_of_the_paper() {
        let (mut parameters, mut adam) = (Parameters::zero(64), AdamW::new(64, 0.01));
        parameters.strips[1][700].0[3] = 0.5;
        let mut workers = [Worker::new(64), Worker::new(64), Worker::new(64)];
        let (mut weight, mut mean, mut square) = (0.5f64, 0.0, 0.0);
        for step in 1..50 {
            let gradient = (f64::from(step) * 0.7).sin() * 0.01 + 0.002;
            for worker in &mut workers {
                worker.gradient.strips[1][700].0[3] = (gradient * 4.0 / 3.0) as f32;
                worker.gradient.output_bias[2] = (gradient * 4.0 / 3.0) as f32;
            }
            adam.step(&mut parameters, &mut workers, 4, 0.01);
            mean = 0.9 * mean + 0.1 * gradient;
            square = 0.999 * square + 0.001 * gradient * gradient;
            let direction = mean
                / (1.0 - 0.9f64.powi(step))
                / ((square / (1.0 - 0.999f64.powi(step))).sqrt() + 1e-8);
            weight -= 0.01 * (direction + 0.01 * weight);
            let ours = f64::from(parameters.strips[1][700].0[3]);
            assert!((ours - weight).abs() < 1e-5, "{step}: {ours} {weight}");
            assert!(
                workers
                    .iter()
                    .all(|worker| worker.gradient == Parameters::zero(64))
            );
        }
        // The output bias began at zero, and all that differs is the decay.
        assert!((parameters.output_bias[2] - (parameters.strips[1][700].0[3] - 0.5)).abs() < 0.01);
        assert_eq!(parameters.strips[0], Parameters::zero(32).strips[0]);
    }

    #[test]
    fn weights_stay_within_what_can_be_held() {
        let (mut parameters, mut adam) = (Parameters::zero(32), AdamW::new(32, 0.0));
        let mut workers = [Worker::new(32)];
        for _ in 0..30 {
            workers[0].gradient.strips[0][5].0[1] = -1.0;
            workers[0].gradient.output_bias[0] = -1.0;
            adam.step(&mut parameters, &mut workers, 1, 0.1);
        }
        assert_eq!(parameters.strips[0][5].0[1], LARGEST_WEIGHT);
        assert!(parameters.output_bias[0] > 2.5);
    }

    #[test]
    fn the_largest_weights_make_a_network() {
        for (hidden, sign) in [(256, 1.0), (512, -1.0), (2048, 1.0)] {
            let mut parameters = Parameters::zero(hidden);
            for number in parameters.numbers_mut() {
                *number = sign * LARGEST_WEIGHT;
            }
            if hidden > 256 {
                assert!(crate::quantize(&parameters, 270.0).is_err());
            }
            AdamW::new(hidden, 0.0).step(&mut parameters, &mut [Worker::new(hidden)], 1, 0.1);
            assert!(crate::quantize(&parameters, 270.0).is_ok(), "{hidden}");
        }
    }
}
