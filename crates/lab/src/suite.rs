//! Test suites: positions with the moves that solve them, run one after the other.
//!
//! A position is solved if the last best move is one of `bm` and none of `am`; `bm #N` or `dm N` asks for a mate score
//! instead. A position may also give points to several moves, as the Strategic Test Suite does. Each begins with an empty
//! table. What runs add up to, and how two of them differ: [`suite_report`](crate::suite_report). What is shown, and where
//! the file comes from, is the caller's business.

use crate::epd::{Epd, EpdError, EpdFault};
use cutaway_chess::{Game, Move, Position};
use cutaway_search::{
    Bound, Control, Limits, Pool, ReportedScore, SearchEvent, SearchResult, Settings,
};
use serde::{Deserialize, Serialize};
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
    /// What moves are worth, if the position gives points. Where nothing else is asked for, the best of them solves.
    pub points: Vec<(Move, u32)>,
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
        expected.points = points(epd)?;
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

/// What moves are worth: `c9 "f4f5 d4e5"` (or `c7`, in SAN) with `c8 "10 2"`, else `c0 "f5=10, Be5+=2"`. These operations
/// are comments, so anything else in them gives no points; moves that look right but are not legal are faults.
fn points(epd: &Epd) -> Result<Vec<(Move, u32)>, EpdError> {
    let words = |opcode: &str| epd.operands(opcode).join(" ");
    let worths: Option<Vec<u32>> = numbers(&words("c8"));
    for opcode in ["c9", "c7"] {
        let moves = words(opcode);
        let moves: Vec<&str> = moves.split_whitespace().collect();
        if let Some(worths) = worths.as_ref().filter(|worths| worths.len() == moves.len()) {
            let moves = moves
                .iter()
                .map(|text| read_move(&epd.position, opcode, text));
            return Ok(moves
                .collect::<Result<Vec<_>, _>>()?
                .into_iter()
                .zip(worths.iter().copied())
                .collect());
        }
    }
    let comment = words("c0");
    let parts: Option<Vec<(&str, u32)>> = comment
        .split(',')
        .map(|part| {
            let (mv, worth) = part.trim().rsplit_once('=')?;
            Some((mv.trim(), worth.trim().parse().ok()?))
        })
        .collect();
    let read = |(text, worth)| Ok((read_move(&epd.position, "c0", text)?, worth));
    parts.unwrap_or_default().into_iter().map(read).collect()
}

/// Whole numbers between blanks; `None` if there are none, or something else.
fn numbers(text: &str) -> Option<Vec<u32>> {
    let numbers: Option<Vec<u32>> = text
        .split_whitespace()
        .map(|word| word.parse().ok())
        .collect();
    numbers.filter(|numbers| !numbers.is_empty())
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
        let only_points = self.best.is_empty() && self.avoid.is_empty() && self.mate.is_none();
        let worth_most = !only_points || self.worth(best) == self.most();
        mates
            && worth_most
            && (self.best.is_empty() || self.best.contains(&best))
            && !self.avoid.contains(&best)
    }

    /// The points that a move earns; `None` if the position gives no points.
    pub fn worth(&self, mv: Move) -> Option<u32> {
        let most = self.most();
        most?;
        let found = self.points.iter().find(|(of, _)| *of == mv);
        Some(found.map_or(0, |&(_, worth)| worth))
    }

    /// The most points that a move earns.
    pub fn most(&self) -> Option<u32> {
        self.points.iter().map(|&(_, worth)| worth).max()
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
        if words.is_empty() {
            let worth = |&(mv, worth)| format!("{}={worth}", position.to_san(mv));
            words.push(self.points.iter().map(worth).collect::<Vec<_>>().join(" "));
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// The points it earned, if the position gives points.
    #[serde(default)]
    pub points: Option<u32>,
    /// The most it could have earned.
    #[serde(default)]
    pub max_points: Option<u32>,
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
    /// The nodes from which on the solution stayed.
    #[serde(default)]
    pub found_nodes: Option<u64>,
}

/// Runs the suite in order and hands out each position's result as it comes; it ends early if `each` says `false`.
pub fn run(
    tasks: &[Task],
    pool: &mut Pool,
    limits: &Limits,
    settings: &Settings,
    each: &mut dyn FnMut(&Solution) -> bool,
) -> Vec<Solution> {
    let mut solutions = Vec::with_capacity(tasks.len());
    for task in tasks {
        let solution = solve(task, pool, limits, settings);
        let go_on = each(&solution);
        solutions.push(solution);
        if !go_on {
            break;
        }
    }
    solutions
}

fn solve(task: &Task, pool: &mut Pool, limits: &Limits, settings: &Settings) -> Solution {
    pool.new_game();
    pool.prepare(&Control::default());
    let mut found: Option<Found> = None;
    let mut follow = |event: SearchEvent| {
        if let SearchEvent::Info(info) = event
            && info.multi_pv == 1
            && info.bound != Bound::Upper
            && let Some(&best) = info.pv.first()
        {
            found = match task.expected.is_met(best, info.score) {
                true => found.or(Some((info.depth, info.time, info.nodes))),
                false => None,
            };
        }
    };
    let game = Game::new(task.position.clone());
    let result = pool.go(&game, limits, settings, &Control::default(), &mut follow);
    describe(task, &result, found)
}

/// Since when a solution has stood: depth, time, nodes.
type Found = (u32, Duration, u64);

fn describe(task: &Task, result: &SearchResult, found: Option<Found>) -> Solution {
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
        points: result.best.and_then(|mv| task.expected.worth(mv)),
        max_points: task.expected.most(),
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
        found_depth: found.map(|(depth, ..)| depth),
        found_ms: found.map(|(_, time, _)| milliseconds(time)),
        found_nodes: found.map(|(.., nodes)| nodes),
    }
}

/// Milliseconds with three places.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}
