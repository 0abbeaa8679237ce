//! Rust source cut up just far enough for the rules: comments and literals blanked, tests left out, words told apart.
//!
//! Not a parser. It knows the lexical grammar, so that a word in a comment or a string is never taken for code, and
//! it knows which text belongs to tests; nothing else.

use super::tree::File;

/// A Rust file in three readings with the same lines.
pub struct RustFile<'a> {
    /// Its path from the root of the project.
    pub path: &'a str,
    /// The whole text.
    pub text: &'a str,
    /// The text with comments and literals blanked.
    pub code: String,
    /// `code` without what is compiled for tests only.
    pub shipped: String,
}

/// A word (letters, digits, `_`) or a single other character, with its line from 1.
#[derive(Clone, Copy)]
pub struct Token<'a> {
    /// The line it stands in, from 1.
    pub line: usize,
    /// The word or character.
    pub text: &'a str,
}

impl<'a> RustFile<'a> {
    /// Reads `text` as the file at `path`.
    pub fn new(path: &'a str, text: &'a str) -> RustFile<'a> {
        let code = without_comments_and_literals(text);
        let shipped = without_tests(&code);
        RustFile {
            path,
            text,
            code,
            shipped,
        }
    }

    /// All Rust files among `files`. A file that its parent declares as `#[cfg(test)] mod name;` ships nothing.
    pub fn all(files: &'a [File]) -> Vec<RustFile<'a>> {
        let mut rust: Vec<RustFile> = files
            .iter()
            .filter(|file| file.path.ends_with(".rs"))
            .map(|file| RustFile::new(&file.path, &file.text))
            .collect();
        let for_tests: Vec<String> = rust.iter().flat_map(test_modules).collect();
        for file in &mut rust {
            if for_tests
                .iter()
                .any(|module| is_module_file(file.path, module))
            {
                file.shipped = blank(&file.shipped);
            }
        }
        rust
    }

    /// True if the file belongs to the library or program of the crate in `crates/name`.
    pub fn is_source_of(&self, name: &str) -> bool {
        let rest = self
            .path
            .strip_prefix("crates/")
            .and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with("/src/"))
    }

    /// True if the file belongs to the library or program of any crate in `crates/`.
    pub fn is_crate_source(&self) -> bool {
        let mut parts = self.path.split('/');
        parts.next() == Some("crates") && parts.nth(1) == Some("src")
    }

    /// The `//!` lines at the top, without their marks.
    pub fn head(&self) -> String {
        self.text
            .lines()
            .map_while(|line| line.strip_prefix("//!"))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// The words and signs of `code`.
pub fn tokens(code: &str) -> Vec<Token<'_>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut all = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = match is_word(first) {
                true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                false => first.len_utf8(),
            };
            all.push(Token {
                line: index + 1,
                text: &rest[..end],
            });
            rest = rest[end..].trim_start();
        }
    }
    all
}

/// True if the tokens from `start` on read `words`.
pub fn reads(tokens: &[Token], start: usize, words: &[&str]) -> bool {
    let window = tokens.get(start..start + words.len());
    window.is_some_and(|window| {
        window
            .iter()
            .zip(words)
            .all(|(token, word)| token.text == *word)
    })
}

/// Every character but the ends of lines made a blank.
fn blank(text: &str) -> String {
    text.chars()
        .map(|c| if c == '\n' { '\n' } else { ' ' })
        .collect()
}

/// Blanks comments, strings and character literals. Lifetimes stay.
fn without_comments_and_literals(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    let mut in_word = false;
    while let Some(first) = rest.chars().next() {
        // A letter that could begin a raw string, as in r"..", must not be the end of a longer word.
        let length = if in_word && first.is_alphanumeric() {
            0
        } else {
            blanked_length(rest)
        };
        if length > 0 {
            code.push_str(&blank(&rest[..length]));
            rest = &rest[length..];
            in_word = false;
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            in_word = first.is_alphanumeric() || first == '_';
        }
    }
    code
}

/// The length in bytes of the comment or literal that begins `rest`, 0 if none does.
fn blanked_length(rest: &str) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return block_comment_length(rest);
    }
    let prefix = ["br", "cr", "r", "b", "c", ""].into_iter().find(|prefix| {
        let after = rest.strip_prefix(prefix).unwrap_or_default();
        after.starts_with('"')
            || prefix.ends_with('r') && after.trim_start_matches('#').starts_with('"')
    });
    match prefix {
        Some(prefix) if prefix.ends_with('r') => raw_string_length(rest, prefix.len()),
        Some(prefix) => prefix.len() + quoted_length(&rest[prefix.len()..], '"'),
        None if rest.starts_with("b'") => 1 + quoted_length(&rest[1..], '\''),
        None if is_character_literal(rest) => quoted_length(rest, '\''),
        None => 0,
    }
}

