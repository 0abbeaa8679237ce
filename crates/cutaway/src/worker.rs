//! The thread that owns the pool and does the session's jobs, behind a net: a job that panics is reported with its
//! position and settings, and the next one gets a fresh pool.

use crate::driver::Message;
use crate::{files, output};
use cutaway_lab::{network_file, syzygy};
use cutaway_protocol::{Job, Outcome};
use cutaway_search::{Control, Pool, STACK_BYTES};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

/// A job, its number, and the handle to stop it.
pub type Assignment = (u64, Job, Arc<Control>);

/// Starts the thread. Events and outcomes go to `messages`.
pub fn start(assignments: Receiver<Assignment>, messages: Sender<Message>) -> std::io::Result<()> {
    let work = move || {
        let mut pool = make_pool(None);
        for (number, job, control) in assignments {
            let outcome = run_guarded(job, &mut pool, |job, pool| match job {
                Job::Read(path) => Outcome::File(network_file::read(&path)),
                Job::OpenTables(path) => {
                    let opened = syzygy::open(&path);
                    Outcome::Tables(opened.base, opened.words)
                }
                Job::Write(path, bytes) => Outcome::Written(write(Path::new(&path), &bytes)),
                job => job.run(pool, &control, &mut |event| {
                    // A session that has ended needs no events.
                    let _ = messages.send(Message::Event(number, event));
                }),
            });
            if messages.send(Message::Done(number, outcome)).is_err() {
                return;
            }
        }
    };
    std::thread::Builder::new()
        .name("search".to_string())
        .stack_size(STACK_BYTES)
        .spawn(work)?;
    Ok(())
}

/// Writes a file that `export_net` names: a network that was there is whole until the new one is. To write to a pipe that
/// nobody reads would keep all searches waiting.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        return Err("it is no plain file".to_string());
    }
    files::replace(path, bytes).map_err(|error| error.to_string())
}

/// A pool with so many MiB of table and so many threads, or of the size to begin with where there is no memory for that;
/// none where there is not even that much. The next job then tries again.
fn make_pool(size: Option<(usize, usize)>) -> Option<Pool> {
    let make = || match size {
        Some((hash, threads)) => Pool::with_size(hash, threads),
        None => Pool::new(),
    };
    catch_unwind(make).ok()
}

/// Runs a job; if it panics, says on standard error what it was and puts a fresh pool of the same size in place.
fn run_guarded(
    job: Job,
    pool: &mut Option<Pool>,
    run: impl FnOnce(Job, &mut Pool) -> Outcome,
) -> Outcome {
    let size = pool.as_ref().map(|pool| (pool.hash_mib(), pool.threads()));
    let description = job.describe();
    // The pool may be left in any state; it is thrown away.
    let run = AssertUnwindSafe(|| run(job, pool.get_or_insert_with(Pool::new)));
    catch_unwind(run).unwrap_or_else(|payload| {
        let (hash, threads) = size.unwrap_or_default();
        output::note(&format!(
            "cutaway: a thread panicked while it did this:\n{description}\nhash {hash} MiB, {threads} threads"
        ));
        // What it holds goes first: it may be just that there was no memory for more.
        drop(pool.take());
        *pool = make_pool(size);
        Outcome::Panicked(panic_message(payload.as_ref()))
    })
}

/// The words of a panic.
pub fn panic_message(payload: &(dyn std::any::Any + Send)) -> String {
    let words = payload
        .downcast_ref::<&str>()
        .map(|words| (*words).to_string());
    words
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cutaway_chess::Position;
    use cutaway_protocol::{Action, Input, Session};
    use cutaway_search::Clock;

    /// The lines and the job that a session gives for a line.
    fn type_line(session: &mut Session, text: &str) -> (Vec<String>, Option<(u64, Job)>) {
        sort(session.handle(Input::Line(text.to_string(), Clock::start())))
    }

    fn sort(actions: Vec<Action>) -> (Vec<String>, Option<(u64, Job)>) {
        let (mut lines, mut started) = (Vec::new(), None);
        for action in actions {
            match action {
                Action::Write(line) => lines.push(line),
                Action::Start { number, job } => started = Some((number, job)),
                _ => {}
            }
        }
        (lines, started)
    }

    #[test]
    fn a_search_that_panics_is_answered_and_the_next_one_runs() {
        let mut session = Session::uci();
        let mut pool = make_pool(Some((8, 2)));
        let (_, started) = type_line(&mut session, "go depth 3");
        let (number, job) = started.unwrap();
        let outcome = run_guarded(job, &mut pool, |_, _| panic!("injected by the test"));
        let size =
            |pool: &Option<Pool>| pool.as_ref().map(|pool| (pool.hash_mib(), pool.threads()));
        assert_eq!(size(&pool), Some((8, 2)));
        let (lines, _) = sort(session.handle(Input::Done(number, outcome)));
        assert!(lines[0].contains("injected by the test"), "{lines:?}");
        let best = lines[1].strip_prefix("bestmove ").unwrap();
        assert!(Position::startpos().parse_uci(best).is_ok(), "{best}");

        // As if there had been no memory for a fresh one.
        pool = None;
        let (number, job) = type_line(&mut session, "go depth 3").1.unwrap();
        let outcome = run_guarded(job, &mut pool, |job, pool| {
            job.run(pool, &Control::default(), &mut |_| {})
        });
        let (lines, _) = sort(session.handle(Input::Done(number, outcome)));
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    }
}
