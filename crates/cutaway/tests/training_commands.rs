//! `cutaway openings`, `genfens`, `datagen` and `wdl` as a user runs them: what they print, write and end with.

mod program;

use program::{cutaway, folder, text};
use std::path::Path;
use std::process::Command;

#[test]
fn openings_are_made_alike_each_time_and_are_read_back() {
    let make = |seed| {
        let made = cutaway(&[
            "openings",
            "--count",
            "5",
            "--nodes",
            "1000",
            "--unbalanced",
            "--seed",
            seed,
        ]);
        assert!(made.status.success(), "{}", text(&made.stderr));
        text(&made.stdout)
    };
    let first = make("3");
    assert_eq!(first.lines().count(), 5);
    assert!(first.lines().all(|line| line.contains(" ce ")), "{first}");
    assert_eq!(first, make("3"));
    assert_ne!(first, make("4"));
    let path = folder("openings").join("made.epd");
    std::fs::write(&path, &first).unwrap();
    let played = cutaway(&[
        "match",
        "self",
        "self",
        "--depth",
        "1",
        "--games",
        "2",
        "--openings",
        path.to_str().unwrap(),
    ]);
    assert!(played.status.success(), "{}", text(&played.stderr));
}

#[test]
fn openings_that_cannot_be_had_are_missed_in_words() {
    let few = cutaway(&[
        "openings", "--count", "500", "--nodes", "10", "--plies", "0",
    ]);
    assert_eq!(few.status.code(), Some(2));
    assert!(
        text(&few.stderr).contains("of 500 found"),
        "{}",
        text(&few.stderr)
    );
    let both = cutaway(&["openings", "--balanced", "--unbalanced"]);
    assert_eq!(both.status.code(), Some(2));
}

/// The FENs that `genfens` has answered with, each of them a position with all six fields.
fn genfens(arguments: &[&str]) -> Vec<String> {
    let made = cutaway(arguments);
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let lines = text(&made.stdout);
    let fens = lines.lines().map(|line| {
        let fen = line.strip_prefix("info string genfens ").expect(line);
        assert_eq!(fen.split(' ').count(), 6, "{line}");
        let position: cutaway_chess::Position = fen.parse().expect(fen);
        assert!(position.has_legal_move() && !position.in_check(), "{fen}");
        fen.to_string()
    });
    fens.collect()
}

#[test]
fn genfens_answers_openbench() {
    let usual = genfens(&["genfens 10 seed 4294967297 book None ", "quit"]);
    assert_eq!(usual.len(), 10);
    assert_eq!(
        usual,
        genfens(&["genfens", "10", "seed", "4294967297", "book", "None"])
    );
    assert_ne!(
        usual,
        genfens(&["genfens 10 seed 4294967298 book None", "quit"])
    );

    let book = folder("genfens").join("book.epd");
    let lines = "8/5k2/8/8/4P3/8/3K4/8 w - - hmvc 0; fmvn 40;\nno line of a book\n";
    std::fs::write(&book, lines).unwrap();
    let command = format!(
        "genfens 5 seed 1 book {} plies=2 limit=5000",
        book.display()
    );
    let from_book = genfens(&[&command, "quit"]);
    assert_eq!(from_book.len(), 5);
    assert!(
        from_book
            .iter()
            .all(|fen| fen.ends_with(" 41") || fen.ends_with(" 40"))
    );

    let chess960 = genfens(&["genfens 5 seed 1 book None dfrc", "quit"]);
    assert!(
        chess960
            .iter()
            .any(|fen| fen.split(' ').nth(2) != Some("KQkq"))
    );
}

#[test]
fn genfens_refuses_what_it_does_not_understand() {
    for command in [
        "genfens x",
        "genfens 1 seed 2 book missing.epd",
        "genfens 1 seed 2 plays=4",
    ] {
        let refused = cutaway(&[command, "quit"]);
        assert_eq!(refused.status.code(), Some(2), "{command}");
        assert_eq!(text(&refused.stderr).lines().count(), 1, "{command}");
    }
}

