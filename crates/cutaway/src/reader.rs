//! Standard input: a thread that reads lines, notes when, and queues them. It understands none of them.

use crate::driver::Message;
use cutaway_search::Clock;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, Sender};

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

/// Reads lines from a terminal, with editing and a memory, each after `prompt` has asked for it.
pub fn read_terminal(messages: &Sender<Message>, prompt: &Receiver<()>) {
    let Ok(mut editor) = rustyline::DefaultEditor::new() else {
        return read_pipe(messages);
    };
    while prompt.recv().is_ok() {
        let message = match editor.readline("> ") {
            Ok(text) => {
                // Only the memory of earlier lines is lost if this fails.
                let _ = editor.add_history_entry(&text);
                Message::Line(text, Clock::start())
            }
            // Control-C takes back what was typed so far, as in a shell, and ends a search that has no end.
            Err(rustyline::error::ReadlineError::Interrupted) => {
                Message::Line("stop".to_string(), Clock::start())
            }
            Err(_) => Message::EndOfInput,
        };
        let is_end = matches!(message, Message::EndOfInput);
        if messages.send(message).is_err() || is_end {
            return;
        }
    }
}
