//! How much memory a thread takes: the number by which the pool asks whether there is enough must not be less. A new game takes
//! none for the threads that are there.

use cutaway_chess::{Game, Position};
use cutaway_search::{Limits, Pool, Settings, THREAD_BYTES};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;

/// Counts what is taken and given back.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The bytes that are taken and not given back.
fn taken() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated - stats.bytes_deallocated
}

#[test]
fn a_thread_takes_no_more_than_is_asked_for() {
    const THREADS: usize = 8;
    let mut pool = Pool::new();
    let before = taken();
    assert_eq!(pool.set_threads(1 + THREADS), Ok(1 + THREADS));
    let set = (taken() - before) / THREADS;
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
    let searched = (taken() - before) / THREADS;
    assert!(searched <= THREAD_BYTES, "{set} {searched}");
    // A new game asks for nothing; what is counted may be of the thread that gives the old table back.
    assert_eq!(pool.set_hash(1), Ok(()));
    let before = ALLOCATOR.stats().bytes_allocated;
    pool.new_game();
    let anew = ALLOCATOR.stats().bytes_allocated - before;
    assert!(anew <= 64 << 10, "{anew}");
}
