//! A UCI engine in a process of its own, as a player: our side of the protocol, and no more of it than a match needs.

use crate::player::{Answer, Failure, Line, Question};
use crate::process::{NoLine, Process};
use crate::spec::{ProcessSpec, split_command};
use crate::time_control::Budget;
use cutaway_chess::{Game, Position};
use cutaway_search::ReportedScore;
use std::time::{Duration, Instant};

/// How long an engine may take from its start to `uciok`.
const START_PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take to answer `isready`.
const READY_PATIENCE: Duration = Duration::from_secs(60);
/// How long it may take to answer `stop` before it is given up.
const STOP_PATIENCE: Duration = Duration::from_secs(1);
/// The most lines of analysis that are kept for one move; an engine that writes more loses the oldest.
const LINES_KEPT: usize = 2000;

/// An engine that has answered `uci`.
pub(crate) struct UciPlayer {
    process: Process,
    name: String,
    chess960: bool,
}

impl UciPlayer {
    pub fn start(spec: &ProcessSpec, chess960: bool) -> Result<UciPlayer, String> {
        let process = start_process(spec)
            .map_err(|error| format!("cannot start {}: {error}", spec.program))?;
        let mut player = UciPlayer {
            process,
            name: spec.program.clone(),
            chess960: false,
        };
        let known = player.handshake()?;
        let knows = |name: &str| known.iter().any(|known| known.eq_ignore_ascii_case(name));
        if chess960 && !knows("UCI_Chess960") {
            return Err("it has no option `UCI_Chess960`, and there are such openings".to_string());
        }
        for (name, value) in &spec.options {
            // An option that the engine does not have would be a match between others than the ones named.
            if !knows(name) {
                return Err(format!("it has no option `{name}`"));
            }
            player
                .process
                .write(&format!("setoption name {name} value {value}"));
        }
        player
            .wait_until_ready()
            .map_err(|failure| failure_words(&failure, READY_PATIENCE))?;
        Ok(player)
    }

    /// Sends `uci` and gives back the names of the options.
    fn handshake(&mut self) -> Result<Vec<String>, String> {
        self.process.write("uci");
        let deadline = Instant::now() + START_PATIENCE;
        let mut options = Vec::new();
        loop {
            let line = match self.process.read(deadline) {
                Ok((_, line)) => line,
                Err(no_line) => {
                    return Err(failure_words(&self.failure(no_line), START_PATIENCE));
                }
            };
            if line == "uciok" {
                return Ok(options);
            } else if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.trim().to_string();
            } else if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or(option);
                options.push(name.trim().to_string());
            }
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn new_game(&mut self, chess960: bool) -> Result<(), Failure> {
        if chess960 != self.chess960 {
            self.process
                .write(&format!("setoption name UCI_Chess960 value {chess960}"));
            self.chess960 = chess960;
        }
        self.process.write("ucinewgame");
        self.wait_until_ready()
    }

    fn wait_until_ready(&mut self) -> Result<(), Failure> {
        self.process.write("isready");
        let deadline = Instant::now() + READY_PATIENCE;
        loop {
            match self.process.read(deadline) {
                Ok((_, line)) if line == "readyok" => return Ok(()),
                Ok(_) => {}
                Err(no_line) => return Err(self.failure(no_line)),
            }
        }
    }

    pub fn think(&mut self, question: &Question) -> Answer {
        self.process.forget_lines();
        self.process
            .write(&position_command(question.game, question.chess960));
        let go = go_command(question);
        let start = Instant::now();
        self.process.write(&go);
        let mut deadline = start + question.patience;
        let mut told_to_stop = false;
        let mut lines_read: u64 = 0;
        let mut texts: Vec<String> = Vec::new();
        if !self.process.hears() {
            // It is gone, or will never know that it was asked: either shows soon.
            deadline = deadline.min(start + STOP_PATIENCE);
        }
        let (best, end) = loop {
            let read = self.process.read(deadline);
            lines_read += u64::from(read.is_ok());
            match read {
                Ok((at, line)) if line.starts_with("bestmove") => {
                    break (read_best(&line, question.game.position()), at);
                }
                Ok((_, line)) if line.starts_with("info ") => {
                    if texts.len() == LINES_KEPT {
                        texts.drain(..LINES_KEPT / 2);
                    }
                    texts.push(line);
                }
                Ok(_) => {}
                Err(NoLine::Silent) if !told_to_stop && self.process.hears() => {
                    self.process.write("stop");
                    told_to_stop = true;
                    deadline = Instant::now() + STOP_PATIENCE;
                }
                Err(NoLine::Silent) if lines_read as usize > LINES_KEPT => {
                    let words = format!("no move in a flood of {lines_read} lines");
                    break (Err(Failure::Hang(words)), Instant::now());
                }
                Err(no_line) => break (Err(self.failure(no_line)), Instant::now()),
            }
        };
        let position = question.game.position();
        Answer {
            best,
            elapsed: end.saturating_duration_since(start),
            lines: texts
                .iter()
                .filter_map(|text| read_info(text, position))
                .collect(),
        }
    }

    fn failure(&mut self, no_line: NoLine) -> Failure {
        match no_line {
            NoLine::Silent if !self.process.hears() => {
                Failure::Crash("closed its input".to_string())
            }
            NoLine::Silent => Failure::Hang("no answer".to_string()),
            NoLine::Closed => Failure::Crash(self.process.last_words()),
        }
    }
}

