//! The fuzz body of UCI and console lines on random bytes, on every run of the tests; `fuzz/` runs it under libFuzzer.

mod bodies;

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;

fn lines(cases: u32) {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let searches = Cell::new(0);
    let outcome = TestRunner::new(config).run(&vec(any::<u8>(), 0..400), |data| {
        searches.set(searches.get() + bodies::lines(&data));
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    println!("{} searches in {cases} conversations", searches.get());
    assert!(
        searches.get() > cases as usize,
        "{} searches",
        searches.get()
    );
}

#[test]
fn every_search_is_answered_and_the_end_of_input_ends() {
    lines(300);
}

#[test]
#[ignore = "takes minutes"]
fn every_search_is_answered_and_the_end_of_input_ends_long() {
    lines(20_000);
}
