//! `cutaway train` as a user runs it: killed and gone on with, its files, and what it says of networks and of bad input.

use cutaway_chess::{MoveList, Position};
use cutaway_trainer::Record;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn cutaway(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cutaway"));
    command.args(arguments);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder of its own for each test, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Positions of random games, White better if he has more men; in bulletformat.
fn write_records(path: &Path, count: usize) {
    let mut random = fastrand::Rng::with_seed(1);
    let mut bytes = Vec::new();
    while bytes.len() < count * Record::BYTES {
        let mut position = Position::startpos();
        for _ in 0..80 {
            let moves: MoveList = position.legal_moves();
            let all: Vec<_> = moves.iter().collect();
            let Some(&mv) = random.choice(&all) else {
                break;
            };
            position.play(mv);
            let men = |color| position.of_color(color).len() as i16;
            let [white, black] = cutaway_chess::Color::ALL.map(men);
            bytes.extend_from_slice(Record::new(&position, (white - black) * 200, 1).bytes());
        }
    }
    std::fs::write(path, bytes).unwrap();
}

fn arguments<'a>(data: &'a str, out: &'a str) -> Vec<&'a str> {
    let small = "--hidden 32 --batch 64 --passes 25 --threads 2 --note random";
    let mut arguments = vec!["train", data, "--out", out];
    arguments.extend(small.split(' '));
    arguments
}

fn run(arguments: &[&str]) -> Output {
    cutaway(arguments).output().unwrap()
}

#[test]
fn a_killed_training_ends_as_if_it_had_not_been() {
    let folder = folder("train-killed");
    let (data, whole, parts) = (
        folder.join("a.bf"),
        folder.join("whole"),
        folder.join("parts"),
    );
    write_records(&data, 10_000);
    let [data, whole, parts] = [&data, &whole, &parts].map(|path| path.to_str().unwrap());
    let output = run(&arguments(data, whole));
    assert!(output.status.success(), "{}", text(&output.stderr));
    for _ in 0..2 {
        let checkpoint = Path::new(parts).join("checkpoint.bin");
        let modified = || {
            std::fs::metadata(&checkpoint)
                .and_then(|data| data.modified())
                .ok()
        };
        let before = modified();
        let mut child = cutaway(&arguments(data, parts))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while modified() == before && begun.elapsed() < Duration::from_secs(120) {
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(
            !Path::new(parts).join("network.nnue").exists(),
            "it was killed too late"
        );
    }
    let output = run(&arguments(data, parts));
    let printed = text(&output.stdout);
    assert!(
        printed.lines().next().unwrap().contains("going on after"),
        "{printed}"
    );
    let read = |folder: &str, name: &str| std::fs::read(Path::new(folder).join(name)).unwrap();
    for name in ["network.nnue", "checkpoint.bin", "curve.csv", "curve.svg"] {
        assert!(read(whole, name) == read(parts, name), "{name} differs");
    }
    assert!(text(&read(parts, "network.md")).contains("| loss at the end |"));
}

#[test]
fn a_network_is_evaluated() {
    let folder = folder("train-evaluate");
    let (data, out, reference) = (
        folder.join("a.bf"),
        folder.join("out"),
        folder.join("reference.csv"),
    );
    write_records(&data, 3000);
    let lines = "# fen;cp;kind;bestmove\n4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1;900;game;e1d2\n\
        4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1;-900;sibling;e1d2\n4k3/8/8/8/8/8/8/4K3 b - - 0 1;0;game;e8e7\n";
    std::fs::write(&reference, lines).unwrap();
    let [data, out, reference] = [&data, &out, &reference].map(|path| path.to_str().unwrap());
    let mut learn = arguments(data, out);
    learn.extend(["--reference", reference]);
    let output = run(&learn);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}{}", text(&output.stderr));
    let last = printed.lines().last().unwrap().to_string();
    let words: Vec<&str> = last.split(' ').collect();
    let ["reference", "error", error, "scale", scale] = words[..] else {
        panic!("{last}")
    };
    let (error, scale): (f64, f64) = (error.parse().unwrap(), scale.parse().unwrap());
    assert!(error < 0.05 && scale > 0.0, "{last}");
    let network = Path::new(out).join("network.nnue");
    let network = network.to_str().unwrap();
    let output = run(&["train", "--evaluate", network, reference]);
    assert_eq!(text(&output.stdout).lines().last().unwrap(), last);
    // What is no network, and what is no file of scores.
    let output = run(&["train", "--evaluate", data, reference]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("a.bf: "),
        "{}",
        text(&output.stderr)
    );
    let output = run(&["train", "--evaluate", network, data]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("a.bf"),
        "{}",
        text(&output.stderr)
    );
}

/// What was left out, by which rule, and that nothing is left to validate with.
#[test]
fn the_first_lines_tell_what_is_learnt_from() {
    let folder = folder("train-counts");
    let (data, out) = (folder.join("a.bf"), folder.join("out"));
    write_records(&data, 1000);
    let all = std::fs::metadata(&data).unwrap().len() / Record::BYTES as u64;
    let [data, out] = [&data, &out].map(|path| path.to_str().unwrap());
    let mut learn = arguments(data, out);
    learn.extend(["--max-score", "0", "--holdout", "0", "--shuffled"]);
    let output = run(&learn);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}{}", text(&output.stderr));
    let mut lines = printed.lines();
    let words: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let [learnt, "positions", ..] = words[..] else {
        panic!("{printed}")
    };
    let left_out = all - learnt.parse::<u64>().unwrap();
    let counted =
        format!("0 to validate with, {left_out} left out ({left_out} with too high a score); ");
    assert!(printed.contains(&counted), "{printed}");
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("nothing to validate with"),
        "{printed}"
    );
    assert_eq!(printed.matches("nothing to validate").count(), 1);
}

