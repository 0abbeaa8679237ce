//! The session: what has been set up, what runs, what waits; one line or event in, actions out.
//!
//! Lines run in order. While a job runs, UCI lets `stop`, `ponderhit`, `isready`, `quit`, `uci` and `debug` act at once
//! and lets everything else wait; the console, which is synchronous, lets everything wait for a search that has an end,
//! and stops one that has none when another command comes. Where somebody types the lines as they come, a `stop` ends
//! any search of the console.
//!
//! Each search has a number. A `stop` goes to the oldest search that has not been told to stop, be it running or
//! waiting in the queue, so that it can neither be lost nor hit the wrong one.

mod commands;
pub(crate) mod network;
mod run;
mod search;
mod settings;
mod tables;

use crate::console::Console;
use crate::job::{Job, Outcome};
use crate::text::{one_line, quoted};
use crate::uci::go::asks_for_perft;
use crate::uci::parse::{self, Command};
use cutaway_chess::{Game, Position};
use cutaway_eval::Evaluator;
use cutaway_search::{Clock, SearchEvent, Settings};
pub(crate) use run::{Purpose, SearchTask};
use run::{Running, Task};
pub(crate) use settings::Options;
use std::collections::VecDeque;

/// What a session hears.
#[derive(Debug)]
pub enum Input {
    /// A line, without its end, and a clock that was started when it was read.
    Line(String, Clock),
    /// The search of that number has something to tell.
    Event(u64, SearchEvent),
    /// The job of that number has ended.
    Done(u64, Outcome),
    /// There will be no more lines.
    EndOfInput,
    /// The user wants what runs to stop, whatever it is, and nothing else.
    Interrupt,
    /// Something that the program around the session has to say to the user.
    Notice(String),
}

/// What a session wants done, in order.
#[derive(Debug)]
pub enum Action {
    /// Write that line.
    Write(String),
    /// Run that job; there is never more than one.
    Start {
        /// The number under which events, the outcome and a stop are to come.
        number: u64,
        /// What to do.
        job: Job,
    },
    /// Stop the job of that number.
    Stop(u64),
    /// Tell the search of that number that the expected move was played.
    PonderHit(u64),
    /// Copy all input and output to that file from now on; `None` ends it.
    Log(Option<String>),
    /// `Quit` will follow when the running search has answered; see to it that the program ends within half a second
    /// even if that does not come.
    QuitSoon,
    /// End the program.
    Quit,
}

/// Which language is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Uci,
    Console,
}

/// A line that waits for its turn.
#[derive(Debug)]
pub(crate) struct Line {
    text: String,
    clock: Clock,
    /// Whether a `stop` has come for the search that it will begin.
    stopped: bool,
    /// Whether its ponder hit has come.
    ponder_hit: bool,
}

impl Line {
    /// What was typed.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    fn is_search(&self) -> bool {
        matches!(parse::parse(&self.text), Command::Go(rest) if !asks_for_perft(rest))
    }
}

/// A conversation with one user or program.
#[derive(Debug)]
pub struct Session {
    pub(crate) dialect: Dialect,
    pub(crate) game: Game,
    /// Why there is no position to search, after one was refused.
    pub(crate) refused: Option<String>,
    pub(crate) settings: Settings,
    pub(crate) options: Options,
    pub(crate) console: Console,
    /// Whether lines come as they are typed, and not from a file or program that is ahead of the answers.
    is_attended: bool,
    running: Option<Running>,
    queue: VecDeque<Line>,
    last_number: u64,
    debug: bool,
    ending: Ending,
    actions: Vec<Action>,
}

/// How near the session is to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    No,
    /// No more lines will come; those that wait still run.
    EndOfInput,
    /// `quit` was read: only the answer of the running search is still awaited.
    Quitting,
    /// [`Action::Quit`] has been given.
    Over,
}

impl Session {
    /// A session that speaks UCI.
    pub fn uci() -> Session {
        Session::new(Dialect::Uci, false)
    }

