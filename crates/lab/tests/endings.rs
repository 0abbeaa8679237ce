//! The elementary endings played out without tablebases, which only tell afterwards what should have come of them.
//!
//! The tables are no part of the project: without `CUTAWAY_TESTDATA` these tests skip.

#[allow(dead_code, reason = "these tests need no distances")]
#[path = "support/endings.rs"]
mod support;

use cutaway_chess::{Game, Outcome};
use cutaway_eval::ending;
use cutaway_lab::syzygy;
use cutaway_search::{Control, Limits, Pool, Settings, Tables, Wdl};
use support::{position_of, random_position, tables_folder};

/// The endings of a lone king, by the other side's men.
const ENDINGS: [&str; 5] = ["R", "Q", "BB", "BN", "P"];

/// The game, played on by both sides with so many nodes a move until it ends; what one move found out serves the next.
fn play_out(pool: &mut Pool, mut game: Game, nodes: u64) -> Game {
    pool.new_game();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let settings = Settings::default();
    while game.outcome().is_none() {
        let control = Control::default();
        let found = pool.go(&game, &limits, &settings, &control, &mut |_| {});
        game.play(found.best.unwrap()).unwrap();
    }
    game
}

/// A random position of the lone king against those men, of either colour, that is not over.
fn random_ending(men: &str, random: &mut fastrand::Rng) -> Game {
    let black = men.to_lowercase();
    loop {
        let men = if random.bool() { men } else { &black };
        let game = random_position(men, random).map(Game::new);
        if let Some(game) = game.filter(|game| game.outcome().is_none()) {
            return game;
        }
    }
}

/// Plays so many random positions of each ending out, and tells those that did not end as they should.
fn play_endings(test: &str, count: usize, nodes: u64) {
    let Some(folder) = tables_folder(test) else {
        return;
    };
    let tables = Tables {
        base: syzygy::open(folder.to_str().expect("a path of letters")).base,
        ..Tables::default()
    };
    let mut pool = Pool::new();
    let mut wrong = Vec::new();
    for men in ENDINGS {
        let mut random = fastrand::Rng::with_seed(37);
        let (mut won, mut drawn, mut plies) = ([0, 0], [0, 0], 0);
        for _ in 0..count {
            let game = random_ending(men, &mut random);
            let side = game.position().side_to_move();
            let winner = match tables.outcome(game.position()).expect("a table of it") {
                Wdl::Win => Some(side),
                Wdl::Loss => Some(!side),
                _ => None,
            };
            let game = play_out(&mut pool, game, nodes);
            let outcome = game.outcome().expect("it was played to the end");
            let is_right = match outcome {
                Outcome::Checkmate { winner: mates } => Some(mates) == winner,
                _ => winner.is_none(),
            };
            let counts = if winner.is_some() {
                plies += game.moves().len();
                &mut won
            } else {
                &mut drawn
            };
            counts[0] += usize::from(is_right);
            counts[1] += 1;
            if !is_right {
                let fen = game.start().to_fen();
                wrong.push(format!("{fen}: {outcome}, {:?}", game.moves()));
            }
        }
        println!(
            "K{men}vK: {} of {} won in {} moves on average, {} of {} drawn",
            won[0],
            won[1],
            plies / 2 / won[1].max(1),
            drawn[0],
            drawn[1]
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn elementary_endings_are_played_right() {
    play_endings("elementary_endings_are_played_right", 5, 20_000);
}

#[test]
#[ignore = "500 games"]
fn a_hundred_of_each_elementary_ending_are_played_right() {
    let test = "a_hundred_of_each_elementary_ending_are_played_right";
    play_endings(test, 100, 20_000);
}

#[test]
fn every_king_and_pawn_against_king_is_known() {
    let Some(folder) = tables_folder("every_king_and_pawn_against_king_is_known") else {
        return;
    };
    let base = syzygy::open(folder.to_str().expect("a path of letters")).base;
    let base = base.expect("there are tables");
    let (mut won, mut drawn) = (0, 0);
    for number in 0..2 * 48 * 64 * 64 {
        let kings = [number % 64, number / 64 % 64];
        let pawn = 8 + number / 64 / 64 % 48;
        let side = if number < 48 * 64 * 64 { 'w' } else { 'b' };
        if kings[0] == kings[1] || kings.contains(&pawn) {
            continue;
        }
        let mut board = [None; 64];
        board[kings[0]] = Some('K');
        board[kings[1]] = Some('k');
        board[pawn] = Some('P');
        let Some(position) = position_of(&board, side) else {
            continue;
        };
        let known = ending(&position).expect("a known ending").score;
        let wdl = base.wdl(&position).expect("a table of it");
        let same = match wdl {
            Wdl::Win => known > 9_000,
            Wdl::Loss => known < -9_000,
            _ => known == 0,
        };
        assert!(same, "{}: {wdl:?}, {known}", position.to_fen());
        let count = if wdl == Wdl::Draw {
            &mut drawn
        } else {
            &mut won
        };
        *count += 1;
    }
    println!("{won} won, {drawn} drawn");
    assert_eq!(won, 2 * 111_282);
}
