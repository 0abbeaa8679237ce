//! How the networks of the engine learn: from files of positions with scores to a network that plays.
//!
//! The way of a position: a file in bulletformat or viriformat ([`DataSet`]), filtered and shuffled; a [`Record`] of 32
//! bytes; a [`Batch`] of features and targets; the gradient of the loss ([`Worker`]); a step of AdamW ([`AdamW`]); at
//! last the quantised network that `cutaway_eval` reads. [`train`] does all of it and goes on from a checkpoint.
//!
//! It runs on the processor alone, in plain loops that the compiler turns into vector instructions. It prints nothing:
//! whoever calls shows the [`Progress`] that is handed out.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod batch;
mod checkpoint;
mod data;
mod error;
mod export;
mod files;
mod games;
mod gradient;
mod left_out;
mod optimizer;
mod parameters;
mod record;
mod reference;
mod rounded;
mod scatter;
mod schedule;
mod stream;
mod train;

pub use batch::{Batch, Samples, Target};
pub use data::{DataSet, DataSettings};
pub use error::TrainError;
pub use export::quantize;
pub use games::{GameFilter, read_games};
pub use gradient::{Loss, Worker, mean_square_error};
pub use left_out::LeftOut;
pub use optimizer::AdamW;
pub use parameters::Parameters;
pub use record::{Record, RecordError};
pub use reference::{ReferenceError, ReferencePosition, read_reference, reference_error};
pub use rounded::Rounded;
pub use schedule::Schedule;
pub use train::{CHECKPOINT, CURVE, Point, Progress, Settings, Trained, train};