    /// A session that speaks UCI and begins with those settings, where [`Session::uci`] begins with the default ones.
    pub fn uci_with(settings: Settings) -> Session {
        let mut session = Session::uci();
        if let Evaluator::Network(_) = settings.evaluator {
            session.options.evaluator = settings.evaluator.clone();
        }
        session.settings = settings;
        session
    }

    /// A session of the console. With `echo` each line is repeated after a prompt, as a terminal would show it.
    pub fn console(echo: bool) -> Session {
        Session::new(Dialect::Console, echo)
    }

    fn new(dialect: Dialect, echo: bool) -> Session {
        Session {
            dialect,
            game: Game::new(Position::startpos()),
            refused: None,
            settings: Settings::default(),
            options: Options::default(),
            console: Console::new(echo),
            is_attended: false,
            running: None,
            queue: VecDeque::new(),
            last_number: 0,
            debug: false,
            ending: Ending::No,
            actions: Vec::new(),
        }
    }

    /// From now on somebody sits at a terminal and types each line in view of what is on it.
    pub fn attend(&mut self) {
        self.is_attended = true;
    }

    /// Whether something runs that [`Input::Interrupt`] would stop.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Takes one input and says what is to be done.
    pub fn handle(&mut self, input: Input) -> Vec<Action> {
        if self.ending != Ending::Over {
            match input {
                Input::Line(text, clock) => self.receive(&text, clock),
                Input::Event(number, event) => self.on_event(number, event),
                Input::Done(number, outcome) => self.on_done(number, outcome),
                Input::EndOfInput => self.on_end_of_input(),
                Input::Interrupt => drop(self.stop_running_search()),
                Input::Notice(text) => self.say(&text),
            }
            self.drain();
        }
        std::mem::take(&mut self.actions)
    }

    /// Puts the session back on its feet after [`Session::handle`] has panicked: an answer that is owed is given, what
    /// waits is kept, and the next line is as good as any.
    pub fn recover(&mut self) -> Vec<Action> {
        self.actions.clear();
        self.say("internal error: the last input was not handled to its end");
        if let Some(Running {
            number,
            task: Task::Search(task),
        }) = self.running.take()
        {
            self.actions.push(Action::Stop(number));
            self.answer_in_need(&task);
        }
        self.drain();
        std::mem::take(&mut self.actions)
    }

    /// Whether a line that is typed now would act now; a terminal shows its prompt then. In UCI some lines always do.
    pub fn is_ready(&self) -> bool {
        self.dialect == Dialect::Uci || self.running.as_ref().is_none_or(Running::is_endless)
    }

    /// Whether the user is talked to by the console rather than a program by UCI.
    pub fn is_console(&self) -> bool {
        self.dialect == Dialect::Console
    }

    fn receive(&mut self, text: &str, clock: Clock) {
        let text = parse::trim(text);
        if matches!(self.ending, Ending::Quitting | Ending::Over) {
            return;
        }
        // Comments are repeated where a transcript is made, and mean nothing anywhere.
        if text.is_empty() || text.starts_with('#') && !self.console.echo {
            return;
        }
        let line = Line {
            text: text.to_string(),
            clock,
            stopped: false,
            ponder_hit: false,
        };
        self.dispatch(line);
    }

    /// Lets a line act at once if it may, else puts it at the end of the queue.
    fn dispatch(&mut self, line: Line) {
        match (&self.running, self.dialect) {
            (None, _) => self.queue.push_back(line),
            // What changes the pool is over in a moment; after it everything comes in order.
            (
                Some(Running {
                    number,
                    task:
                        Task::Other(Purpose::Setting(_) | Purpose::EvalFile(_) | Purpose::SyzygyPath),
                }),
                dialect,
            ) => {
                // To empty a large table takes a second, which a search need not wait for.
                if dialect == Dialect::Uci && matches!(parse::parse(&line.text), Command::Go(_)) {
                    self.actions.push(Action::Stop(*number));
                }
                self.queue.push_back(line);
            }
            (Some(_), Dialect::Uci) => self.dispatch_while_busy(line),
            (Some(running), Dialect::Console) if running.is_endless() => {
                let waiting = self.queue.len();
                self.dispatch_while_busy(line);
                if self.queue.len() > waiting {
                    self.stop();
                }
            }
            (Some(_), Dialect::Console)
                if self.is_attended && parse::parse(&line.text) == Command::Stop =>
            {
                self.stop();
            }
            (Some(_), Dialect::Console) => self.queue.push_back(line),
        }
    }

