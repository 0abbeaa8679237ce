//! How many static exchange evaluations a second: the three forms on the same captures of random games, one thread.
//!
//! `cargo run --release -p cutaway-chess --example see_speed`

use cutaway_chess::{Move, Position};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Captures and promotions to take the time of: few enough for their positions to stay in the processor's cache, as
/// the position of a search does, and too many for it to learn all their branches.
const MOVES: usize = 10_000;
/// The best of so many rounds counts, which leaves out what else the machine was doing.
const ROUNDS: u32 = 200;

/// Every noisy move of positions of random games.
fn captures() -> Vec<(Position, Vec<Move>)> {
    let mut random = fastrand::Rng::with_seed(2007);
    let mut positions = Vec::new();
    let mut count = 0;
    while count < MOVES {
        let mut position = Position::startpos();
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let noisy: Vec<Move> = position.noisy_moves().iter().collect();
            if !noisy.is_empty() {
                count += noisy.len();
                positions.push((position.clone(), noisy));
            }
            position.play(
                moves
                    .get(random.usize(..moves.len()))
                    .expect("an index below the length"),
            );
        }
    }
    positions
}

/// Prints how long one call of `form` takes and how many there are in a second.
fn measure(name: &str, positions: &[(Position, Vec<Move>)], form: impl Fn(&Position, Move) -> i32) {
    let calls: usize = positions.iter().map(|(_, moves)| moves.len()).sum();
    let mut best = Duration::MAX;
    let mut sum = 0_i64;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        sum = 0;
        for (position, moves) in positions {
            for &mv in moves {
                sum += i64::from(black_box(form(black_box(position), mv)));
            }
        }
        best = best.min(start.elapsed());
    }
    let seconds = best.as_secs_f64();
    println!(
        "{name:<16} {:>10.1} {:>14.1} {sum:>12}",
        seconds * 1e9 / calls as f64,
        calls as f64 / seconds / 1e6
    );
}

fn main() {
    let positions = captures();
    let calls: usize = positions.iter().map(|(_, moves)| moves.len()).sum();
    let different = positions
        .iter()
        .flat_map(|(position, moves)| moves.iter().map(move |&mv| (position, mv)))
        .filter(|(position, mv)| position.see(*mv) != position.see_battery(*mv))
        .count();
    println!(
        "{calls} captures and promotions of {} positions\n",
        positions.len()
    );
    println!(
        "{:<16} {:>10} {:>14} {:>12}",
        "form", "ns a call", "million a s", "sum"
    );
    measure("see", &positions, |position, mv| position.see(mv));
    measure("see_ge 0", &positions, |position, mv| {
        i32::from(position.see_ge(mv, 0))
    });
    measure("see_ge -100", &positions, |position, mv| {
        i32::from(position.see_ge(mv, -100))
    });
    measure("see_ge 100", &positions, |position, mv| {
        i32::from(position.see_ge(mv, 100))
    });
    measure("see_battery", &positions, |position, mv| {
        position.see_battery(mv)
    });
    println!("\nsee_battery differs from see in {different} of {calls}");
}
