//! The network as positions pass through it: the hidden layer's numbers rounded to sixteen bits.
//!
//! Adding rows up is most of the way forwards, and numbers of half the size are added twice as fast. The network that
//! plays rounds its own numbers twice as coarsely, and what this costs in training could not be seen (EXPERIMENTS.md).
//! Steps are taken on the exact numbers, as always; this is a copy of them, made anew for each batch.

use crate::optimizer::LARGEST_WEIGHT;
use crate::parameters::{BIAS, BUCKETS, COLUMNS, FEATURES, OUTPUT, Parameters, ROWS, Row, Strip};

/// What a one in the hidden layer is here. A sum is off by at most `33 * 0.5 / 500`, mostly by a tenth of that.
pub(crate) const UNIT: i16 = 500;

/// The rows of 32 men and the bias cannot overflow, however large their numbers.
const _: () = assert!(33.0 * (LARGEST_WEIGHT * UNIT as f32 + 0.5) < i16::MAX as f32);

/// What makes squares of rounded numbers squares again.
const SQUARE: f32 = 1.0 / (UNIT as f32 * UNIT as f32);

/// A row of rounded numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Whole(pub(crate) [i16; COLUMNS]);

impl Whole {
    pub(crate) const ZERO: Whole = Whole([0; COLUMNS]);

    /// Adds another row. It wraps to be quick even where overflows are looked for; there are none.
    #[inline(always)]
    pub(crate) fn add(&mut self, row: &Whole) {
        for column in 0..COLUMNS {
            self.0[column] = self.0[column].wrapping_add(row.0[column]);
        }
    }
}

/// What belongs to the columns of a strip.
#[derive(Clone, Debug)]
pub(crate) struct RoundedStrip {
    /// As in a [`Strip`], up to the bias.
    pub(crate) rows: [Whole; ROWS],
    /// The output weights, not rounded, for squares of rounded numbers.
    pub(crate) output: [Row; 2 * BUCKETS],
}

/// A network ready for positions.
#[derive(Clone, Debug)]
pub struct Rounded {
    pub(crate) strips: Vec<RoundedStrip>,
    pub(crate) output_bias: [f32; BUCKETS],
}

impl Rounded {
    /// That of these numbers.
    pub fn new(parameters: &Parameters) -> Rounded {
        let empty = RoundedStrip {
            rows: [Whole::ZERO; ROWS],
            output: [Row::ZERO; 2 * BUCKETS],
        };
        let mut rounded = Rounded {
            strips: vec![empty; parameters.strips.len()],
            output_bias: [0.0; BUCKETS],
        };
        rounded.update(parameters);
        rounded
    }

    /// Follows the numbers, which are as many as they were, to where they are now.
    pub fn update(&mut self, parameters: &Parameters) {
        for (rounded, strip) in self.strips.iter_mut().zip(&parameters.strips) {
            rounded.update(strip);
        }
        self.output_bias = parameters.output_bias;
    }
}

impl RoundedStrip {
    #[inline(never)]
    fn update(&mut self, strip: &Strip) {
        let rows = self.rows.iter_mut().zip(strip);
        for (rounded, row) in rows.take(FEATURES + 1) {
            for column in 0..COLUMNS {
                let number = row.0[column].clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT);
                rounded.0[column] = (number * f32::from(UNIT)).round_ties_even() as i16;
            }
        }
        for (output, row) in self.output.iter_mut().zip(&strip[OUTPUT..]) {
            *output = Row(row.0.map(|weight| weight * SQUARE));
        }
    }

    /// The bias of the hidden layer.
    #[inline(always)]
    pub(crate) fn bias(&self) -> Whole {
        self.rows[BIAS]
    }
}
