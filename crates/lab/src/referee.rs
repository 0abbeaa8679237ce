//! One game between two players: clocks, rules and faults. When a game is called off is decided by
//! [`adjudication`](crate::adjudication); which games are played, and what their results add up to, by
//! [`runner`](crate::runner).

use crate::adjudication::{DrawRule, WinRule};
use crate::player::{Answer, Failure, Line, Player, Question};
use crate::pv::{self, PvFault};
use crate::time_control::{Budget, PlayerClock};
use cutaway_chess::{Color, Game, Move, Outcome, Position};
use cutaway_search::{ReportedScore, Tables, Wdl};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What holds for every game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What a move may use, unless a player has limits of its own.
    pub budget: Budget,
    /// How far a clock, or a time a move, may be overrun without losing.
    pub margin: Duration,
    /// How long to wait for an answer where no clock says so.
    pub hang: Duration,
    /// When a game counts as won before its end.
    pub adjudicate_win: Option<WinRule>,
    /// When a game counts as drawn before its end.
    pub adjudicate_draw: Option<DrawRule>,
    /// A game ends as these know it to end.
    pub tablebases: Tables,
}

impl Rules {
    /// How far a move of a player with that budget may overrun its time without losing.
    pub fn margin_of(&self, budget: Budget) -> Duration {
        match budget {
            Budget::MoveTime(_) => self.margin.max(MOVE_TIME_MARGIN),
            _ => self.margin,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Rules(Outcome),
    /// By adjudication: won by that side, or drawn.
    Adjudicated(Option<Color>),
    /// The side overran its clock.
    Time(Color),
    /// The side sent what is no legal move.
    Illegal(Color, String),
    /// The side's process ended or panicked, in these words.
    Crash(Color, String),
    /// The side did not answer; what it did instead, in these words.
    Hang(Color, String),
}

impl End {
    /// The winner, or `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            End::Rules(Outcome::Checkmate { winner }) => Some(*winner),
            End::Rules(_) => None,
            End::Adjudicated(winner) => *winner,
            End::Time(loser)
            | End::Illegal(loser, _)
            | End::Crash(loser, _)
            | End::Hang(loser, _) => Some(!*loser),
        }
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            End::Rules(outcome) => write!(f, "{outcome}"),
            End::Adjudicated(Some(winner)) => write!(f, "{winner} wins by adjudication"),
            End::Adjudicated(None) => f.write_str("draw by adjudication"),
            End::Time(loser) => write!(f, "{loser} loses on time"),
            End::Illegal(loser, text) => write!(f, "{loser} plays an illegal move: {text}"),
            End::Crash(loser, words) => write!(f, "{loser} crashes: {words}"),
            End::Hang(loser, words) => write!(f, "{loser} hangs: {words}"),
        }
    }
}

/// One move with what its player said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The score of its last line that is no bound, from its player's view.
    pub score: Option<ReportedScore>,
    /// That line's depth.
    pub depth: u32,
    /// What it used.
    pub elapsed: Duration,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Record {
    /// The position from which it was played.
    pub start: Position,
    /// The moves.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub end: End,
    /// The faults in the lines of White and of Black, with the number of moves played before.
    pub pv_faults: [Vec<(usize, PvFault)>; 2],
    /// How White and Black used their time.
    pub time: [TimeUse; 2],
}

/// How a player used its time. As data, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeUse {
    /// The least that the clock showed after a move, before the increment came.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "micros_if_any"
    )]
    pub smallest_clock: Option<Duration>,
    /// The most by which a clock, or a time a move, was overrun, forgiven or not.
    #[serde(default, skip_serializing_if = "Duration::is_zero", with = "micros")]
    pub largest_overshoot: Duration,
    /// The longest thought.
    #[serde(with = "micros")]
    pub longest: Duration,
}

impl TimeUse {
    /// Takes in what another game has shown.
    pub fn add(&mut self, other: &TimeUse) {
        self.smallest_clock = match (self.smallest_clock, other.smallest_clock) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self.largest_overshoot = self.largest_overshoot.max(other.largest_overshoot);
        self.longest = self.longest.max(other.longest);
    }
}

/// Durations as whole microseconds.
mod micros {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_micros)
    }
}

/// The same where there may be none.
mod micros_if_any {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => super::micros::serialize(time, to),
            None => to.serialize_none(),
        }
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Option<Duration>, D::Error> {
        let micros: Option<u64> = Option::deserialize(from)?;
        Ok(micros.map(Duration::from_micros))
    }
}

