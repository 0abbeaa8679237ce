//! `cutaway suite`, `match` and `spsa` as a user runs them: what they print, write and end with.

mod program;

use program::{cutaway, folder, text};
use std::path::{Path, PathBuf};

/// A file of its own for each test.
fn file(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

const MATE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";

#[test]
fn a_suite_counts_what_it_solves() {
    let path = file(
        "solved.epd",
        &format!("{MATE} bm Ra8#; id \"one\";\n{MATE} bm Ra7;\n{MATE} bm #1;\n"),
    );
    let output = cutaway(&["suite", path.to_str().unwrap(), "--depth", "3"]);
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert!(printed.ends_with("solved 2 of 3\n"), "{printed}");
    let first = printed.lines().next().unwrap();
    assert!(
        first.starts_with("+ one") && first.contains("Ra8#") && first.contains("#1"),
        "{first}"
    );
}

#[test]
fn a_suite_tells_the_lines_that_it_cannot_run() {
    let path = file("faulty.epd", &format!("{MATE} bm Ra8#;\n{MATE} bm Rb8;\n"));
    let output = cutaway(&["suite", path.to_str().unwrap(), "--nodes", "100", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("line 2: `bm Rb8`"),
        "{}",
        text(&output.stderr)
    );
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (report["solved"].as_u64(), report["total"].as_u64()),
        (Some(1), Some(1))
    );
    let missing = cutaway(&["suite", "no/such/file.epd", "--depth", "1"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("no/such/file.epd"));
}

#[test]
fn a_suite_resumes_and_two_runs_are_compared() {
    let path = file(
        "resumed.epd",
        &format!(
            "{MATE} bm Ra8#; id \"a\"; c0 \"Ra8=10, Ra7=2\";\n{MATE} bm Ra7; id \"b\";\n{MATE} bm #1; id \"c\";\n"
        ),
    );
    let path = path.to_str().unwrap();
    let journal = file("resumed.journal", "");
    let run = |more: &[&str]| {
        cutaway(
            &[
                &[
                    "suite",
                    path,
                    "--depth",
                    "3",
                    "--resume",
                    journal.to_str().unwrap(),
                ],
                more,
            ]
            .concat(),
        )
    };
    let whole = run(&[]);
    let printed = text(&whole.stdout);
    assert!(
        printed.ends_with("10 of 10 points (100.0 %)\nsolved 2 of 3\n"),
        "{printed}"
    );
    // As if it had been killed in the middle of writing the second position.
    let lines = std::fs::read_to_string(&journal).unwrap();
    let cut = lines.match_indices('\n').nth(1).unwrap().0 + 20;
    std::fs::write(&journal, &lines[..cut]).unwrap();
    let report = file("resumed.json", "");
    let resumed = run(&[&format!("--json={}", report.to_str().unwrap())]);
    assert!(text(&resumed.stdout).ends_with("solved 2 of 3\n"));
    let ids = |journal: &str| -> Vec<String> {
        let value = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
        journal
            .lines()
            .skip(1)
            .map(|line| value(line)["id"].to_string())
            .collect()
    };
    assert_eq!(
        ids(&std::fs::read_to_string(&journal).unwrap()),
        ["\"a\"", "\"b\"", "\"c\""]
    );
    // Under other conditions it does not go on.
    let other = cutaway(&[
        "suite",
        path,
        "--depth",
        "4",
        "--resume",
        journal.to_str().unwrap(),
    ]);
    assert_eq!(other.status.code(), Some(2));
    assert!(
        text(&other.stderr).contains("depth"),
        "{}",
        text(&other.stderr)
    );

    let second = file("second.json", "");
    let changed = std::fs::read_to_string(&report).unwrap().replacen(
        "\"solved\": true",
        "\"solved\": false",
        1,
    );
    std::fs::write(&second, changed).unwrap();
    let compared = cutaway(&[
        "suite",
        "--compare",
        report.to_str().unwrap(),
        second.to_str().unwrap(),
    ]);
    let printed = text(&compared.stdout);
    assert!(
        printed.starts_with("- a  bm Ra8#: Ra8# before, Ra8# now\n"),
        "{printed}"
    );
    assert!(
        printed.ends_with("points 10 -> 10\nsolved 2 -> 1 of 3 (+0 -1)\n"),
        "{printed}"
    );
    let none = cutaway(&["suite", "--compare", report.to_str().unwrap(), path]);
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("is no report of a suite"));
}

#[test]
fn a_match_reports_results_and_writes_its_files() {
    let json = file("match.json", "");
    let pgn = file("match.pgn", "");
    let openings = file(
        "openings.epd",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n",
    );
    let output = cutaway(&[
        "match",
        "self",
        "self:stage=12,killers=off",
        "--nodes",
        "300",
        "--games",
        "2",
        "--strict",
        "--openings",
        openings.to_str().unwrap(),
        "--json",
        json.to_str().unwrap(),
        "--pgn",
        pgn.to_str().unwrap(),
    ]);
    let printed = text(&output.stdout);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{printed}{}",
        text(&output.stderr)
    );
    assert!(printed.contains("\n2 games: "), "{printed}");
    let report: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(report["planned"].as_u64(), Some(2));
    assert_eq!(
        report["players"][1]["spec"].as_str(),
        Some("self:stage=12,killers=off")
    );
    let games = std::fs::read_to_string(pgn).unwrap();
    assert_eq!(
        games.matches("[FEN \"rnbqkbnr/pppp1ppp").count(),
        2,
        "{games}"
    );
}

