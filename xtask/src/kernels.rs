//! The gate `kernels`: whatever instructions compute the network, the engine searches the same nodes.
//!
//! The program benches with each kernel that the processor at hand has; built for 64-bit Arm it does so under qemu. For
//! WebAssembly the program cannot be built, since the line editor of its console cannot, and an example of the search
//! runs the same bench under node. What a machine lacks for that is told and left out.
//!
//! The kernels are compared bit for bit by the tests of `crates/eval`; this gate holds the whole of search, network and
//! compiler together.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::Outcome;
use crate::bench::node_count;
use crate::gates::command;

/// How deep the positions are searched, in plies: fifty thousand nodes, and less than a minute under emulation.
const DEPTH: &str = "4";

/// A cargo for the other targets, where the one at hand has no standard library for them.
const CROSS_CARGO: &str = "CUTAWAY_CROSS_CARGO";

/// Another kind of machine, and how a bench is run on it from here.
struct Target {
    triple: &'static str,
    kernels: &'static [&'static str],
    /// The arguments of `cargo run` before the target is named, and those of what is run, before the name of the kernel.
    what: (&'static str, &'static [&'static str]),
    rustflags: &'static str,
    /// Where the compiler brings no linker of its own.
    linker: Option<&'static str>,
    runner: &'static str,
}

const TARGETS: &[Target] = &[
    Target {
        triple: "aarch64-unknown-linux-gnu",
        kernels: &["scalar", "neon"],
        what: (
            "--package cutaway --bin cutaway",
            &["bench", "--depth", DEPTH, "--kernel"],
        ),
        rustflags: "-C target-cpu=generic",
        linker: Some("aarch64-linux-gnu-gcc"),
        runner: "qemu-aarch64 -L /usr/aarch64-linux-gnu",
    },
    Target {
        triple: "wasm32-wasip1",
        kernels: &["scalar", "simd128"],
        what: ("--package cutaway-search --example bench", &[DEPTH]),
        rustflags: "-C target-feature=+simd128",
        linker: None,
        runner: "node --no-warnings xtask/src/wasi.mjs",
    },
];

/// What one bench counted.
struct Count {
    machine: &'static str,
    kernel: &'static str,
    nodes: u64,
}

/// Runs the benches and compares.
pub fn run(root: &Path) -> Result<Outcome> {
    let mut counts = Vec::new();
    for (kernel, is_there) in kernels_at_hand() {
        if is_there {
            let mut bench = command(root, "run --quiet --release --package cutaway --");
            bench.args(["bench", "--depth", DEPTH, "--kernel", kernel]);
            counts.push(count("the machine at hand", kernel, bench)?);
        } else {
            println!("{kernel}: not run, this processor lacks the instructions");
        }
    }
    for target in TARGETS {
        if target.triple.starts_with(std::env::consts::ARCH) {
            continue;
        }
        match target.what_is_missing(root) {
            Some(why) => println!("{}: not run, {why}", target.triple),
            None => {
                for kernel in target.kernels {
                    let bench = target.bench(root, kernel);
                    counts.push(count(target.triple, kernel, bench)?);
                }
            }
        }
    }
    compare(&counts)?;
    Ok(Outcome::Passed)
}

/// The kernels for this kind of machine, and whether the processor has the instructions. What the program says that it
/// has is not asked: a kernel that got lost is to be missed.
fn kernels_at_hand() -> Vec<(&'static str, bool)> {
    #[cfg(target_arch = "x86_64")]
    let more = [
        ("sse4.1", is_x86_feature_detected!("sse4.1")),
        ("avx2", is_x86_feature_detected!("avx2")),
        (
            "avx512",
            is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
        ),
    ];
    #[cfg(target_arch = "aarch64")]
    let more = [("neon", true)];
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let more = [];
    [("scalar", true)].into_iter().chain(more).collect()
}

impl Target {
    /// Why nothing can be run for this target, if so.
    fn what_is_missing(&self, root: &Path) -> Option<String> {
        let linker = self.linker.map(|linker| self.configured("LINKER", linker));
        for tool in linker.into_iter().chain([self.runner()]) {
            let name = tool.split_whitespace().next().unwrap_or_default();
            let version = Command::new(name).arg("--version").output();
            if !version.is_ok_and(|output| output.status.success()) {
                return Some(format!("there is no `{name}`"));
            }
        }
        let has_library = std::env::var_os(CROSS_CARGO).is_some() || self.has_library(root);
        (!has_library).then(|| {
            format!(
                "there is no standard library for it: `rustup target add {}`, or name in {CROSS_CARGO} a cargo that \
                 has one",
                self.triple
            )
        })
    }

    /// Whether the compiler can build for this target.
    fn has_library(&self, root: &Path) -> bool {
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let output = Command::new(rustc)
            .args(["--print", "target-libdir", "--target", self.triple])
            .current_dir(root)
            .output();
        output.is_ok_and(|output| {
            output.status.success()
                && Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
        })
    }

    /// The command that benches with that kernel, built first if need be.
    fn bench(&self, root: &Path, kernel: &str) -> Command {
        let line = format!(
            "run --quiet --release {} --target {} --",
            self.what.0, self.triple
        );
        let mut bench = command(root, &line);
        if let Some(cargo) = std::env::var_os(CROSS_CARGO) {
            let arguments: Vec<_> = bench.get_args().map(ToOwned::to_owned).collect();
            bench = Command::new(cargo);
            bench.args(arguments).current_dir(root);
        }
        bench.args(self.what.1).arg(kernel);
        if let Some(linker) = self.linker {
            bench.env(self.variable("LINKER"), self.configured("LINKER", linker));
        }
        bench
            .env(self.variable("RUNNER"), self.runner())
            .env(
                self.variable("RUSTFLAGS"),
                self.configured("RUSTFLAGS", self.rustflags),
            )
            // They are meant for the machine at hand, and would go before.
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            // Nothing is timed there, and optimising across all crates takes minutes.
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        bench
    }

    fn runner(&self) -> String {
        self.configured("RUNNER", self.runner)
    }

    /// What the environment says of this target in cargo's own variables, or else `default`.
    fn configured(&self, what: &str, default: &str) -> String {
        std::env::var(self.variable(what)).unwrap_or_else(|_| default.to_string())
    }

    fn variable(&self, what: &str) -> String {
        let triple = self.triple.replace('-', "_").to_uppercase();
        format!("CARGO_TARGET_{triple}_{what}")
    }
}

/// Runs a bench and tells its count.
fn count(machine: &'static str, kernel: &'static str, mut bench: Command) -> Result<Count> {
    let output = bench
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("{bench:?} cannot be started"))?;
    ensure!(
        output.status.success(),
        "{kernel} on {machine}: {bench:?} ended with {}",
        output.status
    );
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next_back().unwrap_or_default();
    let nodes = node_count(line).with_context(|| {
        format!("{kernel} on {machine}: the last line is not `N nodes M nps`: {line:?}")
    })?;
    println!("{kernel:<8} {nodes:>10} nodes, {machine}");
    Ok(Count {
        machine,
        kernel,
        nodes,
    })
}

