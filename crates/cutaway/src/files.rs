//! Files as subcommands are given them: whole files, read and written so that an error says which file it was, and whether
//! two options name the same one.

use anyhow::{Context, Result, bail};
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

/// The text of a file. Bytes that are no UTF-8, as in names from older files, become `U+FFFD`.
pub fn read(path: impl AsRef<Path>) -> Result<String> {
    let path = path.as_ref();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The text of a plain file, in UTF-8. What may have no end, as a device, is not opened.
pub fn read_plain(path: &Path) -> Result<String> {
    let read = || -> Result<String> {
        if !path.metadata()?.is_file() {
            bail!("it is no plain file");
        }
        Ok(std::fs::read_to_string(path)?)
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}

/// Puts a text, or bytes, in the place of a file, so that whoever reads it, also after we were killed, finds the old ones
/// or the new ones.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    replace(path, contents.as_ref()).with_context(|| format!("cannot write {}", path.display()))
}

/// [`write()`], with the error as the system says it.
pub fn replace(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    if !path.metadata().is_ok_and(|data| data.is_file()) {
        // It is not there yet, or it is a pipe or a device and has to stay one.
        return std::fs::write(path, contents);
    }
    let mut new = path.as_os_str().to_os_string();
    new.push(".new");
    std::fs::write(&new, contents)?;
    std::fs::rename(&new, path)
}

/// A file that is not there yet. If it is made and nothing comes into it before this is dropped, as where a command is
/// refused or interrupted, it goes again.
#[must_use = "the file goes when this is dropped"]
#[derive(Debug, Default)]
pub struct NewFile(Option<PathBuf>);

impl NewFile {
    /// Watches over a path unless something is there already, which stays whatever it holds.
    pub fn unless_there(path: Option<&Path>) -> NewFile {
        let missing = path.filter(|path| path.symlink_metadata().is_err());
        NewFile(missing.map(Path::to_path_buf))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        let is_empty = |path: &PathBuf| {
            let data = path.symlink_metadata();
            data.is_ok_and(|data| data.is_file() && data.len() == 0)
        };
        if let Some(path) = self.0.take_if(|path| is_empty(path)) {
            // One that cannot be taken away stays, and does no harm.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Makes the file unless it is there. One that cannot be written is better known before the games than after them.
pub fn expect_to_write(path: &Path) -> Result<NewFile> {
    let made = NewFile::unless_there(Some(path));
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(made)
}

/// Refuses two options that name the same file, whatever they call it: one of the two would destroy what the other has
/// written, or was to read. Pipes, terminals and the like may be shared.
pub fn all_differ(named: &[(&str, Option<&Path>)]) -> Result<()> {
    let mut seen: Vec<(&str, PathBuf)> = Vec::new();
    for &(option, path) in named {
        let Some(file) = path.and_then(same_for_all_names) else {
            continue;
        };
        if let Some((other, _)) = seen.iter().find(|(_, earlier)| *earlier == file) {
            bail!("{other} and {option} are the same file, {}", file.display());
        }
        seen.push((option, file));
    }
    Ok(())
}

/// The file by the one name that all its names lead to; `None` if it is there and no plain file, or its folder is not.
fn same_for_all_names(path: &Path) -> Option<PathBuf> {
    if let Ok(metadata) = path.metadata() {
        return metadata.is_file().then(|| path.canonicalize().ok())?;
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_goes_if_nothing_comes_into_it() {
        let folder = std::env::temp_dir().join(format!("cutaway-new-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [empty, written, there] = ["empty", "written", "there"].map(|name| folder.join(name));
        std::fs::write(&there, "").unwrap();
        let made = [&empty, &written, &there].map(|path| expect_to_write(path).unwrap());
        assert!(empty.exists());
        write(&written, "x").unwrap();
        drop(made);
        assert!(!empty.exists() && written.exists() && there.exists());
        drop(NewFile::unless_there(Some(&empty)));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_is_known_by_all_its_names() {
        let folder = std::env::temp_dir().join(format!("cutaway-files-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let there = folder.join("there");
        std::fs::write(&there, "x").unwrap();
        let roundabout = folder
            .join("..")
            .join(folder.file_name().unwrap())
            .join("there");
        let missing = [folder.join("missing"), folder.join(".").join("missing")];
        let differ = |a: &Path, b: &Path| all_differ(&[("--a", Some(a)), ("--b", Some(b))]);
        let error = differ(&there, &roundabout).unwrap_err().to_string();
        assert!(
            error.starts_with("--a and --b are the same file"),
            "{error}"
        );
        assert!(differ(&missing[0], &missing[1]).is_err());
        assert!(differ(&there, &missing[0]).is_ok());
        assert!(differ(Path::new("/dev/null"), Path::new("/dev/null")).is_ok());
        assert!(all_differ(&[("--a", Some(&there)), ("--b", None)]).is_ok());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
