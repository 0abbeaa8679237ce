//! Where start positions come from, as the command line names it: the built-in sets or a file.

use anyhow::{Context, Result, bail};
use cutaway_chess::Position;
use cutaway_lab::opening_file;
use cutaway_lab::openings::{Builtin, builtin};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// How many faults of a file are told; beyond that they are only counted.
const FAULTS_TOLD: usize = 10;

/// The start positions of that name: `builtin`, `builtin:unbalanced`, `startpos` (none, which stands for the usual one) or
/// a file. Of the games of a PGN, `plies` moves are played, or all.
pub fn named(source: &str, plies: Option<usize>) -> Result<Vec<Position>> {
    match source {
        "startpos" => Ok(Vec::new()),
        "builtin" | "builtin:balanced" => Ok(builtin(Builtin::Balanced)),
        "builtin:unbalanced" => Ok(builtin(Builtin::Unbalanced)),
        _ => file(Path::new(source), plies),
    }
}

/// The start positions in a file. What cannot be used is told on standard error.
pub fn file(path: &Path, plies: Option<usize>) -> Result<Vec<Position>> {
    let name = path.display();
    let cannot = || format!("cannot read {name}");
    let file = File::open(path).with_context(cannot)?;
    let file = opening_file::read(BufReader::new(file), plies).with_context(cannot)?;
    for fault in file.faults.iter().take(FAULTS_TOLD) {
        eprintln!("{name}: {fault}");
    }
    if let Some(more @ 1..) = file.faults.len().checked_sub(FAULTS_TOLD) {
        eprintln!("{name}: {more} more cannot be used");
    }
    if file.positions.is_empty() {
        bail!("{name} holds no opening");
    }
    Ok(file.positions)
}