/// All counts must be the first one's.
fn compare(counts: &[Count]) -> Result<()> {
    let first = counts.first().context("no kernel was run")?;
    for other in counts {
        if other.nodes != first.nodes {
            bail!(
                "{} on {} searches {} nodes, {} on {} searches {}: one of them computes another network",
                other.kernel,
                other.machine,
                other.nodes,
                first.kernel,
                first.machine,
                first.nodes
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(nodes: &[u64]) -> Vec<Count> {
        let count = |nodes: &u64| Count {
            machine: "it",
            kernel: "scalar",
            nodes: *nodes,
        };
        nodes.iter().map(count).collect()
    }

    #[test]
    fn one_count_that_differs_is_an_error_and_so_is_none() {
        assert!(compare(&counts(&[7, 7, 7])).is_ok());
        assert!(compare(&counts(&[7, 7, 8])).is_err());
        assert!(compare(&counts(&[6, 7, 7])).is_err());
        assert!(compare(&[]).is_err());
    }

    #[test]
    fn a_bench_that_fails_or_counts_nothing_is_an_error() {
        let cargo = |line| command(&std::env::temp_dir(), line);
        assert!(count("it", "scalar", cargo("no-such-command")).is_err());
        assert!(count("it", "scalar", cargo("--version")).is_err());
    }

    #[test]
    fn a_tool_that_is_missing_is_named() {
        let target = Target {
            triple: "no-such-machine",
            kernels: &[],
            what: ("", &[]),
            rustflags: "",
            linker: Some("no-such-linker"),
            runner: "node",
        };
        let why = target.what_is_missing(&std::env::temp_dir());
        assert_eq!(why.as_deref(), Some("there is no `no-such-linker`"));
    }
}
