//! What is kept of a pair of games: small enough for a line of a journal, and all that a report needs.

use crate::pv::PvFault;
use crate::referee::{End, Record, TimeUse};
use crate::runner::Played;
use crate::statistics::Score;
use cutaway_chess::{Color, Outcome, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many faults of one kind in one game are told with their positions; beyond that they are only counted.
const FAULTS_TOLD: usize = 3;

/// The games of a finished pair: one opening, both colours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairResult {
    /// Its number in the match, from 0.
    pub pair: usize,
    /// The numbers of the two players, from 0.
    pub players: [usize; 2],
    /// The number of the opening in the order in which the match was given them, from 0.
    pub opening: usize,
    /// The games; the first of `players` is White in the first one.
    pub games: Vec<GameResult>,
}

/// What is kept of a game. Everything is told in the order of [`PairResult::players`], not of colours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The result for the first of the two players.
    pub score: Score,
    /// How it ended.
    pub end: EndKind,
    /// The moves of both sides.
    pub plies: u32,
    /// What was noted of each of the two players.
    pub conduct: [Conduct; 2],
}

/// What was noted of a player in one game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conduct {
    /// How it used its time.
    pub time: TimeUse,
    /// Faults in its lines by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pv_faults: BTreeMap<PvFault, u64>,
    /// Its first faults in words, with the positions before them, and the one by which it lost the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<(FaultKind, String)>,
}

/// How a game ended, in kinds that can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndKind {
    /// Mate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// The same position for the third time.
    Threefold,
    /// Fifty moves without capture or pawn move.
    FiftyMoves,
    /// Nobody can mate any more.
    DeadPosition,
    /// Both players agreed on who wins.
    AdjudicatedWin,
    /// Both players agreed that nobody does.
    AdjudicatedDraw,
    /// The loser overran its clock.
    TimeLoss,
    /// The loser's move was not legal.
    IllegalMove,
    /// The loser's program ended.
    Crash,
    /// The loser gave no answer.
    Hang,
}

/// What a player can be charged with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// It lost the game in this way.
    Loss(EndKind),
    /// A faulty line.
    Line(PvFault),
}

impl EndKind {
    /// In a few words.
    pub fn words(self) -> &'static str {
        match self {
            EndKind::Checkmate => "checkmate",
            EndKind::Stalemate => "stalemate",
            EndKind::Threefold => "threefold repetition",
            EndKind::FiftyMoves => "fifty moves",
            EndKind::DeadPosition => "dead position",
            EndKind::AdjudicatedWin => "adjudicated win",
            EndKind::AdjudicatedDraw => "adjudicated draw",
            EndKind::TimeLoss => "time loss",
            EndKind::IllegalMove => "illegal move",
            EndKind::Crash => "crash",
            EndKind::Hang => "hang",
        }
    }

    /// Whether the loser lost otherwise than on the board.
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            EndKind::TimeLoss | EndKind::IllegalMove | EndKind::Crash | EndKind::Hang
        )
    }
}

impl From<&End> for EndKind {
    fn from(end: &End) -> EndKind {
        match end {
            End::Rules(Outcome::Checkmate { .. }) => EndKind::Checkmate,
            End::Rules(Outcome::Stalemate) => EndKind::Stalemate,
            End::Rules(Outcome::Threefold) => EndKind::Threefold,
            End::Rules(Outcome::FiftyMoves) => EndKind::FiftyMoves,
            End::Rules(Outcome::DeadPosition) => EndKind::DeadPosition,
            End::Adjudicated(Some(_)) => EndKind::AdjudicatedWin,
            End::Adjudicated(None) => EndKind::AdjudicatedDraw,
            End::Time(_) => EndKind::TimeLoss,
            End::Illegal(..) => EndKind::IllegalMove,
            End::Crash(..) => EndKind::Crash,
            End::Hang(..) => EndKind::Hang,
        }
    }
}

impl PairResult {
    /// What is kept of the games of a pair; `opening` is the number of theirs. `None` if there are no games.
    pub fn new(pair: usize, opening: usize, played: &[Played]) -> Option<PairResult> {
        Some(PairResult {
            pair,
            players: played.first()?.players,
            opening,
            games: played.iter().map(GameResult::from).collect(),
        })
    }

    /// The results for the first of the two players.
    pub fn scores(&self) -> Vec<Score> {
        self.games.iter().map(|game| game.score).collect()
    }
}

impl From<&Played> for GameResult {
    fn from(played: &Played) -> GameResult {
        let record = &played.record;
        let conduct = [0, 1].map(|index| conduct(record, played.color_of(index)));
        GameResult {
            score: match record.end.winner() {
                None => Score::Draw,
                Some(winner) if winner == played.color_of(0) => Score::Win,
                Some(_) => Score::Loss,
            },
            end: (&record.end).into(),
            plies: record.plies.len() as u32,
            conduct,
        }
    }
}

fn conduct(record: &Record, color: Color) -> Conduct {
    let mut conduct = Conduct {
        time: record.time[color.index()],
        ..Conduct::default()
    };
    let at = |plies| position_after(record, plies).to_fen();
    for &(plies, fault) in &record.pv_faults[color.index()] {
        let count = conduct.pv_faults.entry(fault).or_default();
        *count += 1;
        if *count <= FAULTS_TOLD as u64 {
            let words = format!("{}, at {}", fault.words(), at(plies));
            conduct.told.push((FaultKind::Line(fault), words));
        }
    }
    let kind = EndKind::from(&record.end);
    if kind.is_fault() && record.end.winner() == Some(!color) {
        let words = format!("{}, at {}", record.end, at(record.plies.len()));
        conduct.told.push((FaultKind::Loss(kind), words));
    }
    conduct
}

fn position_after(record: &Record, plies: usize) -> Position {
    let mut position = record.start.clone();
    for ply in &record.plies[..plies] {
        position.play(ply.mv);
    }
    position
}
