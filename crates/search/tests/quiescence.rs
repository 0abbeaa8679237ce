//! Quiescence, its pruning and MVV-LVA, as the book's chapters 7 and 14 tell of them.
//!
//! What those chapters promise and later ones must show:
//!
//! | promise | waits for |
//! |---|---|
//! | transcripts of the console, word by word | the book's transcripts |
//! | capture history in quiescence only if both its switches are on | chapter 17 |
//! | standing pat on a corrected evaluation, as the main search corrects it | chapter 19 |
//! | network accumulators brought up to date before each child | chapter 20 |
//!
//! One thing differs by choice: without quiescence, too, a leaf that is mate or stalemate counts as that.

mod common;

use common::{
    BACK_RANK, DEFENDED_PAWN, KIWIPETE, STARTPOS, check, depth, evaluate, follow, game, mv, nodes,
    search, search_with, stage_without,
};
use cutaway_chess::{Move, Outcome};
use cutaway_eval::Evaluator;
use cutaway_search::{
    End, Limits, Pool, Reason, Record, ReportedScore, Settings, Technique, mvv_lva,
};

fn centipawns(score: i32) -> ReportedScore {
    ReportedScore::Centipawns(score)
}

fn without_quiescence() -> Settings {
    stage_without(7, &[Technique::Quiescence])
}

/// Chapter 7 as it is told first: standing pat and captures, nothing pruned.
fn plain_quiescence() -> Settings {
    stage_without(7, &[Technique::DeltaPruning, Technique::StalemateGuard])
}

#[test]
fn without_quiescence_the_queen_takes_a_defended_pawn() {
    let game = game(DEFENDED_PAWN);
    let found = search(&game, &depth(1), &without_quiescence());
    check(&game, &found);
    assert_eq!(game.position().to_san(found.result.best.unwrap()), "Qxd5");
    assert_eq!(found.score(), centipawns(800));
    // Each of the legal moves is one node; the root is not counted.
    assert_eq!(
        (found.result.nodes, game.position().count_legal_moves()),
        (18, 18)
    );
}

#[test]
fn with_quiescence_the_queen_leaves_it() {
    let game = game(DEFENDED_PAWN);
    for settings in [Settings::stage(7), plain_quiescence()] {
        let found = search(&game, &depth(1), &settings);
        check(&game, &found);
        assert_ne!(found.best(), "d1d5");
        assert_eq!(found.score(), centipawns(700));
        let lost = Limits {
            search_moves: vec![mv(&game, "d1d5")],
            ..depth(1)
        };
        assert_eq!(search(&game, &lost, &settings).score(), centipawns(-100));
    }
}

#[test]
fn the_horizon_flips_with_the_depth_only_without_quiescence() {
    let game = game(DEFENDED_PAWN);
    for plies in 1..=4 {
        let with = search(&game, &depth(plies), &Settings::stage(7)).score();
        let without = search(&game, &depth(plies), &without_quiescence()).score();
        assert_eq!(with, centipawns(700));
        assert_eq!(without, centipawns(if plies % 2 == 1 { 800 } else { 700 }));
    }
}

#[test]
fn the_start_position_is_even_with_quiescence_and_flips_without() {
    let game = game(STARTPOS);
    let with = search(&game, &depth(6), &Settings::stage(7));
    check(&game, &with);
    assert!(with.infos.iter().all(|info| info.score == centipawns(0)));
    let deep = with.infos.iter().filter(|info| info.depth >= 4);
    assert!(deep.into_iter().all(|info| info.seldepth > info.depth));
    let without = search(&game, &depth(6), &without_quiescence());
    check(&game, &without);
    let scores: Vec<_> = without.infos.iter().map(|info| info.score).collect();
    assert_eq!(scores, [0, 0, 0, 0, 100, -100].map(centipawns));
}

#[test]
fn the_selective_depth_is_the_depth_where_nothing_goes_beyond_it() {
    for plies in 1..=5 {
        let found = search(&game(STARTPOS), &depth(plies), &without_quiescence());
        assert!(found.infos.iter().all(|info| info.seldepth == info.depth));
    }
}

#[test]
fn a_mate_at_the_horizon_is_seen_in_check() {
    for fen in [BACK_RANK, "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"] {
        let found = search(&game(fen), &depth(1), &Settings::stage(7));
        assert_eq!(found.score(), ReportedScore::Mate(1), "{fen}");
    }
}

