//! A player of a game, be it in this process or in another one.

use crate::own_player::OwnPlayer;
use crate::spec::PlayerSpec;
use crate::time_control::{Budget, PlayerClock};
use crate::uci_player::UciPlayer;
use cutaway_chess::{Game, Move};
use cutaway_search::ReportedScore;
use std::time::Duration;

/// What a player is asked.
pub(crate) struct Question<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// What may be used.
    pub budget: Budget,
    /// Both clocks, White's first, if there are clocks.
    pub clocks: Option<[PlayerClock; 2]>,
    /// How long to wait for the answer. A player in another process that is silent for so long hangs.
    pub patience: Duration,
}

/// What came back.
pub(crate) struct Answer {
    /// The move, legal or not in the way that [`Failure::Illegal`] says.
    pub best: Result<Move, Failure>,
    /// From sending `go` to reading `bestmove`.
    pub elapsed: Duration,
    /// The lines of analysis, oldest first.
    pub lines: Vec<Line>,
}

/// Why there is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The text is no legal move.
    Illegal(String),
    /// The player is gone, in these words.
    Crash(String),
    /// It did not answer; what it did instead, in words.
    Hang(String),
}

/// One line of analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Plies.
    pub depth: u32,
    /// The score from the player's view, if it told one.
    pub score: Option<ReportedScore>,
    /// Whether the score is a bound only.
    pub is_bound: bool,
    /// The moves, as far as they are legal.
    pub pv: Vec<Move>,
    /// The first move that is not, as written.
    pub illegal: Option<String>,
}

/// A player could not be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{player}: {reason}")]
pub struct StartError {
    /// The player as written.
    pub player: String,
    /// What went wrong.
    pub reason: String,
}

/// A player that is ready to play.
pub(crate) enum Player {
    /// In this process.
    Own(Box<OwnPlayer>),
    /// In another one.
    Uci(Box<UciPlayer>),
}

impl Player {
    /// Starts it. `overhead` is what it is to keep back of each move's time; `chess960` says whether there are openings
    /// of Chess960, which a player in another process must know.
    pub fn start(
        spec: &PlayerSpec,
        overhead: Duration,
        chess960: bool,
    ) -> Result<Player, StartError> {
        let started = match spec {
            PlayerSpec::Own(spec) => {
                OwnPlayer::start(spec, overhead).map(|player| Player::Own(Box::new(player)))
            }
            PlayerSpec::Process(spec) => {
                UciPlayer::start(spec, chess960).map(|player| Player::Uci(Box::new(player)))
            }
        };
        started.map_err(|reason| StartError {
            player: spec.text().to_string(),
            reason,
        })
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        match self {
            Player::Own(_) => "Cutaway",
            Player::Uci(player) => player.name(),
        }
    }

    /// Forgets the last game.
    pub fn new_game(&mut self, chess960: bool) -> Result<(), Failure> {
        match self {
            Player::Own(player) => player.new_game(),
            Player::Uci(player) => player.new_game(chess960)?,
        }
        Ok(())
    }

    /// Asks for a move.
    pub fn think(&mut self, question: &Question) -> Answer {
        match self {
            Player::Own(player) => player.think(question),
            Player::Uci(player) => player.think(question),
        }
    }
}
