//! `cargo xtask test`: the gates, in the order in which they fail cheapest first.
//!
//! Each gate is a name and a function; the first that fails ends the run, since what follows would
//! mostly repeat its message. The transcripts of the book are a test target of the crate `cutaway`, so the
//! gate `tests` runs them; nothing here knows the book.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::{Outcome, bench, kernels, tidy};

type Run<'a> = Box<dyn Fn() -> Result<Outcome> + 'a>;

/// Runs the gates one after the other, tells each one's time and ends with a line `N passed, N failed`.
pub fn run_all(root: &Path, slow: bool, stated_bench: Option<u64>) -> ExitCode {
    match std::env::var("CUTAWAY_TESTDATA") {
        Ok(folder) => println!("test data: {folder}"),
        Err(_) => {
            println!("test data: CUTAWAY_TESTDATA is not set, tests of the larger collections skip")
        }
    }
    let mut gates: Vec<(&str, Run)> = vec![
        ("tools", Box::new(|| tools(root))),
        ("format", Box::new(|| cargo(root, "fmt --all -- --check"))),
        (
            "tidy",
            Box::new(|| tidy::run(root).map(|()| Outcome::Passed)),
        ),
        (
            "lints",
            Box::new(|| {
                cargo(
                    root,
                    "clippy --quiet --workspace --all-targets -- -D warnings",
                )
            }),
        ),
        ("documents", Box::new(|| documents(root))),
        (
            "tests",
            Box::new(|| cargo(root, "test --workspace --lib --bins --tests --examples")),
        ),
        (
            "doctests",
            Box::new(|| cargo(root, "test --workspace --doc")),
        ),
        ("bench", Box::new(|| bench::run(root, stated_bench))),
    ];
    if slow {
        let line = "test --workspace --release --lib --bins --tests -- --ignored";
        gates.push(("slow tests", Box::new(move || cargo(root, line))));
        gates.push(("kernels", Box::new(|| kernels::run(root))));
    }
    report(&gates)
}

fn report(gates: &[(&str, Run)]) -> ExitCode {
    let begin = Instant::now();
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for (name, gate) in gates {
        println!("== {name}");
        let start = Instant::now();
        let outcome = gate();
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(Outcome::Passed) => {
                passed += 1;
                println!("== {name}: passed in {seconds:.1} s");
            }
            Ok(Outcome::Skipped(why)) => {
                skipped += 1;
                println!("== {name}: skipped, {why}");
            }
            Err(error) => {
                failed += 1;
                println!("== {name}: FAILED after {seconds:.1} s: {error:#}");
                break;
            }
        }
    }
    let left = gates.len() - passed - failed - skipped;
    println!(
        "== gates: {skipped} skipped, {left} not reached, {:.1} s in all",
        begin.elapsed().as_secs_f64()
    );
    println!("{passed} passed, {failed} failed");
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Rustfmt and Clippy come as components of the toolchain, and a minimal one lacks them.
fn tools(root: &Path) -> Result<Outcome> {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let found = command(root, tool)
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success());
        if !found {
            bail!("`cargo {tool}` is missing: install it with `rustup component add {component}`");
        }
    }
    Ok(Outcome::Passed)
}

fn documents(root: &Path) -> Result<Outcome> {
    let mut command = command(root, "doc --quiet --no-deps --workspace");
    command.env("RUSTDOCFLAGS", "-D warnings");
    expect_success(command)
}

fn cargo(root: &Path, line: &str) -> Result<Outcome> {
    expect_success(command(root, line))
}

fn expect_success(mut command: Command) -> Result<Outcome> {
    let status = command
        .status()
        .with_context(|| format!("{command:?} cannot be started"))?;
    if !status.success() {
        bail!("{command:?} ended with {status}");
    }
    Ok(Outcome::Passed)
}

/// The cargo that runs us, with `line` cut at blanks as its arguments, in the folder of the workspace.
pub fn command(root: &Path, line: &str) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(line.split_whitespace()).current_dir(root);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(result: fn() -> Result<Outcome>) -> Run<'static> {
        Box::new(result)
    }

    #[test]
    fn all_passed_or_skipped_is_success() {
        let gates = [
            ("a", gate(|| Ok(Outcome::Passed))),
            ("b", gate(|| Ok(Outcome::Skipped("no git".to_string())))),
        ];
        assert_eq!(report(&gates), ExitCode::SUCCESS);
    }

    #[test]
    fn one_failure_is_failure_and_ends_the_run() {
        let gates = [
            ("a", gate(|| bail!("broken"))),
            ("b", gate(|| panic!("must not be reached"))),
        ];
        assert_eq!(report(&gates), ExitCode::FAILURE);
    }

    #[test]
    fn a_command_that_fails_is_an_error() {
        let folder = std::env::temp_dir();
        assert!(cargo(&folder, "--version").is_ok());
        assert!(cargo(&folder, "no-such-command").is_err());
    }
}
