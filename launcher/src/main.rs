//! The launcher of a distribution: it starts the fastest of the builds beside it that this processor can run.
//!
//! `cargo xtask dist` puts it under the name `cutaway` next to `cutaway-x86-64-v2`, `-v3` and `-v4`. It is built for
//! any x86-64 processor and does nothing but choose: arguments, input and output are the build's own.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The builds from the fastest on, each with whether it may run here.
fn builds() -> [(&'static str, bool); 3] {
    let (v2, v3, v4) = levels();
    [("x86-64-v4", v4), ("x86-64-v3", v3), ("x86-64-v2", v2)]
}

/// Which levels of instructions the processor has.
#[cfg(target_arch = "x86_64")]
fn levels() -> (bool, bool, bool) {
    let v2 = is_x86_feature_detected!("sse4.2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("cmpxchg16b");
    let v3 = v2
        && is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
        && !has_slow_pext();
    let v4 = v3
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    (v2, v3, v4)
}

/// Elsewhere there is none of these builds.
#[cfg(not(target_arch = "x86_64"))]
fn levels() -> (bool, bool, bool) {
    (false, false, false)
}

/// Whether this is a Zen of the first or second generation: they have PEXT in microcode, so slow that the build without
/// it is the faster one.
#[cfg(target_arch = "x86_64")]
fn has_slow_pext() -> bool {
    let vendor = std::arch::x86_64::__cpuid(0);
    let is_amd = [vendor.ebx, vendor.edx, vendor.ecx]
        .map(u32::to_le_bytes)
        .concat()
        == b"AuthenticAMD";
    let version = std::arch::x86_64::__cpuid(1).eax;
    let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
    is_amd && family < 0x19
}

/// The file that is to be started, of those in `folder`.
fn choose(folder: &Path, builds: &[(&str, bool)]) -> Result<PathBuf, String> {
    let file = |level: &str| {
        let name = format!("cutaway-{level}{}", std::env::consts::EXE_SUFFIX);
        folder.join(name)
    };
    let mut fitting = builds.iter().filter(|(_, fits)| *fits);
    fitting
        .clone()
        .map(|(level, _)| file(level))
        .find(|path| path.is_file())
        .ok_or_else(|| match fitting.next() {
            Some((level, _)) => format!("{} is missing", file(level).display()),
            None => "this processor has not the instructions of any of the builds".to_string(),
        })
}

/// Becomes the build; comes back only if that fails.
#[cfg(unix)]
fn start(path: &Path) -> Result<ExitCode, String> {
    use std::os::unix::process::CommandExt;
    let error = std::process::Command::new(path)
        .args(std::env::args_os().skip(1))
        .exec();
    Err(format!("{} cannot be started: {error}", path.display()))
}

/// Runs the build and ends as it does.
#[cfg(not(unix))]
fn start(path: &Path) -> Result<ExitCode, String> {
    let status = std::process::Command::new(path)
        .args(std::env::args_os().skip(1))
        .status()
        .map_err(|error| format!("{} cannot be started: {error}", path.display()))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(1)))
}

fn main() -> ExitCode {
    let started = std::env::current_exe()
        .map_err(|error| format!("the launcher does not know where it lies: {error}"))
        .and_then(|exe| choose(exe.parent().unwrap_or(Path::new(".")), &builds()))
        .and_then(|path| start(&path));
    started.unwrap_or_else(|error| {
        eprintln!("cutaway: {error}");
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_build_that_fits_and_is_there_is_chosen() {
        let folder = std::env::temp_dir().join(format!("cutaway-launcher-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        let name = |level: &str| format!("cutaway-{level}{}", std::env::consts::EXE_SUFFIX);
        for level in ["a", "c"] {
            std::fs::write(folder.join(name(level)), "").expect("a file");
        }
        let chosen = |builds: &[(&str, bool)]| {
            let path = choose(&folder, builds)?;
            Ok::<_, String>(path.file_name().expect("a name").to_os_string())
        };
        let c = std::ffi::OsString::from(name("c"));
        assert_eq!(chosen(&[("a", false), ("b", true), ("c", true)]), Ok(c));
        let error = chosen(&[("a", false), ("b", true)]).expect_err("b is not there");
        assert!(error.ends_with("is missing"), "{error}");
        assert!(
            chosen(&[("a", false)])
                .expect_err("none fits")
                .contains("processor")
        );
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }

    #[test]
    fn each_level_holds_the_ones_below_it() {
        let (v2, v3, v4) = levels();
        assert!(v2 >= v3 && v3 >= v4);
    }
}
