//! What ends a search, what it may look at, and who is waited for.

mod common;

use common::{
    BACK_RANK, KIWIPETE, STARTPOS, check, depth, game, mv, nodes, played, search, search_with,
};
use cutaway_chess::{Game, Move};
use cutaway_eval::Evaluator;
use cutaway_search::{
    Bound, ClockLimits, Control, Info, Limits, Param, Pool, ReportedScore, SearchEvent, Settings,
    bench,
};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

fn lines(count: usize) -> Settings {
    Settings {
        multi_pv: count,
        ..Settings::default()
    }
}

/// Everything about a line that does not depend on the clock.
fn timeless(infos: &[Info]) -> Vec<Info> {
    let without_time = |info: &Info| Info {
        time: Duration::ZERO,
        ..info.clone()
    };
    infos.iter().map(without_time).collect()
}

#[test]
fn one_thread_searches_exactly_the_nodes_asked_for() {
    let mut pool = Pool::new();
    for fen in bench::POSITIONS.iter().step_by(3) {
        for limit in [1, 2, 3, 17, 999, 1000, 1023, 1024, 1025, 5000, 12_345] {
            let game = game(fen);
            let found = search_with(&mut pool, &game, &nodes(limit), &Settings::default());
            check(&game, &found);
            assert_eq!(found.result.nodes, limit, "{fen}");
            assert!(found.infos.iter().all(|info| info.nodes <= limit));
        }
    }
}

/// What was found before one iteration was finished is no more than a bound.
#[test]
fn a_search_cut_short_in_its_first_iteration_says_so() {
    for fen in [STARTPOS, KIWIPETE] {
        for limit in [1, 2, 10] {
            let found = search(&game(fen), &nodes(limit), &Settings::default());
            let info = found.result.info.expect("a search tells something");
            assert_eq!((info.depth, info.bound), (1, Bound::Lower), "{fen} {limit}");
        }
        let found = search(&game(fen), &depth(1), &Settings::default());
        assert_eq!(found.result.info.map(|info| info.bound), Some(Bound::Exact));
    }
}

#[test]
fn soft_nodes_end_the_search_between_two_iterations() {
    let soft = |soft_nodes, nodes| Limits {
        soft_nodes: Some(soft_nodes),
        nodes,
        ..Limits::default()
    };
    let mut broken_off = 0;
    for fen in bench::POSITIONS.iter().step_by(3) {
        let game = game(fen);
        let found = search(&game, &soft(5000, None), &Settings::default());
        check(&game, &found);
        let [.., before, last] = &found.infos[..] else {
            panic!("{fen}: {found:?}")
        };
        // The last iteration is whole, began below the limit and ended above it.
        assert!(before.nodes < 5000, "{fen} {}", before.nodes);
        assert_eq!(last.nodes, found.result.nodes, "{fen}");
        let is_forced = matches!(last.score, ReportedScore::Mate(_));
        assert!(last.nodes >= 5000 || is_forced, "{fen} {}", last.nodes);
        let first = search(&game, &soft(0, None), &Settings::default());
        assert_eq!(first.infos.last().unwrap().depth, 1, "{fen}");
        // A hard limit still counts.
        let hard = search(&game, &soft(5000, Some(5100)), &Settings::default());
        assert!(hard.result.nodes <= 5100, "{fen}");
        broken_off += usize::from(hard.result.nodes == 5100);
    }
    assert!(broken_off > 0);
}

#[test]
fn the_same_search_twice_is_the_same_search() {
    for limits in [depth(7), nodes(20_000)] {
        for settings in [Settings::default(), lines(3)] {
            for fen in bench::POSITIONS.iter().step_by(5) {
                let game = game(fen);
                let [first, second] = [0, 1].map(|_| search(&game, &limits, &settings));
                assert_eq!(first.result.nodes, second.result.nodes);
                assert_eq!(timeless(&first.infos), timeless(&second.infos));
                assert_eq!(first.result.best, second.result.best);
            }
        }
    }
}

#[test]
fn a_new_game_forgets_all_that_was_searched() {
    let game = game(KIWIPETE);
    let mut pool = Pool::new();
    let first = search_with(&mut pool, &game, &depth(7), &Settings::default());
    for fen in [STARTPOS, BACK_RANK, KIWIPETE] {
        search_with(
            &mut pool,
            &common::game(fen),
            &depth(6),
            &Settings::default(),
        );
    }
    // Left to the search, done beforehand, and broken off.
    let (patient, hurried) = (Control::new(false), Control::new(false));
    hurried.stop();
    for control in [None, Some(patient), Some(hurried)] {
        pool.new_game();
        if let Some(control) = control {
            pool.prepare(&control);
        }
        let again = search_with(&mut pool, &game, &depth(7), &Settings::default());
        assert_eq!(timeless(&first.infos), timeless(&again.infos));
    }
}

