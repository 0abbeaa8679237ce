//! The subcommands, run as a user runs them.

use cutaway_search::Settings;
use std::path::PathBuf;
use std::process::{Command, Output};

fn cutaway(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cutaway"))
        .args(arguments)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program was built with the tests")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A file of its own for a test; removed when the test ends well.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("cutaway-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("the folder for temporary files can be written");
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the path is plain text")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A file left behind does no harm.
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn perft_counts_and_divides() {
    let output = cutaway(&["perft", "3"]);
    assert!(output.status.success());
    assert!(
        text(&output).starts_with("8902 nodes, "),
        "{}",
        text(&output)
    );
    let output = cutaway(&[
        "perft",
        "1",
        "--fen",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "--divide",
        "--threads",
        "2",
    ]);
    assert_eq!(text(&output).lines().count(), 16);
    assert!(text(&output).contains("e1g1: 1\n"));
    let output = cutaway(&["perft", "4", "--hash", "1", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&text(&output)).unwrap();
    assert_eq!(object["nodes"], 197_281);
    for refused in [
        ["2", "--fen", "nonsense"],
        ["4294967295", "--threads", "1"],
        ["4", "--threads", "0"],
        ["4", "--threads", "100000"],
        ["4", "--hash", "0"],
        ["4", "--hash", "33554432"],
        ["4", "--hash", "18446744073709551615"],
    ] {
        let output = cutaway(&[&["perft"][..], &refused].concat());
        assert_eq!(output.status.code(), Some(2), "{refused:?}");
    }
}

#[test]
fn a_suite_that_checks_nothing_does_not_pass() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let status = |name, text: &str, more: &[&str]| {
        let file = Scratch::new(name, text);
        let output = cutaway(&[&["perft", "--suite", file.path()][..], more].concat());
        output.status.code()
    };
    assert_eq!(status("empty.epd", "# nothing\n", &[]), Some(2));
    let nothing = Scratch::new("empty.csv", "# nothing\n");
    let output = cutaway(&["see", "--suite", nothing.path()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(status("none.epd", &format!("{start}\n"), &[]), Some(1));
    assert_eq!(
        status("word.epd", &format!("{start} ;D1 20 ;D2 many\n"), &[]),
        Some(1)
    );
    assert_eq!(
        status(
            "large.epd",
            &format!("{start} ;D1 20\n"),
            &["--max-nodes", "1"]
        ),
        Some(2)
    );
}

#[test]
fn a_suite_refuses_threads_and_tables_that_there_cannot_be() {
    for refused in [
        ["--threads", "0"],
        ["--threads", "100000"],
        ["--hash", "0"],
        ["--hash", "33554433"],
    ] {
        let output = cutaway(&[&["suite", "no.epd", "--depth", "1"][..], &refused].concat());
        assert_eq!(output.status.code(), Some(2), "{refused:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("is not in 1..="), "{said}");
    }
}

#[test]
fn a_perft_suite_fails_on_a_wrong_count() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let right = Scratch::new(
        "right.epd",
        &format!("# counts\n\n{start} ;D1 20 ;D2 400 ;D6 119060324 ;id \"x\"\n"),
    );
    let output = cutaway(&["perft", "--suite", right.path(), "--max-nodes", "400"]);
    assert!(output.status.success());
    assert!(
        text(&output).starts_with("1 positions, 2 counts, 0 mismatches, 420 nodes, "),
        "{}",
        text(&output)
    );
    let wrong = Scratch::new("wrong.epd", &format!("{start} ;D2 401\n"));
    let output = cutaway(&["perft", "--suite", wrong.path()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).starts_with(&format!("line 1: {start} depth 2: 400, expected 401\n")));
}

#[test]
fn a_see_suite_is_checked_in_each_form() {
    let case = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1;d1d5;";
    let right = Scratch::new("right.csv", &format!("# a comment\n{case}-800\n"));
    let wrong = Scratch::new("wrong.csv", &format!("{case}100\n"));
    for form in ["exact", "threshold", "battery"] {
        let output = cutaway(&["see", "--suite", right.path(), "--form", form]);
        assert!(output.status.success(), "{form}");
        assert_eq!(text(&output), "1 of 1 cases agree\n");
        let output = cutaway(&["see", "--suite", wrong.path(), "--form", form]);
        assert_eq!(output.status.code(), Some(1), "{form}");
    }
}

#[test]
fn check_fen_answers_line_by_line() {
    let file = Scratch::new("fens", "4k3/8/8/8/8/8/4P3/4K3 w\nnonsense\n");
    let output = cutaway(&["check-fen", file.path()]);
    assert_eq!(output.status.code(), Some(1));
    let text = text(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0], "ok");
    assert!(lines[1].starts_with("error: "), "{}", lines[1]);
    let nothing = Scratch::new("no-fens", "");
    let output = cutaway(&["check-fen", nothing.path()]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn bench_refuses_unknown_techniques() {
    let output = cutaway(&["bench", "--off", "magic"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no technique is named magic"));
}

#[test]
#[ignore = "two benches in a build with assertions"]
fn bench_counts_the_same_with_everything_switchable() {
    let plain = cutaway(&["bench"]);
    let lab = cutaway(&["bench", "--lab"]);
    let nodes = |output: &Output| {
        text(output)
            .lines()
            .last()
            .map(|line| line.split(' ').next().map(str::to_string))
    };
    assert!(plain.status.success() && lab.status.success());
    assert_eq!(nodes(&plain), nodes(&lab));
    let last = text(&plain).lines().last().unwrap_or_default().to_string();
    let words: Vec<&str> = last.split(' ').collect();
    assert!(
        matches!(words[..], [n, "nodes", s, "nps"] if n.parse::<u64>().is_ok() && s.parse::<u64>().is_ok()),
        "{last}"
    );
}

#[test]
fn without_a_terminal_and_a_command_it_speaks_uci() {
    let output = cutaway(&[]);
    assert!(output.status.success());
    assert_eq!(text(&output), "");
}

#[test]
fn help_names_what_there_is() {
    let help = text(&cutaway(&["--help"]));
    for command in ["console", "uci", "bench", "perft", "see", "check-fen"] {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        assert!(cutaway(&[command, "--help"]).status.success(), "{command}");
    }
}

#[test]
fn a_bench_of_a_stage_and_depth_counts_its_own_nodes() {
    let nodes = |arguments: &[&str]| -> u64 {
        let output = cutaway(&[&["bench"], arguments].concat());
        assert!(output.status.success(), "{arguments:?}");
        let text = text(&output);
        let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"));
        words[0].parse().unwrap()
    };
    let with = |settings: Settings, depth: u32| {
        let positions = cutaway_search::bench::POSITIONS;
        cutaway_search::bench::run_positions(positions, depth, &settings, &mut |_| {}).nodes
    };
    let of = |stage: u8, depth: u32| with(Settings::stage(stage), depth);
    assert_eq!(nodes(&["--depth", "2"]), of(u8::MAX, 2));
    assert_eq!(nodes(&["--stage", "7", "--depth", "2"]), of(7, 2));
    assert!(of(7, 2) != of(8, 2) || of(7, 2) != of(u8::MAX, 2));
    // Without a depth the early chapters are not searched to the depth of the others, which would take hours.
    assert_eq!(nodes(&["--stage", "5"]), of(5, 4));
    let without_network = Settings {
        evaluator: Settings::stage(19).evaluator,
        ..Settings::stage(20)
    };
    let (network, tables) = (of(20, 3), with(without_network, 3));
    assert_ne!(network, tables);
    assert_eq!(nodes(&["--depth", "3", "--net", "<empty>"]), tables);
    for same in [
        ["--stage", "20"],
        ["--net", "<built-in>"],
        ["--kernel", "scalar"],
        ["--kernel", "Scalar"],
    ] {
        assert_eq!(
            nodes(&[&["--depth", "3"], &same[..]].concat()),
            network,
            "{same:?}"
        );
    }
    for refused in [
        &["--stage", "3"][..],
        &["--stage", "16"],
        &["--stage", "99"],
        &["--depth", "0"],
        &["--net", "/nowhere/at/all"],
        &["--kernel", "none"],
        &["--stage", "14", "--kernel", "scalar"],
    ] {
        let status = cutaway(&[&["bench"], refused].concat()).status.code();
        assert_eq!(status, Some(2), "{refused:?}");
    }
    let off = |stage, name| {
        let output = cutaway(&["bench", "--depth", "1", "--stage", stage, "--off", name]);
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let note = "null_move is off already at stage 7";
    assert!(off("7", "null_move").contains(note));
    assert!(!off("12", "null_move").contains("already"));
    let unknown = cutaway(&["bench", "--kernel", "none"]).stderr;
    let unknown = String::from_utf8_lossy(&unknown);
    assert!(unknown.contains("those that do: scalar"), "{unknown}");
}
