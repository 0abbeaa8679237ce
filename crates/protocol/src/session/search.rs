//! `go` and its answer.

use super::run::{SearchTask, Task};
use super::{Dialect, Line, Session};
use crate::job::{Job, SearchJob};
use crate::uci::format::bestmove_line;
use crate::uci::go::{GoText, asks_for_perft, parse_go};
use cutaway_chess::Move;
use cutaway_search::{Limits, SearchResult};

/// The deepest perft that anyone can wait for.
const MAX_PERFT_DEPTH: u32 = 30;

impl Session {
    /// `go` in UCI, or with limits of its own in the console.
    pub(crate) fn go(&mut self, rest: &str, line: &Line) {
        let go = parse_go(rest);
        for complaint in &go.complaints {
            self.say(complaint);
        }
        // A GUI waits for its `bestmove` whatever it sent; at the console, a slip of the hand is to be typed again.
        if self.is_console() && !go.complaints.is_empty() {
            return;
        }
        if let Some(depth) = go.perft {
            self.perft(depth);
        } else if !asks_for_perft(rest) {
            let limits = self.limits_of(&go);
            self.search(&go, limits, line);
        }
    }

    fn limits_of(&self, go: &GoText) -> Limits {
        let limits = go.limits(self.side_to_move(), self.options.time());
        match self.dialect {
            Dialect::Uci => limits,
            Dialect::Console => self.console.limits(go, limits, &self.settings),
        }
    }

    /// Searches within the limits, or answers for a position without a move.
    fn search(&mut self, go: &GoText, mut limits: Limits, line: &Line) {
        // Once no more lines can come nobody could stop an endless search.
        let stopped = line.stopped || self.is_cut_short_by_end_of_input(&limits);
        let (allowed, refused_moves) = go.allowed_moves(self.game.position());
        limits.search_moves = allowed;
        let mut task = SearchTask {
            game: self.game.clone(),
            infinite: limits.infinite,
            pondering: limits.ponder && !line.ponder_hit,
            stopped,
            settings: self.search_settings(),
            limits,
            lines: Vec::new(),
            is_hollow: false,
        };
        if !refused_moves.is_empty() {
            let words = crate::text::quoted(&refused_moves.join(" "));
            self.say(&format!("searchmoves: not legal here: {words}"));
        }
        if let Some(fault) = &self.refused {
            let words = format!("no position to search, the last one was refused: {fault}");
            self.say(&words);
            task.is_hollow = true;
        } else if !self.game.position().has_legal_move() {
            self.tell_end_of_game();
            task.is_hollow = true;
        } else if go.search_moves.is_some() && task.limits.search_moves.is_empty() {
            self.say("searchmoves: no legal move among them");
            task.is_hollow = true;
        }
        if task.is_hollow {
            self.begin_hollow(task);
        } else {
            self.begin_search(task, line);
        }
    }

    fn begin_search(&mut self, task: SearchTask, line: &Line) {
        if task.game.position().halfmove_clock() >= 100 {
            self.say("the 50-move rule already allows to claim a draw");
        }
        let (stopped, ponder_hit) = (task.stopped, task.limits.ponder && line.ponder_hit);
        let job = SearchJob {
            game: task.game.clone(),
            limits: task.limits.clone(),
            settings: task.settings.clone(),
            clock: line.clock,
        };
        self.begin(Job::Search(Box::new(job)), Task::Search(Box::new(task)));
        let number = self.last_number;
        if ponder_hit {
            self.actions.push(super::Action::PonderHit(number));
        }
        if stopped {
            self.actions.push(super::Action::Stop(number));
        }
    }

    fn is_cut_short_by_end_of_input(&self, limits: &Limits) -> bool {
        self.ending == super::Ending::EndOfInput
            && (self.dialect == Dialect::Uci || limits.infinite || limits.ponder)
    }

    fn tell_end_of_game(&mut self) {
        let in_check = self.game.position().in_check();
        match self.dialect {
            Dialect::Uci => {
                self.write(if in_check {
                    "info depth 0 score mate 0"
                } else {
                    "info depth 0 score cp 0"
                });
            }
            Dialect::Console => {
                if let Some(outcome) = self.game.outcome() {
                    self.say(&format!("the game is over: {outcome}"));
                }
            }
        }
    }

    pub(super) fn finish_search(&mut self, task: SearchTask, result: SearchResult) {
        match self.dialect {
            Dialect::Uci => {
                if self.options.minimal {
                    for info in &task.lines {
                        let position = task.game.position();
                        let line =
                            crate::uci::format::info_line(position, info, self.options.style);
                        self.write(&line);
                    }
                }
                self.write(&bestmove_line(
                    task.game.position(),
                    &result,
                    self.options.style,
                ));
            }
            Dialect::Console => self.console_answer(task, result),
        }
    }

    /// The answer of a search that found no move because there is none.
    pub(super) fn answer_none(&mut self) {
        if self.dialect == Dialect::Uci {
            self.write("bestmove (none)");
        }
    }

    /// The answer of a search that died: the first move of the last line it told, or any legal move.
    pub(super) fn answer_in_need(&mut self, task: &SearchTask) {
        let position = task.game.position();
        let allowed = |mv: &Move| {
            position.is_legal(*mv)
                && (task.limits.search_moves.is_empty() || task.limits.search_moves.contains(mv))
        };
        let told = task
            .lines
            .first()
            .and_then(|info| info.pv.first().copied())
            .filter(allowed);
        let best = told.or_else(|| position.legal_moves().iter().find(allowed));
        let result = SearchResult {
            best,
            ..SearchResult::default()
        };
        match self.dialect {
            Dialect::Uci => self.write(&bestmove_line(position, &result, self.options.style)),
            Dialect::Console => {
                if let Some(best) = best {
                    let san = position.to_san(best);
                    self.say(&format!("cutaway plays {san}   (in need)"));
                }
            }
        }
    }

    /// Counts moves, in the form of Stockfish.
    pub(crate) fn perft(&mut self, depth: u32) {
        if let Some(fault) = &self.refused {
            let words = format!("no position to count from, the last one was refused: {fault}");
            self.say(&words);
        } else if depth == 0 || depth > MAX_PERFT_DEPTH {
            self.say(&format!("perft counts from 1 to {MAX_PERFT_DEPTH} plies"));
        } else {
            let position = Box::new(self.game.position().clone());
            let job = Job::Perft {
                position: position.clone(),
                depth,
            };
            self.start(job, super::Purpose::Perft(position));
        }
    }
}
