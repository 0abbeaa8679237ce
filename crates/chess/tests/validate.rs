//! The fast rules against slow ones and against two other libraries, position by position and move by move.

mod common;

use common::{collections, lines, own_data, random_game, random_move};
use cutaway_chess::validate::{SlowMove, check, check_move, slow_legal_moves};
use cutaway_chess::{MoveKind, PieceType, Position};
use proptest::prelude::*;

/// The moves of the generator in the form and order of the slow one.
fn fast_moves(position: &Position) -> Vec<SlowMove> {
    let mut moves: Vec<SlowMove> = position
        .legal_moves()
        .iter()
        .map(|mv| (mv.from(), mv.to(), mv.promotion()))
        .collect();
    moves.sort();
    moves
}

/// Everything that is known about a position, checked slowly; then every move made and checked.
fn check_all(position: &Position) {
    assert_eq!(check(position), Ok(()), "{position:?}");
    assert_eq!(
        fast_moves(position),
        slow_legal_moves(position),
        "{position:?}"
    );
    for mv in position.legal_moves().iter() {
        let mut after = position.clone();
        after.play(mv);
        assert_eq!(
            check_move(position, mv, &after),
            Ok(()),
            "{mv:?} in {position:?}"
        );
        // The kind says what the board says.
        let is_pawn = position.of_type(PieceType::Pawn).contains(mv.from());
        let is_taken = position
            .of_color(!position.side_to_move())
            .contains(mv.to());
        let expected = is_taken || mv.kind() == MoveKind::EnPassant;
        assert_eq!(mv.is_capture(), expected, "{mv:?} in {position:?}");
        assert!(!mv.is_promotion() || is_pawn);
    }
}

#[test]
fn random_games_are_sound() {
    let mut random = fastrand::Rng::with_seed(8);
    for game in 0..60 {
        let start = match game % 3 {
            0 => Position::startpos(),
            1 => Position::chess960_startpos(random.u16(..960)),
            _ => Position::double_chess960_startpos(random.u16(..960), random.u16(..960)),
        };
        for position in random_game(start, 150, &mut random).iter().step_by(3) {
            check_all(position);
        }
    }
}

#[test]
fn double_chess960_collection_is_sound() {
    for line in lines(&own_data("perft/own_dfrc.epd")) {
        let fen = line.split(';').next().unwrap();
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.to_shredder_fen(), fen.trim());
        check_all(&position);
    }
}

/// Positions at which generators have failed: pins, en passant in all corners, castling through and out of lines.
#[test]
fn tricky_positions_are_sound() {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
        "8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1",
        "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        // In Chess960 the rook that castles may have shielded its king.
        "8/8/8/8/8/8/8/qRK1k3 w B - 0 1",
        "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1",
        "4k3/8/8/8/8/8/8/R1r1K3 w A - 0 1",
        "1r2k3/8/8/8/8/8/8/R3K3 w A - 0 1",
    ];
    let mut random = fastrand::Rng::with_seed(9);
    for fen in fens {
        let start = Position::from_fen(fen).unwrap();
        check_all(&start);
        for _ in 0..20 {
            random_game(start.clone(), 12, &mut random)
                .iter()
                .for_each(check_all);
        }
    }
}

#[test]
fn legal_moves_are_those_of_two_other_libraries() {
    use shakmaty::Position as _;
    let mut random = fastrand::Rng::with_seed(10);
    for game in 0..150 {
        let start = Position::chess960_startpos(if game % 3 == 0 {
            518
        } else {
            random.u16(..960)
        });
        for position in random_game(start, 150, &mut random) {
            let fen = position.to_shredder_fen();
            let mut ours: Vec<String> = position
                .legal_moves()
                .iter()
                .map(|mv| mv.to_uci(&position, true))
                .collect();
            ours.sort();
            let shakmaty: shakmaty::Chess = fen
                .parse::<shakmaty::fen::Fen>()
                .unwrap()
                .into_position(shakmaty::CastlingMode::Chess960)
                .unwrap();
            let mut theirs: Vec<String> = shakmaty
                .legal_moves()
                .iter()
                .map(|&mv| shakmaty::uci::UciMove::from_chess960(mv).to_string())
                .collect();
            theirs.sort();
            assert_eq!(ours, theirs, "{fen}");
            let cozy = cozy_chess::Board::from_fen(&fen, true).unwrap();
            let mut theirs = Vec::new();
            cozy.generate_moves(|moves| {
                theirs.extend(moves.into_iter().map(|mv| mv.to_string()));
                false
            });
            theirs.sort();
            assert_eq!(ours, theirs, "{fen}");
        }
    }
}

/// The checker itself: each kind of damage is seen.
#[test]
fn damage_is_seen() {
    let before = Position::from_fen("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1").unwrap();
    let mut random = fastrand::Rng::with_seed(11);
    for mv in before.legal_moves().iter() {
        let mut after = before.clone();
        after.play(mv);
        assert_eq!(check_move(&before, mv, &after), Ok(()));
        let other = loop {
            let other = random_move(&before, &mut random).unwrap();
            if other != mv {
                break other;
            }
        };
        assert!(
            check_move(&before, other, &after).is_err(),
            "{mv:?} passed for {other:?}"
        );
        assert!(check_move(&before, mv, &before).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 300, ..ProptestConfig::default() })]

    /// Boards that no game would reach: kings and a handful of men anywhere.
    #[test]
    fn scattered_men_are_sound(
        men in proptest::collection::vec((0usize..64, "[PNBRQpnbrq]"), 2..14),
        kings in (0usize..64, 0usize..64),
        white in any::<bool>(),
    ) {
        let mut board = vec!["1".to_string(); 64];
        for (place, letter) in men {
            board[place] = letter;
        }
        board[kings.0] = "K".into();
        board[kings.1] = "k".into();
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.concat()).collect();
        let fen = format!("{} {} KQkq - 0 1", ranks.join("/"), if white { 'w' } else { 'b' });
        if let Ok(position) = Position::from_fen(&fen) {
            check_all(&position);
        }
    }
}

#[test]
fn collections_are_sound() {
    let Some(folder) = collections("collections_are_sound") else {
        return;
    };
    for name in [
        "tricky",
        "en_passant",
        "double_check",
        "single_check",
        "chess960",
        "standard",
    ] {
        let text = std::fs::read_to_string(folder.join(format!("perft/{name}.epd"))).unwrap();
        for line in lines(&text) {
            check_all(&Position::from_fen(line.split(';').next().unwrap()).unwrap());
        }
    }
}
