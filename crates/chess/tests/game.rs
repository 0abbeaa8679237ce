//! Games: outcomes, repetitions, taking back, speed; and the table that sees repetitions coming.

mod common;

use common::random_move;
use cutaway_chess::{
    Color, Game, Move, MoveKind, Outcome, Position, Square, has_upcoming_repetition,
};
use std::time::{Duration, Instant};

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for uci in moves.split_whitespace() {
        let mv = game
            .position()
            .parse_uci(uci)
            .unwrap_or_else(|error| panic!("{uci} {error}"));
        game.play(mv).unwrap();
    }
    game
}

#[test]
fn outcomes() {
    let black_mated = Some(Outcome::Checkmate {
        winner: Color::White,
    });
    let cases = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            None,
        ),
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", black_mated),
        // Mate on the hundredth ply still counts.
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 100 80", black_mated),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate)),
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - 100 90",
            Some(Outcome::Stalemate),
        ),
        ("7k/8/6K1/8/8/8/8/Q7 b - - 99 90", None),
        (
            "7k/8/6K1/8/8/8/Q7/8 w - - 100 90",
            Some(Outcome::FiftyMoves),
        ),
        (
            "7k/8/6K1/8/8/8/8/6N1 w - - 0 1",
            Some(Outcome::DeadPosition),
        ),
    ];
    for (fen, expected) in cases {
        assert_eq!(
            Game::new(Position::from_fen(fen).unwrap()).outcome(),
            expected,
            "{fen}"
        );
    }
}

#[test]
fn dead_by_material() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        // Bishops of both sides, all on light squares; then one on a dark one.
        ("2b1k3/8/4b3/8/8/3B4/8/4KB2 w - - 0 1", true),
        ("2b1k3/8/4b3/8/8/8/8/2B1KB2 w - - 0 1", false),
        ("4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("2b1k3/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
    ];
    for (fen, is_dead) in cases {
        assert_eq!(
            Position::from_fen(fen).unwrap().is_dead_by_material(),
            is_dead,
            "{fen}"
        );
    }
}

#[test]
fn the_third_occurrence_draws() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let round = "g1f3 g8f6 f3g1 f6g8 ";
    assert_eq!(game(start, round).repetitions(), 1);
    assert_eq!(game(start, round).outcome(), None);
    let third = game(start, &round.repeat(2));
    assert_eq!(third.repetitions(), 2);
    assert_eq!(third.outcome(), Some(Outcome::Threefold));
}

#[test]
fn regression_phantom_en_passant_square_hides_no_repetition() {
    // After h7h5 the pawn g5 is pinned: no en passant right, so the position counts from the first time on.
    let start = "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1";
    let pushed = game(start, "h7h5");
    assert_eq!(pushed.position().en_passant(), None);
    let game = game(start, "h7h5 e6h6 g7h7 h6e6 h7g7 e6h6 g7h7 h6e6 h7g7");
    assert_eq!(game.outcome(), Some(Outcome::Threefold));
}

#[test]
fn a_lost_castling_right_makes_another_position() {
    let game = game(
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8",
    );
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn undo_brings_everything_back() {
    let mut random = fastrand::Rng::with_seed(6);
    let mut game = Game::new(Position::startpos());
    let mut states = Vec::new();
    while let Some(mv) = random_move(game.position(), &mut random) {
        if states.len() == 200 {
            break;
        }
        states.push((game.position().clone(), mv));
        game.play(mv).unwrap();
        assert_eq!(game.keys().len(), game.moves().len() + 1);
        assert_eq!(game.keys().last(), Some(&game.position().key()));
    }
    assert!(!states.is_empty());
    while let Some((before, mv)) = states.pop() {
        assert_eq!(game.undo(), Some(mv));
        assert_eq!(*game.position(), before);
    }
    assert_eq!(game.undo(), None);
    assert_eq!(game.keys(), [game.start().key()]);
}

#[test]
fn illegal_moves_change_nothing() {
    let mut game = Game::new(Position::startpos());
    assert!(
        game.play(Move::new(Square::E2, Square::E5, MoveKind::Quiet))
            .is_err()
    );
    assert_eq!(game.keys().len(), 1);
}

#[test]
fn six_thousand_plies_are_read_fast() {
    let rounds = ["g1f3", "g8f6", "f3g1", "f6g8"]
        .into_iter()
        .cycle()
        .take(6000);
    let start = Instant::now();
    let mut game = Game::new(Position::startpos());
    for uci in rounds {
        let mv = game.position().parse_uci(uci).unwrap();
        game.play(mv).unwrap();
    }
    assert_eq!(game.repetitions(), 1500);
    let elapsed = start.elapsed();
    println!("6000 plies: {elapsed:?}");
    // 20 ms are meant for the real build; this one has assertions and shares its machine.
    assert!(elapsed < Duration::from_millis(500), "{elapsed:?}");
}

/// What the documentation of `has_upcoming_repetition` promises, by trying every move.
fn has_upcoming_repetition_slowly(position: &Position, earlier: &[u64], ply: usize) -> bool {
    let reversible = (position.halfmove_clock() as usize).min(earlier.len());
    position.legal_moves().iter().any(|mv| {
        let mut next = position.clone();
        next.play(mv);
        let mut occurrences = (0..reversible)
            .map(|back| back + 1)
            .filter(|back| earlier[earlier.len() - back] == next.key());
        occurrences.clone().next().is_some_and(|back| back < ply)
            || occurrences.by_ref().count() >= 2
    })
}

#[test]
fn upcoming_repetitions_are_those_that_trying_every_move_finds() {
    let mut random = fastrand::Rng::with_seed(7);
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1",
        "5bk1/8/8/8/8/8/8/1NK5 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "4k3/p1p1p1p1/8/1P1P1P1P/8/8/8/4K3 b - - 0 1",
    ];
    let (mut yes, mut no) = (0, 0);
    for round in 0..600 {
        let mut game = Game::new(Position::from_fen(starts[round % starts.len()]).unwrap());
        for _ in 0..60 {
            // Half of the moves go back where the man came from, so that positions do come again.
            let undoing = game
                .moves()
                .len()
                .checked_sub(2)
                .map(|index| game.moves()[index])
                .and_then(|mv| {
                    game.position()
                        .legal_moves()
                        .iter()
                        .find(|back| back.from() == mv.to() && back.to() == mv.from())
                });
            let mv = match undoing {
                Some(mv) if random.bool() => Some(mv),
                _ => random_move(game.position(), &mut random),
            };
            let Some(mv) = mv else { break };
            game.play(mv).unwrap();
            let earlier = &game.keys()[..game.keys().len() - 1];
            for ply in [0, 1, 2, 3, 4, 5, 8, 20, 100] {
                let expected = has_upcoming_repetition_slowly(game.position(), earlier, ply);
                assert_eq!(
                    has_upcoming_repetition(game.position(), earlier, ply),
                    expected,
                    "ply {ply} after {:?}",
                    game.moves()
                );
                *(if expected { &mut yes } else { &mut no }) += 1;
            }
        }
    }
    assert!(yes > 10_000 && no > 10_000, "{yes} yes, {no} no");
}