#[test]
fn the_depth_limit_is_the_depth_of_the_last_line() {
    for plies in [1, 2, 5, 9] {
        let game = game(STARTPOS);
        let found = search(&game, &depth(plies), &Settings::default());
        check(&game, &found);
        assert_eq!(found.info().depth, plies);
    }
}

#[test]
fn without_a_clock_a_stage_searches_its_fixed_depth() {
    let game = game(STARTPOS);
    for stage in [4, 5] {
        let mut settings = Settings::stage(stage);
        settings.set_param(Param::FixedDepth, 3).expect("in range");
        let limits = Limits {
            clock: Some(ClockLimits {
                remaining: Duration::from_secs(600),
                ..ClockLimits::default()
            }),
            ..Limits::default()
        };
        let found = search(&game, &limits, &settings);
        check(&game, &found);
        assert_eq!(found.infos.len(), 1);
        assert_eq!(found.info().depth, 3);
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = game(STARTPOS);
    let only = |uci: &str| Limits {
        search_moves: uci.split_whitespace().map(|uci| mv(&game, uci)).collect(),
        ..nodes(2000)
    };
    let found = search(&game, &only("a2a3"), &Settings::default());
    check(&game, &found);
    assert_eq!(found.best(), "a2a3");
    for settings in [Settings::default(), lines(5)] {
        let limits = only("f2f3 g2g4");
        let found = search(&game, &limits, &settings);
        check(&game, &found);
        let allowed = |info: &Info| limits.search_moves.contains(&info.pv[0]);
        assert!(found.infos.iter().all(allowed));
        assert_eq!(found.result.nodes, 2000);
    }
}

#[test]
fn moves_that_are_illegal_here_are_left_out() {
    let start = game(STARTPOS);
    let elsewhere = played(STARTPOS, "e2e4");
    let foreign = mv(&elsewhere, "e7e5");
    let limits = |moves: &[Move]| Limits {
        search_moves: moves.to_vec(),
        ..nodes(2000)
    };
    let found = search(
        &start,
        &limits(&[foreign, mv(&start, "a2a3")]),
        &Settings::default(),
    );
    assert_eq!(found.best(), "a2a3");
    let found = search(&start, &limits(&[foreign]), &Settings::default());
    assert_eq!((found.result.best, found.infos.len()), (None, 0));
}

/// The lines of each iteration: as many as were asked for or as there are moves, numbered, all different, best first.
fn check_lines(game: &Game, infos: &[Info], expected: usize) {
    let deepest = infos.iter().map(|info| info.depth).max().unwrap_or(0);
    for depth in 1..=deepest {
        let of_depth: Vec<_> = infos.iter().filter(|info| info.depth == depth).collect();
        assert_eq!(of_depth.len(), expected, "depth {depth}");
        let numbers = of_depth.iter().map(|info| info.multi_pv as usize);
        assert!(numbers.eq(1..=expected));
        let mut firsts: Vec<_> = of_depth.iter().map(|info| info.pv[0]).collect();
        firsts.sort_by_key(|mv| mv.bits());
        firsts.dedup();
        assert_eq!(firsts.len(), expected);
        let value = |score| match score {
            ReportedScore::Centipawns(score) => score,
            ReportedScore::Mate(moves) if moves > 0 => 100_000 - moves,
            ReportedScore::Mate(moves) => -100_000 - moves,
        };
        let scores: Vec<_> = of_depth.iter().map(|info| -value(info.score)).collect();
        assert!(
            scores.is_sorted(),
            "{}: {scores:?}",
            game.position().to_fen()
        );
    }
}

#[test]
fn as_many_lines_are_told_as_were_asked_for_or_there_are() {
    for (fen, asked) in [
        ("k7/8/8/8/8/8/6q1/3K4 w - - 0 1", 5),
        ("4k3/8/8/8/8/8/6q1/3K4 w - - 0 1", 1),
        (STARTPOS, 4),
        (KIWIPETE, 3),
        (BACK_RANK, 256),
        ("7K/P1p1p1p1/2P1P1Pk/6pP/3p2P1/1P6/3P4/8 w - - 2 1", 3),
    ] {
        let game = game(fen);
        let found = search(&game, &depth(6), &lines(asked));
        check(&game, &found);
        let moves = game.position().count_legal_moves() as usize;
        check_lines(&game, &found.infos, asked.min(moves));
        assert_eq!(found.infos.len(), 6 * asked.min(moves));
    }
}

#[test]
fn lines_moves_and_nodes_can_be_limited_at_once() {
    let game = game(KIWIPETE);
    let limits = Limits {
        search_moves: ["e2a6", "a2a3", "f3h3", "e1g1"]
            .iter()
            .map(|uci| mv(&game, uci))
            .collect(),
        ..nodes(15_000)
    };
    for count in [2, 4, 9] {
        let found = search(&game, &limits, &lines(count));
        check(&game, &found);
        assert_eq!(found.result.nodes, 15_000);
        let allowed = |info: &Info| limits.search_moves.contains(&info.pv[0]);
        assert!(found.infos.iter().all(allowed));
        let whole = found.infos.iter().map(|info| info.depth).max().unwrap() - 1;
        let finished: Vec<_> = found
            .infos
            .iter()
            .filter(|info| info.depth <= whole)
            .cloned()
            .collect();
        check_lines(&game, &finished, count.min(4));
    }
}

/// The best of several lines is what a search for one line finds, on the whole: never a move that is much worse.
#[test]
fn the_first_of_several_lines_is_the_best() {
    for fen in ["6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", common::DEFENDED_PAWN] {
        let game = game(fen);
        let one = search(&game, &depth(6), &Settings::stage(7));
        let settings = Settings {
            multi_pv: 4,
            ..Settings::stage(7)
        };
        let several = search(&game, &depth(6), &settings);
        assert_eq!(one.score(), several.score());
    }
}

/// Runs a search on a thread of its own while `then` acts on its control; gives how the search ended.
fn while_it_runs(
    fen: &str,
    limits: &Limits,
    control: &Control,
    then: impl FnOnce(&AtomicBool),
) -> cutaway_search::SearchResult {
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let result = Pool::new().go(
                &game(fen),
                limits,
                &Settings::default(),
                control,
                &mut |_| {},
            );
            ended.store(true, SeqCst);
            result
        });
        then(&ended);
        search.join().expect("the search does not panic")
    })
}

