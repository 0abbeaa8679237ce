//! The first half of the shuffle: every record goes to one of some bucket files, by chance.
//!
//! When all are written, a small file says so, with the settings they were made by; a training that goes on takes the
//! buckets as they are. They hold what is for training only, and lie in the folder of the training, which needs as much
//! room again as the data.

use crate::data::{
    Chunk, DataSet, DataSettings, Fate, Format, Reservoir, Sorter, format, read_file, read_records,
};
use crate::error::{TrainError, at};
use crate::files::write_whole;
use crate::left_out::LeftOut;
use crate::record::Record;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// How large a bucket is to be, in records: smaller than what is shuffled at a time.
const BUCKET_RECORDS: u64 = 3 << 19;

/// The most bucket files: a process may not have many more open.
const MOST_BUCKETS: u64 = 512;

/// What the folder says of its buckets.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    settings: DataSettings,
    /// The length of each file that they were made from.
    lengths: Vec<u64>,
    /// The number of records of each bucket.
    buckets: Vec<u64>,
    left_out: LeftOut,
}

/// Scatters the files, or finds that this was done.
pub(crate) fn scatter(
    settings: &DataSettings,
    folder: &Path,
    reading: &mut dyn FnMut(u64),
) -> Result<DataSet, TrainError> {
    std::fs::create_dir_all(folder).map_err(at(folder))?;
    let mut lengths = Vec::new();
    for path in &settings.files {
        lengths.push(std::fs::metadata(path).map_err(at(path))?.len());
    }
    let manifest_path = folder.join("shuffled.json");
    let text = std::fs::read(&manifest_path).unwrap_or_default();
    let before: Option<Manifest> = serde_json::from_slice(&text).ok();
    let before =
        before.filter(|manifest| manifest.settings == *settings && manifest.lengths == lengths);
    let manifest = match before.filter(|manifest| is_there(manifest, folder)) {
        Some(manifest) => {
            reading(lengths.iter().sum());
            manifest
        }
        None => {
            let manifest = write_buckets(settings, folder, lengths, reading)?;
            let text = serde_json::to_vec_pretty(&manifest)
                .expect("numbers and names in UTF-8 can be written");
            write_whole(&manifest_path, &[&text])?;
            manifest
        }
    };
    let mut validation = Vec::new();
    if settings.validation.is_empty() {
        read_records(
            &validation_path(folder),
            0,
            u64::MAX,
            &mut |_| {},
            &mut |record| {
                validation.push(record);
            },
        )?;
    }
    let chunks = (0..)
        .zip(&manifest.buckets)
        .map(|(number, &records)| Chunk {
            path: bucket_path(folder, number),
            first: 0,
            records,
            kept: records,
        });
    Ok(DataSet {
        chunks: chunks.collect(),
        // They were sorted when they were scattered.
        sorter: Sorter {
            max_score: u16::MAX,
            holdout: 0,
        },
        seed: settings.seed,
        validation,
        training: manifest.buckets.iter().sum(),
        left_out: manifest.left_out,
    })
}

fn bucket_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("bucket-{number:03}.bf"))
}

fn validation_path(folder: &Path) -> PathBuf {
    folder.join("validation.bf")
}

/// Whether the buckets are still as long as they were.
fn is_there(manifest: &Manifest, folder: &Path) -> bool {
    let length = |path: PathBuf| std::fs::metadata(path).map(|data| data.len()).ok();
    let mut buckets = (0..).zip(&manifest.buckets);
    buckets.all(|(number, records)| {
        length(bucket_path(folder, number)) == Some(records * Record::BYTES as u64)
    }) && length(validation_path(folder)).is_some()
}

fn write_buckets(
    settings: &DataSettings,
    folder: &Path,
    lengths: Vec<u64>,
    reading: &mut dyn FnMut(u64),
) -> Result<Manifest, TrainError> {
    let mut expected = 0;
    for (path, length) in settings.files.iter().zip(&lengths) {
        // A position of a game takes four bytes.
        expected += match format(path)? {
            Format::Bullet => length / Record::BYTES as u64,
            Format::Viri => length / 4,
        };
    }
    let count = expected.div_ceil(BUCKET_RECORDS).clamp(1, MOST_BUCKETS) as usize;
    let mut buckets = Vec::new();
    for number in 0..count {
        buckets.push(Bucket::create(bucket_path(folder, number))?);
    }
    let mut reservoir = Reservoir::new(settings.most_validation, settings.seed);
    let mut random = fastrand::Rng::with_seed(settings.seed);
    let (sorter, mut left_out, mut failure) = (settings.sorter(), LeftOut::default(), Ok(()));
    for path in &settings.files {
        let mut beyond = 0;
        left_out += read_file(
            path,
            settings.games,
            reading,
            &mut |record, key| match sorter.fate(&record, key) {
                Fate::LeftOut => beyond += 1,
                Fate::Validation => reservoir.add(record),
                Fate::Training if failure.is_ok() => {
                    failure = buckets[random.usize(..count)].add(&record);
                }
                Fate::Training => {}
            },
        )?;
        left_out.score += beyond;
        // What could not be written is told after the file in which it happened; the rest of that is only read.
        std::mem::replace(&mut failure, Ok(()))?;
    }
    left_out.spare = reservoir.spare();
    let mut kept = Bucket::create(validation_path(folder))?;
    for record in &reservoir.kept {
        kept.add(record)?;
    }
    kept.finish()?;
    let mut sizes = Vec::new();
    for bucket in buckets {
        sizes.push(bucket.finish()?);
    }
    Ok(Manifest {
        settings: settings.clone(),
        lengths,
        buckets: sizes,
        left_out,
    })
}

/// A file that records go to.
struct Bucket {
    path: PathBuf,
    file: BufWriter<File>,
    records: u64,
}

impl Bucket {
    fn create(path: PathBuf) -> Result<Bucket, TrainError> {
        let file = File::create(&path).map_err(at(&path))?;
        Ok(Bucket {
            path,
            file: BufWriter::with_capacity(1 << 16, file),
            records: 0,
        })
    }

    fn add(&mut self, record: &Record) -> Result<(), TrainError> {
        self.records += 1;
        self.file.write_all(record.bytes()).map_err(at(&self.path))
    }

    fn finish(mut self) -> Result<u64, TrainError> {
        self.file.flush().map_err(at(&self.path))?;
        Ok(self.records)
    }
}