/// A device without an end and a pipe that nobody writes to: each is refused at once, whatever it was to be.
#[cfg(unix)]
#[test]
fn what_may_have_no_end_is_not_read() {
    let folder = folder("train-endless");
    let (data, out) = (folder.join("a.bf"), folder.join("out"));
    write_records(&data, 100);
    let (zero, pipe) = (folder.join("zero.bf"), folder.join("pipe.vf"));
    std::os::unix::fs::symlink("/dev/zero", &zero).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let [data, out, zero, pipe] = [&data, &out, &zero, &pipe].map(|path| path.to_str().unwrap());
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/cutaway.nnue");
    for endless in [zero, pipe] {
        for arguments in [
            &["train", endless, "--out", out][..],
            &["train", data, "--validation", endless, "--out", out],
            &["train", data, "--reference", endless, "--out", out],
            &["train", "--evaluate", endless, data],
            &["train", "--evaluate", network, endless],
        ] {
            let mut child = cutaway(arguments).stderr(Stdio::piped()).spawn().unwrap();
            let begun = Instant::now();
            while child.try_wait().unwrap().is_none() {
                if begun.elapsed() > Duration::from_secs(20) {
                    child.kill().unwrap();
                    panic!("{arguments:?} goes on and on");
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            let output = child.wait_with_output().unwrap();
            let words = text(&output.stderr);
            assert!(words.contains("no plain file"), "{arguments:?}: {words}");
            assert_eq!(output.status.code(), Some(2));
        }
    }
}

#[test]
fn what_cannot_be_trained_on_is_told() {
    let folder = folder("train-wrong");
    let (data, out) = (folder.join("a.bf"), folder.join("out"));
    std::fs::write(&data, [1; 64]).unwrap();
    let [data, out] = [&data, &out].map(|path| path.to_str().unwrap());
    let output = run(&arguments(data, out));
    assert_eq!(output.status.code(), Some(2));
    let words = text(&output.stderr);
    assert!(
        words.starts_with("cutaway: ") && words.contains("a.bf, record 1: "),
        "{words}"
    );
    let output = run(&["train", data]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("--out"),
        "{}",
        text(&output.stderr)
    );
}
