//! The transcripts of the book and of the README, typed again; and what the book includes and links to, looked up.
//!
//! A fenced block whose first line begins with `> ` is a transcript: the lines after `> ` are typed into
//! `cutaway console --echo`, and everything that comes back must be what stands in the block. `[..]` stands for any text
//! within a line, a line `...` for any number of lines; figures before ` ms` are not compared. The transcripts of one file
//! are one conversation each, begun afresh, unless the block is marked `goes-on` after its language: then it goes on
//! where the last one ended. A block marked `ignore` is left alone.
//!
//! A block marked `text` whose first line begins with `$ ` is a transcript of a shell: each line after `$ ` is a command
//! of this program, parted at blanks. All transcripts of a page run in one folder, so that one can use the files that
//! another wrote; the folder begins with what lies in `book/given`. Blocks marked `trycmd` or `console` that begin with
//! `$ ` are run by trycmd, each by itself.
//!
//! With `TRYCMD=overwrite` in the environment, answers that differ are written into the pages instead.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A transcript of a file.
#[derive(Debug, PartialEq)]
struct Transcript {
    /// The line in the file at which it begins, from 1.
    line: usize,
    goes_on: bool,
    lines: Vec<String>,
}

impl Transcript {
    fn commands(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter_map(|line| line.strip_prefix("> "))
    }

    /// Whether it is one of a shell, and not of the console.
    fn is_of_a_shell(&self) -> bool {
        self.lines
            .first()
            .is_some_and(|line| line.starts_with("$ "))
    }
}

/// Whether something is typed in this line of a transcript.
fn is_typed(line: &str) -> bool {
    line.starts_with("> ") || line.starts_with("$ ")
}

/// The transcripts among the fenced blocks of a text.
fn transcripts(text: &str) -> Vec<Transcript> {
    let mut found = Vec::new();
    let mut block: Option<(usize, String, Vec<String>)> = None;
    for (index, line) in text.lines().enumerate() {
        match (&mut block, line.strip_prefix("```")) {
            (None, Some(language)) => {
                block = Some((index + 2, language.trim().to_string(), Vec::new()))
            }
            (Some(_), Some(_)) => {
                let (line, language, lines) = block.take().expect("it was just seen");
                let marks: Vec<&str> = language.split([',', ' ']).collect();
                let begins = |prompt| {
                    lines
                        .first()
                        .is_some_and(|line: &String| line.starts_with(prompt))
                };
                let is_transcript = begins("> ") || begins("$ ") && marks.contains(&"text");
                if is_transcript && !marks.contains(&"ignore") {
                    found.push(Transcript {
                        line,
                        goes_on: marks.contains(&"goes-on"),
                        lines,
                    });
                }
            }
            (Some((_, _, lines)), None) => lines.push(line.trim_end().to_string()),
            (None, None) => {}
        }
    }
    found
}

/// Takes the figures out that differ from run to run: `  12 ms` reads as `ms`, `0.3 M positions/s, 1 second left` as
/// `M positions/s, left`.
fn without_times(line: &str) -> String {
    let is_figure = |word: &mut &str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    };
    let all: Vec<&str> = line.split_whitespace().collect();
    let mut words: Vec<&str> = Vec::new();
    for (index, word) in all.iter().enumerate() {
        let rest = &all[index..];
        let is_of_time = *word == "left" && words.pop_if(|last| is_time(last)).is_some()
            || word.starts_with("ms")
            || *word == "a" && rest.get(1).is_some_and(|next| next.starts_with("second"))
            || rest.starts_with(&["M", "positions/s,"]);
        if is_of_time {
            words.pop_if(is_figure);
        }
        words.push(word);
    }
    words.join(" ")
}

/// Whether a word is a span of time, in the plural or not.
fn is_time(word: &str) -> bool {
    ["second", "minute", "hour"].contains(&word.trim_end_matches('s'))
}

