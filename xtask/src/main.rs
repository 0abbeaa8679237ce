//! `cargo xtask`: the project's own chores, as a program beside the engine.
//!
//! `test` runs every gate in order, `tidy` checks the invariants of ARCHITECTURE.md, `bench` compares the
//! node count of this tree with the one its history states, `kernels` the node counts of all kernels of the
//! network with one another, `dist` makes builds for others. The program imports no crate of the
//! project: it looks at them from outside, so that it still runs when one of them does not compile.

mod bench;
mod dist;
mod gates;
mod kernels;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

/// The project's chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run every gate: format, tidy, lints, documents, tests, doctests, bench.
    Test {
        /// Run the tests marked slow too (`#[ignore]`), in the release profile, and the gate `kernels`.
        #[arg(long)]
        slow: bool,
        /// The node count that the next commit message will state, in place of the last one in the git log.
        #[arg(long, value_name = "N")]
        bench: Option<u64>,
    },
    /// Check the invariants of ARCHITECTURE.md in the manifests and the sources.
    Tidy,
    /// Run `cutaway bench` in release and compare its node count with the last `Bench: N` of the git log.
    Bench {
        /// The node count to expect, in place of the one in the git log.
        #[arg(long, value_name = "N")]
        bench: Option<u64>,
    },
    /// Build the engine for several levels of x86-64, guided by a profile, and a launcher that picks one.
    Dist {
        /// The folder that the builds go to.
        #[arg(long, value_name = "FOLDER", default_value = "target/dist")]
        out: PathBuf,
        /// Do without the profile: it takes one more build and `llvm-profdata` of the compiler's LLVM.
        #[arg(long)]
        no_profile: bool,
    },
    /// Bench with each kernel of the network, those for Arm (qemu) and WebAssembly (node) too, and compare the node counts.
    Kernels,
}

/// What a gate that did not fail has to say.
pub enum Outcome {
    /// It ran and all was well.
    Passed,
    /// It could not be run here, for the reason given.
    Skipped(String),
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<ExitCode> {
    let root = project_root()?;
    Ok(match arguments.chore {
        Chore::Test { slow, bench } => gates::run_all(&root, slow, bench),
        Chore::Tidy => {
            tidy::run(&root)?;
            ExitCode::SUCCESS
        }
        Chore::Bench { bench } => {
            if let Outcome::Skipped(why) = bench::run(&root, bench)? {
                println!("bench skipped: {why}");
            }
            ExitCode::SUCCESS
        }
        Chore::Dist { out, no_profile } => {
            dist::Dist {
                root: &root,
                out: root.join(out),
                profile: !no_profile,
            }
            .run()?;
            ExitCode::SUCCESS
        }
        Chore::Kernels => {
            kernels::run(&root)?;
            ExitCode::SUCCESS
        }
    })
}

/// The folder of the workspace. Cargo says at run time where this package lies; a path fixed when it
/// was compiled would be wrong in a second clone that shares the target folder.
fn project_root() -> Result<PathBuf> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").context("start this as `cargo xtask`")?;
    let root = Path::new(&package)
        .parent()
        .context("the package lies in the workspace")?;
    Ok(root.to_path_buf())
}
