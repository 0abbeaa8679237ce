//! How well a model fits: log losses, what was seen beside what it expects, and all of that as text and data.

use super::{Counts, FitError, surprise};
use cutaway_eval::WinModel;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// What a group of positions came to, and what the model said.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bin {
    /// What the group has in common: scores or material, both ends included.
    pub range: RangeInclusive<i32>,
    /// How many positions.
    pub positions: u64,
    /// Which shares of them were won, drawn and lost.
    pub seen: [f64; 3],
    /// What the model said on average.
    pub expected: [f64; 3],
}

/// A model with how well it fits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// The coefficients of `a` from the constant on.
    pub a: [f64; WinModel::TERMS],
    /// The coefficients of `b`.
    pub b: [f64; WinModel::TERMS],
    /// How many units of the evaluation are 100 centipawns.
    pub units: f64,
    /// How many positions it was fitted to.
    pub positions: u64,
    /// Its log loss on all positions.
    pub log_loss: f64,
    /// The log loss of each score bin's own shares at that range of material: about the least that any model can have.
    pub log_loss_of_bins: f64,
    /// The log loss of who knows how many games are won, drawn and lost, but not the score.
    pub log_loss_without_scores: f64,
    /// Held out games: the log loss on them of a model that was fitted to the others.
    pub log_loss_held_out: f64,
    /// Seen and expected by score.
    pub by_score: Vec<Bin>,
    /// Seen and expected by material.
    pub by_material: Vec<Bin>,
    /// Positions between 85 and 115 centipawns, within 12 of the reference material: half of them should be won.
    pub near_a_hundred: Bin,
    /// The mean distance of seen and expected chances of a win in the bins by score, weighted by their positions.
    pub calibration_error: f64,
}

/// The last scores of the bins; the first bin begins below all.
const SCORE_ENDS: [i32; 13] = [
    -401, -251, -151, -101, -51, -16, 15, 50, 100, 150, 250, 400, 32_767,
];
/// The last material of the bins.
const MATERIAL_ENDS: [i32; 8] = [10, 17, 25, 35, 45, 55, 65, 300];

/// Fits a model to games of which some are held out to judge it by, then to all of them.
///
/// # Errors
/// [`FitError`] if there is too little to go by.
pub fn fit(games: &Counts, held_out: &Counts) -> Result<Fit, FitError> {
    let log_loss_held_out = held_out.log_loss(&games.fit()?);
    let mut all = games.clone();
    for (&cell, counts) in &held_out.cells {
        let sum = all.cells.entry(cell).or_default();
        *sum = [0, 1, 2].map(|k| sum[k] + counts[k]);
    }
    let model = all.fit()?;
    let by_score = all.bins(&model, &SCORE_ENDS, |score, _| score);
    let by_material = all.bins(&model, &MATERIAL_ENDS, |_, material| material as i32);
    let distance = |bin: &Bin| bin.positions as f64 * (bin.seen[0] - bin.expected[0]).abs();
    let calibration_error =
        by_score.iter().map(distance).sum::<f64>() / all.positions().max(1) as f64;
    Ok(Fit {
        a: model.a,
        b: model.b,
        units: model.units(),
        positions: all.positions(),
        log_loss: all.log_loss(&model),
        log_loss_of_bins: all.log_loss_of_bins(),
        log_loss_without_scores: entropy(&all.outcomes()) / all.positions().max(1) as f64,
        log_loss_held_out,
        near_a_hundred: all.near_a_hundred(&model),
        by_score,
        by_material,
        calibration_error,
    })
}

impl Counts {
    /// Groups by what `of` says of score and material; the groups end at `ends`.
    fn bins(&self, model: &WinModel, ends: &[i32], of: impl Fn(i32, u32) -> i32) -> Vec<Bin> {
        let mut first = i32::from(i16::MIN);
        let mut bins = Vec::new();
        for &last in ends {
            let range = first..=last;
            let bin = self.bin(model, range.clone(), |score, material| {
                range.contains(&of(score, material))
            });
            bins.extend((bin.positions > 0).then_some(bin));
            first = last + 1;
        }
        bins
    }

