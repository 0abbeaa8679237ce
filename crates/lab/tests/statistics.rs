//! The statistics against a computation made in another way, against published figures, and against chance.

use cutaway_lab::sprt::{EloModel, Sprt, Verdict};
use cutaway_lab::statistics::{Estimate, Tally};

/// Written by `data/match_statistics.py`.
const FIGURES: &str = include_str!("data/match_statistics.json");

fn close(what: &str, a: f64, b: f64) {
    assert!(
        (a - b).abs() <= 5e-5 * b.abs().max(1e-3),
        "{what}: {a} is not {b}"
    );
}

fn tally(counts: &[u64]) -> Tally {
    match *counts {
        [losses, draws, wins] => Tally {
            games: [losses, draws, wins],
            pairs: [0; 5],
        },
        [a, b, c, d, e] => Tally {
            games: [2 * a + b, b + 2 * c + d, d + 2 * e],
            pairs: [a, b, c, d, e],
        },
        _ => panic!("{counts:?}"),
    }
}

fn llr(counts: &[u64], bounds: [f64; 2], model: EloModel) -> f64 {
    Sprt::new(bounds, [0.05, 0.05], model)
        .unwrap()
        .llr(&tally(counts))
}

#[test]
fn another_computation_gives_the_same_figures() {
    let sets: serde_json::Value = serde_json::from_str(FIGURES).unwrap();
    let sets = sets.as_array().unwrap();
    assert!(sets.len() >= 10);
    for set in sets {
        let numbers =
            |name: &str| -> Vec<f64> { serde_json::from_value(set[name].clone()).unwrap() };
        let number = |name: &str| set[name].as_f64().unwrap();
        let counts: Vec<u64> = serde_json::from_value(set["counts"].clone()).unwrap();
        let tally = tally(&counts);
        close("score", tally.score(), number("score"));
        close("error", tally.standard_error().unwrap(), number("error"));
        close("los", tally.likelihood_of_superiority(), number("los"));
        for (name, Estimate { value, low, high }) in
            [("elo", tally.elo()), ("normalized", tally.normalized_elo())]
        {
            for (ours, theirs) in [low, value, high].into_iter().zip(numbers(name)) {
                close(&format!("{name} of {counts:?}"), ours, theirs);
            }
        }
        let bounds = [numbers("bounds")[0], numbers("bounds")[1]];
        for (name, model) in [
            ("llr_logistic", EloModel::Logistic),
            ("llr_normalized", EloModel::Normalized),
        ] {
            close(
                &format!("{name} of {counts:?}"),
                llr(&counts, bounds, model),
                number(name),
            );
        }
    }
}

/// Figures that fastchess's own tests expect, to its tolerance of 1 %: likelihood ratios, then Elo with errors. Two more
/// that it gives, for results that are all equal, we do not share: with nothing but draws H0 at 0 Elo is as likely as can
/// be, so that the ratio cannot be positive.
#[test]
fn fastchess_publishes_the_same_figures() {
    use EloModel::{Logistic, Normalized};
    let ratios: [(&[u64], [f64; 2], EloModel, f64); 7] = [
        (&[36027, 68692, 36433], [0.0, 2.0], Normalized, 0.92),
        (&[10650, 20431, 10871], [-1.75, 0.25], Normalized, 2.30),
        (&[21184, 40708, 21404], [0.5, 2.5], Logistic, -1.57),
        (&[57030, 106593, 57433], [0.0, 2.0], Logistic, -2.59),
        (
            &[365, 16618, 36229, 16974, 390],
            [0.0, 2.0],
            Normalized,
            2.25,
        ),
        (
            &[127, 4883, 10712, 5150, 104],
            [-1.75, 0.25],
            Normalized,
            3.01,
        ),
        (&[223, 9863, 21279, 10037, 246], [0.5, 2.5], Logistic, -3.07),
    ];
    for (counts, bounds, model, expected) in ratios {
        let ours = llr(counts, bounds, model);
        assert!(
            (ours - expected).abs() < 0.01 * expected.abs().max(1.0),
            "{counts:?}: {ours}, not {expected}"
        );
    }
    // Counts; Elo and its error; normalised Elo and its error.
    let sets: [(&[u64], [f64; 4]); 4] = [
        (&[34, 54, 63, 64, 75], [55.58, 27.65, 57.94, 28.28]),
        (&[332, 433, 498, 333, 334], [-8.64, 10.33, -9.17, 10.96]),
        (&[7895, 8757, 5685, 568, 9999], [-21.04, 2.95, -19.01, 2.65]),
        (&[96, 111, 136], [40.70, 30.43, 49.77, 36.77]),
    ];
    for (counts, expected) in sets {
        let tally = tally(counts);
        let half = |of: Estimate| (of.high - of.low) / 2.0;
        let ours = [
            tally.elo().value,
            half(tally.elo()),
            tally.normalized_elo().value,
            half(tally.normalized_elo()),
        ];
        for (ours, expected) in ours.into_iter().zip(expected) {
            assert!(
                (ours - expected).abs() < 0.01 * expected.abs(),
                "{counts:?}: {ours}, not {expected}"
            );
        }
    }
}

