//! What the test suites share: where data lie, and random games.
#![allow(dead_code)] // Each suite is a crate of its own and takes what it needs.

use cutaway_chess::{Move, Position};
use std::path::{Path, PathBuf};

/// A file of the repository's own `data/`.
pub fn own_data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folder of the larger collections, if there is one; says so if there is none.
pub fn collections(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("CUTAWAY_TESTDATA").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped {test}: CUTAWAY_TESTDATA is not set");
    }
    folder
}

/// The lines of a text that hold something, without comments.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

/// A random legal move, if there is any.
pub fn random_move(position: &Position, random: &mut fastrand::Rng) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        None
    } else {
        moves.get(random.usize(..moves.len()))
    }
}

/// The positions of a game of random moves, the start included, at most `plies` moves long.
pub fn random_game(start: Position, plies: usize, random: &mut fastrand::Rng) -> Vec<Position> {
    let mut positions = vec![start];
    for _ in 0..plies {
        let mut next = positions[positions.len() - 1].clone();
        let Some(mv) = random_move(&next, random) else {
            break;
        };
        next.play(mv);
        positions.push(next);
    }
    positions
}
