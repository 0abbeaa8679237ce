//! Sound techniques change the work and never the score: the search against plain minimax.

mod common;

use common::{check, depth, game, random_game, search, search_with};
use cutaway_chess::{Game, Position};
use cutaway_eval::Evaluator;
use cutaway_search::{Kind, MATE, Pool, Score, Settings, Switches, Technique, is_mate, reference};

/// Few men, so that three or four plies are quickly searched in full, and draws of all kinds are near.
const ENDINGS: &[&str] = &[
    "8/8/8/8/8/5k2/7q/5K2 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/4k3/8/8/4K3/8/7R w - - 96 80",
    "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 98 70",
    "7k/1N3K1N/5n2/8/8/8/8/8 w - - 0 1",
    "k6B/8/1K6/4r3/8/2N5/8/8 w - - 97 60",
    "8/8/3N4/8/3K4/1B6/1n6/2k5 b - - 95 86",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
    "6k1/6p1/5p2/7Q/8/8/rr6/7K w - - 0 1",
];

fn sound_techniques() -> Vec<Technique> {
    Technique::all()
        .filter(|technique| technique.row().kind == Kind::Sound)
        .collect()
}

/// Iterative deepening, for the windows need a score to stand around, and the sound techniques whose bits are set.
fn settings(subset: usize, evaluator: Evaluator) -> Settings {
    let mut switches = Switches::NONE;
    switches.set(Technique::IterativeDeepening, true);
    for (i, technique) in sound_techniques().into_iter().enumerate() {
        if subset >> i & 1 != 0 {
            switches.set(technique, true);
        }
    }
    let mut settings = Settings {
        switches,
        evaluator,
        ..Settings::default()
    };
    // The narrowest windows, from the first depth on that may have one.
    settings
        .set_param(cutaway_search::Param::AspirationDelta, 4)
        .expect("in range");
    settings
        .set_param(cutaway_search::Param::AspirationDepth, 2)
        .expect("in range");
    settings
}

/// The search's score in full, mates by the ply.
fn agrees(game: &Game, plies: u32, settings: &Settings, expected: Score) {
    let found = search(game, &depth(plies), settings);
    check(game, &found);
    let fen = game.position().to_fen();
    assert_eq!(
        found.info().raw,
        expected,
        "depth {plies}, {:?}, {fen}, {} moves played",
        settings.switches,
        game.moves().len()
    );
    if is_mate(expected) {
        assert_eq!(
            found.info().pv.len() as Score,
            MATE - expected.abs(),
            "{fen}"
        );
    }
}

fn agree_on(games: &[Game], plies: u32, subsets: &[usize]) {
    for game in games {
        for evaluator in [Evaluator::Material, Evaluator::PieceSquare] {
            let expected = reference::minimax(game, plies, &evaluator);
            for &subset in subsets {
                agrees(game, plies, &settings(subset, evaluator.clone()), expected);
            }
        }
    }
}

/// Random games from the start position and from endings; those with few men repeat positions and near the 50 moves.
fn games(count: usize, plies: usize, seed: u64) -> Vec<Game> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut starts = vec![common::STARTPOS, common::KIWIPETE];
    starts.extend(ENDINGS);
    (0..count)
        .map(|i| {
            let length = random.usize(..plies);
            random_game(starts[i % starts.len()], length, &mut random)
        })
        .collect()
}

#[test]
fn all_sound_techniques_agree_with_minimax_at_depth_2() {
    let all = (1 << sound_techniques().len()) - 1;
    agree_on(&games(300, 120, 1), 2, &[all]);
}

#[test]
fn all_sound_techniques_agree_with_minimax_at_depth_3() {
    let all = (1 << sound_techniques().len()) - 1;
    agree_on(&games(44, 60, 2), 3, &[all]);
}

