//! What the match runner adds to the searches themselves, a move. Figures depend on the machine, so the test is run by
//! hand, on a machine that does nothing else:
//! `cargo test --release -p cutaway --test match_overhead -- --ignored --nocapture`.

use cutaway_lab::openings::{Builtin, builtin};
use cutaway_lab::runner::Match;
use cutaway_lab::spec::PlayerSpec;
use cutaway_lab::time_control::Budget;
use std::time::{Duration, Instant};

/// Of one pair of games.
#[derive(Clone, Copy)]
struct Pair {
    moves: u32,
    /// From the end of the pair before to the end of this one.
    whole: Duration,
    searches: Duration,
}

fn play(players: [PlayerSpec; 2]) -> Vec<Pair> {
    let [a, b] = players;
    let of = Match {
        games: 100,
        openings: builtin(Builtin::Balanced),
        ..Match::between(a, b, Budget::Nodes(20))
    };
    let (mut pairs, mut last) = (Vec::new(), Instant::now());
    let report = of
        .run(&[], &mut |_, games| {
            let whole = last.elapsed();
            let plies = games.iter().flat_map(|game| &game.record.plies);
            pairs.push(Pair {
                moves: plies.clone().count() as u32,
                whole,
                searches: plies.map(|ply| ply.elapsed).sum(),
            });
            last = Instant::now();
            true
        })
        .unwrap();
    assert!(!report.has_faults(), "{report}");
    // The first pair holds the start of the players.
    pairs.split_off(1)
}

/// Microseconds a move, from the fastest to the slowest pair.
fn a_move(times: impl Iterator<Item = (u32, Duration)>) -> Vec<f64> {
    let times = times.map(|(moves, time)| time.as_secs_f64() * 1e6 / f64::from(moves));
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    times
}

fn tell(what: &str, times: &[f64]) -> f64 {
    let (tenth, median) = (times[times.len() / 10], times[times.len() / 2]);
    println!("{what}: {median:.1} us a move in the median pair, {tenth:.1} in the fastest tenth");
    median
}

#[test]
#[ignore = "it measures"]
fn the_runner_adds_little_to_the_searches() {
    let player = || "self:hash=1".parse::<PlayerSpec>().unwrap();
    let inside = play([player(), player()]);
    let searches = inside.iter().map(|pair| (pair.moves, pair.searches));
    tell("searches", &a_move(searches));
    let beside = inside
        .iter()
        .map(|pair| (pair.moves, pair.whole.saturating_sub(pair.searches)));
    let in_process = tell("beside them, in process", &a_move(beside));
    let program = env!("CARGO_BIN_EXE_cutaway");
    let isolated = || player().isolated(program, Duration::from_millis(10));
    let piped = play([isolated(), isolated()]);
    let over_pipes = piped.iter().zip(&inside).map(|(piped, inside)| {
        assert_eq!(piped.moves, inside.moves, "the same games are played");
        (piped.moves, piped.whole.saturating_sub(inside.searches))
    });
    let over_pipes = tell("beside them, over pipes", &a_move(over_pipes));
    assert!(in_process < 50.0 && over_pipes < 1000.0);
}
