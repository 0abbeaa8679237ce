//! Syzygy tables: what is looked up in real ones, held against lists of known answers; endings played out with them;
//! folders that are wrong and files that are damaged.
//!
//! The tables are no part of the project: without `CUTAWAY_TESTDATA` these tests skip.

#[path = "support/endings.rs"]
mod endings;

use cutaway_chess::{Color, Game, Outcome, Position};
use cutaway_lab::syzygy::{self, Opened};
use cutaway_search::{Control, Limits, Pool, ReportedScore, Settings, Tablebase, Tables, Wdl};
use endings::{distance, is_same, random_position, tables_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn open(folder: &Path) -> Opened {
    syzygy::open(folder.to_str().expect("a path of letters"))
}

fn tables(folder: &Path) -> Arc<dyn Tablebase> {
    let opened = open(folder);
    println!("{:?}", opened.words);
    opened.base.expect("there are tables")
}

/// A folder of its own with these tables in it, with distances or without; it is made anew.
fn copied(from: &Path, name: &str, tables: &[&str], endings: &[&str]) -> PathBuf {
    let name = format!("cutaway syzygy {name} {}", std::process::id());
    let to = std::env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&to);
    fs::create_dir_all(&to).unwrap();
    for table in tables {
        for ending in endings {
            let file = format!("{table}.{ending}");
            let bytes = fs::read(from.join(&file)).unwrap();
            fs::write(to.join(&file), bytes).unwrap();
        }
    }
    to
}

fn number(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Loss => -2,
        Wdl::BlessedLoss => -1,
        Wdl::Draw => 0,
        Wdl::CursedWin => 1,
        Wdl::Win => 2,
    }
}

#[test]
fn known_answers_are_found() {
    let Some(folder) = tables_folder("known_answers_are_found") else {
        return;
    };
    let base = tables(&folder);
    assert_eq!(base.max_men(), 5);
    for file in ["probe_random.tsv", "probe_shakmaty.tsv"] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let mut count = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let position: Position = fields[0].parse().unwrap();
            let [wdl, dtz] = [1, 2].map(|field| fields[field].trim().parse::<i32>().unwrap());
            let found = base.wdl(&position).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(number(found), wdl, "{line}");
            // Of five men there is one table, and few positions of which every move is known.
            let moves = base.distances(&position);
            assert!(moves.is_some() || position.occupied().len() == 5, "{line}");
            if let Some(moves) = moves.filter(|moves| !moves.is_empty()) {
                assert_eq!(moves.len(), position.legal_moves().len());
                let found = distance(&moves);
                assert!(is_same(found, dtz), "{line}, found {found}");
            }
            count += 1;
        }
        println!("{file}: {count} positions");
        assert!(count > 100);
    }
}

fn with(base: &Arc<dyn Tablebase>) -> Settings {
    Settings {
        evaluator: cutaway_eval::Evaluator::PieceSquare,
        tables: Tables {
            base: Some(Arc::clone(base)),
            ..Tables::default()
        },
        ..Settings::default()
    }
}

/// The game, played on by both sides with so many nodes a move until it ends.
fn play_out(mut game: Game, settings: &Settings, nodes: u64) -> Game {
    let mut pool = Pool::new();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    while game.outcome().is_none() {
        let control = Control::default();
        let found = pool.go(&game, &limits, settings, &control, &mut |_| {});
        game.play(found.best.unwrap()).unwrap();
    }
    game
}

#[test]
fn won_endings_are_won_and_drawn_ones_drawn() {
    let Some(folder) = tables_folder("won_endings_are_won_and_drawn_ones_drawn") else {
        return;
    };
    let base = tables(&folder);
    let settings = with(&base);
    let mut random = fastrand::Rng::with_seed(25);
    for men in ["R", "Q", "BN", "BB", "P", "Qr", "Pp"] {
        let mut played = 0;
        while played < 4 {
            let Some(position) = random_position(men, &mut random) else {
                continue;
            };
            let fen = position.to_fen();
            let known = settings.tables.outcome(&position).unwrap();
            let winner = match known {
                Wdl::Win => Some(position.side_to_move()),
                Wdl::Loss => Some(!position.side_to_move()),
                _ => None,
            };
            let game = play_out(Game::new(position), &settings, 500);
            let won = match game.outcome().unwrap() {
                Outcome::Checkmate { winner } => Some(winner),
                _ => None,
            };
            assert_eq!(won, winner, "{fen} {known:?} {:?}", game.moves());
            played += 1;
        }
    }
}

#[test]
fn outcomes_alone_win_too() {
    let Some(folder) = tables_folder("outcomes_alone_win_too") else {
        return;
    };
    // A blank in the path, and a folder that comes second.
    let all = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
    let copy = copied(&folder, "outcomes", &all, &["rtbw"]);
    let opened = syzygy::open(&format!("/nonexistent:{}:", copy.display()));
    println!("{:?}", opened.words);
    assert!(opened.words[0].starts_with("/nonexistent cannot be read: "));
    assert_eq!(
        opened.words[1],
        "5 tables of up to 3 men, 0 of them with distances"
    );
    let settings = with(&opened.base.unwrap());
    let game = Game::new("8/8/8/8/8/4k3/4P3/4K3 w - - 0 1".parse().unwrap());
    let score = |game: &Game| {
        let control = Control::default();
        let limits = Limits {
            depth: Some(6),
            ..Limits::default()
        };
        let found = Pool::new().go(game, &limits, &settings, &control, &mut |_| {});
        found.info.unwrap().score
    };
    assert_eq!(score(&game), ReportedScore::Centipawns(0));
    let game = Game::new("8/8/8/8/4k3/8/4P3/4K2R w - - 3 10".parse().unwrap());
    assert!(settings.tables.outcome(game.position()).is_none());
    let won = Game::new("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1".parse().unwrap());
    assert_eq!(score(&won), ReportedScore::Centipawns(20_000));
    let game = play_out(won, &settings, 20_000);
    assert_eq!(
        game.outcome(),
        Some(Outcome::Checkmate {
            winner: Color::White
        })
    );
    fs::remove_dir_all(copy).unwrap();
}