/// How long to wait for a bestmove after the time has run out, so that it can be told by how much it was missed.
const GRACE: Duration = Duration::from_secs(2);

/// The least that is forgiven where each move has its own time: nobody hits a millisecond.
const MOVE_TIME_MARGIN: Duration = Duration::from_millis(50);

/// Plays a game to its end. `players` are White and Black, `budgets` what a move of each may use.
pub(crate) fn play(
    mut players: [&mut Player; 2],
    budgets: [Budget; 2],
    start: &Position,
    rules: &Rules,
) -> Record {
    let chess960 = !start.has_classical_castling();
    let mut table = Table {
        game: Game::new(start.clone()),
        budgets,
        clocks: budgets.map(|budget| match budget {
            Budget::Clock(control) => Some(PlayerClock::new(control)),
            _ => None,
        }),
        record: Record {
            start: start.clone(),
            plies: Vec::new(),
            end: End::Adjudicated(None),
            pv_faults: [Vec::new(), Vec::new()],
            time: [TimeUse::default(); 2],
        },
        rules,
    };
    for (player, color) in players.iter_mut().zip([Color::White, Color::Black]) {
        if let Err(failure) = player.new_game(chess960) {
            table.record.end = end_of(failure, color);
            return table.record;
        }
    }
    table.record.end = loop {
        if let Some(outcome) = table.game.outcome() {
            break End::Rules(outcome);
        }
        if let Some(end) = table.adjudicate() {
            break end;
        }
        let side = table.game.position().side_to_move();
        let question = table.question(chess960);
        let answer = players[side.index()].think(&question);
        if let Err(end) = table.take(side, answer) {
            break end;
        }
    };
    table.record
}

fn end_of(failure: Failure, side: Color) -> End {
    match failure {
        Failure::Illegal(text) => End::Illegal(side, text),
        Failure::Crash(words) => End::Crash(side, words),
        Failure::Hang(words) => End::Hang(side, words),
    }
}

/// A game under way.
struct Table<'a> {
    game: Game,
    budgets: [Budget; 2],
    /// Those of White and of Black; `None` for one whose moves are not limited by a clock.
    clocks: [Option<PlayerClock>; 2],
    record: Record,
    rules: &'a Rules,
}

impl Table<'_> {
    fn question(&self, chess960: bool) -> Question<'_> {
        let side = self.game.position().side_to_move();
        let (own, others) = (self.clocks[side.index()], self.clocks[(!side).index()]);
        let budget = self.budgets[side.index()];
        let allowed = match (own, budget) {
            (Some(clock), _) => clock.remaining() + self.rules.margin + GRACE,
            (None, Budget::MoveTime(time)) => time + self.rules.margin + GRACE,
            (None, _) => self.rules.hang,
        };
        // Who plays by a clock against somebody who does not is told its own clock for both.
        let clocks = own.map(|own| match side {
            Color::White => [own, others.unwrap_or(own)],
            Color::Black => [others.unwrap_or(own), own],
        });
        Question {
            game: &self.game,
            chess960,
            budget,
            clocks,
            patience: allowed,
        }
    }

    /// Who wins where the side to move has that before it.
    fn winner(&self, wdl: Wdl) -> Option<Color> {
        let side = self.game.position().side_to_move();
        match wdl {
            Wdl::Win => Some(side),
            Wdl::Loss => Some(!side),
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => None,
        }
    }

    /// Takes an answer: lines checked, clock stopped, move played.
    fn take(&mut self, side: Color, answer: Answer) -> Result<(), End> {
        let at = self.record.plies.len();
        let faults = pv::check_all(
            &answer.lines,
            answer.best.as_ref().ok().copied(),
            &mut self.game,
        );
        self.record.pv_faults[side.index()].extend(faults.into_iter().map(|fault| (at, fault)));
        self.record.time[side.index()].longest =
            self.record.time[side.index()].longest.max(answer.elapsed);
        let mv = answer.best.map_err(|failure| end_of(failure, side))?;
        self.stop_clock(side, answer.elapsed)?;
        self.game
            .play(mv)
            .map_err(|error| End::Illegal(side, format!("{:?}", error.0)))?;
        let told = last_told(&answer.lines);
        self.record.plies.push(Ply {
            mv,
            score: told.and_then(|line| line.score),
            depth: told.map_or(0, |line| line.depth),
            elapsed: answer.elapsed,
        });
        Ok(())
    }

    fn stop_clock(&mut self, side: Color, elapsed: Duration) -> Result<(), End> {
        let time = &mut self.record.time[side.index()];
        if let Some(clock) = &mut self.clocks[side.index()] {
            let left = clock.remaining().saturating_sub(elapsed);
            let over = elapsed.saturating_sub(clock.remaining());
            time.smallest_clock = Some(
                time.smallest_clock
                    .map_or(left, |smallest| smallest.min(left)),
            );
            time.largest_overshoot = time.largest_overshoot.max(over);
            clock
                .spend(elapsed, self.rules.margin)
                .map_err(|_| End::Time(side))
        } else if let Budget::MoveTime(allowed) = self.budgets[side.index()] {
            let over = elapsed.saturating_sub(allowed);
            time.largest_overshoot = time.largest_overshoot.max(over);
            if over > self.rules.margin_of(self.budgets[side.index()]) {
                Err(End::Time(side))
            } else {
                Ok(())
            }
        } else {
            Ok(())
        }
    }

    fn adjudicate(&self) -> Option<End> {
        if let Some(wdl) = self.rules.tablebases.outcome(self.game.position()) {
            return Some(End::Adjudicated(self.winner(wdl)));
        }
        let scores = || scores_for_white(&self.record);
        let winner = self.rules.adjudicate_win;
        if let Some(winner) = winner.and_then(|rule| rule.winner(scores())) {
            return Some(End::Adjudicated(Some(winner)));
        }
        let number = self.game.position().fullmove_number();
        let is_drawn = self.rules.adjudicate_draw?.is_met(scores(), number);
        is_drawn.then_some(End::Adjudicated(None))
    }
}

