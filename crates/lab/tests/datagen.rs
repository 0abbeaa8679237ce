//! Training games from end to end: read back by the crate viriformat, and the same files whether a run was left alone or
//! ended at any moment.

use cutaway_chess::{Game, Position};
use cutaway_eval::nnue::{Network, Parts};
use cutaway_eval::{Evaluator, WIN_MODEL};
use cutaway_lab::adjudication::{DrawRule, WinRule};
use cutaway_lab::datagen::{Datagen, DatagenError, Ending, Goal, Recipe, Report};
use cutaway_lab::openings::Starts;
use cutaway_lab::referee::End;
use cutaway_lab::spec::PlayerSpec;
use cutaway_search::{Control, Limits, Pool, Settings};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use viriformat::dataformat::{Game as Record, WDL};

fn datagen(goal: Goal, starts: Starts) -> Datagen {
    let Ok(PlayerSpec::Own(player)) = "self:hash=1".parse() else {
        unreachable!("it names this engine")
    };
    let win = WinRule {
        score: 1500,
        moves: 2,
    };
    let draw = DrawRule {
        score: 5,
        moves: 4,
        after: 30,
    };
    Datagen {
        threads: 2,
        goal,
        recipe: Recipe {
            engine: "Cutaway of a test".to_string(),
            player,
            soft_nodes: 200,
            hard_nodes: 2000,
            starts,
            plies: 8,
            opening_limit: 400,
            adjudicate_win: Some(win),
            adjudicate_draw: Some(draw),
            seed: 5,
        },
    }
}

/// An empty folder of its own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn run(datagen: &Datagen, folder: &Path) -> Result<Report, DatagenError> {
    datagen.run(folder, &mut |_| true)
}

fn bytes(folder: &Path) -> [Vec<u8>; 2] {
    [0, 1].map(|file| std::fs::read(folder.join(format!("{file}.vf"))).unwrap())
}

fn records(folder: &Path) -> Vec<Record> {
    let mut records = Vec::new();
    for bytes in bytes(folder) {
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            records.push(Record::deserialise_from(&mut rest, Vec::new()).unwrap());
        }
    }
    records
}

/// Plays a game by our rules; gives back its scores and the position at its end.
fn replay(record: &Record) -> (Vec<i16>, Game) {
    let start = record.initial_position();
    let start: Position = start.to_string().parse().expect("its board writes a FEN");
    let mut game = Game::new(start);
    let mut scores = Vec::new();
    for (mv, score) in &record.moves {
        assert_eq!(game.outcome(), None, "a game goes on after its end");
        let text = mv.display(true).to_string();
        let ours = game.position().parse_uci(&text);
        game.play(ours.expect("the file's move"))
            .expect("it is legal");
        scores.push(score.get());
    }
    (scores, game)
}

/// A score of a file in centipawns, in which the rules are given.
fn shown(score: i16) -> i32 {
    Settings::default().evaluator.centipawns(score.into())
}

fn check_games(name: &str, starts: Starts) {
    let folder = folder(name);
    let report = run(&datagen(Goal::Games(30), starts), &folder).unwrap();
    let records = records(&folder);
    assert_eq!((records.len(), report.games), (30, 30));
    let mut positions = 0;
    for record in &records {
        let (scores, game) = replay(record);
        positions += scores.len();
        assert!(shown(scores[0]).abs() <= 400);
        let last = shown(*scores.last().unwrap());
        match (record.outcome(), game.outcome()) {
            (WDL::Win, None) => assert!(last >= 1500),
            (WDL::Loss, None) => assert!(last <= -1500),
            (WDL::Draw, None) => assert!(last.abs() <= 5 || scores.len() == 512),
            (WDL::Draw, Some(outcome)) => assert_eq!(End::Rules(outcome).winner(), None),
            (decided, Some(outcome)) => {
                let white_wins = End::Rules(outcome).winner() == Some(cutaway_chess::Color::White);
                assert_eq!(decided == WDL::Win, white_wins);
                assert_ne!(End::Rules(outcome).winner(), None);
            }
        }
    }
    assert_eq!(report.positions, positions as u64);
    assert_eq!(report.scores.iter().sum::<u64>(), report.positions);
    assert_eq!(report.endings.values().sum::<u64>(), 30);
    assert!(
        report.endings.contains_key(&Ending::Adjudicated),
        "{report:?}"
    );
    assert_eq!(report.white_wins + report.draws + report.black_wins, 30);
    assert!(report.white_wins > 0 && report.black_wins > 0, "{report:?}");
}

#[test]
fn games_are_read_back_move_by_move() {
    check_games("usual", Starts::Usual);
}

#[test]
fn games_of_chess960_are_read_back_move_by_move() {
    check_games("chess960", Starts::DoubleChess960);
}

