//! What a match adds up to, as data for JSON. How it looks as text is in `report_text.rs`.

use crate::pv::PvFault;
use crate::referee::TimeUse;
use crate::result::{Conduct, EndKind, FaultKind, PairResult};
use crate::runner::Match;
use crate::schedule::Schedule;
use crate::sprt::{SprtState, Verdict};
use crate::statistics::{Estimate, Score, Tally};
use crate::suite::milliseconds;
use crate::time_control::Budget;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many faults of the same kind and player are told one by one; beyond that they are only counted.
const FAULTS_TOLD: u64 = 5;

/// The state of a match.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The players, in the order in which they were named.
    pub players: Vec<PlayerReport>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// What a move may use, in words, unless a player has limits of its own.
    pub budget: String,
    /// How far it may be overrun without losing, milliseconds.
    pub margin_ms: f64,
    /// What players of this engine keep back, milliseconds.
    pub overhead_ms: f64,
    /// The games that are to be played, of all pairings.
    pub planned: usize,
    /// The openings that there are.
    pub openings: usize,
    /// From what their order is drawn.
    pub seed: u64,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// The results of the first player against all others, from its view.
    pub tally: Tally,
    /// Its share of the points and what that says.
    #[serde(flatten)]
    pub figures: Figures,
    /// Where the test stands, if there is one. Once it has decided it stays as it is, whatever comes of the games that
    /// were under way.
    pub sprt: Option<SprtState>,
    /// What each pairing adds up to.
    pub pairings: Vec<Pairing>,
    /// How often games ended in which way.
    pub ends: BTreeMap<EndKind, u64>,
    /// The first few faults of each kind and player, with the position before them.
    pub faults: Vec<String>,
    /// The moves that were played in all games.
    pub plies: u64,
    /// The pair that was counted last.
    #[serde(skip)]
    pub last_pair: Option<PairResult>,
}

/// Two players who play each other.
#[derive(Clone, Debug, Serialize)]
pub struct Pairing {
    /// Their numbers, from 0.
    pub players: [usize; 2],
    /// The results, from the first one's view.
    pub tally: Tally,
    /// What they say.
    #[serde(flatten)]
    pub figures: Figures,
}

/// What results say about strength. Where a number is infinite it is `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The share of the points, 0 to 1.
    pub score: f64,
    /// The difference in Elo.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub elo_high: Option<f64>,
    /// The difference in normalised Elo.
    pub normalized_elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub normalized_elo_low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub normalized_elo_high: Option<f64>,
    /// How probable it is that the first player is the stronger one, 0 to 1.
    pub likelihood_of_superiority: f64,
    /// The share of games that were drawn, 0 to 1.
    pub draw_ratio: f64,
    /// Pairs won for each one lost; `null` if none was lost.
    pub pairs_ratio: Option<f64>,
    /// Whether the results differ at all: if they are all equal, nothing tells how far they spread, and the intervals are
    /// by the rule of three.
    pub results_differ: bool,
}

impl From<&Tally> for Figures {
    fn from(tally: &Tally) -> Figures {
        let finite = |value: f64| value.is_finite().then_some(value);
        let ends = |of: Estimate| [of.value, of.low, of.high].map(finite);
        let [elo, elo_low, elo_high] = ends(tally.elo());
        let [normalized_elo, normalized_elo_low, normalized_elo_high] =
            ends(tally.normalized_elo());
        Figures {
            score: tally.score(),
            elo,
            elo_low,
            elo_high,
            normalized_elo,
            normalized_elo_low,
            normalized_elo_high,
            likelihood_of_superiority: tally.likelihood_of_superiority(),
            draw_ratio: tally.draw_ratio(),
            pairs_ratio: tally.pairs_ratio(),
            results_differ: tally.standard_error().is_some_and(|error| error > 0.0),
        }
    }
}

impl Default for Figures {
    fn default() -> Figures {
        Figures::from(&Tally::default())
    }
}

/// What is told of one player.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerReport {
    /// As written on the command line.
    pub spec: String,
    /// What it calls itself.
    pub name: String,
    /// What its moves may use, in words.
    pub budget: String,
    /// How far they may overrun that without losing, milliseconds.
    pub margin_ms: f64,
    /// The same as PGN has it.
    #[serde(skip)]
    pub time_control: String,
    /// Its results against all others.
    pub tally: Tally,
    /// What they say.
    #[serde(flatten)]
    pub figures: Figures,
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

    /// Games lost otherwise than on the board.
    pub fn lost_by_fault(&self) -> u64 {
        self.time_losses + self.illegal_moves + self.crashes + self.hangs
    }

    /// Takes in a game; gives back the words of the faults that are to be told.
    fn add<'a>(&mut self, conduct: &'a Conduct) -> impl Iterator<Item = &'a str> {
        self.time.add(&conduct.time);
        self.smallest_clock_ms = self.time.smallest_clock.map(milliseconds);
        self.largest_overshoot_ms = milliseconds(self.time.largest_overshoot);
        self.longest_move_ms = milliseconds(self.time.longest);
        let before = self.pv_faults.clone();
        for (&fault, count) in &conduct.pv_faults {
            *self.pv_faults.entry(fault).or_default() += count;
        }
        let mut told = Vec::new();
        for (kind, words) in &conduct.told {
            let earlier = match kind {
                FaultKind::Line(fault) => before.get(fault).copied().unwrap_or(0),
                FaultKind::Loss(kind) => match self.counter(*kind) {
                    Some(count) => {
                        *count += 1;
                        *count - 1
                    }
                    None => 0,
                },
            };
            if earlier < FAULTS_TOLD {
                told.push(words.as_str());
            }
        }
        told.into_iter()
    }

    /// The counter of that kind of end; `None` if nobody is at fault in it.
    fn counter(&mut self, end: EndKind) -> Option<&mut u64> {
        match end {
            EndKind::TimeLoss => Some(&mut self.time_losses),
            EndKind::IllegalMove => Some(&mut self.illegal_moves),
            EndKind::Crash => Some(&mut self.crashes),
            EndKind::Hang => Some(&mut self.hangs),
            _ => None,
        }
    }
}

