//! Test suites: positions with the moves that solve them, run one after the other.
//!
//! A position is solved if the last best move is one of `bm` and none of `am`; `bm #N` or `dm N` asks for a mate score
//! instead. Each begins with an empty table. What is shown, and where the file comes from, is the caller's business.

use crate::epd::{Epd, EpdError, EpdFault};
use cutaway_chess::{Game, Move, Position};
use cutaway_search::{
    Bound, Control, Limits, Pool, ReportedScore, SearchEvent, SearchResult, Settings,
};
use serde::Serialize;
use std::time::Duration;

/// A position and what solves it.
#[derive(Clone, Debug)]
pub struct Task {
    /// The line of the file, from 1.
    pub line: usize,
    /// The operation `id`, or `line N`.
    pub id: String,
    /// The position.
    pub position: Position,
    /// What solves it.
    pub expected: Expected,
}

/// What solves a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Any of these moves, if there are some.
    pub best: Vec<Move>,
    /// None of these moves.
    pub avoid: Vec<Move>,
    /// A mate in at most so many moves; negative: the side to move is mated in at most so many. `dm` counts only where
    /// neither `bm` nor `am` gives a move.
    pub mate: Option<i32>,
}

impl Task {
    /// What that line asks for.
    ///
    /// # Errors
    /// [`EpdError`] if a move is not legal, a mate distance is none, nothing is asked for, or the game is over.
    pub fn from_epd(epd: &Epd) -> Result<Task, EpdError> {
        if let Some(outcome) = Game::new(epd.position.clone()).outcome()
            && !epd.position.has_legal_move()
        {
            return Err(EpdError::GameOver(outcome));
        }
        let mut expected = Expected::default();
        for text in epd.operands("bm") {
            match text.strip_prefix('#') {
                Some(distance) => expected.mate = Some(mate_distance("bm", distance)?),
                None => expected.best.push(read_move(&epd.position, "bm", text)?),
            }
        }
        for text in epd.operands("am") {
            expected.avoid.push(read_move(&epd.position, "am", text)?);
        }
        if expected == Expected::default() {
            let distance = *epd.operands("dm").first().ok_or(EpdError::NothingToSolve)?;
            expected.mate = Some(mate_distance("dm", distance)?);
        }
        let id = epd.operands("id").join(" ");
        let id = if id.is_empty() {
            format!("line {}", epd.line)
        } else {
            id
        };
        Ok(Task {
            line: epd.line,
            id,
            position: epd.position.clone(),
            expected,
        })
    }
}

fn read_move(position: &Position, opcode: &str, text: &str) -> Result<Move, EpdError> {
    let san = position.parse_san(text).ok();
    san.or_else(|| position.parse_uci(text).ok())
        .ok_or_else(|| EpdError::Move {
            opcode: opcode.to_string(),
            text: text.to_string(),
        })
}

fn mate_distance(opcode: &str, text: &str) -> Result<i32, EpdError> {
    match text.parse() {
        Ok(distance) if distance != 0 => Ok(distance),
        _ => Err(EpdError::MateDistance {
            opcode: opcode.to_string(),
            text: text.to_string(),
        }),
    }
}

impl Expected {
    /// Whether that move and score are a solution.
    pub fn is_met(&self, best: Move, score: ReportedScore) -> bool {
        let mates = self.mate.is_none_or(|wanted| match score {
            ReportedScore::Mate(found) if wanted > 0 => (1..=wanted).contains(&found),
            ReportedScore::Mate(found) => (wanted..=-1).contains(&found),
            ReportedScore::Centipawns(_) => false,
        });
        mates && (self.best.is_empty() || self.best.contains(&best)) && !self.avoid.contains(&best)
    }

