//! Games for training: the engine plays itself with few nodes a move, and every position is kept with its score.
//!
//! [`Datagen::run`] writes viriformat, whole games with a score for each move, one file a thread, into a folder in which a
//! journal says how far each file is good. Whatever moment it is killed at, the next run goes on with the game that was
//! under way: games are drawn from the seed and their number alone, so that a run in pieces writes the same files as one
//! that was left alone. Nothing is filtered here: which positions a network should learn from is for the reader to say.

mod files;
mod game;
mod record;
mod report;

pub use files::DatagenError;
pub use report::{BUCKETS, Ending, Report};

use crate::adjudication::{DrawRule, WinRule};
use crate::openings::Starts;
use crate::spec::OwnSpec;
use files::Files;
use game::{SelfPlay, Training};
use serde::Serialize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Instant;

/// How games are made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The program and its commit: another one may play other games.
    pub engine: String,
    /// Who plays both sides. It searches with one thread, whatever the spec says.
    pub player: OwnSpec,
    /// No iteration begins after so many nodes.
    pub soft_nodes: u64,
    /// A search is broken off after so many nodes.
    pub hard_nodes: u64,
    /// From where the random moves set out.
    pub starts: Starts,
    /// So many random moves before each game, or one more. They are not kept.
    pub plies: u32,
    /// A start is passed over if the first search finds one side better by more centipawns.
    pub opening_limit: u32,
    /// When a game counts as won before its end.
    pub adjudicate_win: Option<WinRule>,
    /// When a game counts as drawn before its end.
    pub adjudicate_draw: Option<DrawRule>,
    /// From what the openings are drawn.
    pub seed: u64,
}

/// When it is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// So many games.
    Games(u64),
    /// At least so many positions: each file gets its share, and its last game is finished.
    Positions(u64),
}

/// What is to be made.
#[derive(Clone, Debug)]
pub struct Datagen {
    /// How games are made.
    pub recipe: Recipe,
    /// How many games are played at a time, and how many files are written.
    pub threads: usize,
    /// When it is enough, earlier runs counted in.
    pub goal: Goal,
}

/// All that the games depend on.
#[derive(Serialize)]
struct Run<'a> {
    run: &'static str,
    engine: &'a str,
    player: &'a str,
    nodes: u64,
    hard_nodes: u64,
    openings: String,
    plies: u32,
    opening_limit: u32,
    adjudicate_win: Option<WinRule>,
    adjudicate_draw: Option<DrawRule>,
    seed: u64,
    threads: usize,
}

/// A game as it comes from its thread.
struct Finished {
    file: usize,
    number: u64,
    game: Training,
}

/// How much a file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Done {
    games: u64,
    positions: u64,
}

impl Datagen {
    /// Plays until the goal is reached, going on where the files in the folder end. After each game `progress` gets the
    /// report over all games there are; if it returns `false`, the games under way are dropped and the run ends.
    ///
    /// # Errors
    /// [`DatagenError`] if the folder is of another run or damaged, a file cannot be written, or no opening is found.
    pub fn run(
        &self,
        folder: &Path,
        progress: &mut dyn FnMut(&Report) -> bool,
    ) -> Result<Report, DatagenError> {
        let threads = self.threads.max(1);
        let mut report = Report::default();
        let (mut files, done) = Files::open(folder, &self.description(), threads, &mut report)?;
        report.begin();
        let (begin, stopped) = (Instant::now(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            // Without a buffer, so that no thread runs ahead of what is written.
            let (sender, games) = sync_channel(0);
            for (file, done) in done.into_iter().enumerate() {
                let (sender, stopped) = (sender.clone(), &stopped);
                scope.spawn(move || self.fill(file, done, stopped, &sender));
            }
            drop(sender);
            let mut result = Ok(());
            for finished in games {
                let written = finished.and_then(|finished| {
                    files.add(&finished, &mut report)?;
                    report.tell_time(begin.elapsed());
                    Ok(progress(&report))
                });
                if !matches!(written, Ok(true)) {
                    stopped.store(true, Ordering::Relaxed);
                    result = written.map(|_| ());
                    break;
                }
            }
            result
        })?;
        report.tell_time(begin.elapsed());
        Ok(report)
    }

    /// Plays the games of one file.
    fn fill(
        &self,
        file: usize,
        mut done: Done,
        stopped: &AtomicBool,
        sender: &SyncSender<Result<Finished, DatagenError>>,
    ) {
        let mut play = match SelfPlay::new(&self.recipe) {
            Ok(play) => play,
            Err(error) => return drop(sender.send(Err(error))),
        };
        while !stopped.load(Ordering::Relaxed) && self.wants_more(file, done) {
            let number = self.number(file, done);
            let finished = play.game(number).map(|game| {
                done.games += 1;
                done.positions += game.moves.len() as u64;
                Finished { file, number, game }
            });
            let failed = finished.is_err();
            if sender.send(finished).is_err() || failed {
                break;
            }
        }
    }

    /// The number of the file's next game, from 0: the files take them in turn.
    fn number(&self, file: usize, done: Done) -> u64 {
        file as u64 + done.games * self.threads.max(1) as u64
    }

    fn wants_more(&self, file: usize, done: Done) -> bool {
        match self.goal {
            Goal::Games(games) => self.number(file, done) < games,
            Goal::Positions(all) => done.positions < all.div_ceil(self.threads.max(1) as u64),
        }
    }

    /// What is run, as it stands in the first line of the journal: all that the games depend on.
    pub fn description(&self) -> impl Serialize {
        let recipe = &self.recipe;
        Run {
            run: "datagen",
            engine: &recipe.engine,
            player: &recipe.player.text,
            nodes: recipe.soft_nodes,
            hard_nodes: recipe.hard_nodes,
            openings: recipe.starts.to_string(),
            plies: recipe.plies,
            opening_limit: recipe.opening_limit,
            adjudicate_win: recipe.adjudicate_win,
            adjudicate_draw: recipe.adjudicate_draw,
            seed: recipe.seed,
            threads: self.threads.max(1),
        }
    }
}
