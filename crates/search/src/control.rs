//! The handle by which others reach a running search. Each search has its own, so that a stop can neither be lost before
//! the search has begun nor hit the next one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Stops a search, or tells it that the opponent played the expected move.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// Wakes a search that has nothing more to do but may not end yet.
    released: Mutex<bool>,
    wake: Condvar,
}

impl Control {
    /// The handle of a search that is about to begin; `pondering` if it is to wait for a ponder hit.
    pub fn new(pondering: bool) -> Control {
        Control {
            pondering: AtomicBool::new(pondering),
            ..Control::default()
        }
    }

    /// Ends the search as soon as possible. It still gives its best move.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.release();
    }

    /// The expected move was played: from now on the clock counts.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
        self.release();
    }

    /// Whether the search was told to stop.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether the search still waits for a ponder hit.
    #[inline(always)]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    fn release(&self) {
        // A thread that panicked with the lock held left nothing half done: the flag is all there is.
        *self.released.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.wake.notify_all();
    }

    /// Sleeps until the search is stopped or, if `infinite` is false, the ponder hit comes.
    pub(crate) fn wait_until_allowed_to_end(&self, infinite: bool) {
        let mut released = self.released.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            *released = false;
            released = self
                .wake
                .wait_while(released, |released| !*released)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}