/// Whether a line matches one in which `[..]` stands for anything.
fn matches(pattern: &str, line: &str) -> bool {
    let (pattern, line) = (without_times(pattern), without_times(line));
    let mut parts = pattern.split("[..]");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether lines match a pattern in which `...` stands for any number of lines.
fn all_match(pattern: &[String], lines: &[String]) -> bool {
    match pattern.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=lines.len()).any(|skip| all_match(rest, &lines[skip..]))
        }
        Some((first, rest)) => lines
            .split_first()
            .is_some_and(|(line, lines)| matches(first, line) && all_match(rest, lines)),
    }
}

/// A new folder for the transcripts of one page, with what they are given.
fn folder() -> PathBuf {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{number}"));
    // What an earlier run has left there.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("cargo's folder can be written to");
    let given = std::fs::read_dir(root().join("book/given")).expect("the folder is there");
    for path in given.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        let name = path.file_name().expect("a file of a folder has a name");
        std::fs::copy(&path, folder.join(name)).expect("the file can be copied");
    }
    folder
}

/// Runs the commands of a shell's transcript and gives what comes back, the commands before their answers.
fn run_in_shell(transcript: &Transcript, folder: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    for line in transcript.lines.iter().filter(|line| is_typed(line)) {
        lines.push(line.clone());
        let mut words = line.split_whitespace().skip(1);
        if words.next() != Some("cutaway") {
            lines.push("only cutaway can be run here".to_string());
            continue;
        }
        let output = Command::new(env!("CARGO_BIN_EXE_cutaway"))
            .args(words)
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()
            .expect("the program was built with the tests");
        for bytes in [&output.stdout, &output.stderr] {
            let text = String::from_utf8_lossy(bytes);
            lines.extend(text.lines().map(|line| line.trim_end().to_string()));
        }
    }
    lines
}

/// Types the commands into the console and gives what comes back.
fn type_in(commands: &[&str], folder: &Path) -> Vec<String> {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_cutaway"))
        .args(["console", "--echo"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program was built with the tests");
    let mut input = child.stdin.take().expect("it is piped");
    let text = commands.join("\n") + "\n";
    input
        .write_all(text.as_bytes())
        .expect("the console reads to the end");
    drop(input);
    let output = child.wait_with_output().expect("it ends with its input");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| line.trim_end().to_string())
        .collect()
}

/// Runs the transcripts of a text and gives those whose answers differ, with what the console said.
fn differing(text: &str) -> Vec<(Transcript, Vec<String>)> {
    let mut found = Vec::new();
    let mut commands: Vec<String> = Vec::new();
    let mut before = 0;
    let folder = folder();
    for transcript in transcripts(text) {
        if transcript.is_of_a_shell() {
            let lines = run_in_shell(&transcript, &folder);
            if !all_match(&transcript.lines, &lines) {
                found.push((transcript, lines));
            }
            continue;
        }
        if !transcript.goes_on {
            commands.clear();
            before = 0;
        }
        commands.extend(transcript.commands().map(str::to_string));
        let typed: Vec<&str> = commands.iter().map(String::as_str).collect();
        let all = type_in(&typed, &folder);
        // What an earlier part of the conversation said was compared there.
        let lines = all[before.min(all.len())..].to_vec();
        before = all.len();
        if !all_match(&transcript.lines, &lines) {
            found.push((transcript, lines));
        }
    }
    found
}

/// Runs the transcripts of a text; says where one differs.
fn check(path: &Path, text: &str) -> String {
    let mut report = String::new();
    for (transcript, lines) in differing(text) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            report,
            "{}:{}: the book says\n{}\n-- and the program\n{}\n",
            path.display(),
            transcript.line,
            transcript.lines.join("\n"),
            lines.join("\n")
        );
    }
    report
}

/// The text with the answers that differ replaced by what the console says now.
fn rewritten(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for (transcript, now) in differing(text).into_iter().rev() {
        let first = transcript.line - 1;
        let old_answers = answers(&transcript.lines);
        let new_answers = answers(&now);
        let block: Vec<String> = old_answers
            .into_iter()
            .zip(new_answers)
            .flat_map(|(old, new)| merged(old, new))
            .collect();
        lines.splice(first..first + transcript.lines.len(), block);
    }
    lines.join("\n") + "\n"
}

/// A transcript cut before each command.
fn answers(lines: &[String]) -> Vec<&[String]> {
    let starts: Vec<usize> = (0..lines.len()).filter(|&i| is_typed(&lines[i])).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| &lines[start..end])
        .collect()
}

