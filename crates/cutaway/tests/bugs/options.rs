//! Options: their names, and values right and wrong.

use crate::engine::*;
use std::process::Command;

#[test]
fn b78_the_size_of_the_table_survives_a_new_game() {
    let mut engine = Engine::start();
    engine.ready();
    let Some(small) = engine.memory("VmSize") else {
        return;
    };
    engine.send("setoption name Hash value 256\nucinewgame");
    engine.ready();
    engine.send("go depth 6");
    engine.until("bestmove", LONG);
    let grown = engine.memory("VmSize").expect("it was there before") - small;
    assert!(grown > 200 * 1024, "only {grown} kB more");
}

#[test]
fn b79_impossible_thread_counts_are_clamped_or_refused() {
    let mut engine = Engine::start();
    for value in ["0", "abc", "1.5", "-3", "100000"] {
        engine.send(&format!("setoption name Threads value {value}"));
        let lines = engine.ready();
        assert!(lines[0].starts_with("info string "), "{value}: {lines:?}");
    }
    engine.send("setoption name Threads value 3\ngo depth 5");
    assert!(is_legal("startpos", "", &engine.bestmove()));
}

#[test]
#[cfg(target_os = "linux")]
fn b79_a_system_that_gives_no_threads_does_not_stop_the_search() {
    let program = env!("CARGO_BIN_EXE_cutaway");
    // Each search thread wants a stack of its own, for which there is no room.
    let script = format!("ulimit -v 900000; exec '{program}'");
    let mut engine = Engine::spawn(Command::new("sh").args(["-c", &script]));
    engine.send("setoption name Threads value 64");
    engine.ready();
    engine.send("go depth 5");
    assert!(is_legal("startpos", "", &engine.bestmove()));
    engine.send("setoption name Hash value 100000");
    let lines = engine.ready();
    assert!(
        lines[0].starts_with("info string Hash stays as it was"),
        "{lines:?}"
    );
    engine.send("go depth 5");
    assert!(is_legal("startpos", "", &engine.bestmove()));
}

#[test]
#[cfg(target_os = "linux")]
fn b79_threads_for_which_there_is_no_memory_leave_those_there_are() {
    let program = env!("CARGO_BIN_EXE_cutaway");
    for (kib, threads) in [(400_000, 64), (400_000, 1024), (1_500_000, 1024)] {
        let script = format!("ulimit -v {kib}; exec '{program}'");
        let mut engine = Engine::spawn(Command::new("sh").args(["-c", &script]));
        engine.send(&format!("setoption name Threads value {threads}"));
        let lines = engine.ready();
        let refusal =
            format!("info string Threads stays as it was: no memory for {threads} threads");
        assert_eq!(lines, [refusal.as_str(), "readyok"], "{kib}");
        engine.send("go depth 3");
        assert!(is_legal("startpos", "", &engine.bestmove()));
    }
}

#[test]
fn b80_names_ignore_case_and_may_hold_blanks() {
    let mut engine = Engine::start();
    engine.send("setoption name hash value 32\nsetoption name CLEAR HASH");
    engine
        .send("setoption   name  move overhead   value 50\nsetoption name UCI_chess960 value TRUE");
    assert_eq!(engine.ready(), ["readyok"]);
}

#[test]
fn b81_a_value_is_the_rest_of_the_line() {
    let mut engine = Engine::start();
    engine.send("setoption name SyzygyPath value /tmp/my tables:/nonexistent:");
    let lines = engine.ready();
    assert!(lines[0].starts_with("info string SyzygyPath"), "{lines:?}");
    engine.send("setoption name SyzygyPath value <empty>");
    assert_eq!(engine.ready(), ["readyok"]);
}

/// The folder of real tables, where it is known.
fn tables() -> Option<String> {
    let Ok(folder) = std::env::var("CUTAWAY_TESTDATA") else {
        println!("skipped: CUTAWAY_TESTDATA is not set");
        return None;
    };
    Some(format!("{folder}/syzygy"))
}

#[test]
fn b82_tables_are_opened_and_looked_up() {
    let Some(folder) = tables() else { return };
    let mut engine = Engine::start();
    for _ in 0..2 {
        engine.send(&format!("setoption name SyzygyPath value {folder}"));
        let said = engine.ready();
        assert!(said[0].contains(" tables of up to 5 men"), "{said:?}");
        engine.send("position fen 8/8/8/8/8/2k5/8/K6R w - - 0 1\ngo depth 10");
        let lines = engine.until("bestmove", LONG);
        let last = &lines[lines.len() - 2];
        assert!(!last.contains(" tbhits 0 "), "{last}");
        assert!(
            last.contains(" cp 20000 ") || last.contains(" mate "),
            "{last}"
        );
        engine.send("ucinewgame");
    }
    engine.send("setoption name SyzygyPath value <empty>\ngo depth 3");
    let lines = engine.until("bestmove", LONG);
    assert!(lines.iter().any(|line| line.contains(" tbhits 0 ")));
    // A clock beyond the rule is no danger to the tables.
    engine.send(&format!(
        "setoption name SyzygyPath value {folder}\nsetoption name Syzygy50MoveRule value false"
    ));
    engine.send("position fen 8/3k4/8/8/4N3/8/6N1/7K b - - 117 14\ngo depth 5");
    engine.until("bestmove", LONG);
}

