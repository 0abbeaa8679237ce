//! A match: games are played by several threads at a time and added up to a report.
//!
//! Games come in pairs: each opening is played with both colours, by the same two players; who plays whom and when is
//! the business of [`schedule`](crate::schedule). A player that crashes or hangs has lost its game and is started anew;
//! nothing that a player does ends the match.

use crate::player::{Player, StartError};
use crate::referee::{self, End, Record, Rules};
use crate::report::Report;
use crate::result::PairResult;
use crate::schedule::{Schedule, Work, WorkList};
use crate::spec::PlayerSpec;
use crate::sprt::Sprt;
use crate::time_control::Budget;
use cutaway_chess::{Color, Position};
use cutaway_search::Tables;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The players, two or more; results are told from the view of the first one of each pairing.
    pub players: Vec<PlayerSpec>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// What players keep back of each move's time, if they are this engine.
    pub overhead: Duration,
    /// The number of games of each pairing. If it is odd, the last opening is played once.
    pub games: usize,
    /// The start positions; none stands for the usual one.
    pub openings: Vec<Position>,
    /// From what the order of the openings is drawn.
    pub seed: u64,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// A test on the results of the first player that ends the match when it decides; for two players.
    pub sprt: Option<Sprt>,
    /// What holds for every game.
    pub rules: Rules,
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its number, from 0. In even ones the first of the two players is White.
    pub number: usize,
    /// The numbers of the two players.
    pub players: [usize; 2],
    /// The game.
    pub record: Record,
}

impl Played {
    /// The colour of the first (0) or second (1) of the two players.
    pub fn color_of(&self, player: usize) -> Color {
        color(self.number, player)
    }

    /// Which player of the match had that colour.
    pub fn player_of(&self, color: Color) -> usize {
        self.players[if self.color_of(0) == color { 0 } else { 1 }]
    }
}

