//! A training from its settings to its network: batches in, steps taken, checkpoints written, the curve drawn up.
//!
//! It works in a folder: the buckets of the shuffle, the checkpoint, the curve as a table. Called again with the same
//! settings and folder it goes on where it was. What it tells meanwhile goes to whoever called, who may also end it.

use crate::batch::{Batch, Target};
use crate::checkpoint::{DataSize, State};
use crate::data::{DataSet, DataSettings};
use crate::error::TrainError;
use crate::files::write_whole;
use crate::gradient::{Loss, Worker, mean_square_error};
use crate::left_out::LeftOut;
use crate::optimizer::AdamW;
use crate::parameters::{COLUMNS, MAX_HIDDEN, Parameters};
use crate::rounded::Rounded;
use crate::schedule::Schedule;
use crate::stream::{Span, Stream};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::fs::{File, TryLockError};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// Everything that decides what network comes out, but for the number of threads: that changes in which order numbers are
/// added, and so their last bits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// What is learnt from.
    pub data: DataSettings,
    /// Width of the hidden layer: a multiple of 32, up to 2048.
    pub hidden: usize,
    /// Positions in a batch, 1 to 4,194,304.
    pub batch: usize,
    /// How often the data is gone through, more than 0; a part of a pass is allowed.
    pub passes: f64,
    /// The learning rate.
    pub schedule: Schedule,
    /// Weight decay of AdamW: by what share of itself, times the learning rate, a weight shrinks a step; 0 to 1.
    pub decay: f32,
    /// What the network is to answer.
    pub target: Target,
    /// What is made small.
    pub loss: Loss,
    /// What the first weights come from.
    pub seed: u64,
}

/// A point of the loss curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Batches so far.
    pub batch: u64,
    /// Positions so far.
    pub positions: u64,
    /// The learning rate of the last of these batches.
    pub rate: f32,
    /// The mean loss of the batches since the point before.
    pub training: f64,
    /// The mean square error on the positions for validation, if there are any.
    pub validation: Option<f64>,
}

/// What a training tells.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// Files are read: so many bytes of so many.
    Reading(u64, u64),
    /// The data is ready.
    Ready {
        /// Positions to learn from.
        training: u64,
        /// Positions to validate with.
        validation: usize,
        /// Positions left out, of all files.
        left_out: LeftOut,
        /// The batches of the training.
        batches: u64,
        /// How many of them were done before.
        done: u64,
    },
    /// A batch was learnt.
    Batch {
        /// Batches so far.
        done: u64,
        /// The mean loss of the last one.
        loss: f64,
    },
    /// A point of the curve, and a checkpoint.
    Point(Point),
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights.
    pub parameters: Parameters,
    /// The curve.
    pub points: Vec<Point>,
    /// Whether it came to its end, and was not stopped before.
    pub finished: bool,
    /// Positions to learn from.
    pub training: u64,
}

/// The fewest batches between two points of the curve, and the most.
const POINT_EVERY: (u64, u64) = (64, 1024);
/// How many points a curve has, as far as that allows it.
const POINTS: u64 = 60;

/// The name of the checkpoint in the folder.
pub const CHECKPOINT: &str = "checkpoint.bin";
/// The name of the curve in the folder.
pub const CURVE: &str = "curve.csv";

