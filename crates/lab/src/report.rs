//! What a match adds up to, as text for people and as data for JSON.

use crate::pv::PvFault;
use crate::referee::{End, Record, TimeUse};
use crate::runner::{Match, Played};
use crate::statistics::{Estimate, Score, Tally};
use crate::suite::milliseconds;
use cutaway_chess::{Color, Outcome, Position};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};

/// How many faults of the same kind and player are told one by one; beyond that they are only counted.
const FAULTS_TOLD: u64 = 5;

/// The state of a match.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The two players.
    pub players: [PlayerReport; 2],
    /// What a move may use, in words.
    pub budget: String,
    /// How far a clock may be overrun without losing, milliseconds.
    pub margin_ms: f64,
    /// What players of this engine keep back, milliseconds.
    pub overhead_ms: f64,
    /// The games that are to be played.
    pub planned: usize,
    /// The openings that there are.
    pub openings: usize,
    /// From what their order is drawn.
    pub seed: u64,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// The results, from the first player's view.
    pub tally: Tally,
    /// The first player's share of the points, 0 to 1.
    pub score: f64,
    /// The difference in Elo; `null` where it is infinite.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub elo_high: Option<f64>,
    /// How often games ended in which way.
    pub ends: BTreeMap<String, u64>,
    /// The first few faults of each kind and player, with the position before them.
    pub faults: Vec<String>,
    /// The moves that were played in all games.
    pub plies: u64,
}

/// What is told of one player.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerReport {
    /// As written on the command line.
    pub spec: String,
    /// What it calls itself.
    pub name: String,
    /// Games lost on time.
    pub time_losses: u64,
    /// Games lost by an illegal move.
    pub illegal_moves: u64,
    /// Games lost since the program ended.
    pub crashes: u64,
    /// Games lost since no answer came.
    pub hangs: u64,
    /// Faults in its lines.
    pub pv_faults: BTreeMap<PvFault, u64>,
    /// The least that a clock showed after a move and before the increment, milliseconds.
    pub smallest_clock_ms: Option<f64>,
    /// The most by which the time was overrun, milliseconds.
    pub largest_overshoot_ms: f64,
    /// The longest thought, milliseconds.
    pub longest_move_ms: f64,
    #[serde(skip)]
    time: TimeUse,
}

impl PlayerReport {
    /// All faults in its lines.
    pub fn pv_fault_count(&self) -> u64 {
        self.pv_faults.values().sum()
    }

    fn add_time(&mut self, time: &TimeUse) {
        self.time.add(time);
        self.smallest_clock_ms = self.time.smallest_clock.map(milliseconds);
        self.largest_overshoot_ms = milliseconds(self.time.largest_overshoot);
        self.longest_move_ms = milliseconds(self.time.longest);
    }

    /// The counter of that kind of end; `None` if nobody is at fault in it.
    fn counter(&mut self, end: &End) -> Option<&mut u64> {
        match end {
            End::Time(_) => Some(&mut self.time_losses),
            End::Illegal(..) => Some(&mut self.illegal_moves),
            End::Crash(..) => Some(&mut self.crashes),
            End::Hang(_) => Some(&mut self.hangs),
            End::Rules(_) | End::Adjudicated(_) => None,
        }
    }
}

impl Report {
    pub(crate) fn new(of: &Match, names: [String; 2]) -> Report {
        let [a, b] = names;
        let player = |index: usize, name| PlayerReport {
            spec: of.players[index].text().to_string(),
            name,
            ..PlayerReport::default()
        };
        Report {
            players: [player(0, a), player(1, b)],
            budget: of.rules.budget.to_string(),
            margin_ms: milliseconds(of.rules.margin),
            overhead_ms: milliseconds(of.overhead),
            planned: of.games,
            openings: of.openings.len().max(1),
            seed: of.seed,
            concurrency: of.concurrency,
            tally: Tally::default(),
            score: 0.5,
            elo: None,
            elo_low: None,
            elo_high: None,
            ends: BTreeMap::new(),
            faults: Vec::new(),
            plies: 0,
        }
    }

    /// Takes in the games of a pair.
    pub(crate) fn add(&mut self, pair: &[Played]) {
        let scores: Vec<Score> = pair.iter().map(first_players_score).collect();
        self.tally.add(&scores);
        let Estimate { value, low, high } = self.tally.elo();
        let finite = |value: f64| value.is_finite().then_some(value);
        self.score = self.tally.score();
        (self.elo, self.elo_low, self.elo_high) = (finite(value), finite(low), finite(high));
        for played in pair {
            self.add_game(played);
        }
    }