#[test]
fn a_match_needs_players_and_a_limit() {
    for (arguments, words) in [
        (vec!["match", "self", "self"], "--nodes"),
        (vec!["match", "self", "selfish", "--depth", "1"], "selfish"),
        (
            vec!["match", "self", "self:magic=on", "--depth", "1"],
            "magic",
        ),
        (
            vec!["match", "self", "cmd:no-such-engine", "--depth", "1"],
            "no-such-engine",
        ),
        (
            vec!["match", "self", "self", "--depth", "1", "--nodes", "1"],
            "cannot be used with",
        ),
    ] {
        let output = cutaway(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            text(&output.stderr).contains(words),
            "{arguments:?}: {}",
            text(&output.stderr)
        );
    }
}

#[test]
fn every_file_of_results_names_commit_settings_and_machine() {
    let positions = file("provenance.epd", &format!("{MATE} bm Ra8#;\n"));
    let positions = positions.display();
    let folder = folder("provenance-games");
    let folder = folder.display();
    for (command, setting) in [
        (format!("suite {positions} --depth 2 --json="), "hash_mib"),
        ("match self self --depth 1 --games 2 --json ".into(), "seed"),
        (
            "spsa null_move_base --nodes 50 --iterations 1 --json ".into(),
            "budget",
        ),
        (
            format!("datagen {folder} --games 1 --nodes 50 --json "),
            "plies",
        ),
    ] {
        let json = file("provenance.json", "");
        let whole = format!("{command}{}", json.display());
        let output = cutaway(&whole.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let json = std::fs::read_to_string(json).unwrap();
        let report: serde_json::Value = serde_json::from_str(&json).unwrap();
        let from = &report["from"];
        assert!(from["commit"].is_string(), "{command}: {json}");
        assert!(from["machine"]["cores"].as_u64() > Some(0), "{command}");
        assert!(!report["settings"][setting].is_null(), "{command}: {json}");
    }
}

#[test]
fn tuning_resumes_and_ends_in_a_patch_and_a_test() {
    let [journal, plot, patch, source] =
        ["spsa.journal", "spsa.svg", "spsa.patch", "params.rs"].map(|name| file(name, ""));
    let row = "    NullMoveBase \"null_move_base\" NullMove 6 in 1..=6 step 1 \"plies\"\n";
    std::fs::write(&source, format!("{row}\n")).unwrap();
    let run = |iterations| {
        cutaway(&[
            "spsa",
            "null_move_base=1",
            "--nodes",
            "150",
            "--iterations",
            iterations,
            "--pairs",
            "2",
            "--r-end",
            "0.05",
            "--base",
            "self:hash=1",
            "--concurrency",
            "2",
            "--resume",
            journal.to_str().unwrap(),
            "--plot",
            plot.to_str().unwrap(),
            "--patch",
            patch.to_str().unwrap(),
            "--source",
            source.to_str().unwrap(),
        ])
    };
    let whole = run("3");
    let printed = text(&whole.stdout);
    assert_eq!(
        whole.status.code(),
        Some(0),
        "{printed}{}",
        text(&whole.stderr)
    );
    let last = printed.lines().last().unwrap();
    assert!(
        last.starts_with("cutaway match self:hash=1,lab=on,null_move_base="),
        "{last}"
    );
    assert!(
        last.ends_with("--nodes 150 --games 40000 --sprt 0,5"),
        "{last}"
    );
    // It began at 1, but what it has to beat are the defaults.
    assert!(last.contains(" self:hash=1,lab=on --nodes"), "{last}");
    assert!(
        std::fs::read_to_string(&patch)
            .unwrap()
            .contains(&format!("\n-{row}+    NullMoveBase"))
    );
    assert!(std::fs::read_to_string(&plot).unwrap().contains("<svg"));
    // Cut off behind the first iteration, it comes to the same end.
    let noted = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(noted.lines().count(), 4);
    let cut = noted.match_indices('\n').nth(1).unwrap().0 + 5;
    std::fs::write(&journal, &noted[..cut]).unwrap();
    assert_eq!(text(&run("3").stdout), printed);
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), noted);
    let longer = run("4");
    assert_eq!(longer.status.code(), Some(2));
    let error = text(&longer.stderr);
    assert!(
        error.contains("it cannot be changed; for more, begin another run"),
        "{error}"
    );
}

