//! The network forwards and backwards, for a few hundred positions at a time.
//!
//! Forwards, strip by strip: the rows of a position's features are added up for either side, clipped to 0..1 and
//! squared, weighted by its bucket's output weights and summed. Backwards, the strip's share of the error goes back to
//! each position's sums; then, instead of scattering it to the rows of its features, each feature gathers from the
//! positions that hold it (an index of them is made once for all strips), so that its row stays in registers.
//!
//! The loops are written over arrays of sixteen numbers for the compiler to make vector code of; indices are cut to ten
//! bits, which spares their check.

#![allow(
    clippy::needless_range_loop,
    reason = "columns of several arrays side by side read best by their number"
)]

use crate::batch::{Batch, Samples, sigmoid};
use crate::parameters::{BIAS, COLUMNS, FEATURES, OUTPUT, Parameters, ROWS, Row, Strip};
use crate::record::FeaturePair;
use serde::{Deserialize, Serialize};

/// The most positions that pass through a strip at a time: two rows of [`ROWS`] for each.
const MOST: usize = ROWS / 2;

/// What is made small.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Loss {
    /// The power of the distance between the two chances to win; 2 is the square.
    pub power: f32,
}

impl Loss {
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
}

/// What one thread needs for its share of a batch: the gradient that it adds up, and room.
#[derive(Debug)]
pub struct Worker {
    pub(crate) gradient: Parameters,
    pass: Pass,
    index: Index,
    /// What goes back to either side's sums of each position.
    back: Box<[Row; ROWS]>,
    slopes: Vec<f32>,
}

/// Room for the way forwards.
#[derive(Debug, Default)]
struct Pass {
    /// Clipped sums of either side, for each strip and position.
    clipped: Vec<[Row; 2]>,
    /// The weighted squares of each position, not yet added up.
    weighted: Vec<Row>,
    outputs: Vec<f32>,
}

impl Worker {
    /// Room for networks with that width of the hidden layer.
    pub fn new(hidden: usize) -> Worker {
        Worker {
            gradient: Parameters::zero(hidden),
            pass: Pass::default(),
            index: Index::default(),
            back: vec![Row::ZERO; ROWS]
                .try_into()
                .expect("the vector is as long as the array"),
            slopes: Vec::new(),
        }
    }

    /// How many positions it takes at a time: as many as leave their sums in the second-level cache.
    pub fn piece(hidden: usize) -> usize {
        if hidden <= 256 { MOST } else { MOST / 2 }
    }

    /// Adds the gradient of these positions, each with weight one, and gives back the sum of their losses.
    ///
    /// # Panics
    /// If there are more than [`Worker::piece`] of them could ever be, 512.
    pub fn add(&mut self, parameters: &Parameters, samples: Samples, loss: Loss) -> f64 {
        let count = samples.len();
        assert!(count <= MOST, "a piece has at most {MOST} positions");
        self.pass.forward(parameters, samples);
        self.index.fill(samples);
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
        let strips = parameters.strips.iter().zip(&mut self.gradient.strips);
        for ((weights, gradient), clipped) in
            strips.zip(self.pass.clipped.chunks_exact(count.max(1)))
        {
            backward(
                weights,
                gradient,
                samples,
                clipped,
                &self.slopes,
                &mut self.back,
            );
            self.index.gather(gradient, &self.back);
        }
        total
    }
}

impl Pass {
    /// Fills `outputs`, and `clipped` for the way back.
    fn forward(&mut self, parameters: &Parameters, samples: Samples) {
        let count = samples.len();
        self.weighted.clear();
        self.weighted.resize(count, Row::ZERO);
        self.clipped
            .resize(parameters.strips.len() * count, [Row::ZERO; 2]);
        let clipped = self.clipped.chunks_exact_mut(count.max(1));
        for (strip, clipped) in parameters.strips.iter().zip(clipped) {
            forward_strip(strip, samples, clipped, &mut self.weighted);
        }
        self.outputs.clear();
        let sums = self.weighted.iter().zip(samples.buckets);
        self.outputs.extend(
            sums.map(|(row, &bucket)| row.sum() + parameters.output_bias[usize::from(bucket)]),
        );
    }
}

