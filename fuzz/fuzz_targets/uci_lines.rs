//! Fuzz target: lines of UCI and of the console. The body is one of the tests of the crate `protocol`.
#![no_main]

#[path = "../../crates/protocol/tests/bodies/mod.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bodies::lines(data);
});
