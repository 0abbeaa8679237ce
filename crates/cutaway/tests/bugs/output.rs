//! What is written: whole lines, plain numbers, plain characters, and not too much of it.

use crate::engine::*;
use std::process::{Command, Stdio};

#[test]
fn b72_a_quick_mate_does_not_flood_the_gui() {
    let mut engine = Engine::start();
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo infinite");
    engine.never("bestmove", ms(1000));
    engine.send("stop");
    engine.until("bestmove", SOON);
    assert!(engine.seen.len() < 500, "{} lines", engine.seen.len());
}

#[test]
fn b73_numbers_are_whole_and_not_negative() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_ShowWDL value true\nsetoption name MultiPV value 2");
    for go in [
        "go depth 7",
        "go movetime 0",
        "go nodes 1",
        "go mate 1 depth 3",
    ] {
        engine.send(&format!("position startpos\n{go}"));
        engine.until("bestmove", LONG);
    }
    let infos = infos(&engine.seen);
    assert!(infos.len() > 10);
    for line in infos {
        for name in [
            "depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time",
        ] {
            let value = field(line, name).unwrap_or_else(|| panic!("no {name} in {line}"));
            assert!(value.bytes().all(|b| b.is_ascii_digit()), "{line}");
        }
        let chances: Vec<u32> = line
            .split(' ')
            .skip_while(|word| *word != "wdl")
            .skip(1)
            .take(3)
            .map(|word| word.parse().unwrap())
            .collect();
        assert_eq!(chances.iter().sum::<u32>(), 1000, "{line}");
    }
}

#[test]
fn b74_into_a_pipe_goes_plain_text_from_the_first_byte() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo depth 5\ngo depth 1\nd\neval\nhelp\nfoo\u{e9}");
    engine.until("info string unknown command", LONG);
    for line in &engine.seen {
        assert!(line.bytes().all(|b| (b' '..=b'~').contains(&b)), "{line:?}");
    }
    assert!(
        engine.seen[0].starts_with("info depth 1 "),
        "{}",
        engine.seen[0]
    );
}

#[test]
fn b75_no_line_ends_in_a_blank() {
    let mut engine = Engine::start();
    engine.send("setoption name Show Techniques value true\nuci\nisready\ngo depth 3\nd\neval\ngo perft 1\nset\ncompiler");
    engine.until("Nodes searched", LONG);
    engine.ready();
    for line in &engine.seen {
        assert_eq!(line.trim_end(), line);
    }
    for word in ["uciok", "readyok"] {
        assert!(engine.seen.iter().any(|line| line == word));
    }
}

fn ready_while_many_threads_search(rounds: usize) {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 8\nposition startpos\ngo infinite");
    for _ in 0..rounds {
        engine.send("isready");
        std::thread::sleep(ms(2));
    }
    engine.send("stop");
    engine.until("bestmove", SOON);
    engine.ready();
    let ready = engine.seen.iter().filter(|line| *line == "readyok").count();
    assert_eq!(ready, rounds + 1);
    for line in &engine.seen {
        let is_whole = line == "readyok"
            || line.starts_with("bestmove ")
            || (line.starts_with("info depth ") && !line.contains("readyok"));
        assert!(is_whole, "{line}");
    }
}

#[test]
fn b76_lines_of_threads_never_mix() {
    ready_while_many_threads_search(150);
}

#[test]
#[ignore = "five seconds"]
fn b76_lines_of_threads_never_mix_for_five_seconds() {
    ready_while_many_threads_search(2500);
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cutaway"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built with the tests");
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    use std::io::{Read, Write};
    // The engine may be gone before all of it is written.
    let _ = input.write_all(b"uci\nisready\ngo depth 5\n");
    let status = child.wait().unwrap();
    assert!(status.success(), "{status}");
    let mut complaint = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut complaint)
        .unwrap();
    assert_eq!(complaint, "");
}
