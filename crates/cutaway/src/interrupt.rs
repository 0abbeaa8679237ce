//! Control-C: the first one stops what runs, a second one before that has answered ends the program, and where nothing
//! runs it does no harm.
//!
//! While a line of the console is edited the terminal hands Control-C on as a key like any other, and `reader` deals with
//! it; only what comes before and after arrives here, as a signal. Elsewhere than on a terminal the console leaves the
//! signal alone, and so does everything on systems without signals.

use crate::driver::Message;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::Sender;

/// What a shell calls the end by Control-C.
#[cfg(unix)]
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