    fn dispatch_while_busy(&mut self, line: Line) {
        match parse::parse(&line.text) {
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => self.quit(),
            Command::IsReady => self.write("readyok"),
            Command::Uci if self.dialect == Dialect::Uci => self.introduce(),
            Command::Debug(rest) => self.set_debug(rest),
            _ => self.queue.push_back(line),
        }
    }

    fn on_end_of_input(&mut self) {
        if self.ending == Ending::No {
            self.ending = Ending::EndOfInput;
        }
        // In the console a search that has an end is let run to it.
        let is_endless = self.running.as_ref().is_some_and(Running::is_endless);
        if is_endless || self.dialect == Dialect::Uci && self.is_searching() {
            self.stop_running_search();
        }
    }

    fn is_searching(&self) -> bool {
        matches!(
            &self.running,
            Some(Running {
                task: Task::Search(_),
                ..
            })
        )
    }

    /// Runs what waits, as far as nothing is in its way.
    fn drain(&mut self) {
        while self.running.is_none() && matches!(self.ending, Ending::No | Ending::EndOfInput) {
            match self.queue.pop_front() {
                Some(line) => {
                    self.execute(line);
                    self.dispatch_again();
                }
                None if self.ending == Ending::EndOfInput => self.end(),
                None => break,
            }
        }
    }

    /// Once a job runs, what waits is looked at again: a `stop` or `isready` that came before the job began acts now.
    fn dispatch_again(&mut self) {
        if self.running.is_some() {
            for line in std::mem::take(&mut self.queue) {
                if matches!(self.ending, Ending::No | Ending::EndOfInput) {
                    self.dispatch(line);
                }
            }
        }
    }

    fn execute(&mut self, mut line: Line) {
        if self.dialect == Dialect::Console {
            // Lines of a file are read ahead, and time spent waiting for earlier searches is no thinking time.
            line.clock = Clock::start();
            if self.console.echo {
                self.write(&format!("> {}", line.text));
            }
            if line.text.starts_with('#') || self.console_command(&line) {
                return;
            }
        }
        self.uci_command(&line);
    }

    fn quit(&mut self) {
        self.queue.clear();
        if self.is_searching() {
            self.stop_running_search();
        }
        if self.running.is_some() {
            self.ending = Ending::Quitting;
            self.actions.push(Action::QuitSoon);
        } else {
            self.end();
        }
    }

    fn end(&mut self) {
        self.ending = Ending::Over;
        self.actions.push(Action::Quit);
    }

    pub(crate) fn write(&mut self, line: &str) {
        self.actions.push(Action::Write(line.to_string()));
    }

    pub(crate) fn write_all(&mut self, lines: Vec<String>) {
        self.actions.extend(lines.into_iter().map(Action::Write));
    }

    /// Tells the user something: an `info string` in UCI, a plain line in the console.
    pub(crate) fn say(&mut self, text: &str) {
        let text = one_line(text);
        match self.dialect {
            Dialect::Uci => self.write(&format!("info string {text}")),
            Dialect::Console => self.write(&text),
        }
    }

    fn say_unknown(&mut self, text: &str) {
        let word = quoted(parse::split_word(text).0);
        self.say(&format!(
            "unknown command {word}; `help` lists what there is"
        ));
    }
}

#[cfg(test)]
mod tests;