/// A new answer in the form of the old one: lines that still match stay as they were, and as many lines stand before and
/// after a `...` as did before.
fn merged(old: &[String], new: &[String]) -> Vec<String> {
    if all_match(old, new) {
        return old.to_vec();
    }
    let keep = |old: Option<&String>, new: &String| match old {
        Some(old) if matches(old, new) => old.clone(),
        _ => new.clone(),
    };
    let Some(gap) = old.iter().position(|line| line == "...") else {
        return new
            .iter()
            .enumerate()
            .map(|(i, line)| keep(old.get(i), line))
            .collect();
    };
    let last = old.len() - gap - 1;
    let (head, tail) = (
        gap.min(new.len()),
        new.len().saturating_sub(last).max(gap.min(new.len())),
    );
    let mut lines: Vec<String> = (0..head).map(|i| keep(old.get(i), &new[i])).collect();
    lines.push("...".to_string());
    lines.extend((tail..new.len()).map(|i| keep(old.get(old.len() + i - new.len()), &new[i])));
    lines
}

/// What is wrong with the includes and the links of a page, `folder` being where it lies: `{{#include file:anchor}}` and
/// `](file)` must lead somewhere. Links into the web are not followed.
fn dead_ends(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for include in between(text, "{{#include ", "}}") {
        let (file, anchor) = include.split_once(':').unwrap_or((include, ""));
        match std::fs::read_to_string(folder.join(file)) {
            Err(error) => found.push(format!("{include}: {error}")),
            Ok(code) => {
                for mark in ["ANCHOR", "ANCHOR_END"] {
                    let mark = format!("// {mark}: {anchor}");
                    if !anchor.is_empty() && !code.lines().any(|line| line.trim() == mark) {
                        found.push(format!("{include}: {file} has no line `{mark}`"));
                    }
                }
            }
        }
    }
    for link in between(text, "](", ")") {
        let file = link.split('#').next().unwrap_or_default();
        if !link.contains("://") && !file.is_empty() && !folder.join(file).exists() {
            found.push(format!("{link}: there is no such file"));
        }
    }
    found
}

/// The pieces of a text that stand between two marks.
fn between<'a>(text: &'a str, before: &'a str, after: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before)
        .skip(1)
        .filter_map(move |rest| rest.split_once(after).map(|(piece, _)| piece))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README and the pages of the book.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("book/src")];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

#[test]
fn transcripts_say_what_the_console_says() {
    let overwrite = std::env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite");
    let (mut report, mut typed) = (String::new(), 0);
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("the page was just listed");
        if overwrite {
            let new = rewritten(&text);
            if new != text {
                std::fs::write(&page, new).expect("the page can be written");
            }
        } else {
            report += &check(&page, &text);
        }
        typed += transcripts(&text).len();
    }
    // Should the pages or the marks of the blocks change, this must not pass for want of anything to type.
    assert!(typed >= 30, "only {typed} transcripts were found");
    assert!(report.is_empty(), "{report}");
}

