//! The weights, checked once so that no sum of theirs can overflow, and the evaluation from scratch.
//!
//! The evaluation here is the plain one: it shows what the network computes, and the fast ways are tested against it.

use super::features::{bucket, feature, is_mirrored};
use super::line::{Line, rows};
use super::simd::Kernel;
use super::{BUCKETS, FEATURES, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, NetworkError, QA, QB};
use crate::MAX_EVALUATION;
use cutaway_chess::{Bitboard, Color, Position};

/// The numbers of a network, as a trainer hands them over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// H, the width of an accumulator: a multiple of 16 up to [`MAX_HIDDEN`].
    pub hidden: usize,
    /// Centipawns for an output of one, 1 to 10,000.
    pub scale: i32,
    /// A row of H for each of the [`FEATURES`], in units of 1 / [`QA`].
    pub feature_weights: Vec<i16>,
    /// H numbers, in units of 1 / [`QA`].
    pub feature_bias: Vec<i16>,
    /// For each of the [`BUCKETS`] H weights of the side to move and H of the other, in units of 1 / [`QB`], none larger
    /// than [`MAX_OUTPUT_WEIGHT`] either way.
    pub output_weights: Vec<i16>,
    /// One number for each of the [`BUCKETS`], in units of 1 / ([`QA`] * [`QB`]).
    pub output_bias: Vec<i32>,
}

impl Parts {
    /// Nothing but zeros, to be filled in; 400 centipawns for an output of one.
    pub fn zeroed(hidden: usize) -> Parts {
        Parts {
            hidden,
            scale: 400,
            feature_weights: vec![0; FEATURES * hidden],
            feature_bias: vec![0; hidden],
            output_weights: vec![0; BUCKETS * 2 * hidden],
            output_bias: vec![0; BUCKETS],
        }
    }

    /// Made up, for tests and measurements: `number` gives each weight, and is told how large it may be either way. With
    /// random ones sums are found below, between and above the clips, and scores on both sides of nought.
    pub fn made_up(hidden: usize, mut number: impl FnMut(i16) -> i16) -> Parts {
        let mut parts = Parts::zeroed(hidden);
        parts.feature_weights.fill_with(|| number(60));
        parts.feature_bias.fill_with(|| number(100));
        // The wider, the less each may weigh, if the sum is to stay a sensible score.
        let most = (2000 / hidden.max(1)).clamp(2, 128) as i16;
        parts.output_weights.fill_with(|| number(most));
        parts
    }
}

/// A network that can judge: its parts have been checked, so that no sum of any position leaves its type.
///
/// ```
/// use cutaway_eval::nnue::{BUCKETS, Network, Parts};
/// let network = Network::from_parts(Parts {
///     output_bias: vec![255 * 64 / 4; BUCKETS],
///     ..Parts::zeroed(16)
/// })?;
/// assert_eq!(network.evaluate(&cutaway_chess::Position::startpos()), 100);
/// assert_eq!(Network::from_bytes(&network.to_bytes("a pawn for whoever is to move"))?, network);
/// # Ok::<(), cutaway_eval::nnue::NetworkError>(())
/// ```
#[derive(Clone)]
pub struct Network {
    parts: Parts,
    description: String,
    /// The same numbers in whole lines, for the kernels.
    feature_bias: Vec<Line>,
    feature_weights: Vec<Line>,
    output_weights: Vec<Line>,
    kernel: Kernel,
}

impl Network {
    /// A network of these parts.
    ///
    /// # Errors
    /// What is wrong with them: a part of another length than the rest asks for, a number outside its range, or weights
    /// with which the sums of some position could overflow.
    pub fn from_parts(parts: Parts) -> Result<Network, NetworkError> {
        check_shape(&parts)?;
        check_accumulators(&parts)?;
        check_outputs(&parts)?;
        let hidden = parts.hidden;
        Ok(Network {
            feature_bias: rows(&parts.feature_bias, hidden),
            feature_weights: rows(&parts.feature_weights, hidden),
            output_weights: rows(&parts.output_weights, hidden),
            kernel: Kernel::best(),
            description: String::new(),
            parts,
        })
    }

