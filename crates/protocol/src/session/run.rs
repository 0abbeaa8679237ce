//! The job that runs: starting it, stopping it, and what becomes of its outcome.

use super::{Action, Ending, Session};
use crate::job::{Job, Outcome, keep_last};
use crate::uci::format;
use cutaway_chess::{Color, Game, Move, Position};
use cutaway_eval::Evaluator;
use cutaway_search::{Info, Limits, SearchEvent, Settings, Technique};

/// The job that runs, by its number.
#[derive(Debug)]
pub(super) struct Running {
    pub number: u64,
    pub task: Task,
}

/// What is done with the outcome.
#[derive(Debug)]
pub(super) enum Task {
    Search(Box<SearchTask>),
    Other(Purpose),
}

/// A search that owes an answer.
#[derive(Debug)]
pub(crate) struct SearchTask {
    pub game: Game,
    pub limits: Limits,
    pub settings: Settings,
    /// Whether it may not answer before `stop`.
    pub infinite: bool,
    /// Whether it may not answer before `ponderhit` or `stop`.
    pub pondering: bool,
    pub stopped: bool,
    /// The newest line of each number.
    pub lines: Vec<Info>,
    /// Whether nothing is searched: there is no move to find, and only the time of the answer is open.
    pub is_hollow: bool,
}

/// What an outcome is for.
#[derive(Debug)]
pub(crate) enum Purpose {
    Bench,
    Perft(Box<Position>),
    Order(Box<Position>),
    Statistics,
    /// The node that the moves lead to from the position, in a search with that evaluation.
    Tree(Box<Position>, Vec<Option<Move>>, Evaluator),
    Compare(Technique, Box<Position>),
    Explain(Box<Position>),
    /// A change of the pool, with the name of what was set.
    Setting(&'static str),
    /// A network is read from that file.
    EvalFile(String),
    /// Tablebases are opened.
    SyzygyPath,
    /// The network is written to that file.
    ExportNet(String),
}

impl Running {
    /// Whether it goes on until it is stopped.
    pub(super) fn is_endless(&self) -> bool {
        matches!(&self.task, Task::Search(task) if !task.stopped && (task.infinite || task.pondering))
    }
}

impl Session {
    /// Starts a job that is no search of `go`.
    pub(crate) fn start(&mut self, job: Job, purpose: Purpose) {
        self.begin(job, Task::Other(purpose));
    }

    pub(super) fn begin(&mut self, job: Job, task: Task) {
        debug_assert!(self.running.is_none(), "one job at a time");
        self.last_number += 1;
        let number = self.last_number;
        self.running = Some(Running { number, task });
        self.actions.push(Action::Start { number, job });
    }

    /// Begins a search that is known to find no move: its answer is only a matter of time.
    pub(super) fn begin_hollow(&mut self, task: SearchTask) {
        self.last_number += 1;
        let number = self.last_number;
        self.running = Some(Running {
            number,
            task: Task::Search(Box::new(task)),
        });
        self.release_hollow();
    }

    /// Answers for a search without a move as soon as it may.
    fn release_hollow(&mut self) {
        if let Some(Running {
            task: Task::Search(task),
            ..
        }) = &self.running
            && task.is_hollow
            && (task.stopped || !(task.infinite || task.pondering))
        {
            self.running = None;
            self.answer_none();
            self.quit_if_awaited();
        }
    }

    fn quit_if_awaited(&mut self) {
        if self.ending == Ending::Quitting {
            self.end();
        }
    }

    /// `stop`: for the oldest search that has not had one.
    pub(super) fn stop(&mut self) {
        if self.stop_running_search() {
            return;
        }
        if let Some(line) = self
            .queue
            .iter_mut()
            .find(|line| line.is_search() && !line.stopped)
        {
            line.stopped = true;
        }
    }

    /// Stops what runs unless it was stopped before; false if there was nothing to stop.
    pub(super) fn stop_running_search(&mut self) -> bool {
        let Some(running) = &mut self.running else {
            return false;
        };
        match &mut running.task {
            Task::Search(task) if task.stopped => return false,
            Task::Search(task) => task.stopped = true,
            Task::Other(Purpose::Setting(_) | Purpose::EvalFile(_)) => return false,
            Task::Other(_) => {}
        }
        self.actions.push(Action::Stop(running.number));
        self.release_hollow();
        true
    }

