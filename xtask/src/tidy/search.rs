//! Rules about the search: its steps are numbered, and each technique is one row, one file and one chapter.

use super::Finding;
use super::tree::File;

const FOLDER: &str = "crates/search/src/";
const SUMMARY: &str = "book/src/SUMMARY.md";

/// The comments `// Step N.` of search.rs count from 1 without a gap, in the order in which they are read.
pub fn steps(files: &[File]) -> Vec<Finding> {
    let path = format!("{FOLDER}search.rs");
    let Some(file) = find(files, &path) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    let mut expected = 1;
    for (index, line) in file.text.lines().enumerate() {
        let Some(rest) = line.trim_start().strip_prefix("// Step ") else {
            continue;
        };
        let number = rest
            .split('.')
            .next()
            .and_then(|digits| digits.parse::<usize>().ok());
        if number != Some(expected) || !rest.contains('.') {
            findings.push(Finding::new(
                &path,
                index + 1,
                format!("here `// Step {expected}.` was expected"),
            ));
        }
        expected = number.unwrap_or(expected) + 1;
    }
    if expected == 1 {
        findings.push(Finding::new(
            &path,
            0,
            "numbers no steps: its comments read `// Step 1. Draws.` and so on",
        ));
    }
    findings
}

/// A row of techniques.rs as far as this rule reads it.
#[derive(Debug, PartialEq, Eq)]
struct Row<'a> {
    name: &'a str,
    file: Option<&'a str>,
    stage: Option<u32>,
    line: usize,
}

/// Each row of techniques.rs names a file that exists and speaks of the technique, and a chapter that the book has.
pub fn techniques(files: &[File]) -> Vec<Finding> {
    let path = format!("{FOLDER}techniques.rs");
    let Some(table) = find(files, &path) else {
        return Vec::new();
    };
    let chapters = find(files, SUMMARY).map(|summary| chapters(&summary.text));
    let rows = rows(&table.text);
    let mut findings = Vec::new();
    if rows.is_empty() {
        findings.push(Finding::new(
            &path,
            0,
            "has no row `name: \"..\", file: \"..\", stage: N`",
        ));
    }
    for row in &rows {
        let mut say = |words: String| {
            findings.push(Finding::new(
                &path,
                row.line,
                format!("{}: {words}", row.name),
            ))
        };
        if rows
            .iter()
            .any(|other| other.name == row.name && other.line < row.line)
        {
            say("stands in the table twice".to_string());
        }
        match row
            .file
            .map(|file| (file, find(files, &format!("{FOLDER}{file}"))))
        {
            None => say("has no `file: \"..\"`".to_string()),
            Some((file, None)) => say(format!("{FOLDER}{file} does not exist")),
            Some((file, Some(text))) if !speaks_of(&text.text, row.name) => {
                say(format!("{file} does not mention it"))
            }
            Some(_) => {}
        }
        match (row.stage, &chapters) {
            (None, _) => say("has no `stage: N`".to_string()),
            (Some(stage), Some(chapters)) if !chapters.contains(&stage) => {
                say(format!("{SUMMARY} has no chapter {stage}"));
            }
            _ => {}
        }
    }
    findings
}

/// The rows of the table: struct literals on one line or many, each begun by its name.
fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows: Vec<Row> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("//") {
            continue;
        }
        if let Some(name) = quoted_after(line, "name: \"") {
            rows.push(Row {
                name,
                file: None,
                stage: None,
                line: index + 1,
            });
        }
        let Some(row) = rows.last_mut() else { continue };
        row.file = row.file.or(quoted_after(line, "file: \""));
        row.stage = row.stage.or(number_after(line, "stage: "));
    }
    rows
}

/// What stands between `key`, which ends with a quotation mark, and the next one.
fn quoted_after<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    after_word(line, key)?
        .split_once('"')
        .map(|(value, _)| value)
}