/// How often a test decides wrongly. Pairs are drawn from stated distributions that fulfil one of the hypotheses exactly;
/// the test looks at the results after every `every` pairs, as a match with that much concurrency would.
struct Simulation {
    elo1: f64,
    every: u32,
    matches: u32,
    model: EloModel,
}

impl Simulation {
    /// The chances of a pair to end with 0 to 4 half points, for a first player that much stronger: a normal distribution
    /// of strength a pair, cut at four places such that even players split two pairs of three. Its mean is moved until the
    /// advantage is as wanted.
    fn chances(&self, elo: f64) -> [f64; 5] {
        use cutaway_lab::statistics::{NORMALIZED_ELO_UNIT, elo_of_score, normal_distribution};
        let at = |shift: f64| {
            let below = [-2.2, -0.97, 0.97, 2.2].map(|cut: f64| normal_distribution(cut - shift));
            let [a, b, c, d] = below;
            [a, b - a, c - b, d - c, 1.0 - d]
        };
        let advantage = |p: [f64; 5]| {
            let score = |i: usize| i as f64 / 4.0;
            let mean: f64 = (0..5).map(|i| p[i] * score(i)).sum();
            let variance: f64 = (0..5).map(|i| p[i] * (score(i) - mean).powi(2)).sum();
            match self.model {
                EloModel::Logistic => elo_of_score(mean),
                EloModel::Normalized => {
                    (mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_ELO_UNIT
                }
            }
        };
        let (mut low, mut high) = (-1.0, 1.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if advantage(at(middle)) < elo {
                low = middle
            } else {
                high = middle
            }
        }
        at(low)
    }

    /// The share of matches in which H1 is accepted, and the mean number of pairs.
    fn accepted(&self, elo: f64, random: &mut fastrand::Rng) -> (f64, f64) {
        let sprt = Sprt::new([0.0, self.elo1], [0.05, 0.05], self.model).unwrap();
        let chances = self.chances(elo);
        let (mut accepted, mut played) = (0, 0);
        for _ in 0..self.matches {
            let mut tally = Tally::default();
            let verdict = loop {
                for _ in 0..self.every {
                    let mut left = random.f64();
                    let result = (0..4)
                        .find(|&i| {
                            left -= chances[i];
                            left < 0.0
                        })
                        .unwrap_or(4);
                    tally.pairs[result] += 1;
                }
                match sprt.state(&tally).verdict {
                    Verdict::Continue => {}
                    decided => break decided,
                }
            };
            accepted += u32::from(verdict == Verdict::H1);
            played += tally.pairs.iter().sum::<u64>();
        }
        (
            f64::from(accepted) / f64::from(self.matches),
            played as f64 / f64::from(self.matches),
        )
    }

    /// Both rates, which may exceed 5 % by three times the sampling error and no more.
    fn check(&self) {
        let mut random = fastrand::Rng::with_seed(7);
        let (false_positives, pairs0) = self.accepted(0.0, &mut random);
        let (true_positives, pairs1) = self.accepted(self.elo1, &mut random);
        let false_negatives = 1.0 - true_positives;
        println!(
            "SPRT [0, {}] {}, {} matches each: {:.2} % false positives ({pairs0:.0} pairs a match), {:.2} % false \
             negatives ({pairs1:.0} pairs)",
            self.elo1,
            self.model,
            self.matches,
            100.0 * false_positives,
            100.0 * false_negatives,
        );
        let bound = 0.05 + 3.0 * (0.05 * 0.95 / f64::from(self.matches)).sqrt();
        for rate in [false_positives, false_negatives] {
            assert!(rate <= bound, "{rate} is more than {bound}");
            assert!(
                rate >= 0.02,
                "{rate}: a test that errs so seldom wastes games"
            );
        }
    }
}

#[test]
fn the_test_errs_as_seldom_as_it_says() {
    for model in [EloModel::Normalized, EloModel::Logistic] {
        Simulation {
            elo1: 40.0,
            every: 2,
            matches: 1000,
            model,
        }
        .check();
    }
}

/// The same with 10,000 matches at each hypothesis and bounds as narrow as the field's wider ones; it takes minutes.
#[test]
#[ignore = "slow: 40,000 simulated matches"]
fn the_test_errs_as_seldom_as_it_says_in_ten_thousand_matches() {
    for model in [EloModel::Normalized, EloModel::Logistic] {
        Simulation {
            elo1: 10.0,
            every: 8,
            matches: 10_000,
            model,
        }
        .check();
    }
}
