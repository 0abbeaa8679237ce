//! Syzygy tables read twice: what this engine looks up, held against `pyrrhic-rs`, a reader of another origin.
//!
//! The tables are no part of the project: without `CUTAWAY_TESTDATA` this skips. The other reader compiles on few systems
//! only, and keeps one set of tables a process: there is one test.
#![cfg(all(unix, target_arch = "x86_64"))]

#[path = "support/endings.rs"]
mod endings;

use cutaway_chess::{Bitboard, Color, Move, PieceType, Position, Square, attacks};
use cutaway_lab::syzygy;
use cutaway_search::Wdl;
use endings::{distance, is_same, random_position, tables_folder};
use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TableBases, WdlProbeResult};
use std::fs;

/// What a man attacks, for the other reader to ask.
#[derive(Clone)]
struct Attacks;

fn square(index: u64) -> Square {
    Square::from_index(index as usize).unwrap()
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, from: u64) -> u64 {
        let color = match color {
            pyrrhic_rs::Color::White => Color::White,
            pyrrhic_rs::Color::Black => Color::Black,
        };
        attacks::pawn(color, square(from)).0
    }

    fn knight_attacks(from: u64) -> u64 {
        attacks::knight(square(from)).0
    }

    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        attacks::bishop(square(from), Bitboard(occupied)).0
    }

    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        attacks::rook(square(from), Bitboard(occupied)).0
    }

    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        attacks::queen(square(from), Bitboard(occupied)).0
    }

    fn king_attacks(from: u64) -> u64 {
        attacks::king(square(from)).0
    }
}

fn outcome(found: WdlProbeResult) -> Wdl {
    match found {
        WdlProbeResult::Loss => Wdl::Loss,
        WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
        WdlProbeResult::Draw => Wdl::Draw,
        WdlProbeResult::CursedWin => Wdl::CursedWin,
        WdlProbeResult::Win => Wdl::Win,
    }
}

/// What the other reader says: how the position ends, and its distance.
fn theirs(tables: &TableBases<Attacks>, position: &Position, with_distance: bool) -> (Wdl, i32) {
    let men = |kind| position.of_type(kind).0;
    let [white, black] = Color::ALL.map(|color| position.of_color(color).0);
    let en_passant = position
        .en_passant()
        .map_or(0, |square| square.index() as u32);
    let white_moves = position.side_to_move() == Color::White;
    let [pawns, knights, bishops, rooks, queens, kings] = PieceType::ALL.map(men);
    let wdl = tables
        .probe_wdl(
            white,
            black,
            kings,
            queens,
            rooks,
            bishops,
            knights,
            pawns,
            en_passant,
            white_moves,
        )
        .unwrap();
    if !with_distance {
        return (outcome(wdl), 0);
    }
    let root = tables
        .probe_root(
            white,
            black,
            kings,
            queens,
            rooks,
            bishops,
            knights,
            pawns,
            0,
            en_passant,
            white_moves,
        )
        .unwrap()
        .root;
    let distance = match root {
        DtzProbeValue::DtzResult(found) => match found.wdl {
            WdlProbeResult::Win | WdlProbeResult::CursedWin => i32::from(found.dtz),
            WdlProbeResult::Draw => 0,
            WdlProbeResult::BlessedLoss | WdlProbeResult::Loss => -i32::from(found.dtz),
        },
        other => panic!("{other:?}"),
    };
    (outcome(wdl), distance)
}

/// The men besides the kings of a table `KQvKR`, with the sides as named or the other way round.
fn men_of(table: &str, is_turned: bool) -> String {
    let (first, second) = table.split_once('v').unwrap();
    let (mut white, mut black) = (&first[1..], &second[1..]);
    if is_turned {
        (white, black) = (black, white);
    }
    white.to_uppercase() + &black.to_lowercase()
}

#[test]
fn another_reader_of_the_tables_says_the_same() {
    let Some(folder) = tables_folder("another_reader_of_the_tables_says_the_same") else {
        return;
    };
    let path = folder.to_str().unwrap();
    let base = syzygy::open(path).base.unwrap();
    let tables = TableBases::<Attacks>::new(path).unwrap();
    let mut random = fastrand::Rng::with_seed(23);
    let (mut outcomes, mut distances, mut en_passant) = (0, 0, 0);
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "rtbw") {
            continue;
        }
        let has_distances = path.with_extension("rtbz").exists();
        let table = path.file_stem().unwrap().to_str().unwrap();
        let mut count = 0;
        while count < 200 {
            let men = men_of(table, random.bool());
            let Some(mut position) = random_position(&men, &mut random) else {
                continue;
            };
            // A pawn that steps two squares, where it might be taken for that.
            let steps: Vec<Move> = position.legal_moves().iter().collect();
            for mv in steps {
                let mut child = position.clone();
                child.play_unchecked(mv, &mut ());
                if child.en_passant().is_some() {
                    position = child;
                    en_passant += 1;
                    break;
                }
            }
            let is_one = position.en_passant().is_some();
            if table == "KPvKP" && count >= 100 && !is_one {
                continue;
            }
            let with_distance = has_distances && position.has_legal_move();
            let (wdl, distance_of_theirs) = theirs(&tables, &position, with_distance);
            assert_eq!(base.wdl(&position), Some(wdl), "{}", position.to_fen());
            if with_distance {
                let moves = base.distances(&position).unwrap();
                let ours = distance(&moves);
                let fen = position.to_fen();
                assert!(
                    is_same(ours, distance_of_theirs),
                    "{fen}: {ours}, {distance_of_theirs}"
                );
                distances += 1;
            }
            outcomes += 1;
            count += 1;
        }
    }
    println!("{outcomes} outcomes, {distances} distances, {en_passant} of them with en passant");
    assert!(outcomes > 7000 && distances > 6000 && en_passant >= 100);
}
