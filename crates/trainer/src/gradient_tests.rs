//! The gradient against the plainest text that computes it, and against what a small step really changes.

use super::*;
use crate::batch::Target;
use crate::optimizer::LARGEST_WEIGHT;
use crate::parameters::{BUCKETS, RowMajor};
use crate::record::Record;
use cutaway_chess::{MoveList, Position};

/// Records of random games, their scores random too.
fn records(count: usize) -> Vec<Record> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut records = Vec::new();
    while records.len() < count {
        let mut position = Position::startpos();
        for _ in 0..random.usize(4..200) {
            let moves: MoveList = position.legal_moves();
            let all: Vec<_> = moves.iter().collect();
            let Some(&mv) = random.choice(&all) else {
                break;
            };
            position.play(mv);
        }
        records.push(Record::new(
            &position,
            random.i16(-900..900),
            random.u8(0..3),
        ));
    }
    records
}

fn batch(count: usize) -> Batch {
    let target = Target {
        k: 270.0,
        result_weight: 0.3,
    };
    let mut batch = Batch::default();
    batch.fill(&records(count), &target);
    batch
}

/// Weights that clip some sums at zero and some at one.
fn exact_parameters(hidden: usize) -> Parameters {
    let mut parameters = Parameters::random(hidden, 3);
    let mut random = fastrand::Rng::with_seed(4);
    for number in parameters.numbers_mut() {
        *number = *number * 2.0 + (random.f32() - 0.4) * 0.1;
    }
    parameters
}

/// Such weights, those of the hidden layer whole numbers of units: so that rounding leaves them as they are.
fn parameters(hidden: usize) -> Parameters {
    let mut parameters = exact_parameters(hidden);
    let rows = parameters.strips.iter_mut();
    for number in rows.flat_map(|strip| strip[..=BIAS].iter_mut().flat_map(|row| &mut row.0)) {
        *number = (*number * f32::from(UNIT)).round() / f32::from(UNIT);
    }
    parameters
}

/// The network as its formula reads, with 64 bits: loss and gradient of one position.
fn naive(
    all: &RowMajor,
    samples: Samples,
    at: usize,
    power: f64,
    gradient: &mut [Vec<f64>; 4],
) -> f64 {
    let hidden = all.feature_bias.len();
    let list = samples.lists().nth(at).unwrap();
    let bucket = usize::from(samples.buckets[at]);
    let target = f64::from(samples.targets[at]);
    let mut sums = vec![0.0; 2 * hidden];
    for side in 0..2 {
        for column in 0..hidden {
            let mut sum = f64::from(all.feature_bias[column]);
            for pair in list {
                sum += f64::from(all.feature_weights[usize::from(pair[side]) * hidden + column]);
            }
            // The numbers are whole units but for the last bit, which could put a sum to either side of one.
            let unit = f64::from(UNIT);
            sums[side * hidden + column] = (sum * unit).round() / unit;
        }
    }
    let weight = |place: usize| f64::from(all.output_weights[bucket * 2 * hidden + place]);
    let mut output = f64::from(all.output_bias[bucket]);
    for (place, sum) in sums.iter().enumerate() {
        output += sum.clamp(0.0, 1.0).powi(2) * weight(place);
    }
    let chance = 1.0 / (1.0 + (-output).exp());
    let error = chance - target;
    let slope = power * error.abs().powf(power - 1.0) * error.signum() * chance * (1.0 - chance);
    gradient[3][bucket] += slope;
    for (place, &sum) in sums.iter().enumerate() {
        let (side, column) = (place / hidden, place % hidden);
        gradient[2][bucket * 2 * hidden + place] += slope * sum.clamp(0.0, 1.0).powi(2);
        if sum > 0.0 && sum < 1.0 {
            let back = slope * weight(place) * 2.0 * sum;
            gradient[1][column] += back;
            for pair in list {
                gradient[0][usize::from(pair[side]) * hidden + column] += back;
            }
        }
    }
    error.abs().powf(power)
}

fn compare_with_naive(hidden: usize, count: usize, power: f32) {
    let (parameters, batch) = (parameters(hidden), batch(count));
    let all = parameters.row_major();
    let mut wanted =
        [768 * hidden, hidden, 2 * BUCKETS * hidden, BUCKETS].map(|size| vec![0.0; size]);
    let network = Rounded::new(&parameters);
    let (mut worker, mut loss, mut naive_loss) = (Worker::new(hidden), 0.0, 0.0);
    for samples in batch.pieces(Worker::PIECE) {
        loss += worker.add(&network, samples, Loss { power });
        for at in 0..samples.len() {
            naive_loss += naive(&all, samples, at, f64::from(power), &mut wanted);
        }
    }
    assert!(
        (loss - naive_loss).abs() < 1e-4 * naive_loss,
        "{loss} {naive_loss}"
    );
    let found = worker.gradient.row_major();
    let found = [
        found.feature_weights,
        found.feature_bias,
        found.output_weights,
        found.output_bias,
    ];
    for (found, wanted) in found.iter().zip(&wanted) {
        let largest = wanted
            .iter()
            .fold(0.0f64, |most, value| most.max(value.abs()));
        assert!(largest > 1e-4);
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(
                (f64::from(*found) - wanted).abs() < 2e-5 * largest,
                "{found} {wanted} of {largest}"
            );
        }
    }
    let clipped = &worker.pass.clipped;
    let values = || clipped.iter().flatten().flat_map(|row| row.0);
    assert!(values().any(|value| value == UNIT) && values().any(|value| value == 0));
}

