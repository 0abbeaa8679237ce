//! The threads around a session: a reader that queues lines, this thread that owns the session, a worker that owns the
//! pool, a writer that owns standard output.
//!
//! Every search has a number and a handle of its own, so that a stop can neither be lost nor hit the wrong one.

use crate::interrupt::Interrupts;
use crate::output::Writer;
use crate::reader;
use crate::worker::{self, Assignment, panic_message};
use cutaway_protocol::{Action, Input, Job, Outcome, Session};
use cutaway_search::{Clock, Control, SearchEvent};
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// How long a search that was told to stop may keep the program from ending.
const LAST_MOMENT: Duration = Duration::from_millis(500);

/// What the other threads tell this one.
pub enum Message {
    /// A line was read.
    Line(String, Clock),
    /// There are no more lines.
    EndOfInput,
    /// Control-C was pressed, and it is for the session to say whether something runs.
    Interrupt,
    /// A search has something to tell.
    Event(u64, SearchEvent),
    /// A job has ended.
    Done(u64, Outcome),
}

/// Holds a conversation on standard input and output.
pub fn talk(session: Session) -> ExitCode {
    match Driver::start(session) {
        Ok((driver, inbox)) => driver.run(&inbox),
        Err(error) => {
            eprintln!("cutaway: no thread could be started: {error}");
            ExitCode::FAILURE
        }
    }
}

struct Driver {
    session: Session,
    writer: Writer,
    assignments: Sender<Assignment>,
    /// The job that runs, by its number.
    running: Option<(u64, Arc<Control>)>,
    log: Option<File>,
    /// Whether lines come from a terminal that reads each only when it was told to, whatever language is spoken by then.
    is_edited: bool,
    /// Whether that terminal waits to be told that it may show its prompt.
    awaits_prompt: bool,
    interrupts: Interrupts,
    ended: bool,
}

impl Driver {
    fn start(mut session: Session) -> std::io::Result<(Driver, Receiver<Message>)> {
        let is_edited = session.is_console() && std::io::stdin().is_terminal();
        let (messages, inbox) = channel();
        let mut interrupts = Interrupts::default();
        if is_edited {
            session.attend();
            // Before any other thread is there, so that all inherit what this does to the signal.
            interrupts = Interrupts::start(messages.clone())?;
        }
        let (assignments, assigned) = channel();
        let (prompt, prompted) = channel();
        worker::start(assigned, messages.clone())?;
        let mut driver = Driver {
            session,
            writer: Writer::start(prompt)?,
            assignments,
            running: None,
            log: None,
            is_edited,
            awaits_prompt: is_edited,
            interrupts,
            ended: false,
        };
        std::thread::Builder::new()
            .name("reader".to_string())
            .spawn(move || {
                if is_edited {
                    reader::read_terminal(&messages, &prompted);
                } else {
                    reader::read_pipe(&messages);
                }
            })?;
        if is_edited {
            driver.write(format!(
                "{}, an engine with the casing off; `help` lists the commands",
                cutaway_protocol::NAME
            ));
            driver.offer_prompt();
        }
        Ok((driver, inbox))
    }

    fn run(mut self, inbox: &Receiver<Message>) -> ExitCode {
        while !self.ended {
            let Ok(message) = inbox.recv() else { break };
            let input = match message {
                Message::Line(text, clock) => {
                    self.note("<<", text.trim_end());
                    self.awaits_prompt = self.is_edited;
                    Input::Line(text, clock)
                }
                Message::EndOfInput => Input::EndOfInput,
                Message::Interrupt => Input::Interrupt,
                Message::Event(number, event) => Input::Event(number, event),
                Message::Done(number, outcome) => {
                    self.running.take_if(|running| running.0 == number);
                    Input::Done(number, outcome)
                }
            };
            let actions = handle_guarded(&mut self.session, |session| session.handle(input));
            self.act(actions);
            self.interrupts.set_busy(self.session.is_busy());
            self.offer_prompt();
        }
        self.writer.finish();
        ExitCode::SUCCESS
    }

