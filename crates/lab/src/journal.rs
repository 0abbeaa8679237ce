//! A file from which a long run resumes: a first line that says what is run, then a line for each finished piece of work.
//!
//! Every line is JSON and ends in a line feed; it is handed to the system in one write. So whatever moment the process is
//! killed at, a line is there whole or not: [`Journal::open`] cuts off a last line that has no end and gives back the
//! others. What the lines mean is the business of whoever writes them. The first line is written with the first piece, so
//! that a run which fails before it leaves nothing that would refuse the corrected one.

use serde::{Serialize, de::DeserializeOwned};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system says no.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The file is of another run.
    #[error("{path} belongs to another run: {difference}. Give another file, or delete this one")]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// In what the two differ.
        difference: String,
    },
    /// A line that is no work of this kind.
    #[error("{path}, line {line}: {error}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// The file holds something, and no line of a journal.
    #[error("{path} is no file to resume from, and is not empty")]
    NoJournal {
        /// The file.
        path: PathBuf,
    },
    /// A pipe, a device or a folder, of which no file is made.
    #[error("{path} is no plain file, so there is nothing to resume from")]
    NoFile {
        /// The file.
        path: PathBuf,
    },
    /// Another process has it open.
    #[error("{path} is in use by another process")]
    InUse {
        /// The file.
        path: PathBuf,
    },
}

/// An open journal, to which pieces of work of type `T` are added.
#[derive(Debug)]
pub struct Journal<T> {
    file: File,
    path: PathBuf,
    /// The first line, until it is written.
    head: Vec<u8>,
    pieces: PhantomData<fn(&T)>,
}

impl<T: Serialize + DeserializeOwned> Journal<T> {
    /// Opens the file, or begins it if it is missing or empty, and gives back the finished pieces it holds. `run` says
    /// what is run; it must be equal, as JSON, to what the file says. Notes that may differ from run to run (the machine,
    /// the date) therefore do not belong into it but into the pieces.
    ///
    /// # Errors
    /// [`JournalError`] if the file cannot be used; it then stays as it is.
    pub fn open(path: &Path, run: &impl Serialize) -> Result<(Journal<T>, Vec<T>), JournalError> {
        let io = |error| JournalError::Io {
            path: path.to_path_buf(),
            error,
        };
        // To open a pipe, or to read a device to its end, could take for ever.
        if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(JournalError::NoFile {
                path: path.to_path_buf(),
            });
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                return Err(JournalError::InUse {
                    path: path.to_path_buf(),
                });
            }
            Err(std::fs::TryLockError::Error(error)) => return Err(io(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let pieces = parse(path, &bytes[..whole], run)?;
        if whole == 0 && !to_line(run).starts_with(&bytes) {
            return Err(JournalError::NoJournal {
                path: path.to_path_buf(),
            });
        }
        file.set_len(whole as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        let head = if whole == 0 { to_line(run) } else { Vec::new() };
        let journal = Journal {
            file,
            path: path.to_path_buf(),
            head,
            pieces: PhantomData,
        };
        Ok((journal, pieces))
    }

    /// Adds a finished piece of work.
    ///
    /// # Errors
    /// [`JournalError::Io`] if it cannot be written.
    pub fn add(&mut self, piece: &T) -> Result<(), JournalError> {
        let mut lines = std::mem::take(&mut self.head);
        lines.extend(to_line(piece));
        let written = self.file.write_all(&lines);
        written.map_err(|error| JournalError::Io {
            path: self.path.clone(),
            error,
        })
    }
}

/// A value as a line.
fn to_line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).expect("what journals hold can be written as JSON");
    line.push(b'\n');
    line
}

fn parse<T: DeserializeOwned>(
    path: &Path,
    bytes: &[u8],
    run: &impl Serialize,
) -> Result<Vec<T>, JournalError> {
    let mut pieces = Vec::new();
    for (text, line) in bytes.split_inclusive(|&b| b == b'\n').zip(1..) {
        let fault = |error| JournalError::Line {
            path: path.to_path_buf(),
            line,
            error,
        };
        if line == 1 {
            let there: serde_json::Value = serde_json::from_slice(text).map_err(fault)?;
            let wanted = serde_json::to_value(run).map_err(fault)?;
            if let Some(difference) = difference(&there, &wanted) {
                return Err(JournalError::OtherRun {
                    path: path.to_path_buf(),
                    difference,
                });
            }
        } else {
            pieces.push(serde_json::from_slice(text).map_err(fault)?);
        }
    }
    Ok(pieces)
}

/// The first field in which two descriptions differ, in words.
fn difference(there: &serde_json::Value, wanted: &serde_json::Value) -> Option<String> {
    let (path, [there, wanted]) = first_difference(Some(there), Some(wanted))?;
    Some(match path.is_empty() {
        true => format!("it is of {there}, not {wanted}"),
        false => format!("its {path} is {there}, not {wanted}"),
    })
}

