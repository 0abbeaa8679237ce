//! Tablebases in the search and at its root, with tables that are made up: what real ones say is tested where they are
//! read, in `lab`.

mod common;

use common::{Found, check, depth, game, mv, piece_square, search};
use cutaway_chess::{Color, Move, PieceType, Position};
use cutaway_search::{
    Bound, Limits, Pool, Record, ReportedScore, Settings, Tablebase, Tables, Technique, Wdl,
};
use std::sync::Arc;

/// Knows the king and rook against the king: always won, whatever is en prise.
#[derive(Debug)]
struct LoneRook;

impl Tablebase for LoneRook {
    fn max_men(&self) -> u32 {
        3
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        assert!(position.castling_rooks().is_empty() && position.occupied().len() <= 3);
        assert!(position.halfmove_clock() == 0);
        let rook = position.of_type(PieceType::Rook).first()?;
        let rooks = position.piece_on(rook).expect("a rook").color();
        let mover = position.side_to_move();
        Some(if rooks == mover { Wdl::Win } else { Wdl::Loss })
    }

    fn distances(&self, _: &Position) -> Option<Vec<(Move, i32)>> {
        None
    }
}

/// Knows of every move what it is told, and only positions of as many men as the one it was made for.
#[derive(Debug)]
struct Told {
    men: u32,
    moves: Vec<(Move, i32)>,
}

impl Tablebase for Told {
    fn max_men(&self) -> u32 {
        self.men
    }

    fn wdl(&self, _: &Position) -> Option<Wdl> {
        panic!("the tree of a root with known distances is searched without tables")
    }

    fn distances(&self, _: &Position) -> Option<Vec<(Move, i32)>> {
        Some(self.moves.clone())
    }
}

fn with(base: impl Tablebase + 'static) -> Settings {
    Settings {
        record: Record::Statistics,
        tables: Tables {
            base: Some(Arc::new(base)),
            ..Tables::default()
        },
        ..piece_square()
    }
}

fn hits(found: &Found) -> u64 {
    found.info().tablebase_hits
}

/// Rxc3 leaves king and rook against the king.
const LAST_KNIGHT: &str = "7k/8/8/8/8/2n5/8/K1R5 w - - 0 1";

#[test]
fn tables_settle_what_they_know() {
    let game = game(LAST_KNIGHT);
    let settings = with(LoneRook);
    let mut pool = Pool::new();
    let found = common::search_with(&mut pool, &game, &depth(5), &settings);
    check(&game, &found);
    assert_eq!(found.best(), "c1c3");
    assert_eq!(found.score(), ReportedScore::Centipawns(19_999));
    assert!(hits(&found) > 0);
    let counts = pool.stats().of(Technique::Tablebases);
    assert!(counts.acted > 0 && counts.tried >= counts.acted);

    // In production as in the lab.
    let mut production = settings.clone();
    production.record = Record::Nothing;
    assert!(production.is_production());
    let same = search(&game, &depth(5), &production);
    assert_eq!(same.result.nodes, found.result.nodes);
    assert_eq!(hits(&same), hits(&found));
}

#[test]
fn options_keep_tables_out() {
    let game = game(LAST_KNIGHT);
    let without = |change: &dyn Fn(&mut Settings)| {
        let mut settings = with(LoneRook);
        change(&mut settings);
        let found = search(&game, &depth(5), &settings);
        check(&game, &found);
        assert_eq!(hits(&found), 0);
        found
    };
    let plain = search(&game, &depth(5), &piece_square());
    let off = without(&|settings| drop(settings.switches.set(Technique::Tablebases, false)));
    let limit = without(&|settings| settings.tables.probe_limit = 2);
    let deep = without(&|settings| settings.tables.probe_depth = 100);
    for other in [off, limit, deep] {
        assert_eq!(other.result.nodes, plain.result.nodes);
        assert_eq!(other.score(), plain.score());
    }
}

