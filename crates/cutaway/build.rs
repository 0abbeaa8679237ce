//! Tells the program the commit from which it is built, for the files that hold what was measured.
//!
//! Where there is no git, or the sources are no clone, the commit is `unknown`; the build never fails for it.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let commit = commit(&root).unwrap_or_else(|| "unknown".to_string());
    println!("cargo::rustc-env=CUTAWAY_COMMIT={commit}");
    println!("cargo::rerun-if-changed=build.rs");
    // What `-dirty` depends on: the sources of every crate, and where the clone stands.
    let crates = std::fs::read_dir(root.join("crates")).into_iter().flatten();
    for folder in crates.flatten() {
        watch(folder.path().join("src"));
    }
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&root, &["rev-parse", "--git-path", name]) {
            watch(root.join(path));
        }
    }
}

/// A path that is missing would have the build run each time.
fn watch(path: PathBuf) {
    if path.exists() {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// The commit, with `-dirty` where tracked files differ from it.
fn commit(root: &Path) -> Option<String> {
    // Sources that were unpacked inside of some other clone are not of its commit.
    let top = git(root, &["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    let commit = git(root, &["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(root, &["status", "--porcelain", "--untracked-files=no"])?;
    let mark = if changed.is_empty() { "" } else { "-dirty" };
    Some(format!("{commit}{mark}"))
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(arguments)
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}
