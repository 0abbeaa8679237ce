//! The program as a user runs it, for the tests of its commands.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs it to its end.
pub fn cutaway(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cutaway"))
        .args(arguments)
        .output()
        .unwrap()
}

/// What it has printed.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// An empty folder of that name, one for each test.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}
