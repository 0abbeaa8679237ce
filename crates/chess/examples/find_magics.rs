//! Finds a magic number for each slider on each square and prints `src/attacks/magics.rs`:
//! `cargo run -p cutaway-chess --example find_magics > magics.rs`.

use cutaway_chess::attacks::{finder, rays::Slider};

fn main() {
    println!(
        "//! The magic numbers of each square, a1 to h8, as `examples/find_magics.rs` printed them. Data only: what they\n\
         //! are for is told in `finder.rs`, and the build script includes this file to fill the table they index."
    );
    for slider in Slider::ALL {
        let name = format!("{slider:?}").to_uppercase();
        println!("\n/// Magics of the {}.", name.to_lowercase());
        println!("#[rustfmt::skip]\npub const {name}_MAGICS: [u64; 64] = [");
        for row in 0..16 {
            let magics: Vec<_> = (row * 4..row * 4 + 4)
                .map(|square| {
                    let magic = finder::find(slider, square, finder::SEED, 1_000_000_000)
                        .expect("a billion candidates hold a magic for any square");
                    let hex = format!("{magic:016x}");
                    format!(
                        "0x{}_{}_{}_{}",
                        &hex[..4],
                        &hex[4..8],
                        &hex[8..12],
                        &hex[12..]
                    )
                })
                .collect();
            println!("    {},", magics.join(", "));
        }
        println!("];");
    }
}
