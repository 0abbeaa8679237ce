//! The state of a conversation: what may come when, and that no `stop` and no `bestmove` is ever lost.

use crate::engine::*;
use std::process::Command;
use std::time::Instant;

/// `go infinite` and `stop` in one write, so many times.
fn stop_right_after_go(repeats: usize, within: std::time::Duration) {
    let mut engine = Engine::start();
    engine.ready();
    for _ in 0..repeats {
        let start = Instant::now();
        engine.send("position startpos\ngo infinite\nstop");
        let best = engine.bestmove();
        assert!(is_legal("startpos", "", &best), "{best}");
        assert!(start.elapsed() < within, "{:?}", start.elapsed());
    }
    engine.ready();
}

#[test]
fn b14_stop_right_after_go_is_not_lost() {
    stop_right_after_go(40, SOON);
}

#[test]
#[ignore = "500 repeats with the figure of an idle machine"]
fn b14_stop_right_after_go_is_not_lost_500_times() {
    stop_right_after_go(500, ms(100));
}

fn stop_and_search_again(repeats: usize) {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 4");
    engine.ready();
    for _ in 0..repeats {
        engine.send("position startpos\ngo infinite");
        std::thread::sleep(ms(5));
        engine.send("stop\nposition startpos moves d2d4\ngo movetime 10");
        assert!(is_legal("startpos", "", &engine.bestmove()));
        assert!(is_legal("startpos", "d2d4", &engine.bestmove()));
    }
    let bestmoves = engine
        .seen
        .iter()
        .filter(|line| line.starts_with("bestmove"))
        .count();
    assert_eq!(bestmoves, 2 * repeats);
}

#[test]
fn b15_stop_and_a_new_search_at_once() {
    stop_and_search_again(10);
}

#[test]
#[ignore = "500 repeats"]
fn b15_stop_and_a_new_search_at_once_500_times() {
    stop_and_search_again(500);
}

#[test]
fn b16_ucinewgame_during_a_search_waits() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo infinite\nucinewgame");
    engine.ready();
    engine.send("stop\nposition startpos\ngo depth 4");
    assert!(is_legal("startpos", "", &engine.bestmove()));
    assert!(is_legal("startpos", "", &engine.bestmove()));
}

#[test]
fn b17_setoption_during_a_search_waits_and_blocks_nothing() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo infinite\nsetoption name Hash value 32\nstop\nisready");
    engine.until("bestmove", SOON);
    engine.ready();
    let ready = engine.seen.iter().filter(|line| *line == "readyok").count();
    assert_eq!(ready, 2);
}

#[test]
fn b18_isready_is_answered_while_searching() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo infinite");
    let lines = engine.ready();
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    engine.never("bestmove", ms(200));
    engine.send("stop");
    engine.until("bestmove", SOON);
    engine.never("bestmove", ms(100));
}

#[test]
fn b19_stop_without_a_search_is_ignored() {
    let mut engine = Engine::start();
    engine.send("stop\nstop\nisready\nponderhit\nisready");
    assert_eq!(engine.until("readyok", SOON), ["readyok"]);
    assert_eq!(engine.until("readyok", SOON), ["readyok"]);
}

#[test]
fn b20_every_go_has_its_bestmove() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo depth 7\ngo depth 5\ngo depth 5\nquit_not_a_command");
    for _ in 0..3 {
        assert!(is_legal("startpos", "", &engine.bestmove()));
    }
    engine.until("info string unknown command", SOON);
    engine.never("bestmove", ms(100));
}

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

#[test]
fn b21_go_infinite_waits_for_stop_even_with_a_mate() {
    let mut engine = Engine::start();
    engine.send(&format!("position fen {MATE_IN_ONE}\ngo infinite"));
    engine.never("bestmove", ms(1000));
    engine.send("stop");
    assert_eq!(engine.bestmove(), "a1a8");
}

#[test]
fn b22_go_ponder_waits_for_the_hit() {
    let mut engine = Engine::start();
    engine.send(&format!(
        "position fen {MATE_IN_ONE}\ngo ponder wtime 1000 btime 1000"
    ));
    engine.never("bestmove", ms(1200));
    engine.send("ponderhit");
    let lines = engine.until("bestmove", SOON);
    assert!(lines.last().unwrap().starts_with("bestmove a1a8"));
}

#[test]
fn b23_pondering_on_a_finished_game_does_no_harm() {
    let mut engine = Engine::start();
    engine.send("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo ponder wtime 1000 btime 1000");
    engine.never("bestmove", ms(200));
    engine.send("stop");
    assert_eq!(engine.bestmove(), "(none)");
    // No reply is named to a move that mates.
    engine.send(&format!("position fen {MATE_IN_ONE}\ngo depth 3"));
    let lines = engine.until("bestmove", SOON);
    assert_eq!(lines.last().unwrap(), "bestmove a1a8");
}

#[test]
fn b24_waiting_with_no_move_to_find_costs_nothing() {
    let mut engine = Engine::start();
    for position in [
        "startpos moves f2f3 e7e5 g2g4 d8h4",
        &format!("fen {MATE_IN_ONE}"),
    ] {
        engine.send(&format!("position {position}\ngo infinite"));
        engine.never("bestmove", ms(300));
        let before = engine.ticks();
        engine.never("bestmove", ms(1000));
        if let (Some(before), Some(after)) = (before, engine.ticks()) {
            assert!(
                after - before <= 5,
                "{} ms of processor time",
                (after - before) * 10
            );
        }
        engine.send("stop");
        engine.until("bestmove", SOON);
    }
}

#[test]
fn b26_quit_ends_a_search_of_many_threads_at_once() {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 8\nposition startpos\ngo infinite\nisready");
    engine.until("readyok", SOON);
    std::thread::sleep(ms(100));
    let start = Instant::now();
    engine.send("quit");
    assert!(engine.exit(SOON).success());
    assert!(start.elapsed() < ms(3000), "{:?}", start.elapsed());
}

#[test]
fn the_end_of_input_stops_answers_and_ends_with_status_0() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo infinite\ngo depth 30\nd");
    engine.close();
    let lines = engine.rest(SOON);
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.starts_with("bestmove"))
            .count(),
        2
    );
    assert!(lines.iter().any(|line| line.starts_with("Fen: ")));
    assert!(engine.exit(SOON).success());
}

#[test]
fn the_console_ends_a_search_with_a_limit_before_the_next_line_acts() {
    let mut engine =
        Engine::spawn(Command::new(env!("CARGO_BIN_EXE_cutaway")).args(["console", "--echo"]));
    engine.send("go depth 6\nmoves e4\ngo depth 2");
    engine.close();
    let lines = engine.rest(LONG);
    assert!(
        lines.iter().any(|line| line.starts_with("  depth  6 ")),
        "{lines:#?}"
    );
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.starts_with("cutaway plays "))
            .count(),
        2
    );
    assert_eq!(
        lines.iter().filter(|line| line.starts_with("> ")).count(),
        3
    );
    assert!(engine.exit(SOON).success());
}

#[test]
#[ignore = "a whole bench in a build with assertions takes long"]
fn b27_bench_leaves_nothing_behind() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4\nd");
    let before = engine.ready();
    engine.send("bench\ngo depth 4");
    let lines = engine.until("bestmove", 20 * LONG);
    let best = field(&lines[lines.len() - 1], "bestmove").unwrap();
    assert!(is_legal("startpos", "e2e4", best), "{best}");
    engine.send("d");
    assert_eq!(engine.ready(), before);
}
