//! Lays the network that is built in where `src/built_in.rs` includes it: a copy of `nets/cutaway.nnue`, or of the file
//! that `EVALFILE` names in the environment of the build (OpenBench asks for that).
//!
//! Copies of this workspace that share a target folder share the place of the copy too: cargo names it by where a package
//! lies in its workspace, not by where that lies. What tells them apart is the full path below. Cargo remembers it, and
//! runs this again for a workspace that it is not the path of, however old its files are.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let here = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let own = here.join("../../nets/cutaway.nnue");
    let named = env::var_os("EVALFILE").filter(|path| !path.is_empty());
    // A name that is no full path is one from the folder of the workspace, where the build was started.
    let path = named.map_or(own, |path| here.join("../..").join(path));
    println!("cargo::rerun-if-changed={}", path.display());
    let bytes = fs::read(&path);
    let bytes = bytes.unwrap_or_else(|error| panic!("the network {}: {error}", path.display()));
    // Written and not copied, so that it is as new as it is, and can be written over.
    let copy = Path::new(&variable("OUT_DIR")).join("cutaway.nnue");
    fs::write(copy, bytes).expect("cargo lets build scripts write there");
}

fn variable(name: &str) -> String {
    env::var(name).expect("cargo sets it for build scripts")
}