fn infinite() -> Limits {
    Limits {
        infinite: true,
        ..Limits::default()
    }
}

const A_WHILE: Duration = Duration::from_millis(250);

#[test]
fn an_infinite_search_waits_for_the_stop_even_with_nothing_left_to_do() {
    for (fen, limits, best) in [
        (BACK_RANK, infinite(), Some("a1a8")),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", infinite(), None),
        (
            STARTPOS,
            Limits {
                depth: Some(2),
                ..infinite()
            },
            Some(""),
        ),
    ] {
        let control = Control::new(false);
        let result = while_it_runs(fen, &limits, &control, |ended| {
            std::thread::sleep(A_WHILE);
            assert!(!ended.load(SeqCst), "{fen}");
            control.stop();
        });
        assert_eq!(result.best.is_some(), best.is_some());
        if let Some(best @ "a1a8") = best {
            assert_eq!(format!("{:?}", result.best.unwrap()), best);
        }
    }
}

#[test]
fn a_stop_ends_a_search_at_once() {
    let control = Control::new(false);
    let mut stopped = Instant::now();
    let result = while_it_runs(KIWIPETE, &infinite(), &control, |ended| {
        std::thread::sleep(A_WHILE);
        assert!(!ended.load(SeqCst));
        stopped = Instant::now();
        control.stop();
    });
    assert!(stopped.elapsed() < Duration::from_secs(1));
    assert!(result.best.is_some() && result.nodes > 1000);
}

#[test]
fn a_search_that_ponders_waits_for_the_ponder_hit() {
    let limits = Limits {
        ponder: true,
        clock: Some(ClockLimits {
            remaining: Duration::from_millis(1000),
            ..ClockLimits::default()
        }),
        ..Limits::default()
    };
    for fen in [BACK_RANK, KIWIPETE] {
        let control = Control::new(true);
        let mut hit = Instant::now();
        let result = while_it_runs(fen, &limits, &control, |ended| {
            std::thread::sleep(A_WHILE);
            assert!(!ended.load(SeqCst), "{fen}");
            hit = Instant::now();
            control.ponder_hit();
        });
        // By the clock the search was over long ago, or soon will be.
        assert!(hit.elapsed() < Duration::from_millis(1500), "{fen}");
        assert!(result.best.is_some());
    }
}

#[test]
fn a_stop_ends_pondering() {
    let limits = Limits {
        ponder: true,
        ..Limits::default()
    };
    let control = Control::new(true);
    let result = while_it_runs(KIWIPETE, &limits, &control, |ended| {
        std::thread::sleep(A_WHILE / 2);
        assert!(!ended.load(SeqCst));
        control.stop();
    });
    assert!(result.best.is_some());
}

