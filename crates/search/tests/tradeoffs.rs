//! What techniques that are not sound gain, and where they fail: the examples of the book's chapters 8 to 14.

mod common;

use common::{Found, KIWIPETE, STARTPOS, check, depth, game, search, search_with, stage_without};
use cutaway_search::{Param, Pool, Record, ReportedScore, Settings, Technique};

fn centipawns(found: &Found) -> i32 {
    match found.score() {
        ReportedScore::Centipawns(score) => score,
        mate => panic!("{mate:?}"),
    }
}

/// The nodes of a few positions, most of them open, to that depth.
fn nodes_of(settings: &Settings, plies: u32) -> u64 {
    [
        STARTPOS,
        KIWIPETE,
        "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    ]
    .iter()
    .map(|fen| search(&game(fen), &depth(plies), settings).result.nodes)
    .sum()
}

#[test]
fn each_chapter_reaches_its_depth_with_fewer_nodes() {
    for (stage, technique, plies) in [
        (8, Technique::TableMove, 5),
        (10, Technique::History, 5),
        (12, Technique::NullMove, 6),
        (13, Technique::LateMoveReductions, 7),
        (14, Technique::SeePruning, 6),
        (14, Technique::SeePruningMain, 6),
    ] {
        let with = nodes_of(&Settings::stage(stage), plies);
        let without = nodes_of(&stage_without(stage, &[technique]), plies);
        println!("{}: {with} nodes, {without} without", technique.name());
        assert!(with < without, "{}", technique.name());
    }
}

/// Next to a history they hardly matter; on their own they do.
#[test]
fn killers_save_nodes_where_there_is_no_history() {
    let with = nodes_of(&stage_without(10, &[Technique::History]), 5);
    let without = nodes_of(
        &stage_without(10, &[Technique::History, Technique::Killers]),
        5,
    );
    println!("{with} nodes, {without} without");
    assert!(with < without);
}

/// P. Morphy's problem: Ra6 leaves Black nothing but moves that lose; could he pass, nothing would happen.
#[test]
fn verification_sees_the_zugzwang_that_null_move_misses() {
    let game = game("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let mut verified = Settings::stage(12);
    let value = verified.set_param(Param::NullMoveVerificationDepth, 3);
    value.expect("in range");
    let mut unverified = verified.clone();
    unverified
        .switches
        .set(Technique::NullMoveVerification, false);
    let mut without = verified.clone();
    without.switches.set(Technique::NullMove, false);

    let seen = search(&game, &depth(5), &without);
    check(&game, &seen);
    assert_eq!(
        (seen.best().as_str(), seen.score()),
        ("a1a6", ReportedScore::Mate(2))
    );
    let missed = search(&game, &depth(12), &unverified);
    assert!(!matches!(missed.score(), ReportedScore::Mate(_)));
    let mut pool = Pool::new();
    verified.record = Record::Statistics;
    let late = search_with(&mut pool, &game, &depth(12), &verified);
    assert_eq!(
        (late.best().as_str(), late.score()),
        ("a1a6", ReportedScore::Mate(2))
    );
    assert!(pool.stats().of(Technique::NullMoveVerification).acted > 0);
}

#[test]
fn null_move_is_not_tried_with_pawns_alone() {
    // Whoever must move loses his pawn.
    let game = game("8/8/8/2k5/2p1P3/2K5/8/8 w - - 0 1");
    let settings = Settings {
        record: Record::Statistics,
        ..Settings::stage(12)
    };
    let mut pool = Pool::new();
    let found = search_with(&mut pool, &game, &depth(10), &settings);
    check(&game, &found);
    let promotes = |info: &cutaway_search::Info| info.pv.iter().any(|mv| mv.is_promotion());
    // Until somebody has a queen, nobody passes.
    assert!(found.infos.iter().take(6).all(|info| !promotes(info)));
    let mut shallow = Pool::new();
    search_with(&mut shallow, &game, &depth(6), &settings);
    assert_eq!(shallow.stats().of(Technique::NullMove).tried, 0);
}

/// White is behind and has a perpetual.
#[test]
fn a_repetition_that_can_be_had_is_counted_before_it_is_played() {
    let game = game("6k1/6p1/5p2/7Q/8/8/rr6/7K w - - 0 1");
    let settings = Settings {
        record: Record::Statistics,
        ..Settings::stage(8)
    };
    let mut pool = Pool::new();
    let with = search_with(&mut pool, &game, &depth(8), &settings);
    let without = search(
        &game,
        &depth(8),
        &stage_without(8, &[Technique::UpcomingRepetition]),
    );
    assert_eq!((centipawns(&with), centipawns(&without)), (0, 0));
    assert!(pool.stats().of(Technique::UpcomingRepetition).acted > 0);
    assert!(with.result.nodes < without.result.nodes);
}

/// Every move of the line gives check, so that it is not cut short where the depth ends.
#[test]
fn checks_are_followed_beyond_the_depth() {
    let fen = "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 0";
    let game = game(fen);
    let settings = Settings::stage(13);
    let first = |settings: &Settings| {
        let found = search(&game, &depth(8), settings);
        check(&game, &found);
        let mate = |info: &&cutaway_search::Info| info.score == ReportedScore::Mate(2);
        found.infos.iter().find(mate).map(|info| info.depth)
    };
    let with = first(&settings).expect("Qd8+ Bxd8, Re8 mate");
    let without = first(&stage_without(13, &[Technique::CheckExtension])).expect("later");
    println!("{with} {without}");
    assert!(with < without);
}