/// The last line whose score is no bound.
fn last_told(lines: &[Line]) -> Option<&Line> {
    lines
        .iter()
        .rev()
        .find(|line| !line.is_bound && line.score.is_some())
}

/// What the players thought of the moves of a game, from White's view, oldest first.
fn scores_for_white(record: &Record) -> impl DoubleEndedIterator<Item = Option<i32>> {
    let white_begins = record.start.side_to_move() == Color::White;
    record.plies.iter().enumerate().map(move |(index, ply)| {
        let score = centipawns(ply.score?);
        let is_white = (index % 2 == 0) == white_begins;
        Some(if is_white { score } else { -score })
    })
}

/// A mate counts as more than any evaluation. What an engine sends may be any number, of which no sum is to overflow.
fn centipawns(score: ReportedScore) -> i32 {
    match score {
        ReportedScore::Centipawns(value) => value.clamp(-1_000_000, 1_000_000),
        ReportedScore::Mate(moves) if moves > 0 => 30_000,
        ReportedScore::Mate(_) => -30_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scores, from White's view, of a game with these from each player's own.
    fn for_white(fen: &str, scores: &[Option<ReportedScore>]) -> Vec<Option<i32>> {
        let mv = Position::startpos().parse_uci("e2e4").unwrap();
        let ply = |&score| Ply {
            mv,
            score,
            depth: 1,
            elapsed: Duration::ZERO,
        };
        let record = Record {
            start: Position::from_fen(fen).unwrap(),
            plies: scores.iter().map(ply).collect(),
            end: End::Adjudicated(None),
            pv_faults: [Vec::new(), Vec::new()],
            time: [TimeUse::default(); 2],
        };
        scores_for_white(&record).collect()
    }

    #[test]
    fn scores_are_turned_to_the_view_of_white_and_mates_count_as_won() {
        use ReportedScore::{Centipawns, Mate};
        let scores = [Some(Centipawns(600)), Some(Mate(-4)), None, Some(Mate(5))];
        let turned = for_white("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", &scores);
        assert_eq!(turned, [Some(600), Some(30_000), None, Some(-30_000)]);
        let turned = for_white("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", &scores);
        assert_eq!(turned, [Some(-600), Some(-30_000), None, Some(30_000)]);
    }

    #[test]
    fn a_score_beyond_all_measure_is_no_draw() {
        assert_eq!(
            centipawns(ReportedScore::Centipawns(i32::MIN)).abs(),
            1_000_000
        );
    }

    #[test]
    fn who_fails_loses() {
        let losses = [
            End::Time(Color::White),
            End::Illegal(Color::White, "e2e5".to_string()),
            End::Crash(Color::White, "ended".to_string()),
            End::Hang(Color::White, "silent".to_string()),
        ];
        assert!(losses.iter().all(|end| end.winner() == Some(Color::Black)));
        assert_eq!(End::Rules(Outcome::Stalemate).winner(), None);
        assert_eq!(
            End::Adjudicated(Some(Color::White)).winner(),
            Some(Color::White)
        );
    }
}