#[test]
fn the_gradient_is_that_of_naive_code() {
    compare_with_naive(64, 700, 2.0);
    compare_with_naive(32, 3, 2.0);
    compare_with_naive(96, 100, 2.5);
    compare_with_naive(288, 300, 2.0);
}

#[test]
fn the_gradient_foretells_what_a_small_step_changes() {
    let (mut parameters, batch) = (parameters(32), batch(200));
    let loss = |parameters: &Parameters| mean_square_error(parameters, &batch) * batch.len() as f64;
    let (network, mut worker) = (Rounded::new(&parameters), Worker::new(32));
    for samples in batch.pieces(Worker::PIECE) {
        worker.add(&network, samples, Loss { power: 2.0 });
    }
    let gradient: Vec<f32> = worker.gradient.numbers().copied().collect();
    let steep = gradient
        .iter()
        .fold(0.0f32, |most, value| most.max(value.abs()));
    let mut tried = 0;
    for at in (0..gradient.len())
        .rev()
        .filter(|&at| gradient[at].abs() > 0.1 * steep)
        .step_by(3)
    {
        // The least that rounding lets pass.
        let step = 1.0 / f32::from(UNIT);
        let mut sides = [1.0, -1.0].map(|sign| {
            *parameters.numbers_mut().nth(at).unwrap() += sign * step;
            let there = loss(&parameters);
            *parameters.numbers_mut().nth(at).unwrap() -= sign * step;
            there
        });
        sides[0] -= sides[1];
        let measured = sides[0] / (2.0 * f64::from(step));
        let told = f64::from(gradient[at]);
        // A sum may lie on the edge of its range, or cross it within the step.
        assert!(
            (measured - told).abs() < 0.05 * told.abs() + 0.03 * f64::from(steep),
            "{at}: {measured} {told}"
        );
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn the_error_of_a_network_is_that_of_its_passes() {
    let (parameters, batch) = (parameters(32), batch(600));
    let (network, mut worker) = (Rounded::new(&parameters), Worker::new(32));
    let total: f64 = batch
        .pieces(Worker::PIECE)
        .map(|samples| worker.add(&network, samples, Loss { power: 2.0 }))
        .sum();
    let mean = mean_square_error(&parameters, &batch);
    assert!((mean - total / 600.0).abs() < 1e-6, "{mean} {total}");
}

/// The sums that the exact numbers have, unclipped: of a position's side in a column of the first strip.
fn exact_sum(parameters: &Parameters, list: &[FeaturePair], side: usize, column: usize) -> f64 {
    let strip = &parameters.strips[0];
    let number = |row: usize| f64::from(strip[row].0[column]);
    let features = list.iter().map(|pair| number(usize::from(pair[side])));
    number(BIAS) + features.sum::<f64>()
}

#[test]
fn rounding_moves_a_sum_by_no_more_than_it_may() {
    let (parameters, batch) = (exact_parameters(32), batch(200));
    let network = Rounded::new(&parameters);
    let samples = batch.pieces(Worker::PIECE).next().unwrap();
    let (mut squares, mut count) = (0.0, 0);
    for list in samples.lists() {
        let sums = sums(&network.strips[0], list);
        let most = (list.len() + 1) as f64 * 0.5 / f64::from(UNIT);
        for (side, sum) in sums.iter().enumerate() {
            for column in 0..COLUMNS {
                let exact = exact_sum(&parameters, list, side, column);
                let error = f64::from(sum.0[column]) / f64::from(UNIT) - exact;
                assert!(error.abs() <= most + 1e-6, "{error} of {most}");
                squares += error * error;
                count += 1;
            }
        }
    }
    // Each rounding is off by 1/sqrt(12) of a unit, and some thirty of them add up.
    let typical = (squares / f64::from(count)).sqrt() * f64::from(UNIT);
    assert!((1.0..2.0).contains(&typical), "{typical}");
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let batch = batch(Worker::PIECE);
    let samples = batch.pieces(Worker::PIECE).next().unwrap();
    assert!(samples.lists().any(|list| list.len() == 32));
    for (weight, wanted) in [(LARGEST_WEIGHT, UNIT), (-LARGEST_WEIGHT, 0), (1e9, UNIT)] {
        let mut parameters = Parameters::zero(32);
        parameters.numbers_mut().for_each(|number| *number = weight);
        let mut pass = Pass::default();
        pass.forward(&Rounded::new(&parameters), samples);
        let values = pass.clipped.iter().flatten().flat_map(|row| row.0);
        assert!(values.clone().all(|value| value == wanted), "{weight}");
    }
}
