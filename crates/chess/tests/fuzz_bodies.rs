//! The fuzz bodies on random bytes, on every run of the tests; `fuzz/` runs the same bodies under libFuzzer.
//!
//! Each test also demands that enough inputs were accepted: bodies that refuse everything would test nothing.

mod bodies;

use cutaway_chess::Position;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;

/// Runs a body on `cases` random inputs of up to `longest` bytes; gives back the sum of what it returns.
fn run(cases: u32, longest: usize, body: impl Fn(&[u8]) -> usize) -> usize {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let sum = Cell::new(0);
    let outcome = TestRunner::new(config).run(&vec(any::<u8>(), 0..longest), |data| {
        sum.set(sum.get() + body(&data));
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    sum.get()
}

fn fen(cases: u32) {
    let accepted = run(cases, 48, |data| bodies::fen(data).into());
    println!("{accepted} of {cases} accepted");
    assert!(accepted > cases as usize / 20, "{accepted} of {cases}");
}

fn san(cases: u32) {
    let accepted = run(cases, 32, |data| bodies::san(data).into());
    println!("{accepted} of {cases} accepted");
    assert!(accepted > cases as usize / 20, "{accepted} of {cases}");
}

fn uci_moves(cases: u32) {
    let accepted = run(cases, 32, |data| bodies::uci_move(data).into());
    println!("{accepted} of {cases} accepted");
    assert!(accepted > cases as usize / 20, "{accepted} of {cases}");
}

fn moves(cases: u32) {
    let plies = run(cases, 400, bodies::moves);
    println!("{plies} plies in {cases} games");
    assert!(plies > cases as usize * 10, "{plies} in {cases}");
}

#[test]
fn the_starts_are_positions() {
    for start in bodies::STARTS {
        assert!(Position::from_fen(start).is_ok(), "{start}");
    }
}

#[test]
fn fens_are_refused_or_sound() {
    fen(10_000);
}

#[test]
fn san_is_refused_or_legal() {
    san(10_000);
}

#[test]
fn uci_moves_are_refused_or_legal() {
    uci_moves(10_000);
}

#[test]
fn games_of_any_moves_stay_sound() {
    moves(500);
}

#[test]
#[ignore = "takes minutes"]
fn fens_are_refused_or_sound_long() {
    fen(200_000);
}

#[test]
#[ignore = "takes minutes"]
fn san_is_refused_or_legal_long() {
    san(1_000_000);
}

#[test]
#[ignore = "takes minutes"]
fn uci_moves_are_refused_or_legal_long() {
    uci_moves(1_000_000);
}

#[test]
#[ignore = "takes minutes"]
fn games_of_any_moves_stay_sound_long() {
    moves(10_000);
}
