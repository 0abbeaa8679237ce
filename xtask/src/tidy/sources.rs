//! Rules about Rust sources: what may not appear in which room, and how a file begins.
//!
//! Tests, examples and benches are free to do what they need; only what ships is held to the first five rules.

use super::Finding;
use super::rust::{RustFile, Token, reads, tokens};

/// Files that may hold a constant which is made on first use, each with what it is.
pub const LATE_CONSTANTS: &[(&str, &str)] = &[(
    "crates/eval/src/built_in.rs",
    "the network that is built in, too large for the compiler to work out",
)];

/// Files that may hold `unsafe`, each with what it is needed for. An entry that is no longer needed is a
/// finding too.
pub const UNSAFE_FILES: &[(&str, &str)] = &[
    (
        "crates/chess/src/attacks/by_pext.rs",
        "the instruction PEXT, which no safe code reaches",
    ),
    (
        "crates/eval/src/nnue/simd/mod.rs",
        "the calls of kernels for instructions that were found at run time",
    ),
    (
        "crates/eval/src/nnue/simd/neon.rs",
        "vector instructions of Arm, which no safe code reaches",
    ),
    (
        "crates/eval/src/nnue/simd/text.rs",
        "the loops over vector types, which run only where their instructions are",
    ),
    (
        "crates/eval/src/nnue/simd/wasm.rs",
        "loads and stores of whole vectors",
    ),
    (
        "crates/eval/src/nnue/simd/x86.rs",
        "vector instructions of x86-64, which no safe code reaches",
    ),
    (
        "crates/search/src/prefetch.rs",
        "the instruction that fetches a table entry ahead, which no safe code reaches",
    ),
    (
        "crates/search/src/words.rs",
        "the transposition table's words in a memory map, for huge pages",
    ),
];

/// Longest file in lines; a longer one says why in its head, with the words `Long because`.
const LONGEST: usize = 500;

/// The program, the lab, which runs engines as processes and gives them clocks, and the trainer, which has threads.
const WITH_CLOCK: &[&str] = &["cutaway", "lab", "trainer"];

/// Where the search meets the machine.
const SEARCH_DOORS: &[&str] = &["crates/search/src/pool.rs", "crates/search/src/clock.rs"];

/// `std::time` and `std::thread` appear only in `cutaway`, `lab`, `trainer` and behind the two doors of `search`; but for `Duration`,
/// which is an amount and reads no clock.
pub fn clock_and_threads(files: &[RustFile]) -> Vec<Finding> {
    let inside = files.iter().filter(|file| file.is_crate_source());
    let bound = inside.filter(|file| {
        !WITH_CLOCK.iter().any(|name| file.is_source_of(name)) && !SEARCH_DOORS.contains(&file.path)
    });
    uses_of_std(
        bound,
        &["time", "thread"],
        "belongs in `cutaway`, in search's pool or behind its clock",
    )
}

/// Standard input, output and error belong to `cutaway`, and in `search` to the doors, where the crash net speaks.
pub fn streams(files: &[RustFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_crate_source()) {
        if file.is_source_of("cutaway") || SEARCH_DOORS.contains(&file.path) {
            continue;
        }
        let tokens = tokens(&file.shipped);
        for (at, token) in tokens.iter().enumerate() {
            // `child.stdin(..)` sets up the stream of another process.
            let call = reads(&tokens, at + 1, &["("]) && (at == 0 || tokens[at - 1].text != ".");
            let found = match token.text {
                "print" | "println" | "eprint" | "eprintln" | "dbg" => {
                    reads(&tokens, at + 1, &["!"])
                }
                "stdin" | "stdout" | "stderr" => call,
                _ => false,
            };
            if found {
                let words = format!("`{}`: standard streams belong to `cutaway`", token.text);
                findings.push(Finding::new(file.path, token.line, words));
            }
        }
    }
    findings
}

/// What plays touches no file, network, process or environment; `cutaway` and `lab` do that for it.
pub fn surroundings(files: &[RustFile]) -> Vec<Finding> {
    let rooms = ["chess", "eval", "search", "protocol"];
    let bound = files
        .iter()
        .filter(|file| rooms.iter().any(|name| file.is_source_of(name)));
    uses_of_std(
        bound,
        &["fs", "net", "process", "env"],
        "is for `cutaway` and `lab`",
    )
}

