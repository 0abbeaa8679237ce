//! `cargo xtask tidy`: the invariants of ARCHITECTURE.md that a program can check.
//!
//! A rule is a small function from text (or from what `cargo metadata` says) to findings, and each has tests that it
//! can pass and that it can fail. Nothing here compiles or runs the project. A rule about a file that does not exist
//! finds nothing; once the file is there it is held to everything.

mod crates;
mod files;
mod rust;
mod search;
mod sources;
mod tree;

use std::fmt;
use std::path::Path;

use anyhow::{Result, bail};

use rust::RustFile;
use tree::Tree;

/// One place that breaks one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The file, from the root of the project, or the package.
    pub place: String,
    /// The line, from 1; 0 where the whole file or package is meant.
    pub line: usize,
    /// What is wrong and what to do instead.
    pub words: String,
}

impl Finding {
    fn new(place: &str, line: usize, words: impl Into<String>) -> Finding {
        Finding {
            place: place.to_string(),
            line,
            words: words.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.place, self.words),
            line => write!(f, "{}:{line}: {}", self.place, self.words),
        }
    }
}

/// Checks the tree at `root`; an error tells how many findings were printed.
pub fn run(root: &Path) -> Result<()> {
    let tree = Tree::read(root)?;
    let mut total = 0;
    for (name, findings) in check(&tree) {
        total += findings.len();
        for finding in findings {
            println!("tidy [{name}] {finding}");
        }
    }
    if total > 0 {
        bail!("{total} places break the house rules of ARCHITECTURE.md");
    }
    println!("tidy: {} files keep the house rules", tree.files.len());
    Ok(())
}

/// Every rule by the name under which ARCHITECTURE.md lists it, with what it found.
fn check(tree: &Tree) -> Vec<(&'static str, Vec<Finding>)> {
    let rust = RustFile::all(&tree.files);
    vec![
        ("edges", crates::edges(&tree.metadata)),
        ("outside", crates::outside(&tree.metadata)),
        ("features", crates::features(&tree.metadata)),
        ("clock", sources::clock_and_threads(&rust)),
        ("streams", sources::streams(&rust)),
        ("surroundings", sources::surroundings(&rust)),
        ("globals", sources::globals(&rust, sources::LATE_CONSTANTS)),
        ("judge", sources::judge(&rust)),
        ("heads", sources::heads(&rust)),
        ("length", sources::length(&rust)),
        ("unsafe", sources::unsafe_code(&rust, sources::UNSAFE_FILES)),
        ("steps", search::steps(&tree.files)),
        ("techniques", search::techniques(&tree.files)),
        ("places", files::places(&tree.files)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_names_its_place() {
        assert_eq!(
            Finding::new("a.rs", 3, "wrong").to_string(),
            "a.rs:3: wrong"
        );
        assert_eq!(Finding::new("a.rs", 0, "wrong").to_string(), "a.rs: wrong");
    }

    #[test]
    fn every_rule_is_described_in_the_architecture() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let text = std::fs::read_to_string(root.join("ARCHITECTURE.md"))
            .expect("the file is part of the project");
        let tree = Tree {
            files: Vec::new(),
            metadata: serde_json::json!({ "packages": [] }),
        };
        for (name, _) in check(&tree) {
            assert!(
                text.contains(&format!("`{name}`")),
                "ARCHITECTURE.md does not name the rule `{name}`"
            );
        }
    }
}
