//! Another program, spoken to line by line, with a deadline on every answer.
//!
//! A thread reads the program's output and notes when each line came, so that the time a player is charged for does not
//! depend on when we look. The program is ended when its handle is dropped. What the lines mean is none of this file's
//! business.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// The longest line that is read, bytes; what goes beyond is dropped.
const LONGEST_LINE: u64 = 1 << 14;
/// How many lines wait to be looked at before the program has to wait. With the length of a line this bounds the memory
/// that a program can make us use.
const LINES_WAITING: usize = 1024;
/// How long a program may take to end by itself.
const GRACE: Duration = Duration::from_millis(500);

/// A running program.
pub(crate) struct Process {
    child: Child,
    /// `None` once it is closed.
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoLine {
    /// The deadline has passed.
    Silent,
    /// The output is closed.
    Closed,
}

impl Process {
    /// Starts the program. Its standard error is thrown away.
    pub fn start(program: &str, arguments: &[String]) -> std::io::Result<Process> {
        let mut command = Command::new(program);
        // What is typed to end us is not meant for it: it ends when we do, by the end of its input.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take();
        let output = child
            .stdout
            .take()
            .expect("standard output was piped two lines above");
        let (sender, lines) = sync_channel(LINES_WAITING);
        std::thread::spawn(move || read_lines(output, &sender));
        Ok(Process {
            child,
            input,
            lines,
        })
    }

    /// Writes a line. A program that is gone shows when it is read from, so a failure here is no error; but see
    /// [`Process::hears`].
    ///
    /// A program that does not read can make us wait only with a full pipe (64 KiB on Linux), which is more than is ever
    /// written before an answer is waited for.
    pub fn write(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let written = input
                .write_all(format!("{line}\n").as_bytes())
                .and_then(|()| input.flush());
            if written.is_err() {
                self.input = None;
            }
        }
    }

    /// Whether the program's input is open, as far as the last write could tell.
    pub fn hears(&self) -> bool {
        self.input.is_some()
    }

    /// The next line, with the moment at which it came. After the deadline there is none, however many wait: a flood of
    /// lines holds nobody up.
    pub fn read(&mut self, deadline: Instant) -> Result<(Instant, String), NoLine> {
        let patience = deadline.saturating_duration_since(Instant::now());
        if patience.is_zero() {
            return Err(NoLine::Silent);
        }
        self.lines
            .recv_timeout(patience)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => NoLine::Silent,
                RecvTimeoutError::Disconnected => NoLine::Closed,
            })
    }

    /// Forgets what has come and was not read.
    pub fn forget_lines(&mut self) {
        // No more than can wait, or a flood would keep us here.
        let _ = self.lines.try_iter().take(LINES_WAITING).count();
    }

    /// How the program ended, in words, once its output is closed.
    pub fn last_words(&mut self) -> String {
        let end = Instant::now() + GRACE;
        while Instant::now() < end {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("ended with {status}"),
                Ok(None) => std::thread::sleep(Duration::from_millis(5)),
                Err(error) => return error.to_string(),
            }
        }
        "closed its output".to_string()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.write("quit");
        // The end of input: what does not know `quit` may know that.
        self.input = None;
        let end = Instant::now() + GRACE;
        while Instant::now() < end {
            self.forget_lines();
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        // Nothing is left to do for a program that cannot even be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads until the output is closed or nobody listens any more. Bytes that are no UTF-8 become `U+FFFD`.
fn read_lines(output: impl Read, sender: &SyncSender<(Instant, String)>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let mut start = output.by_ref().take(LONGEST_LINE);
        match start.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) if !bytes.ends_with(b"\n") && output.skip_until(b'\n').is_err() => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_string();
        if sender.send((Instant::now(), line)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_is_whole() {
        let long = "x".repeat(3 * LONGEST_LINE as usize);
        let text = format!("one\r\n{long}\nthree\nlast");
        let (sender, lines) = sync_channel(9);
        read_lines(text.as_bytes(), &sender);
        drop(sender);
        let lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(
            (&*lines[0], &*lines[2], &*lines[3]),
            ("one", "three", "last")
        );
        assert_eq!(lines[1].len(), LONGEST_LINE as usize);
    }
}
