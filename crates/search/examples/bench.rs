//! The bench without the program around it: `cargo run --release -p cutaway-search --example bench [lab] [DEPTH] [KERNEL]`.
//!
//! It needs nothing but the search, and so runs on targets for which the program cannot be built: `cargo xtask kernels`
//! takes it for WebAssembly.

use cutaway_eval::Evaluator;
use cutaway_eval::nnue::{Kernel, Network};
use cutaway_search::{Record, Settings, Technique, bench};
use std::sync::Arc;

fn main() {
    let mut settings = Settings::default();
    let mut depth = bench::DEPTH;
    for word in std::env::args().skip(1) {
        if word == "lab" {
            settings.record = Record::Statistics;
        } else if let Ok(number) = word.parse() {
            depth = number;
        } else {
            let kernel = Kernel::named(&word).expect("a kernel that runs here");
            let network = Network::clone(&Network::built_in()).with_kernel(kernel);
            settings.evaluator = Evaluator::Network(Arc::new(network));
        }
    }
    let result = bench::run_positions(bench::POSITIONS, depth, &settings, &mut |_| {});
    if settings.record != Record::Nothing {
        for technique in Technique::all() {
            println!("{:28} {:?}", technique.name(), result.stats.of(technique));
        }
    }
    println!("{} nodes {} nps", result.nodes, result.nps());
}
