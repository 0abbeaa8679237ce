//! The chore `dist`: a folder with the engine for every x86-64 processor of the last fifteen years.
//!
//! One build for each level of instructions, and a launcher named `cutaway` that starts the fastest which the processor
//! at hand can run. The builds are guided by a profile: each is built once to count what it executes, searches the
//! positions of `bench`, and is built again, laid out by those counts. (The counts of one level fit the kernels of another
//! badly: what is known of the processor when the program is compiled is not asked when it runs.) That changes no result:
//! the builds that run here must search the same nodes.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::Outcome;
use crate::bench::node_count;
use crate::gates::command;

/// The levels, by the compiler's names; the launcher knows the same ones.
const LEVELS: [&str; 3] = ["x86-64-v2", "x86-64-v3", "x86-64-v4"];

/// Where `llvm-profdata` is, if it is not where it is looked for.
const PROFDATA: &str = "LLVM_PROFDATA";

/// What is to be distributed, and where it goes.
pub struct Dist<'a> {
    pub root: &'a Path,
    /// The folder that the builds are copied to.
    pub out: PathBuf,
    /// Whether the builds are guided by a profile.
    pub profile: bool,
}

impl Dist<'_> {
    /// Builds everything, and tries what can run here.
    pub fn run(&self) -> Result<Outcome> {
        ensure!(
            std::env::consts::ARCH == "x86_64",
            "the levels are those of x86-64; on this machine `cargo build --release` builds what there is"
        );
        let host = Compiler::ask(self.root)?;
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("{} cannot be made", self.out.display()))?;
        let mut counts = Vec::new();
        for level in LEVELS {
            let runs = runs_here(level);
            let mut flags = format!("-C target-cpu={level}");
            if self.profile && runs {
                let profile = self.profile_of(&host, level)?;
                flags += &format!(" -C profile-use={}", profile.display());
            }
            let program = self.build(&host, "cutaway", &flags)?;
            let copy = self.copy(&program, &format!("cutaway-{level}"))?;
            if runs {
                counts.push((level, bench(&copy)?));
            } else {
                println!(
                    "{level}: neither profiled nor tried, this processor lacks the instructions"
                );
            }
        }
        let launcher = self.build(&host, "cutaway-launcher", "-C target-cpu=x86-64")?;
        let launcher = self.copy(&launcher, "cutaway")?;
        counts.push(("the launcher's choice", bench(&launcher)?));
        same_nodes(&counts)?;
        Ok(Outcome::Passed)
    }

    /// Builds a program for this kind of machine with those flags, and says where it lies.
    fn build(&self, host: &Compiler, package: &str, flags: &str) -> Result<PathBuf> {
        println!("{package}: {flags}");
        let target = self.folder();
        let line = format!(
            "build --quiet --release --package {package} --target {}",
            host.triple
        );
        // With a target named, the flags do not go to build scripts and macros, which would count as well.
        let status = command(self.root, &line)
            .env("CARGO_TARGET_DIR", &target)
            .env("RUSTFLAGS", flags)
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .status()
            .context("cargo cannot be started")?;
        ensure!(status.success(), "{package} with {flags} cannot be built");
        let name = format!("{package}{}", std::env::consts::EXE_SUFFIX);
        Ok(target.join(&host.triple).join("release").join(name))
    }

    /// Where it is built: beside what other builds leave, for their flags are others.
    fn folder(&self) -> PathBuf {
        let target = std::env::var_os("CARGO_TARGET_DIR");
        target
            .map_or_else(|| self.root.join("target"), PathBuf::from)
            .join("dist-build")
    }

    /// Counts what the engine of that level executes on the positions of `bench`.
    fn profile_of(&self, host: &Compiler, level: &str) -> Result<PathBuf> {
        let profdata = host.profdata()?;
        let raw = self.folder().join(format!("profile-{level}"));
        if raw.exists() {
            std::fs::remove_dir_all(&raw).context("the profile of an earlier run")?;
        }
        let flags = format!(
            "-C target-cpu={level} -C profile-generate={}",
            raw.display()
        );
        let program = self.build(host, "cutaway", &flags)?;
        bench(&program).context("the build that counts")?;
        let merged = self.folder().join(format!("{level}.profdata"));
        let status = Command::new(&profdata)
            .arg("merge")
            .arg("--output")
            .args([&merged, &raw])
            .status()
            .with_context(|| format!("{} cannot be started", profdata.display()))?;
        ensure!(status.success(), "{} failed", profdata.display());
        Ok(merged)
    }

    fn copy(&self, from: &Path, name: &str) -> Result<PathBuf> {
        let to = self
            .out
            .join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        let bytes = std::fs::copy(from, &to)
            .with_context(|| format!("{} to {}", from.display(), to.display()))?;
        println!("{} ({bytes} bytes)", to.display());
        Ok(to)
    }
}