/// The row of output weights for the side to move; the other side's is the next one.
#[inline(always)]
fn output_row(bucket: u8) -> usize {
    OUTPUT + 2 * usize::from(bucket & 7)
}

#[inline(never)]
fn forward_strip(strip: &Strip, samples: Samples, clipped: &mut [[Row; 2]], weighted: &mut [Row]) {
    let places = clipped.iter_mut().zip(weighted);
    for ((list, &bucket), (clipped, weighted)) in samples.lists().zip(samples.buckets).zip(places) {
        let sums = sums(strip, list);
        for (side, sum) in sums.iter().enumerate() {
            let weights = &strip[output_row(bucket) + side].0;
            for column in 0..COLUMNS {
                let value = sum.0[column].clamp(0.0, 1.0);
                clipped[side].0[column] = value;
                weighted.0[column] += value * value * weights[column];
            }
        }
    }
}

/// The sums of the rows of a position's features, for either side.
#[inline(always)]
fn sums(strip: &Strip, list: &[FeaturePair]) -> [Row; 2] {
    let row = |feature: u16| &strip[usize::from(feature) & (ROWS - 1)];
    let (mut own, mut other) = (strip[BIAS], strip[BIAS]);
    let (fours, rest) = list.as_chunks::<4>();
    for [a, b, c, d] in fours {
        own.add_four(row(a[0]), row(b[0]), row(c[0]), row(d[0]));
        other.add_four(row(a[1]), row(b[1]), row(c[1]), row(d[1]));
    }
    for pair in rest {
        own.add(row(pair[0]));
        other.add(row(pair[1]));
    }
    [own, other]
}

/// The gradient of a strip's output weights and bias, and what goes back to the sums of each position.
#[inline(never)]
fn backward(
    weights: &Strip,
    gradient: &mut Strip,
    samples: Samples,
    clipped: &[[Row; 2]],
    slopes: &[f32],
    back: &mut [Row; ROWS],
) {
    let mut bias = gradient[BIAS];
    let places = clipped.iter().zip(back.as_chunks_mut::<2>().0);
    for ((clipped, back), (&slope, &bucket)) in places.zip(slopes.iter().zip(samples.buckets)) {
        for side in 0..2 {
            let at = output_row(bucket) + side;
            let weights = &weights[at].0;
            let output = &mut gradient[at].0;
            for column in 0..COLUMNS {
                let value = clipped[side].0[column];
                // A sum that was clipped has no slope; at zero the square has none anyway.
                let slope_of_square = if value < 1.0 { 2.0 * value } else { 0.0 };
                let share = slope * weights[column] * slope_of_square;
                back[side].0[column] = share;
                bias.0[column] += share;
                output[column] += slope * value * value;
            }
        }
    }
    gradient[BIAS] = bias;
}

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
    fn gather(&self, gradient: &mut Strip, back: &[Row; ROWS]) {
        let row = |holder: u16| &back[usize::from(holder) & (ROWS - 1)];
        let mut start = 0;
        for (gradient, &end) in gradient[..FEATURES].iter_mut().zip(&self.ends) {
            let holders = &self.holders[start as usize..end as usize];
            start = end;
            if holders.is_empty() {
                continue;
            }
            let mut sum = *gradient;
            let (fours, rest) = holders.as_chunks::<4>();
            for &[a, b, c, d] in fours {
                sum.add_four(row(a), row(b), row(c), row(d));
            }
            for &holder in rest {
                sum.add(row(holder));
            }
            *gradient = sum;
        }
    }
}

/// The mean square of the distance between the chances that the network tells and the targets; forwards only.
pub fn mean_square_error(parameters: &Parameters, batch: &Batch) -> f64 {
    let mut pass = Pass::default();
    let mut total = 0.0;
    for samples in batch.pieces(Worker::piece(parameters.hidden())) {
        pass.forward(parameters, samples);
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