/// Winning the last black man that can move is stalemate, which captures alone do not show.
#[test]
fn stalemate_after_a_capture_is_seen_by_the_guard_only() {
    for (fen, capture, seen) in [
        ("7k/1N3K1N/5n2/8/8/8/8/8 w - - 0 1", "h7f6", 300),
        ("k6B/8/1K6/4r3/8/2N5/8/8 w - - 0 1", "h8e5", 100),
    ] {
        let game = game(fen);
        let blind = search(&game, &depth(1), &plain_quiescence());
        assert_eq!(
            (blind.best().as_str(), blind.score()),
            (capture, centipawns(600))
        );
        assert_eq!(
            search(&game, &depth(2), &plain_quiescence()).score(),
            centipawns(seen)
        );
        let guarded = search(&game, &depth(1), &Settings::stage(7));
        assert_ne!(guarded.best(), capture);
        assert_eq!(guarded.score(), centipawns(seen), "{fen}");
    }
}

/// Where nothing is pruned, the line ends in the position whose evaluation is the score.
#[test]
fn a_line_leads_to_the_position_whose_evaluation_is_its_score() {
    for settings in [plain_quiescence(), without_quiescence(), Settings::stage(5)] {
        for fen in [
            STARTPOS,
            KIWIPETE,
            DEFENDED_PAWN,
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 95 60",
        ] {
            let game = game(fen);
            let found = search(&game, &depth(3), &settings);
            check(&game, &found);
            for info in &found.infos {
                let end = follow(&game, &info.pv);
                let ReportedScore::Centipawns(score) = info.score else {
                    continue;
                };
                let expected = match end.outcome() {
                    Some(Outcome::Checkmate { .. }) => panic!("{fen}: {info:?}"),
                    Some(_) => 0,
                    None => evaluate(Evaluator::Material, end.position()),
                };
                let sign = if info.pv.len() % 2 == 0 { 1 } else { -1 };
                assert_eq!(score, sign * expected, "{fen}: {info:?}");
            }
        }
    }
}

/// A search that is broken off anywhere reports what the finished iterations found and nothing else.
#[test]
fn a_broken_off_iteration_reports_no_score_of_its_own() {
    for fen in [
        KIWIPETE,
        DEFENDED_PAWN,
        // In check: a node that is broken off at its first evasion has no score at all.
        "4k3/8/8/8/7b/8/4r3/R3K3 w Q - 0 1",
        "rnbqk2r/pppp1ppp/5n2/4p3/1bB1P3/3P4/PPP2PPP/RNBQK1NR w KQkq - 1 4",
    ] {
        let game = game(fen);
        for settings in [Settings::stage(7), Settings::stage(14)] {
            let mut pool = Pool::new();
            pool.set_hash(1).expect("one MiB");
            let whole = search_with(&mut pool, &game, &depth(4), &settings);
            let allowed: Vec<_> = whole.infos.iter().map(|info| info.score).collect();
            for limit in (0..whole.result.nodes).step_by(1 + whole.result.nodes as usize / 97) {
                pool.new_game();
                let found = search_with(&mut pool, &game, &nodes(limit), &settings);
                check(&game, &found);
                assert!(found.result.nodes <= limit.max(1));
                for (info, same) in found.infos.iter().zip(&whole.infos) {
                    if info.nodes < limit {
                        assert_eq!((info.score, &info.pv), (same.score, &same.pv));
                    }
                }
                // The last line may be of a better move found after the last whole iteration.
                if let ReportedScore::Mate(moves) = found.score() {
                    assert!(allowed.contains(&found.score()), "{fen}: mate in {moves}");
                }
            }
        }
    }
}

#[test]
fn the_counter_of_quiescence_counts_its_nodes() {
    let settings = Settings {
        record: Record::Tree,
        ..Settings::stage(7)
    };
    let mut pool = Pool::new();
    // One iteration, so that the tree holds the whole search.
    search_with(&mut pool, &game(KIWIPETE), &depth(1), &settings);
    let tree = pool.tree().expect("recorded");
    let at_horizon = tree.nodes().iter().filter(|node| node.depth == 0).count();
    assert_eq!(
        pool.stats().of(Technique::Quiescence).acted,
        at_horizon as u64
    );
    assert!(tree.nodes().iter().any(|node| node.end == End::StandPat));
    assert_eq!(tree.left_out(), 0);
}

#[test]
fn a_quiet_position_at_the_horizon_is_one_node() {
    // Bare kings with pawns far apart: no captures, so each of the root's moves is one node.
    let game = game("4k3/p7/8/8/8/8/7P/4K3 w - - 0 1");
    let found = search(&game, &depth(1), &Settings::stage(7));
    assert_eq!(
        found.result.nodes,
        u64::from(game.position().count_legal_moves())
    );
    assert_eq!(found.score(), centipawns(0));
}

