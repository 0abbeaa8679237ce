//! Control-C: the first one stops what runs, a second one before that has answered ends the program, and where nothing
//! runs it does no harm.
//!
//! While a line of the console is edited the terminal hands Control-C on as a key like any other, and `reader` deals with
//! it; only what comes before and after arrives here, as a signal. Elsewhere than on a terminal the console leaves the
//! signal alone. Commands that play games for long wait for it wherever they run. On systems without signals it does what
//! it always does.

use crate::driver::Message;
use crate::output;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::mpsc::Sender;

/// What a shell calls the end by Control-C.
const ENDED_BY_INTERRUPT: u8 = 130;

/// Nothing runs that could be stopped.
const IDLE: u8 = 0;
/// Something runs.
const BUSY: u8 = 1;
/// What runs was told to stop and has not answered yet.
#[cfg(unix)]
const STOPPING: u8 = 2;

/// What the next Control-C means.
#[derive(Default)]
pub struct Interrupts {
    state: Arc<AtomicU8>,
}

impl Interrupts {
    /// Starts to wait for the signal. To be called before other threads are started: those that begin later inherit that
    /// the signal is held back from them.
    #[cfg(unix)]
    pub fn start(messages: Sender<Message>) -> std::io::Result<Interrupts> {
        let interrupts = Interrupts::default();
        let state = Arc::clone(&interrupts.state);
        wait_for_signals(move || {
            // Where nothing runs yet, the message still goes behind a line that was read already and may start something.
            if !begin_to_stop(&state) || messages.send(Message::Interrupt).is_err() {
                std::process::exit(ENDED_BY_INTERRUPT.into());
            }
        })?;
        Ok(interrupts)
    }

    /// There are no signals to wait for.
    #[cfg(not(unix))]
    pub fn start(_messages: Sender<Message>) -> std::io::Result<Interrupts> {
        Ok(Interrupts::default())
    }

    /// Tells whether something runs. When it no longer does, the next Control-C is a first one again.
    pub fn set_busy(&self, is_busy: bool) {
        if is_busy {
            // If it is to stop already, that stays so.
            let (relaxed, state) = (Ordering::Relaxed, &self.state);
            let _ = state.compare_exchange(IDLE, BUSY, relaxed, relaxed);
        } else {
            self.state.store(IDLE, Ordering::Relaxed);
        }
    }
}

/// Whether a command that plays games is to end with those it has.
#[derive(Default)]
pub struct Stop {
    is_asked: Arc<AtomicBool>,
}

impl Stop {
    /// Waits for Control-C from now on: the first one asks, a second one ends the program. To be called before other
    /// threads are started, as [`Interrupts::start`].
    #[cfg(unix)]
    pub fn by_interrupt() -> std::io::Result<Stop> {
        let stop = Stop::default();
        let is_asked = Arc::clone(&stop.is_asked);
        wait_for_signals(move || {
            if is_asked.swap(true, Ordering::Relaxed) {
                std::process::exit(ENDED_BY_INTERRUPT.into());
            }
            output::note(
                "stopping as soon as the games under way are over; Control-C again ends at once",
            );
        })?;
        Ok(stop)
    }

    /// There are no signals to wait for.
    #[cfg(not(unix))]
    pub fn by_interrupt() -> std::io::Result<Stop> {
        Ok(Stop::default())
    }

    /// Whether it was asked for.
    pub fn is_asked(&self) -> bool {
        self.is_asked.load(Ordering::Relaxed)
    }

    /// The end of a command that has stopped and told what it has; `is_kept`: whether a file holds it.
    pub fn ending(&self, is_kept: bool) -> ExitCode {
        output::note(match is_kept {
            true => "stopped by Control-C; the same command goes on from here",
            false => {
                "stopped by Control-C; a command with --resume FILE can go on where it was stopped"
            }
        });
        ExitCode::from(ENDED_BY_INTERRUPT)
    }
}

/// Takes in a Control-C; `false` if it is a second one, which ends the program.
#[cfg(unix)]
fn begin_to_stop(state: &AtomicU8) -> bool {
    let relaxed = Ordering::Relaxed;
    state.compare_exchange(BUSY, STOPPING, relaxed, relaxed) != Err(STOPPING)
}

/// Holds the signal of Control-C back from all threads and starts one that calls `act` at each.
#[cfg(unix)]
fn wait_for_signals(mut act: impl FnMut() + Send + 'static) -> std::io::Result<()> {
    use nix::sys::signal::{SigSet, Signal};
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGINT);
    signals.thread_block()?;
    let wait = move || {
        while signals.wait().is_ok() {
            act();
        }
    };
    std::thread::Builder::new()
        .name("interrupts".to_string())
        .spawn(wait)?;
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_what_runs_is_ended_by_a_second_one() {
        let interrupts = Interrupts::default();
        let press = || begin_to_stop(&interrupts.state);
        assert!(press() && press());
        interrupts.set_busy(true);
        assert!(press());
        // It has told something, and still runs.
        interrupts.set_busy(true);
        assert!(!press());
        interrupts.set_busy(false);
        assert!(press() && press());
        interrupts.set_busy(true);
        assert!(press());
    }
}
