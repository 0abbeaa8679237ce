//! Batches, one after the other, made ready ahead of whoever learns from them.
//!
//! Two threads: one reads a chunk of records and shuffles it while the one before is being used, the other turns records
//! into features, one batch ahead. The order depends on the seed and on nothing else, and a stream can begin at any
//! batch: so a training that goes on sees what it would have seen.

use crate::batch::{Batch, Target};
use crate::data::{Chunk, DataSet, Fate, read_records};
use crate::error::TrainError;
use crate::record::{Record, mix};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

/// Which batches of how many records.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// Records in a batch.
    pub(crate) size: usize,
    /// The first batch.
    pub(crate) from: u64,
    /// The batch after the last.
    pub(crate) to: u64,
}

/// The batches of a training.
#[derive(Debug)]
pub(crate) struct Stream {
    ready: Receiver<Result<Batch, TrainError>>,
    used: Sender<Batch>,
}

impl Stream {
    /// Begins to read.
    pub(crate) fn start(data: Arc<DataSet>, span: Span, target: Target) -> Stream {
        // One chunk waits while one is used and one is read, and two batches wait.
        let (chunks, chunks_ready) = sync_channel(1);
        let (batches, ready) = sync_channel(1);
        let (used, empty) = channel();
        std::thread::spawn(move || read_chunks(&data, span, &chunks));
        std::thread::spawn(move || make_batches(chunks_ready, span, target, &batches, &empty));
        Stream { ready, used }
    }

    /// The next batch; none after the last.
    pub(crate) fn next(&mut self) -> Option<Result<Batch, TrainError>> {
        self.ready.recv().ok()
    }

    /// Gives a batch back, for its memory to be used again.
    pub(crate) fn give_back(&mut self, batch: Batch) {
        // When all batches are made nobody needs it.
        let _ = self.used.send(batch);
    }
}

/// The chunks in the order of one pass.
fn order(chunks: usize, seed: u64, pass: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..chunks).collect();
    fastrand::Rng::with_seed(mix(seed ^ mix(pass))).shuffle(&mut order);
    order
}

fn read_chunks(data: &DataSet, span: Span, chunks: &SyncSender<Result<Vec<Record>, TrainError>>) {
    let size = span.size as u64;
    let mut wanted = (span.to - span.from) * size;
    let begin = span.from * size;
    let mut skip = begin % data.training.max(1);
    for pass in begin / data.training.max(1).. {
        for number in order(data.chunks.len(), data.seed, pass) {
            let chunk = &data.chunks[number];
            if skip >= chunk.kept {
                skip -= chunk.kept;
                continue;
            }
            let records = load(chunk, data).map(|mut records| {
                let seed = mix(mix(data.seed ^ pass) ^ number as u64);
                fastrand::Rng::with_seed(seed).shuffle(&mut records);
                records.drain(..skip as usize);
                records
            });
            skip = 0;
            let (failed, count) = match &records {
                Ok(records) => (false, records.len() as u64),
                Err(_) => (true, 0),
            };
            // Whoever waits for the records may have gone.
            if chunks.send(records).is_err() || failed || count >= wanted {
                return;
            }
            wanted -= count;
        }
    }
}

/// The records of a chunk that are for training.
fn load(chunk: &Chunk, data: &DataSet) -> Result<Vec<Record>, TrainError> {
    let mut records = Vec::with_capacity(chunk.kept as usize);
    read_records(
        &chunk.path,
        chunk.first,
        chunk.records,
        &mut |_| {},
        &mut |record| {
            if data.sorter.fate(&record, record.position_hash()) == Fate::Training {
                records.push(record);
            }
        },
    )?;
    if records.len() as u64 != chunk.kept {
        return Err(TrainError::Changed {
            path: chunk.path.clone(),
        });
    }
    Ok(records)
}

fn make_batches(
    chunks: Receiver<Result<Vec<Record>, TrainError>>,
    span: Span,
    target: Target,
    batches: &SyncSender<Result<Batch, TrainError>>,
    empty: &Receiver<Batch>,
) {
    let mut left = span.to - span.from;
    // Makes a batch and sends it; says whether anybody wants more.
    let mut emit = |records: &[Record]| {
        if left == 0 {
            return false;
        }
        left -= 1;
        let mut batch = empty.try_recv().unwrap_or_default();
        batch.fill(records, &target);
        batches.send(Ok(batch)).is_ok()
    };
    let mut begun: Vec<Record> = Vec::with_capacity(span.size);
    for chunk in chunks {
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => {
                // If nobody hears it nobody waits for it.
                let _ = batches.send(Err(error));
                return;
            }
        };
        let missing = (span.size - begun.len()).min(chunk.len());
        let (first, rest) = chunk.split_at(missing);
        begun.extend_from_slice(first);
        if begun.len() < span.size {
            continue;
        }
        let mut whole = rest.chunks_exact(span.size);
        let remainder = whole.remainder();
        if !emit(&begun) || !whole.all(&mut emit) {
            return;
        }
        begun.clear();
        begun.extend_from_slice(remainder);
    }
}
