//! The neural network: (768, mirrored by the king's file -> H) x 2 -> 1 x 8 output buckets, squared clipped ReLU.
//!
//! Each side sees the board from its own end. For either view the rows of the men on the board are added up to a vector
//! of H sums, the *accumulator*; each sum is clipped to 0..=[`QA`] and squared; the squares of the side to move and those
//! of the other side, weighed by the output weights of the *bucket* (how many men are left), give the score.
//!
//! [`Network`] holds the weights and judges a position from scratch; the accumulators of the evaluation stack follow the
//! moves of a search, by the fastest [`Kernel`] that the machine has. Nothing here learns (that is the trainer's) or
//! opens a file (that is the program's).
//!
//! First sources: the efficiently updatable network is due to Nasu (2018, Shogi); the shape with two views, output
//! buckets and a squared clipped ReLU is what small chess networks of the 2020s settled on.

mod accumulators;
pub mod features;
mod file;
mod line;
mod network;
#[allow(
    unsafe_code,
    reason = "vector instructions, which no safe code reaches"
)]
mod simd;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(test)]
mod tests_stack;
mod trace;

pub(crate) use accumulators::Accumulators;
pub(crate) use file::may_be_a_network;
pub use file::{MAX_DESCRIPTION, MAX_FILE_BYTES, NetworkError};
pub use network::{Network, Parts};
pub use simd::Kernel;
pub use trace::{Man, NetworkTrace};

/// One in the units of the accumulators.
pub const QA: i32 = 255;

/// One in the units of the output weights.
pub const QB: i32 = 64;

/// The features of one view: own and other men of six kinds on 64 squares.
pub const FEATURES: usize = 768;

/// How many sets of output weights there are; see [`features::bucket`].
pub const BUCKETS: usize = 8;

/// The widest network that is accepted.
pub const MAX_HIDDEN: usize = 2048;

/// The largest output weight, either way: so large that a clipped sum times the weight still fits 16 bits, which the
/// vector kernels rely on.
pub const MAX_OUTPUT_WEIGHT: i16 = 128;
