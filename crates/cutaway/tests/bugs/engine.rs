//! The program as a child process, with a deadline on every answer.

use cutaway_chess::{Game, Position};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Long enough for an answer that is due at once, on a machine that has other things to do.
pub const SOON: Duration = Duration::from_secs(30);

/// Long enough for a search of some plies in a build with assertions.
pub const LONG: Duration = Duration::from_secs(60);

pub fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// A running engine. Dropping it kills it.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Every line it wrote that was waited for.
    pub seen: Vec<String>,
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Engine {
    /// The program without arguments, on pipes: it speaks UCI.
    pub fn start() -> Engine {
        Engine::spawn(&mut Command::new(env!("CARGO_BIN_EXE_cutaway")))
    }

    pub fn spawn(command: &mut Command) -> Engine {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program was built with the tests");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("it is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let Ok(line) = line else { return };
                if sender
                    .send(String::from_utf8_lossy(&line).into_owned())
                    .is_err()
                {
                    return;
                }
            }
        });
        Engine {
            child,
            input,
            lines,
            seen: Vec::new(),
        }
    }

    /// Writes lines in one piece.
    pub fn send(&mut self, text: &str) {
        self.raw(format!("{text}\n").as_bytes());
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input
            .write_all(bytes)
            .and_then(|()| input.flush())
            .expect("the engine lives");
    }

    /// Reads lines up to one that begins so, and gives all of them.
    pub fn until(&mut self, beginning: &str, within: Duration) -> Vec<String> {
        let deadline = Instant::now() + within;
        let first = self.seen.len();
        loop {
            match self
                .lines
                .recv_timeout(deadline.saturating_duration_since(Instant::now()))
            {
                Ok(line) => self.seen.push(line),
                Err(why) => panic!(
                    "no `{beginning}` within {within:?} ({why:?}) after {:#?}",
                    self.seen
                ),
            }
            if self
                .seen
                .last()
                .is_some_and(|line| line.starts_with(beginning))
            {
                return self.seen[first..].to_vec();
            }
        }
    }

    /// The move of the next `bestmove`.
    pub fn bestmove(&mut self) -> String {
        let lines = self.until("bestmove", LONG);
        let last = &lines[lines.len() - 1];
        last.split(' ').nth(1).unwrap_or_default().to_string()
    }

    /// Sends `isready` and waits for the answer, which comes after everything that was asked before it.
    pub fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        self.until("readyok", SOON)
    }

    /// Sees to it that no line begins so for a while.
    pub fn never(&mut self, beginning: &str, during: Duration) {
        let deadline = Instant::now() + during;
        loop {
            match self
                .lines
                .recv_timeout(deadline.saturating_duration_since(Instant::now()))
            {
                Ok(line) => {
                    assert!(!line.starts_with(beginning), "{line} came too early");
                    self.seen.push(line);
                }
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the engine ended after {:#?}", self.seen)
                }
            }
        }
    }

    /// All lines until the program ends.
    pub fn rest(&mut self, within: Duration) -> Vec<String> {
        let deadline = Instant::now() + within;
        let first = self.seen.len();
        loop {
            match self
                .lines
                .recv_timeout(deadline.saturating_duration_since(Instant::now()))
            {
                Ok(line) => self.seen.push(line),
                Err(RecvTimeoutError::Disconnected) => return self.seen[first..].to_vec(),
                Err(RecvTimeoutError::Timeout) => {
                    panic!("it did not end within {within:?}: {:#?}", self.seen)
                }
            }
        }
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits for its end.
    pub fn exit(&mut self, within: Duration) -> ExitStatus {
        let deadline = Instant::now() + within;
        loop {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                return status;
            }
            assert!(Instant::now() < deadline, "it still runs after {within:?}");
            std::thread::sleep(ms(2));
        }
    }

    /// A line of the kernel's account of the process, such as `VmSize`, in kB; `None` elsewhere than on Linux.
    pub fn memory(&self, field: &str) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = text.lines().find(|line| line.starts_with(field))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// The processor time it has used, in ticks of 10 ms; `None` elsewhere than on Linux.
    pub fn ticks(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name in parentheses may hold blanks.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    }
}

/// The game after a FEN (or `startpos`) and moves.
pub fn game(fen: &str, moves: &str) -> Game {
    let start = if fen == "startpos" {
        Position::startpos()
    } else {
        fen.parse().expect("a right FEN")
    };
    let mut game = Game::new(start);
    for word in moves.split_whitespace() {
        let mv = game.position().parse_uci(word).expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    game
}

/// Whether a move is legal after a FEN and moves.
pub fn is_legal(fen: &str, moves: &str, mv: &str) -> bool {
    game(fen, moves).position().parse_uci(mv).is_ok()
}

/// The word after `name` in a line.
pub fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}

/// `cp 12` or `mate -3` of an info line.
pub fn score(line: &str) -> String {
    let mut words = line.split(' ').skip_while(|word| *word != "score").skip(1);
    format!(
        "{} {}",
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default()
    )
}

/// The moves after `pv`.
pub fn pv(line: &str) -> Vec<&str> {
    line.split(' ')
        .skip_while(|word| *word != "pv")
        .skip(1)
        .collect()
}

/// The lines with a score.
pub fn infos(lines: &[String]) -> Vec<&String> {
    lines
        .iter()
        .filter(|line| line.starts_with("info depth") && line.contains(" score "))
        .collect()
}