impl Match {
    /// A match of two players with the usual rules, one game at a time: 100 games from the usual position, no margin, no
    /// adjudication.
    ///
    /// ```
    /// use cutaway_lab::runner::Match;
    /// use cutaway_lab::time_control::Budget;
    /// let of = Match {
    ///     games: 2,
    ///     ..Match::between("self".parse()?, "self:stage=6".parse()?, Budget::Nodes(100))
    /// };
    /// let report = of.run(&[], &mut |_, _| true)?;
    /// assert_eq!(report.tally.count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between(a: PlayerSpec, b: PlayerSpec, budget: Budget) -> Match {
        Match {
            players: vec![a, b],
            schedule: Schedule::RoundRobin,
            overhead: Duration::from_millis(10),
            games: 100,
            openings: Vec::new(),
            seed: 1,
            concurrency: 1,
            sprt: None,
            rules: Rules {
                budget,
                margin: Duration::ZERO,
                hang: Duration::from_secs(120),
                adjudicate_win: None,
                adjudicate_draw: None,
                tablebases: Tables::default(),
            },
        }
    }

    /// Plays the match. Pairs that were played before, `done`, are counted and not played again; they are always the
    /// first ones of the match, and it may have been ended with fewer games or other concurrency.
    ///
    /// After each further pair `progress` gets the report so far and the games of the pair, of which
    /// [`Report::last_pair`] is what is to be kept for another time; pairs come in the order of their numbers, whatever
    /// the concurrency. If it returns `false`, the pairs under way are finished and told, and no other begins.
    ///
    /// # Errors
    /// [`StartError`] if a player cannot be started at the beginning. Later failures to start are lost games.
    pub fn run(
        &self,
        done: &[PairResult],
        progress: &mut dyn FnMut(&Report, &[Played]) -> bool,
    ) -> Result<Report, StartError> {
        let mut report = Report::new(self);
        done.iter().for_each(|pair| report.add(pair));
        let work = self.work();
        let left = work.len().saturating_sub(done.len());
        if left == 0 || report.is_decided() {
            return Ok(report);
        }
        let mut teams = (0..self.concurrency.clamp(1, left))
            .map(|_| Team::start(self))
            .collect::<Result<Vec<_>, _>>()?;
        report.set_names(teams[0].names());
        let order = self.order();
        let (next, stopped) = (AtomicUsize::new(done.len()), AtomicBool::new(false));
        std::thread::scope(|scope| {
            // Without a buffer, so that no thread runs far ahead of what `progress` has seen and may have stopped.
            let (sender, results) = mpsc::sync_channel(0);
            for team in &mut teams {
                let (sender, order, next, stopped) = (sender.clone(), &order, &next, &stopped);
                let work = &work;
                scope.spawn(move || {
                    while !stopped.load(Ordering::Relaxed) {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        let Some(work) = work.get(pair) else { break };
                        let opening = &order[work.round % order.len()].1;
                        let played = team.play_pair(self, pair, &work, opening);
                        if sender.send((pair, played)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut due = done.len();
            for (pair, played) in results {
                waiting.insert(pair, played);
                while let Some(played) = waiting.remove(&due) {
                    let round = work.get(due).map_or(0, |work| work.round);
                    let opening = order[round % order.len()].0;
                    if let Some(result) = PairResult::new(due, opening, &played) {
                        report.add(&result);
                    }
                    due += 1;
                    if !progress(&report, &played) || report.is_decided() {
                        stopped.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        Ok(report)
    }

    /// All pairs that are to be played.
    pub(crate) fn work(&self) -> WorkList {
        WorkList::new(self.schedule, self.players.len(), self.games)
    }

    /// What a move of that player may use.
    pub fn budget_of(&self, player: usize) -> Budget {
        self.players[player].budget().unwrap_or(self.rules.budget)
    }

    /// Whether there are openings that can only be told in the notation of Chess960.
    pub(crate) fn has_chess960(&self) -> bool {
        let mut openings = self.openings.iter();
        openings.any(|opening| !opening.has_classical_castling())
    }

    /// The openings with their numbers, in the order of play.
    fn order(&self) -> Vec<(usize, Position)> {
        if self.openings.is_empty() {
            return vec![(0, Position::startpos())];
        }
        let mut order: Vec<_> = self.openings.iter().cloned().enumerate().collect();
        fastrand::Rng::with_seed(self.seed).shuffle(&mut order);
        order
    }
}

/// The players of one thread.
struct Team {
    /// `None` after a player has failed and could not be started again.
    players: Vec<Option<Player>>,
}

impl Team {
    fn start(of: &Match) -> Result<Team, StartError> {
        let chess960 = of.has_chess960();
        let start = |spec| Player::start(spec, of.overhead, chess960).map(Some);
        let players = of.players.iter().map(start).collect::<Result<_, _>>()?;
        Ok(Team { players })
    }

    fn names(&self) -> Vec<String> {
        let name = |player: &Player| player.name().to_string();
        let names = self.players.iter().map(|player| player.as_ref().map(name));
        names.map(Option::unwrap_or_default).collect()
    }

    fn play_pair(
        &mut self,
        of: &Match,
        pair: usize,
        work: &Work,
        opening: &Position,
    ) -> Vec<Played> {
        (0..work.games)
            .map(|game| {
                let number = 2 * pair + game;
                Played {
                    number,
                    players: work.players,
                    record: self.play_game(of, number, work.players, opening),
                }
            })
            .collect()
    }

    fn play_game(
        &mut self,
        of: &Match,
        number: usize,
        players: [usize; 2],
        opening: &Position,
    ) -> Record {
        for (index, player) in players.into_iter().enumerate() {
            if self.players[player].is_none() {
                match Player::start(&of.players[player], of.overhead, of.has_chess960()) {
                    Ok(started) => self.players[player] = Some(started),
                    Err(error) => return not_started(opening, color(number, index), error),
                }
            }
        }
        // White first.
        let mut seats = players;
        if color(number, 0) == Color::Black {
            seats.reverse();
        }
        let Ok([Some(white), Some(black)]) = self.players.get_disjoint_mut(seats) else {
            unreachable!("two different players, and both were started above")
        };
        let budgets = seats.map(|player| of.budget_of(player));
        let record = referee::play([white, black], budgets, opening, &of.rules);
        if let End::Crash(loser, _) | End::Hang(loser, _) = &record.end {
            self.players[seats[loser.index()]] = None;
        }
        record
    }
}

/// The colour of the first (0) or second (1) player of a pair in a game.
fn color(number: usize, player: usize) -> Color {
    if number % 2 == player {
        Color::White
    } else {
        Color::Black
    }
}

fn not_started(opening: &Position, loser: Color, error: StartError) -> Record {
    Record {
        start: opening.clone(),
        plies: Vec::new(),
        end: End::Crash(loser, format!("not started again: {}", error.reason)),
        pv_faults: [Vec::new(), Vec::new()],
        time: Default::default(),
    }
}