#[test]
fn no_search_outlasts_its_time() {
    for limits in [
        Limits {
            move_time: Some(Duration::from_millis(100)),
            ..Limits::default()
        },
        Limits {
            clock: Some(ClockLimits {
                remaining: Duration::from_millis(300),
                overhead: Duration::from_millis(20),
                ..ClockLimits::default()
            }),
            ..Limits::default()
        },
    ] {
        let game = game(KIWIPETE);
        let found = search(&game, &limits, &Settings::default());
        check(&game, &found);
        // A machine that is busy with other tests may wake us late; the exact bounds are tested on the plan.
        assert!(found.result.time < Duration::from_secs(1), "{limits:?}");
    }
}

#[test]
fn time_counted_in_nodes_is_the_same_every_time() {
    let limits = Limits {
        clock: Some(ClockLimits {
            remaining: Duration::from_millis(1000),
            nodes_per_ms: Some(500),
            ..ClockLimits::default()
        }),
        ..Limits::default()
    };
    let game = game(KIWIPETE);
    let [first, second] = [0, 1].map(|_| search(&game, &limits, &Settings::default()));
    assert_eq!(first.result.nodes, second.result.nodes);
    assert!(first.result.nodes <= 500_000);
}

#[test]
fn a_forced_move_is_played_at_once_by_the_clock() {
    let single = game("7k/8/8/8/8/5b2/q7/7K w - - 0 1");
    assert_eq!(single.position().count_legal_moves(), 1);
    let limits = Limits {
        clock: Some(ClockLimits {
            remaining: Duration::from_secs(600),
            ..ClockLimits::default()
        }),
        ..Limits::default()
    };
    let found = search(&single, &limits, &Settings::default());
    check(&single, &found);
    assert_eq!(found.infos.len(), 1);
}

#[test]
fn the_current_move_is_not_told_in_short_searches() {
    let mut moves = 0;
    Pool::new().go(
        &game(KIWIPETE),
        &depth(6),
        &Settings::default(),
        &Control::default(),
        &mut |event| moves += usize::from(matches!(event, SearchEvent::CurrentMove { .. })),
    );
    assert_eq!(moves, 0);
}

/// By a clock that counts nodes, three seconds are soon over.
#[test]
fn current_moves_and_bounds_are_told_in_long_searches() {
    let clock = ClockLimits {
        remaining: Duration::from_secs(3600),
        nodes_per_ms: Some(1),
        ..ClockLimits::default()
    };
    let limits = Limits {
        clock: Some(clock),
        ..nodes(120_000)
    };
    let (mut bounds, mut moves) = (0, 0);
    for fen in bench::POSITIONS.iter().step_by(4) {
        let game = game(fen);
        let mut infos = Vec::new();
        let count = game.position().count_legal_moves();
        let mut pool = Pool::new();
        let control = Control::default();
        let result = pool.go(
            &game,
            &limits,
            &Settings::default(),
            &control,
            &mut |event| match event {
                SearchEvent::Info(info) => {
                    let is_early = info.nodes < 3000;
                    assert!(!is_early || info.bound == Bound::Exact);
                    bounds += usize::from(info.bound != Bound::Exact);
                    infos.push(info);
                }
                SearchEvent::CurrentMove { mv, number, .. } => {
                    assert!(game.position().legal_moves().contains(mv));
                    assert!((1..=count).contains(&number));
                    moves += 1;
                }
            },
        );
        check(&game, &common::Found { result, infos });
    }
    assert!(bounds > 0 && moves > 0, "{bounds} {moves}");
}

#[test]
fn a_mate_ends_the_search_for_it_whatever_the_other_lines() {
    let limits = Limits {
        mate: Some(1),
        ..nodes(500_000)
    };
    let game = game(BACK_RANK);
    let found = search(&game, &limits, &lines(3));
    check(&game, &found);
    assert!(found.result.nodes < 100_000, "{}", found.result.nodes);
    let best = found.result.info.as_ref().map(|info| info.score);
    assert_eq!(best, Some(ReportedScore::Mate(1)));
}

#[test]
fn another_evaluation_does_not_believe_what_the_table_remembers() {
    let game = game(KIWIPETE);
    let settings = Settings::stage(9);
    let fresh = search(&game, &depth(5), &settings);
    let mut pool = Pool::new();
    let material = Settings {
        evaluator: Evaluator::Material,
        ..settings.clone()
    };
    search_with(&mut pool, &game, &depth(6), &material);
    let used = search_with(&mut pool, &game, &depth(5), &settings);
    assert_eq!(timeless(&used.infos), timeless(&fresh.infos));
}
