//! Standard input: a thread that reads lines, notes when, and queues them. It understands none of them.

use crate::driver::Message;
use cutaway_search::Clock;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// Reads lines from a pipe or file until it ends.
pub fn read_pipe(messages: &Sender<Message>) {
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                if messages.send(Message::Line(text, Clock::start())).is_err() {
                    return;
                }
            }
        }
    }
    // If the session has ended, nobody needs to know.
    let _ = messages.send(Message::EndOfInput);
}

/// Reads lines from a terminal. Each time that `prompt` asks for one it can be edited, and earlier ones be called back;
/// what is typed before that is read as the terminal gives it, so that a search can be told to stop and nothing is lost.
pub fn read_terminal(messages: &Sender<Message>, prompt: &Receiver<()>) {
    let Ok(mut editor) = rustyline::DefaultEditor::new() else {
        return read_pipe(messages);
    };
    let mut ahead = Ahead::default();
    while let Some(()) = ahead.read_until_asked(messages, prompt) {
        let typed = std::mem::take(&mut ahead.begun);
        let message = match editor.readline_with_initial("> ", (&typed, "")) {
            Ok(text) => {
                // Only the memory of earlier lines is lost if this fails.
                let _ = editor.add_history_entry(&text);
                text
            }
            // Control-C takes back what was typed so far, as in a shell, and ends a search that has no end.
            Err(rustyline::error::ReadlineError::Interrupted) => "stop".to_string(),
            // A byte that is no UTF-8 takes the line with it, but not the session.
            Err(rustyline::error::ReadlineError::Io(error))
                if error.kind() == std::io::ErrorKind::InvalidData =>
            {
                String::new()
            }
            Err(_) => {
                // If the session has ended, nobody needs to know.
                let _ = messages.send(Message::EndOfInput);
                return;
            }
        };
        // What was asked for before these lines were is out of date.
        while prompt.try_recv().is_ok() {}
        // A text that was pasted may be many lines, and even an empty line is to be answered by a prompt.
        for line in message.split('\n') {
            if messages.send(line_message(line)).is_err() {
                return;
            }
        }
    }
}

fn line_message(line: &str) -> Message {
    Message::Line(line.to_string(), Clock::start())
}

/// What is typed while the terminal waits for the end of a search.
#[derive(Default)]
struct Ahead {
    /// The beginning of a line, until its end comes.
    begun: String,
}

impl Ahead {
    /// Hands on whole lines until the next line is asked for; `None` if that will not be.
    fn read_until_asked(
        &mut self,
        messages: &Sender<Message>,
        prompt: &Receiver<()>,
    ) -> Option<()> {
        loop {
            match prompt.recv_timeout(LOOK_EVERY) {
                Ok(()) => return Some(()),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            match waiting_input() {
                Waiting::Nothing => {}
                Waiting::Text(text) => {
                    for line in self.take_lines(&text) {
                        messages.send(line_message(&line)).ok()?;
                    }
                }
                Waiting::End => {
                    // If the session has ended, nobody needs to know.
                    let _ = messages.send(Message::EndOfInput);
                    return None;
                }
            }
        }
    }

    /// The lines that end within the text; what follows the last of them is kept.
    fn take_lines(&mut self, text: &str) -> Vec<String> {
        // A line that was typed while another one was still being edited ends with a carriage return.
        self.begun.push_str(&text.replace('\r', "\n"));
        let mut lines: Vec<String> = self.begun.split('\n').map(str::to_string).collect();
        self.begun = lines.pop().unwrap_or_default();
        lines
    }
}

/// How often the terminal is looked at while something runs.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// What there is to read without waiting.
enum Waiting {
    Nothing,
    Text(String),
    End,
}

#[cfg(unix)]
fn waiting_input() -> Waiting {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let input = std::io::stdin();
    let mut watched = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
    if poll(&mut watched, PollTimeout::ZERO).unwrap_or(0) <= 0 {
        return Waiting::Nothing;
    }
    // Not through the buffer of standard input: what stayed in that the editor would never see.
    let mut bytes = [0; 4096];
    match nix::unistd::read(input.as_fd(), &mut bytes) {
        Ok(0) => Waiting::End,
        Ok(count) => Waiting::Text(String::from_utf8_lossy(&bytes[..count]).into_owned()),
        Err(nix::errno::Errno::EINTR | nix::errno::Errno::EAGAIN) => Waiting::Nothing,
        Err(_) => Waiting::End,
    }
}

/// Where the terminal cannot be asked, what is typed waits in it for the next prompt.
#[cfg(not(unix))]
fn waiting_input() -> Waiting {
    Waiting::Nothing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_typed_ahead_are_taken_whole_and_in_order() {
        let mut ahead = Ahead::default();
        assert_eq!(ahead.take_lines("sto"), Vec::<String>::new());
        assert_eq!(ahead.take_lines("p\nd\n\rmov"), ["stop", "d", ""]);
        assert_eq!(ahead.begun, "mov");
        assert_eq!(ahead.take_lines("es e4\n"), ["moves e4"]);
        assert_eq!(ahead.begun, "");
    }
}