#[test]
fn outcomes_rank_the_root_where_distances_are_missing() {
    // Three men at the root: the rook's side wins with every move that is looked up.
    let game = game("8/8/8/8/8/2k5/8/K6R w - - 0 1");
    let mut settings = with(NoClock(LoneRook));
    settings.multi_pv = 2;
    let found = search(&game, &depth(4), &settings);
    check(&game, &found);
    assert!(hits(&found) >= game.position().legal_moves().len() as u64);
    for info in &found.infos {
        let is_won = matches!(info.score, ReportedScore::Centipawns(20_000));
        let is_mate = matches!(info.score, ReportedScore::Mate(n) if n > 0);
        assert!(is_won || is_mate, "{info:?}");
    }
}

/// The same for positions of any clock.
#[derive(Debug)]
struct NoClock(LoneRook);

impl Tablebase for NoClock {
    fn max_men(&self) -> u32 {
        self.0.max_men()
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        let rook = position.of_type(PieceType::Rook).first()?;
        let is_white = position.piece_on(rook).expect("a rook").color() == Color::White;
        let moves = position.side_to_move() == Color::White;
        Some(if is_white == moves {
            Wdl::Win
        } else {
            Wdl::Loss
        })
    }

    fn distances(&self, _: &Position) -> Option<Vec<(Move, i32)>> {
        None
    }
}

/// Distances of all moves of the position: those that are named, and 0 for the others.
fn told(fen: &str, named: &[(&str, i32)]) -> Settings {
    let game = game(fen);
    let position = game.position();
    let distance = |found: Move| {
        let of = named.iter().find(|(uci, _)| mv(&game, uci) == found);
        of.map_or(0, |(_, distance)| *distance)
    };
    let moves = position.legal_moves();
    with(Told {
        men: position.occupied().len(),
        moves: moves.iter().map(|mv| (mv, distance(mv))).collect(),
    })
}

const ROOK: &str = "8/8/8/8/8/2k5/8/K6R w - - 0 1";

#[test]
fn every_line_is_told_in_the_order_of_the_tables() {
    let game = game(ROOK);
    let mut settings = told(ROOK, &[("h1h8", 7)]);
    for lines in [1, 2, 4] {
        settings.multi_pv = lines;
        let found = search(&game, &depth(5), &settings);
        check(&game, &found);
        assert_eq!(found.best(), "h1h8");
        let last = &found.infos[found.infos.len() - lines..];
        for (number, info) in (1..).zip(last) {
            assert_eq!((info.depth, info.multi_pv), (5, number));
            let known = if number == 1 { 20_000 } else { 0 };
            assert_eq!(info.score, ReportedScore::Centipawns(known));
            assert_eq!(info.bound, Bound::Exact);
        }
    }
}

#[test]
fn moves_that_are_asked_for_are_all_there_is_to_rank() {
    let game = game(ROOK);
    let settings = told(ROOK, &[("h1h8", 7), ("h1h2", 9)]);
    let limits = Limits {
        search_moves: vec![mv(&game, "h1h2"), mv(&game, "a1a2")],
        ..depth(3)
    };
    assert_eq!(search(&game, &limits, &settings).best(), "h1h2");
}

#[test]
fn a_win_that_the_fifty_move_rule_ends_is_a_draw_unless_that_is_off() {
    let fen = "8/8/8/8/8/2k5/8/K6R w - - 90 80";
    let mut settings = told(fen, &[("h1h8", 20), ("h1h2", 9)]);
    let found = search(&game(fen), &depth(3), &settings);
    assert_eq!(found.best(), "h1h2");
    assert_eq!(found.score(), ReportedScore::Centipawns(20_000));
    settings = told(fen, &[("h1h8", 20)]);
    let found = search(&game(fen), &depth(3), &settings);
    assert_eq!(found.best(), "h1h8");
    assert_eq!(found.score(), ReportedScore::Centipawns(2));
    settings.tables.fifty_move_rule = false;
    let found = search(&game(fen), &depth(3), &settings);
    assert_eq!(found.score(), ReportedScore::Centipawns(20_000));
}

#[test]
fn a_position_with_castling_rights_is_not_looked_up() {
    let fen = "8/8/8/8/8/2k5/8/4K2R w K - 0 1";
    let found = search(&game(fen), &depth(1), &told(fen, &[("h1h8", 7)]));
    assert_eq!(hits(&found), 0);
}
