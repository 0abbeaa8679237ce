//! FEN: what is accepted, what is put right, what is refused and why, and that writing undoes reading.

mod common;

use common::{collections, lines, own_data, random_game};
use cutaway_chess::{Color, FenError, FenRepair, Position, Rank, Square, validate};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn error(fen: &str) -> FenError {
    Position::from_fen(fen).expect_err(fen)
}

/// Whether the fault is one of writing, and not one of the position.
fn is_syntax(error: &FenError) -> bool {
    use FenError::*;
    matches!(
        error,
        Empty
            | RankCount { .. }
            | RankLength { .. }
            | UnknownMan { .. }
            | NoSideToMove
            | SideToMove { .. }
            | CastlingLetter { .. }
            | CastlingTwice { .. }
            | CastlingTooLong { .. }
            | EnPassantText { .. }
            | HalfmoveClock { .. }
            | FullmoveNumber { .. }
            | TooManyFields { .. }
    )
}

#[test]
fn one_of_a_thing_is_not_called_several() {
    let words = |fen: &str| error(fen).to_string();
    assert_eq!(words("8 w - -"), "the board has 1 rank instead of 8");
    assert_eq!(words("8/8 w - -"), "the board has 2 ranks instead of 8");
    assert_eq!(
        words("4k3/8/8/8/8/8/1/4K3 w - -"),
        "rank 2 has 1 file instead of 8"
    );
    assert_eq!(
        words("4k3/8/8/8/8/8/8/8 w - -"),
        "white has 0 kings instead of one"
    );
    assert_eq!(
        words("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - -"),
        "white must have promoted 1 pawn but lacks only 0"
    );
}

#[test]
fn malformed_fens_fare_as_their_class_says() {
    let text = own_data("fen/malformed_own.tsv");
    let mut count = 0;
    for line in lines(&text) {
        let [class, escaped, why] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let fen = escaped
            .replace("\\t", "\t")
            .replace("\\r", "\r")
            .replace("\\n", "\n")
            .replace("\\\\", "\\");
        let read = Position::from_fen_with_repairs(&fen);
        match (class, read) {
            ("syntax", Err(error)) => assert!(is_syntax(&error), "{why}: {error}"),
            ("illegal", Err(error)) => assert!(!is_syntax(&error), "{why}: {error}"),
            ("illegal", Ok((position, repairs))) => {
                let is_reported = !repairs.is_empty() || !position.has_classical_castling();
                assert!(is_reported, "{why}: accepted as {position:?}");
            }
            ("lenient", Ok((position, repairs))) => {
                assert_eq!(validate::check(&position), Ok(()), "{why}");
                assert_eq!(repairs, [], "{why}");
            }
            (class, read) => panic!("{class}, {why}: {read:?}"),
        }
        count += 1;
    }
    assert_eq!(count, 77);
}

#[test]
fn blanks_and_tabs_in_any_number_are_one_separator() {
    let fen = "r5r1/pp1k3p/2pb4/2q5/8/P2N3Q/1PPB1P1P/2KR3R b - - 0 1";
    let spaced = format!(" \t{}\r\n", fen.replace(' ', " \t "));
    assert_eq!(Position::from_fen(&spaced).unwrap().to_fen(), fen);
}

#[test]
fn missing_fields_have_defaults() {
    let full = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    for fen in ["4k3/8/8/8/8/8/4P3/4K3 w", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 0"] {
        assert_eq!(Position::from_fen(fen).unwrap(), full);
    }
    assert_eq!(error("4k3/8/8/8/8/8/4P3/4K3"), FenError::NoSideToMove);
}

