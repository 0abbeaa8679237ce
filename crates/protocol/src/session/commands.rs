//! The commands of UCI and those that engines understand besides. The console understands them too.

use super::{Dialect, Line, Purpose, Session};
use crate::job::Job;
use crate::text;
use crate::uci::options;
use crate::uci::parse::{self, Command, PositionText};
use cutaway_chess::{Color, Game, Position};
use cutaway_search::Settings;

impl Session {
    pub(super) fn uci_command(&mut self, line: &Line) {
        match parse::parse(&line.text) {
            Command::Uci => {
                self.dialect = Dialect::Uci;
                self.introduce();
            }
            Command::IsReady => self.write("readyok"),
            Command::UciNewGame => self.start(Job::NewGame, Purpose::Setting("new game")),
            Command::SetOption(setting) => self.set_option(&setting),
            Command::Position(text) => self.set_position(&text),
            Command::Go(rest) => self.go(rest, line),
            Command::Stop | Command::PonderHit | Command::Register => {}
            Command::Quit => self.quit(),
            Command::Debug(rest) => self.set_debug(rest),
            Command::Display => self.display(),
            Command::Eval => self.show_evaluation(),
            Command::Flip => self.swap_sides(),
            Command::Bench => {
                self.start(Job::Bench(Box::new(self.bench_settings())), Purpose::Bench)
            }
            Command::Perft(rest) => match rest.parse() {
                Ok(depth) => self.perft(depth),
                Err(_) => self.say("perft needs a number of plies"),
            },
            Command::Help => self.help(""),
            Command::Compiler => self.say(&build()),
            Command::ExportNet(path) => self.export_network(path),
            Command::Set(rest) => self.set(rest),
            Command::Unknown => self.say_unknown(&line.text),
        }
    }

    pub(super) fn introduce(&mut self) {
        self.write(&format!("id name {}", crate::NAME));
        self.write("id author the Cutaway authors");
        let lines = options::list(self.options.show_techniques, self.options.show_parameters);
        self.write_all(lines);
        self.write("uciok");
    }

    pub(super) fn set_debug(&mut self, rest: &str) {
        match options::parse_check(rest) {
            Some(on) => self.debug = on,
            None => self.say("debug is on or off"),
        }
    }

    /// The settings of a bench: as set, but one line and no record.
    fn bench_settings(&self) -> Settings {
        Settings {
            multi_pv: 1,
            record: cutaway_search::Record::Nothing,
            // The count of nodes is to be the same wherever the bench runs.
            tables: cutaway_search::Tables::default(),
            ..self.settings.clone()
        }
    }

    fn set_position(&mut self, text: &PositionText) {
        match self.read_game(text) {
            Ok(game) => self.set_game(game),
            Err(fault) => {
                self.say(&format!("position refused: {fault}"));
                self.refused = Some(text::one_line(&fault));
            }
        }
    }

    /// Puts a game on the board.
    pub(crate) fn set_game(&mut self, game: Game) {
        self.game = game;
        self.refused = None;
    }

    fn read_game(&mut self, text: &PositionText) -> Result<Game, String> {
        if let Some(fault) = &text.fault {
            return Err(text::quoted(fault));
        }
        let start = match &text.fen {
            None => Position::startpos(),
            Some(fen) => self.read_fen(fen)?,
        };
        let mut game = Game::new(start);
        for word in &text.moves {
            let mv = game
                .position()
                .parse_uci(&word.to_ascii_lowercase())
                .map_err(|why| format!("move {} {why}", text::quoted(word)))?;
            game.play(mv).map_err(|why| why.to_string())?;
        }
        Ok(game)
    }

    /// Reads a FEN; what was put right in it is told in debug mode.
    pub(crate) fn read_fen(&mut self, fen: &str) -> Result<Position, String> {
        let (position, repairs) =
            Position::from_fen_with_repairs(fen).map_err(|why| why.to_string())?;
        if self.debug || self.is_console() {
            for repair in repairs {
                self.say(&repair.to_string());
            }
        }
        Ok(position)
    }

    pub(crate) fn display(&mut self) {
        if let Some(fault) = &self.refused {
            let words = format!("no position: the last one was refused: {fault}");
            return self.say(&words);
        }
        let bottom = if self.is_console() {
            self.console.bottom
        } else {
            Color::White
        };
        let position = self.game.position();
        let mut lines = text::board_lines(position, bottom);
        lines.push(String::new());
        lines.push(format!(
            "{} to move",
            if position.side_to_move() == Color::White {
                "White"
            } else {
                "Black"
            }
        ));
        lines.extend(text::facts(position, self.options.style.chess960));
        self.write_all(lines);
    }

    /// `flip` of UCI: the same position with colours exchanged.
    fn swap_sides(&mut self) {
        let flipped = flipped_fen(&self.game.position().to_shredder_fen());
        match Position::from_fen(&flipped) {
            Ok(position) => self.set_game(Game::new(position)),
            Err(why) => self.say(&format!("cannot be flipped: {why}")),
        }
    }
}

/// The FEN of the position with colours exchanged.
fn flipped_fen(fen: &str) -> String {
    let swap = |c: char| {
        if c.is_ascii_uppercase() {
            c.to_ascii_lowercase()
        } else {
            c.to_ascii_uppercase()
        }
    };
    let mut fields = fen.split(' ');
    let mut next = || fields.next().unwrap_or("-");
    let board: Vec<String> = next()
        .split('/')
        .rev()
        .map(|rank| rank.chars().map(swap).collect())
        .collect();
    let side = if next() == "w" { "b" } else { "w" };
    let castling: String = next().chars().map(swap).collect();
    let en_passant = next().replace('3', "x").replace('6', "3").replace('x', "6");
    format!(
        "{} {side} {castling} {en_passant} {} {}",
        board.join("/"),
        next(),
        next()
    )
}

fn build() -> String {
    let processor = if cfg!(target_arch = "x86_64") {
        "x86-64"
    } else if cfg!(target_arch = "aarch64") {
        "arm64"
    } else {
        "another processor"
    };
    let sliders = if cfg!(target_feature = "bmi2") {
        "PEXT at hand"
    } else {
        "no PEXT"
    };
    let assertions = if cfg!(debug_assertions) {
        "with assertions"
    } else {
        "without assertions"
    };
    format!("{} for {processor}, {sliders}, {assertions}", crate::NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flipped_position_is_its_own_mirror_image() {
        let fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/R3KBNR b HAha e3 0 3";
        let flipped = flipped_fen(fen);
        assert_eq!(
            flipped,
            "r3kbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w haHA e6 0 3"
        );
        assert_eq!(flipped_fen(&flipped), fen);
    }
}
