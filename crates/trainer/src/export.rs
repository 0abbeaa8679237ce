//! From learnt numbers to the network that plays: rounded to sixteen bits, in the units of its file.

use crate::error::TrainError;
use crate::parameters::Parameters;
use cutaway_eval::nnue::{Network, Parts, QA, QB};

/// Rounds the numbers: those of the hidden layer to 1/255, output weights to 1/64. `k` is the centipawns of an output of
/// one ([`Target::k`](crate::Target::k)), which becomes the scale of the network.
///
/// # Errors
/// In words, if the numbers make no network that could not overflow, or `k` is no scale (1 to 10,000). Neither happens to
/// what [`train`](crate::train) has learnt.
// ANCHOR: quantize
pub fn quantize(parameters: &Parameters, k: f32) -> Result<Network, TrainError> {
    let all = parameters.row_major();
    let round = |numbers: &[f32], unit: i32| -> Vec<i16> {
        let numbers = numbers.iter();
        numbers
            .map(|number| (number * unit as f32).round() as i16)
            .collect()
    };
    let bias = all.output_bias.iter();
    let parts = Parts {
        hidden: parameters.hidden(),
        scale: k.round() as i32,
        feature_weights: round(&all.feature_weights, QA),
        feature_bias: round(&all.feature_bias, QA),
        output_weights: round(&all.output_weights, QB),
        output_bias: bias
            .map(|number| (number * (QA * QB) as f32).round() as i32)
            .collect(),
    };
    Network::from_parts(parts).map_err(|error| TrainError::Settings(error.to_string()))
}
// ANCHOR_END: quantize