    /// The same network, to be computed by another kernel than the best. The numbers are the same with each.
    pub fn with_kernel(self, kernel: Kernel) -> Network {
        Network { kernel, ..self }
    }

    /// What its file says of it; nothing if it was made of parts.
    pub fn description(&self) -> &str {
        &self.description
    }

    pub(super) fn describe(&mut self, description: &str) {
        self.description = description.to_string();
    }

    /// What it is computed by.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// How many lines an accumulator takes.
    pub(crate) fn lines(&self) -> usize {
        self.feature_bias.len()
    }

    /// An accumulator of an empty board.
    pub(crate) fn bias_lines(&self) -> &[Line] {
        &self.feature_bias
    }

    /// All rows, one after the other.
    pub(crate) fn feature_lines(&self) -> &[Line] {
        &self.feature_weights
    }

    /// The output weights of a bucket: those of the side to move and those of the other side.
    pub(crate) fn output_lines(&self, bucket: usize) -> (&[Line], &[Line]) {
        let lines = self.lines();
        self.output_weights[bucket * 2 * lines..][..2 * lines].split_at(lines)
    }

    /// The numbers that the network is made of.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// H, the width of an accumulator.
    pub fn hidden(&self) -> usize {
        self.parts.hidden
    }

    /// Judges a position from scratch: centipawns, seen from the side to move, at most [`MAX_EVALUATION`] either way.
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_men(position, position.occupied())
    }

    /// What it would be with only the men on these squares, which the kings must be among.
    pub(super) fn evaluate_men(&self, position: &Position, men: Bitboard) -> i32 {
        let us = position.side_to_move();
        let bucket = bucket(men.len());
        let (own, other) = self.output_weights(bucket);
        let sum = weighed(&self.sums(position, us, men), own)
            + weighed(&self.sums(position, !us, men), other);
        self.score(sum, bucket)
    }

    /// The sums of one view, from scratch.
    pub fn accumulator(&self, position: &Position, view: Color) -> Vec<i16> {
        self.sums(position, view, position.occupied())
    }

    fn sums(&self, position: &Position, view: Color, men: Bitboard) -> Vec<i16> {
        let mirrored = is_mirrored(position.king(view));
        let mut sums = self.parts.feature_bias.clone();
        for square in men {
            let Some(piece) = position.piece_on(square) else {
                continue;
            };
            let row = self.row(feature(view, mirrored, piece, square));
            for (sum, weight) in sums.iter_mut().zip(row) {
                // Some partial sum may leave the type; the whole never does, and is right all the same.
                *sum = sum.wrapping_add(*weight);
            }
        }
        sums
    }

    fn row(&self, feature: usize) -> &[i16] {
        &self.parts.feature_weights[feature * self.parts.hidden..][..self.parts.hidden]
    }

    /// The output weights of a bucket: those of the side to move and those of the other side.
    fn output_weights(&self, bucket: usize) -> (&[i16], &[i16]) {
        let hidden = self.parts.hidden;
        self.parts.output_weights[bucket * 2 * hidden..][..2 * hidden].split_at(hidden)
    }

    // ANCHOR: score
    /// The score of a weighed sum over both views, which is in units of 1 / ([`QA`]² [`QB`]).
    pub(crate) fn score(&self, sum: i64, bucket: usize) -> i32 {
        let (qa, qb) = (i64::from(QA), i64::from(QB));
        let output = sum / qa + i64::from(self.parts.output_bias[bucket]);
        let centipawns = output * i64::from(self.parts.scale) / (qa * qb);
        let most = i64::from(MAX_EVALUATION);
        centipawns.clamp(-most, most) as i32
    }
    // ANCHOR_END: score
}

/// Networks are equal if their numbers are; by what they are computed, and what is said of them, makes no difference.
impl PartialEq for Network {
    fn eq(&self, other: &Network) -> bool {
        self.parts == other.parts
    }
}

impl Eq for Network {}

impl std::fmt::Debug for Network {
    /// Its width stands for the many numbers.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({FEATURES} -> {})", self.parts.hidden)
    }
}

