//! What `cutaway ablate` and `cutaway ladder` have in common: options, a file to resume from, a bar, files of results.
//!
//! Which matches there are and what they say is decided in the lab.

use crate::files::{self, NewFile};
use crate::interrupt::Stop;
use crate::limit_options::LimitOptions;
use crate::numbers::positive;
use crate::opening_source::{OpeningOptions, tell_of_repetition};
use crate::output;
use crate::play_options::{AdjudicationOptions, PlayOptions};
use crate::provenance;
use anyhow::{Context, Result, bail};
use clap::Args;
use cutaway_chess::Position;
use cutaway_lab::checksum::fingerprint;
use cutaway_lab::journal::Journal;
use cutaway_lab::lines::{Conditions, Line, LineResult, Piece, Plan, Standing};
use cutaway_lab::machine::Machine;
use cutaway_lab::runner::Match;
use cutaway_lab::spec::PlayerSpec;
use cutaway_lab::time_control::Budget;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// How the matches are played.
#[derive(Args)]
pub struct ExperimentArgs {
    /// The most games of a line; a line is one match.
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// End a line when half of its 95 % interval is at most so many Elo.
    #[arg(long, value_name = "ELO", value_parser = positive)]
    error: Option<f64>,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    openings: OpeningOptions,
    #[command(flatten)]
    play: PlayOptions,
    #[command(flatten)]
    adjudication: AdjudicationOptions,
    /// Size of the table of each player that is this engine and does not say hash=MIB itself, MiB. At few nodes a small
    /// one is enough, and faster to clear.
    #[arg(long, default_value_t = 16, value_name = "MIB")]
    hash: usize,
    /// Keep every finished pair in this file, and go on from those it holds. More games, a smaller error and other lines
    /// may be asked for than before.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write what has come out into this folder, as Markdown, JSON and SVG; anew after each line.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Write what has come out here as JSON, anew after each line.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// A file to be written into the folder of results.
pub struct Output {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub text: String,
}

impl ExperimentArgs {
    /// What a move may use.
    pub fn budget(&self) -> Budget {
        self.limits.budget()
    }

    /// What is told of the conditions.
    pub fn conditions(&self) -> Conditions {
        Conditions {
            engine: provenance::engine(),
            machine: Some(Machine::here()),
            budget: self.budget().to_string(),
            hash_mib: self.hash,
            openings: self.openings.name(),
            seed: self.play.seed,
            games: self.games,
            error: self.error,
            concurrency: self.play.concurrency,
            margin_ms: self.play.margin_ms,
            overhead_ms: self.play.overhead,
            adjudication: self.adjudication.words(),
        }
    }

    /// Whether what is played is kept in a file.
    pub fn is_kept(&self) -> bool {
        self.resume.is_some()
    }

    /// Plays the lines, or until it is to stop. After each of them, `outputs` makes the files from all results so far.
    /// `experiment` is what beside the options here decides how a line of some name is played.
    pub fn run(
        &self,
        stop: &Stop,
        experiment: serde_json::Value,
        lines: Vec<Line>,
        outputs: &dyn Fn(&[LineResult]) -> Result<Vec<Output>>,
    ) -> Result<Vec<LineResult>> {
        self.check(&lines)?;
        let json = self.json.as_deref().map(files::expect_to_write);
        let _new_json = json.transpose()?;
        let _new_journal = NewFile::unless_there(self.resume.as_deref());
        self.out.as_deref().map_or(Ok(()), make)?;
        let openings = self.openings.positions()?;
        let (mut journal, done) = self.resumed(experiment, &openings)?;
        let follower = Follower::new(self, &lines);
        let mut pattern = Match {
            games: self.games,
            openings,
            seed: self.play.seed,
            concurrency: self.play.concurrency,
            overhead: self.play.overhead(),
            ..Match::between("self".parse()?, "self".parse()?, self.budget())
        };
        pattern.rules.margin = self.play.margin();
        self.adjudication.apply(&mut pattern.rules);
        tell_of_repetition(&pattern);
        let plan = Plan {
            lines: lines
                .into_iter()
                .map(|line| with_hash(line, self.hash))
                .collect(),
            pattern,
            error: self.error,
        };
        let mut failed = None;
        let results = plan.run(&done, &mut |standing, piece| {
            let kept = match (&mut journal, &piece) {
                (Some(journal), Some(piece)) => {
                    journal.add(piece).context("the file to resume from")
                }
                _ => Ok(()),
            };
            let told = kept.and_then(|()| {
                if piece.is_none() && standing.index > 0 {
                    follower.tell_finished(&standing.all[standing.index - 1]);
                    self.write(&outputs(standing.all)?)?;
                }
                follower.tell(standing);
                if piece.is_none() {
                    // What was played before, or in another line, says little about how long this one takes.
                    follower.bar.reset_eta();
                }
                Ok(())
            });
            failed = failed.take().or(told.err());
            failed.is_none() && !stop.is_asked()
        })?;
        follower.bar.finish_and_clear();
        if let Some(error) = failed {
            return Err(error);
        }
        let last = results.last().filter(|_| !stop.is_asked());
        last.into_iter()
            .for_each(|line| follower.tell_finished(line));
        self.write(&outputs(&results)?)?;
        Ok(results)
    }

