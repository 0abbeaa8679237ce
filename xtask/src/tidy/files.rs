//! Rules about any text file, whatever its language.

use super::Finding;
use super::tree::File;

/// Roots of paths that are true on one machine only. Put together here, so that this file passes its own rule.
const MACHINE_ROOTS: &[&str] = &["work", "root"];

/// No text names a place on the machine it was written on.
pub fn places(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files {
        for (index, line) in file.text.lines().enumerate() {
            if MACHINE_ROOTS.iter().any(|root| has_root(line, root)) {
                findings.push(Finding::new(
                    &file.path,
                    index + 1,
                    "names a path of one machine",
                ));
            }
        }
    }
    findings
}

/// True if a path from `root`, a folder at the top of a machine, begins in `line`; one inside a longer path or an address
/// does not count.
fn has_root(line: &str, root: &str) -> bool {
    let path = format!("/{root}/");
    line.match_indices(&path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-~$})".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> usize {
        places(&[File {
            path: "a.md".to_string(),
            text: text.to_string(),
        }])
        .len()
    }

    #[test]
    fn paths_of_the_project_and_addresses_pass() {
        for text in [
            "../shared/data",
            "see crates/work/src",
            "https://example.org/root/x",
            "at work/at root",
            "$X/work/",
        ] {
            assert_eq!(found(text), 0, "{text}");
        }
    }

    #[test]
    fn paths_of_a_machine_fail() {
        for root in MACHINE_ROOTS {
            assert_eq!(found(&format!("ok\nlook in /{root}/main\n(/{root}/x)")), 2);
            assert_eq!(found(&format!("\"/{root}/\"")), 1);
        }
    }
}