/// Starts the program. One whose name holds blanks and that is not there may be a command with its arguments.
fn start_process(spec: &ProcessSpec) -> std::io::Result<Process> {
    let started = Process::start(&spec.program, &spec.arguments);
    match (&started, split_command(&spec.program).as_deref()) {
        (Err(error), Some([program, arguments @ ..]))
            if error.kind() == std::io::ErrorKind::NotFound && !arguments.is_empty() =>
        {
            let arguments = [arguments, &spec.arguments].concat();
            Process::start(program, &arguments)
        }
        _ => started,
    }
}

/// What went wrong at the start of an engine that was waited for that long.
fn failure_words(failure: &Failure, patience: Duration) -> String {
    match failure {
        Failure::Crash(words) => words.clone(),
        _ => format!("it does not answer within {} s", patience.as_secs()),
    }
}

fn position_command(game: &Game, chess960: bool) -> String {
    let start = game.start();
    let mut command = if *start == Position::startpos() {
        "position startpos".to_string()
    } else {
        let fen = if chess960 {
            start.to_shredder_fen()
        } else {
            start.to_fen()
        };
        format!("position fen {fen}")
    };
    for (index, (&mv, position)) in game.moves().iter().zip(game.positions()).enumerate() {
        command.push_str(if index == 0 { " moves " } else { " " });
        command.push_str(&position.to_uci(mv, chess960));
    }
    command
}

fn go_command(question: &Question) -> String {
    match question.budget {
        Budget::Nodes(nodes) => format!("go nodes {nodes}"),
        Budget::Depth(depth) => format!("go depth {depth}"),
        Budget::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        Budget::Clock(_) => {
            let Some([white, black]) = question.clocks else {
                return "go".to_string();
            };
            // Some engines take a clock at zero for no clock at all.
            let left = |time: Duration| time.as_millis().max(1);
            let mut command = format!(
                "go wtime {} btime {} winc {} binc {}",
                left(white.remaining()),
                left(black.remaining()),
                white.increment().as_millis(),
                black.increment().as_millis()
            );
            let own = if question.game.position().side_to_move() == cutaway_chess::Color::White {
                white
            } else {
                black
            };
            if let Some(moves) = own.moves_to_go() {
                command.push_str(&format!(" movestogo {moves}"));
            }
            command
        }
    }
}

fn read_best(line: &str, position: &Position) -> Result<cutaway_chess::Move, Failure> {
    let text = line.split_whitespace().nth(1).unwrap_or("");
    position
        .parse_uci(text)
        .map_err(|_| Failure::Illegal(text.to_string()))
}

/// Reads an `info` line with a main line in it; `None` for any other and for lines beside the first.
fn read_info(text: &str, position: &Position) -> Option<Line> {
    let mut line = Line {
        depth: 0,
        score: None,
        is_bound: false,
        pv: Vec::new(),
        illegal: None,
    };
    let mut has_pv = false;
    let mut words = text.split_whitespace().skip(1);
    while let Some(word) = words.next() {
        match word {
            "string" => break,
            "depth" => line.depth = words.next()?.parse().ok()?,
            "multipv" if words.next()? != "1" => return None,
            "lowerbound" | "upperbound" => line.is_bound = true,
            "score" => {
                let kind = words.next()?;
                let value = words.next()?.parse().ok()?;
                line.score = match kind {
                    "cp" => Some(ReportedScore::Centipawns(value)),
                    "mate" => Some(ReportedScore::Mate(value)),
                    _ => None,
                };
            }
            "pv" => {
                has_pv = true;
                let mut position = position.clone();
                for word in words.by_ref() {
                    match position.parse_uci(word) {
                        Ok(mv) => {
                            position.play(mv);
                            line.pv.push(mv);
                        }
                        Err(_) => {
                            line.illegal = Some(word.to_string());
                            break;
                        }
                    }
                }
                break;
            }
            _ => {}
        }
    }
    has_pv.then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines_are_read() {
        let position = Position::startpos();
        let line = read_info(
            "info depth 12 seldepth 20 multipv 1 score cp -31 upperbound nodes 5 nps 1 time 3 pv e2e4 e7e5 e1g1 a2a3",
            &position,
        )
        .unwrap();
        assert_eq!(
            (line.depth, line.score, line.is_bound),
            (12, Some(ReportedScore::Centipawns(-31)), true)
        );
        assert_eq!((line.pv.len(), line.illegal.as_deref()), (2, Some("e1g1")));
        let line = read_info("info depth 3 score mate -2 pv", &position).unwrap();
        assert_eq!(
            (line.score, line.pv.len()),
            (Some(ReportedScore::Mate(-2)), 0)
        );
        for none in [
            "info depth 3 currmove e2e4",
            "info multipv 2 pv e2e4",
            "info string pv e2e4",
            "info depth x pv e2e4",
        ] {
            assert_eq!(read_info(none, &position), None, "{none}");
        }
    }

    #[test]
    fn positions_are_told_with_their_moves() {
        let mut game = Game::new(Position::startpos());
        assert_eq!(position_command(&game, false), "position startpos");
        for uci in ["e2e4", "e7e5"] {
            game.play(game.position().parse_uci(uci).unwrap()).unwrap();
        }
        assert_eq!(
            position_command(&game, false),
            "position startpos moves e2e4 e7e5"
        );
        let mut game = Game::new(Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap());
        game.play(game.position().parse_uci("e1g1").unwrap())
            .unwrap();
        assert_eq!(
            position_command(&game, false),
            "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1"
        );
        assert_eq!(
            position_command(&game, true),
            "position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1 moves e1h1"
        );
    }
}
