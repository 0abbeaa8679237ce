//! The gate `bench`: a fixed search whose node count is a checksum of how the engine plays.
//!
//! A commit that alters play states the new count as `Bench: N` on a line of its message; here the tree is held
//! to the newest such line of its history. The count itself is made by `cutaway bench`, in the last line it
//! prints: `N nodes M nps`, the form that OpenBench reads.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::Outcome;
use crate::gates::command;

/// Runs `cutaway bench` in release and compares. `stated` replaces the count of the git log: a change that alters
/// play is tested before the commit that will state its count exists.
pub fn run(root: &Path, stated: Option<u64>) -> Result<Outcome> {
    let expected = match stated {
        Some(count) => count,
        None => match stated_in_history(root) {
            Ok(count) => count,
            Err(why) => return Ok(Outcome::Skipped(why)),
        },
    };
    let output = command(root, "run --quiet --release --package cutaway -- bench")
        .stderr(std::process::Stdio::inherit())
        .output()
        .context("cargo cannot be started")?;
    if !output.status.success() {
        bail!("`cutaway bench` ended with {}", output.status);
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next_back().unwrap_or_default();
    println!("{line}");
    let count = node_count(line)
        .with_context(|| format!("the last line is not `N nodes M nps`: {line:?}"))?;
    if count != expected {
        bail!(
            "this tree searches {count} nodes, {expected} were stated; a commit that means to alter play \
             says `Bench: {count}` (try it with `cargo xtask test --bench {count}`)"
        );
    }
    Ok(Outcome::Passed)
}

/// The newest `Bench: N` of the history, or the reason why there is none.
fn stated_in_history(root: &Path) -> Result<u64, String> {
    let log = Command::new("git")
        .args(["log", "--format=%B"])
        .current_dir(root)
        .output();
    match log {
        Ok(output) if output.status.success() => {
            last_stated(&String::from_utf8_lossy(&output.stdout))
                .ok_or_else(|| "no commit states a `Bench: N`".to_string())
        }
        _ => Err("there is no git history here".to_string()),
    }
}

/// The first `Bench: N` line of `log`, whose newest message comes first.
fn last_stated(log: &str) -> Option<u64> {
    log.lines()
        .find_map(|line| line.strip_prefix("Bench: ")?.trim_end().parse().ok())
}

/// N of a line `N nodes M nps`; nothing else counts, separators between the digits included.
pub fn node_count(line: &str) -> Option<u64> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [nodes, "nodes", speed, "nps"] => speed.parse::<u64>().ok().and(nodes.parse().ok()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_statement_counts() {
        let log = "Tune a margin\n\nBench: 4400041\n\nOlder\n\nBench: 17\n";
        assert_eq!(last_stated(log), Some(4_400_041));
    }

    #[test]
    fn prose_about_a_bench_is_no_statement() {
        let log = "Speed up\n\nThe old Bench: 12 stays.\nBench: unchanged\nbench: 3\n  Bench: 4\nBench: 5 or so\n";
        assert_eq!(last_stated(log), None);
    }

    #[test]
    fn the_last_line_of_the_engine_is_read() {
        assert_eq!(node_count("4400041 nodes 1000000 nps"), Some(4_400_041));
        assert_eq!(node_count("nodes 4400041 nps 1000000"), None);
        assert_eq!(node_count("4,400,041 nodes 1000000 nps"), None);
        assert_eq!(node_count("4400041 nodes fast nps"), None);
        assert_eq!(node_count(""), None);
    }
}