    fn add_game(&mut self, played: &Played) {
        let record = &played.record;
        self.plies += record.plies.len() as u64;
        *self
            .ends
            .entry(kind_of(&record.end).to_string())
            .or_default() += 1;
        let mut told: Vec<(usize, String)> = Vec::new();
        for color in [Color::White, Color::Black] {
            let index = played.player_of(color);
            let letter = ["A", "B"][index];
            let player = &mut self.players[index];
            player.add_time(&record.time[color.index()]);
            if record.end.winner() == Some(!color)
                && let Some(count) = player.counter(&record.end)
            {
                *count += 1;
                if *count <= FAULTS_TOLD {
                    told.push((record.plies.len(), format!("{letter}: {}", record.end)));
                }
            }
            for &(at, fault) in &record.pv_faults[color.index()] {
                let count = player.pv_faults.entry(fault).or_default();
                *count += 1;
                if *count <= FAULTS_TOLD {
                    told.push((at, format!("{letter}: {}", fault.words())));
                }
            }
        }
        for (plies, words) in told {
            let fen = position_after(&played.record, plies).to_fen();
            self.faults
                .push(format!("game {}, {words}, at {fen}", played.number + 1));
        }
    }

    /// Whether any player lost a game otherwise than on the board, or told a faulty line.
    pub fn has_faults(&self) -> bool {
        self.players.iter().any(|player| {
            player.time_losses
                + player.illegal_moves
                + player.crashes
                + player.hangs
                + player.pv_fault_count()
                > 0
        })
    }

    /// The results in one line.
    pub fn headline(&self) -> String {
        let [wins, draws, losses] = self.tally.wins_draws_losses();
        let elo = self.tally.elo();
        format!(
            "{} games: +{wins} ={draws} -{losses}, {:.1} %, Elo {:+.1} [{:+.1}, {:+.1}]",
            self.tally.count(),
            100.0 * self.score,
            elo.value,
            elo.low,
            elo.high
        )
    }
}

fn position_after(record: &Record, plies: usize) -> Position {
    let mut position = record.start.clone();
    for ply in &record.plies[..plies] {
        position.play(ply.mv);
    }
    position
}

fn first_players_score(played: &Played) -> Score {
    match played.record.end.winner() {
        None => Score::Draw,
        Some(winner) if played.player_of(winner) == 0 => Score::Win,
        Some(_) => Score::Loss,
    }
}

fn kind_of(end: &End) -> &'static str {
    match end {
        End::Rules(Outcome::Checkmate { .. }) => "checkmate",
        End::Rules(Outcome::Stalemate) => "stalemate",
        End::Rules(Outcome::Threefold) => "threefold repetition",
        End::Rules(Outcome::FiftyMoves) => "fifty moves",
        End::Rules(Outcome::DeadPosition) => "dead position",
        End::Adjudicated(Some(_)) => "adjudicated win",
        End::Adjudicated(None) => "adjudicated draw",
        End::Time(_) => "time loss",
        End::Illegal(..) => "illegal move",
        End::Crash(..) => "crash",
        End::Hang(_) => "hang",
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let [a, b] = &self.players;
        writeln!(f, "A  {}  ({})", a.spec, a.name)?;
        writeln!(f, "B  {}  ({})", b.spec, b.name)?;
        writeln!(
            f,
            "{}, margin {} ms, overhead {} ms (self), {} openings, seed {}, concurrency {}",
            self.budget,
            self.margin_ms,
            self.overhead_ms,
            self.openings,
            self.seed,
            self.concurrency
        )?;
        writeln!(f, "{}", self.headline())?;
        writeln!(f, "pairs by half points 0..4: {:?}", self.tally.pairs)?;
        let ends: Vec<String> = self
            .ends
            .iter()
            .map(|(kind, count)| format!("{kind} {count}"))
            .collect();
        writeln!(f, "ends: {}; {} moves", ends.join(", "), self.plies)?;
        writeln!(f, "{:<24} {:>12} {:>12}", "", "A", "B")?;
        let mut row = |name: &str, of: &dyn Fn(&PlayerReport) -> String| {
            writeln!(f, "{name:<24} {:>12} {:>12}", of(a), of(b))
        };
        row("time losses", &|player| player.time_losses.to_string())?;
        row("illegal moves", &|player| player.illegal_moves.to_string())?;
        row("crashes", &|player| player.crashes.to_string())?;
        row("hangs", &|player| player.hangs.to_string())?;
        row("faults in lines", &|player| {
            player.pv_fault_count().to_string()
        })?;
        row("smallest clock, ms", &|player| {
            player
                .smallest_clock_ms
                .map_or_else(|| "-".to_string(), |ms| format!("{ms:.2}"))
        })?;
        row("largest overshoot, ms", &|player| {
            format!("{:.2}", player.largest_overshoot_ms)
        })?;
        row("longest move, ms", &|player| {
            format!("{:.2}", player.longest_move_ms)
        })?;
        for (letter, player) in [("A", a), ("B", b)] {
            for (fault, count) in &player.pv_faults {
                writeln!(f, "{letter}: {} {count}", fault.words())?;
            }
        }
        for fault in &self.faults {
            writeln!(f, "{fault}")?;
        }
        Ok(())
    }
}
