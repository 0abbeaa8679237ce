//! The bench without the program around it: `cargo run --release -p cutaway-search --example bench [lab]`.

use cutaway_search::{Record, Settings, Technique, bench};

fn main() {
    let lab = std::env::args().nth(1).is_some();
    let mut settings = Settings::default();
    if lab {
        settings.record = Record::Statistics;
    }
    let result = bench::run(&settings, &mut |_| {});
    if lab {
        for technique in Technique::all() {
            println!("{:28} {:?}", technique.name(), result.stats.of(technique));
        }
    }
    println!("{} nodes {} nps", result.nodes, result.nps());
}
