//! Fills the look-up tables of bishops and rooks by the slow ray walk, once per build, and chooses how they are
//! indexed: by the PEXT instruction where the machine at hand does it fast (`cfg(slider_pext)`), by magic
//! multiplication elsewhere.
//!
//! `CUTAWAY_SLIDERS=magic` or `CUTAWAY_SLIDERS=pext` in the environment overrules the choice. Both tables are written in
//! any case, so that tests can hold one against the other; the program contains only the one it uses. Constant
//! evaluation in the compiler would do the same work a thousand times slower, which is why this is a build script.

use std::env;
use std::fmt::Write;
use std::path::Path;

#[allow(
    dead_code,
    reason = "the build takes what it needs of the crate's file"
)]
#[path = "src/attacks/magics.rs"]
mod magics;
#[allow(
    dead_code,
    reason = "the build takes what it needs of the crate's file"
)]
#[path = "src/attacks/rays.rs"]
mod rays;

use rays::{OFFSETS, Slider, TABLE_LEN, attacks, next_subset, relevant};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/attacks/magics.rs");
    println!("cargo::rerun-if-changed=src/attacks/rays.rs");
    println!("cargo::rerun-if-env-changed=CUTAWAY_SLIDERS");
    println!("cargo::rustc-check-cfg=cfg(slider_pext)");
    if use_pext() {
        println!("cargo::rustc-cfg=slider_pext");
    }
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let out = Path::new(&out);
    write_table(&out.join("magic_table.rs"), &magic_table());
    write_table(&out.join("pext_table.rs"), &pext_table());
}

/// Whether the program is to index by PEXT.
fn use_pext() -> bool {
    let arch = env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let has_pext = arch == "x86_64" && features.split(',').any(|feature| feature == "bmi2");
    match env::var("CUTAWAY_SLIDERS").as_deref() {
        Ok("magic") => false,
        Ok("pext") if has_pext => true,
        Ok("pext") => {
            panic!("CUTAWAY_SLIDERS=pext needs a target with BMI2, say -C target-cpu=native")
        }
        Ok(other) => panic!("CUTAWAY_SLIDERS is magic or pext, not {other}"),
        Err(_) => has_pext && !host_has_slow_pext(),
    }
}

/// Whether the processor that runs this build takes tens of cycles for PEXT, as those of AMD before Zen 3
/// (family 0x19) do, and Hygon's, which descend from Zen 1.
#[cfg(target_arch = "x86_64")]
fn host_has_slow_pext() -> bool {
    use std::arch::x86_64::__cpuid;
    let name = __cpuid(0);
    let vendor: Vec<u8> = [name.ebx, name.edx, name.ecx]
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    let version = __cpuid(1).eax;
    let base = version >> 8 & 0xF;
    let family = if base == 0xF {
        base + (version >> 20 & 0xFF)
    } else {
        base
    };
    match vendor.as_slice() {
        b"AuthenticAMD" => family < 0x19,
        b"HygonGenuine" => true,
        _ => false,
    }
}

/// A build on another kind of machine cannot know; the target's features decide.
#[cfg(not(target_arch = "x86_64"))]
fn host_has_slow_pext() -> bool {
    false
}

/// The attacks of every set of men that matters, where its magic product says.
fn magic_table() -> Vec<u64> {
    let mut table = vec![0; TABLE_LEN];
    each_case(|slider, square, _, men, attacks| {
        let magic = [magics::BISHOP_MAGICS, magics::ROOK_MAGICS][slider as usize][square];
        let shift = 64 - relevant(slider, square).count_ones();
        let index = (men.wrapping_mul(magic) >> shift) as usize;
        table[OFFSETS[slider as usize][square] + index] = attacks;
    });
    table
}

/// The attacks of every set of men that matters, in the order of PEXT.
fn pext_table() -> Vec<u64> {
    let mut table = vec![0; TABLE_LEN];
    each_case(|slider, square, number, _, attacks| {
        table[OFFSETS[slider as usize][square] + number] = attacks;
    });
    table
}

/// Calls `note(slider, square, number, men, attacks)` for every set of men on the relevant squares of every square. The
/// sets come in rising order, so that a set's number is what PEXT makes of it.
fn each_case(mut note: impl FnMut(Slider, usize, usize, u64, u64)) {
    for slider in Slider::ALL {
        for square in 0..64 {
            let mask = relevant(slider, square);
            let mut men = 0;
            for number in 0..1 << mask.count_ones() {
                note(slider, square, number, men, attacks(slider, square, men));
                men = next_subset(men, mask);
            }
        }
    }
}

/// Writes a table as the source of an array.
fn write_table(path: &Path, table: &[u64]) {
    let mut text = String::from("[\n");
    for row in table.chunks(8) {
        for entry in row {
            write!(text, "{entry},").expect("writing to a String does not fail");
        }
        text.push('\n');
    }
    text.push_str("]\n");
    std::fs::write(path, text)
        .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
}
