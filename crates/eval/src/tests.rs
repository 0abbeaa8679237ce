//! Properties of every evaluation, over random games from standard and Chess960 starts.

use crate::piece_square::{material, square_bonus};
use crate::{EvalStack, Evaluator, MAX_EVALUATION, MAX_PHASE, State, Trace, trace};
use cutaway_chess::{MoveKind, Piece, PieceType, Position, Rank, Square};

const EVALUATORS: [Evaluator; 2] = [Evaluator::Material, Evaluator::PieceSquare];

/// Starts from which castling both ways, en passant and promotion soon happen, two of them Chess960.
pub(crate) const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/8/8/1pPp4/8/8/8/4K3 w - d6 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1",
];

/// Calls `visit` on every position of some random games from each start, with the stack that followed the moves.
pub(crate) fn random_games(mut visit: impl FnMut(&Position, &mut EvalStack)) -> Vec<MoveKind> {
    const PLIES: usize = 80;
    let mut random = fastrand::Rng::with_seed(0x00C0_FFEE);
    let mut kinds = Vec::new();
    let mut stack = EvalStack::new(Evaluator::PieceSquare, PLIES);
    for start in STARTS {
        for _ in 0..30 {
            let mut position: Position = start.parse().unwrap();
            stack.reset(&position);
            for _ in 0..PLIES {
                visit(&position, &mut stack);
                let moves = position.legal_moves();
                let Some(mv) = moves.get(random.usize(..moves.len().max(1))) else {
                    break;
                };
                kinds.push(mv.kind());
                position.play_unchecked(mv, stack.push());
            }
        }
    }
    kinds
}

/// The same position with the sides exchanged and the board turned over.
pub(crate) fn flipped(position: &Position) -> Position {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap_case = |text: &str| -> String {
        text.chars()
            .map(|c| {
                if c.is_ascii_uppercase() {
                    c.to_ascii_lowercase()
                } else {
                    c.to_ascii_uppercase()
                }
            })
            .collect()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(swap_case).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3]
        .replace('3', "x")
        .replace('6', "3")
        .replace('x', "6");
    let text = format!(
        "{} {side} {} {en_passant} {} {}",
        board.join("/"),
        swap_case(fields[2]),
        fields[4],
        fields[5]
    );
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

#[test]
fn followed_moves_give_what_a_fresh_look_gives() {
    let kinds = random_games(|position, stack| {
        let mut fresh = EvalStack::new(stack.evaluator().clone(), 0);
        fresh.reset(position);
        for evaluator in &EVALUATORS {
            stack.set_evaluator(evaluator);
            fresh.set_evaluator(evaluator);
            assert_eq!(
                stack.evaluate(position),
                fresh.evaluate(position),
                "{evaluator:?} {position:?}"
            );
        }
    });
    for kind in [
        MoveKind::Castle,
        MoveKind::EnPassant,
        MoveKind::DoublePush,
        MoveKind::PromoteQueen,
        MoveKind::CapturePromoteKnight,
    ] {
        assert!(kinds.contains(&kind), "the games hold no {kind:?}");
    }
}

#[test]
fn both_sides_are_judged_alike() {
    let mut unequal = 0;
    random_games(|position, _| {
        let other = flipped(position);
        for evaluator in &EVALUATORS {
            let score = evaluator.evaluate(&State::of(position), position);
            assert_eq!(
                score,
                evaluator.evaluate(&State::of(&other), &other),
                "{evaluator:?} {position:?}"
            );
            unequal += usize::from(score != 0);
        }
    });
    assert!(
        unequal > 1000,
        "the games are too even to show anything: {unequal}"
    );
}

#[test]
fn popping_and_passing_restore_the_score() {
    random_games(|position, stack| {
        if position.in_check() {
            return;
        }
        let before = stack.evaluate(position);
        let mut passed = position.clone();
        passed.play_null();
        if stack.ply() < 80 {
            stack.push_null();
            assert_eq!(stack.evaluate(&passed), -before);
            stack.pop();
        }
        assert_eq!(stack.evaluate(position), before);
    });
}

#[test]
fn the_trace_adds_up_to_the_evaluation() {
    random_games(|position, _| {
        for evaluator in &EVALUATORS {
            let trace = trace(evaluator, position);
            let white = match position.side_to_move() {
                cutaway_chess::Color::White => 1,
                cutaway_chess::Color::Black => -1,
            };
            let Trace::Terms(terms) = &trace else {
                panic!("{trace:?}")
            };
            assert_eq!(
                trace.total(),
                white * evaluator.evaluate(&State::of(position), position),
                "{position:?}"
            );
            assert!((0..=MAX_PHASE).contains(&terms.phase));
        }
    });
}

#[test]
fn nine_queens_against_a_bare_king_are_no_mate_score() {
    let position: Position = "4k3/8/8/8/8/QQQQQ3/QQQQ4/RNB1KBNR b - - 0 1"
        .parse()
        .unwrap();
    for evaluator in &EVALUATORS {
        let score = -evaluator.evaluate(&State::of(&position), &position);
        assert!(
            (9000..=MAX_EVALUATION).contains(&score),
            "{evaluator:?}: {score}"
        );
    }
}

#[test]
#[should_panic(expected = "more pops than pushes")]
fn the_root_cannot_be_popped() {
    EvalStack::new(Evaluator::Material, 4).pop();
}

/// In the middle of the opening-to-endgame scale a pawn is the unit, as centipawns promise; margins of the search count on it.
#[test]
fn a_pawn_is_about_a_hundred_and_the_kinds_keep_their_order() {
    let values: Vec<i32> = PieceType::ALL
        .iter()
        .map(|&kind| material(kind).blend(MAX_PHASE / 2))
        .collect();
    assert!((90..=110).contains(&values[0]), "{values:?}");
    assert!(values[..5].is_sorted(), "{values:?}");
    assert_eq!(values[5], 0);
}

#[test]
fn no_square_outweighs_a_minor_piece() {
    for piece in Piece::ALL {
        for square in Square::all() {
            let bonus = square_bonus(piece, square);
            let pawn_off_its_ranks = piece.piece_type() == PieceType::Pawn
                && matches!(square.rank(), Rank::First | Rank::Eighth);
            let limit = if pawn_off_its_ranks { 0 } else { 250 };
            assert!(
                bonus.middlegame.abs() <= limit && bonus.endgame.abs() <= limit,
                "{piece:?} {square}: {bonus:?}"
            );
        }
    }
}
