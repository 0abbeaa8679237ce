//! The network forwards and backwards, for a few hundred positions at a time.
//!
//! Forwards, strip by strip: the rounded rows of a position's features are added up for either side, clipped to 0..1 and
//! squared, weighted by its bucket's output weights and summed. Backwards, as if nothing had been rounded, the strip's
//! share of the error goes back to each position's sums; then, instead of scattering it to the rows of its features,
//! each feature gathers from the positions that hold it (an index of them is made once for all strips), so that its row
//! stays in registers.
//!
//! The loops are written over arrays of thirty-two numbers for the compiler to make vector code of; indices are cut to a
//! power of two, which spares their check.

#![allow(
    clippy::needless_range_loop,
    reason = "columns of several arrays side by side read best by their number"
)]

use crate::batch::{Batch, Samples, sigmoid};
use crate::parameters::{BIAS, COLUMNS, FEATURES, OUTPUT, Parameters, ROWS, Row, Strip};
use crate::record::FeaturePair;
use crate::rounded::{Rounded, RoundedStrip, UNIT, Whole};
use serde::{Deserialize, Serialize};

/// The most positions that pass through a strip at a time: enough to be worth the loading of the strip.
const MOST: usize = 256;

/// The positions that the gradient is gathered from at a time: what goes back to their sums, [`SIDES`] rows, fits the
/// first-level cache.
const PART: usize = 128;

/// The sides of the positions of a part.
const SIDES: usize = 2 * PART;

/// What is made small.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Loss {
    /// The power of the distance between the two chances to win, 1 to 8; 2 is the square.
    pub power: f32,
}

impl Loss {
    // ANCHOR: loss
    /// The loss of an output for a target, and its slope by the output.
    #[inline(always)]
    fn of(self, output: f32, target: f32) -> (f32, f32) {
        let chance = sigmoid(output);
        let error = chance - target;
        let slope_of_chance = chance * (1.0 - chance);
        if self.power == 2.0 {
            return (error * error, 2.0 * error * slope_of_chance);
        }
        let lower = error.abs().powf(self.power - 1.0);
        let slope = self.power * lower * error.signum() * slope_of_chance;
        (lower * error.abs(), slope)
    }
    // ANCHOR_END: loss
}

/// What one thread needs for its share of a batch: the gradient that it adds up, and room.
#[derive(Debug)]
pub struct Worker {
    pub(crate) gradient: Parameters,
    pass: Pass,
    /// One for each part of the positions.
    indices: [Index; MOST / PART],
    /// What goes back to either side's sums of each position of a part.
    back: Box<[Row; SIDES]>,
    slopes: Vec<f32>,
}

/// Room for the way forwards.
#[derive(Debug, Default)]
struct Pass {
    /// Clipped sums of either side, for each strip and position.
    clipped: Vec<[Whole; 2]>,
    /// The weighted squares of each position, not yet added up.
    weighted: Vec<Row>,
    outputs: Vec<f32>,
}

impl Worker {
    /// How many positions it takes at a time.
    pub const PIECE: usize = MOST;

    /// Room for networks with that width of the hidden layer.
    pub fn new(hidden: usize) -> Worker {
        Worker {
            gradient: Parameters::zero(hidden),
            pass: Pass::default(),
            indices: Default::default(),
            back: vec![Row::ZERO; SIDES]
                .try_into()
                .expect("the vector is as long as the array"),
            slopes: Vec::new(),
        }
    }

    /// Adds the gradient of these positions, each with weight one, at this network, and gives back the sum of their losses.
    ///
    /// # Panics
    /// If there are more than [`Worker::PIECE`] of them, or the network has not the worker's width.
    pub fn add(&mut self, network: &Rounded, samples: Samples, loss: Loss) -> f64 {
        let count = samples.len();
        assert!(count <= MOST, "a piece has at most {MOST} positions");
        assert_eq!(
            network.strips.len(),
            self.gradient.strips.len(),
            "one width"
        );
        self.pass.forward(network, samples);
        for (index, part) in self.indices.iter_mut().zip(samples.pieces(PART)) {
            index.fill(part);
        }
        let mut total = 0.0;
        self.slopes.clear();
        for ((&output, &target), &bucket) in self
            .pass
            .outputs
            .iter()
            .zip(samples.targets)
            .zip(samples.buckets)
        {
            let (value, slope) = loss.of(output, target);
            total += f64::from(value);
            self.slopes.push(slope);
            self.gradient.output_bias[usize::from(bucket)] += slope;
        }
        let strips = network.strips.iter().zip(&mut self.gradient.strips);
        for ((strip, gradient), clipped) in strips.zip(self.pass.clipped.chunks_exact(count.max(1)))
        {
            let parts = samples.pieces(PART).zip(&self.indices);
            let parts = parts.zip(clipped.chunks(PART).zip(self.slopes.chunks(PART)));
            for ((part, index), (clipped, slopes)) in parts {
                backward(strip, gradient, part, clipped, slopes, &mut self.back);
                index.gather(gradient, &self.back);
            }
        }
        total
    }
}

impl Pass {
    /// Fills `outputs`, and `clipped` for the way back.
    fn forward(&mut self, network: &Rounded, samples: Samples) {
        let count = samples.len();
        self.weighted.clear();
        self.weighted.resize(count, Row::ZERO);
        self.clipped
            .resize(network.strips.len() * count, [Whole::ZERO; 2]);
        let clipped = self.clipped.chunks_exact_mut(count.max(1));
        for (strip, clipped) in network.strips.iter().zip(clipped) {
            forward_strip(strip, samples, clipped, &mut self.weighted);
        }
        self.outputs.clear();
        let sums = self.weighted.iter().zip(samples.buckets);
        self.outputs.extend(
            sums.map(|(row, &bucket)| row.sum() + network.output_bias[usize::from(bucket)]),
        );
    }
}

