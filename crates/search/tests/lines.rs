//! Lines and mates: what is told of them is true, stays true, and belongs to the move that is played.

mod common;

use common::{
    BACK_RANK, EASY_MATES, KIWIPETE, STARTPOS, check, depth, game, nodes, piece_square, search,
    search_with,
};
use cutaway_search::{Bound, Limits, Pool, ReportedScore, Settings, bench};

#[test]
fn easy_mates_have_their_whole_line() {
    for stage in [5, 7, 11, 12, 13, 14] {
        let mut pool = Pool::new();
        for &(fen, moves) in EASY_MATES {
            // Without quiescence a mate is seen at the depth of its last ply.
            let game = game(fen);
            let found = search_with(&mut pool, &game, &depth(5), &Settings::stage(stage));
            check(&game, &found);
            assert_eq!(
                found.score(),
                ReportedScore::Mate(moves),
                "stage {stage}: {fen}"
            );
        }
    }
}

#[test]
fn the_distance_of_a_mate_is_constant_once_it_is_found() {
    for (fen, moves) in [
        (BACK_RANK, 1),
        ("7k/6pp/8/8/8/8/R7/1R4K1 w - - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2),
        ("2rr2k1/5ppp/8/8/8/8/3R4/3RK3 w - - 0 1", 2),
    ] {
        let game = game(fen);
        let found = search(&game, &depth(12), &piece_square());
        check(&game, &found);
        let first = found
            .infos
            .iter()
            .position(|info| info.score == ReportedScore::Mate(moves))
            .expect("found");
        assert!(found.infos[first].depth <= 2 * moves as u32 + 1, "{fen}");
        for info in &found.infos[first..] {
            assert_eq!(
                info.score,
                ReportedScore::Mate(moves),
                "{fen} depth {}",
                info.depth
            );
        }
    }
}

#[test]
fn the_side_that_is_mated_sees_a_negative_distance() {
    let game = game("3K4/8/3k4/8/3r4/8/8/8 w - - 0 1");
    let limits = Limits {
        nodes: Some(2_000_000),
        ..depth(24)
    };
    let found = search(&game, &limits, &piece_square());
    check(&game, &found);
    println!("{:?}", found.info());
    for info in &found.infos {
        match info.score {
            ReportedScore::Mate(moves) => assert!(moves < 0, "{info:?}"),
            ReportedScore::Centipawns(score) => assert!(score < 0, "{info:?}"),
        }
    }
    assert!(matches!(found.score(), ReportedScore::Mate(_)));
}

#[test]
fn a_mate_that_was_asked_for_ends_the_search_with_its_move() {
    let limits = Limits {
        mate: Some(1),
        ..Limits::default()
    };
    let game = game(BACK_RANK);
    let found = search(&game, &limits, &piece_square());
    check(&game, &found);
    assert_eq!(
        (found.best().as_str(), found.score()),
        ("a1a8", ReportedScore::Mate(1))
    );
    assert!(found.result.nodes < 100_000);
}

#[test]
fn a_mate_against_the_side_to_move_ends_the_search_too() {
    let game = game("8/8/3K1p1p/2N2pbr/2B1k2p/2P2p1P/2P2P2/8 b - - 0 1");
    let limits = Limits {
        mate: Some(2),
        nodes: Some(3_000_000),
        ..Limits::default()
    };
    let found = search(&game, &limits, &piece_square());
    check(&game, &found);
    assert_eq!(found.score(), ReportedScore::Mate(-2));
    println!("depth {} nodes {}", found.info().depth, found.result.nodes);
}

#[test]
fn a_mate_in_ten_is_told_by_its_length() {
    let game = game("7K/P1p1p1p1/2P1P1Pk/6pP/3p2P1/1P6/3P4/8 w - - 2 1");
    let limits = Limits {
        mate: Some(10),
        nodes: Some(20_000_000),
        ..Limits::default()
    };
    let found = search(&game, &limits, &piece_square());
    check(&game, &found);
    println!("depth {} nodes {}", found.info().depth, found.result.nodes);
    assert_eq!(found.score(), ReportedScore::Mate(10));
    assert_eq!(found.info().pv.len(), 19);
}

#[test]
fn a_search_without_limits_ends_on_a_proved_mate() {
    let game = game(BACK_RANK);
    let found = search(&game, &Limits::default(), &piece_square());
    check(&game, &found);
    assert!(found.infos.len() < 50, "{} lines", found.infos.len());
    assert_eq!(found.score(), ReportedScore::Mate(1));
}

/// After a search that was broken off: the line told last is that of the move which is played, and its score is what
/// that move was searched to - never a mere evaluation.
#[test]
fn a_better_move_of_a_broken_off_iteration_is_told_with_its_score() {
    let mut changed = 0;
    for fen in bench::POSITIONS.iter().step_by(2) {
        let game = game(fen);
        let whole = search(&game, &depth(9), &piece_square());
        for sample in 0..40 {
            let limit = whole.result.nodes * (sample + 1) / 41;
            let found = search(&game, &nodes(limit), &piece_square());
            check(&game, &found);
            let (last, earlier) = found.infos.split_last().expect("something was told");
            let Some(before) = earlier.last() else {
                continue;
            };
            if last.depth > before.depth && last.nodes >= limit {
                changed += 1;
                assert_ne!(last.pv[0], before.pv[0]);
                let same = whole.infos.iter().find(|info| info.depth == last.depth);
                let is_whole = last.pv.len() > 1 || last.bound != Bound::Exact;
                assert!(is_whole, "{fen}, {limit} nodes: {last:?}, later {same:?}");
            }
        }
    }
    assert!(changed > 0);
}

#[test]
fn lines_are_legal_throughout_the_bench() {
    let mut pool = Pool::new();
    pool.set_hash(1).expect("one MiB");
    for fen in bench::POSITIONS.iter().chain(&[STARTPOS, KIWIPETE]) {
        let game = game(fen);
        let found = search_with(&mut pool, &game, &nodes(60_000), &Settings::default());
        check(&game, &found);
        let best = found.infos.iter().map(|info| info.depth);
        assert!(best.is_sorted(), "depths grow");
    }
}