#[test]
fn includes_and_links_lead_somewhere() {
    let mut found = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("the page was just listed");
        let folder = page.parent().expect("a file lies in a folder");
        found.extend(
            dead_ends(folder, &text)
                .into_iter()
                .map(|words| format!("{}: {words}", page.display())),
        );
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_page_is_in_the_contents_list() {
    let source = root().join("book/src");
    let summary = std::fs::read_to_string(source.join("SUMMARY.md")).expect("the book has one");
    let listed: Vec<&str> = between(&summary, "](", ")").collect();
    for page in pages() {
        let Ok(name) = page.strip_prefix(&source) else {
            continue;
        };
        let name = name.to_string_lossy();
        assert!(
            name == "SUMMARY.md" || listed.contains(&name.as_ref()),
            "{name} is not in SUMMARY.md"
        );
    }
    for chapter in 1..=24 {
        assert!(
            summary.contains(&format!("- [{chapter}. ")),
            "SUMMARY.md lacks chapter {chapter}"
        );
    }
}

#[test]
fn a_dead_end_is_found() {
    let folder = root().join("book/src");
    let good = "{{#include ../../crates/search/src/mvv_lva.rs:mvv_lva}} [here](SUMMARY.md#x) [web](https://a.b)";
    assert_eq!(dead_ends(&folder, good), Vec::<String>::new());
    for bad in [
        "{{#include ../../crates/search/src/mvv_lva.rs:nothing}}",
        "{{#include ../nothing.rs}}",
        "[a chapter](99-nothing.md)",
    ] {
        assert!(!dead_ends(&folder, bad).is_empty(), "{bad}");
    }
}

#[test]
fn overwriting_keeps_what_still_holds() {
    let page = "```console\n> set stage 7\n> see e5\nwrong\n> see e4\ne4 is worth [..]\n...\n> help fen\nwrong\n...\n```\nand so on\n";
    let new = rewritten(page);
    assert!(!new.contains("wrong"), "{new}");
    assert!(
        new.contains("> see e4\ne4 is worth [..]\n...\n> help fen\n"),
        "{new}"
    );
    assert!(new.ends_with("```\nand so on\n"), "{new}");
    assert_eq!(check(Path::new("new"), &new), "");
    assert_eq!(rewritten(&new), new, "nothing is left to do");
}

#[test]
fn commands_of_the_shell_say_what_they_said() {
    trycmd::TestCases::new()
        .register_bin("cutaway", Path::new(env!("CARGO_BIN_EXE_cutaway")))
        .case("tests/cmd/*.md")
        .case("../../book/src/**/*.md")
        .case("../../README.md");
}

#[test]
fn a_wrong_transcript_is_found() {
    let right = "```text\n> set stage 7\n> fen 4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1\n> see Qxd5\n\
                 Qxd5 is worth -8.00 [..]\n...\n```\n";
    assert_eq!(check(Path::new("right"), right), "");
    let wrong = right.replace("-8.00", "+8.00");
    assert!(check(Path::new("wrong"), &wrong).contains("wrong:2: "));
    let goes_on = format!(
        "{right}\n```text,goes-on\n> set depth 1\n> go\n...\ncutaway plays Kf1   (depth 1, +7.00[..])\n```\n"
    );
    assert_eq!(check(Path::new("goes on"), &goes_on), "");
}

#[test]
fn a_wrong_transcript_of_a_shell_is_found_and_its_files_stay_for_the_next() {
    let page = "```text\n$ cutaway perft 2\n400 nodes[..]\n$ cutaway genfens 1 seed 1\n...\n```\n";
    assert_eq!(check(Path::new("right"), page), "");
    let wrong = page.replace("400", "401");
    assert!(check(Path::new("wrong"), &wrong).contains("wrong:2: "));
    assert_eq!(check(Path::new("new"), &rewritten(&wrong)), "");
    let page = "```text\n> export_net a.nnue\n...\n```\n\
                ```text\n$ cutaway train --evaluate a.nnue nothing.csv\n[..]nothing.csv[..]\n```\n";
    assert_eq!(check(Path::new("files"), page), "");
}

#[test]
fn times_and_wildcards_are_not_compared() {
    assert!(matches(
        "  depth  1    +8.00          18 nodes       0 ms  Qxd5",
        "  depth  1    +8.00          18 nodes      17 ms  Qxd5"
    ));
    assert!(matches(
        "(depth 1, +8.00, 18 nodes, 0 ms)",
        "(depth 1, +8.00, 18 nodes, 345 ms)"
    ));
    assert!(!matches("18 nodes, 0 ms", "19 nodes, 0 ms"));
    assert!(matches(
        "loss 0.03, 0.204 M positions/s, 1 second left",
        "loss 0.03, 12 M positions/s, 0 seconds left"
    ));
    assert!(matches(
        "9 positions, 449 a second; 1 left",
        "9 positions, 3 a second; 1 left"
    ));
    assert!(!matches("2 left out", "3 left out"));
    assert!(!matches(
        "0.1 M positions, loss 1",
        "0.2 M positions, loss 1"
    ));
    assert!(matches("a [..] c", "a b c") && !matches("a [..] c", "a b d"));
    assert_eq!(
        transcripts("```ignore\n> go\n```\n```sh\ncargo\n```\n").len(),
        0
    );
}
