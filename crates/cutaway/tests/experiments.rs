//! `cutaway ablate` and `cutaway ladder` as a user runs them: what they print, write and resume from.

mod program;

use program::{cutaway, folder, text};
use std::path::Path;

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn an_ablation_resumes_writes_its_files_and_the_table_of_the_engine() {
    let out = folder("ablation");
    let journal = out.join("pairs.jsonl");
    let run = |games| {
        let arguments = [
            "--only",
            "null_move,windows,time_management",
            "--nodes",
            "60",
        ];
        let files = [
            "--resume",
            journal.to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
        ];
        let all = [&["ablate"][..], &arguments, &files, &["--games", games]].concat();
        let output = cutaway(&all);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    run("4");
    let first = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(first.lines().count(), 1 + 2 * 2, "{first}");
    let printed = run("6");
    let second = std::fs::read_to_string(&journal).unwrap();
    assert!(
        second.starts_with(&first) && second.lines().count() == 1 + 2 * 3,
        "{second}"
    );
    assert!(printed.ends_with("6 games a line.\n"), "{printed}");
    // What is held is told, not what was asked for.
    let fewer = run("4");
    assert!(
        fewer.ends_with("4 games a line, of which 6 were played.\n"),
        "{fewer}"
    );
    let printed = run("6");
    assert_eq!(printed, read(&out, "ablation.md"));
    assert!(
        printed.contains("not measured: it shares out time"),
        "{printed}"
    );
    let json: serde_json::Value = serde_json::from_str(&read(&out, "ablation.json")).unwrap();
    assert_eq!(json["rows"][0]["result"]["games"], 6);
    let conditions = &json["conditions"];
    let engine = conditions["engine"].as_str().unwrap();
    assert!(engine.contains(", commit "), "{engine}");
    assert!(conditions["machine"]["cores"].as_u64() > Some(0));
    assert!(printed.contains(&format!("{engine}, on ")), "{printed}");
    assert_eq!(json["rows"][1]["kind"], "family");
    let chart = read(&out, "ablation-removed.svg");
    assert!(chart.contains(&format!("<desc>{engine}, on ")), "{chart}");

    let table = out.join("measured.rs");
    let results = out.join("ablation.json");
    let arguments = [
        "--write-table",
        table.to_str().unwrap(),
        "--from",
        results.to_str().unwrap(),
    ];
    let output = cutaway(&[&["ablate"][..], &arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = read(&out, "measured.rs");
    assert!(
        table.contains("technique: \"null_move\"") && !table.contains("windows"),
        "{table}"
    );
}

#[test]
fn families_are_asked_about_instead_of_every_technique() {
    let journal = folder("families").join("pairs.jsonl");
    let arguments = ["ablate", "--families", "--nodes", "20", "--games", "2"];
    let run = || {
        let output = cutaway(&[&arguments[..], &["--resume", journal.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let kept = std::fs::read_to_string(&journal).unwrap();
        (text(&output.stdout), kept)
    };
    let (printed, kept) = run();
    let questions = printed
        .lines()
        .filter(|line| line.contains(" | removed | "));
    let is_measured = |line: &&str| !line.contains("not measured: ");
    assert_eq!(
        kept.lines().count(),
        1 + questions.filter(is_measured).count()
    );
    for name in ["transposition_table", "correction_histories"] {
        assert!(printed.contains(&format!("| `{name}` | ")), "{printed}");
    }
    for name in ["killers", "time_management"] {
        assert!(!printed.contains(&format!("| `{name}` | ")), "{printed}");
    }
    assert_eq!(run(), (printed, kept));
}

#[test]
fn a_ladder_tells_ratings_and_draws_them() {
    let out = folder("ladder");
    let arguments = [
        "ladder", "--from", "6", "--to", "8", "--nodes", "60", "--games", "8",
    ];
    let anchor = ["--anchor", "self:stage=7,nodes=30=1200"];
    let files = ["--out", out.to_str().unwrap()];
    let output = cutaway(&[&arguments[..], &anchor, &files].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), read(&out, "ladder.md"));
    let json: serde_json::Value = serde_json::from_str(&read(&out, "ladder.json")).unwrap();
    assert_eq!(json["lines"].as_array().unwrap().len(), 2 + 3);
    let rating = json["stages"][0]["rating"].as_f64().unwrap();
    assert!((200.0..2200.0).contains(&rating), "{json}");
    assert!(read(&out, "ladder.svg").contains("rating, Elo"));
}

#[test]
fn what_cannot_be_played_is_told_in_one_line() {
    let cases: [(&[&str], &str); 13] = [
        (&["ablate", "--error", "nan"], "give a number above 0"),
        (&["ablate", "--out", "Cargo.toml"], "cannot make Cargo.toml"),
        (
            &["ladder", "--anchor", "self:stage=6,lab=on=1"],
            "both players are self:stage=6,lab=on",
        ),
        (
            &["ladder", "--anchor", "cmd:/no/such/engine=1"],
            "cannot start /no/such/engine",
        ),
        (
            &["ablate", "--only", "magic"],
            "`magic` is no technique and no family",
        ),
        (
            &["ablate", "--only", "killers,Killers"],
            "`killers removed` is asked for twice",
        ),
        (&["ablate", "--games", "0"], "an even number"),
        (&["ladder", "--games", "5"], "an even number"),
        (
            &["ladder", "--from", "9", "--to", "9"],
            "at least two stages",
        ),
        (&["ladder", "--anchor", "self"], "ends in no rating"),
        (
            &["ladder", "--anchor", "self:stage=7=1e300"],
            "a rating is a number from -10000 to 10000",
        ),
        (
            &["ladder", "--anchor", "self:stage=7=nan"],
            "ends in no rating",
        ),
        (
            &["ladder", "--openings", "no/such/file.epd"],
            "cannot read no/such/file.epd",
        ),
    ];
    for (arguments, words) in cases {
        let output = cutaway(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = text(&output.stderr);
        assert!(error.contains(words), "{arguments:?}: {error}");
    }
}

#[test]
fn the_pairs_of_another_run_are_not_counted() {
    let journal = folder("other").join("pairs.jsonl");
    let run = |seed| {
        let files = ["--resume", journal.to_str().unwrap(), "--seed", seed];
        let arguments = [
            "ablate", "--only", "killers", "--nodes", "60", "--games", "2",
        ];
        cutaway(&[&arguments[..], &files].concat())
    };
    assert_eq!(run("1").status.code(), Some(0));
    let output = run("2");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("belongs to another run"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn games_at_another_depth_are_not_counted_as_those_of_the_same_stages() {
    let journal = folder("depths").join("pairs.jsonl");
    let run = |depth| {
        let files = ["--resume", journal.to_str().unwrap()];
        let arguments = [
            "ladder",
            "--to",
            "5",
            "--games",
            "2",
            "--early-depth",
            depth,
        ];
        cutaway(&[&arguments[..], &files].concat())
    };
    assert_eq!(run("1").status.code(), Some(0));
    let output = run("2");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("early_depth"),
        "{}",
        text(&output.stderr)
    );
}