#[test]
fn delta_pruning_saves_nodes_and_keeps_the_move() {
    let with = stage_without(7, &[Technique::StalemateGuard]);
    for (fen, percent) in [(DEFENDED_PAWN, 100), (KIWIPETE, 95)] {
        let game = game(fen);
        let pruned = search(&game, &depth(3), &with);
        let whole = search(&game, &depth(3), &plain_quiescence());
        println!("{} {}", pruned.result.nodes, whole.result.nodes);
        assert!(100 * pruned.result.nodes <= percent * whole.result.nodes);
        assert_eq!(
            (pruned.best(), pruned.score()),
            (whole.best(), whole.score()),
            "{fen}"
        );
    }
}

#[test]
fn see_pruning_saves_nodes_in_quiescence() {
    let recording = |mut settings: Settings| {
        settings.record = Record::Statistics;
        settings
    };
    let entries = |settings: &Settings| {
        let mut pool = Pool::new();
        search_with(&mut pool, &game(KIWIPETE), &depth(4), settings);
        pool.stats().of(Technique::Quiescence).acted
    };
    let with = entries(&recording(Settings::stage(14)));
    let without = entries(&recording(stage_without(14, &[Technique::SeePruning])));
    println!("{with} instead of {without}");
    assert!(with < without);

    let mut pool = Pool::new();
    let settings = Settings {
        evaluator: Evaluator::Material,
        ..recording(Settings::stage(14))
    };
    let found = search_with(&mut pool, &game(DEFENDED_PAWN), &depth(2), &settings);
    assert_eq!(found.score(), centipawns(700));
    assert!(pool.stats().of(Technique::SeePruning).acted > 0);
}

#[test]
fn ordering_captures_makes_quiescence_bearable() {
    let ordered = plain_quiescence();
    let mut unordered = plain_quiescence();
    unordered.switches.set(Technique::MvvLva, false);
    let game = game(KIWIPETE);
    let of = |settings: &Settings, plies| {
        let limits = Limits {
            nodes: Some(400_000),
            ..depth(plies)
        };
        search(&game, &limits, settings)
    };
    let deep = of(&ordered, 3);
    assert_eq!(deep.info().depth, 3);
    assert!(deep.result.nodes < 50_000, "{}", deep.result.nodes);
    let (one, slow) = (of(&ordered, 1), of(&unordered, 1));
    println!(
        "{} {} {}",
        deep.result.nodes, one.result.nodes, slow.result.nodes
    );
    assert!(slow.result.nodes > 20 * one.result.nodes);
    if slow.result.nodes < 400_000 {
        assert_eq!(slow.score(), one.score());
    }
}

#[test]
fn ordering_saves_four_nodes_of_five_in_an_open_position() {
    let mut unordered = plain_quiescence();
    unordered.switches.set(Technique::MvvLva, false);
    let game = game("r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6");
    let with = search(&game, &depth(4), &plain_quiescence());
    let without = search(&game, &depth(4), &unordered);
    println!("{} {}", with.result.nodes, without.result.nodes);
    assert_eq!(with.score(), without.score());
    assert!(5 * with.result.nodes < without.result.nodes);
}

#[test]
fn quiescence_without_alpha_beta_has_no_end_in_kiwipete() {
    let settings = stage_without(7, &[Technique::AlphaBeta, Technique::DeltaPruning]);
    let limits = Limits {
        nodes: Some(300_000),
        ..depth(1)
    };
    let game = game(KIWIPETE);
    let found = search(&game, &limits, &settings);
    check(&game, &found);
    assert_eq!(found.result.nodes, 300_000);
}

/// MVV-LVA tries QxN although the knight is defended; the exchange puts it behind the quiet moves.
#[test]
fn the_blind_spot_of_mvv_lva_is_mended_by_see() {
    let game = game(KIWIPETE);
    let (blunder, sound) = (mv(&game, "f3f6"), mv(&game, "d5e6"));
    let place = |stage, mv: Move| {
        let order = Pool::new().order(game.position(), &Settings::stage(stage));
        assert_eq!(order.len(), 48);
        let at = order.iter().position(|ordered| ordered.mv == mv);
        let at = at.expect("every legal move is there");
        (at, order[at].reason)
    };
    assert!(mvv_lva(game.position(), blunder) > mvv_lva(game.position(), sound));
    assert_eq!(place(7, blunder), (1, Reason::GoodCapture));
    assert!(place(7, sound).0 > 1);
    assert_eq!(place(14, sound).1, Reason::GoodCapture);
    assert_eq!(place(14, blunder).1, Reason::BadCapture);
    assert!(place(14, blunder).0 > place(14, mv(&game, "a2a3")).0);
}
