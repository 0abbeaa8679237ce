//! Says which network is built in: `nets/cutaway.nnue`, or the file that `EVALFILE` names in the environment of the
//! build (OpenBench asks for that). The file itself is included by `src/built_in.rs`.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it for build scripts");
    let own = Path::new(&here).join("../../nets/cutaway.nnue");
    let named = env::var_os("EVALFILE").filter(|path| !path.is_empty());
    // A name that is no full path is one from the folder of the workspace, where the build was started.
    let path = named.map_or(own, |path| Path::new(&here).join("../..").join(path));
    println!("cargo::rustc-env=CUTAWAY_NETWORK={}", path.display());
}
