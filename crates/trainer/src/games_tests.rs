//! Games written by the crate of the format, and read here.

use super::*;
use cutaway_chess::MoveList;
use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
use viriformat::chess::chessmove::Move as FileMove;
use viriformat::dataformat::{Filter, Game};

const KEEP_ALL: GameFilter = GameFilter {
    checks: true,
    noisy: true,
    skip_plies: 0,
};

/// A random game of the other crate from a start position, in its bytes.
fn random_game(start: &str, seed: u64, plies: usize) -> Game {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::new();
    board.set_from_fen(start, true).unwrap();
    let mut game = Game::new(&board);
    for ply in 0..plies {
        let moves: Vec<FileMove> = board.legal_moves().to_vec();
        let Some(&mv) = random.choice(&moves) else {
            break;
        };
        game.add_move(mv, if ply == 3 { 0 } else { random.i16(-3000..3000) });
        board.make_move_simple(mv);
    }
    game.set_outcome(match seed % 3 {
        0 => GameOutcome::WhiteWin(WinType::Mate),
        1 => GameOutcome::BlackWin(WinType::Mate),
        _ => GameOutcome::Draw(DrawType::FiftyMoves),
    });
    game
}

const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b HAha - 7 20",
    "1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w GBgb - 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b HAha e3 0 3",
];

fn bytes_of(games: &[Game]) -> Vec<u8> {
    let mut bytes = Vec::new();
    games
        .iter()
        .for_each(|game| game.serialise_into(&mut bytes).unwrap());
    bytes
}

fn read(bytes: &[u8], filter: GameFilter) -> Result<Vec<(Record, u64)>, (u64, String)> {
    let mut records = Vec::new();
    let mut reader = bytes;
    read_games(&mut reader, filter, &mut |record, game| {
        records.push((record, game))
    })?;
    Ok(records)
}

fn games() -> Vec<Game> {
    let seeds = (0..60).zip(STARTS.iter().cycle());
    seeds
        .map(|(seed, start)| random_game(start, seed, 120))
        .collect()
}

#[test]
fn games_are_read_as_they_were_written() {
    for (game, filter, theirs) in games().iter().flat_map(|game| {
        let quiet = Filter {
            filter_tactical: true,
            filter_check: true,
            ..Filter::UNRESTRICTED
        };
        [
            (game, KEEP_ALL, Filter::UNRESTRICTED),
            (game, GameFilter::default(), quiet),
        ]
    }) {
        let mut wanted = Vec::new();
        game.splat_to_bulletformat(
            |record| {
                wanted.push(record);
                Ok(())
            },
            &theirs,
        )
        .unwrap();
        let found = read(&bytes_of(std::slice::from_ref(game)), filter).unwrap();
        assert_eq!(found.len(), wanted.len());
        for ((found, _), wanted) in found.iter().zip(&wanted) {
            let wanted: &[u8] =
                bulletformat::BulletFormat::as_bytes_slice(std::slice::from_ref(wanted));
            assert_eq!(found.bytes(), wanted);
        }
    }
}

#[test]
fn what_the_filter_leaves_out_is_counted() {
    let bytes = bytes_of(&games());
    let count = |filter: GameFilter| {
        let mut kept = 0;
        let read = read_games(&mut &bytes[..], filter, &mut |_, _| kept += 1);
        let (games, left_out) = read.unwrap();
        assert_eq!(games, 60);
        (kept, left_out)
    };
    let (all, none) = count(KEEP_ALL);
    assert_eq!(none, LeftOut::default());
    let filter = GameFilter {
        skip_plies: 5,
        ..GameFilter::default()
    };
    let (kept, left_out) = count(filter);
    assert_eq!(kept + left_out.total(), all);
    assert_eq!(left_out.opening, 5 * 60);
    assert!(left_out.noisy > 100 && left_out.checks > 100, "{left_out}");
    // Of the rest only those in check.
    let noisy = GameFilter {
        noisy: true,
        ..filter
    };
    let (_, checks) = count(noisy);
    assert!(
        checks.checks > left_out.checks && checks.noisy == 0,
        "{checks}"
    );
}

#[test]
fn the_positions_of_a_game_have_its_number() {
    let games = games();
    let records = read(&bytes_of(&games), KEEP_ALL).unwrap();
    let mut numbers: Vec<u64> = records.iter().map(|(_, game)| *game).collect();
    numbers.dedup();
    assert_eq!(numbers.len(), games.len());
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), games.len());
    let skip = GameFilter {
        skip_plies: 5,
        ..KEEP_ALL
    };
    let fewer = read(&bytes_of(&games), skip).unwrap();
    let lengths = games.iter().map(|game| game.moves.len().saturating_sub(5));
    assert_eq!(fewer.len(), lengths.sum::<usize>());
}

#[test]
fn what_is_wrong_is_told_with_its_game() {
    let games = games();
    let bytes = bytes_of(&games[..2]);
    let first = bytes_of(&games[..1]).len();
    let problem = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        read(&bytes, KEEP_ALL).unwrap_err()
    };
    assert_eq!(problem(&|bytes| bytes.truncate(first + 50)).0, 2);
    assert_eq!(
        problem(&|bytes| bytes.truncate(first - 2)),
        (1, "the file ends within it".into())
    );
    let (game, words) = problem(&|bytes| bytes[first + 32] ^= 1);
    assert!(
        game == 2 && words.contains("of ply 1 is not legal"),
        "{words}"
    );
    let (_, words) = problem(&|bytes| bytes[30] = 3);
    assert!(words.contains("3 is no result"), "{words}");
    let (_, words) = problem(&|bytes| bytes[8] = 0x77);
    assert!(words.contains("code 7"), "{words}");
    let (_, words) = problem(&|bytes| bytes[24] = 70);
    assert!(words.contains("70 is no square"), "{words}");
}

#[test]
fn no_mutation_brings_the_reader_down() {
    let bytes = bytes_of(&games()[..6]);
    let mut random = fastrand::Rng::with_seed(11);
    let mut refused = 0;
    for _ in 0..1000 {
        let mut bytes = bytes.clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len());
            match random.u8(0..4) {
                0 => bytes[at] ^= 1 << random.u8(0..8),
                1 => bytes[at] = random.u8(..),
                2 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        match read(&bytes, GameFilter::default()) {
            Ok(records) => assert!(
                records
                    .iter()
                    .all(|(record, _)| Record::from_bytes(*record.bytes()).is_ok())
            ),
            Err((game, words)) => {
                assert!((1..=7).contains(&game) && !words.is_empty());
                refused += 1;
            }
        }
    }
    // Most mutations are of scores, which nobody can tell from others, or of whole games cut off.
    assert!(refused > 500, "{refused}");
}

#[test]
fn every_legal_move_has_its_bits() {
    for start in STARTS {
        let position: Position = start.parse().unwrap();
        let mut board = Board::new();
        board.set_from_fen(start, true).unwrap();
        let moves: MoveList = position.legal_moves();
        let theirs: Vec<FileMove> = board.legal_moves().to_vec();
        assert_eq!(moves.iter().count(), theirs.len());
        for mv in theirs {
            let ours = decode_move(&position, mv.inner()).unwrap();
            assert!(moves.contains(ours), "{start} {ours:?}");
        }
    }
}