#[test]
fn a_run_in_pieces_writes_what_a_run_in_one_does() {
    let whole = folder("whole");
    let all = datagen(Goal::Games(12), Starts::Usual);
    let report = run(&all, &whole).unwrap();
    let pieces = folder("pieces");
    for stop in 1..6 {
        let mut seen = 0;
        let stopped = all.run(&pieces, &mut |_| {
            seen += 1;
            seen < stop
        });
        let stopped = stopped.unwrap();
        assert_eq!(
            stopped.games - stopped.games_before,
            stop.min(12 - stopped.games_before)
        );
        // As if it had been killed in the middle of writing: half a game here, half a line there.
        append(&pieces.join("0.vf"), &bytes(&whole)[0][..50]);
        append(&pieces.join("1.vf"), &bytes(&whole)[0]);
        append(&pieces.join("journal.jsonl"), b"{\"file\":0,\"game\":");
    }
    let end = run(&all, &pieces).unwrap();
    assert_eq!(bytes(&pieces), bytes(&whole));
    assert_eq!(end.endings, report.endings);
    assert_eq!(
        (end.scores, end.positions, end.draws),
        (report.scores, report.positions, report.draws)
    );
    // What is reached is not played again, and a higher goal adds to it.
    assert_eq!(run(&all, &pieces).unwrap().games_before, 12);
    let more = run(&datagen(Goal::Games(14), Starts::Usual), &pieces).unwrap();
    assert_eq!((more.games, more.games_before), (14, 12));
    assert!(bytes(&pieces)[0].starts_with(&bytes(&whole)[0]));
}

/// Training data is written in the unit of the network that judges, in which one that learns from it will judge as well;
/// rules are given in centipawns.
#[test]
fn scores_of_a_network_are_written_in_its_own_unit() {
    let mut datagen = datagen(Goal::Games(8), Starts::Usual);
    let network = Arc::new(random_network());
    let settings = &mut datagen.recipe.player.settings;
    settings.evaluator = Evaluator::Network(network);
    let settings = settings.clone();
    let rule = |score| WinRule { score, moves: 1 };
    (
        datagen.recipe.adjudicate_win,
        datagen.recipe.adjudicate_draw,
    ) = (Some(rule(150)), None);
    let folder = folder("network");
    let report = run(&datagen, &folder).unwrap();
    assert!(
        report.endings.contains_key(&Ending::Adjudicated),
        "{report:?}"
    );
    let mut pool = Pool::new();
    pool.set_hash(1).unwrap();
    let limits = Limits {
        soft_nodes: Some(200),
        nodes: Some(2000),
        ..Limits::default()
    };
    for record in records(&folder) {
        let (scores, game) = replay(&record);
        let start: Position = record.initial_position().to_string().parse().unwrap();
        pool.new_game();
        let searched = Game::new(start.clone());
        let found = pool.go(
            &searched,
            &limits,
            &settings,
            &Control::default(),
            &mut |_| {},
        );
        let raw = found.info.unwrap().raw;
        let white = start.side_to_move() == cutaway_chess::Color::White;
        assert_eq!(i32::from(scores[0]), if white { raw } else { -raw });
        if game.outcome().is_none() && scores.len() < 512 {
            let last = f64::from(*scores.last().unwrap()).abs();
            assert!(last >= 149.5 * WIN_MODEL.units() / 100.0, "{last}");
        }
    }
}

/// What it says does not matter here, if only the scores are not small.
fn random_network() -> Network {
    let mut random = fastrand::Rng::with_seed(9);
    let parts = Parts::made_up(16, |most| random.i16(-most..=most));
    Network::from_parts(parts).unwrap()
}

fn append(path: &Path, bytes: &[u8]) {
    let mut content = std::fs::read(path).unwrap();
    content.extend_from_slice(bytes);
    std::fs::write(path, content).unwrap();
}

#[test]
fn each_file_gets_its_share_of_positions() {
    let folder = folder("positions");
    let report = run(&datagen(Goal::Positions(600), Starts::Usual), &folder).unwrap();
    assert!(
        (600..600 + 2 * 512).contains(&report.positions),
        "{report:?}"
    );
    let shares = bytes(&folder).map(|bytes| bytes.len());
    assert!(shares.iter().all(|&share| share >= 4 * 300), "{shares:?}");
}

#[test]
fn what_is_of_another_run_or_damaged_is_refused_in_words_and_left() {
    let folder = folder("refused");
    let all = datagen(Goal::Games(4), Starts::Usual);
    run(&all, &folder).unwrap();
    let refused = |datagen: &Datagen| run(datagen, &folder).unwrap_err().to_string();
    let before = bytes(&folder);

    let mut other = all.clone();
    other.recipe.seed = 6;
    assert!(refused(&other).contains("its seed is 5, not 6"));
    other = all.clone();
    other.recipe.starts = Starts::DoubleChess960;
    assert!(
        refused(&other).contains("its openings is"),
        "{}",
        refused(&other)
    );
    assert_eq!(bytes(&folder), before);

    let path = folder.join("1.vf");
    let (short, mut changed) = (&before[1][..before[1].len() - 1], before[1].clone());
    changed[40] ^= 1;
    for content in [short, &changed, &[0xFF; 4000], b""] {
        std::fs::write(&path, content).unwrap();
        assert!(
            refused(&all).contains("1.vf is damaged"),
            "{}",
            refused(&all)
        );
        assert_eq!(std::fs::read(&path).unwrap(), content);
    }
    std::fs::remove_file(folder.join("journal.jsonl")).unwrap();
    assert!(
        refused(&all).contains("no journal for it"),
        "{}",
        refused(&all)
    );
    assert_eq!(std::fs::read(&path).unwrap(), b"");
}

#[test]
fn without_an_opening_there_is_no_game() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let book = cutaway_lab::openings::Book::new(mated.to_string()).unwrap();
    let none = run(
        &datagen(Goal::Games(1), Starts::Book(book)),
        &folder("mated"),
    );
    assert!(matches!(none, Err(DatagenError::NoOpening)), "{none:?}");
}
