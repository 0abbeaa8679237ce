//! A match: which games are played, by which threads, and what they add up to.
//!
//! Games come in pairs: each opening is played with both colours, by the same two players. A player that crashes or
//! hangs has lost its game and is started anew; nothing that a player does ends the match.

use crate::epd::{EpdError, EpdFault};
use crate::player::{Player, StartError};
use crate::referee::{self, End, Record, Rules};
use crate::report::Report;
use crate::spec::PlayerSpec;
use cutaway_chess::{Color, Game, Position};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The two players; results are told from the first one's view.
    pub players: [PlayerSpec; 2],
    /// What they keep back of each move's time, if they are this engine.
    pub overhead: Duration,
    /// The number of games. If it is odd, the last opening is played once.
    pub games: usize,
    /// The start positions; none stands for the usual one.
    pub openings: Vec<Position>,
    /// From what the order of the openings is drawn.
    pub seed: u64,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// What holds for every game.
    pub rules: Rules,
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its number, from 0. Even ones have the first player as White.
    pub number: usize,
    /// The game.
    pub record: Record,
}

impl Played {
    /// The colour of that player, 0 or 1.
    pub fn color_of(&self, player: usize) -> Color {
        color(self.number, player)
    }

    /// Which player had that colour, 0 or 1.
    pub fn player_of(&self, color: Color) -> usize {
        if self.color_of(0) == color { 0 } else { 1 }
    }
}

/// Reads a file of openings, EPD or FEN. Lines that cannot be played are told apart.
pub fn read_openings(text: &str) -> (Vec<Position>, Vec<EpdFault>) {
    let (epds, mut faults) = crate::epd::read(text);
    let mut openings = Vec::new();
    for epd in epds {
        match Game::new(epd.position.clone()).outcome() {
            None => openings.push(epd.position),
            Some(outcome) => faults.push(EpdFault {
                line: epd.line,
                error: EpdError::GameOver(outcome),
            }),
        }
    }
    (openings, faults)
}

impl Match {
    /// Plays the match. After each pair `progress` gets the report so far and the pair; pairs come in the order of their
    /// numbers, whatever the concurrency. If it returns `false`, the games under way are finished and no other begins.
    ///
    /// # Errors
    /// [`StartError`] if a player cannot be started at the beginning. Later failures to start are lost games.
    pub fn run(
        &self,
        progress: &mut dyn FnMut(&Report, &[Played]) -> bool,
    ) -> Result<Report, StartError> {
        let threads = self.concurrency.clamp(1, self.pairs().max(1));
        let mut teams = (0..threads)
            .map(|_| Team::start(self))
            .collect::<Result<Vec<_>, _>>()?;
        let mut report = Report::new(self, teams[0].names());
        let order = self.order();
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        std::thread::scope(|scope| {
            // Without a buffer, so that no thread runs far ahead of what `progress` has seen and may have stopped.
            let (sender, results) = mpsc::sync_channel(0);
            for team in &mut teams {
                let (sender, order, next, stopped) = (sender.clone(), &order, &next, &stopped);
                scope.spawn(move || {
                    while !stopped.load(Ordering::Relaxed) {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= self.pairs() {
                            break;
                        }
                        let played = team.play_pair(self, pair, &order[pair % order.len()]);
                        if sender.send((pair, played)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = std::collections::BTreeMap::new();
            let mut due = 0;
            for (pair, played) in results {
                waiting.insert(pair, played);
                while let Some(played) = waiting.remove(&due) {
                    due += 1;
                    report.add(&played);
                    if !progress(&report, &played) {
                        stopped.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        Ok(report)
    }

    /// The number of openings to be played.
    fn pairs(&self) -> usize {
        self.games.div_ceil(2)
    }

    /// The openings in the order of play.
    fn order(&self) -> Vec<Position> {
        if self.openings.is_empty() {
            return vec![Position::startpos()];
        }
        let mut order = self.openings.clone();
        fastrand::Rng::with_seed(self.seed).shuffle(&mut order);
        order
    }
}

/// The two players of one thread.
struct Team {
    /// `None` after a player has failed and could not be started again.
    players: [Option<Player>; 2],
}

impl Team {
    fn start(of: &Match) -> Result<Team, StartError> {
        let [a, b] = &of.players;
        Ok(Team {
            players: [
                Some(Player::start(a, of.overhead)?),
                Some(Player::start(b, of.overhead)?),
            ],
        })
    }

    fn names(&self) -> [String; 2] {
        [0, 1].map(|i| {
            self.players[i]
                .as_ref()
                .map_or_else(String::new, |player| player.name().to_string())
        })
    }

    fn play_pair(&mut self, of: &Match, pair: usize, opening: &Position) -> Vec<Played> {
        let numbers = [2 * pair, 2 * pair + 1]
            .into_iter()
            .filter(|&number| number < of.games);
        numbers
            .map(|number| Played {
                number,
                record: self.play_game(of, number, opening),
            })
            .collect()
    }

    fn play_game(&mut self, of: &Match, number: usize, opening: &Position) -> Record {
        for (index, spec) in of.players.iter().enumerate() {
            if self.players[index].is_none() {
                match Player::start(spec, of.overhead) {
                    Ok(player) => self.players[index] = Some(player),
                    Err(error) => return not_started(opening, color(number, index), error),
                }
            }
        }
        let [Some(a), Some(b)] = &mut self.players else {
            unreachable!("both were started above")
        };
        let players = if number.is_multiple_of(2) {
            [a, b]
        } else {
            [b, a]
        };
        let record = referee::play(players, opening, &of.rules);
        if let End::Crash(loser, _) | End::Hang(loser) = &record.end {
            let index = if color(number, 0) == *loser { 0 } else { 1 };
            self.players[index] = None;
        }
        record
    }
}

/// The colour of a player in a game.
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