/// Whether the processor at hand has the instructions of that level, as far as they tell it from the level below.
fn runs_here(level: &str) -> bool {
    #[cfg(target_arch = "x86_64")]
    return match level {
        "x86-64-v4" => is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl"),
        "x86-64-v3" => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2"),
        _ => is_x86_feature_detected!("sse4.2") && is_x86_feature_detected!("popcnt"),
    };
    #[cfg(not(target_arch = "x86_64"))]
    return level.is_empty();
}

/// The compiler at hand.
struct Compiler {
    triple: String,
    llvm: String,
    sysroot: PathBuf,
}

impl Compiler {
    fn ask(root: &Path) -> Result<Compiler> {
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let answer = |arguments: &[&str]| -> Result<String> {
            let output = Command::new(&rustc)
                .args(arguments)
                .current_dir(root)
                .output()
                .context("rustc cannot be started")?;
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let version = answer(&["--version", "--verbose"])?;
        let sysroot = answer(&["--print", "sysroot"])?;
        Ok(Compiler {
            triple: field(&version, "host").context("rustc does not tell its host")?,
            llvm: field(&version, "LLVM version").context("rustc does not tell its LLVM")?,
            sysroot: sysroot.trim().into(),
        })
    }

    /// The program that merges profiles; it must be of the compiler's own LLVM.
    fn profdata(&self) -> Result<PathBuf> {
        let major = self.llvm.split('.').next().unwrap_or_default();
        let of_rustup = format!("lib/rustlib/{}/bin/llvm-profdata", self.triple);
        let places = [
            std::env::var_os(PROFDATA).map(PathBuf::from),
            Some(self.sysroot.join(of_rustup)),
            Some(format!("/usr/lib/llvm-{major}/bin/llvm-profdata").into()),
        ];
        match places.into_iter().flatten().find(|path| path.is_file()) {
            Some(path) => Ok(path),
            None => bail!(
                "there is no llvm-profdata of LLVM {major}: `rustup component add llvm-tools`, Debian's package \
                 llvm-{major}, or name one in {PROFDATA}; `--no-profile` does without"
            ),
        }
    }
}

/// What stands behind `name: ` in the lines that rustc tells of itself.
fn field(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let value = line.strip_prefix(name)?.strip_prefix(": ")?;
        Some(value.trim().to_string())
    })
}

/// The node count of a program's bench, which is printed with its speed.
fn bench(program: &Path) -> Result<u64> {
    let output = Command::new(program)
        .arg("bench")
        .output()
        .with_context(|| format!("{} cannot be started", program.display()))?;
    ensure!(
        output.status.success(),
        "bench ended with {}",
        output.status
    );
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next_back().unwrap_or_default();
    println!("{line}");
    node_count(line).with_context(|| format!("the last line is not `N nodes M nps`: {line:?}"))
}

/// All builds must search the same nodes.
fn same_nodes(counts: &[(&str, u64)]) -> Result<()> {
    let Some((first, nodes)) = counts.first() else {
        bail!("no build was tried");
    };
    for (other, count) in counts {
        ensure!(
            count == nodes,
            "{other} searches {count} nodes, {first} searches {nodes}"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rustc_tells_of_itself_is_read() {
        let text =
            "rustc 1.95.0\nhost: x86_64-unknown-linux-gnu\nrelease: 1.95.0\nLLVM version: 22.1.2\n";
        assert_eq!(
            field(text, "host").as_deref(),
            Some("x86_64-unknown-linux-gnu")
        );
        assert_eq!(field(text, "LLVM version").as_deref(), Some("22.1.2"));
        assert_eq!(field(text, "commit-date"), None);
    }

    #[test]
    fn builds_that_search_other_nodes_are_an_error_and_so_is_none() {
        assert!(same_nodes(&[("a", 7), ("b", 7)]).is_ok());
        assert!(same_nodes(&[("a", 7), ("b", 8)]).is_err());
        assert!(same_nodes(&[]).is_err());
    }

    #[test]
    fn a_missing_profdata_says_where_to_get_it() {
        let compiler = Compiler {
            triple: "no-such-machine".into(),
            llvm: "9999.1".into(),
            sysroot: std::env::temp_dir().join("no-such-folder"),
        };
        if std::env::var_os(PROFDATA).is_none() {
            let error = compiler.profdata().expect_err("there is none").to_string();
            assert!(
                error.contains("llvm-9999") && error.contains("--no-profile"),
                "{error}"
            );
        }
    }
}
