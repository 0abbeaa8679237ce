//! What a training goes on from when it was stopped or killed: weights, moments, the curve so far.
//!
//! The file is written beside the old one and then put in its place, so that at every moment one of the two is there,
//! whole; a sum at its end says that it is. It keeps the numbers bit for bit: with as many threads the network comes out
//! as if nothing had happened.

use crate::error::{TrainError, at};
use crate::files::write_whole;
use crate::optimizer::AdamW;
use crate::parameters::{BUCKETS, COLUMNS, FEATURES, Parameters};
use crate::record::mix;
use crate::train::{Point, Settings};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How the file begins. The first kind had its numbers in another order.
const MAGIC: &[u8; 16] = b"cutaway-train 2\n";

/// No head is longer: the curve has some ten thousand points at most.
const LONGEST_HEAD: usize = 1 << 26;

/// What would change if the files did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DataSize {
    /// The length of each file in bytes, those for validation last.
    pub(crate) lengths: Vec<u64>,
    /// Positions to learn from.
    pub(crate) training: u64,
}

/// All but the numbers.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    settings: Settings,
    /// `None` if it was written before this was kept.
    #[serde(default)]
    size: Option<DataSize>,
    batch: u64,
    points: Vec<Point>,
}

/// The state of a training between two batches.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) size: Option<DataSize>,
    pub(crate) parameters: Parameters,
    pub(crate) adam: AdamW,
    pub(crate) points: Vec<Point>,
}

impl State {
    /// Batches done, a step each.
    pub(crate) fn batch(&self) -> u64 {
        self.adam.steps
    }

    /// Writes it.
    pub(crate) fn save(&self, settings: &Settings, path: &Path) -> Result<(), TrainError> {
        let head = Head {
            settings: settings.clone(),
            size: self.size.clone(),
            batch: self.batch(),
            points: self.points.clone(),
        };
        let head = serde_json::to_vec(&head).expect("numbers and names in UTF-8 can be written");
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(head.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&head);
        for numbers in [&self.parameters, &self.adam.mean, &self.adam.square] {
            bytes.extend(numbers.numbers().flat_map(|number| number.to_le_bytes()));
        }
        let sum = checksum(&bytes);
        write_whole(path, &[&bytes, &sum.to_le_bytes()])
    }

    /// Reads it, if it is there. The settings must be the same, and the lengths of the files.
    pub(crate) fn load(
        settings: &Settings,
        lengths: &[u64],
        path: &Path,
    ) -> Result<Option<State>, TrainError> {
        let bytes = match std::fs::read(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            other => other.map_err(at(path))?,
        };
        let wrong = |problem: &str| TrainError::Checkpoint {
            path: path.to_path_buf(),
            problem: problem.to_string(),
        };
        let (bytes, sum) = bytes
            .split_last_chunk::<8>()
            .ok_or_else(|| wrong("it is too short"))?;
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or_else(|| wrong("it does not begin as one"))?;
        if checksum(bytes) != u64::from_le_bytes(*sum) {
            return Err(wrong("it is damaged"));
        }
        let (head, numbers) = split_head(rest).ok_or_else(|| wrong("its head is cut off"))?;
        let head: Head =
            serde_json::from_slice(head).map_err(|error| wrong(&format!("its head: {error}")))?;
        if let Some(difference) = difference(&head.settings, settings) {
            let path = path.to_path_buf();
            return Err(TrainError::OtherRun { path, difference });
        }
        if let Some(size) = head.size.as_ref().filter(|size| size.lengths != lengths) {
            let then = &size.lengths;
            let difference = format!("its files had {then:?} bytes and have {lengths:?} now");
            let path = path.to_path_buf();
            return Err(TrainError::OtherRun { path, difference });
        }
        let state = State::from_numbers(settings, head, numbers);
        state
            .map(Some)
            .ok_or_else(|| wrong("it has another length"))
    }

    /// Refuses data of which another number of positions is left to learn from than when the training began.
    pub(crate) fn check_size(&self, now: &DataSize, path: &Path) -> Result<(), TrainError> {
        let (Some(then), now) = (self.size.as_ref().map(|size| size.training), now.training) else {
            return Ok(());
        };
        if then == now {
            return Ok(());
        }
        Err(TrainError::OtherRun {
            path: path.to_path_buf(),
            difference: format!("its files had {then} positions to learn from and have {now} now"),
        })
    }

    fn from_numbers(settings: &Settings, head: Head, numbers: &[u8]) -> Option<State> {
        let hidden = settings.hidden;
        let each = (FEATURES + 1 + 2 * BUCKETS) * (hidden / COLUMNS) * COLUMNS + BUCKETS;
        let (numbers, []) = numbers.as_chunks::<4>() else {
            return None;
        };
        if numbers.len() != 3 * each {
            return None;
        }
        let mut parts = numbers.chunks_exact(each).map(|numbers| {
            let mut parameters = Parameters::zero(hidden);
            for (place, bytes) in parameters.numbers_mut().zip(numbers) {
                *place = f32::from_le_bytes(*bytes);
            }
            parameters
        });
        let parameters = parts.next()?;
        let mut adam = AdamW::new(hidden, settings.decay);
        adam.mean = parts.next()?;
        adam.square = parts.next()?;
        adam.steps = head.batch;
        Some(State {
            parameters,
            adam,
            size: head.size,
            points: head.points,
        })
    }
}

fn split_head(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    (length <= LONGEST_HEAD).then(|| rest.split_at_checked(length))?
}

/// The first setting in which the two differ, by name.
fn difference(there: &Settings, here: &Settings) -> Option<String> {
    // By way of the text, in which a number looks as it was given.
    let value = |settings: &Settings| -> Option<serde_json::Value> {
        serde_json::from_str(&serde_json::to_string(settings).ok()?).ok()
    };
    let (there, here) = (value(there)?, value(here)?);
    let fields = there.as_object()?.iter();
    fields
        .filter(|(name, value)| here.get(name) != Some(value))
        .map(|(name, value)| {
            let here = here.get(name).cloned().unwrap_or_default();
            format!("`{name}` was {value} there and is {here} here")
        })
        .next()
}

/// A sum that differs if a bit does.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain([&last]);
    words.fold(bytes.len() as u64, |sum, word| {
        mix(sum ^ u64::from_le_bytes(*word))
    })
}
