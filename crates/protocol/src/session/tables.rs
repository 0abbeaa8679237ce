//! `SyzygyPath`: tablebases come and go. The files themselves are the program's to open.

use super::{Purpose, Session};
use crate::job::Job;
use cutaway_search::Tablebase;
use std::sync::Arc;

impl Session {
    /// Opens the tables of these folders, or none with an empty path.
    pub(crate) fn set_syzygy_path(&mut self, path: &str) {
        // Whatever comes of the new path, what was open is no longer wanted.
        self.settings.tables.base = None;
        self.options.syzygy_path = path.to_string();
        if !path.is_empty() {
            self.start(Job::OpenTables(path.to_string()), Purpose::SyzygyPath);
        }
    }

    /// Says which tables are open.
    pub(crate) fn tell_syzygy_path(&mut self) {
        let words = match (
            self.options.syzygy_path.as_str(),
            &self.settings.tables.base,
        ) {
            ("", _) => "SyzygyPath is <empty>: there are no tablebases".to_string(),
            (path, Some(base)) => {
                format!(
                    "SyzygyPath is {path}: tables of up to {} men",
                    base.max_men()
                )
            }
            (path, None) => format!("SyzygyPath is {path}: no tables were found there"),
        };
        self.say(&words);
    }

    pub(super) fn finish_syzygy_path(
        &mut self,
        base: Option<Arc<dyn Tablebase>>,
        words: Vec<String>,
    ) {
        self.settings.tables.base = base;
        for words in words {
            self.say(&format!("SyzygyPath: {words}"));
        }
    }
}