#[test]
fn tuning_that_cannot_begin_leaves_no_file() {
    let folder = folder("spsa-elsewhere");
    let patch = folder.join("p.patch");
    let patch = patch.to_str().unwrap();
    let there = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for (options, missing) in [
        (
            &["--source", "/no/such/params.rs"][..],
            "/no/such/params.rs",
        ),
        (
            &["--source", there, "--openings", "/no/such/openings"],
            "/no/such/openings",
        ),
        (
            &["--source", there],
            "no row `null_move_base` in the table of parameters",
        ),
    ] {
        let command = ["spsa", "null_move_base", "--nodes", "100", "--patch", patch];
        let output = cutaway(&[&command[..], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        let said = text(&output.stderr);
        assert!(said.contains(missing), "{said}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_command_that_is_refused_leaves_no_file() {
    let folder = folder("refused");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let [json, pgn, journal, table] = ["json", "pgn", "journal", "table.rs"].map(path);
    let suite = file("refused.epd", &format!("{MATE} bm Ra8#;\n"));
    let suite = suite.display();
    for command in [
        format!("suite {suite} --depth 1 --json={json} --off magic"),
        format!(
            "match self cmd:./no-such-engine --depth 1 --json {json} --pgn {pgn} --resume {journal}"
        ),
        format!("ablate --only killers --write-table {table} --json /no/such/folder/x"),
        format!("ladder --anchor cmd:/no/such/engine=1 --json {json} --resume {journal}"),
    ] {
        let output = cutaway(&command.split(' ').collect::<Vec<_>>());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "{command}");
    }
}

#[test]
fn tuning_that_moves_nothing_makes_no_patch_and_asks_for_no_test() {
    let folder = folder("spsa-unmoved");
    let patch = folder.join("p.patch");
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../search/src/params.rs");
    let command = "spsa null_move_base --nodes 50 --iterations 1 --r-end 0.0001 --patch";
    let command: Vec<&str> = command.split(' ').collect();
    let files = [patch.to_str().unwrap(), "--source", table];
    let output = cutaway(&[&command[..], &files].concat());
    let printed = text(&output.stdout);
    let failed = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{printed}{failed}");
    let end = "\nthe defaults are these already: no patch is written\n\
               nothing has moved, so there is nothing to test\n";
    assert!(printed.ends_with(end), "{printed}");
    assert!(!patch.exists());
}

#[test]
fn tuning_tells_what_it_cannot_tune() {
    for (arguments, expected) in [
        (&["no_such"][..], "`no_such` is no parameter"),
        (&["technique:no_such"], "`no_such` is no technique"),
        (&["null_move_base=99"], "takes a number from 1 to 6"),
        (&["time_share"], "no clock is used"),
        (
            &["null_move_base", "--c-end", "1e300"],
            "give a number above 0 and up to 1000",
        ),
        (
            &["null_move_base", "--gamma", "1e300"],
            "give a number above 0 and up to 2",
        ),
        (
            &["null_move_base", "--stability", "inf"],
            "give a number above 0 and up to 10",
        ),
        (
            &["null_move_base", "--r-end", "nan"],
            "give a number above 0 and up to 10",
        ),
        (
            &["null_move_base", "--base", "self:null_move=off"],
            "null_move is off",
        ),
    ] {
        let output = cutaway(&[&["spsa", "--nodes", "100"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            text(&output.stderr).contains(expected),
            "{}",
            text(&output.stderr)
        );
    }
}
