//! Standard output: one owner for a session, whole lines, and a quiet end when nobody reads any more.

use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Writes one line and flushes it. If standard output is closed the program ends with status 0: whoever read it has
/// gone, and there is nobody to tell. If it cannot be written, as on a disk that is full, the program ends with status 2
/// and says so.
pub fn line(text: &str) {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            note(&format!("cutaway: standard output: {error}"));
            std::process::exit(2);
        }
    }
}

/// Writes a line to standard error. That nobody reads it any more is no reason to end what runs.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Something for the writer to do, in order.
enum Order {
    Line(String),
    /// Tell the reader that everything before is written, so that its prompt comes after it.
    Prompt,
}

/// The thread that owns standard output while a session runs, so that a reader that is slow never keeps the session
/// from hearing `stop`.
pub struct Writer {
    orders: Option<Sender<Order>>,
    thread: JoinHandle<()>,
}

impl Writer {
    /// Starts it. The other end of `prompt` is asked for a line each time [`Writer::prompt`] comes through.
    pub fn start(prompt: Sender<()>) -> std::io::Result<Writer> {
        let (orders, inbox): (Sender<Order>, Receiver<Order>) = channel();
        let write = move || {
            for order in inbox {
                match order {
                    Order::Line(text) => line(&text),
                    // Without a reader that wants it the prompt is not needed.
                    Order::Prompt => drop(prompt.send(())),
                }
            }
        };
        Ok(Writer {
            orders: Some(orders),
            thread: std::thread::Builder::new()
                .name("writer".to_string())
                .spawn(write)?,
        })
    }

    /// Writes a line, some time soon.
    pub fn line(&self, text: String) {
        self.order(Order::Line(text));
    }

    /// Lets the reader show its prompt when all lines so far are written.
    pub fn prompt(&self) {
        self.order(Order::Prompt);
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // The thread ends only with the program.
            let _ = orders.send(order);
        }
    }

    /// Waits until everything is written, but not for ever: a pipe that is full and not read must not hold up the end.
    pub fn finish(mut self) {
        self.orders = None;
        let deadline = Instant::now() + Duration::from_millis(400);
        while !self.thread.is_finished() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// A bar on standard error, if that is a terminal.
pub fn progress_bar(length: u64) -> indicatif::ProgressBar {
    if std::io::stderr().is_terminal() {
        indicatif::ProgressBar::new(length)
    } else {
        indicatif::ProgressBar::hidden()
    }
}

/// The same for work that goes on from `done`, with a line of text below and the time that is left.
pub fn long_progress_bar(length: u64, done: u64) -> indicatif::ProgressBar {
    let bar = progress_bar(length);
    let style =
        indicatif::ProgressStyle::with_template("{wide_bar} {elapsed} of {duration}\n{msg}");
    bar.set_style(style.expect("the pattern is well formed"));
    go_on_from(&bar, done);
    bar
}

/// Moves a bar to where work goes on: what was done before says nothing about how long the rest takes.
pub fn go_on_from(bar: &indicatif::ProgressBar, done: u64) {
    bar.set_position(done);
    bar.reset_eta();
}