/// What happens to the bytes of a file.
type Damage<'a> = &'a dyn Fn(&mut Vec<u8>);

/// What opening a folder says when a file of it was changed by `damage`.
fn damaged(from: &Path, file: &str, damage: Damage) -> Opened {
    let tables = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQvKR"];
    let copy = copied(from, "damaged", &tables, &["rtbw", "rtbz"]);
    let path = copy.join(file);
    let mut bytes = fs::read(&path).unwrap();
    damage(&mut bytes);
    fs::write(&path, bytes).unwrap();
    let opened = open(&copy);
    println!("{file}: {:?}", opened.words);
    let base = opened.base.as_ref().unwrap();
    let three: Position = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1".parse().unwrap();
    assert_eq!(base.wdl(&three), Some(Wdl::Win));
    assert!(base.distances(&three).is_some());
    let four: Position = "6r1/8/8/3k4/8/8/1Q6/K7 w - - 0 1".parse().unwrap();
    assert_eq!(base.wdl(&four).is_some(), file != "KQvKR.rtbw");
    assert_eq!(base.distances(&four).is_some(), file.starts_with("KP"));
    fs::remove_dir_all(copy).unwrap();
    opened
}

#[test]
fn damaged_files_are_told_once_and_left_out() {
    let Some(folder) = tables_folder("damaged_files_are_told_once_and_left_out") else {
        return;
    };
    let is_told = |file: &str, damage: Damage| {
        let opened = damaged(&folder, file, damage);
        let words = &opened.words;
        assert!(words[0].contains(&format!(": {file} ")), "{words:?}");
        assert!(words[0].ends_with(" and is left out"), "{words:?}");
        assert_eq!(words.len(), 2);
    };
    // However little is missing.
    for file in ["KQvKR.rtbw", "KQvKR.rtbz", "KPvK.rtbw", "KPvK.rtbz"] {
        for cut in [1, 16, 64, 128, 1000, 4000] {
            is_told(file, &|bytes| bytes.truncate(bytes.len() - cut));
        }
    }
    // Nothing at all, another file's kind, another table, a beginning that makes no sense.
    let other = fs::read(folder.join("KRvKB.rtbw")).unwrap();
    let distances = fs::read(folder.join("KQvKR.rtbz")).unwrap();
    let damages: [Damage; 5] = [
        &|bytes| bytes.clear(),
        &|bytes| bytes.clone_from(&distances),
        &|bytes| bytes.clone_from(&other),
        &|bytes| bytes[7..200].fill(0xFF),
        &|bytes| bytes[7..200].fill(0),
    ];
    for damage in damages {
        is_told("KQvKR.rtbw", damage);
    }
}

#[test]
fn what_is_damaged_in_the_middle_is_survived() {
    let Some(folder) = tables_folder("what_is_damaged_in_the_middle_is_survived") else {
        return;
    };
    let mut random = fastrand::Rng::with_seed(26);
    for ending in ["rtbw", "rtbz"] {
        let copy = copied(
            &folder,
            "middle",
            &["KQvK", "KRvK", "KQvKR"],
            &["rtbw", "rtbz"],
        );
        let path = copy.join(format!("KQvKR.{ending}"));
        let whole = fs::read(&path).unwrap();
        for _ in 0..20 {
            let mut bytes = whole.clone();
            for _ in 0..20 {
                let at = random.usize(7..bytes.len());
                bytes[at] = random.u8(..);
            }
            fs::write(&path, bytes).unwrap();
            let base = open(&copy).base.unwrap();
            for _ in 0..50 {
                if let Some(position) = random_position("Qr", &mut random) {
                    // Whatever it says, or nothing.
                    let _ = (base.wdl(&position), base.distances(&position));
                }
            }
        }
        fs::remove_dir_all(copy).unwrap();
    }
}

#[test]
fn every_table_is_found_whole() {
    let Some(folder) = tables_folder("every_table_is_found_whole") else {
        return;
    };
    let opened = open(&folder);
    assert_eq!(
        opened.words,
        ["36 tables of up to 5 men, 35 of them with distances"]
    );
}

#[test]
fn folders_that_are_none_are_told() {
    let opened = syzygy::open("/no/such folder:/nor this one");
    assert!(opened.base.is_none());
    assert_eq!(opened.words.len(), 3, "{:?}", opened.words);
    assert!(opened.words[0].starts_with("/no/such folder cannot be read: "));
    let empty = std::env::temp_dir().join(format!("cutaway no tables {}", std::process::id()));
    fs::create_dir_all(&empty).unwrap();
    let opened = open(&empty);
    fs::remove_dir_all(&empty).unwrap();
    assert!(opened.base.is_none());
    assert!(opened.words[0].ends_with(" holds no tables"));
    assert_eq!(
        opened.words[1],
        "there are no tables to look positions up in"
    );
}
