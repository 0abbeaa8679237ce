//! The console on a terminal, as a person meets it: Control-C, and lines that are typed while a search runs.
//!
//! The test holds the other end of the terminal, types into it and reads what is shown. It waits for what it sees, so that a
//! machine that is slow or busy only makes it slower.
#![cfg(target_os = "linux")]

use nix::pty::openpty;
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const CONTROL_C: &str = "\u{3}";
const CONTROL_D: &str = "\u{4}";

/// What the console shows when a line can be typed, and then no longer (the terminal is told that no text will be pasted).
const PROMPT: &str = "> ";
const NO_LONGER_EDITED: &str = "\u{1b}[?2004l";

/// Long enough for an answer that is due at once, on a machine that has other things to do.
const SOON: Duration = Duration::from_secs(60);

struct Terminal {
    child: Child,
    keyboard: File,
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
    /// Opens the console and waits for its prompt; `None` where there is no `setsid`.
    fn open() -> Option<Terminal> {
        let terminal = openpty(None, None).expect("there are terminals left");
        let standard = || Stdio::from(terminal.slave.try_clone().expect("handles are left"));
        // It replaces itself by the console, so that the end is the console's own.
        let child = Command::new("setsid")
            .args(["--ctty", env!("CARGO_BIN_EXE_cutaway")])
            .env("TERM", "xterm")
            .stdin(standard())
            .stdout(standard())
            .stderr(standard())
            .spawn();
        let Ok(child) = child else {
            println!("skipped: there is no program `setsid` to take hold of a terminal");
            return None;
        };
        let keyboard = File::from(terminal.master);
        let mut screen = keyboard.try_clone().expect("handles are left");
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let mut terminal = Terminal {
            child,
            keyboard,
            output: receiver,
            shown: String::new(),
            seen: 0,
        };
        terminal.wait_for("lists the commands");
        terminal.wait_for(PROMPT);
        Some(terminal)
    }

    fn type_bytes(&mut self, bytes: &[u8]) {
        let written = self.keyboard.write_all(bytes);
        written.expect("the terminal is open");
    }

    fn type_text(&mut self, text: &str) {
        self.type_bytes(text.as_bytes());
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

    /// How it has ended, if it has.
    fn status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("it is our child")
    }

    /// Waits for the end, and that it is one with this status.
    fn wait_for_end(&mut self, code: i32) {
        let deadline = Instant::now() + SOON;
        let status = loop {
            if let Some(status) = self.status() {
                break status;
            }
            assert!(Instant::now() < deadline, "it still runs:\n{}", self.shown);
            std::thread::sleep(Duration::from_millis(5));
        };
        // The last words; there is no more when all handles are closed.
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
            self.shown.push_str(&String::from_utf8_lossy(&bytes));
        }
        assert_eq!(status.code(), Some(code), "{status}:\n{}", self.shown);
    }

    /// Waits until nothing more is shown for a while: that is at a prompt.
    fn wait_for_rest(&mut self) {
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(500)) {
            self.shown.push_str(&String::from_utf8_lossy(&bytes));
        }
        self.seen = self.shown.len();
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
        terminal.wait_for(PROMPT);
    }
    terminal.type_text("bench\r");
    terminal.wait_for(NO_LONGER_EDITED);
    terminal.type_text(CONTROL_C);
    terminal.wait_for("bench was stopped");
    terminal.wait_for(PROMPT);
    // At the prompt it takes back what was typed.
    terminal.type_text("nonsense");
    terminal.wait_for("nonsense");
    terminal.type_text(CONTROL_C);
    terminal.wait_for(PROMPT);
    terminal.type_text("quit\r");
    terminal.wait_for_end(0);
    assert!(!terminal.shown.contains("unknown command"));
}

#[test]
fn a_second_control_c_ends_the_program() {
    let Some(mut terminal) = Terminal::open() else {
        return;
    };
    // Between two looks at whether it is to stop, a count of four plies takes a while here: there is nothing but queens.
    terminal.type_text("fen kqqqqqqq/qq6/8/8/8/8/6QQ/QQQQQQQK w - - 0 1\r");
    terminal.wait_for(PROMPT);
    // The second must come after the first was heard and before it is answered; how long that takes is not known.
    for milliseconds in [5, 10, 20, 50, 100, 200].into_iter().cycle().take(30) {
        terminal.type_text("perft 5\r");
        terminal.wait_for(NO_LONGER_EDITED);
        // Both must find the count under way.
        std::thread::sleep(Duration::from_millis(20));
        terminal.type_text(CONTROL_C);
        std::thread::sleep(Duration::from_millis(milliseconds));
        terminal.type_text(CONTROL_C);
        std::thread::sleep(Duration::from_millis(300));
        if terminal.status().is_some() {
            break;
        }
        // It has answered the first one before the second came, or both came together and counted as one.
        terminal.wait_for("perft was stopped");
        terminal.wait_for(PROMPT);
    }
    terminal.wait_for_end(130);
}

#[test]
fn control_c_without_anything_to_stop_ends_nothing() {
    let Some(mut terminal) = Terminal::open() else {
        return;
    };
    for _ in 0..10 {
        // Some come as a key, and some as a signal, between two prompts.
        for _ in 0..5 {
            terminal.type_text(CONTROL_C);
            std::thread::sleep(Duration::from_millis(1));
        }
        terminal.type_text("\r");
    }
    // What is typed together with Control-C may be gone with it.
    terminal.wait_for_rest();
    terminal.type_text("isready\r");
    terminal.wait_for("readyok");
    terminal.type_text("quit\r");
    terminal.wait_for_end(0);
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
    terminal.wait_for(PROMPT);
    terminal.type_text(CONTROL_D);
    terminal.wait_for_end(0);
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
    terminal.wait_for_end(0);
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
    terminal.type_bytes(b"fe\xff");
    terminal.wait_for(PROMPT);
    // The beginning of a letter whose rest does not come.
    terminal.type_bytes(b"\xc0\r");
    terminal.wait_for(PROMPT);
    terminal.type_text("isready\r");
    terminal.wait_for("readyok");
    terminal.type_text("quit\r");
    terminal.wait_for_end(0);
}
