//! Control-C on a terminal: the first one stops what runs, a second one before that has answered ends the program.
//!
//! While a line is edited the terminal hands Control-C on as a key like any other, and `reader` deals with it; only what
//! comes while something runs arrives here, as a signal. Elsewhere than on a terminal, and on systems without signals,
//! it does what it always does.

use crate::driver::Message;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

/// What a shell calls the end by Control-C.
#[cfg(unix)]
const ENDED_BY_INTERRUPT: i32 = 130;

/// Whether a stop was asked for by Control-C and has not been answered yet.
#[derive(Default)]
pub struct Interrupts {
    pending: Arc<AtomicBool>,
}

impl Interrupts {
    /// Starts to wait for the signal. To be called before other threads are started: those that begin later inherit that
    /// the signal is held back from them.
    #[cfg(unix)]
    pub fn start(messages: Sender<Message>) -> std::io::Result<Interrupts> {
        use nix::sys::signal::{SigSet, Signal};
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGINT);
        signals.thread_block()?;
        let interrupts = Interrupts::default();
        let pending = Arc::clone(&interrupts.pending);
        let wait = move || {
            while signals.wait().is_ok() {
                let is_second = pending.swap(true, Ordering::Relaxed);
                if is_second || messages.send(Message::Interrupt).is_err() {
                    std::process::exit(ENDED_BY_INTERRUPT);
                }
            }
        };
        std::thread::Builder::new()
            .name("interrupts".to_string())
            .spawn(wait)?;
        Ok(interrupts)
    }

    /// There are no signals to wait for.
    #[cfg(not(unix))]
    pub fn start(_messages: Sender<Message>) -> std::io::Result<Interrupts> {
        Ok(Interrupts::default())
    }

    /// What was to be stopped has ended: the next Control-C is a first one again.
    pub fn forget(&self) {
        self.pending.store(false, Ordering::Relaxed);
    }
}
