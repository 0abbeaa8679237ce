//! Fuzzed command sequences against the program itself, over pipes: no hang, no death, no lost bestmove.
//!
//! The lines are those of the fuzz body of the session; here they meet threads, clocks and real searches. Each sequence
//! is a process of its own, which ends because its input does. Which move is right is not asked.

#[allow(dead_code)] // The body of the session takes all of it.
#[path = "../../protocol/tests/bodies/grammar.rs"]
mod grammar;

use grammar::{Input, command, is_quit, is_search};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a process may live after its input has ended, on a machine that has other things to do.
const DEADLINE: Duration = Duration::from_secs(20);

/// One conversation: lines, and how long to wait before each.
struct Sequence {
    seed: u64,
    lines: Vec<(String, Duration)>,
}

impl Sequence {
    fn new(seed: u64) -> Sequence {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut bytes = vec![0; random.usize(10..250)];
        random.fill(&mut bytes);
        let mut input = Input::new(&bytes);
        let mut lines = Vec::new();
        while !input.is_empty() {
            let line = input.line();
            let wait = match input.below(8) {
                0 => Duration::from_millis(u64::from(input.byte() % 8)),
                1 => Duration::from_micros(u64::from(input.byte()) * 4),
                _ => Duration::ZERO,
            };
            if !is_costly(&line) {
                lines.push((line, wait));
            }
        }
        Sequence { seed, lines }
    }

    /// How many searches and `isready` come before `quit`, and whether there is one.
    fn owed(&self) -> (usize, usize, bool) {
        let lines = || self.lines.iter().map(|(line, _)| line.as_str());
        let heard = || lines().take_while(|line| !is_quit(line));
        (
            heard().filter(|line| is_search(line)).count(),
            heard().filter(|line| command(line) == "isready").count(),
            lines().any(is_quit),
        )
    }
}

/// Whether a line asks for more memory, time, threads or files than a test may take. A count of moves or a bench is no
/// search: the end of input lets it run to its own end.
fn is_costly(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let plain: String = line.chars().filter(|c| c.is_alphanumeric()).collect();
    let names = |word: &str| plain.contains(word);
    let digits: String = plain.chars().filter(char::is_ascii_digit).collect();
    let is_large = digits.len() > 1 || digits.as_str() > "4";
    names("log")
        || names("bench")
        || (names("hash") || names("threads") || names("perft")) && is_large
}

fn collect(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).expect("a pipe can be read");
        String::from_utf8(bytes).expect("the program writes UTF-8")
    })
}

/// Talks to a process of its own; says what is wrong with what came back.
fn talk(sequence: &Sequence) -> Result<(), String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cutaway"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let output = collect(child.stdout.take().expect("its output is a pipe"));
    let errors = collect(child.stderr.take().expect("so is its standard error"));
    let mut input = child.stdin.take().expect("so is its input");
    for (line, wait) in &sequence.lines {
        std::thread::sleep(*wait);
        // After `quit` nobody reads any more.
        if input.write_all(format!("{line}\n").as_bytes()).is_err() {
            break;
        }
    }
    drop(input);
    let code = wait(&mut child)?;
    let (output, errors) = (
        output.join().expect("it was read"),
        errors.join().expect("it was read"),
    );
    let count = |word: &str| output.lines().filter(|line| line.starts_with(word)).count();
    let (answers, ready) = (count("bestmove "), count("readyok"));
    let (searches, readies, quits) = sequence.owed();
    let is_paid = match quits {
        true => answers <= searches && ready <= readies,
        false => answers == searches && ready == readies,
    };
    if code == Some(0) && is_paid && errors.is_empty() && !output.contains("internal error") {
        return Ok(());
    }
    Err(format!(
        "exit {code:?}, {answers} answers to {searches} searches, {ready} of {readies} readyok\n{errors}\n{output}"
    ))
}

fn wait(child: &mut Child) -> Result<Option<i32>, String> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return Ok(status.code());
        }
        if start.elapsed() > DEADLINE {
            child.kill().expect("a child can be ended");
            child.wait().expect("a child can be waited for");
            return Err("it hangs".to_string());
        }
        std::thread::sleep(Duration::from_micros(500));
    }
}

/// Talks to as many processes, and tells the whole conversation of the first that does wrong.
fn sequences(seeds: std::ops::Range<u64>) {
    let (mut searches, mut lines, mut slowest) = (0, 0, Duration::ZERO);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let sequence = Sequence::new(seed);
        let start = Instant::now();
        if let Err(fault) = talk(&sequence) {
            panic!(
                "sequence {}: {fault}\nafter {:#?}",
                sequence.seed, sequence.lines
            );
        }
        slowest = slowest.max(start.elapsed());
        searches += sequence.owed().0;
        lines += sequence.lines.len();
    }
    println!("{count} sequences, {lines} lines, {searches} searches, the slowest took {slowest:?}");
    assert!(
        searches > count as usize,
        "{searches} searches in {count} sequences"
    );
}

#[test]
fn a_hundred_sequences_are_answered() {
    sequences(0..100);
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_sequences_are_answered() {
    sequences(100..10_100);
}
