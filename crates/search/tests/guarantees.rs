//! What every search promises, whatever it is asked: a legal move, a score, lines that end with the game.

mod common;

use common::{
    BACK_RANK, DEFENDED_PAWN, KIWIPETE, STARTPOS, check, depth, evaluate, game, mv, nodes, played,
    random_game, search, search_with,
};
use cutaway_chess::Game;
use cutaway_eval::Evaluator;
use cutaway_search::{Bound, Control, Limits, Pool, ReportedScore, Settings};
use std::time::{Duration, Instant};

/// Positions of all sorts, some of them drawn by rule.
const MIXED: &[&str] = &[
    STARTPOS,
    KIWIPETE,
    DEFENDED_PAWN,
    BACK_RANK,
    "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    "8/8/4k3/8/8/4K3/8/R7 w - - 100 90",
    "8/3k4/8/8/4N3/5N2/6N1/7K b - - 117 14",
    "7k/8/8/8/8/8/6q1/4K3 w - - 0 1",
    "8/8/4k3/8/8/4K3/8/7R w - - 96 80",
    // Chess960: the king castles to either side, past or onto the rooks' squares.
    "1rk2r2/8/8/8/8/8/8/1RK2R2 w FBfb - 0 1",
    "nrkb2nr/ppppp1p1/6bp/5p2/BPP1P1P1/P7/3P1P1P/qRK1BQNR w HBhb - 0 3",
];

fn limits_that_end_at_once() -> Vec<(&'static str, Limits)> {
    let none = Limits::default();
    vec![
        ("depth 0", depth(0)),
        ("depth 1", depth(1)),
        ("nodes 0", nodes(0)),
        ("nodes 1", nodes(1)),
        ("nodes 2", nodes(2)),
        (
            "movetime 0",
            Limits {
                move_time: Some(Duration::ZERO),
                ..none.clone()
            },
        ),
        (
            "a clock that ran out",
            Limits {
                clock: Some(Default::default()),
                ..none
            },
        ),
    ]
}

#[test]
fn there_is_always_a_legal_move_and_a_line() {
    for stage in [4, 5, 7, 14] {
        let settings = Settings::stage(stage);
        let mut pool = Pool::new();
        for fen in MIXED {
            for (name, limits) in limits_that_end_at_once() {
                println!("stage {stage}, {name}: {fen}");
                let game = game(fen);
                let found = search_with(&mut pool, &game, &limits, &settings);
                check(&game, &found);
                assert!(found.info().depth >= 1);
            }
        }
    }
}

#[test]
fn a_search_that_was_stopped_before_it_began_still_moves() {
    for fen in MIXED {
        let game = game(fen);
        let control = Control::default();
        control.stop();
        let mut told = 0;
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        let result = Pool::new().go(&game, &limits, &Settings::default(), &control, &mut |_| {
            told += 1;
        });
        let best = result.best.expect("there is a legal move");
        assert!(game.position().legal_moves().contains(best));
        assert!(told >= 1);
    }
}

#[test]
fn what_is_told_before_one_move_is_searched_is_the_evaluation() {
    let game = game("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1");
    let found = search(&game, &nodes(1), &Settings::default());
    let score = evaluate(Evaluator::built_in(), game.position());
    assert_eq!(found.info().raw, score);
    assert_eq!(found.info().pv.len(), 1);
}

#[test]
fn without_a_legal_move_there_is_no_move_and_nothing_is_told() {
    for fen in [
        "8/8/kQ6/3P4/8/8/1K3B2/3R4 b - - 5 54",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "rnb1kbnr/pppp1ppp/4p3/8/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "8/5QBk/P5p1/1N3pPp/1P3P1P/8/5R2/3R1K2 b - - 0 8",
    ] {
        let game = game(fen);
        let found = search(&game, &depth(5), &Settings::default());
        check(&game, &found);
        assert_eq!((found.result.best, found.result.ponder), (None, None));
        assert_eq!((found.result.info, found.result.nodes), (None, 0));
    }
}

#[test]
fn a_root_that_is_drawn_by_rule_is_searched_all_the_same() {
    for fen in [
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/R7 w - - 100 90",
        "8/3k4/8/8/4N3/5N2/6N1/7K b - - 117 14",
    ] {
        let game = game(fen);
        let found = search(&game, &depth(5), &Settings::default());
        check(&game, &found);
        assert_eq!(found.score(), ReportedScore::Centipawns(0), "{fen}");
        assert_eq!(found.info().depth, 5);
    }
}

#[test]
fn mate_on_the_hundredth_ply_counts() {
    let game = game("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113");
    let found = search(&game, &depth(8), &Settings::default());
    check(&game, &found);
    assert_eq!(
        (found.best().as_str(), found.score()),
        ("g3h3", ReportedScore::Mate(1))
    );
}

#[test]
fn no_line_runs_past_the_fifty_move_rule() {
    let game = game("8/8/4k3/8/8/4K3/8/7R w - - 96 80");
    let found = search(&game, &depth(12), &Settings::default());
    check(&game, &found);
    for info in found.infos.iter().filter(|info| info.depth >= 5) {
        assert_eq!(info.score, ReportedScore::Centipawns(0));
        assert!(info.pv.len() <= 4, "{info:?}");
    }
}

#[test]
fn no_line_runs_past_a_threefold() {
    let game = played(
        "6k1/6p1/8/8/8/8/6P1/6K1 w - - 0 1",
        "g1f1 g8f8 f1g1 f8g8 g1f1 g8f8 f1g1",
    );
    for limits in [
        depth(10),
        Limits {
            search_moves: vec![mv(&game, "f8g8")],
            ..depth(10)
        },
    ] {
        let found = search(&game, &limits, &Settings::default());
        check(&game, &found);
        for info in &found.infos {
            assert!(info.pv.len() == 1 || format!("{:?}", info.pv[0]) != "f8g8");
        }
    }
}

