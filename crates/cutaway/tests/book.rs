//! The transcripts of the book, typed again.
//!
//! A fenced block whose first line begins with `> ` is a transcript: the lines after `> ` are typed into
//! `cutaway console --echo`, and everything that comes back must be what stands in the block. `[..]` stands for any text
//! within a line, a line `...` for any number of lines; figures before ` ms` are not compared. The transcripts of one file
//! are one conversation each, begun afresh, unless the block is marked `goes-on` after its language: then it goes on
//! where the last one ended. A block marked `ignore` is left alone. Blocks marked `trycmd` or `console` that begin with
//! `$ ` are run by trycmd as commands of a shell.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
                let is_transcript = lines
                    .first()
                    .is_some_and(|line: &String| line.starts_with("> "));
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

/// Takes the figures out that differ from run to run: `  12 ms` reads as `ms`.
fn without_times(line: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        if word.starts_with("ms")
            && words
                .last()
                .is_some_and(|last| last.bytes().all(|b| b.is_ascii_digit()))
        {
            words.pop();
        }
        words.push(word);
    }
    words.join(" ")
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

/// Types the commands and gives what comes back.
fn type_in(commands: &[&str]) -> Vec<String> {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_cutaway"))
        .args(["console", "--echo"])
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

/// Runs the transcripts of a text; says where one differs.
fn check(path: &Path, text: &str) -> String {
    let mut report = String::new();
    let mut commands: Vec<String> = Vec::new();
    let mut before = 0;
    for transcript in transcripts(text) {
        if !transcript.goes_on {
            commands.clear();
            before = 0;
        }
        commands.extend(transcript.commands().map(str::to_string));
        let all = type_in(&commands.iter().map(String::as_str).collect::<Vec<_>>());
        // What an earlier part of the conversation said was compared there.
        let lines = &all[before.min(all.len())..];
        before = all.len();
        if !all_match(&transcript.lines, lines) {
            // Writing to a string cannot fail.
            let _ = writeln!(
                report,
                "{}:{}: the book says\n{}\n-- and the console\n{}\n",
                path.display(),
                transcript.line,
                transcript.lines.join("\n"),
                lines.join("\n")
            );
        }
    }
    report
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages of the book.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
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
    let mut report = String::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("the page was just listed");
        report += &check(&page, &text);
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn commands_of_the_shell_say_what_they_said() {
    trycmd::TestCases::new()
        .register_bin("cutaway", Path::new(env!("CARGO_BIN_EXE_cutaway")))
        .case("tests/cmd/*.md")
        .case("../../book/src/**/*.md");
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
    assert!(matches("a [..] c", "a b c") && !matches("a [..] c", "a b d"));
    assert_eq!(
        transcripts("```ignore\n> go\n```\n```sh\ncargo\n```\n").len(),
        0
    );
}