/// The sum of a view's clipped and squared sums by their weights.
fn weighed(sums: &[i16], weights: &[i16]) -> i64 {
    let terms = sums.iter().zip(weights).map(|(sum, weight)| {
        let clipped = i32::from(*sum).clamp(0, QA);
        i64::from(clipped * clipped * i32::from(*weight))
    });
    terms.sum()
}

fn check_shape(parts: &Parts) -> Result<(), NetworkError> {
    let hidden = parts.hidden;
    check_hidden(hidden)?;
    check_scale(parts.scale)?;
    let lengths = [
        (
            "feature weights",
            parts.feature_weights.len(),
            FEATURES * hidden,
        ),
        ("feature biases", parts.feature_bias.len(), hidden),
        (
            "output weights",
            parts.output_weights.len(),
            BUCKETS * 2 * hidden,
        ),
        ("output biases", parts.output_bias.len(), BUCKETS),
    ];
    match lengths
        .into_iter()
        .find(|(_, found, expected)| found != expected)
    {
        Some((part, found, expected)) => Err(NetworkError::PartLength {
            part,
            expected,
            found,
        }),
        None => Ok(()),
    }
}

pub(super) fn check_hidden(hidden: usize) -> Result<(), NetworkError> {
    let good = hidden > 0 && hidden <= MAX_HIDDEN && hidden.is_multiple_of(16);
    good.then_some(()).ok_or(NetworkError::Hidden(hidden))
}

pub(super) fn check_scale(scale: i32) -> Result<(), NetworkError> {
    let good = (1..=10_000).contains(&scale);
    good.then_some(()).ok_or(NetworkError::Scale(scale))
}

/// No 32 men on 32 squares may add up to more than 16 bits hold, whatever men they are.
fn check_accumulators(parts: &Parts) -> Result<(), NetworkError> {
    let hidden = parts.hidden;
    // The most and the least that any man adds on each square, by square and column.
    let mut most = vec![0_i16; 64 * hidden];
    let mut least = vec![0_i16; 64 * hidden];
    for (feature, row) in parts.feature_weights.chunks_exact(hidden).enumerate() {
        let square = feature % 64 * hidden;
        let bounds = most[square..].iter_mut().zip(&mut least[square..]);
        for ((most, least), weight) in bounds.zip(row) {
            *most = (*most).max(*weight);
            *least = (*least).min(*weight);
        }
    }
    for (column, bias) in parts.feature_bias.iter().enumerate() {
        let of_column = |bounds: &[i16]| -> [i32; 64] {
            std::array::from_fn(|square| bounds[square * hidden + column].into())
        };
        let (mut high, mut low) = (of_column(&most), of_column(&least));
        high.sort_unstable_by_key(|most| -most);
        low.sort_unstable();
        let bias = i32::from(*bias);
        let highest = bias + high[..32].iter().sum::<i32>();
        let lowest = bias + low[..32].iter().sum::<i32>();
        if highest > i16::MAX.into() || lowest < i16::MIN.into() {
            return Err(NetworkError::AccumulatorOverflow { column });
        }
    }
    Ok(())
}

/// No weight may be too large, and with all sums at their largest neither the positive nor the negative weights of a
/// view may add up to more than 32 bits hold: so a kernel may add in whatever order it likes.
fn check_outputs(parts: &Parts) -> Result<(), NetworkError> {
    let halves = parts.output_weights.chunks_exact(parts.hidden);
    for (half, weights) in halves.enumerate() {
        let bucket = half / 2;
        let range = -MAX_OUTPUT_WEIGHT..=MAX_OUTPUT_WEIGHT;
        if let Some(weight) = weights.iter().find(|weight| !range.contains(weight)) {
            let weight = *weight;
            return Err(NetworkError::OutputWeight { bucket, weight });
        }
        let sum_of = |sign: i32| -> i64 {
            let signed = weights.iter().map(|weight| sign * i32::from(*weight));
            signed.map(|weight| i64::from(weight.max(0))).sum()
        };
        let largest = sum_of(1).max(sum_of(-1)) * i64::from(QA * QA);
        if largest > i32::MAX.into() {
            return Err(NetworkError::OutputOverflow { bucket });
        }
    }
    Ok(())
}
