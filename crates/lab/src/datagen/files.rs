//! The folder of a run: a file of games for each thread, and the journal that says how far each of them is good.
//!
//! A game is first written to its file, in one piece, then told to the journal. So at whatever moment the process is
//! killed, a file holds at most one game, or a part of one, that the journal does not know; it is cut off and played anew.
//! A line of the journal carries a checksum of its game, so that a file which is not what was written is noticed.

use super::report::{Ending, Report};
use super::{Done, Finished, record};
use crate::checksum::checksum;
use crate::journal::{Journal, JournalError};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why no more games can be made.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The system says no.
    #[error("{path}: {error}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file is not what was written.
    #[error(
        "{path} is damaged: its game {game} is not the one that the journal tells of. Begin again in another folder"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which game of the file, from 1.
        game: u64,
    },
    /// There are games, and nothing says from where.
    #[error("{path} is there, but no journal for it: it is left alone. Give another folder")]
    NoJournal {
        /// The file.
        path: PathBuf,
    },
    /// Nothing to begin a game from.
    #[error(
        "no opening is found that is not decided: play more random moves, or allow a higher limit"
    )]
    NoOpening,
    /// There is no memory for the table.
    #[error("no memory for a table of {mib} MiB")]
    Hash {
        /// The size that was asked for.
        mib: usize,
    },
}

/// A finished game, as the journal tells of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    file: usize,
    game: u64,
    bytes: u64,
    checksum: u64,
    ending: Ending,
}

/// The open files of a run.
pub(super) struct Files {
    journal: Journal<Entry>,
    files: Vec<(PathBuf, File)>,
}

impl Files {
    /// Opens what there is or begins it, adds the games that are there to the report, and tells how much each file holds.
    pub(super) fn open(
        folder: &Path,
        run: &impl Serialize,
        count: usize,
        report: &mut Report,
    ) -> Result<(Files, Vec<Done>), DatagenError> {
        std::fs::create_dir_all(folder).map_err(|error| io(folder, error))?;
        let path = folder.join("journal.jsonl");
        let paths: Vec<PathBuf> = (0..count)
            .map(|file| folder.join(format!("{file}.vf")))
            .collect();
        if !path.exists()
            && let Some(stranger) = paths.iter().find(|path| path.exists())
        {
            let path = stranger.clone();
            return Err(DatagenError::NoJournal { path });
        }
        let (journal, entries) = Journal::open(&path, run)?;
        let (mut files, mut done) = (Vec::new(), Vec::new());
        for (path, file) in paths.into_iter().zip(0..) {
            let own = entries.iter().filter(|entry: &&Entry| entry.file == file);
            let own: Vec<&Entry> = own.collect();
            let (opened, holds) = open_file(&path, &own, report)?;
            files.push((path, opened));
            done.push(holds);
        }
        Ok((Files { journal, files }, done))
    }

    /// Writes a game and counts it.
    pub(super) fn add(
        &mut self,
        finished: &Finished,
        report: &mut Report,
    ) -> Result<(), DatagenError> {
        let bytes = record::encode(&finished.game);
        let (path, file) = &mut self.files[finished.file];
        file.write_all(&bytes).map_err(|error| io(path, error))?;
        self.journal.add(&Entry {
            file: finished.file,
            game: finished.number,
            bytes: bytes.len() as u64,
            checksum: checksum(&bytes),
            ending: finished.game.ending,
        })?;
        report.add_game(&finished.game);
        Ok(())
    }
}

/// Reads the games that the journal tells of, and cuts off what comes after them.
fn open_file(
    path: &Path,
    entries: &[&Entry],
    report: &mut Report,
) -> Result<(File, Done), DatagenError> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(path).map_err(|error| io(path, error))?;
    let length = file.metadata().map_err(|error| io(path, error))?.len();
    let (mut done, mut end) = (Done::default(), 0);
    let mut reader = BufReader::new(&file);
    for entry in entries {
        let damaged = || DatagenError::Damaged {
            path: path.to_path_buf(),
            game: done.games + 1,
        };
        end += entry.bytes;
        if end > length {
            return Err(damaged());
        }
        let mut bytes = vec![0; entry.bytes as usize];
        reader
            .read_exact(&mut bytes)
            .map_err(|error| io(path, error))?;
        if checksum(&bytes) != entry.checksum {
            return Err(damaged());
        }
        let (scores, winner) = record::decode(&bytes).map_err(|_| damaged())?;
        done.games += 1;
        done.positions += scores.len() as u64;
        report.add(&scores, winner, entry.ending);
    }
    file.set_len(end).map_err(|error| io(path, error))?;
    file.seek(SeekFrom::Start(end))
        .map_err(|error| io(path, error))?;
    Ok((file, done))
}

fn io(path: &Path, error: std::io::Error) -> DatagenError {
    DatagenError::Io {
        path: path.to_path_buf(),
        error,
    }
}
