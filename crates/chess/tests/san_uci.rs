//! Moves in algebraic notation and as UCI writes them, both ways, against cases that another library worked out.

mod common;

use common::{lines, own_data, random_game};
use cutaway_chess::{Game, Move, Position, SanError, UciMoveError};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn every_legal_move_has_the_san_of_the_cases() {
    let text = own_data("san_uci/san_cases.tsv");
    let mut count = 0;
    for line in lines(&text) {
        let [note, chess960, fen, moves] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let position = position(fen);
        let chess960 = chess960 == "1";
        let mut expected: Vec<&str> = moves.split_whitespace().collect();
        expected.sort();
        let legal = position.legal_moves();
        let mut written: Vec<String> = legal
            .iter()
            .map(|mv| format!("{}={}", mv.to_uci(&position, chess960), position.to_san(mv)))
            .collect();
        written.sort();
        assert_eq!(written, expected, "{note}");
        for mv in legal.iter() {
            assert_eq!(position.parse_san(&position.to_san(mv)), Ok(mv), "{note}");
            assert_eq!(
                position.parse_uci(&position.to_uci(mv, chess960)),
                Ok(mv),
                "{note}"
            );
            count += 1;
        }
    }
    assert!(count > 500, "only {count} moves");
}

#[test]
fn what_is_no_san_move_is_refused_for_the_right_reason() {
    let text = own_data("san_uci/san_reject.tsv");
    let mut count = 0;
    for line in lines(&text) {
        let [fen, san, result] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let read = position(fen).parse_san(san);
        match result {
            "IllegalMoveError" => assert_eq!(read, Err(SanError::NoSuchMove), "{line}"),
            "InvalidMoveError" => assert_eq!(read, Err(SanError::Syntax), "{line}"),
            "AmbiguousMoveError" => {
                assert!(matches!(read, Err(SanError::Ambiguous { .. })), "{line}")
            }
            _ => assert!(read.is_ok(), "{line}"),
        }
        count += 1;
    }
    assert_eq!(count, 27);
}

#[test]
fn uci_moves_are_read_as_the_cases_say() {
    let text = own_data("san_uci/uci_moves.tsv");
    let mut count = 0;
    for line in lines(&text) {
        let [_, fen, uci, result] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let position = position(fen);
        let read = position.parse_uci(uci);
        match result.split_once(' ') {
            Some(("legal", san)) => assert_eq!(
                read.map(|mv| position.to_san(mv)),
                Ok(san.to_string()),
                "{line}"
            ),
            Some(("null", _)) => assert_eq!(read, Err(UciMoveError::NullMove), "{line}"),
            Some(("reject", "InvalidMoveError")) => {
                assert_eq!(read, Err(UciMoveError::Syntax), "{line}")
            }
            Some(("reject", "IllegalMoveError")) => {
                assert_eq!(read, Err(UciMoveError::Illegal), "{line}")
            }
            _ => panic!("{line}"),
        }
        count += 1;
    }
    assert!(count > 40, "only {count} lines");
}

