//! What a command is given before it plays: files for two things, numbers without sense, files from other systems, and
//! outputs that nobody reads or that have no room.

mod program;

use program::{cutaway, folder, text};
use std::path::PathBuf;
use std::process::Command;

/// A file of its own for each test.
fn file(name: &str, content: &str) -> PathBuf {
    let path = folder(&format!("given-{name}")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

const MATE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";

#[test]
fn one_file_for_two_things_is_refused_and_stays() {
    let old = format!("{MATE} bm Ra8#;\n");
    let taken = file("taken-twice", &old);
    let taken = taken.to_str().unwrap();
    let matched = ["match", "self", "self", "--depth", "1", "--games", "2"];
    let json = format!("--json={taken}");
    for arguments in [
        [&matched[..], &["--resume", taken, "--json", taken]].concat(),
        [&matched[..], &["--json", taken, "--pgn", taken]].concat(),
        [&matched[..], &["--openings", taken, "--pgn", taken]].concat(),
        vec!["suite", taken, "--depth", "1", &json],
        vec!["suite", taken, "--depth", "1", "--resume", taken],
        vec!["ablate", "--resume", taken, "--json", taken],
        vec![
            "spsa",
            "delta_margin",
            "--nodes",
            "9",
            "--plot",
            taken,
            "--json",
            taken,
        ],
        vec![
            "datagen",
            "no-folder",
            "--games",
            "1",
            "--openings",
            taken,
            "--json",
            taken,
        ],
    ] {
        let output = cutaway(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = text(&output.stderr);
        assert!(
            error.contains("are the same file"),
            "{arguments:?}: {error}"
        );
        assert_eq!(
            std::fs::read_to_string(taken).unwrap(),
            old,
            "{arguments:?}"
        );
    }
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    let suite = file("sense.epd", &format!("{MATE} bm Ra8#;\n"));
    let suite = ["suite", suite.to_str().unwrap()];
    let matched = ["match", "self", "self", "--depth", "1"];
    let datagen = ["datagen", "no-folder", "--games", "1"];
    for (of, more) in [
        (&matched[..], &["--games", "0"][..]),
        (&matched, &["--concurrency", "0"]),
        (&matched, &["--hang-seconds", "18446744073709551615"]),
        (&matched[..3], &["--movetime", "0"]),
        (&matched[..3], &["--tc", "1e19"]),
        (&suite, &["--depth", "0"]),
        (&suite, &["--nodes", "0"]),
        (&suite, &["--nodes", "9", "--threads", "0"]),
        (&suite, &["--nodes", "9", "--threads", "99999"]),
        (&suite, &["--nodes", "9", "--stage", "99"]),
        (&datagen, &["--nodes", "0"]),
        (&datagen, &["--with", "self:nodes=100"]),
    ] {
        let arguments = [of, more].concat();
        assert_eq!(cutaway(&arguments).status.code(), Some(2), "{arguments:?}");
    }
}

/// On Linux, where `/dev/full` is a disk without room.
#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_no_success_and_a_log_that_nobody_reads_no_failure() {
    use std::process::Stdio;
    let matched = ["match", "self", "self", "--depth", "1", "--games", "20"];
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cutaway"));
    let output = command
        .args(matched)
        .stdout(full.unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(error.contains("standard output: No space left"), "{error}");

    let mut command = Command::new(env!("CARGO_BIN_EXE_cutaway"));
    let piped = command
        .args(matched)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    drop(child.stderr.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("\n20 games: "));
}

#[test]
fn files_from_other_systems_are_read() {
    let path = file("marked.epd", "\u{feff}8/5k2/8/8/4P3/8/3K4/8 w - -\r\n");
    let command = format!(
        "genfens 1 seed 1 book {} plies=2 limit=5000",
        path.display()
    );
    let made = cutaway(&[&command, "quit"]);
    assert!(text(&made.stdout).starts_with("info string genfens "));
    let path = file("latin.epd", "");
    let mut bytes = format!("{MATE} bm Ra8#; id \"").into_bytes();
    bytes.extend(b"Mu\xf1oz\";\n");
    std::fs::write(&path, bytes).unwrap();
    let output = cutaway(&["suite", path.to_str().unwrap(), "--depth", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}