#[test]
fn a_repetition_that_began_before_the_root_is_seen_at_depth_one() {
    // The third time on the board: drawn.
    let third = played(
        "6k1/8/8/8/8/8/4Q3/4K3 w - - 0 1",
        "e2d2 g8h8 d2e2 h8g8 e2d2 g8h8 d2e2",
    );
    // The same with an en passant square that no pawn can use in between.
    let pinned = played(
        "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1",
        "h7h5 e6h6 g7h7 h6e6 h7g7 e6h6 g7h7 h6e6",
    );
    for (game, uci) in [(third, "h8g8"), (pinned, "h7g7")] {
        let limits = Limits {
            search_moves: vec![mv(&game, uci)],
            ..depth(1)
        };
        let found = search(&game, &limits, &Settings::default());
        check(&game, &found);
        assert_eq!(found.score(), ReportedScore::Centipawns(0), "{uci}");
        assert_eq!(found.info().pv.len(), 1);
    }
}

#[test]
fn a_position_counts_as_drawn_the_second_time_below_the_root_and_the_third_time_before_it() {
    // White is behind and has a perpetual: Qe8+ Kh7, Qh5+ Kg8, and the root is on the board again.
    let game = game("6k1/6p1/5p2/7Q/8/8/rr6/7K w - - 0 1");
    let score = |game: &Game, depth| {
        let limits = Limits {
            search_moves: vec![mv(game, "h5e8")],
            ..common::depth(depth)
        };
        search(game, &limits, &Settings::stage(5)).score()
    };
    // Two occurrences of which the root is one are no draw; two below the root are, after Qe8+ at ply 5.
    assert_eq!(score(&game, 4), ReportedScore::Centipawns(-300));
    assert_eq!(score(&game, 6), ReportedScore::Centipawns(0));
    // With one more occurrence in the game the root's comes for the third time at ply 4.
    let game = played(&game.start().to_fen(), "h5e8 g8h7 e8h5 h7g8");
    assert_eq!(score(&game, 4), ReportedScore::Centipawns(0));
}

#[test]
fn material_that_rarely_wins_is_not_taken_for_a_draw() {
    let game = game("8/8/3N4/8/3K4/1B6/1n6/2k5 b - - 22 86");
    let found = search(&game, &depth(12), &Settings::default());
    check(&game, &found);
    assert!(
        found
            .infos
            .iter()
            .any(|info| info.score != ReportedScore::Centipawns(0))
    );
}

#[test]
fn positions_with_218_moves_are_searched() {
    for fen in [
        "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    ] {
        let game = game(fen);
        check(&game, &search(&game, &depth(3), &Settings::default()));
        let settings = Settings {
            multi_pv: 256,
            ..Settings::default()
        };
        let found = search(&game, &depth(1), &settings);
        check(&game, &found);
        assert_eq!(found.infos.len(), 218);
    }
}

#[test]
fn a_game_of_6000_plies_is_searched() {
    let game = played(STARTPOS, &"g1f3 g8f6 f3g1 f6g8 ".repeat(1500));
    let found = search(&game, &depth(5), &Settings::default());
    check(&game, &found);
    assert_eq!(found.info().depth, 5);
}

#[test]
fn depths_beyond_the_last_ply_are_cut_down() {
    // Rich in checks, with few moves and the 50-move rule near: iterations to the last depth take no time.
    let game = game("3Q2Q1/5R2/8/P7/6k1/2P5/6P1/6K1 b - - 2 97");
    let none = Limits::default();
    for limits in [
        Limits {
            nodes: Some(300_000),
            ..depth(64)
        },
        Limits {
            nodes: Some(300_000),
            ..depth(1000)
        },
        Limits {
            nodes: Some(300_000),
            ..depth(u32::MAX)
        },
        none,
    ] {
        let started = Instant::now();
        let found = search(&game, &limits, &Settings::default());
        check(&game, &found);
        assert!(found.info().depth < cutaway_search::MAX_PLY as u32);
        println!(
            "{limits:?}: depth {} in {:?}",
            found.info().depth,
            started.elapsed()
        );
    }
}

#[test]
fn the_last_depth_is_reached_where_nothing_can_happen() {
    // Blocked pawns: kings walk, nobody gets through, and the draws keep the tree small.
    let game = game("8/8/4k3/8/8/4K3/8/8 w - - 0 1");
    let found = search(&game, &depth(u32::MAX), &Settings::default());
    check(&game, &found);
    assert_eq!(found.info().depth, cutaway_search::MAX_PLY as u32 - 1);
}

#[test]
fn random_games_with_random_node_limits_keep_every_promise() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut pool = Pool::new();
    pool.set_hash(1).expect("one MiB");
    for number in 0..150 {
        let plies = random.usize(..120);
        let game = random_game(STARTPOS, plies, &mut random);
        let limits = nodes(random.u64(..4000));
        let mut settings = Settings::stage([7, 8, 11, 14][number % 4]);
        // Where the table may cut a line short, a mate's line need not be whole.
        if number % 4 == 1 {
            settings
                .switches
                .set(cutaway_search::Technique::TranspositionTable, false);
        }
        settings.multi_pv = 1 + random.usize(..3);
        let found = search_with(&mut pool, &game, &limits, &settings);
        check(&game, &found);
        let best = found.info();
        // One that did not get through its first iteration knows a bound and perhaps a line.
        assert!(best.bound == Bound::Exact || best.pv.len() == 1 || best.depth == 1);
    }
}