#[test]
fn every_subset_of_sound_techniques_agrees_with_minimax() {
    let subsets: Vec<_> = (0..1 << sound_techniques().len()).collect();
    agree_on(&games(33, 40, 3), 2, &subsets);
    let endings: Vec<_> = ENDINGS.iter().map(|fen| game(fen)).collect();
    agree_on(&endings, 3, &subsets);
}

#[test]
fn draws_and_mates_agree_with_minimax_at_depth_4() {
    let all = (1 << sound_techniques().len()) - 1;
    let mut random = fastrand::Rng::with_seed(4);
    // Short walks of few men: repetitions, the 50-move rule and mates within four plies.
    let mut games = Vec::new();
    for fen in ENDINGS {
        games.push(game(fen));
        games.extend((0..4).map(|i| random_game(fen, 2 * i + 3, &mut random)));
    }
    games.retain(|game| game.position().count_legal_moves() <= 20);
    assert!(games.len() >= 20);
    agree_on(&games, 4, &[all]);
}

/// Walks to and fro, so that positions of the game come back for the second and third time within the tree.
#[test]
fn repetitions_of_the_game_agree_with_minimax() {
    let all = (1 << sound_techniques().len()) - 1;
    let walks = [
        ("6k1/8/8/8/8/8/4Q3/4K3 w - - 0 1", "e2d2 g8h8 d2e2 h8g8 "),
        (
            "6k1/6p1/5p2/7Q/8/8/rr6/7K w - - 0 1",
            "h5e8 g8h7 e8h5 h7g8 ",
        ),
        ("8/8/8/8/8/5k2/7q/4K3 w - - 0 1", "e1d1 h2g2 d1e1 g2h2 "),
    ];
    for (fen, walk) in walks {
        let moves: Vec<_> = walk.split_whitespace().collect();
        for length in 1..=2 * moves.len() {
            let mut game = game(fen);
            for uci in moves.iter().cycle().take(length) {
                let mv = common::mv(&game, uci);
                game.play(mv).expect("parsed moves are legal");
            }
            agree_on(&[game], 3, &[0, all]);
        }
    }
}

#[test]
fn alpha_beta_saves_nodes_and_changes_no_score() {
    let with = settings(1, Evaluator::Material);
    let without = settings(0, Evaluator::Material);
    assert!(with.on(Technique::AlphaBeta));
    for fen in [common::STARTPOS, common::KIWIPETE, common::DEFENDED_PAWN] {
        let position: Position = fen.parse().expect("a good FEN");
        let game = Game::new(position);
        let fast = search(&game, &depth(3), &with);
        let slow = search(&game, &depth(3), &without);
        assert_eq!(fast.score(), slow.score(), "{fen}");
        assert!(2 * fast.result.nodes < slow.result.nodes, "{fen}");
    }
}

/// With the quiescence of chapter 7 and no other pruning, alpha-beta is still sound.
#[test]
fn alpha_beta_is_sound_with_quiescence_too() {
    let off = [Technique::DeltaPruning];
    let with = common::stage_without(7, &off);
    let without = common::stage_without(7, &[Technique::DeltaPruning, Technique::AlphaBeta]);
    let game = game(common::DEFENDED_PAWN);
    for plies in 1..=3 {
        let fast = search(&game, &depth(plies), &with);
        let slow = search(&game, &depth(plies), &without);
        assert_eq!(fast.score(), slow.score());
        assert!(fast.result.nodes <= slow.result.nodes);
    }
}

/// Histories and killers that earlier searches left change the order, never the score.
#[test]
fn a_pool_that_has_searched_before_agrees_as_well() {
    let all = (1 << sound_techniques().len()) - 1;
    let mut pool = Pool::new();
    for game in games(22, 30, 6) {
        let settings = settings(all, Evaluator::PieceSquare);
        let found = search_with(&mut pool, &game, &depth(2), &settings);
        let expected = reference::minimax(&game, 2, &Evaluator::PieceSquare);
        assert_eq!(found.info().raw, expected, "{}", game.position().to_fen());
    }
}
