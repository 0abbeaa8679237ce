//! Fuzz target: reading FENs. The body is one of the tests of the crate `chess`.
#![no_main]

#[path = "../../crates/chess/tests/bodies/mod.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bodies::fen(data);
});
