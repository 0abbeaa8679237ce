//! How many positions a second are learnt on real data: `training_speed FILE.bf [HIDDEN] [THREADS] [SECONDS]`.
//!
//! Tells apart decoding (on a thread of its own in a training), gradients and steps; all figures are of the steady state,
//! for the threads given. Where the system tells how long a thread really ran (Linux), gradients are also told a second of
//! that, for all batches and for the quickest tenth of them: the figures for one core, of which the latter is disturbed
//! least by what else the machine does.

use cutaway_trainer::{AdamW, Batch, Loss, Parameters, Record, Rounded, Target, Worker};
use std::io::Read;
use std::time::{Duration, Instant};

const BATCH: usize = 16_384;
const BATCHES: usize = 12;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.first().expect("give a file in bulletformat");
    let number = |at: usize, default: usize| {
        arguments
            .get(at)
            .map_or(default, |text| text.parse().expect("give a number"))
    };
    let (hidden, threads, seconds) = (number(1, 256), number(2, 1), number(3, 5));
    let mut bytes = vec![0; BATCHES * BATCH * Record::BYTES];
    let mut reader = std::fs::File::open(file).expect("the file can be opened");
    reader
        .read_exact(&mut bytes)
        .expect("the file has 200,000 records");
    let records: Vec<Record> = bytes
        .as_chunks()
        .0
        .iter()
        .map(|bytes| Record::from_bytes(*bytes).expect("the records are positions"))
        .collect();
    let target = Target {
        k: 270.0,
        result_weight: 0.0,
    };
    let mut batches = vec![Batch::default(); BATCHES];
    let decode = |batches: &mut Vec<Batch>| {
        for (batch, records) in batches.iter_mut().zip(records.chunks(BATCH)) {
            batch.fill(records, &target);
        }
    };
    decode(&mut batches);
    let begun = Instant::now();
    decode(&mut batches);
    let positions = (BATCHES * BATCH) as f64;
    tell("decoding", positions, begun.elapsed());
    learn(
        &batches,
        hidden,
        threads,
        Duration::from_secs(seconds as u64),
    );
}

fn learn(batches: &[Batch], hidden: usize, threads: usize, time: Duration) {
    let mut parameters = Parameters::random(hidden, 1);
    let mut network = Rounded::new(&parameters);
    let mut adam = AdamW::new(hidden, 0.01);
    let mut workers: Vec<Worker> = (0..threads).map(|_| Worker::new(hidden)).collect();
    let (mut gradients, mut steps) = (Duration::ZERO, Duration::ZERO);
    let mut times_of_threads = Vec::new();
    let (mut positions, mut loss) = (0, 0.0);
    let begun = Instant::now();
    for batch in batches.iter().cycle() {
        let at = Instant::now();
        let pieces: Vec<_> = batch.pieces(Worker::PIECE).collect();
        network.update(&parameters);
        let (pieces, network) = (&pieces, &network);
        loss = std::thread::scope(|scope| {
            let running = workers.iter_mut().enumerate().map(|(first, worker)| {
                scope.spawn(move || -> (f64, Option<Duration>) {
                    let own = pieces.iter().skip(first).step_by(threads);
                    let loss = own
                        .map(|samples| worker.add(network, *samples, Loss { power: 2.0 }))
                        .sum();
                    (loss, time_of_thread())
                })
            });
            let running: Vec<_> = running.collect();
            let (mut total, mut time) = (0.0, Some(Duration::ZERO));
            for thread in running {
                let (loss, of_thread) = thread.join().expect("no thread dies");
                total += loss;
                time = time.zip(of_thread).map(|(sum, more)| sum + more);
            }
            times_of_threads.extend(time);
            total
        }) / batch.len() as f64;
        gradients += at.elapsed();
        let at = Instant::now();
        adam.step(&mut parameters, &mut workers, batch.len(), 0.001);
        steps += at.elapsed();
        positions += batch.len();
        if begun.elapsed() > time {
            break;
        }
    }
    let positions = positions as f64;
    println!("{hidden} columns, {threads} threads");
    tell("gradients", positions, gradients);
    times_of_threads.sort_unstable();
    if let Some(quick) = times_of_threads.get(times_of_threads.len() / 10) {
        tell("per core", positions, times_of_threads.iter().sum());
        tell("quickest", BATCH as f64, *quick);
    }
    tell("steps", positions, steps);
    tell("both", positions, gradients + steps);
    println!("loss of the last batch {loss:.5}");
}

/// How long this thread ran so far, without the times it waited for a core.
fn time_of_thread() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

fn tell(what: &str, positions: f64, time: Duration) {
    let seconds = time.as_secs_f64();
    println!(
        "{what:10} {:7.3} M positions/s {:7.1} ns each",
        positions / seconds / 1e6,
        seconds * 1e9 / positions
    );
}
