//! What the tests of tablebases share: where the tables are, random endings, and distances as tables give them.

use cutaway_chess::{Move, Position};
use std::path::{Path, PathBuf};

/// The folder of the tables, where it is known.
pub fn tables_folder(test: &str) -> Option<PathBuf> {
    let Some(data) = std::env::var_os("CUTAWAY_TESTDATA") else {
        println!("skipped {test}: CUTAWAY_TESTDATA is not set");
        return None;
    };
    Some(Path::new(&data).join("syzygy"))
}

/// A random legal position of the kings and these men.
pub fn random_position(men: &str, random: &mut fastrand::Rng) -> Option<Position> {
    let mut board = [None; 64];
    for letter in "Kk".chars().chain(men.chars()) {
        let square = random.usize(..64);
        let is_on_the_edge = !(8..56).contains(&square);
        if board[square].is_some() || letter.eq_ignore_ascii_case(&'p') && is_on_the_edge {
            return None;
        }
        board[square] = Some(letter);
    }
    let side = if random.bool() { 'w' } else { 'b' };
    position_of(&board, side)
}

/// The position of those men, by square from a1 to h8, if it is a legal one.
pub fn position_of(board: &[Option<char>; 64], side: char) -> Option<Position> {
    let row = |row: &[Option<char>]| row.iter().map(|man| man.unwrap_or('1')).collect();
    let rows: Vec<String> = board.chunks(8).rev().map(row).collect();
    format!("{} {side} - - 0 1", rows.join("/")).parse().ok()
}

/// The distance of a position by those of its moves: the quickest win, else a draw, else the slowest loss.
pub fn distance(moves: &[(Move, i32)]) -> i32 {
    let all = || moves.iter().map(|(_, distance)| *distance);
    let win = all().filter(|&distance| distance > 0).min();
    win.or(all().find(|&distance| distance == 0))
        .or(all().min())
        .unwrap_or(0)
}

/// Whether two distances are the same, but for the ply by which tables round.
pub fn is_same(a: i32, b: i32) -> bool {
    a.signum() == b.signum() && a.abs_diff(b) <= 1
}
