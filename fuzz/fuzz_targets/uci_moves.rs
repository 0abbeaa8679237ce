//! Fuzz target: reading moves as UCI writes them. The body is one of the tests of the crate `chess`.
#![no_main]

#[path = "../../crates/chess/tests/bodies/mod.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bodies::uci_move(data);
});
