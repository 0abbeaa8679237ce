//! Many threads on one table: limits hold, and nothing illegal comes of what they write over each other.

mod common;

use common::{BACK_RANK, KIWIPETE, STARTPOS, check, depth, game, nodes, search_with};
use cutaway_search::{
    Control, Limits, MAX_THREADS, Pool, Record, ReportedScore, Settings, Technique, bench,
};
use std::time::Duration;

fn pool(threads: usize, mib: usize) -> Pool {
    let mut pool = Pool::new();
    assert_eq!(pool.set_threads(threads), Ok(threads));
    pool.set_hash(mib).expect("little memory");
    pool
}

#[test]
fn the_number_of_threads_is_kept_within_its_limits() {
    let mut pool = Pool::new();
    assert_eq!(pool.threads(), 1);
    assert_eq!(pool.set_threads(0), Ok(1));
    assert_eq!(pool.set_threads(3), Ok(3));
    pool.new_game();
    assert_eq!(pool.threads(), 3);
    assert_eq!(pool.set_threads(usize::MAX), Ok(MAX_THREADS));
    assert_eq!(pool.set_threads(1), Ok(1));
}

#[test]
fn the_size_of_the_table_is_kept() {
    let mut pool = Pool::new();
    assert_eq!(pool.hash_mib(), 16);
    pool.set_hash(3).expect("three MiB");
    pool.new_game();
    pool.clear_hash();
    assert_eq!(pool.hash_mib(), 3);
    pool.set_hash(0).expect("at least one");
    assert_eq!(pool.hash_mib(), 1);
    // More than any machine has: the old table stays.
    let error = pool.set_hash(usize::MAX).expect_err("too much");
    assert_eq!(error.mib, cutaway_search::MAX_HASH_MIB);
    assert!(error.to_string().contains("MiB"));
    assert_eq!(pool.hash_mib(), 1);
    let game = game(BACK_RANK);
    check(
        &game,
        &search_with(&mut pool, &game, &depth(3), &Settings::default()),
    );
}

#[test]
fn four_threads_end_at_the_depth_asked_for() {
    let mut pool = pool(4, 4);
    for fen in [STARTPOS, KIWIPETE, BACK_RANK] {
        let game = game(fen);
        let found = search_with(&mut pool, &game, &depth(7), &Settings::default());
        check(&game, &found);
        assert_eq!(found.info().depth, 7);
        assert_eq!(found.infos.len(), 7);
    }
}

#[test]
fn eight_threads_on_a_tiny_table_tell_legal_lines() {
    let mut pool = pool(8, 1);
    let settings = Settings {
        multi_pv: 2,
        ..Settings::default()
    };
    for fen in bench::POSITIONS.iter().step_by(4) {
        let game = game(fen);
        let found = search_with(&mut pool, &game, &nodes(60_000), &settings);
        check(&game, &found);
        assert!(found.result.nodes >= 60_000);
    }
}

#[test]
fn the_nodes_of_all_threads_count_for_the_limit() {
    let mut pool = pool(4, 4);
    let game = game(KIWIPETE);
    let found = search_with(&mut pool, &game, &nodes(100_000), &Settings::default());
    check(&game, &found);
    // Each thread tells its nodes now and then only.
    assert!(
        (100_000..140_000).contains(&found.result.nodes),
        "{}",
        found.result.nodes
    );
}

#[test]
fn more_threads_than_cores_keep_to_the_nodes() {
    const THREADS: u64 = 64;
    let mut pool = pool(THREADS as usize, 4);
    let game = game(KIWIPETE);
    for limit in [1, 1000, 4000] {
        let found = search_with(&mut pool, &game, &nodes(limit), &Settings::default());
        check(&game, &found);
        let total = found.result.nodes;
        // What is left is shared out at each look, so that no thread that sleeps holds more than its share.
        assert!(
            (limit..=4 * (limit + THREADS)).contains(&total),
            "{limit} {total}"
        );
    }
}

#[test]
fn many_threads_find_mates_and_stop() {
    let mut pool = pool(8, 1);
    let game = game(BACK_RANK);
    let limits = Limits {
        mate: Some(1),
        ..Limits::default()
    };
    let found = search_with(&mut pool, &game, &limits, &Settings::default());
    check(&game, &found);
    assert_eq!(found.score(), ReportedScore::Mate(1));
}

#[test]
fn many_threads_stop_when_told_so() {
    let mut pool = pool(8, 1);
    let control = Control::default();
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let game = game(KIWIPETE);
    for _ in 0..5 {
        let control = Control::default();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(10));
                control.stop();
            });
            let result = pool.go(&game, &limits, &Settings::default(), &control, &mut |_| {});
            let best = result.best.expect("there are legal moves");
            assert!(game.position().legal_moves().contains(best));
        });
    }
    control.stop();
}

#[test]
fn statistics_are_those_of_all_threads() {
    let settings = Settings {
        record: Record::Statistics,
        ..Settings::default()
    };
    let game = game(KIWIPETE);
    let mut one = pool(1, 4);
    search_with(&mut one, &game, &depth(6), &settings);
    let mut four = pool(4, 4);
    let found = search_with(&mut four, &game, &depth(6), &settings);
    check(&game, &found);
    let acted = |pool: &Pool| pool.stats().of(Technique::Quiescence).acted;
    assert!(acted(&four) > acted(&one) / 4);
    assert!(acted(&four) <= found.result.nodes);
}
