//! Setting up a game and playing it.

use crate::job::Job;
use crate::session::{Line, Purpose, Session};
use crate::text;
use cutaway_chess::{Color, Game, Move, Position, SanError};

impl Session {
    pub(super) fn new_game(&mut self) {
        self.set_game(Game::new(Position::startpos()));
        self.console.user_plays = None;
        self.console.last = None;
        self.start(Job::NewGame, Purpose::Setting("new game"));
    }

    pub(super) fn set_fen(&mut self, fen: &str) {
        match self.read_fen(fen) {
            Ok(position) => self.set_game(Game::new(position)),
            Err(fault) => self.say(&format!("not set up: {fault}")),
        }
    }

    /// Plays the moves as far as they are legal.
    pub(super) fn play_moves(&mut self, words: &str) {
        if words.is_empty() {
            return self.say("moves: which?");
        }
        for word in words
            .split_whitespace()
            .filter(|word| !is_move_number(word))
        {
            match text::find_move(self.game.position(), word) {
                Ok(mv) => self.make(mv),
                Err(why) => return self.say(&why),
            }
        }
        self.tell_outcome();
    }

    /// A word that is no command: a move, if it is one.
    pub(super) fn bare_move(&mut self, word: &str, line: &Line) -> bool {
        let mv = match text::find_move(self.game.position(), word) {
            Ok(mv) => mv,
            // What is written like a move gets the reason, anything else is an unknown command.
            Err(why) => {
                let read = self.game.position().parse_san(word);
                let is_move = crate::uci::go::looks_like_a_move(word)
                    || !matches!(read, Err(SanError::Syntax));
                if is_move {
                    self.say(&why);
                }
                return is_move;
            }
        };
        self.make(mv);
        self.tell_outcome();
        self.answer_user(line);
        true
    }

    /// `play white|black`: the user takes that side.
    pub(super) fn play_as(&mut self, side: &str, line: &Line) {
        let color = match side.to_ascii_lowercase().as_str() {
            "white" | "w" => Color::White,
            "black" | "b" => Color::Black,
            "off" => return self.console.user_plays = None,
            _ => return self.say("play white or black? (`play off` ends the game)"),
        };
        self.console.user_plays = Some(color);
        self.console.bottom = color;
        if self.side_to_move() == color {
            self.say(&format!("you play {color}: type a move"));
        }
        self.answer_user(line);
    }

    /// Searches if a game is on and it is the engine's turn.
    fn answer_user(&mut self, line: &Line) {
        let is_our_turn = self
            .console
            .user_plays
            .is_some_and(|user| user != self.side_to_move());
        if is_our_turn && self.game.outcome().is_none() {
            self.go("", line);
        }
    }

    /// Makes the engine's move in a game against the user, and shows what is on the board then.
    pub(super) fn play_answer(&mut self, mv: Move) {
        if self
            .console
            .user_plays
            .is_some_and(|user| user != self.side_to_move())
        {
            self.make(mv);
            let mut board = text::board_lines(self.game.position(), self.console.bottom);
            board.push(String::new());
            self.write_all(board);
            self.tell_outcome();
        }
    }

    fn make(&mut self, mv: Move) {
        if let Err(why) = self.game.play(mv) {
            self.say(&why.to_string());
        }
    }

    fn tell_outcome(&mut self) {
        if let Some(outcome) = self.game.outcome() {
            self.say(&format!("the game is over: {outcome}"));
        }
    }

    pub(super) fn undo(&mut self) {
        let in_game = self.console.user_plays == Some(self.side_to_move());
        // The engine's first move alone cannot go: nobody would make another one.
        if in_game && self.game.moves().len() < 2 {
            return self.say("there is no move of yours to take back");
        }
        if self.game.undo().is_none() {
            return self.say("there is no move to take back");
        }
        if in_game {
            self.game.undo();
        }
    }

    pub(super) fn turn_board(&mut self) {
        self.console.bottom = !self.console.bottom;
        self.display();
    }
}

/// Whether a word is a move number as in `1.` or `12...`.
fn is_move_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|b| b.is_ascii_digit())
}