/// Which set of output weights is the side to move's; the other side's is the next one.
#[inline(always)]
fn output_set(bucket: u8) -> usize {
    2 * usize::from(bucket & 7)
}

#[inline(never)]
fn forward_strip(
    strip: &RoundedStrip,
    samples: Samples,
    clipped: &mut [[Whole; 2]],
    weighted: &mut [Row],
) {
    let places = clipped.iter_mut().zip(weighted);
    for ((list, &bucket), (clipped, weighted)) in samples.lists().zip(samples.buckets).zip(places) {
        let sums = sums(strip, list);
        for (side, sum) in sums.iter().enumerate() {
            let weights = &strip.output[output_set(bucket) + side].0;
            for column in 0..COLUMNS {
                let value = sum.0[column].clamp(0, UNIT);
                clipped[side].0[column] = value;
                let value = f32::from(value);
                weighted.0[column] += value * value * weights[column];
            }
        }
    }
}

/// The sums of the rows of a position's features, for either side.
#[inline(always)]
fn sums(strip: &RoundedStrip, list: &[FeaturePair]) -> [Whole; 2] {
    let row = |feature: u16| &strip.rows[usize::from(feature) & (ROWS - 1)];
    let mut sums = [strip.bias(); 2];
    for pair in list {
        sums[0].add(row(pair[0]));
        sums[1].add(row(pair[1]));
    }
    sums
}

// ANCHOR: backward
/// The gradient of a strip's output weights and bias, and what goes back to the sums of each position.
#[inline(never)]
fn backward(
    strip: &RoundedStrip,
    gradient: &mut Strip,
    samples: Samples,
    clipped: &[[Whole; 2]],
    slopes: &[f32],
    back: &mut [Row; SIDES],
) {
    let unit = f32::from(UNIT);
    let mut bias = gradient[BIAS];
    let places = clipped.iter().zip(back.as_chunks_mut::<2>().0);
    for ((clipped, back), (&slope, &bucket)) in places.zip(slopes.iter().zip(samples.buckets)) {
        let (slope_of_square, slope) = (slope * 2.0 * unit, slope / (unit * unit));
        for side in 0..2 {
            let set = output_set(bucket) + side;
            let weights = &strip.output[set].0;
            let output = &mut gradient[OUTPUT + set].0;
            for column in 0..COLUMNS {
                let value = clipped[side].0[column];
                // A sum that was clipped has no slope; at zero the square has none anyway.
                let sloping = f32::from(if value < UNIT { value } else { 0 });
                let share = slope_of_square * weights[column] * sloping;
                back[side].0[column] = share;
                bias.0[column] += share;
                let value = f32::from(value);
                output[column] += slope * value * value;
            }
        }
    }
    gradient[BIAS] = bias;
}
// ANCHOR_END: backward

/// For each feature the sides of positions that hold it.
#[derive(Debug, Default)]
struct Index {
    /// Position times two, plus one for the side that is not to move; feature by feature.
    holders: Vec<u16>,
    /// Where the list of each feature ends, and for the one before the first a zero.
    ends: Vec<u32>,
}

impl Index {
    fn fill(&mut self, samples: Samples) {
        self.ends.clear();
        self.ends.resize(ROWS, 0);
        for pair in samples.lists().flatten() {
            for feature in pair {
                self.ends[(usize::from(*feature) + 1) & (ROWS - 1)] += 1;
            }
        }
        let mut before = 0;
        for end in &mut self.ends {
            before += *end;
            *end = before;
        }
        // Each begins where the one before ends; the counting moves it to its own end.
        self.holders.clear();
        self.holders.resize(before as usize, 0);
        for (position, list) in (0..).step_by(2).zip(samples.lists()) {
            for pair in list {
                for (side, feature) in (0..).zip(pair) {
                    let place = &mut self.ends[usize::from(*feature) & (ROWS - 1)];
                    self.holders[*place as usize] = position + side;
                    *place += 1;
                }
            }
        }
    }

    #[inline(never)]
    fn gather(&self, gradient: &mut Strip, back: &[Row; SIDES]) {
        let row = |holder: u16| &back[usize::from(holder) & (SIDES - 1)];
        let mut start = 0;
        for (gradient, &end) in gradient[..FEATURES].iter_mut().zip(&self.ends) {
            let holders = &self.holders[start as usize..end as usize];
            start = end;
            if holders.is_empty() {
                continue;
            }
            let mut sum = *gradient;
            for &holder in holders {
                sum.add(row(holder));
            }
            *gradient = sum;
        }
    }
}

/// The mean square of the distance between the chances that the network tells and the targets; forwards only.
pub fn mean_square_error(parameters: &Parameters, batch: &Batch) -> f64 {
    let (network, mut pass) = (Rounded::new(parameters), Pass::default());
    let mut total = 0.0;
    for samples in batch.pieces(Worker::PIECE) {
        pass.forward(&network, samples);
        for (&output, &target) in pass.outputs.iter().zip(samples.targets) {
            let error = f64::from(sigmoid(output)) - f64::from(target);
            total += error * error;
        }
    }
    total / batch.len().max(1) as f64
}

#[cfg(test)]
#[path = "gradient_tests.rs"]
mod tests;
