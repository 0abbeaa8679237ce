//! What the rules look at: the text files of the project and the answer of `cargo metadata`.
//!
//! Reads only; it judges nothing.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::gates::command;

/// A text file.
pub struct File {
    /// Its path from the root of the project, parted by `/`.
    pub path: String,
    /// All of it.
    pub text: String,
}

/// The project as the rules see it.
pub struct Tree {
    /// Every text file that is committed or staged; what else lies about is the user's own.
    pub files: Vec<File>,
    /// What `cargo metadata --no-deps` prints: the packages of the workspace and what they ask for.
    pub metadata: Value,
}

impl Tree {
    /// Reads the project at `root`.
    pub fn read(root: &Path) -> Result<Tree> {
        let output = command(root, "metadata --no-deps --format-version 1")
            .output()
            .context("cargo metadata")?;
        if !output.status.success() {
            bail!(
                "cargo metadata failed: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        let metadata =
            serde_json::from_slice(&output.stdout).context("cargo metadata prints JSON")?;
        let paths = match listed_by_git(root) {
            Some(paths) => paths,
            None => walk(root)?,
        };
        let mut files: Vec<File> = paths
            .into_iter()
            .filter_map(|path| {
                // What is no UTF-8 is no text; what is listed but gone was deleted and not yet committed.
                let text = std::fs::read_to_string(root.join(&path)).ok()?;
                Some(File { path, text })
            })
            .collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Tree { files, metadata })
    }
}

/// The files git tracks, staged ones too, or nothing where there is no git.
fn listed_by_git(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached"])
        .current_dir(root)
        .output()
        .ok()?;
    if !output.status.success() {
        return None;
    }
    let list = String::from_utf8_lossy(&output.stdout);
    Some(
        list.split('\0')
            .filter(|path| !path.is_empty())
            .map(str::to_string)
            .collect(),
    )
}

/// The same for an unpacked archive: every file but what builds leave behind.
fn walk(root: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)
            .with_context(|| format!("{} cannot be read", folder.display()))?
        {
            let entry = entry?;
            let (path, name) = (entry.path(), entry.file_name());
            if entry.file_type()?.is_dir() {
                if !["target", ".git", "node_modules"]
                    .iter()
                    .any(|left_out| name == *left_out)
                {
                    folders.push(path);
                }
            } else {
                let inside = path
                    .strip_prefix(root)
                    .context("a walk stays below its root")?;
                paths.push(inside.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_finds_what_git_tracks_in_this_crate() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let walked = walk(here).unwrap();
        assert!(walked.contains(&"src/tidy/tree.rs".to_string()));
        for path in listed_by_git(here).unwrap_or_default() {
            // What was deleted and not yet committed is listed and gone.
            assert!(
                walked.contains(&path) || !here.join(&path).exists(),
                "{path}"
            );
        }
    }

    #[test]
    fn what_git_does_not_track_is_not_looked_at() {
        let folder = std::env::temp_dir().join(format!("tidy-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let git = |arguments: &[&str]| {
            let mut git = Command::new("git");
            let ended = git.args(arguments).current_dir(&folder).output();
            ended.is_ok_and(|output| output.status.success())
        };
        // Where there is no git there is nothing to see.
        if git(&["init", "-q"]) {
            std::fs::write(folder.join("staged.rs"), "").unwrap();
            std::fs::write(folder.join("report.txt"), "").unwrap();
            assert!(git(&["add", "staged.rs"]));
            assert_eq!(listed_by_git(&folder), Some(vec!["staged.rs".to_string()]));
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
