//! The console: the commands by which a person sets up positions, switches techniques and looks into searches.
//!
//! Each group of commands has a file; what they have in common with UCI lives in the session, and every UCI command
//! works here too. A word that is no command is tried as a move.

mod compare;
mod explain;
mod game;
mod go;
mod help;
mod look;
mod set;
mod tree;

pub(crate) use go::event_line;

use crate::job::Outcome;
use crate::session::{Purpose, Session};
use crate::text;
use crate::uci::parse::split_word;
use cutaway_chess::{Color, Game};
use cutaway_eval::Evaluator;
use cutaway_search::{Record, SearchResult};

/// Commands that take no word after them: one that is there was meant for another command. UCI ignores it.
const WITHOUT_WORDS: [&str; 11] = [
    "new", "undo", "board", "flip", "eval", "order", "stats", "bench", "stop", "quit", "exit",
];

/// What the console remembers besides the session.
#[derive(Debug)]
pub(crate) struct Console {
    /// Whether lines are repeated after a prompt, as a terminal would show them.
    pub echo: bool,
    /// Which side is at the bottom of the board.
    pub bottom: Color,
    /// The side that the user plays, if a game is on.
    pub user_plays: Option<Color>,
    /// `set depth`, `set nodes`, `set movetime` (milliseconds).
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub move_time: Option<u64>,
    /// `set record`.
    pub record: Record,
    /// Whether `set` lists the parameters too.
    pub tuning: bool,
    /// The last search and what it found.
    pub last: Option<Last>,
}

/// A search that has ended.
#[derive(Debug)]
pub(crate) struct Last {
    pub game: Game,
    pub result: SearchResult,
    /// What judged in it: the scores of its tree are in that unit.
    pub evaluator: Evaluator,
}

impl Console {
    pub(crate) fn new(echo: bool) -> Console {
        Console {
            echo,
            bottom: Color::White,
            user_plays: None,
            depth: None,
            nodes: None,
            move_time: None,
            record: Record::Tree,
            tuning: false,
            last: None,
        }
    }
}

impl Session {
    /// Runs a command of the console; false if it is none.
    pub(crate) fn console_command(&mut self, line: &crate::session::Line) -> bool {
        let text = line.text().to_string();
        let (word, rest) = split_word(&text);
        let word = word.to_ascii_lowercase();
        if !rest.is_empty() && WITHOUT_WORDS.contains(&word.as_str()) {
            self.say(&format!("{word}: unknown word {}", text::quoted(rest)));
            return true;
        }
        match word.as_str() {
            "help" | "?" => self.help(rest),
            "new" => self.new_game(),
            "fen" => self.set_fen(rest),
            "moves" => self.play_moves(rest),
            "undo" => self.undo(),
            "board" => self.display(),
            "flip" => self.turn_board(),
            "see" => self.show_exchange(rest),
            "order" => self.order(),
            "stats" => self.statistics(),
            "tree" => self.tree(rest),
            "explain" => self.explain(rest),
            "compare" => self.compare(rest),
            "play" => self.play_as(rest, line),
            word if help::is_command(word) => return false,
            _ => return self.bare_move(&text, line),
        }
        true
    }

    /// What a job of the console has found.
    pub(crate) fn finish_console(&mut self, purpose: Purpose, outcome: Outcome) {
        match (purpose, outcome) {
            (Purpose::Order(position), Outcome::Order(moves)) => {
                self.write_all(look::order_lines(&position, &moves))
            }
            (Purpose::Statistics, Outcome::Statistics(stats)) => {
                let lines = look::statistics_lines(&stats, &self.settings);
                self.write_all(lines);
            }
            (Purpose::Tree(position, path, evaluator), Outcome::Tree(view)) => {
                let lines = tree::tree_lines(&position, &path, view.as_deref(), &evaluator);
                self.write_all(lines);
            }
            (Purpose::Compare(technique, position), Outcome::Compare(results)) => {
                let on = self.settings.on(technique);
                self.write_all(compare::compare_lines(&position, technique, on, &results));
            }
            (Purpose::Explain(position), Outcome::Explain(lines, tempting)) => {
                self.write_all(explain::explain_lines(&position, &lines, &tempting));
            }
            (purpose, _) => debug_assert!(false, "no outcome for {purpose:?}"),
        }
    }
}
