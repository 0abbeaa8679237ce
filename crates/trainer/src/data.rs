//! From files to records in random order, within bounded memory.
//!
//! What lies together in a file comes from one game, and a network that learns game by game learns badly. So the records
//! are scattered at random over bucket files in the folder of the training, each small enough for memory; then, in each
//! pass, the buckets are read in random order, each shuffled. Files that are a random share of the whole each (as a program
//! that shuffles writes them) need no scattering: they are buckets themselves.
//!
//! A share of the positions is kept for validation: by games where the file knows them (viriformat), by a hash of where the
//! men stand where it does not (bulletformat). Then positions of one game are on both sides, and only equal ones are not;
//! a file of other games is better, if there is one.

use crate::error::{TrainError, at};
use crate::games::{GameFilter, read_games};
use crate::left_out::LeftOut;
use crate::record::{Record, mix};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The most records of a shuffled file that are read at a time: 64 MiB.
pub(crate) const CHUNK_RECORDS: u64 = 1 << 21;

/// What is learnt from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataSettings {
    /// Files to learn from.
    pub files: Vec<PathBuf>,
    /// Files to validate with; if there are any, nothing is taken from the others for it.
    pub validation: Vec<PathBuf>,
    /// Whether the files are shuffled, each a random share of the whole.
    pub shuffled: bool,
    /// Which positions of games are left out.
    pub games: GameFilter,
    /// Leave out positions whose score is higher either way, in centipawns: mates, and games long decided.
    pub max_score: u16,
    /// One game, or position, of so many is for validation; 0 for none.
    pub holdout: u64,
    /// The most positions that are kept for validation.
    pub most_validation: usize,
    /// What chance begins from.
    pub seed: u64,
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Bullet,
    Viri,
}

/// What becomes of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Training,
    Validation,
    LeftOut,
}

/// The rule by which it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sorter {
    pub(crate) max_score: u16,
    pub(crate) holdout: u64,
}

impl Sorter {
    /// `key` is the same for what must not be parted.
    #[inline]
    pub(crate) fn fate(self, record: &Record, key: u64) -> Fate {
        if record.score().unsigned_abs() > self.max_score {
            Fate::LeftOut
        } else if self.holdout > 0 && mix(key).is_multiple_of(self.holdout) {
            Fate::Validation
        } else {
            Fate::Training
        }
    }
}

/// A part of a file that fits memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub(crate) path: PathBuf,
    /// The first record, and how many there are.
    pub(crate) first: u64,
    pub(crate) records: u64,
    /// How many of them are for training.
    pub(crate) kept: u64,
}

/// Everything to learn from, ready to be read in random order.
#[derive(Clone, Debug)]
pub struct DataSet {
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) sorter: Sorter,
    pub(crate) seed: u64,
    /// Positions to validate with.
    pub validation: Vec<Record>,
    /// Positions to learn from.
    pub training: u64,
    /// Positions left out, of all files.
    pub left_out: LeftOut,
}

impl DataSet {
    /// Reads all files once, checks them, and scatters them if need be into `folder`. `reading` is told meanwhile how many
    /// bytes were read so far, and of how many.
    ///
    /// # Errors
    /// What is wrong with which file.
    pub fn prepare(
        settings: &DataSettings,
        folder: &Path,
        reading: &mut dyn FnMut(u64, u64),
    ) -> Result<DataSet, TrainError> {
        let total = settings.lengths()?.iter().sum();
        let mut done = 0;
        let mut reading = |bytes: u64| {
            done += bytes;
            reading(done, total);
        };
        let mut data = if settings.shuffled {
            survey(settings, &mut reading)?
        } else {
            crate::scatter::scatter(settings, folder, &mut reading)?
        };
        if !settings.validation.is_empty() {
            let (records, left_out) = validation(settings, &mut reading)?;
            data.validation = records;
            data.left_out += left_out;
        }
        Ok(data)
    }
}

/// The format that a name tells. Names are written down as text, so one that is none is refused here.
pub(crate) fn format(path: &Path) -> Result<Format, TrainError> {
    if path.to_str().is_none() {
        let words = format!("{}: give it a name in UTF-8", path.display());
        return Err(TrainError::Settings(words));
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("bf" | "bullet" | "data") => Ok(Format::Bullet),
        Some("vf" | "viri") => Ok(Format::Viri),
        _ => Err(TrainError::UnknownFormat {
            path: path.to_path_buf(),
        }),
    }
}

/// Calls `with` for each record of a file, with a key that is the same for what must not be parted. It says which positions
/// of games the filter left out.
pub(crate) fn read_file(
    path: &Path,
    games: GameFilter,
    reading: &mut dyn FnMut(u64),
    with: &mut dyn FnMut(Record, u64),
) -> Result<LeftOut, TrainError> {
    match format(path)? {
        Format::Bullet => {
            read_records(path, 0, u64::MAX, reading, &mut |record| {
                with(record, record.position_hash());
            })?;
            Ok(LeftOut::default())
        }
        Format::Viri => {
            let file = File::open(path).map_err(at(path))?;
            let counted = Counted {
                inner: file,
                reading,
            };
            let mut reader = BufReader::with_capacity(1 << 18, counted);
            let read = read_games(&mut reader, games, &mut |record, game| with(record, game));
            let problem = |(number, problem)| TrainError::Game {
                path: path.to_path_buf(),
                number,
                problem,
            };
            read.map(|(_, left_out)| left_out).map_err(problem)
        }
    }
}

