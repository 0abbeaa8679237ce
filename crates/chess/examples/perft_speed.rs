//! Perft beside the crate cozy-chess, both bulk-counted, in one run: `cargo run --release -p cutaway-chess --example perft_speed`.

use cutaway_chess::{Position, perft::perft};
use std::time::Instant;

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn main() {
    let positions = [
        (
            "start 6",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            6,
        ),
        (
            "Kiwipete 5",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            5,
        ),
    ];
    for round in 1..=5 {
        for (name, fen, depth) in positions {
            let ours: Position = fen.parse().expect("a good FEN");
            let theirs: cozy_chess::Board = fen.parse().expect("a good FEN");
            let start = Instant::now();
            let nodes = perft(&ours, depth);
            let our_time = start.elapsed().as_secs_f64();
            let start = Instant::now();
            assert_eq!(nodes, cozy(&theirs, depth));
            let their_time = start.elapsed().as_secs_f64();
            let million = nodes as f64 / 1e6;
            println!(
                "round {round}  {name:11} ours {:4.0}  cozy-chess {:4.0} million a second, ratio {:.2}",
                million / our_time,
                million / their_time,
                their_time / our_time
            );
        }
    }
}