#[test]
fn position_commands_lead_to_the_expected_positions() {
    let text = own_data("san_uci/position_commands.tsv");
    let mut count = 0;
    for line in lines(&text) {
        let [command, chess960, expected, clock] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let rest = command.strip_prefix("position ").unwrap();
        let (start, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
        let start = match start.strip_prefix("fen ") {
            Some(fen) => position(fen),
            None => Position::startpos(),
        };
        let mut game = Game::new(start);
        for uci in moves.split_whitespace() {
            let mv = game
                .position()
                .parse_uci(uci)
                .unwrap_or_else(|error| panic!("{uci} {error} in {line}"));
            game.play(mv).unwrap();
        }
        let position = game.position();
        let fen = if chess960 == "1" {
            position.to_shredder_fen()
        } else {
            position.to_fen()
        };
        assert_eq!(fen, expected);
        assert_eq!(position.halfmove_clock().to_string(), clock);
        count += 1;
    }
    assert!(count > 40, "only {count} lines");
}

#[test]
fn lenient_forms_of_san_are_understood() {
    let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["O-O", "0-0", "o-o", "O-O+", "0-0!?", " O-O "] {
        assert_eq!(
            castling.parse_san(text),
            castling.parse_uci("e1g1").map_err(|_| SanError::Syntax),
            "{text}"
        );
    }
    let promotion = position("1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
    for text in [
        "axb8=Q+", "axb8Q", "ab8=q#", "a7xb8=Q", "a7b8q", "axb8=Q??", "Pa7xb8Q",
    ] {
        assert_eq!(
            promotion.parse_san(text).ok(),
            promotion.parse_uci("a7b8q").ok(),
            "{text}"
        );
    }
    let en_passant = position("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1");
    for text in [
        "exd6",
        "exd6 e.p.",
        "exd6e.p.",
        "exd6ep",
        "exd6 e.p.+",
        "ed6",
        "e5xd6",
        "e5-d6",
        "e:d6",
    ] {
        assert_eq!(
            en_passant.parse_san(text).ok(),
            en_passant.parse_uci("e5d6").ok(),
            "{text}"
        );
    }
}

#[test]
fn king_to_destination_castles_in_chess960_unless_it_is_a_plain_move() {
    // The king's way to g1 is more than one step: both forms castle.
    let far = position("4k3/8/8/8/8/8/8/1K4R1 w G - 0 1");
    assert!(far.parse_uci("b1g1").is_ok_and(Move::is_castle));
    // King f1, rook h1: f1g1 is a plain move, f1h1 castles.
    let near = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert!(near.parse_uci("f1g1").is_ok_and(|mv| !mv.is_castle()));
    let castle = near.parse_uci("f1h1").unwrap();
    assert!(castle.is_castle());
    // Such a position can only be Chess960, so the rook is written whatever the option says.
    assert_eq!(castle.to_uci(&near, false), "f1h1");
}

#[test]
fn what_is_written_is_read_back_along_random_games() {
    let mut random = fastrand::Rng::with_seed(3);
    for game in 0..40 {
        let start = Position::chess960_startpos(if game % 2 == 0 {
            518
        } else {
            random.u16(..960)
        });
        for position in random_game(start, 100, &mut random).iter().step_by(5) {
            for mv in position.legal_moves().iter() {
                assert_eq!(
                    position.parse_san(&position.to_san(mv)),
                    Ok(mv),
                    "{position:?}"
                );
                assert_eq!(
                    position.parse_uci(&mv.to_uci(position, true)),
                    Ok(mv),
                    "{position:?}"
                );
                assert_eq!(
                    position.parse_uci(&mv.to_uci(position, false)),
                    Ok(mv),
                    "{position:?}"
                );
            }
        }
    }
}

/// The same names as another library gives, on every move of random games.
#[test]
fn san_equals_that_of_another_library() {
    use shakmaty::{CastlingMode, Chess, fen::Fen, san::SanPlus, uci::UciMove};
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..60 {
        let start = Position::chess960_startpos(random.u16(..960));
        for position in random_game(start, 120, &mut random).iter().step_by(6) {
            let fen: Fen = position.to_shredder_fen().parse().unwrap();
            let other: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
            for mv in position.legal_moves().iter() {
                let uci: UciMove = mv.to_uci(position, true).parse().unwrap();
                let san =
                    SanPlus::from_move(other.clone(), uci.to_move(&other).unwrap()).to_string();
                assert_eq!(position.to_san(mv), san, "{position:?}");
            }
        }
    }
}

#[test]
fn any_text_is_read_without_panic() {
    let mut random = fastrand::Rng::with_seed(5);
    let position = position("r3k2r/1P6/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1");
    let letters: Vec<char> = "abcdefgh12345678NBRQKPnbrqkxO0-=+#!?. é♞".chars().collect();
    for _ in 0..100_000 {
        let text: String = (0..random.usize(..8))
            .map(|_| random.choice(&letters).unwrap())
            .collect();
        if let Ok(mv) = position.parse_san(&text) {
            assert!(position.is_legal(mv), "{text}");
        }
        if let Ok(mv) = position.parse_uci(&text) {
            assert!(position.is_legal(mv), "{text}");
        }
    }
}