    fn bin(
        &self,
        model: &WinModel,
        range: RangeInclusive<i32>,
        wanted: impl Fn(i32, u32) -> bool,
    ) -> Bin {
        let counts = self.sum(&wanted);
        let positions: u64 = counts.iter().sum();
        let mut expected = [0.0; 3];
        for (&(score, material), counts) in &self.cells {
            if wanted(score, material) {
                let all = counts.iter().sum::<u64>() as f64;
                let chances = model.chances(score.into(), material);
                (0..3).for_each(|k| expected[k] += all * chances[k]);
            }
        }
        let share = |sum: f64| sum / positions.max(1) as f64;
        Bin {
            range,
            positions,
            seen: counts.map(|count| share(count as f64)),
            expected: expected.map(share),
        }
    }

    fn near_a_hundred(&self, model: &WinModel) -> Bin {
        let units = model.units();
        let [first, last] = [0.85, 1.15].map(|share| (units * share).round() as i32);
        self.bin(model, first..=last, |score, material| {
            (first..=last).contains(&score) && material.abs_diff(WinModel::REFERENCE_MATERIAL) <= 12
        })
    }

    /// Each group of similar score and material judged by its own shares.
    fn log_loss_of_bins(&self) -> f64 {
        let mut groups: BTreeMap<(usize, usize), [u64; 3]> = BTreeMap::new();
        let place = |ends: &[i32], value: i32| ends.partition_point(|&end| end < value);
        for (&(score, material), counts) in &self.cells {
            let key = (
                place(&SCORE_ENDS, score),
                place(&MATERIAL_ENDS, material as i32),
            );
            let sum = groups.entry(key).or_default();
            *sum = [0, 1, 2].map(|k| sum[k] + counts[k]);
        }
        groups.values().map(entropy).sum::<f64>() / self.positions().max(1) as f64
    }
}

/// The surprise of outcomes that their own shares predict.
fn entropy(counts: &[u64; 3]) -> f64 {
    let all = counts.iter().sum::<u64>().max(1) as f64;
    surprise(counts, counts.map(|count| count as f64 / all))
}

impl std::fmt::Display for Fit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |terms: &[f64]| {
            let terms: Vec<String> = terms.iter().map(|term| format!("{term:.3}")).collect();
            terms.join(", ")
        };
        writeln!(f, "{} positions", self.positions)?;
        writeln!(f, "    a: [{}],", list(&self.a))?;
        writeln!(f, "    b: [{}],", list(&self.b))?;
        writeln!(f, "100 centipawns are {:.1} units", self.units)?;
        writeln!(
            f,
            "log loss {:.4}; {:.4} on games held out; {:.4} of the bins themselves; {:.4} without the scores",
            self.log_loss,
            self.log_loss_held_out,
            self.log_loss_of_bins,
            self.log_loss_without_scores
        )?;
        let near = &self.near_a_hundred;
        writeln!(
            f,
            "near 100 centipawns {:.1} % of {} positions were won, by the model {:.1} %",
            100.0 * near.seen[0],
            near.positions,
            100.0 * near.expected[0]
        )?;
        writeln!(
            f,
            "calibration error {:.4} (chance of a win, by score)",
            self.calibration_error
        )?;
        for (title, bins) in [("score", &self.by_score), ("material", &self.by_material)] {
            writeln!(
                f,
                "{title:>14} {:>9}   {:<18} {:<18}",
                "positions", "seen", "expected"
            )?;
            for bin in bins {
                writeln!(f, "{bin}")?;
            }
        }
        Ok(())
    }
}

impl std::fmt::Display for Bin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shares = |shares: [f64; 3]| {
            let permille = shares.map(|share| format!("{:>5.3}", share));
            permille.join(" ")
        };
        let last = format!("to {}", self.range.end());
        let (seen, expected) = (shares(self.seen), shares(self.expected));
        write!(f, "{last:>14} {:>9}   {seen}  {expected}", self.positions)
    }
}