fn block_comment_length(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

fn raw_string_length(rest: &str, prefix: usize) -> usize {
    let hashes = rest[prefix..].len() - rest[prefix..].trim_start_matches('#').len();
    let end = format!("\"{}", "#".repeat(hashes));
    let body = prefix + hashes + 1;
    rest[body..]
        .find(&end)
        .map_or(rest.len(), |at| body + at + end.len())
}

/// The length of a literal that begins with the sign `quote` and ends at its next unescaped one.
fn quoted_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == quote {
            return at + 1;
        }
    }
    rest.len()
}

/// Tells `'a'` and `'\n'` from the lifetime `'a`.
fn is_character_literal(rest: &str) -> bool {
    let mut characters = rest.chars();
    characters.next() == Some('\'')
        && match characters.next() {
            Some('\\') => true,
            Some(_) => characters.next() == Some('\''),
            None => false,
        }
}

const FOR_TESTS: &str = "#[cfg(test)]";

/// Blanks every item under `#[cfg(test)]`.
fn without_tests(code: &str) -> String {
    let mut shipped = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(FOR_TESTS) {
        let end = at + FOR_TESTS.len() + item_length(&rest[at + FOR_TESTS.len()..]);
        shipped.push_str(&rest[..at]);
        shipped.push_str(&blank(&rest[at..end]));
        rest = &rest[end..];
    }
    shipped + rest
}

/// The length of the item that begins `code`: up to its `;`, or to the brace that closes its first one.
fn item_length(code: &str) -> usize {
    let (mut braces, mut others) = (0, 0);
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' => others += 1,
            ')' | ']' => others -= 1,
            '{' => braces += 1,
            '}' => {
                braces -= 1;
                if braces <= 0 && others <= 0 {
                    return at + 1;
                }
            }
            ';' if braces == 0 && others == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

/// The paths, without `.rs`, of the modules that `file` declares for tests only.
fn test_modules(file: &RustFile) -> Vec<String> {
    let folder = match file.path.rsplit_once('/') {
        Some((folder, "lib.rs" | "main.rs" | "mod.rs")) => folder.to_string(),
        _ => file.path.trim_end_matches(".rs").to_string(),
    };
    let tokens = tokens(&file.code);
    let declared = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    (0..tokens.len())
        .filter(|&start| reads(&tokens, start, &declared) && reads(&tokens, start + 9, &[";"]))
        .map(|start| format!("{folder}/{}", tokens[start + 8].text))
        .collect()
}

/// True if the file at `path` is the module `module` or lies in its folder.
fn is_module_file(path: &str, module: &str) -> bool {
    path.strip_prefix(module)
        .is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(code: &str) -> Vec<&str> {
        tokens(code).iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_and_literals_are_blanked() {
        let code = without_comments_and_literals(
            "a /* b /* c */ d */ e // f\ng \"h\\\" i\" j r#\"k \" l\"# m 'n' '\\'' o<'p> b\"q\" b'r' s",
        );
        assert_eq!(
            words(&code),
            ["a", "e", "g", "j", "m", "o", "<", "'", "p", ">", "s"]
        );
        assert_eq!(code.lines().count(), 2);
    }

    #[test]
    fn a_word_that_ends_like_a_raw_prefix_is_no_string() {
        let code = without_comments_and_literals("for\"x\" r r#type br##\"y\"## z");
        assert_eq!(words(&code), ["for", "r", "r", "#", "type", "z"]);
    }

    #[test]
    fn test_items_do_not_ship() {
        let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n fn b() { {} }\n}\nfn c() {}\n#[cfg(test)]\nuse d;\nfn e() {}";
        let file = RustFile::new("x.rs", text);
        assert!(file.code.contains("fn b"));
        for (word, ships) in [
            ("a", true),
            ("b", false),
            ("c", true),
            ("d", false),
            ("e", true),
        ] {
            assert_eq!(words(&file.shipped).contains(&word), ships, "{word}");
        }
        assert_eq!(file.shipped.lines().count(), text.lines().count());
    }

    #[test]
    fn an_array_in_a_signature_does_not_end_the_item() {
        let file = RustFile::new("x.rs", "#[cfg(test)]\nfn a(b: [u8; 3]) { c(); }\nfn d() {}");
        assert_eq!(words(&file.shipped), ["fn", "d", "(", ")", "{", "}"]);
    }

    #[test]
    fn modules_declared_for_tests_do_not_ship() {
        let file = |path: &str, text: &str| File {
            path: path.to_string(),
            text: text.to_string(),
        };
        let files = [
            file("crates/a/src/lib.rs", "#[cfg(test)]\nmod cases;\nmod code;"),
            file("crates/a/src/cases.rs", "fn b() {}"),
            file("crates/a/src/code.rs", "#[cfg(test)]\nmod deep;\nfn c() {}"),
            file("crates/a/src/code/deep.rs", "fn d() {}"),
        ];
        let rust = RustFile::all(&files);
        let ships: Vec<bool> = rust
            .iter()
            .map(|file| !file.shipped.trim().is_empty())
            .collect();
        assert_eq!(ships, [true, false, true, false]);
    }
}
