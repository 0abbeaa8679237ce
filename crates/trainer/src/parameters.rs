//! The numbers that are learnt, laid out for speed.
//!
//! The network is `(768 -> H) x 2 -> 1` with a set of output weights for each of eight buckets. Thirty-two columns of
//! the hidden layer make a strip, with everything that belongs to them: a row of thirty-two numbers for each feature, one
//! for the bias and two for each bucket. Rounded to sixteen bits the features of a strip take 48 KiB, so they stay in or
//! near the first-level cache while some hundred positions pass through; whole rows of H numbers would not.
//!
//! The same type holds weights, gradients and the moments of the optimizer.

pub(crate) use cutaway_eval::nnue::{BUCKETS, FEATURES, MAX_HIDDEN};

/// Columns of a strip.
pub(crate) const COLUMNS: usize = 32;

/// Rows of a strip. Only [`USED_ROWS`] are used: with a power of two an index that is cut to ten bits needs no check.
pub(crate) const ROWS: usize = 1024;
/// The row of the hidden layer's bias.
pub(crate) const BIAS: usize = FEATURES;
/// The row of the output weights of bucket 0 for the side to move; then the other side's, then bucket 1.
pub(crate) const OUTPUT: usize = BIAS + 1;
pub(crate) const USED_ROWS: usize = OUTPUT + 2 * BUCKETS;

/// Thirty-two numbers, as long as two lines of the cache and aligned to them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(128))]
pub(crate) struct Row(pub(crate) [f32; COLUMNS]);

impl Row {
    /// Nothing but zeros.
    pub(crate) const ZERO: Row = Row([0.0; COLUMNS]);

    /// Adds another row.
    #[inline(always)]
    pub(crate) fn add(&mut self, row: &Row) {
        for column in 0..COLUMNS {
            self.0[column] += row.0[column];
        }
    }

    /// The sum of its numbers, added in pairs.
    #[inline(always)]
    pub(crate) fn sum(&self) -> f32 {
        let mut halves = self.0;
        let mut width = COLUMNS / 2;
        while width > 0 {
            for column in 0..width {
                halves[column] += halves[column + width];
            }
            width /= 2;
        }
        halves[0]
    }
}

/// The part of the parameters that belongs to thirty-two columns.
pub(crate) type Strip = [Row; ROWS];

/// All numbers of a network, or one number for each of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    pub(crate) strips: Vec<Strip>,
    /// One for each bucket.
    pub(crate) output_bias: [f32; BUCKETS],
}

/// The numbers in the order of a file: each feature's row, the bias, the output weights by bucket.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RowMajor {
    /// `768 * H`, a row of H for each feature.
    pub(crate) feature_weights: Vec<f32>,
    /// H.
    pub(crate) feature_bias: Vec<f32>,
    /// `8 * 2H`: for each bucket the side to move's H, then the other side's.
    pub(crate) output_weights: Vec<f32>,
    /// One for each bucket.
    pub(crate) output_bias: Vec<f32>,
}

impl Parameters {
    /// Zeros.
    ///
    /// # Panics
    /// If `hidden` is no multiple of 32 in 32..=2048.
    pub fn zero(hidden: usize) -> Parameters {
        assert!(
            (COLUMNS..=MAX_HIDDEN).contains(&hidden) && hidden.is_multiple_of(COLUMNS),
            "a hidden layer has a multiple of 32 columns, up to 2048"
        );
        Parameters {
            strips: vec![[Row::ZERO; ROWS]; hidden / COLUMNS],
            output_bias: [0.0; BUCKETS],
        }
    }

    /// Random weights to begin from: evenly spread, as wide as keeps the values of the hidden layer about a third with
    /// thirty men, and the output small.
    ///
    /// # Panics
    /// As [`Parameters::zero`].
    pub fn random(hidden: usize, seed: u64) -> Parameters {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut even = |width: f32| (random.f32() * 2.0 - 1.0) * width;
        let mut parameters = Parameters::zero(hidden);
        let output_width = 1.0 / (2.0 * hidden as f32).sqrt();
        for strip in &mut parameters.strips {
            let (features, rest) = strip.split_at_mut(FEATURES);
            for row in features {
                row.0 = std::array::from_fn(|_| even(0.1));
            }
            for row in &mut rest[OUTPUT - BIAS..USED_ROWS - BIAS] {
                row.0 = std::array::from_fn(|_| even(output_width));
            }
        }
        parameters
    }

    /// Width of the hidden layer.
    pub(crate) fn hidden(&self) -> usize {
        self.strips.len() * COLUMNS
    }

    /// The numbers in the order of a file.
    pub(crate) fn row_major(&self) -> RowMajor {
        let rows = |row: usize| self.strips.iter().flat_map(move |strip| strip[row].0);
        RowMajor {
            feature_weights: (0..FEATURES).flat_map(rows).collect(),
            feature_bias: rows(BIAS).collect(),
            output_weights: (OUTPUT..USED_ROWS).flat_map(rows).collect(),
            output_bias: self.output_bias.to_vec(),
        }
    }

    /// Every number that is used, strip by strip, the output biases last: as a checkpoint keeps them.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &f32> {
        let strips = self.strips.iter();
        let rows = strips.flat_map(|strip| strip[..USED_ROWS].iter().flat_map(|row| &row.0));
        rows.chain(&self.output_bias)
    }

    /// The same, to be changed.
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let rows = self.strips.iter_mut().flat_map(|strip| {
            strip[..USED_ROWS]
                .iter_mut()
                .flat_map(|row| row.0.iter_mut())
        });
        rows.chain(&mut self.output_bias)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_place() {
        let mut parameters = Parameters::zero(96);
        for (number, place) in (1..).zip(parameters.numbers_mut()) {
            *place = number as f32;
        }
        let all = parameters.row_major();
        let sizes = [
            (all.feature_weights.len(), 768 * 96),
            (all.feature_bias.len(), 96),
            (all.output_weights.len(), 16 * 96),
            (all.output_bias.len(), 8),
        ];
        assert!(sizes.iter().all(|(size, wanted)| size == wanted));
        let parts = [
            all.feature_weights.clone(),
            all.feature_bias,
            all.output_weights.clone(),
            all.output_bias,
        ];
        let mut sorted = parts.concat();
        sorted.sort_by(f32::total_cmp);
        let wanted: Vec<f32> = (1..=sorted.len()).map(|number| number as f32).collect();
        assert_eq!(sorted, wanted);
        // Feature 5, column 33 lies in the second strip.
        assert_eq!(
            all.feature_weights[5 * 96 + 33],
            parameters.strips[1][5].0[1]
        );
        // Bucket 3, the other side, column 65.
        let at = (3 * 2 + 1) * 96 + 65;
        assert_eq!(
            all.output_weights[at],
            parameters.strips[2][OUTPUT + 7].0[1]
        );
    }

    #[test]
    fn a_row_is_summed() {
        let row = Row(std::array::from_fn(|column| column as f32));
        assert_eq!(row.sum(), 496.0);
    }
}
