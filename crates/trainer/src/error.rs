//! What can keep a training from going on, in words for whoever started it.

use crate::record::RecordError;
use std::path::{Path, PathBuf};

/// Why there is no network.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The system says no.
    #[error("{path}: {error}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The name does not say what is in it.
    #[error(
        "{path}: the name of a file of bulletformat ends in .bf, .bullet or .data, of viriformat in .vf or .viri"
    )]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// A pipe, a device or a folder: it is read more than once, and may have no end.
    #[error("{path} is no plain file")]
    NoFile {
        /// What it is named.
        path: PathBuf,
    },
    /// A file of records that ends within one.
    #[error("{path}: {bytes} bytes are no whole number of records of 32 bytes")]
    Cut {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: u64,
    },
    /// A record that is none.
    #[error("{path}, record {number}: {error}")]
    Record {
        /// The file.
        path: PathBuf,
        /// Its number, from 1.
        number: u64,
        /// What is wrong.
        error: RecordError,
    },
    /// A game that is none.
    #[error("{path}, game {number}: {problem}")]
    Game {
        /// The file.
        path: PathBuf,
        /// Its number, from 1.
        number: u64,
        /// What is wrong.
        problem: String,
    },
    /// Too little to learn from.
    #[error(
        "{found} positions are left to learn from, and a batch takes {batch}: give more files, a smaller batch or weaker filters"
    )]
    TooFew {
        /// How many there are.
        found: u64,
        /// The size of a batch.
        batch: usize,
    },
    /// A file has changed while it was read.
    #[error("{path} is no longer what it was when the training began")]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A checkpoint that is none, or is damaged.
    #[error("{path} is no checkpoint to go on from: {problem}")]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A checkpoint of another training.
    #[error(
        "{path} belongs to another training: {difference}. Give another folder, or delete this file"
    )]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// In what the two differ.
        difference: String,
    },
    /// Another training is under way there.
    #[error("another training is under way in {folder}: give another folder, or wait for its end")]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// Settings that make no training.
    #[error("{0}")]
    Settings(String),
}

/// Says at which place the system refused.
pub(crate) fn at(path: &Path) -> impl FnOnce(std::io::Error) -> TrainError {
    move |error| TrainError::Io {
        path: path.to_path_buf(),
        error,
    }
}