/// Takes the folder for this process. The system gives it back when the file is closed, however the process ends; the file
/// stays, since to remove it could take the lock of somebody who came meanwhile.
fn lock(folder: &Path) -> Result<File, TrainError> {
    let path = folder.join("lock");
    let file = File::create(&path).map_err(crate::error::at(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(TrainError::InUse {
            folder: folder.to_path_buf(),
        }),
        Err(TryLockError::Error(error)) => Err(crate::error::at(&path)(error)),
    }
}

/// Trains, or goes on training, in `folder`, which nobody else may train in meanwhile. Whoever is told may break off after each [`Progress`] but
/// [`Progress::Reading`]; the training can then be gone on with.
///
/// # Errors
/// What is wrong with the settings, a file, or the checkpoint that is there.
pub fn train(
    settings: &Settings,
    threads: usize,
    folder: &Path,
    tell: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Trained, TrainError> {
    settings.check()?;
    std::fs::create_dir_all(folder).map_err(crate::error::at(folder))?;
    let _lock = lock(folder)?;
    let checkpoint = folder.join(CHECKPOINT);
    // Before the data is read: a checkpoint that does not fit is better known early.
    let lengths = settings.data.lengths()?;
    let state = State::load(settings, &lengths, &checkpoint)?;
    let data = DataSet::prepare(&settings.data, &folder.join("shuffled"), &mut |done, of| {
        let _ = tell(Progress::Reading(done, of));
    })?;
    let positions = (data.training as f64 * settings.passes) as u64;
    let batches = positions / settings.batch as u64;
    if batches == 0 {
        return Err(TrainError::TooFew {
            found: data.training,
            batch: settings.batch,
        });
    }
    let size = DataSize {
        lengths,
        training: data.training,
    };
    if let Some(state) = &state {
        state.check_size(&size, &checkpoint)?;
    }
    let state = state.unwrap_or_else(|| State {
        size: Some(size),
        parameters: Parameters::random(settings.hidden, settings.seed),
        adam: AdamW::new(settings.hidden, settings.decay),
        points: Vec::new(),
    });
    let ready = Progress::Ready {
        training: data.training,
        validation: data.validation.len(),
        left_out: data.left_out,
        batches,
        done: state.batch(),
    };
    let threads = threads.max(1);
    let mut run = Run {
        settings,
        folder,
        batches,
        validation: validation_batches(settings, &data),
        workers: (0..threads).map(|_| Worker::new(settings.hidden)).collect(),
        network: Rounded::new(&state.parameters),
        state,
    };
    let training = data.training;
    let finished = tell(ready).is_continue() && run.learn(Arc::new(data), tell)?;
    Ok(Trained {
        parameters: run.state.parameters,
        points: run.state.points,
        finished,
        training,
    })
}

impl Settings {
    fn check(&self) -> Result<(), TrainError> {
        let wrong = |words: &str| Err(TrainError::Settings(words.to_string()));
        let positive = |value: f32| value.is_finite() && value > 0.0;
        let share = |value: f32| (0.0..=1.0).contains(&value);
        if !(COLUMNS..=MAX_HIDDEN).contains(&self.hidden) || !self.hidden.is_multiple_of(COLUMNS) {
            return wrong("the hidden layer has a multiple of 32 columns, up to 2048");
        }
        if self.batch == 0 || self.batch > 1 << 22 {
            return wrong("a batch has 1 to 4194304 positions");
        }
        if !(self.passes.is_finite() && self.passes > 0.0) {
            return wrong("the passes must be more than none");
        }
        // It becomes the scale of the network, which is one of these.
        if !(1.0..=10_000.0).contains(&self.target.k) || self.target.k.fract() != 0.0 {
            return wrong("K must be a whole number of centipawns, 1 to 10000");
        }
        if !share(self.target.result_weight) {
            return wrong("the weight of the result must be within 0 and 1");
        }
        if !positive(self.schedule.rate) || !share(self.schedule.last) || !share(self.decay) {
            return wrong(
                "the learning rate must be positive, its last share and the decay within 0 and 1",
            );
        }
        if !(1.0..=8.0).contains(&self.loss.power) {
            return wrong("the power of the loss must be within 1 and 8");
        }
        Ok(())
    }
}

/// A training under way.
struct Run<'a> {
    settings: &'a Settings,
    folder: &'a Path,
    batches: u64,
    validation: Vec<Batch>,
    workers: Vec<Worker>,
    /// The weights as the batch under way sees them.
    network: Rounded,
    state: State,
}

impl Run<'_> {
    /// Learns to the end, or until told to stop; says which.
    fn learn(
        &mut self,
        data: Arc<DataSet>,
        tell: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<bool, TrainError> {
        let span = Span {
            size: self.settings.batch,
            from: self.state.batch(),
            to: self.batches,
        };
        let mut stream = Stream::start(data, span, self.settings.target);
        let every = (self.batches / POINTS).clamp(POINT_EVERY.0, POINT_EVERY.1);
        let (mut sum, mut since) = (0.0, 0);
        while self.state.batch() < self.batches {
            let Some(batch) = stream.next() else {
                let words = "the data came to an end before the training did";
                return Err(TrainError::Settings(words.into()));
            };
            let batch = batch?;
            let rate = self
                .settings
                .schedule
                .rate(self.state.batch(), self.batches);
            let loss = self.step(&batch, rate);
            stream.give_back(batch);
            if !loss.is_finite() {
                let words = "the loss is no number any more: try a lower learning rate";
                return Err(TrainError::Settings(words.into()));
            }
            sum += loss;
            since += 1;
            let done = self.state.batch();
            let told = tell(Progress::Batch { done, loss });
            let ends = done == self.batches;
            if done.is_multiple_of(every) || ends {
                let point = self.point(rate, sum / f64::from(since))?;
                (sum, since) = (0.0, 0);
                if tell(Progress::Point(point)).is_break() && !ends {
                    return Ok(false);
                }
            }
            // Stopped in between: the checkpoint before is good, and the rest is done anew.
            if told.is_break() && !ends {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// One step with the mean gradient of a batch; the batch's mean loss.
    fn step(&mut self, batch: &Batch, rate: f32) -> f64 {
        let pieces: Vec<_> = batch.pieces(Worker::PIECE).collect();
        self.network.update(&self.state.parameters);
        let (network, loss) = (&self.network, self.settings.loss);
        let threads = self.workers.len();
        // Each thread's pieces are always the same ones, so that sums come out the same.
        let share = |worker: &mut Worker, first: usize| -> f64 {
            let own = pieces.iter().skip(first).step_by(threads);
            own.map(|samples| worker.add(network, *samples, loss)).sum()
        };
        let (own, others) = self.workers.split_first_mut().expect("there is a thread");
        let total: f64 = std::thread::scope(|scope| {
            let running: Vec<_> = (1..)
                .zip(others)
                .map(|(first, worker)| scope.spawn(move || share(worker, first)))
                .collect();
            let mut total = share(own, 0);
            for thread in running {
                total += thread.join().expect("no piece is too large");
            }
            total
        });
        let state = &mut self.state;
        state
            .adam
            .step(&mut state.parameters, &mut self.workers, batch.len(), rate);
        total / batch.len() as f64
    }

    /// Adds a point to the curve and writes everything down.
    fn point(&mut self, rate: f32, training: f64) -> Result<Point, TrainError> {
        let point = Point {
            batch: self.state.batch(),
            positions: self.state.batch() * self.settings.batch as u64,
            rate,
            training,
            validation: self.validate(),
        };
        self.state.points.push(point);
        self.state
            .save(self.settings, &self.folder.join(CHECKPOINT))?;
        let table = table(&self.state.points);
        write_whole(&self.folder.join(CURVE), &[table.as_bytes()])?;
        Ok(point)
    }

    fn validate(&self) -> Option<f64> {
        let count: usize = self.validation.iter().map(Batch::len).sum();
        let parameters = &self.state.parameters;
        let error = |batch: &Batch| mean_square_error(parameters, batch) * batch.len() as f64;
        let share = self.validation.len().div_ceil(self.workers.len()).max(1);
        let total: f64 = std::thread::scope(|scope| {
            let shares = self.validation.chunks(share);
            let running: Vec<_> = shares
                .map(|batches| scope.spawn(move || batches.iter().map(error).sum::<f64>()))
                .collect();
            let sums = running.into_iter().map(|thread| thread.join());
            sums.map(|sum| sum.expect("a network can look at any batch"))
                .sum()
        });
        (count > 0).then(|| total / count as f64)
    }
}

fn validation_batches(settings: &Settings, data: &DataSet) -> Vec<Batch> {
    let pieces = data.validation.chunks(1 << 12);
    pieces
        .map(|records| {
            let mut batch = Batch::default();
            batch.fill(records, &settings.target);
            batch
        })
        .collect()
}

/// The curve as a table.
fn table(points: &[Point]) -> String {
    let mut table = String::from("batch,positions,rate,training,validation\n");
    for point in points {
        let validation = point
            .validation
            .map_or(String::new(), |error| format!("{error:.6}"));
        writeln!(
            table,
            "{},{},{:e},{:.6},{validation}",
            point.batch, point.positions, point.rate, point.training
        )
        .expect("writing to a text cannot fail");
    }
    table
}