/// Calls `with` for at most `count` records of a file of bulletformat, from record `first` (from 0) on.
pub(crate) fn read_records(
    path: &Path,
    first: u64,
    count: u64,
    reading: &mut dyn FnMut(u64),
    with: &mut dyn FnMut(Record),
) -> Result<(), TrainError> {
    let mut file = File::open(path).map_err(at(path))?;
    let bytes = file.metadata().map_err(at(path))?.len();
    if !bytes.is_multiple_of(Record::BYTES as u64) {
        return Err(TrainError::Cut {
            path: path.to_path_buf(),
            bytes,
        });
    }
    let start = first.saturating_mul(Record::BYTES as u64);
    file.seek(SeekFrom::Start(start)).map_err(at(path))?;
    let limit = count.saturating_mul(Record::BYTES as u64);
    let mut reader = file.take(limit);
    let mut buffer = vec![0; 1 << 18];
    let (mut filled, mut number) = (0, first);
    loop {
        let read = reader.read(&mut buffer[filled..]).map_err(at(path))?;
        if read == 0 {
            break;
        }
        reading(read as u64);
        filled += read;
        let (records, _) = buffer[..filled].as_chunks();
        for bytes in records {
            number += 1;
            with(
                Record::from_bytes(*bytes).map_err(|error| TrainError::Record {
                    path: path.to_path_buf(),
                    number,
                    error,
                })?,
            );
        }
        let whole = filled - filled % Record::BYTES;
        buffer.copy_within(whole..filled, 0);
        filled -= whole;
    }
    // The length was a whole number of records a moment ago.
    if filled > 0 {
        return Err(TrainError::Changed {
            path: path.to_path_buf(),
        });
    }
    Ok(())
}

/// A file that tells how much of it was read.
struct Counted<'a> {
    inner: File,
    reading: &'a mut dyn FnMut(u64),
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(buffer)?;
        (self.reading)(read as u64);
        Ok(read)
    }
}

/// Takes at most so many of those that come, each as likely as any other (reservoir sampling, Vitter's algorithm R, 1985).
pub(crate) struct Reservoir {
    pub(crate) kept: Vec<Record>,
    most: usize,
    seen: usize,
    random: fastrand::Rng,
}

impl Reservoir {
    pub(crate) fn new(most: usize, seed: u64) -> Reservoir {
        Reservoir {
            kept: Vec::new(),
            most,
            seen: 0,
            random: fastrand::Rng::with_seed(seed),
        }
    }

    pub(crate) fn add(&mut self, record: Record) {
        self.seen += 1;
        if self.kept.len() < self.most {
            self.kept.push(record);
            return;
        }
        let place = self.random.usize(..self.seen);
        if let Some(kept) = self.kept.get_mut(place) {
            *kept = record;
        }
    }

    /// How many came that are not kept.
    pub(crate) fn spare(&self) -> u64 {
        (self.seen - self.kept.len()) as u64
    }
}

/// The positions of the files that are for validation alone.
fn validation(
    settings: &DataSettings,
    reading: &mut dyn FnMut(u64),
) -> Result<(Vec<Record>, LeftOut), TrainError> {
    let mut reservoir = Reservoir::new(settings.most_validation, settings.seed);
    let mut left_out = LeftOut::default();
    for path in &settings.validation {
        let (sorter, mut beyond) = (settings.sorter(), 0);
        left_out += read_file(
            path,
            settings.games,
            reading,
            &mut |record, key| match sorter.fate(&record, key) {
                Fate::LeftOut => beyond += 1,
                Fate::Training | Fate::Validation => reservoir.add(record),
            },
        )?;
        left_out.score += beyond;
    }
    left_out.spare = reservoir.spare();
    Ok((reservoir.kept, left_out))
}

impl DataSettings {
    /// The length of each file in bytes, those for validation last. Nothing but plain files will do.
    pub(crate) fn lengths(&self) -> Result<Vec<u64>, TrainError> {
        let length = |path: &PathBuf| {
            format(path)?;
            let metadata = std::fs::metadata(path).map_err(at(path))?;
            if !metadata.is_file() {
                let path = path.clone();
                return Err(TrainError::NoFile { path });
            }
            Ok(metadata.len())
        };
        let files = self.files.iter().chain(&self.validation);
        files.map(length).collect()
    }

    pub(crate) fn sorter(&self) -> Sorter {
        Sorter {
            max_score: self.max_score,
            holdout: if self.validation.is_empty() {
                self.holdout
            } else {
                0
            },
        }
    }
}

/// Files that are shuffled already: cut into chunks, checked and counted.
fn survey(settings: &DataSettings, reading: &mut dyn FnMut(u64)) -> Result<DataSet, TrainError> {
    let sorter = settings.sorter();
    let mut reservoir = Reservoir::new(settings.most_validation, settings.seed);
    let (mut chunks, mut left_out) = (Vec::new(), LeftOut::default());
    for path in &settings.files {
        if format(path)? == Format::Viri {
            let words = format!("{}: games are never shuffled", path.display());
            return Err(TrainError::Settings(words));
        }
        let length = std::fs::metadata(path).map_err(at(path))?.len();
        let all = length / Record::BYTES as u64;
        // At least once, so that a file too short for a record is complained about.
        for first in (0..all.max(1)).step_by(CHUNK_RECORDS as usize) {
            let records = CHUNK_RECORDS.min(all - first);
            let mut kept = 0;
            read_records(path, first, records, reading, &mut |record| match sorter
                .fate(&record, record.position_hash())
            {
                Fate::Training => kept += 1,
                Fate::Validation => reservoir.add(record),
                Fate::LeftOut => left_out.score += 1,
            })?;
            chunks.push(Chunk {
                path: path.clone(),
                first,
                records,
                kept,
            });
        }
    }
    left_out.spare = reservoir.spare();
    Ok(DataSet {
        training: chunks.iter().map(|chunk| chunk.kept).sum(),
        chunks,
        sorter,
        seed: settings.seed,
        validation: reservoir.kept,
        left_out,
    })
}
