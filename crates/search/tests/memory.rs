//! How much memory a thread takes: the number by which the pool asks whether there is enough must not be less.

use cutaway_chess::{Game, Position};
use cutaway_search::{Limits, Pool, Settings, THREAD_BYTES};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Counts what is taken and not given back.
struct Counting;

static TAKEN: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all is left to the system's allocator; the counts touch no memory of its.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.fetch_add(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        TAKEN.fetch_add(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        TAKEN.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_thread_takes_no_more_than_is_asked_for() {
    const THREADS: usize = 8;
    let mut pool = Pool::new();
    let before = TAKEN.load(Relaxed);
    assert_eq!(pool.set_threads(1 + THREADS), Ok(1 + THREADS));
    let set = (TAKEN.load(Relaxed) - before) / THREADS;
    assert!((THREAD_BYTES / 2..=THREAD_BYTES).contains(&set), "{set}");
    // And a search keeps next to nothing besides.
    let limits = Limits {
        depth: Some(6),
        ..Limits::default()
    };
    let game = Game::new(Position::startpos());
    pool.go(
        &game,
        &limits,
        &Settings::default(),
        &Default::default(),
        &mut |_| {},
    );
    let searched = (TAKEN.load(Relaxed) - before) / THREADS;
    assert!(searched <= THREAD_BYTES, "{set} {searched}");
}
