//! A search done in slices: it comes to the same end, however small they are.

mod common;

use common::{Found, KIWIPETE, STARTPOS, check, depth, game, nodes, search, stage_without};
use cutaway_chess::Game;
use cutaway_search::{Limits, Pool, Record, ReportedScore, SearchEvent, Settings, Technique};

/// The search in slices of so many nodes, and how many slices it took.
fn in_slices(
    pool: &mut Pool,
    game: &Game,
    limits: &Limits,
    settings: &Settings,
    slice: u64,
) -> (Found, u32) {
    let mut infos = Vec::new();
    let mut search = pool.sliced(game, limits, settings);
    for slices in 1..1_000_000 {
        let result = search.step(pool, slice, &mut |event| {
            if let SearchEvent::Info(info) = event {
                infos.push(info);
            }
        });
        if let Some(result) = result {
            return (Found { result, infos }, slices);
        }
    }
    panic!("the search never ends");
}

#[test]
fn slices_come_to_the_same_depth_and_a_sound_score() {
    for fen in [
        STARTPOS,
        KIWIPETE,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let game = game(fen);
        let settings = Settings::default();
        let whole = search(&game, &depth(8), &settings);
        let deeper = search(&game, &depth(12), &settings);
        for slice in [100, 1000, 20_000] {
            let (found, slices) = in_slices(&mut Pool::new(), &game, &depth(8), &settings, slice);
            check(&game, &found);
            println!("{slice}: {slices} slices, {} nodes", found.result.nodes);
            assert!(slices > 1 || whole.result.nodes < slice);
            let depths: Vec<_> = found.infos.iter().map(|info| info.depth).collect();
            assert_eq!(depths, (1..=8).collect::<Vec<_>>(), "{fen}");
            // What the table remembers of unfinished iterations makes another tree, and often a better one: so what the
            // verdicts of both are held against is a surer one.
            let centipawns = |found: &Found| match found.score() {
                ReportedScore::Centipawns(score) => score,
                mate => panic!("{mate:?}"),
            };
            let error = |found| (centipawns(found) - centipawns(&deeper)).abs();
            let (sliced, unsliced) = (error(&found), error(&whole));
            assert!(sliced <= unsliced + 25, "{fen}: {sliced}, {unsliced}");
        }
    }
}

/// One slice that is large enough is the search itself.
#[test]
fn one_slice_is_a_search() {
    let game = game(KIWIPETE);
    let settings = Settings::default();
    let whole = search(&game, &depth(7), &settings);
    let (found, slices) = in_slices(&mut Pool::new(), &game, &depth(7), &settings, u64::MAX);
    assert_eq!(slices, 1);
    assert_eq!(found.result.nodes, whole.result.nodes);
    assert_eq!(found.result.best, whole.result.best);
    assert_eq!(found.info().pv, whole.info().pv);
}

#[test]
fn tiny_slices_end_with_and_without_a_table() {
    let game = game(KIWIPETE);
    let without = stage_without(14, &[Technique::TranspositionTable]);
    for settings in [
        Settings::default(),
        without,
        Settings::stage(7),
        Settings::stage(4),
    ] {
        for slice in [0, 1, 7] {
            let plies = if settings == Settings::stage(4) { 2 } else { 4 };
            let (found, _) = in_slices(&mut Pool::new(), &game, &depth(plies), &settings, slice);
            check(&game, &found);
            assert_eq!(found.info().depth, plies);
        }
    }
}

#[test]
fn other_limits_hold_in_slices_too() {
    let game = game(KIWIPETE);
    let settings = Settings {
        multi_pv: 3,
        ..Settings::default()
    };
    let limits = Limits {
        search_moves: game.position().legal_moves().iter().take(5).collect(),
        ..nodes(30_000)
    };
    let (found, _) = in_slices(&mut Pool::new(), &game, &limits, &settings, 1000);
    check(&game, &found);
    assert_eq!(found.result.nodes, 30_000);
    let allowed = |first| limits.search_moves.contains(&first);
    assert!(found.infos.iter().all(|info| allowed(info.pv[0])));
}

#[test]
fn a_sliced_search_of_a_finished_game_ends_at_once() {
    let game = game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let (found, slices) = in_slices(
        &mut Pool::new(),
        &game,
        &depth(3),
        &Settings::default(),
        1000,
    );
    assert_eq!((found.result.best, slices), (None, 1));
}

#[test]
fn a_sliced_search_that_is_stopped_gives_its_move() {
    let game = game(KIWIPETE);
    let mut pool = Pool::new();
    let limits = Limits::default();
    let mut search = pool.sliced(&game, &limits, &Settings::default());
    assert!(search.step(&mut pool, 5000, &mut |_| {}).is_none());
    search.stop();
    let mut infos = Vec::new();
    let result = search.step(&mut pool, 5000, &mut |event| {
        if let SearchEvent::Info(info) = event {
            infos.push(info);
        }
    });
    let result = result.expect("stopped");
    assert!(
        game.position()
            .legal_moves()
            .contains(result.best.expect("a move"))
    );
    assert!(result.info.is_some());
}

#[test]
fn slices_run_on_one_thread_whatever_the_pool_has() {
    let game = game(KIWIPETE);
    let settings = Settings::default();
    let mut pool = Pool::new();
    let (one, _) = in_slices(&mut pool, &game, &depth(7), &settings, 2000);
    let mut pool = Pool::new();
    pool.set_threads(4).expect("little memory");
    let (four, _) = in_slices(&mut pool, &game, &depth(7), &settings, 2000);
    assert_eq!(one.result.nodes, four.result.nodes);
    assert_eq!(one.info().pv, four.info().pv);
}

#[test]
fn statistics_are_those_of_all_slices() {
    let game = game(KIWIPETE);
    let settings = Settings {
        record: Record::Statistics,
        ..Settings::default()
    };
    let mut pool = Pool::new();
    let (found, slices) = in_slices(&mut pool, &game, &depth(8), &settings, 500);
    assert!(slices > 3);
    let null_moves = pool.stats().of(Technique::NullMove).acted;
    let deepened = pool.stats().of(Technique::IterativeDeepening);
    assert_eq!(deepened.acted, 8);
    assert!(null_moves > 0 && found.result.nodes > 3000);
}
