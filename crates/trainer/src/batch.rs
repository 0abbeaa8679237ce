//! A batch of positions as the network's inputs and what it is to answer.
//!
//! Records come in, lists of features and targets go out, sorted by the number of men: so neighbours have lists of the
//! same length, which the branch predictor likes, and mostly the same output weights. Within a batch the order is
//! nobody's business: its gradient is a sum.

use crate::record::{FeaturePair, Record};
use serde::{Deserialize, Serialize};

/// What the network is to answer for a position: a chance to win, mixed from the score and the game's result.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// The centipawns at which the chance is `1 / (1 + 1/e)`: a score of `k` counts as 73 %. A whole number for [`train`](crate::train),
    /// 1 to 10,000, since it becomes the scale of the network.
    pub k: f32,
    /// How much of the target is the result of the game, 0 to 1; the rest is the score.
    pub result_weight: f32,
}

impl Target {
    // ANCHOR: target
    /// The chance to win that the network is to answer, 0 to 1.
    #[inline(always)]
    pub fn of(&self, record: &Record) -> f32 {
        let by_score = sigmoid(f32::from(record.score()) / self.k);
        by_score + self.result_weight * (record.result() - by_score)
    }
    // ANCHOR_END: target
}

/// The logistic function.
#[inline(always)]
pub(crate) fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Positions ready for the network.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pairs: Vec<FeaturePair>,
    /// Where the list of each position begins in `pairs`, and the end.
    starts: Vec<u32>,
    targets: Vec<f32>,
    buckets: Vec<u8>,
    /// Scratch: the records in their order by men.
    order: Vec<u32>,
}

/// A few positions of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Samples<'a> {
    /// The lists of all positions of the batch.
    pub(crate) pairs: &'a [FeaturePair],
    /// Begin of each list, and the end of the last.
    pub(crate) starts: &'a [u32],
    pub(crate) targets: &'a [f32],
    pub(crate) buckets: &'a [u8],
}

impl Batch {
    /// Replaces what is in it by these records.
    pub fn fill(&mut self, records: &[Record], target: &Target) {
        self.sort(records);
        self.pairs.clear();
        self.starts.clear();
        self.targets.clear();
        self.buckets.clear();
        for &index in &self.order {
            let record = &records[index as usize];
            self.starts.push(self.pairs.len() as u32);
            record.features(|pair| self.pairs.push(pair));
            self.targets.push(target.of(record));
            self.buckets.push(record.bucket());
        }
        self.starts.push(self.pairs.len() as u32);
    }

    /// Puts the numbers of the records into `order`, by the number of their men (a counting sort).
    fn sort(&mut self, records: &[Record]) {
        let mut places = [0u32; 34];
        for record in records {
            places[record.count() as usize + 1] += 1;
        }
        for men in 1..places.len() {
            places[men] += places[men - 1];
        }
        self.order.clear();
        self.order.resize(records.len(), 0);
        for (index, record) in (0..).zip(records) {
            let place = &mut places[record.count() as usize];
            self.order[*place as usize] = index;
            *place += 1;
        }
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The positions in pieces of `size`, the last one with what is left.
    pub fn pieces(&self, size: usize) -> impl Iterator<Item = Samples<'_>> {
        let all = Samples {
            pairs: &self.pairs,
            starts: &self.starts,
            targets: &self.targets,
            buckets: &self.buckets,
        };
        all.pieces(size)
    }
}

impl<'a> Samples<'a> {
    /// How many positions.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The positions in pieces of `size`, the last one with what is left.
    pub(crate) fn pieces(self, size: usize) -> impl Iterator<Item = Samples<'a>> {
        (0..self.len()).step_by(size).map(move |start| {
            let end = (start + size).min(self.len());
            Samples {
                pairs: self.pairs,
                starts: &self.starts[start..=end],
                targets: &self.targets[start..end],
                buckets: &self.buckets[start..end],
            }
        })
    }

    /// The features of each position.
    #[inline(always)]
    pub(crate) fn lists(&self) -> impl Iterator<Item = &'a [FeaturePair]> + use<'a> {
        let pairs = self.pairs;
        self.starts
            .array_windows()
            .map(move |&[start, end]| &pairs[start as usize..end as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cutaway_chess::Position;

    fn record(fen: &str, score: i16, result: u8) -> Record {
        Record::new(&fen.parse::<Position>().unwrap(), score, result)
    }

    #[test]
    fn a_batch_is_sorted_and_whole() {
        let records = [
            record(
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                10,
                2,
            ),
            record("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 200, 2),
            record("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", 200, 0),
            record("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 1),
        ];
        let target = Target {
            k: 200.0,
            result_weight: 0.25,
        };
        let mut batch = Batch::default();
        // Filled twice, to see that nothing of the first is left.
        batch.fill(&records[..2], &target);
        batch.fill(&records, &target);
        let samples = batch.pieces(16).next().unwrap();
        let lengths: Vec<usize> = samples.lists().map(<[_]>::len).collect();
        assert_eq!(lengths, [2, 3, 3, 32]);
        assert_eq!(samples.buckets, [0, 0, 0, 7]);
        let win = 1.0 / (1.0 + f32::exp(-1.0));
        let wanted = [0.5, 0.75 * win + 0.25, 0.75 * (1.0 - win) + 0.25];
        for (target, wanted) in samples.targets.iter().zip(wanted) {
            assert!((target - wanted).abs() < 1e-6, "{target} {wanted}");
        }
        let sizes: Vec<usize> = batch.pieces(3).map(|samples| samples.len()).collect();
        assert_eq!(sizes, [3, 1]);
        let features = |batch: &Batch| -> usize {
            let pieces = batch.pieces(3);
            pieces
                .flat_map(|samples| samples.lists())
                .map(<[_]>::len)
                .sum()
        };
        assert_eq!(features(&batch), 40);
    }
}
