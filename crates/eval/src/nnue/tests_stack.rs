//! The accumulators of a stack against the evaluation from scratch, on whatever road the search takes to a position.

use super::Kernel;
use super::tests::random_network;
use crate::tests::{STARTS, random_games};
use crate::{EvalStack, Evaluator, Trace, trace};
use cutaway_chess::{BoardObserver, Color, Move, MoveKind, MoveList, Piece, Position, Square};
use fastrand::Rng;
use std::sync::Arc;

fn evaluator(hidden: usize, seed: u64, kernel: Kernel) -> Evaluator {
    Evaluator::Network(Arc::new(random_network(hidden, seed).with_kernel(kernel)))
}

/// Walks a random tree, going down, up and sideways, passing now and then, and evaluating only some positions; each
/// evaluation must be that from scratch. Gives how many there were, and the kinds of moves that were made.
fn random_tree(
    stack: &mut EvalStack,
    root: &Position,
    steps: usize,
    seed: u64,
) -> (usize, Vec<MoveKind>) {
    let mut random = Rng::with_seed(seed);
    let mut line = vec![root.clone()];
    let (mut evaluations, mut kinds) = (0, Vec::new());
    stack.reset(root);
    for _ in 0..steps {
        let position = line.last().expect("the root stays").clone();
        let moves = position.legal_moves();
        if line.len() > 1 && (line.len() > 40 || moves.is_empty() || random.u8(..) < 100) {
            line.pop();
            stack.pop();
        } else if !position.in_check() && random.u8(..) < 20 {
            let mut child = position;
            child.play_null();
            stack.push_null();
            line.push(child);
        } else if let Some(mv) = pick(&moves, &mut random) {
            kinds.push(mv.kind());
            let mut child = position;
            child.play_unchecked(mv, stack.push());
            line.push(child);
        }
        if random.u8(..) < 90 {
            let position = line.last().expect("the root stays");
            let Evaluator::Network(network) = stack.evaluator().clone() else {
                panic!("no network")
            };
            assert_eq!(
                stack.evaluate(position),
                network.evaluate(position),
                "{position:?}"
            );
            evaluations += 1;
        }
    }
    (evaluations, kinds)
}

/// Any of the moves, the rare kinds rather than the others.
fn pick(moves: &MoveList, random: &mut Rng) -> Option<Move> {
    let common = [MoveKind::Quiet, MoveKind::Capture, MoveKind::DoublePush];
    let rare: Vec<Move> = moves
        .iter()
        .filter(|mv| !common.contains(&mv.kind()))
        .collect();
    match rare.is_empty() || random.bool() {
        true => moves.get(random.usize(..moves.len().max(1))),
        false => random.choice(rare),
    }
}

#[test]
fn followed_moves_give_what_a_fresh_look_gives_on_every_road_and_with_every_kernel() {
    for kernel in Kernel::available() {
        let (mut evaluations, mut kinds) = (0, Vec::new());
        let mut stack = EvalStack::new(evaluator(48, 11, kernel), 40);
        for (seed, start) in (0..).zip(STARTS) {
            let (count, moves) = random_tree(&mut stack, &start.parse().unwrap(), 2000, seed);
            evaluations += count;
            kinds.extend(moves);
        }
        assert!(evaluations > 3000, "{evaluations}");
        for kind in [
            MoveKind::Quiet,
            MoveKind::Capture,
            MoveKind::Castle,
            MoveKind::EnPassant,
            MoveKind::PromoteQueen,
            MoveKind::CapturePromoteKnight,
        ] {
            assert!(kinds.contains(&kind), "the trees hold no {kind:?}");
        }
    }
}

#[test]
fn networks_can_be_changed_in_the_middle_of_a_line() {
    let evaluators = [
        evaluator(16, 1, Kernel::best()),
        Evaluator::PieceSquare,
        evaluator(48, 2, Kernel::best()),
        Evaluator::Material,
    ];
    let mut turn = 0;
    let mut stack = EvalStack::new(Evaluator::Material, 80);
    random_games(|position, followed| {
        // The stack of the games follows the moves, this one looks afresh.
        stack.reset(position);
        for _ in 0..2 {
            turn = (turn + 1) % evaluators.len();
            for stack in [&mut *followed, &mut stack] {
                stack.set_evaluator(&evaluators[turn]);
            }
            assert_eq!(
                followed.evaluate(position),
                stack.evaluate(position),
                "{position:?}"
            );
        }
    });
}

#[test]
fn a_king_that_crosses_the_middle_turns_its_view_and_no_other() {
    let mut stack = EvalStack::new(evaluator(16, 3, Kernel::best()), 8);
    let mut position: Position = "4k3/8/8/8/8/8/3P4/3K4 w - - 0 1".parse().unwrap();
    stack.reset(&position);
    // Over the middle and back, with evaluations only here and there.
    for (text, evaluates) in [
        ("d1e1", true),
        ("e8d8", false),
        ("e1d1", false),
        ("d8e8", true),
        ("d1c1", true),
    ] {
        let mv = position.parse_uci(text).unwrap();
        position.play_unchecked(mv, stack.push());
        if evaluates {
            let Evaluator::Network(network) = stack.evaluator().clone() else {
                panic!("no network")
            };
            assert_eq!(
                stack.evaluate(&position),
                network.evaluate(&position),
                "{text}"
            );
        }
    }
}

#[test]
fn more_changes_than_a_move_makes_are_seen_too() {
    let mut stack = EvalStack::new(evaluator(16, 4, Kernel::best()), 2);
    stack.reset(&"4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap());
    let frame = stack.push();
    for square in [Square::A2, Square::B2, Square::C2, Square::D2] {
        frame.on_put(Piece::WhitePawn, square);
    }
    let position: Position = "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1".parse().unwrap();
    let score = stack.evaluate(&position);
    stack.reset(&position);
    assert_eq!(score, stack.evaluate(&position));
}

#[test]
fn the_trace_tells_the_score_without_each_man() {
    let evaluator = evaluator(16, 5, Kernel::best());
    let position: Position = "4k3/pp6/8/8/3n4/8/8/3QK3 b - - 0 1".parse().unwrap();
    let Trace::Network(trace) = trace(&evaluator, &position) else {
        panic!("no network")
    };
    let Evaluator::Network(network) = &evaluator else {
        panic!("no network")
    };
    assert_eq!((trace.bucket, trace.hidden, trace.men.len()), (1, 16, 6));
    assert_eq!(trace.total, -network.evaluate(&position));
    let man = |square| trace.men.iter().find(|man| man.square == square).unwrap();
    assert_eq!(man(Square::E1).without, None);
    let without_knight: Position = "4k3/pp6/8/8/8/8/8/3QK3 b - - 0 1".parse().unwrap();
    let knight = man(Square::D4);
    assert_eq!(knight.piece.color(), Color::Black);
    assert_eq!(knight.without, Some(-network.evaluate(&without_knight)));
}