    fn act(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Write(line) => self.write(line),
                Action::Start { number, job } => self.assign(number, job),
                Action::Stop(number) => self.reach(number, Control::stop),
                Action::PonderHit(number) => self.reach(number, Control::ponder_hit),
                Action::Log(path) => self.log_to(path),
                Action::QuitSoon => quit_soon(),
                Action::Quit => self.ended = true,
            }
        }
    }

    fn assign(&mut self, number: u64, job: Job) {
        let control = Arc::new(Control::new(job.ponders()));
        self.running = Some((number, Arc::clone(&control)));
        // The worker catches every panic of a job and makes no pool outside that net, so that it outlives this thread.
        let _ = self.assignments.send((number, job, control));
    }

    fn reach(&self, number: u64, act: impl Fn(&Control)) {
        if let Some((running, control)) = &self.running
            && *running == number
        {
            act(control);
        }
    }

    fn write(&mut self, line: String) {
        self.note(">>", &line);
        self.writer.line(line);
    }

    fn offer_prompt(&mut self) {
        if self.awaits_prompt && self.session.is_ready() && !self.ended {
            self.awaits_prompt = false;
            self.writer.prompt();
        }
    }

    fn note(&mut self, direction: &str, line: &str) {
        if let Some(log) = &mut self.log {
            // A log that cannot be written is no reason to stop playing.
            let _ = writeln!(log, "{direction} {line}");
        }
    }

    fn log_to(&mut self, path: Option<String>) {
        self.log = None;
        let Some(path) = path else { return };
        match open_log(&path) {
            Ok(file) => self.log = Some(file),
            Err(why) => {
                let notice =
                    Input::Notice(format!("Debug Log File cannot be opened: {path}: {why}"));
                let actions = self.session.handle(notice);
                self.act(actions);
            }
        }
    }
}

/// Opens a file to append to, which is made if it is not there. Nothing but a plain file will do: to open a named pipe
/// that nobody reads would keep the session waiting.
fn open_log(path: &str) -> Result<File, String> {
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err("it is no plain file".to_string());
    }
    let file = File::options().create(true).append(true).open(path);
    file.map_err(|error| error.to_string())
}

/// Lets the session handle its input; should it panic, it is put back on its feet and pays the answer it owes.
fn handle_guarded(
    session: &mut Session,
    handle: impl FnOnce(&mut Session) -> Vec<Action>,
) -> Vec<Action> {
    // What was half done is cleared by `recover`.
    catch_unwind(AssertUnwindSafe(|| handle(session))).unwrap_or_else(|payload| {
        eprintln!(
            "cutaway: the session panicked: {}",
            panic_message(payload.as_ref())
        );
        session.recover()
    })
}

/// Ends the program a little later, whatever the search does.
fn quit_soon() {
    let exit_later = || {
        std::thread::sleep(LAST_MOMENT);
        std::process::exit(0);
    };
    if std::thread::Builder::new().spawn(exit_later).is_err() {
        std::process::exit(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_asked_for_the_next_line_in_uci_too() {
        let (prompt, prompted) = channel();
        let (assignments, _assigned) = channel();
        let driver = Driver {
            session: Session::console(false),
            writer: Writer::start(prompt).expect("a thread"),
            assignments,
            running: None,
            log: None,
            is_edited: true,
            awaits_prompt: false,
            interrupts: Interrupts::default(),
            ended: false,
        };
        let (messages, inbox) = channel();
        let line = |text: &str| Message::Line(text.to_string(), Clock::start());
        // Nobody does the search, and so it ends in need.
        let done = Message::Done(1, Outcome::Panicked("nobody was there".to_string()));
        let lines = ["d", "uci", "isready", "go depth 200", "stop"].map(line);
        for message in lines.into_iter().chain([done, line("quit")]) {
            messages.send(message).expect("the inbox is open");
        }
        driver.run(&inbox);
        assert_eq!(prompted.iter().count(), 5);
    }

    #[test]
    fn a_session_that_panics_pays_its_answer_and_lives_on() {
        let mut session = Session::uci();
        session.handle(Input::Line("go infinite".to_string(), Clock::start()));
        let actions = handle_guarded(&mut session, |_| panic!("injected by the test"));
        let bestmove = |action: &Action| matches!(action, Action::Write(line) if line.starts_with("bestmove "));
        assert_eq!(actions.iter().filter(|action| bestmove(action)).count(), 1);
        let actions = session.handle(Input::Line("isready".to_string(), Clock::start()));
        assert!(matches!(&actions[..], [Action::Write(line)] if line == "readyok"));
    }
}
