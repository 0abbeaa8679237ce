//! Limits of `go`: small, large, missing, combined.

use crate::engine::*;
use std::time::Instant;

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

#[test]
fn b28_movetime_0_answers_at_once() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo movetime 0");
    assert!(is_legal("startpos", "", &engine.bestmove()));
}

#[test]
fn b29_the_smallest_limits_still_give_a_move_and_a_score() {
    for go in [
        "go depth 0",
        "go nodes 1",
        "go nodes 0",
        "go movetime 1",
        "go depth -4",
        "go wtime 0 btime 0",
    ] {
        let mut engine = Engine::start();
        engine.send(&format!("position startpos\n{go}"));
        let lines = engine.until("bestmove", SOON);
        let best = field(lines.last().unwrap(), "bestmove")
            .unwrap()
            .to_string();
        assert!(is_legal("startpos", "", &best), "{go}: {best}");
        let infos = infos(&lines);
        assert!(!infos.is_empty(), "{go}");
        assert_ne!(field(infos[0], "depth"), Some("0"), "{go}");
        engine.never("bestmove", ms(30));
    }
}

#[test]
fn b30_mate_in_one_is_asked_for_and_found() {
    let mut engine = Engine::start();
    engine.send(&format!("position fen {MATE_IN_ONE}\ngo mate 1"));
    let lines = engine.until("bestmove", SOON);
    assert_eq!(score(infos(&lines).last().unwrap()), "mate 1");
    assert!(lines.last().unwrap().starts_with("bestmove a1a8"));
}

#[test]
fn b31_a_mate_of_the_side_to_move_ends_the_search_too() {
    let mut engine = Engine::start();
    engine.send("position fen 8/8/3K1p1p/2N2pbr/2B1k2p/2P2p1P/2P2P2/8 b - - 0 1\ngo mate 2");
    let lines = engine.until("bestmove", LONG);
    assert_eq!(score(infos(&lines).last().unwrap()), "mate -2");
}

#[test]
fn b32_illegal_searchmoves() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo nodes 2000 searchmoves e2e5");
    let lines = engine.until("bestmove", SOON);
    assert!(lines.iter().any(|line| line.starts_with("info string")));
    assert_eq!(lines.last().unwrap(), "bestmove (none)");
    engine.send("go nodes 2000 searchmoves a1a2 a2a3 a3a4");
    assert_eq!(engine.bestmove(), "a2a3");
}

#[test]
fn b34_infinite_keeps_searchmoves() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo infinite searchmoves e2e4 d2d4");
    engine.never("bestmove", ms(500));
    engine.send("stop");
    let best = engine.bestmove();
    assert!(["e2e4", "d2d4"].contains(&best.as_str()), "{best}");
    for line in infos(&engine.seen) {
        assert!(["e2e4", "d2d4"].contains(&pv(line)[0]), "{line}");
    }
}

#[test]
fn b35_a_clock_below_zero_is_a_clock_that_has_run_out() {
    let mut engine = Engine::start();
    engine.send("position startpos moves g1f3 g7g6\ngo wtime -50 btime 170671 winc 2000 binc 2000");
    let start = Instant::now();
    assert!(is_legal("startpos", "g1f3 g7g6", &engine.bestmove()));
    assert!(start.elapsed() < SOON);
    engine.send("go wtime 2000 btime -170671 winc 20 binc 20");
    assert!(is_legal("startpos", "g1f3 g7g6", &engine.bestmove()));
}

#[test]
fn b40_one_clock_alone_serves_either_side() {
    let mut engine = Engine::start();
    for (moves, go) in [
        ("", "go wtime 100"),
        ("e2e4", "go btime 100"),
        ("e2e4", "go wtime 100"),
    ] {
        let start = Instant::now();
        engine.send(&format!("position startpos moves {moves}\n{go}"));
        assert!(is_legal("startpos", moves, &engine.bestmove()));
        assert!(start.elapsed() < SOON, "{go}: {:?}", start.elapsed());
    }
}

#[test]
fn b53_a_position_drawn_by_rule_still_gets_a_move() {
    for fen in [
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/R7 w - - 100 90",
    ] {
        let mut engine = Engine::start();
        engine.send(&format!("position fen {fen}\ngo depth 5"));
        let best = engine.bestmove();
        assert!(is_legal(fen, "", &best), "{best}");
    }
}

#[test]
fn b54_mated_and_stalemated_roots() {
    let mut engine = Engine::start();
    for (fen, score) in [
        ("8/8/kQ6/3P4/8/8/1K3B2/3R4 b - - 5 54", "mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        engine.send(&format!("position fen {fen}\ngo depth 5"));
        let lines = engine.until("bestmove", SOON);
        assert_eq!(
            lines,
            [
                format!("info depth 0 score {score}"),
                "bestmove (none)".to_string()
            ]
        );
    }
}

#[test]
fn b89_the_deepest_ply_is_the_end_and_no_fault() {
    let mut engine = Engine::start();
    let fen = "3Q2Q1/5R2/8/P7/6k1/2P5/6P1/6K1 b - - 2 97";
    for depth in ["64", "1000", "99999999999999999999"] {
        engine.send(&format!(
            "position fen {fen}\ngo depth {depth} movetime 1500"
        ));
        let best = engine.bestmove();
        assert!(is_legal(fen, "", &best), "{best}");
    }
    // A king and blocked pawns, where nothing happens and iterations go on and on.
    let fen = "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1";
    engine.send(&format!("position fen {fen}\ngo depth 1000 movetime 1500"));
    assert!(is_legal(fen, "", &engine.bestmove()));
}

#[test]
fn b92_many_threads_keep_the_depth() {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 4\nposition startpos\ngo depth 9");
    let lines = engine.until("bestmove", LONG);
    assert_eq!(field(infos(&lines).last().unwrap(), "depth"), Some("9"));
}