/// The keys that lead to the first difference, joined by dots, and both values there.
fn first_difference(
    there: Option<&serde_json::Value>,
    wanted: Option<&serde_json::Value>,
) -> Option<(String, [String; 2])> {
    use serde_json::Value::Object;
    if there == wanted {
        return None;
    }
    if let (Some(Object(there)), Some(Object(wanted))) = (there, wanted) {
        let mut keys = wanted.keys().chain(there.keys());
        return keys.find_map(|key| {
            let (path, values) = first_difference(there.get(key), wanted.get(key))?;
            let dot = if path.is_empty() { "" } else { "." };
            Some((format!("{key}{dot}{path}"), values))
        });
    }
    let words = |value: Option<&serde_json::Value>| {
        value.map_or_else(|| "nothing".to_string(), |value| value.to_string())
    };
    Some((String::new(), [words(there), words(wanted)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_difference_is_told_by_where_it_is() {
        let run = |iterations: u32| json!({"run": "a", "schedule": {"pairs": 2, "iterations": iterations}});
        let told = difference(&run(1), &run(2));
        assert_eq!(told.as_deref(), Some("its schedule.iterations is 1, not 2"));
        assert_eq!(difference(&run(1), &run(1)), None);
    }

    /// A path in the system's folder for such files, removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let name = format!("cutaway-journal-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = std::fs::remove_file(&path);
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn open(path: &Path, run: serde_json::Value) -> Result<(Journal<u32>, Vec<u32>), JournalError> {
        Journal::open(path, &run)
    }

    #[test]
    fn what_was_added_comes_back() {
        let scratch = Scratch::new("back");
        let (mut journal, none) = open(&scratch.0, json!({"seed": 1})).unwrap();
        assert!(none.is_empty());
        journal.add(&7).unwrap();
        journal.add(&8).unwrap();
        drop(journal);
        let (_, pieces) = open(&scratch.0, json!({"seed": 1})).unwrap();
        assert_eq!(pieces, [7, 8]);
    }

    #[test]
    fn a_file_cut_at_any_byte_gives_back_the_whole_lines_and_goes_on() {
        let scratch = Scratch::new("cut");
        let run = json!({"seed": 1});
        let (mut journal, _) = open(&scratch.0, run.clone()).unwrap();
        for piece in [10, 200, 3000] {
            journal.add(&piece).unwrap();
        }
        drop(journal);
        let bytes = std::fs::read(&scratch.0).unwrap();
        for cut in 0..=bytes.len() {
            std::fs::write(&scratch.0, &bytes[..cut]).unwrap();
            let whole = bytes[..cut].iter().filter(|&&b| b == b'\n').count();
            let (mut journal, pieces) = open(&scratch.0, run.clone()).unwrap();
            assert_eq!(pieces, [10, 200, 3000][..whole.saturating_sub(1)], "{cut}");
            journal.add(&4).unwrap();
            drop(journal);
            let (_, pieces) = open(&scratch.0, run.clone()).unwrap();
            assert_eq!(pieces.last(), Some(&4), "{cut}");
            assert_eq!(pieces.len(), whole.saturating_sub(1) + 1, "{cut}");
        }
    }

    #[test]
    fn the_file_of_another_run_is_refused_and_stays() {
        let scratch = Scratch::new("other");
        let (mut journal, _) = open(&scratch.0, json!({"seed": 1, "games": 10})).unwrap();
        journal.add(&7).unwrap();
        drop(journal);
        let before = std::fs::read(&scratch.0).unwrap();
        let error = open(&scratch.0, json!({"seed": 2, "games": 10})).unwrap_err();
        assert!(
            error.to_string().contains("its seed is 1, not 2"),
            "{error}"
        );
        assert_eq!(std::fs::read(&scratch.0).unwrap(), before);
    }

    #[test]
    fn a_run_that_came_to_nothing_is_in_nobody_s_way() {
        let scratch = Scratch::new("nothing");
        drop(open(&scratch.0, json!({"seed": 1})).unwrap());
        let (mut journal, none) = open(&scratch.0, json!({"seed": 2})).unwrap();
        assert!(none.is_empty());
        journal.add(&7).unwrap();
        drop(journal);
        assert!(open(&scratch.0, json!({"seed": 1})).is_err());
        assert_eq!(open(&scratch.0, json!({"seed": 2})).unwrap().1, [7]);
    }

    #[test]
    fn a_file_of_something_else_is_refused_and_stays() {
        let scratch = Scratch::new("else");
        for text in [
            "a letter\nto a friend\n",
            "{\"seed\":1}\n\"seven\"\n",
            "\n{\"seed\":1}\n",
            "{\"seed\":1}\n\n7\n",
        ] {
            std::fs::write(&scratch.0, text).unwrap();
            assert!(matches!(
                open(&scratch.0, json!({"seed": 1})),
                Err(JournalError::Line { .. })
            ));
            assert_eq!(std::fs::read_to_string(&scratch.0).unwrap(), text);
        }
        std::fs::write(&scratch.0, "a word").unwrap();
        assert!(matches!(
            open(&scratch.0, json!({"seed": 1})),
            Err(JournalError::NoJournal { .. })
        ));
        assert_eq!(std::fs::read_to_string(&scratch.0).unwrap(), "a word");
    }

    #[cfg(unix)]
    #[test]
    fn what_has_no_end_is_not_read() {
        for path in ["/dev/zero", "/"] {
            let error = open(Path::new(path), json!(1)).unwrap_err();
            assert!(matches!(error, JournalError::NoFile { .. }), "{error}");
        }
    }

    #[test]
    fn two_cannot_have_it_at_once() {
        let scratch = Scratch::new("two");
        let first = open(&scratch.0, json!(1)).unwrap();
        assert!(matches!(
            open(&scratch.0, json!(1)),
            Err(JournalError::InUse { .. })
        ));
        drop(first);
        assert!(open(&scratch.0, json!(1)).is_ok());
    }
}
