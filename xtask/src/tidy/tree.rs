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
    /// Every text file that is committed or about to be.
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

/// The files git tracks or would add, or nothing where there is no git.
fn listed_by_git(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
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
    fn a_walk_and_git_agree_on_this_crate() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut walked = walk(here).unwrap();
        walked.sort();
        assert!(walked.contains(&"src/tidy/tree.rs".to_string()));
        if let Some(mut listed) = listed_by_git(here) {
            listed.sort();
            assert_eq!(walked, listed);
        }
    }
}
