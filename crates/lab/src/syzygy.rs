//! Syzygy tables from folders: which there are, which are whole, and looking positions up in them.
//!
//! What is looked up when is for `cutaway_search` to decide, which sees no more than its trait [`Tablebase`]; what a whole
//! file looks like, for `syzygy_file`. The values are unpacked by `shakmaty-syzygy`, which reads
//! files where they are needed, checks what it reads, and keeps nothing that all share.

use crate::syzygy_file::{self, Name};
use cutaway_search::Tablebase;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

#[cfg(any(unix, windows))]
mod reader;

/// What separates folders.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// How many faults of a folder are told one by one.
const MOST_FAULTS: usize = 3;

/// What came of opening folders.
#[derive(Debug)]
pub struct Opened {
    /// The tables, if there are any.
    pub base: Option<Arc<dyn Tablebase>>,
    /// What there is to say, a sentence each: how many tables there are, and what is wrong with others.
    pub words: Vec<String>,
}

/// Opens the tables of folders that are separated as the system separates paths: by `:`, on Windows by `;`. Where two
/// folders have the same table, the first one's counts.
pub fn open(path: &str) -> Opened {
    let mut found = Found::default();
    for folder in path.split(SEPARATOR).filter(|folder| !folder.is_empty()) {
        if let Err(error) = found.add(Path::new(folder)) {
            found
                .words
                .push(format!("{folder} cannot be read: {error}"));
        }
    }
    found.words.push(if found.outcomes.is_empty() {
        "there are no tables to look positions up in".to_string()
    } else {
        found.summary()
    });
    let base = found.base();
    Opened {
        base,
        words: found.words,
    }
}

/// The tables of some folders.
#[derive(Default)]
struct Found {
    outcomes: BTreeSet<Name>,
    distances: BTreeSet<Name>,
    #[cfg(any(unix, windows))]
    tables: reader::Syzygy,
    words: Vec<String>,
}

impl Found {
    /// Adds those of a folder that are whole.
    fn add(&mut self, folder: &Path) -> std::io::Result<()> {
        let (mut faults, mut count) = (Vec::new(), 0);
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let [stem, ending] = [path.file_stem(), path.extension()]
                .map(|part| part.and_then(|part| part.to_str()).unwrap_or_default());
            let Some(name) = Name::parse(stem) else {
                continue;
            };
            let (names, is_dtz) = match ending {
                "rtbw" => (&mut self.outcomes, false),
                "rtbz" => (&mut self.distances, true),
                _ => continue,
            };
            count += 1;
            if names.contains(&name) {
                continue;
            }
            let mut whole = syzygy_file::check(&path, &name, is_dtz);
            #[cfg(any(unix, windows))]
            if whole.is_ok() {
                whole = self.tables.add(&path);
            }
            #[cfg(not(any(unix, windows)))]
            if whole.is_ok() {
                whole = Err("cannot be read on this system".to_string());
            }
            match whole {
                Ok(()) => {
                    names.insert(name);
                }
                Err(why) => faults.push(format!("{stem}.{ending} {why}")),
            }
        }
        self.tell(folder, faults, count);
        Ok(())
    }

    /// Says what is wrong with a folder.
    fn tell(&mut self, folder: &Path, mut faults: Vec<String>, count: usize) {
        let folder = folder.display();
        if count == 0 {
            self.words.push(format!("{folder} holds no tables"));
        }
        faults.sort();
        let more = faults.len().saturating_sub(MOST_FAULTS);
        faults.truncate(MOST_FAULTS);
        for fault in faults {
            self.words
                .push(format!("{folder}: {fault} and is left out"));
        }
        if more > 0 {
            self.words
                .push(format!("{folder}: {more} more tables are left out"));
        }
    }

    /// The most men of a table with outcomes; 0 without any.
    fn men(&self) -> u32 {
        self.outcomes.iter().map(Name::men).max().unwrap_or(0)
    }

    fn summary(&self) -> String {
        format!(
            "{} tables of up to {} men, {} of them with distances",
            self.outcomes.len(),
            self.men(),
            self.distances.len()
        )
    }

    #[cfg(any(unix, windows))]
    fn base(&mut self) -> Option<Arc<dyn Tablebase>> {
        let mut tables = std::mem::take(&mut self.tables);
        tables.men = self.men();
        (tables.men > 0).then(|| Arc::new(tables) as Arc<dyn Tablebase>)
    }

    #[cfg(not(any(unix, windows)))]
    fn base(&mut self) -> Option<Arc<dyn Tablebase>> {
        None
    }
}
