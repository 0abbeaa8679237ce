//! `cutaway datagen`: games for training. How they are made, written and gone on with is decided in the lab.

use crate::files;
use crate::interrupt::Stop;
use crate::output;
use crate::provenance::{self, Provenance};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use cutaway_lab::adjudication::{DrawRule, WinRule};
use cutaway_lab::datagen::{Datagen, Goal, Recipe, Report};
use cutaway_lab::openings::{Book, Starts};
use cutaway_lab::spec::{OwnSpec, PlayerSpec};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// Play games of the engine against itself for training, and keep every position with its score.
///
/// Writes viriformat, one file a thread (0.vf, 1.vf, ..), into the folder, each game with its result and, for each move,
/// the score from White's view. Nothing is filtered. A journal in the folder says how far the files are good: given again,
/// the command goes on where it was, killed or not, and a higher goal adds games. The same arguments give the same files.
/// Control-C ends it with a report of what there is and status 130.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("goal").required(true))]
#[command(group = clap::ArgGroup::new("starts"))]
pub struct DatagenArgs {
    /// Where to write.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// How many games there are to be.
    #[arg(long, group = "goal")]
    games: Option<u64>,
    /// How many positions there are to be, at least.
    #[arg(long, group = "goal")]
    positions: Option<u64>,
    /// Nodes a move: none begins a further iteration after so many.
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes after which a move's search is broken off; ten times as many as --nodes unless told.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    hard_nodes: Option<u64>,
    /// How many games to play at a time, each with a file of its own.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// From what the openings are drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// So many random moves before each game, or one more.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(..=200))]
    plies: u32,
    /// A start is passed over if the first search finds one side better by more.
    #[arg(long, default_value_t = 400, value_name = "CP")]
    opening_limit: u32,
    /// Openings from which the random moves set out, one EPD or FEN a line.
    #[arg(long, value_name = "FILE", group = "starts")]
    openings: Option<PathBuf>,
    /// Set out from random arrangements of Chess960, for each side its own.
    #[arg(long, group = "starts")]
    dfrc: bool,
    /// Who plays: `self`, or `self:NAME=VALUE,...` as in `cutaway match`.
    #[arg(long, default_value = "self", value_name = "PLAYER")]
    with: PlayerSpec,
    /// A game is won when so many centipawns have been seen for so many moves of each side; or `none`.
    #[arg(long, value_name = "CP,MOVES", default_value = "2000,3", value_parser = rule::<WinRule>)]
    adjudicate_win: Rule<WinRule>,
    /// A game is drawn when no more than so many centipawns have been seen for so many moves of each side, from move AFTER
    /// on; or `none`.
    #[arg(long, value_name = "CP,MOVES,AFTER", default_value = "5,6,40", value_parser = rule::<DrawRule>)]
    adjudicate_draw: Rule<DrawRule>,
    /// Write the report here as JSON, anew every few seconds.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// A rule, or none.
#[derive(Clone, Copy)]
struct Rule<T>(Option<T>);

fn rule<T: FromStr>(text: &str) -> Result<Rule<T>, T::Err> {
    match text {
        "none" => Ok(Rule(None)),
        _ => text.parse().map(|rule| Rule(Some(rule))),
    }
}

impl DatagenArgs {
    /// Runs it.
    pub fn run(mut self) -> Result<ExitCode> {
        let json = self.json.take();
        let folder = std::mem::take(&mut self.folder);
        let goal = self.games.or(self.positions).unwrap_or_default();
        let counts_games = self.games.is_some();
        let openings = self.openings.clone();
        let datagen = self.into_datagen()?;
        let mut _new_json = None;
        if let Some(path) = &json {
            files::all_differ(&[("--openings", openings.as_deref()), ("--json", Some(path))])?;
            if is_inside(path, &folder) {
                let folder = folder.display();
                bail!("--json is to be outside of {folder}, whose files are the run's own");
            }
            _new_json = Some(files::expect_to_write(path)?);
        }
        let stop = Stop::by_interrupt()?;
        let bar = output::long_progress_bar(goal, 0);
        let provenance = Provenance::here();
        let write = |report: &Report| match &json {
            Some(path) => files::write(path, &provenance.document(&datagen.description(), report)?),
            None => Ok(()),
        };
        let (mut written, mut failure) = (Instant::now(), None);
        let report = datagen.run(&folder, &mut |report| {
            let (before, now) = match counts_games {
                true => (report.games_before, report.games),
                false => (report.positions_before, report.positions),
            };
            if bar.position() < before {
                output::go_on_from(&bar, before);
            }
            bar.set_position(now);
            bar.set_message(report.headline());
            if written.elapsed() >= Duration::from_secs(5) {
                written = Instant::now();
                failure = write(report).err();
            }
            failure.is_none() && !stop.is_asked()
        })?;
        bar.finish_and_clear();
        if let Some(failure) = failure {
            return Err(failure);
        }
        write(&report)?;
        output::line(report.to_string().trim_end());
        Ok(match stop.is_asked() {
            true => stop.ending(true),
            false => ExitCode::SUCCESS,
        })
    }

    fn into_datagen(self) -> Result<Datagen> {
        let goal = match (self.games, self.positions) {
            (Some(games), _) => Goal::Games(games),
            (_, Some(positions)) => Goal::Positions(positions),
            _ => bail!("say how much: --games or --positions"),
        };
        let starts = match &self.openings {
            Some(path) => Starts::Book(book(path)?),
            None if self.dfrc => Starts::DoubleChess960,
            None => Starts::Usual,
        };
        Ok(Datagen {
            threads: usize::from(self.threads),
            goal,
            recipe: Recipe {
                engine: provenance::engine(),
                player: own(self.with)?,
                soft_nodes: self.nodes,
                hard_nodes: self.hard_nodes.unwrap_or(self.nodes.saturating_mul(10)),
                starts,
                plies: self.plies,
                opening_limit: self.opening_limit,
                adjudicate_win: self.adjudicate_win.0,
                adjudicate_draw: self.adjudicate_draw.0,
                seed: self.seed,
            },
        })
    }
}

fn own(player: PlayerSpec) -> Result<OwnSpec> {
    match player {
        PlayerSpec::Own(OwnSpec {
            budget: Some(_), ..
        }) => {
            bail!("what a move may use is told by --nodes and --hard-nodes, not by the player")
        }
        PlayerSpec::Own(spec) if spec.threads == 1 => Ok(spec),
        PlayerSpec::Own(_) => {
            bail!("a game is searched with one thread; --threads plays more games at a time")
        }
        PlayerSpec::Process(_) => {
            bail!("only this engine makes training games: write --with self:...")
        }
    }
}

fn book(path: &Path) -> Result<Book> {
    Book::new(files::read(path)?).ok_or_else(|| anyhow!("{} holds no opening", path.display()))
}

/// Whether a file that is to be written lies in that folder.
fn is_inside(file: &Path, folder: &Path) -> bool {
    let parent = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let parent = parent.canonicalize().ok();
    parent.is_some() && parent == folder.canonicalize().ok()
}