#[test]
fn each_fault_has_its_own_error() {
    use FenError::*;
    let color = Color::Black;
    let cases = [
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            Kings {
                color: Color::White,
                count: 0,
            },
        ),
        (
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
            Kings {
                color: Color::White,
                count: 0,
            },
        ),
        ("4kk2/8/8/8/8/8/8/4K3 w - - 0 1", Kings { color, count: 2 }),
        (
            "P3k3/8/8/8/8/8/8/4K2p w - - 0 1",
            PawnOnBackRank { square: Square::H1 },
        ),
        (
            "rnbqkbnr/pppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            TooManyMen { color, count: 17 },
        ),
        (
            "k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1",
            TooManyPawns { color, count: 9 },
        ),
        (
            "kqq5/pppppppp/8/8/8/8/8/K7 w - - 0 1",
            TooManyPromoted {
                color,
                promoted: 1,
                missing: 0,
            },
        ),
        (
            "5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1",
            KingCapturable {
                color: Color::White,
            },
        ),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", KingCapturable { color }),
        (
            "4k3/5P2/3N4/8/8/8/4R3/4K3 b - - 0 1",
            TooManyCheckers { count: 3 },
        ),
        (
            "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
            ImpossibleCheck { color },
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            EnPassantImpossible { square: Square::E6 },
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x",
            TooManyFields { text: "x".into() },
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - +1 1",
            HalfmoveClock { text: "+1".into() },
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 100001",
            FullmoveNumber {
                text: "100001".into(),
            },
        ),
        (
            "4k3/8/8/8/7/8/8/4K3 w - - 0 1",
            RankLength {
                rank: Rank::Fourth,
                files: 7,
            },
        ),
        (
            "4k3/8/8/8/x7/8/8/4K3 w - - 0 1",
            UnknownMan {
                letter: 'x',
                rank: Rank::Fourth,
            },
        ),
    ];
    for (fen, expected) in cases {
        assert_eq!(error(fen), expected, "{fen}");
        assert!(!expected.to_string().is_empty());
    }
}

#[test]
fn castling_rights_without_king_or_rook_are_dropped_and_reported() {
    let fen = "2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14";
    let (position, repairs) = Position::from_fen_with_repairs(fen).unwrap();
    assert_eq!(repairs, [FenRepair::CastlingRightDropped { letter: 'k' }]);
    assert_eq!(position.to_fen(), fen.replace("KQk", "KQ"));
}

#[test]
fn three_ways_to_write_castling_rights_mean_the_same() {
    let expected = Position::chess960_startpos(0);
    for rights in ["KQkq", "HFhf", "HQhq", "qkFH"] {
        let fen = format!("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w {rights} - 0 1");
        assert_eq!(Position::from_fen(&fen).unwrap(), expected);
    }
    // X-FEN: the outermost rook is meant; a letter names an inner one.
    let read = |rights: &str| {
        Position::from_fen(&format!("4k3/8/8/8/8/8/8/4K1RR w {rights} - 0 1")).unwrap()
    };
    assert_eq!(read("K").castling_rooks().first(), Some(Square::H1));
    assert_eq!(read("G").castling_rooks().first(), Some(Square::G1));
    assert_eq!(read("G").to_fen(), "4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
    assert_eq!(read("GH"), read("K"));
}

#[test]
fn en_passant_square_stays_only_where_a_capture_is_legal() {
    let cases = [
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", true),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            false,
        ),
        // Both pawns leave the rank and lay the king open.
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", false),
        // The pawn is pinned along its file, or along the diagonal on which it takes.
        ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false),
        ("2b3k1/8/8/3pP3/8/6K1/8/8 w - d6 0 1", true),
    ];
    for (fen, is_kept) in cases {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.en_passant().is_some(), is_kept, "{fen}");
        assert_eq!(validate::check(&position), Ok(()));
    }
}

#[test]
fn high_clocks_are_accepted() {
    let fen = "8/3k4/8/8/4N3/5N2/6N1/7K b - - 117 14";
    assert_eq!(Position::from_fen(fen).unwrap().to_fen(), fen);
}

#[test]
fn chess960_start_positions_are_960_different_ones() {
    let fens: BTreeSet<String> = (0..960)
        .map(|number| {
            let position = Position::chess960_startpos(number);
            assert_eq!(validate::check(&position), Ok(()));
            assert_eq!(position.castling_rooks().len(), 4);
            assert_eq!(Position::from_fen(&position.to_fen()).unwrap(), position);
            let cozy = cozy_chess::Board::chess960_startpos(number.into());
            assert_eq!(position.to_shredder_fen(), format!("{cozy:#}"));
            position.to_shredder_fen()
        })
        .collect();
    assert_eq!(fens.len(), 960);
    let double = Position::double_chess960_startpos(518, 0);
    assert_eq!(
        double.to_fen(),
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1"
    );
}

