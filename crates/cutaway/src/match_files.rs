//! The files of `cutaway match` and its progress bar: what is shown and written while a match runs, and what it resumes
//! from.
//!
//! After each pair the games are written, then the pair is entered in the journal with the length that the file of games
//! has by then. So whenever the process is killed, the journal holds whole pairs, and the file of games all of theirs and
//! perhaps a piece more, which is cut off on the next start.

use crate::files::{self, NewFile};
use crate::output;
use crate::provenance::{Provenance, today};
use anyhow::{Context, Result, bail};
use cutaway_lab::journal::Journal;
use cutaway_lab::pgn;
use cutaway_lab::report::Report;
use cutaway_lab::result::PairResult;
use cutaway_lab::runner::Played;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often the report is written, at most.
const REPORT_EVERY: Duration = Duration::from_secs(5);

/// Where a match writes.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// The report.
    pub json: Option<PathBuf>,
    /// The games.
    pub pgn: Option<PathBuf>,
    /// The journal to resume from.
    pub journal: Option<PathBuf>,
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Piece {
    /// The match was begun, or went on, on this machine.
    Started(serde_json::Value),
    /// A pair was played.
    Pair {
        #[serde(flatten)]
        result: PairResult,
        /// The length of the file of games after it, bytes, if there is one.
        pgn_bytes: Option<u64>,
    },
}

/// The open files.
pub struct Files {
    json: Option<PathBuf>,
    written: Option<Instant>,
    pgn: Option<File>,
    journal: Option<Journal<Piece>>,
    provenance: Provenance,
    /// Whether the journal says that the match was begun, or gone on with, here: it is entered with the first pair.
    is_entered: bool,
    /// What is played; it stands in the report too.
    run: serde_json::Value,
    /// Those that were not there before.
    _new: Vec<NewFile>,
}

impl Files {
    /// Opens them; gives back the pairs that were played before. `run` says what is played, `provenance` by what and
    /// where; both come to stand in the report.
    pub fn open(
        paths: &Paths,
        run: serde_json::Value,
        provenance: Provenance,
    ) -> Result<(Files, Vec<PairResult>)> {
        let games = [&paths.journal, &paths.pgn];
        let mut new = Vec::from(games.map(|path| NewFile::unless_there(path.as_deref())));
        let (journal, pieces) = match &paths.journal {
            Some(path) => {
                let (journal, pieces) = Journal::open(path, &run)?;
                (Some(journal), pieces)
            }
            None => (None, Vec::new()),
        };
        let mut done = Vec::new();
        let mut pgn_bytes = Some(0);
        for piece in pieces {
            if let Piece::Pair {
                result,
                pgn_bytes: bytes,
            } = piece
            {
                if result.pair != done.len() {
                    bail!("the journal lacks pair {}", done.len() + 1);
                }
                done.push(result);
                pgn_bytes = bytes;
            }
        }
        let pgn = match &paths.pgn {
            Some(path) => Some(open_pgn(path, pgn_bytes)?),
            None => None,
        };
        if let Some(path) = &paths.json {
            new.push(files::expect_to_write(path)?);
        }
        let files = Files {
            json: paths.json.clone(),
            written: None,
            pgn,
            journal,
            provenance,
            is_entered: false,
            run,
            _new: new,
        };
        Ok((files, done))
    }

    /// Enters a pair that was just played.
    fn add(&mut self, report: &Report, pair: &[Played]) -> Result<()> {
        let mut pgn_bytes = None;
        if let Some(file) = &mut self.pgn {
            let date = today();
            let games: String = pair
                .iter()
                .map(|played| pgn::write(played, report, &date))
                .collect();
            file.write_all(games.as_bytes())
                .context("cannot write the games")?;
            pgn_bytes = Some(file.stream_position().context("cannot write the games")?);
        }
        if let (Some(journal), Some(result)) = (&mut self.journal, &report.last_pair) {
            if !self.is_entered {
                journal.add(&Piece::Started(serde_json::to_value(&self.provenance)?))?;
                self.is_entered = true;
            }
            let result = result.clone();
            journal.add(&Piece::Pair { result, pgn_bytes })?;
        }
        if self.written.is_none_or(|at| at.elapsed() >= REPORT_EVERY) {
            self.write_report(report)?;
        }
        Ok(())
    }

    fn write_report(&mut self, report: &Report) -> Result<()> {
        let Some(path) = &self.json else {
            return Ok(());
        };
        self.written = Some(Instant::now());
        files::write(path, &self.provenance.document(&self.run, report)?)
    }
}

/// Opens the file of games and cuts it to that length. `None` stands for games that were played without such a file.
fn open_pgn(path: &Path, bytes: Option<u64>) -> Result<File> {
    let Some(bytes) = bytes else {
        bail!(
            "the match was begun without --pgn, so the first games would be missing; leave it away"
        );
    };
    let mut options = OpenOptions::new();
    let options = options.write(true).create(true).truncate(false);
    let opened = options.open(path);
    let mut file = opened.with_context(|| format!("cannot write {}", path.display()))?;
    if !file.metadata()?.is_file() {
        // A pipe or a terminal has no length.
        return Ok(file);
    }
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        bail!("{} is in use by another process", path.display());
    }
    if file.metadata()?.len() < bytes {
        bail!("{} lacks games that the journal has", path.display());
    }
    file.set_len(bytes)?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

/// What goes on while a match runs.
pub struct Follower {
    files: Files,
    bar: indicatif::ProgressBar,
    /// How many games make a tenth of the match, for a standard error that is no terminal.
    tenth: u64,
    told: u64,
    error: Option<anyhow::Error>,
}

impl Follower {
    /// For a match of that many games, of which some have been played before.
    pub fn new(games: u64, done: u64, files: Files) -> Follower {
        let tenth = games.div_ceil(10).max(1);
        Follower {
            files,
            bar: output::long_progress_bar(games, done),
            tenth,
            told: done / tenth,
            error: None,
        }
    }

    /// Takes in a pair; `false` if the match cannot go on since a file cannot be written.
    pub fn follow(&mut self, report: &Report, pair: &[Played]) -> bool {
        if self.error.is_some() {
            // Pairs that were under way: one that is missing in the journal must not be followed by another.
            return false;
        }
        let count = report.games();
        self.bar.set_position(count);
        self.bar.set_message(report.headline());
        if self.bar.is_hidden() && count / self.tenth > self.told {
            output::note(&report.headline());
        }
        self.told = count / self.tenth;
        self.error = self.files.add(report, pair).err();
        self.error.is_none()
    }

    /// Writes the last report.
    pub fn finish(&mut self, report: &Report) -> Result<()> {
        self.bar.finish_and_clear();
        if let Some(error) = self.error.take() {
            return Err(error.context("the match ended early"));
        }
        self.files.write_report(report)
    }
}