#[test]
fn b63_every_line_is_told_beside_a_win_by_tablebases() {
    let Some(folder) = tables() else { return };
    let mut engine = Engine::start();
    engine.send(&format!("setoption name SyzygyPath value {folder}"));
    engine.send("setoption name MultiPV value 2");
    // The knight takes the queen and draws; every other move loses.
    engine.send("position fen 8/8/6k1/8/8/2q5/K7/1N6 w - - 0 1\ngo depth 8");
    let lines = engine.until("bestmove", LONG);
    let of = |number: u32| {
        let words = format!(" multipv {number} score cp ");
        let line = lines.iter().rfind(|line| line.contains(&words));
        let line = line.unwrap_or_else(|| panic!("no line {number}: {lines:#?}"));
        let score = line.split(&words).nth(1).unwrap();
        score.split(' ').next().unwrap().parse::<i32>().unwrap()
    };
    assert_eq!(of(1), 0, "the knight takes the queen");
    assert_eq!(of(2), -20_000);
}

#[test]
fn b81_a_log_file_is_written_to_the_path_with_blanks() {
    let folder = std::env::temp_dir().join(format!("cutaway log {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("my log.txt");
    let mut engine = Engine::start();
    engine.send(&format!(
        "setoption name Debug Log File value {}\nuci",
        path.display()
    ));
    engine.until("uciok", SOON);
    engine.send("setoption name Debug Log File value <empty>\nsetoption name Debug Log File value /no/such/folder/x");
    let lines = engine.ready();
    assert!(lines[0].contains("cannot be opened"), "{lines:?}");
    let log = std::fs::read_to_string(&path).unwrap();
    assert!(
        log.contains("<< uci\n") && log.contains(">> uciok\n"),
        "{log}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn b83_bad_values_are_said_and_survived() {
    let mut engine = Engine::start();
    for line in [
        "setoption name Hash value 1e3",
        "setoption name Hash value",
        "setoption name",
        "setoption",
        "setoption name Nope value 1",
        "perft",
        "perft x",
        "go perft x",
        "go perft",
        "position",
        "debug",
        "\u{0}\u{1}\u{fffd}",
    ] {
        engine.send(line);
        let lines = engine.ready();
        assert_eq!(lines.len(), 2, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string "), "{line}: {lines:?}");
    }
    // A limit that cannot be read still ends the search.
    engine.send("position startpos");
    for line in ["go depth", "go wtime abc"] {
        engine.send(line);
        let lines = engine.until("bestmove", SOON);
        assert!(lines[0].starts_with("info string "), "{line}: {lines:?}");
    }
    engine.ready();
}

#[test]
fn b84_the_options_that_bots_need_are_listed() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok", SOON);
    for name in [
        "Move Overhead",
        "Threads",
        "Hash",
        "SyzygyPath",
        "SyzygyProbeDepth",
        "SyzygyProbeLimit",
        "Syzygy50MoveRule",
        "UCI_ShowWDL",
        "MultiPV",
        "Ponder",
        "UCI_Chess960",
    ] {
        let beginning = format!("option name {name} type ");
        assert!(
            lines.iter().any(|line| line.starts_with(&beginning)),
            "{name}"
        );
    }
    for beginning in ["id name Cutaway ", "id author "] {
        assert!(lines.iter().any(|line| line.starts_with(beginning)));
    }
}

#[test]
#[cfg(unix)]
fn a_log_that_would_wait_for_a_reader_is_refused() {
    let path = std::env::temp_dir().join(format!("cutaway-pipe-{}", std::process::id()));
    let path = path.to_str().expect("plain text");
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo is there").success());
    let mut engine = Engine::start();
    engine.send(&format!("setoption name Debug Log File value {path}"));
    let said = engine.ready();
    std::fs::remove_file(path).expect("it was made above");
    let words = format!("Debug Log File cannot be opened: {path}: ");
    let complaints = |line: &&String| line.contains(&words);
    assert_eq!(said.iter().filter(complaints).count(), 1, "{said:?}");
}
