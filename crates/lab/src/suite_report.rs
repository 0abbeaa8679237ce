//! What a run of a test suite adds up to, as data for JSON, and in what two runs differ.
//!
//! Runs are compared position by position, by FEN and by what solves it, so that files may be in another order or differ
//! in part. Nothing here searches, reads or prints.

use crate::epd::EpdFault;
use crate::suite::Solution;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The positions that were solved.
    pub solved: usize,
    /// The positions that were run.
    pub total: usize,
    /// All points; `None` if no position gives points.
    #[serde(default)]
    pub points: Option<u64>,
    /// All points that there were.
    #[serde(default)]
    pub max_points: Option<u64>,
    /// The lines that could not be run, in words.
    #[serde(default)]
    pub not_run: Vec<String>,
    /// The positions, in order.
    pub positions: Vec<Solution>,
}

impl Report {
    /// Adds up.
    pub fn new(faults: &[EpdFault], positions: Vec<Solution>) -> Report {
        Report {
            solved: positions.iter().filter(|solution| solution.solved).count(),
            total: positions.len(),
            points: sum(positions.iter().filter_map(|solution| {
                // Where no move came, the points that there were are lost.
                solution.points.or(solution.max_points.map(|_| 0))
            })),
            max_points: sum(positions.iter().filter_map(|solution| solution.max_points)),
            not_run: faults.iter().map(EpdFault::to_string).collect(),
            positions,
        }
    }

    /// All nodes.
    pub fn nodes(&self) -> u64 {
        self.positions.iter().map(|solution| solution.nodes).sum()
    }

    /// All time, seconds.
    pub fn seconds(&self) -> f64 {
        let milliseconds = self.positions.iter().map(|solution| solution.time_ms);
        milliseconds.sum::<f64>() / 1000.0
    }
}

/// The sum, unless there is nothing to add.
fn sum(values: impl Iterator<Item = u32>) -> Option<u64> {
    values.map(u64::from).reduce(|a, b| a + b)
}

/// A position that one of two runs solved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Its name.
    pub id: String,
    /// Its line in the first run's file.
    pub line: usize,
    /// What solves it.
    pub expected: String,
    /// What the first run played.
    pub first: Option<String>,
    /// What the second run played.
    pub second: Option<String>,
}

/// In what a second run differs from a first one, over the positions that both have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The positions that both have.
    pub common: usize,
    /// Those that only the first run has.
    pub only_first: usize,
    /// Those that only the second run has.
    pub only_second: usize,
    /// How many the two solved.
    pub solved: [usize; 2],
    /// Solved by the second run only.
    pub gained: Vec<Change>,
    /// Solved by the first run only.
    pub lost: Vec<Change>,
    /// The points of both; `None` if no position gives points.
    pub points: Option<[u64; 2]>,
    /// All nodes, the second run's share of the first one's.
    pub nodes: Option<f64>,
    /// All time, likewise.
    pub time: Option<f64>,
    /// Nodes until the solution stood, where both solved: the geometric mean of the ratios.
    pub nodes_to_solve: Option<f64>,
    /// Time until the solution stood, likewise; what took less than a tenth of a millisecond counts as that.
    pub time_to_solve: Option<f64>,
}

impl Difference {
    /// Compares two runs.
    pub fn between(first: &Report, second: &Report) -> Difference {
        let mut others: BTreeMap<(&str, &str), Vec<&Solution>> = BTreeMap::new();
        for solution in second.positions.iter().rev() {
            others.entry(key(solution)).or_default().push(solution);
        }
        let twin = |a| Some((a, others.get_mut(&key(a))?.pop()?));
        let pairs: Vec<(&Solution, &Solution)> = first.positions.iter().filter_map(twin).collect();
        let changed = |solved_by_second: bool| {
            let changed = pairs
                .iter()
                .filter(|(a, b)| a.solved != b.solved && b.solved == solved_by_second);
            changed.map(|(a, b)| Change::new(a, b)).collect()
        };
        let points =
            |of: fn(&(&Solution, &Solution)) -> Option<u32>| sum(pairs.iter().filter_map(of));
        let ratio = |of: fn(&Solution) -> f64| {
            let (a, b) = pairs
                .iter()
                .fold((0.0, 0.0), |sums, (a, b)| (sums.0 + of(a), sums.1 + of(b)));
            (a > 0.0).then_some(b / a)
        };
        Difference {
            common: pairs.len(),
            only_first: first.positions.len() - pairs.len(),
            only_second: second.positions.len() - pairs.len(),
            solved: [
                pairs.iter().filter(|(a, _)| a.solved).count(),
                pairs.iter().filter(|(_, b)| b.solved).count(),
            ],
            gained: changed(true),
            lost: changed(false),
            points: points(|(a, _)| a.points)
                .zip(points(|(_, b)| b.points))
                .map(|(a, b)| [a, b]),
            nodes: ratio(|solution| solution.nodes as f64),
            time: ratio(|solution| solution.time_ms),
            nodes_to_solve: mean_ratio(&pairs, |solution| {
                solution.found_nodes.map(|nodes| nodes.max(1) as f64)
            }),
            time_to_solve: mean_ratio(&pairs, |solution| solution.found_ms.map(|ms| ms.max(0.1))),
        }
    }
}

impl Change {
    fn new(first: &Solution, second: &Solution) -> Change {
        Change {
            id: first.id.clone(),
            line: first.line,
            expected: first.expected.clone(),
            first: first.got.clone(),
            second: second.got.clone(),
        }
    }
}

/// What makes two results ones of the same position.
fn key(solution: &Solution) -> (&str, &str) {
    (&solution.fen, &solution.expected)
}

/// The geometric mean of second over first, where both solved.
fn mean_ratio(pairs: &[(&Solution, &Solution)], of: fn(&Solution) -> Option<f64>) -> Option<f64> {
    let solved = pairs.iter().filter(|(a, b)| a.solved && b.solved);
    let logs: Vec<f64> = solved
        .filter_map(|(a, b)| Some((of(b)? / of(a)?).ln()))
        .collect();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}