fn number_after(line: &str, key: &str) -> Option<u32> {
    let rest = after_word(line, key)?;
    rest.split(|c: char| !c.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

/// The rest of `line` behind `key` where it is no part of a longer word, as in `retired_stage: 3`.
fn after_word<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let is_whole = |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let (at, _) = line.match_indices(key).find(|(at, _)| is_whole(*at))?;
    Some(&line[at + key.len()..])
}

/// True if `text` holds `name` as the table spells it, or in the spelling of a Rust variant.
fn speaks_of(text: &str, name: &str) -> bool {
    let variant: String = name.split('_').map(capitalised).collect();
    text.contains(name) || text.contains(&variant)
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
        .unwrap_or_default()
}

/// The numbers of the chapters in the book's contents list: the first number in the title of each entry.
fn chapters(summary: &str) -> Vec<u32> {
    let titles = summary.lines().filter_map(|line| {
        let entry = line.trim_start().strip_prefix(['-', '*'])?.trim_start();
        entry.strip_prefix('[')?.split(']').next()
    });
    let first_number = |title: &str| {
        title
            .split(|c: char| !c.is_ascii_digit())
            .find(|digits| !digits.is_empty())
            .and_then(|digits| digits.parse().ok())
    };
    titles.filter_map(first_number).collect()
}

fn find<'a>(files: &'a [File], path: &str) -> Option<&'a File> {
    files.iter().find(|file| file.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File {
            path: path.to_string(),
            text: text.to_string(),
        }
    }

    fn step_findings(text: &str) -> usize {
        steps(&[file("crates/search/src/search.rs", text)]).len()
    }

    #[test]
    fn steps_count_from_one() {
        assert_eq!(
            step_findings("// Step 1. Draws.\nf();\n    // Step 2. Table.\n// A Step in prose.\n"),
            0
        );
        assert_eq!(steps(&[]), [], "no search yet");
    }

    #[test]
    fn gaps_and_repeats_among_steps_fail() {
        assert_eq!(
            step_findings("// Step 1. A.\n// Step 3. B.\n// Step 4. C.\n"),
            1
        );
        assert_eq!(step_findings("// Step 1. A.\n// Step 1. B.\n"), 1);
        assert_eq!(step_findings("// Step 2. A.\n"), 1);
        assert_eq!(step_findings("// Step 1 without a full stop\n"), 1);
        assert_eq!(step_findings("fn search() {}\n"), 1);
    }

    const TABLE: &str = "crates/search/src/techniques.rs";
    const NULL_MOVE: &str = "Row {\n    name: \"null_move\",\n    retired_stage: None,\n    stage: 12,\n    file: \"null_move.rs\",\n},\n";

    /// The findings about NULL_MOVE's table with these files beside it.
    fn technique_findings(others: &[(&str, &str)]) -> usize {
        let mut files = vec![file(TABLE, NULL_MOVE)];
        files.extend(others.iter().map(|(path, text)| file(path, text)));
        techniques(&files).len()
    }

    #[test]
    fn rows_are_read() {
        let one_line =
            "T { name: \"a\", file: \"b.rs\", retired_stage: 3, stage: 7 },\n// name: \"c\"\n";
        assert_eq!(
            rows(one_line),
            [Row {
                name: "a",
                file: Some("b.rs"),
                stage: Some(7),
                line: 1
            }]
        );
        assert_eq!(
            rows(NULL_MOVE),
            [Row {
                name: "null_move",
                file: Some("null_move.rs"),
                stage: Some(12),
                line: 2
            }]
        );
    }

    #[test]
    fn a_row_with_file_and_chapter_passes() {
        let code = (
            "crates/search/src/null_move.rs",
            "if !self.on(Technique::NullMove) {}",
        );
        assert_eq!(technique_findings(&[code]), 0, "no book yet");
        assert_eq!(
            technique_findings(&[code, (SUMMARY, "# Contents\n- [12. Null move](12.md)\n")]),
            0
        );
        assert_eq!(techniques(&[]), [], "no table yet");
    }

    #[test]
    fn a_row_without_file_mention_or_chapter_fails() {
        assert_eq!(technique_findings(&[]), 1);
        assert_eq!(
            technique_findings(&[("crates/search/src/null_move.rs", "fn other() {}")]),
            1
        );
        let code = ("crates/search/src/null_move.rs", "null_move");
        assert_eq!(
            technique_findings(&[code, (SUMMARY, "- [11. Windows](11.md)\n")]),
            1
        );
        assert_eq!(
            techniques(&[file(TABLE, "const ROWS: [Row; 0] = [];")]).len(),
            1
        );
        let twice = format!("{NULL_MOVE}{NULL_MOVE}");
        assert_eq!(
            techniques(&[file(TABLE, &twice), file(code.0, code.1)]).len(),
            1
        );
        let bare = file(TABLE, "T { name: \"null_move\" }");
        assert_eq!(techniques(&[bare]).len(), 2, "neither file nor stage");
    }
}
