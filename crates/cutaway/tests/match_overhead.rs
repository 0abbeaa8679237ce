//! What the match runner adds to the searches themselves, a move. Figures depend on the machine, so the test is run by
//! hand, on a machine that does nothing else:
//! `cargo test --release -p cutaway --test match_overhead -- --ignored --nocapture`.

use cutaway_lab::runner::Match;
use cutaway_lab::spec::PlayerSpec;
use cutaway_lab::time_control::Budget;
use std::time::{Duration, Instant};

/// The moves, the time of the whole match and that of its searches.
fn play(players: [PlayerSpec; 2]) -> (u32, Duration, Duration) {
    let [a, b] = players;
    let of = Match {
        games: 40,
        ..Match::between(a, b, Budget::Nodes(1))
    };
    let (mut moves, mut searches) = (0, Duration::ZERO);
    let start = Instant::now();
    let report = of
        .run(&[], &mut |_, pair| {
            for ply in pair.iter().flat_map(|game| &game.record.plies) {
                moves += 1;
                searches += ply.elapsed;
            }
            true
        })
        .unwrap();
    assert!(!report.has_faults(), "{report}");
    (moves, start.elapsed(), searches)
}

#[test]
#[ignore = "it measures"]
fn the_runner_adds_little_to_the_searches() {
    let player = || "self:hash=1".parse::<PlayerSpec>().unwrap();
    let (moves, whole, searches) = play([player(), player()]);
    let a_move = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(moves);
    let inside = a_move(whole - searches);
    println!(
        "in process: {moves} moves, {:.1} us a search, {inside:.1} us beside it",
        a_move(searches)
    );
    let program = env!("CARGO_BIN_EXE_cutaway");
    let isolated = || player().isolated(program, Duration::from_millis(10));
    let (piped_moves, piped, _) = play([isolated(), isolated()]);
    assert_eq!(piped_moves, moves, "the same games are played");
    let over_pipe = a_move(piped.saturating_sub(searches));
    println!("over pipes: {over_pipe:.1} us beside the search (two starts of a process included)");
    assert!(inside < 50.0 && over_pipe < 1000.0);
}