#[test]
fn writing_undoes_reading_along_random_games() {
    let mut random = fastrand::Rng::with_seed(1);
    for game in 0..200 {
        let start = match game % 3 {
            0 => Position::startpos(),
            1 => Position::chess960_startpos(random.u16(..960)),
            _ => Position::double_chess960_startpos(random.u16(..960), random.u16(..960)),
        };
        for position in random_game(start, 120, &mut random) {
            assert_eq!(Position::from_fen(&position.to_fen()), Ok(position.clone()));
            assert_eq!(
                Position::from_fen(&position.to_shredder_fen()),
                Ok(position)
            );
        }
    }
}

/// Random changes to the board of real positions: what shakmaty accepts is accepted here, and what is accepted here
/// shakmaty at most calls too much material (it counts bishops by the colour of their squares) or an impossible check.
#[test]
fn the_same_boards_are_refused_as_by_another_library() {
    use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, fen::Fen};
    let mut random = fastrand::Rng::with_seed(2);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..400 {
        let game = random_game(Position::startpos(), 80, &mut random);
        for position in game.into_iter().step_by(7) {
            let fen = scramble(&position, &mut random);
            let setup = fen.parse::<Fen>().unwrap().into_setup();
            let other: Result<Chess, PositionError<Chess>> =
                Chess::from_setup(setup, CastlingMode::Standard);
            let ours = Position::from_fen(&fen);
            if other.is_ok() {
                assert!(ours.is_ok(), "{fen}: {ours:?}");
            }
            if let Ok(position) = ours {
                assert_eq!(validate::check(&position), Ok(()));
                let tolerant = other
                    .or_else(PositionError::ignore_too_much_material)
                    .or_else(PositionError::ignore_impossible_check);
                assert!(tolerant.is_ok(), "{fen}: {tolerant:?}");
                accepted += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(
        accepted > 500 && refused > 500,
        "{accepted} accepted, {refused} refused"
    );
}

/// The FEN of the position with a few squares changed, no castling rights, and either side to move.
fn scramble(position: &Position, random: &mut fastrand::Rng) -> String {
    let mut board = expand(&position.to_fen());
    for _ in 0..random.usize(1..4) {
        let letter = if random.bool() {
            '1'
        } else {
            random.choice(*b"PNBRQKpnbrqk").unwrap() as char
        };
        let place = random.usize(..64);
        // Mostly the kings stay, or hardly a board would be accepted.
        if !board[place].eq_ignore_ascii_case(&'k') || random.u8(..8) == 0 {
            board[place] = letter;
        }
    }
    let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
    format!(
        "{} {} - - 0 1",
        ranks.join("/"),
        random.choice(["w", "b"]).unwrap()
    )
}

/// The board of a FEN as 64 letters from a8 to h1, `1` for a blank.
fn expand(fen: &str) -> Vec<char> {
    let board = fen.split(' ').next().unwrap().replace('/', "");
    board
        .chars()
        .flat_map(|c| {
            vec![if c.is_ascii_digit() { '1' } else { c }; c.to_digit(10).unwrap_or(1) as usize]
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    /// Whatever is read, nothing panics, and what is accepted is sound.
    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,90}") {
        if let Ok(position) = Position::from_fen(&text) {
            prop_assert_eq!(validate::check(&position), Ok(()));
        }
    }

    #[test]
    fn damaged_fens_are_refused_or_sound(
        seed in 0u64..1000, place in 0usize..70, letter in "[ -~]|[KQRBNPkqrbnp1-8/a-h]", cut in 0usize..3,
    ) {
        let mut random = fastrand::Rng::with_seed(seed);
        let position = random_game(Position::chess960_startpos(random.u16(..960)), 60, &mut random).pop().unwrap();
        let mut fen = position.to_fen();
        let place = place.min(fen.len());
        fen.replace_range(place..(place + cut).min(fen.len()), &letter);
        if let Ok(position) = Position::from_fen(&fen) {
            prop_assert_eq!(validate::check(&position), Ok(()));
            prop_assert_eq!(Position::from_fen(&position.to_fen()), Ok(position));
        }
    }
}

#[test]
fn collection_of_valid_fens_is_accepted() {
    let Some(folder) = collections("collection_of_valid_fens_is_accepted") else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("fen/valid_shredder.fens")).unwrap();
    let mut count = 0;
    for fen in lines(&text) {
        let (position, repairs) =
            Position::from_fen_with_repairs(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(repairs, [], "{fen}");
        assert_eq!(validate::check(&position), Ok(()), "{fen}");
        // Only an en passant square without a legal capture may differ.
        let fields = |fen: &str| -> Vec<String> { fen.split(' ').map(String::from).collect() };
        let (mut given, written) = (fields(fen), fields(&position.to_shredder_fen()));
        if written[3] == "-" {
            given[3] = "-".into();
        }
        assert_eq!(written, given, "{fen}");
        count += 1;
    }
    assert_eq!(count, 3000);
}

#[test]
fn collection_of_invalid_fens_is_refused() {
    let Some(folder) = collections("collection_of_invalid_fens_is_refused") else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("fen/invalid_shredder.tsv")).unwrap();
    let mut count = 0;
    for line in lines(&text) {
        let (fen, reason) = line.split_once('\t').unwrap();
        let error = Position::from_fen(fen).expect_err(line);
        assert!(!is_syntax(&error), "{line}: {error}");
        let words = match error {
            FenError::Kings { .. } => "KING",
            FenError::PawnOnBackRank { .. } => "PAWNS_ON_BACKRANK",
            FenError::TooManyMen { .. } => "_PIECES",
            FenError::TooManyPawns { .. } => "_PAWNS",
            FenError::KingCapturable { .. } => "OPPOSITE_CHECK",
            FenError::TooManyCheckers { .. } => "TOO_MANY_CHECKERS",
            FenError::ImpossibleCheck { .. } => "IMPOSSIBLE_CHECK",
            FenError::EnPassantImpossible { .. } => "INVALID_EP_SQUARE",
            // Not among the reasons of that reader.
            FenError::TooManyPromoted { .. } => "",
            other => panic!("{line}: {other}"),
        };
        assert!(reason.contains(words), "{line}: {error}");
        count += 1;
    }
    assert_eq!(count, 3000);
}

#[test]
fn collection_with_the_status_of_another_reader() {
    let Some(folder) = collections("collection_with_the_status_of_another_reader") else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("fen/python_chess_status.tsv")).unwrap();
    for line in lines(&text) {
        let [fen, _, status] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        // Castling rights that cannot be are put right here, and of impossible checks only those after a double step are
        // refused; all other faults are refused by both.
        let has_en_passant = fen.split(' ').nth(3) != Some("-");
        let is_accepted = matches!(status, "VALID" | "BAD_CASTLING_RIGHTS")
            || (status == "IMPOSSIBLE_CHECK" && !has_en_passant);
        assert_eq!(Position::from_fen(fen).is_ok(), is_accepted, "{line}");
    }
}

/// Every FEN of the other collections, which are positions of games, problems, studies and openings.
#[test]
fn collections_of_positions_are_accepted() {
    let Some(folder) = collections("collections_of_positions_are_accepted") else {
        return;
    };
    let mut count = 0;
    for folder in ["perft", "tactics", "mates", "books"].map(|name| folder.join(name)) {
        for file in std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().path())
        {
            let is_optional = file.file_name().is_some_and(|name| name == "unusual.epd");
            if file.extension().is_none_or(|extension| extension != "epd") || is_optional {
                continue;
            }
            for line in lines(&std::fs::read_to_string(&file).unwrap()) {
                let fields: Vec<&str> = line.split_whitespace().take(4).collect();
                let position = Position::from_fen(&fields.join(" "));
                let position =
                    position.unwrap_or_else(|error| panic!("{}: {line}: {error}", file.display()));
                assert_eq!(validate::check(&position), Ok(()), "{line}");
                count += 1;
            }
        }
    }
    assert!(count > 10_000, "only {count}");
}
