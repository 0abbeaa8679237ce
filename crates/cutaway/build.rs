//! Tells the program of which commit it is, for the files it writes results into.
//!
//! Outside of a clone, or without git, it is of no commit it knows; nothing else depends on it.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=..");
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let commit = git(&["rev-parse", "--short=10", "HEAD"]).unwrap_or_default();
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", ".."]);
    let mark = match changed {
        Some(files) if !files.is_empty() => "+changes",
        _ => "",
    };
    println!("cargo::rustc-env=CUTAWAY_COMMIT={commit}{mark}");
}

/// What git says, if it can be asked.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}
