//! Whole files of text, as subcommands read and write them; where that fails, the error says which file it was.

use anyhow::{Context, Result};
use std::fs::OpenOptions;
use std::path::Path;

/// The text of a file.
pub fn read(path: impl AsRef<Path>) -> Result<String> {
    let path = path.as_ref();
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Puts a text in the place of a file, so that whoever reads it, also after we were killed, finds the old text or the new
/// one.
pub fn write(path: &Path, text: &str) -> Result<()> {
    replace(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    if !path.metadata().is_ok_and(|data| data.is_file()) {
        // It is not there yet, or it is a pipe or a device and has to stay one.
        return std::fs::write(path, text);
    }
    let mut new = path.as_os_str().to_os_string();
    new.push(".new");
    std::fs::write(&new, text)?;
    std::fs::rename(&new, path)
}

/// Makes the file unless it is there. One that cannot be written is better known before the games than after them.
pub fn expect_to_write(path: &Path) -> Result<()> {
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}
