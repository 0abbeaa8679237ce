//! The console on a terminal, as a person meets it: Control-C, and lines that are typed while a search runs.
//!
//! The terminal is made by the program `script` of Linux, which hands what it reads on as if it were typed.
#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const CONTROL_C: &str = "\u{3}";
const CONTROL_D: &str = "\u{4}";

/// Long enough for an answer that is due at once, on a machine that has other things to do.
const SOON: Duration = Duration::from_secs(20);

struct Terminal {
    child: Child,
    input: ChildStdin,
    output: Receiver<Vec<u8>>,
    shown: String,
    /// How much of what is shown was waited for.
    seen: usize,
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Terminal {
    /// Opens the console and waits for its prompt; `None` where there is no `script`.
    fn open() -> Option<Terminal> {
        let child = Command::new("script")
            .args(["-qefc", env!("CARGO_BIN_EXE_cutaway"), "/dev/null"])
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut child) = child else {
            println!("skipped: there is no program `script` to make a terminal");
            return None;
        };
        let input = child.stdin.take().expect("it is piped");
        let mut output = child.stdout.take().expect("it is piped");
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let mut terminal = Terminal {
            child,
            input,
            output: receiver,
            shown: String::new(),
            seen: 0,
        };
        terminal.wait_for("lists the commands");
        terminal.wait_for("> ");
        Some(terminal)
    }

    fn type_text(&mut self, text: &str) {
        self.input
            .write_all(text.as_bytes())
            .and_then(|()| self.input.flush())
            .expect("the terminal is open");
    }

    /// Waits until a text is shown after all that was waited for before.
    fn wait_for(&mut self, text: &str) {
        let deadline = Instant::now() + SOON;
        loop {
            if let Some(at) = self.shown[self.seen..].find(text) {
                self.seen += at + text.len();
                return;
            }
            match self
                .output
                .recv_timeout(deadline.saturating_duration_since(Instant::now()))
            {
                Ok(bytes) => self.shown.push_str(&String::from_utf8_lossy(&bytes)),
                Err(why) => panic!("no {text:?} ({why:?}) in\n{}", self.shown),
            }
        }
    }

    fn exit(&mut self) -> ExitStatus {
        let deadline = Instant::now() + SOON;
        loop {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                return status;
            }
            assert!(Instant::now() < deadline, "it still runs:\n{}", self.shown);
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Types a search that would take minutes, and waits until it runs.
    fn begin_search(&mut self) {
        self.type_text("go movetime 300000\r");
        self.wait_for("  depth  3 ");
    }
}

#[test]
fn control_c_stops_a_search_and_the_prompt_comes_back() {
    let Some(mut terminal) = Terminal::open() else {
        return;
    };
    for _ in 0..2 {
        terminal.begin_search();
        terminal.type_text(CONTROL_C);
        terminal.wait_for("cutaway plays ");
        terminal.wait_for("> ");
    }
    // At the prompt it takes back what was typed.
    terminal.type_text("nonsense");
    terminal.wait_for("nonsense");
    terminal.type_text(CONTROL_C);
    terminal.wait_for("> ");
    terminal.type_text("quit\r");
    assert!(terminal.exit().success());
    assert!(!terminal.shown.contains("unknown command"));
}

#[test]
fn a_second_control_c_ends_the_program() {
    let Some(mut terminal) = Terminal::open() else {
        return;
    };
    // A bench cannot be stopped.
    terminal.type_text("bench\r");
    std::thread::sleep(Duration::from_millis(300));
    terminal.type_text(CONTROL_C);
    std::thread::sleep(Duration::from_millis(300));
    assert!(
        terminal
            .child
            .try_wait()
            .expect("it is our child")
            .is_none()
    );
    terminal.type_text(CONTROL_C);
    assert_eq!(terminal.exit().code(), Some(130));
}

#[test]
fn lines_typed_during_a_search_act_after_it_and_stop_at_once() {
    let Some(mut terminal) = Terminal::open() else {
        return;
    };
    terminal.begin_search();
    terminal.type_text("moves e4 c5\nboard\nsee Nf3\nund");
    terminal.type_text("o\n");
    terminal.type_text("stop\nunfinish");
    terminal.wait_for("cutaway plays ");
    terminal.wait_for("  5   . . p . . . . .");
    terminal.wait_for("Nf3 is worth +0.00");
    // What was begun is at the prompt and can be taken back or ended.
    terminal.wait_for("unfinish");
    terminal.type_text("ed\r");
    terminal.wait_for("unknown command unfinished");
    terminal.type_text("d\r");
    terminal.wait_for("Fen: rnbqkbnr/pppppppp/8/8/4P3/");
    terminal.wait_for("> ");
    terminal.type_text(CONTROL_D);
    assert!(terminal.exit().success());
}

#[test]
fn lines_pasted_in_one_piece_all_act() {
    let Some(mut terminal) = Terminal::open() else {
        return;
    };
    terminal.type_text("moves d4\rgo depth 3\rmoves d5\rd\rgo depth 2\rquit\r");
    terminal.wait_for("cutaway plays ");
    terminal.wait_for("Fen: rnbqkbnr/ppp1pppp/8/3p4/3P4/");
    terminal.wait_for("cutaway plays ");
    assert!(terminal.exit().success());
    // And as a terminal marks what was pasted.
    let Some(mut terminal) = Terminal::open() else {
        return;
    };
    terminal.type_text("\u{1b}[200~moves d4\rgo depth 3\rd\u{1b}[201~\r");
    terminal.wait_for("cutaway plays ");
    terminal.wait_for("Fen: rnbqkbnr/pppppppp/8/8/3P4/");
}

#[test]
fn a_byte_that_is_no_utf8_ends_a_line_and_not_the_session() {
    let Some(mut terminal) = Terminal::open() else {
        return;
    };
    terminal
        .input
        .write_all(b"fe\xff\xc0")
        .and_then(|()| terminal.input.flush())
        .expect("the terminal is open");
    // The line may take more than one prompt to be rid of.
    std::thread::sleep(Duration::from_millis(300));
    terminal.type_text("\r");
    terminal.type_text("isready\r");
    terminal.wait_for("readyok");
    terminal.type_text("quit\r");
    assert!(terminal.exit().success());
}
