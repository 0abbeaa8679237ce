//! Control-C while games are played: the first one ends with a report of what there is, a second one at once.
#![cfg(target_os = "linux")]

mod program;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use program::{cutaway, folder, text};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Starts it as a shell does, in a group of its own: what is typed reaches all that belongs to it.
fn start(arguments: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_cutaway"))
        .args(arguments.split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .unwrap()
}

fn press_control_c(child: &Child) {
    let group = Pid::from_raw(child.id().try_into().unwrap());
    killpg(group, Signal::SIGINT).unwrap();
}

/// Waits until a journal has so many lines.
fn wait_for_lines(child: &mut Child, journal: &Path, count: usize) {
    let lines = || {
        std::fs::read_to_string(journal)
            .unwrap_or_default()
            .matches('\n')
            .count()
    };
    while lines() < count {
        assert_eq!(child.try_wait().unwrap(), None);
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Runs a command that would play for hours, stops it when its journal has some lines, and gives back what it has printed.
fn stopped(name: &str, command: &str, journal: &str) -> String {
    let folder = folder(name);
    let command = command.replace("FOLDER", folder.to_str().unwrap());
    let mut child = start(&command);
    wait_for_lines(&mut child, &folder.join(journal), 4);
    press_control_c(&child);
    let output = child.wait_with_output().unwrap();
    let words = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{name}: {words}");
    assert!(
        words.ends_with("the same command goes on from here\n"),
        "{name}: {words}"
    );
    text(&output.stdout)
}

#[test]
fn the_first_one_ends_with_a_report_of_what_there_is() {
    let cases = [
        (
            "stopped-ablate",
            "ablate --only killers,history --nodes 60 --games 100000 --resume FOLDER/journal",
            "| `killers` ",
        ),
        (
            "stopped-ladder",
            "ladder --from 6 --to 8 --nodes 60 --games 100000 --resume FOLDER/journal",
            "| stage 7 - stage 6 ",
        ),
        (
            "stopped-spsa",
            "spsa ReductionQuietBase --nodes 60 --iterations 100000 --resume FOLDER/journal",
            "iteration ",
        ),
    ];
    for (name, command, words) in cases {
        let printed = stopped(name, command, "journal");
        assert!(printed.contains(words), "{name}: {printed}");
        assert!(!printed.contains("believe it"), "{printed}");
    }
    let command = "datagen FOLDER/games --games 100000 --nodes 60";
    let printed = stopped("stopped-datagen", command, "games/journal.jsonl");
    assert!(printed.contains(" games, "), "{printed}");
}

#[test]
fn players_in_other_processes_finish_their_games() {
    let printed = stopped(
        "stopped-match",
        "match self:hash=1 self:stage=12,hash=1 --isolate --nodes 60 --games 100000 --concurrency 2 --resume FOLDER/journal",
        "journal",
    );
    assert!(printed.contains(" games"), "{printed}");
    let journal = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stopped-match/journal");
    let pairs = std::fs::read_to_string(&journal).unwrap();
    assert!(
        pairs.contains("\"checkmate\"") && !pairs.contains("crash"),
        "{pairs}"
    );
    // The journal is whole: a match with fewer games has nothing left to play.
    let again =
        "match self:hash=1 self:stage=12,hash=1 --isolate --nodes 60 --games 2 --strict --resume";
    let mut arguments: Vec<&str> = again.split(' ').collect();
    arguments.push(journal.to_str().unwrap());
    let output = cutaway(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn a_second_one_ends_at_once() {
    // Its first game would take days.
    let mut child = start("match self self --nodes 1000000000000");
    let mut notes = BufReader::new(child.stderr.take().unwrap());
    // It may not listen yet, and without anybody to listen the signal is the end.
    while !is_listening(&child) {
        assert_eq!(child.try_wait().unwrap(), None);
        std::thread::sleep(Duration::from_millis(5));
    }
    press_control_c(&child);
    let mut note = String::new();
    notes.read_line(&mut note).unwrap();
    assert!(note.contains("Control-C again ends at once"), "{note}");
    assert_eq!(child.try_wait().unwrap(), None);
    press_control_c(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut printed = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut printed)
        .unwrap();
    assert_eq!(printed, "");
}

/// Whether a thread waits for signals: the one for Control-C.
fn is_listening(child: &Child) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
    let name = |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("comm"));
    threads
        .flatten()
        .any(|thread| name(thread).is_ok_and(|name| name == "interrupts\n"))
}