fn uses_of_std<'a>(
    files: impl Iterator<Item = &'a RustFile<'a>>,
    modules: &[&str],
    why: &str,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files {
        let tokens = tokens(&file.shipped);
        for at in modules_of_std(&tokens) {
            let found = tokens[at];
            let amount = reads(&tokens, at, &["time", ":", ":", "Duration"]);
            if modules.contains(&found.text) && !amount {
                findings.push(Finding::new(
                    file.path,
                    found.line,
                    format!("`std::{}` {why}", found.text),
                ));
            }
        }
    }
    findings
}

/// Where the tokens name a module of `std`, as `std::name` or in a group `std::{name, other::Thing}`.
fn modules_of_std(tokens: &[Token]) -> Vec<usize> {
    let mut found = Vec::new();
    for start in 0..tokens.len() {
        if !reads(tokens, start, &["std", ":", ":"]) {
            continue;
        }
        let mut depth = 0;
        for at in start + 3..tokens.len() {
            match tokens[at].text {
                "{" => depth += 1,
                "}" => depth -= 1,
                // The first word of the path, and of each part of a group.
                _ if depth == 0 || depth == 1 && ["{", ","].contains(&tokens[at - 1].text) => {
                    found.push(at)
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    found
}

/// No state that all share: no `static mut`, no static behind a lock, a cell or an atomic, none made on first use or per
/// thread. In the files of `constants` a static may be made on first use, if it cannot change after that.
pub fn globals(files: &[RustFile], constants: &[(&str, &str)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_crate_source()) {
        let tokens = tokens(&file.shipped);
        let is_listed = constants.iter().any(|(path, _)| *path == file.path);
        for (at, token) in tokens.iter().enumerate() {
            let found = match token.text {
                "thread_local" | "lazy_static" => reads(&tokens, at + 1, &["!"]),
                "static" => is_item(&tokens, at) && can_change(&tokens[at + 1..], is_listed),
                _ => false,
            };
            if found {
                findings.push(Finding::new(
                    file.path,
                    token.line,
                    "is global state: give it an owner",
                ));
            }
        }
    }
    findings
}

/// Tells the item `static X: T` from the lifetime `'static`.
fn is_item(tokens: &[Token], at: usize) -> bool {
    at == 0 || tokens[at - 1].text != "'"
}

/// True if what follows the word `static` is `mut`, or a type that can change behind a shared reference. One that is made
/// on first use counts as such unless `is_made_on_use` allows it.
fn can_change(rest: &[Token], is_made_on_use: bool) -> bool {
    let kind = rest
        .iter()
        .take_while(|token| !["=", ";"].contains(&token.text));
    kind.map(|token| token.text).any(|word| {
        let endings = ["Cell", "Lock", "Mutex", "Once", "Condvar"];
        let is_allowed = is_made_on_use && word == "LazyLock";
        word == "mut"
            || word.starts_with("Atomic")
            || !is_allowed && endings.iter().any(|ending| word.ends_with(ending))
    })
}

/// `eval` judges the position alone: it never hears of the depth or window of a search.
pub fn judge(files: &[RustFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_source_of("eval")) {
        for token in tokens(&file.shipped) {
            if ["alpha", "beta", "depth"].contains(&token.text) {
                let words = format!("`{}`: an evaluation knows no search", token.text);
                findings.push(Finding::new(file.path, token.line, words));
            }
        }
    }
    findings
}

/// Each file begins by saying what it is.
pub fn heads(files: &[RustFile]) -> Vec<Finding> {
    let silent = files.iter().filter(|file| file.head().trim().is_empty());
    silent
        .map(|file| {
            Finding::new(
                file.path,
                1,
                "must begin with `//!`: what it is, what it leaves to others",
            )
        })
        .collect()
}

/// A file that does not fit one reading says why.
pub fn length(files: &[RustFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_crate_source()) {
        let lines = file.text.lines().count();
        if lines > LONGEST && !file.head().contains("Long because") {
            let words = format!(
                "{lines} lines, {LONGEST} are allowed: split it, or say `Long because ..` in its head"
            );
            findings.push(Finding::new(file.path, 0, words));
        }
    }
    findings
}

/// `unsafe` appears only in the files of `allowed`, and each block or impl says what makes it sound.
pub fn unsafe_code(files: &[RustFile], allowed: &[(&str, &str)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files {
        let tokens = tokens(&file.code);
        let listed = allowed.iter().any(|(path, _)| *path == file.path);
        let mut count = 0;
        for (at, token) in tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| token.text == "unsafe")
        {
            count += 1;
            let needs_reason = reads(&tokens, at + 1, &["{"]) || reads(&tokens, at + 1, &["impl"]);
            if !listed {
                let words =
                    "`unsafe` in a file that is not in UNSAFE_FILES (xtask/src/tidy/sources.rs)";
                findings.push(Finding::new(file.path, token.line, words));
            } else if needs_reason && !has_safety_comment(file.text, token.line) {
                findings.push(Finding::new(
                    file.path,
                    token.line,
                    "`unsafe` without a `// SAFETY:` comment above it",
                ));
            }
        }
        if listed && count == 0 {
            findings.push(Finding::new(
                file.path,
                0,
                "is in UNSAFE_FILES and needs it no longer",
            ));
        }
    }
    findings
}

/// True if the comment above the statement that holds `line` (from 1), or on the line itself, gives the reason.
fn has_safety_comment(text: &str, line: usize) -> bool {
    let lines: Vec<&str> = text.lines().take(line).map(str::trim).collect();
    let Some((own, above)) = lines.split_last() else {
        return false;
    };
    if own.contains("// SAFETY:") {
        return true;
    }
    let statement_ended = |line: &str| line.is_empty() || line.ends_with([';', '{', '}']);
    let comment_or_statement = above
        .iter()
        .rev()
        .take_while(|line| line.starts_with("//") || !statement_ended(line));
    comment_or_statement
        .into_iter()
        .any(|line| line.starts_with("// SAFETY:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEARCH: &str = "crates/search/src/search.rs";

    /// How many findings `rule` has in `text`, read as the file at `path`.
    fn count(rule: fn(&[RustFile]) -> Vec<Finding>, path: &str, text: &str) -> usize {
        rule(&[RustFile::new(path, text)]).len()
    }

    #[test]
    fn the_clock_stays_behind_its_doors() {
        let text = "use std::time::Instant;\nuse std::{fmt, thread::{self, spawn}};\nfn f() { std::thread::yield_now() }";
        assert_eq!(count(clock_and_threads, SEARCH, text), 3);
        assert_eq!(
            count(
                clock_and_threads,
                SEARCH,
                "use std::time::{Duration, Instant};"
            ),
            1
        );
        for free in [
            "crates/search/src/pool.rs",
            "crates/cutaway/src/main.rs",
            "crates/lab/src/a.rs",
            "xtask/src/a.rs",
        ] {
            assert_eq!(count(clock_and_threads, free, text), 0, "{free}");
        }
        assert_eq!(
            count(clock_and_threads, "crates/search/tests/a.rs", text),
            0
        );
    }

    #[test]
    fn words_about_time_are_no_clock() {
        let text = "use std::time::Duration;\nuse std::{fmt, mem::{time}};\n// std::time\nfn time() -> &'static str { \"std::thread\" }\n\
                    #[cfg(test)]\nmod tests { use std::time::Instant; }";
        assert_eq!(count(clock_and_threads, SEARCH, text), 0);
    }

    #[test]
    fn streams_belong_to_the_program() {
        let text =
            "fn f() { println!(\"a\"); dbg!(1); std::io::stdout().flush(); stdin().lock(); }";
        assert_eq!(count(streams, SEARCH, text), 4);
        assert_eq!(count(streams, "crates/lab/src/a.rs", text), 4);
        assert_eq!(count(streams, "crates/cutaway/src/a.rs", text), 0);
        assert_eq!(
            count(
                streams,
                "crates/lab/src/a.rs",
                "child.stdin(piped()); writeln!(out); let stdout = 1;"
            ),
            0
        );
    }

    #[test]
    fn what_plays_touches_nothing_around_it() {
        let text = "use std::fs::File; use std::{env, process};";
        assert_eq!(count(surroundings, "crates/protocol/src/uci.rs", text), 3);
        assert_eq!(count(surroundings, "crates/lab/src/suite.rs", text), 0);
        assert_eq!(
            count(
                surroundings,
                SEARCH,
                "const V: &str = env!(\"CARGO_PKG_VERSION\");"
            ),
            0
        );
    }

    #[test]
    fn global_state_is_found_in_every_form() {
        for text in [
            "static mut A: u8 = 0;",
            "static B: AtomicU64 = AtomicU64::new(0);",
            "pub static C: std::sync::Mutex<u8> = Mutex::new(0);",
            "static D: OnceLock<u8> = OnceLock::new();",
            "static E: LazyLock<u8> = LazyLock::new(f);",
            "thread_local! { static F: Cell<u8> = Cell::new(0); }",
            "lazy_static! { static ref G: u8 = 0; }",
        ] {
            assert!(
                !globals(&[RustFile::new(SEARCH, text)], &[]).is_empty(),
                "{text}"
            );
        }
    }

    #[test]
    fn constant_tables_are_no_state() {
        let text = "static A: [u64; 2] = [1, 2];\nfn f(x: &'static Mutex<u8>) {}\nstruct S { a: AtomicU64, b: OnceLock<u8> }";
        assert!(globals(&[RustFile::new(SEARCH, text)], &[]).is_empty());
    }

    #[test]
    fn a_constant_may_be_made_on_first_use_in_a_listed_file_only() {
        let listed = [(SEARCH, "a table")];
        let count = |text: &str, listed: &[_]| {
            let file = RustFile::new(SEARCH, text);
            globals(&[file], listed).len()
        };
        let constant = "static A: LazyLock<Arc<u8>> = LazyLock::new(f);";
        assert_eq!(count(constant, &listed), 0);
        assert_eq!(count(constant, &[("crates/eval/src/lib.rs", "a table")]), 1);
        for state in ["LazyLock<Mutex<u8>>", "OnceLock<u8>", "LazyLock<AtomicU8>"] {
            assert_eq!(
                count(&format!("static A: {state} = f();"), &listed),
                1,
                "{state}"
            );
        }
    }

    #[test]
    fn an_evaluation_knows_no_search() {
        let text = "fn evaluate(depth: i32) -> i32 { depth }";
        assert_eq!(count(judge, "crates/eval/src/lib.rs", text), 2);
        assert_eq!(count(judge, SEARCH, text), 0);
        assert_eq!(
            count(
                judge,
                "crates/eval/src/lib.rs",
                "// depth\nfn evaluate(in_depth: i32) {}"
            ),
            0
        );
    }

    #[test]
    fn a_file_begins_by_saying_what_it_is() {
        assert_eq!(count(heads, "xtask/src/a.rs", "//! A file.\nfn f() {}"), 0);
        for silent in [
            "fn f() {}",
            "//!\nfn f() {}",
            "\n//! Too late.",
            "/// Not this.\nfn f() {}",
            "",
        ] {
            assert_eq!(count(heads, "xtask/src/a.rs", silent), 1, "{silent:?}");
        }
    }

    #[test]
    fn a_long_file_says_why() {
        let lines = "fn f() {}\n".repeat(LONGEST);
        assert_eq!(count(length, SEARCH, &lines), 0);
        assert_eq!(count(length, SEARCH, &format!("//! A table.\n{lines}")), 1);
        assert_eq!(
            count(
                length,
                SEARCH,
                &format!("//! A table. Long because it is one.\n{lines}")
            ),
            0
        );
    }

    #[test]
    fn unsafe_needs_a_listed_file_and_a_reason() {
        let findings = |text: &str, allowed: &[(&str, &str)]| {
            unsafe_code(&[RustFile::new("a.rs", text)], allowed).len()
        };
        let listed = [("a.rs", "measured")];
        let sound = "fn f() {\n    // SAFETY: the index was\n    // checked.\n    let x =\n        unsafe { g() };\n}";
        assert_eq!(findings(sound, &listed), 0);
        assert_eq!(findings(sound, &[]), 1);
        assert_eq!(findings("fn f() {\n    unsafe { g() }\n}", &listed), 1);
        assert_eq!(
            findings(
                "// SAFETY: of another.\nfn h() {}\nunsafe impl Send for A {}",
                &listed
            ),
            1
        );
        assert_eq!(findings("fn f() {}", &listed), 1, "an entry without need");
        assert_eq!(findings("#![forbid(unsafe_code)] // unsafe { }", &[]), 0);
    }
}