    pub(super) fn ponder_hit(&mut self) {
        if let Some(Running {
            number,
            task: Task::Search(task),
        }) = &mut self.running
            && task.pondering
        {
            task.pondering = false;
            self.actions.push(Action::PonderHit(*number));
            self.release_hollow();
        } else if let Some(line) = self
            .queue
            .iter_mut()
            .find(|line| line.is_search() && !line.ponder_hit)
        {
            line.ponder_hit = true;
        }
    }

    pub(super) fn on_event(&mut self, number: u64, event: SearchEvent) {
        let Some(Running {
            number: current,
            task: Task::Search(task),
        }) = &mut self.running
        else {
            return;
        };
        if *current != number {
            return;
        }
        let position = task.game.position();
        let line = match self.dialect {
            super::Dialect::Uci => Some(format::event_line(position, &event, self.options.style)),
            super::Dialect::Console => crate::console::event_line(position, &event),
        };
        keep_last(&mut task.lines, event);
        if let Some(line) = line
            && !(self.dialect == super::Dialect::Uci && self.options.minimal)
        {
            self.write(&line);
        }
    }

    pub(super) fn on_done(&mut self, number: u64, outcome: Outcome) {
        // After a panic of the session the outcome of a search that was given up may still come.
        let Some(running) = self.running.take_if(|running| running.number == number) else {
            return;
        };
        match (running.task, outcome) {
            (Task::Search(task), Outcome::Search(result)) => self.finish_search(*task, *result),
            (Task::Search(task), outcome) => {
                if let Outcome::Panicked(message) = outcome {
                    self.say(&format!("internal error in the search: {message}"));
                }
                self.answer_in_need(&task);
            }
            (Task::Other(_), Outcome::Panicked(message)) => {
                self.say(&format!("internal error: {message}"))
            }
            (Task::Other(purpose), outcome) => self.finish_other(purpose, outcome),
        }
        self.quit_if_awaited();
    }

    fn finish_other(&mut self, purpose: Purpose, outcome: Outcome) {
        match (purpose, outcome) {
            (Purpose::Setting(name), Outcome::Table(result)) => self.finish_setting(name, result),
            (Purpose::EvalFile(path), Outcome::File(bytes)) => self.finish_eval_file(&path, bytes),
            (Purpose::SyzygyPath, Outcome::Tables(base, words)) => {
                self.finish_syzygy_path(base, words);
            }
            (Purpose::ExportNet(path), Outcome::Written(Ok(()))) => {
                self.say(&format!("the network was written to {path}"));
            }
            (Purpose::ExportNet(path), Outcome::Written(Err(why))) => {
                self.say(&format!("{path} was not written: {why}"));
            }
            (Purpose::Perft(position), Outcome::Perft(counts, time)) => {
                let moves = position.legal_moves().len();
                if counts.len() < moves {
                    let counted = counts.len();
                    self.say(&format!(
                        "perft was stopped with {counted} of {moves} moves counted"
                    ));
                }
                let total = counts.iter().map(|(_, count)| count).sum();
                let chess960 = self.options.style.chess960;
                self.write_all(format::perft_lines(&position, &counts, total, chess960));
                if self.is_console() {
                    let nps = cutaway_search::nodes_per_second(total, time);
                    self.say(&match time.as_millis() {
                        // No speed can be told from so short a time.
                        0 => "0 ms".to_string(),
                        ms => format!("{ms} ms, {nps} nodes a second"),
                    });
                }
            }
            (Purpose::Bench, Outcome::Bench(result)) => {
                let nps = cutaway_search::nodes_per_second(result.nodes, result.time);
                self.write(&format!("{} nodes {nps} nps", result.nodes));
            }
            (Purpose::Bench, Outcome::BenchStopped(done)) => {
                let all = cutaway_search::bench::POSITIONS.len();
                self.say(&format!(
                    "bench was stopped with {done} of {all} positions searched"
                ));
            }
            (purpose, outcome) => self.finish_console(purpose, outcome),
        }
    }

    /// The side to move, for words.
    pub(crate) fn side_to_move(&self) -> Color {
        self.game.position().side_to_move()
    }
}