    /// In the words of the file, moves in SAN.
    pub fn words(&self, position: &Position) -> String {
        let list = |moves: &[Move]| {
            moves
                .iter()
                .map(|&mv| position.to_san(mv))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let mut words = Vec::new();
        if !self.best.is_empty() {
            words.push(format!("bm {}", list(&self.best)));
        }
        if !self.avoid.is_empty() {
            words.push(format!("am {}", list(&self.avoid)));
        }
        if let Some(distance) = self.mate {
            words.push(format!("#{distance}"));
        }
        words.join(" ")
    }
}

/// Reads a file's text: the positions that can be run, and the lines that cannot.
pub fn read(text: &str) -> (Vec<Task>, Vec<EpdFault>) {
    let (epds, mut faults) = crate::epd::read(text);
    let mut tasks = Vec::new();
    for epd in &epds {
        match Task::from_epd(epd) {
            Ok(task) => tasks.push(task),
            Err(error) => faults.push(EpdFault {
                line: epd.line,
                error,
            }),
        }
    }
    faults.sort_by_key(|fault| fault.line);
    (tasks, faults)
}

/// How one position went.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    /// The position's name.
    pub id: String,
    /// Its line in the file, from 1.
    pub line: usize,
    /// The position.
    pub fen: String,
    /// What solves it, as [`Expected::words`].
    pub expected: String,
    /// The last best move in SAN, if there was one.
    pub got: Option<String>,
    /// Whether that solves it.
    pub solved: bool,
    /// Centipawns, from the side to move's view, unless it is a mate.
    pub centipawns: Option<i32>,
    /// Mate in so many moves, negative when being mated.
    pub mate: Option<i32>,
    /// The depth of the last iteration that counted, plies.
    pub depth: u32,
    /// All nodes.
    pub nodes: u64,
    /// All time, milliseconds.
    pub time_ms: f64,
    /// The depth from which on the solution stayed.
    pub found_depth: Option<u32>,
    /// The time from which on the solution stayed, milliseconds.
    pub found_ms: Option<f64>,
}

/// Runs the suite in order and hands out each position's result as it comes.
pub fn run(
    tasks: &[Task],
    pool: &mut Pool,
    limits: &Limits,
    settings: &Settings,
    each: &mut dyn FnMut(&Solution),
) -> Vec<Solution> {
    let mut solutions = Vec::with_capacity(tasks.len());
    for task in tasks {
        let solution = solve(task, pool, limits, settings);
        each(&solution);
        solutions.push(solution);
    }
    solutions
}

fn solve(task: &Task, pool: &mut Pool, limits: &Limits, settings: &Settings) -> Solution {
    pool.new_game();
    let mut found: Option<(u32, Duration)> = None;
    let mut follow = |event: SearchEvent| {
        if let SearchEvent::Info(info) = event
            && info.multi_pv == 1
            && info.bound != Bound::Upper
            && let Some(&best) = info.pv.first()
        {
            found = match task.expected.is_met(best, info.score) {
                true => found.or(Some((info.depth, info.time))),
                false => None,
            };
        }
    };
    let game = Game::new(task.position.clone());
    let result = pool.go(&game, limits, settings, &Control::default(), &mut follow);
    describe(task, &result, found)
}

fn describe(task: &Task, result: &SearchResult, found: Option<(u32, Duration)>) -> Solution {
    let score = result.info.as_ref().map(|info| info.score);
    let solved = match (result.best, score) {
        (Some(best), Some(score)) => task.expected.is_met(best, score),
        _ => false,
    };
    let found = found.filter(|_| solved);
    Solution {
        id: task.id.clone(),
        line: task.line,
        fen: task.position.to_fen(),
        expected: task.expected.words(&task.position),
        got: result.best.map(|mv| task.position.to_san(mv)),
        solved,
        centipawns: score.and_then(|score| match score {
            ReportedScore::Centipawns(value) => Some(value),
            ReportedScore::Mate(_) => None,
        }),
        mate: score.and_then(|score| match score {
            ReportedScore::Mate(moves) => Some(moves),
            ReportedScore::Centipawns(_) => None,
        }),
        depth: result.info.as_ref().map_or(0, |info| info.depth),
        nodes: result.nodes,
        time_ms: milliseconds(result.time),
        found_depth: found.map(|(depth, _)| depth),
        found_ms: found.map(|(_, time)| milliseconds(time)),
    }
}

/// Milliseconds with three places.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}