/// The margin of a budget, milliseconds; of one without time, which nobody can overrun, that of the match.
fn margin_ms(of: &Match, budget: Budget) -> f64 {
    let timed = match budget {
        Budget::Nodes(_) | Budget::Depth(_) => of.rules.budget,
        Budget::Clock(_) | Budget::MoveTime(_) => budget,
    };
    milliseconds(of.rules.margin_of(timed))
}

impl Report {
    pub(crate) fn new(of: &Match) -> Report {
        let player = |(index, spec): (usize, &crate::spec::PlayerSpec)| PlayerReport {
            spec: spec.text().to_string(),
            budget: of.budget_of(index).to_string(),
            margin_ms: margin_ms(of, of.budget_of(index)),
            time_control: of.budget_of(index).pgn(),
            ..PlayerReport::default()
        };
        let pairings = of.schedule.pairings(of.players.len());
        let figures = Figures::default();
        Report {
            players: of.players.iter().enumerate().map(player).collect(),
            schedule: of.schedule,
            budget: of.rules.budget.to_string(),
            margin_ms: margin_ms(of, of.rules.budget),
            overhead_ms: milliseconds(of.overhead),
            planned: of.work().games(),
            openings: of.openings.len().max(1),
            seed: of.seed,
            concurrency: of.concurrency,
            tally: Tally::default(),
            figures,
            sprt: of.sprt.map(|sprt| sprt.state(&Tally::default())),
            pairings: pairings
                .into_iter()
                .map(|players| Pairing {
                    players,
                    tally: Tally::default(),
                    figures,
                })
                .collect(),
            ends: BTreeMap::new(),
            faults: Vec::new(),
            plies: 0,
            last_pair: None,
        }
    }

    /// What the players call themselves, once they were started.
    pub(crate) fn set_names(&mut self, names: Vec<String>) {
        for (player, name) in self.players.iter_mut().zip(names) {
            player.name = name;
        }
    }

    /// Takes in a pair.
    pub(crate) fn add(&mut self, pair: &PairResult) {
        let scores = pair.scores();
        let reversed: Vec<Score> = scores.iter().map(|score| score.reversed()).collect();
        for (player, scores) in pair.players.into_iter().zip([&scores, &reversed]) {
            if let Some(player) = self.players.get_mut(player) {
                player.tally.add(scores);
                player.figures = (&player.tally).into();
            }
        }
        if let Some(pairing) = self
            .pairings
            .iter_mut()
            .find(|pairing| pairing.players == pair.players)
        {
            pairing.tally.add(&scores);
            pairing.figures = (&pairing.tally).into();
        }
        for (number, game) in pair.games.iter().enumerate() {
            self.plies += u64::from(game.plies);
            *self.ends.entry(game.end).or_default() += 1;
            for (&index, conduct) in pair.players.iter().zip(&game.conduct) {
                let Some(player) = self.players.get_mut(index) else {
                    continue;
                };
                let letter = letter(index);
                let number = 2 * pair.pair + number + 1;
                let told = player.add(conduct);
                let lines = told.map(|words| format!("game {number}, {letter}: {words}"));
                self.faults.extend(lines);
            }
        }
        self.tally = self
            .players
            .first()
            .map_or_else(Tally::default, |first| first.tally);
        self.figures = (&self.tally).into();
        if let Some(state) = &mut self.sprt
            && state.verdict == Verdict::Continue
        {
            *state = state.sprt.state(&self.tally);
        }
        self.last_pair = Some(pair.clone());
    }

    /// Whether the test has decided, so that there is no need of more games.
    pub fn is_decided(&self) -> bool {
        let decided = |state: SprtState| state.verdict != Verdict::Continue;
        self.sprt.is_some_and(decided)
    }

    /// The games that have been played.
    pub fn games(&self) -> u64 {
        self.pairings
            .iter()
            .map(|pairing| pairing.tally.count())
            .sum()
    }

    /// Whether any player lost a game otherwise than on the board, or told a faulty line.
    pub fn has_faults(&self) -> bool {
        let at_fault = |player: &PlayerReport| player.lost_by_fault() + player.pv_fault_count() > 0;
        self.players.iter().any(at_fault)
    }
}

/// How a player is called in tables: A to Z, then P27 and so on.
pub fn letter(player: usize) -> String {
    match u8::try_from(player) {
        Ok(small) if small < 26 => char::from(b'A' + small).to_string(),
        _ => format!("P{}", player + 1),
    }
}