#[test]
fn training_games_are_the_same_after_kills_at_any_moment() {
    let [whole, killed] =
        ["datagen-whole", "datagen-killed"].map(|name| folder(name).to_str().unwrap().to_string());
    let arguments = |folder: &str| {
        let all = format!(
            "datagen {folder} --games 40 --threads 2 --nodes 300 --seed 3 --with self:hash=1 --json {folder}.json"
        );
        all.split(' ').map(String::from).collect::<Vec<_>>()
    };
    let run = |folder: &str| {
        let arguments = arguments(folder);
        cutaway(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let done = run(&whole);
    assert!(done.status.success(), "{}", text(&done.stderr));
    assert!(
        text(&done.stdout).starts_with("40 games, "),
        "{}",
        text(&done.stdout)
    );

    let (mut games, mut kills) = (0, 0);
    for wait in [30, 80, 120, 50, 150, 70, 100, 60, 110, 90] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cutaway"))
            .args(arguments(&killed))
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        kills += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        let journal = std::fs::read_to_string(Path::new(&killed).join("journal.jsonl"));
        let lines = journal.unwrap_or_default().matches('\n').count();
        assert!(
            lines >= games,
            "a game was lost: {lines} lines after {games}"
        );
        games = lines;
    }
    assert!(kills > 0, "all runs ended before they were killed");
    let done = run(&killed);
    assert!(done.status.success(), "{}", text(&done.stderr));
    for file in ["0.vf", "1.vf"] {
        let [a, b] =
            [&whole, &killed].map(|folder| std::fs::read(Path::new(folder).join(file)).unwrap());
        assert!(!a.is_empty() && a == b, "{file}");
    }
    let report = |folder: &str| -> serde_json::Value {
        let text = std::fs::read_to_string(format!("{folder}.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    for key in [
        "games",
        "positions",
        "white_wins",
        "draws",
        "black_wins",
        "endings",
        "scores",
    ] {
        assert_eq!(report(&whole)[key], report(&killed)[key], "{key}");
    }
}

#[test]
fn training_games_need_a_goal_and_a_folder_of_their_own() {
    let refused = |arguments: &[&str]| {
        let output = cutaway(&[&["datagen"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        text(&output.stderr)
    };
    let taken = folder("datagen-taken").join("taken");
    std::fs::write(&taken, "a letter to a friend\n").unwrap();
    let taken = taken.to_str().unwrap();
    assert!(refused(&[taken]).contains("--games"));
    let message = refused(&[taken, "--games", "1"]);
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(refused(&[taken, "--games", "1", "--with", "cmd:other"]).contains("only this engine"));
    assert!(refused(&[taken, "--games", "1", "--adjudicate-win", "9"]).contains("2 numbers"));
}

#[test]
fn chances_are_fitted_to_games_of_our_own() {
    let games = folder("wdl").join("games");
    let games = games.to_str().unwrap();
    let made = format!(
        "datagen {games} --games 60 --nodes 100 --opening-limit 800 --with self:hash=1,EvalFile=<empty>"
    );
    let made = cutaway(&made.split(' ').collect::<Vec<_>>());
    assert!(made.status.success(), "{}", text(&made.stderr));
    let file = format!("{games}/0.vf");
    let told = cutaway(&["wdl", &file]);
    assert!(told.status.success(), "{}", text(&told.stderr));
    let told = text(&told.stdout);
    assert!(told.starts_with("60 games, "), "{told}");
    let json = cutaway(&["wdl", &file, "--json", "--max-score", "400"]);
    let json: serde_json::Value = serde_json::from_str(&text(&json.stdout)).unwrap();
    assert_eq!(json["settings"]["games"], 60);
    let units = json["units"].as_f64().unwrap();
    let sum: f64 = json["a"]
        .as_array()
        .unwrap()
        .iter()
        .map(|a| a.as_f64().unwrap())
        .sum();
    // Of players that are this weak it is far more than a pawn, but no other unit.
    assert!(
        units > 30.0 && units < 2000.0 && (units - sum).abs() < 1e-6,
        "{json}"
    );
    assert!(json["log_loss"].as_f64() < json["log_loss_without_scores"].as_f64());

    let cut = format!("{games}/cut.vf");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() - 3]).unwrap();
    let one = format!("{games}/one.vf");
    std::fs::write(&one, b"").unwrap();
    for (file, words) in [
        (&cut, "game 60: the file ends within it"),
        (&one, "too few positions"),
        (&format!("{games}/none.vf"), "cannot read"),
    ] {
        let refused = cutaway(&["wdl", file]);
        assert_eq!(refused.status.code(), Some(2), "{file}");
        let message = text(&refused.stderr);
        assert!(
            message.contains(words) && message.lines().count() == 1,
            "{message}"
        );
    }
}
