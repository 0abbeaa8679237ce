//! What the files that hold measurements say of where they come from: program, commit and machine.

use anyhow::Result;
use cutaway_lab::machine::Machine;
use serde::Serialize;

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The commit from which it was built, with `-dirty` if files differed from it, or `unknown`.
pub const COMMIT: &str = env!("CUTAWAY_COMMIT");

/// The program in words, with its commit.
pub fn engine() -> String {
    format!("Cutaway {VERSION}, commit {COMMIT}")
}

/// Where a measurement comes from.
#[derive(Clone, Debug, Serialize)]
pub struct Provenance {
    version: &'static str,
    commit: &'static str,
    machine: Machine,
}

impl Provenance {
    /// This program on this machine.
    pub fn here() -> Provenance {
        Provenance {
            version: VERSION,
            commit: COMMIT,
            machine: Machine::here(),
        }
    }

    /// A file of measurements: where they come from (`from`), all that was chosen for them (`settings`), and what they
    /// came to, as JSON.
    pub fn document(&self, settings: &impl Serialize, results: &impl Serialize) -> Result<String> {
        let document = Document {
            from: self,
            settings,
            results,
        };
        Ok(serde_json::to_string_pretty(&document)? + "\n")
    }
}

#[derive(Serialize)]
struct Document<'a, S, R> {
    from: &'a Provenance,
    settings: &'a S,
    #[serde(flatten)]
    results: &'a R,
}

impl std::fmt::Display for Provenance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, on {}", engine(), self.machine)
    }
}