    fn check(&self, lines: &[Line]) -> Result<()> {
        if self.hash == 0 {
            bail!("a table has at least one MiB");
        }
        if self.games == 0 || !self.games.is_multiple_of(2) {
            // Half a pair would be taken for a whole one when more games are asked for.
            bail!("a line has pairs of games; give an even number of --games");
        }
        let mut names = HashSet::new();
        if let Some(twice) = lines.iter().find(|line| !names.insert(&line.name)) {
            // The journal could not tell them apart.
            bail!("`{}` is asked for twice", twice.name);
        }
        for line in lines {
            let [a, b] = line.players.each_ref().map(PlayerSpec::text);
            if a == b {
                bail!("{}: both players are {a}", line.name);
            }
        }
        files::all_differ(&[
            ("--openings", Some(self.openings.path())),
            ("--resume", self.resume.as_deref()),
            ("--json", self.json.as_deref()),
        ])?;
        Ok(())
    }

    /// The journal, if one is kept, and what it holds.
    fn resumed(
        &self,
        experiment: serde_json::Value,
        openings: &[Position],
    ) -> Result<(Option<Journal<Piece>>, Vec<Piece>)> {
        let Some(path) = &self.resume else {
            return Ok((None, Vec::new()));
        };
        let run = serde_json::json!({
            "experiment": experiment,
            "engine": provenance::engine(),
            "budget": self.budget().to_string(),
            "hash_mib": self.hash,
            "openings": fingerprint(openings),
            "seed": self.play.seed,
            "margin_ms": self.play.margin_ms,
            "overhead_ms": self.play.overhead,
            "adjudication": self.adjudication.words(),
        });
        let (journal, done) = Journal::open(path, &run)?;
        Ok((Some(journal), done))
    }

    fn write(&self, outputs: &[Output]) -> Result<()> {
        if let Some(folder) = &self.out {
            make(folder)?;
            for output in outputs {
                files::write(&folder.join(&output.name), &output.text)?;
            }
        }
        if let Some(path) = &self.json {
            let json = outputs.iter().find(|output| output.name.ends_with(".json"));
            files::write(path, json.map_or("", |output| &output.text))?;
        }
        Ok(())
    }
}

/// The line with tables of that many MiB, but for players that say otherwise.
fn with_hash(mut line: Line, mib: usize) -> Line {
    for player in &mut line.players {
        if let PlayerSpec::Own(spec) = player
            && !spec.names_hash()
        {
            spec.hash = mib;
        }
    }
    line
}

fn make(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// What is shown while the lines are played.
struct Follower {
    bar: indicatif::ProgressBar,
    /// The most games of a line.
    games: u64,
}

impl Follower {
    fn new(args: &ExperimentArgs, lines: &[Line]) -> Follower {
        let games = args.games as u64;
        let bar = output::long_progress_bar(games * lines.len() as u64, 0);
        Follower { bar, games }
    }

    fn tell(&self, standing: Standing) {
        let (line, before) = (standing.line(), standing.index as u64);
        self.bar
            .set_position(before * self.games + line.games.min(self.games));
        self.bar.set_message(format!(
            "{} of {}: {}",
            before + 1,
            standing.all.len(),
            headline(line)
        ));
    }

    /// Where there is no bar, a line of text for each match.
    fn tell_finished(&self, line: &LineResult) {
        if self.bar.is_hidden() {
            output::note(&headline(line));
        }
    }
}

/// A line so far, in one line.
fn headline(line: &LineResult) -> String {
    format!(
        "{}: +{} ={} -{}, Elo {}",
        line.name,
        line.wins,
        line.draws,
        line.losses,
        line.words()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_that_says_how_large_its_table_is_keeps_it() {
        let players = ["self:lab=on", "self:hash=8,stage=7"];
        let line = Line {
            name: "a".to_string(),
            players: players.map(|text| text.parse().expect("it is a player")),
        };
        let hashes = with_hash(line, 2).players.map(|player| match player {
            PlayerSpec::Own(spec) => spec.hash,
            PlayerSpec::Process(_) => panic!("it is in this process"),
        });
        assert_eq!(hashes, [2, 8]);
    }
}
