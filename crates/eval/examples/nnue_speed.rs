//! How long a network takes to follow a move and to judge: nanoseconds a position, by width and kernel, on one core.
//!
//! `cargo run --release -p cutaway-eval --example nnue_speed [H ..]`
//!
//! The positions are those of random games with a few moves tried in each, as a search tries them; what making the moves
//! itself takes is measured with material alone and taken off. The networks are random: the time does not depend on what
//! they say.

use cutaway_chess::{Move, Position};
use cutaway_eval::nnue::{Kernel, Network, Parts};
use cutaway_eval::{EvalStack, Evaluator};
use fastrand::Rng;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

/// How many moves are tried in each position.
const TRIED: usize = 4;

/// A game: each position with the moves that are tried there, the last of which is played.
type Game = Vec<(Position, Vec<Move>)>;

fn games(count: usize, random: &mut Rng) -> Vec<Game> {
    let game = |random: &mut Rng| {
        let (mut position, mut game) = (Position::startpos(), Vec::new());
        for _ in 0..80 {
            let moves: Vec<Move> = position.legal_moves().iter().collect();
            if moves.is_empty() {
                break;
            }
            let tried: Vec<Move> = (0..TRIED)
                .filter_map(|_| random.choice(moves.iter().copied()))
                .collect();
            game.push((position.clone(), tried.clone()));
            position.play(tried[TRIED - 1]);
        }
        game
    };
    (0..count).map(|_| game(random)).collect()
}

/// Nanoseconds a position.
fn time(games: &[Game], evaluator: Evaluator, rounds: usize) -> f64 {
    let mut stack = EvalStack::new(evaluator, 81);
    let mut positions = 0_u64;
    let start = Instant::now();
    for game in games.iter().cycle().take(games.len() * rounds) {
        stack.reset(&game[0].0);
        for (position, tried) in game {
            for (i, mv) in tried.iter().enumerate() {
                let mut child = position.clone();
                child.play_unchecked(*mv, stack.push());
                black_box(stack.evaluate(&child));
                if i + 1 < tried.len() {
                    stack.pop();
                }
            }
            positions += tried.len() as u64;
        }
    }
    start.elapsed().as_nanos() as f64 / positions as f64
}

fn network(hidden: usize, random: &mut Rng) -> Network {
    let parts = Parts::made_up(hidden, |most| random.i16(-most..=most));
    Network::from_parts(parts).expect("these weights are small")
}

fn main() {
    let asked: Vec<usize> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let widths = match asked.is_empty() {
        true => vec![128, 256, 384, 512, 768, 1024, 1536],
        false => asked,
    };
    let mut random = Rng::with_seed(1);
    let games = games(50, &mut random);
    let rounds = if cfg!(debug_assertions) { 1 } else { 40 };
    let moves_alone = time(&games, Evaluator::Material, rounds);
    println!("moves alone: {moves_alone:.0} ns a position, taken off below");
    for hidden in widths {
        let network = network(hidden, &mut random);
        for kernel in Kernel::available() {
            let evaluator = Evaluator::Network(Arc::new(network.clone().with_kernel(kernel)));
            time(&games, evaluator.clone(), rounds / 8 + 1);
            let nanoseconds = time(&games, evaluator, rounds) - moves_alone;
            let rate = 1000.0 / nanoseconds;
            println!(
                "H {hidden:>4}  {:<8}  {nanoseconds:>6.0} ns  {rate:>6.2} million a second",
                kernel.name()
            );
        }
    }
}
