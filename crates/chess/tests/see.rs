//! Static exchange evaluation against reference values, against a slow swap written for these tests alone, and against
//! the smallest example of each fault in the 2007 post that it is built after. It does not test speed (see the example
//! `see_speed`).

use cutaway_chess::{
    Color, Move, MoveKind, Piece, PieceType, Position, SEE_VALUES, Square, see_value,
};

/// The exchange played out on a board of 64 squares by walking rays, everything looked for anew after each capture.
/// Nothing of the crate's attack tables, sets or bounds is used.
struct SlowSwap {
    men: [Option<Piece>; 64],
    target: Square,
}

impl SlowSwap {
    fn value(position: &Position, mv: Move) -> i32 {
        if mv.kind() == MoveKind::Castle {
            return 0;
        }
        let men = std::array::from_fn(|i| position.piece_on(Square::from_index(i).unwrap()));
        let mut board = SlowSwap {
            men,
            target: mv.to(),
        };
        let mover = board.men[mv.from().index()]
            .take()
            .expect("a legal move moves somebody");
        let mut gain = board.men[mv.to().index()].map_or(0, |man| see_value(man.piece_type()));
        if mv.kind() == MoveKind::EnPassant {
            let victim = Square::new(mv.to().file(), mv.from().rank());
            gain = see_value(
                board.men[victim.index()]
                    .take()
                    .expect("the pawn taken en passant")
                    .piece_type(),
            );
        }
        let standing = mv.promotion().unwrap_or(mover.piece_type());
        gain += see_value(standing) - see_value(mover.piece_type());
        gain - board.best_reply(!mover.color(), standing)
    }

    /// What `side` gets by taking the man of that kind on the target, or by leaving it.
    fn best_reply(&mut self, side: Color, standing: PieceType) -> i32 {
        let attackers = self.attackers(side);
        let Some(&(kind, from)) = attackers
            .iter()
            .min_by_key(|(kind, from)| (*kind, from.index()))
        else {
            return 0;
        };
        self.men[from.index()] = None;
        if kind == PieceType::King && !self.attackers(!side).is_empty() {
            return 0;
        }
        let promotes = kind == PieceType::Pawn && matches!(self.target.rank().index(), 0 | 7);
        let becomes = if promotes { PieceType::Queen } else { kind };
        let gain = see_value(standing) + see_value(becomes) - see_value(kind);
        0.max(gain - self.best_reply(!side, becomes))
    }

    fn attackers(&self, side: Color) -> Vec<(PieceType, Square)> {
        let mut found = Vec::new();
        let pawns_come_from = if side == Color::White { -1 } else { 1 };
        for files in -2..=2_i8 {
            for ranks in -2..=2_i8 {
                if files.abs() + ranks.abs() == 3 {
                    self.visit(self.target.offset(files, ranks), side, &mut found, |kind| {
                        kind == PieceType::Knight
                    });
                }
                if (files, ranks) == (0, 0) || files.abs() > 1 || ranks.abs() > 1 {
                    continue;
                }
                let slider = if files == 0 || ranks == 0 {
                    PieceType::Rook
                } else {
                    PieceType::Bishop
                };
                let mut square = self.target.offset(files, ranks);
                let mut near = true;
                while let Some(there) = square {
                    self.visit(square, side, &mut found, |kind| match kind {
                        PieceType::Pawn => near && files != 0 && ranks == pawns_come_from,
                        PieceType::King => near,
                        kind => kind == slider || kind == PieceType::Queen,
                    });
                    if self.men[there.index()].is_some() {
                        break;
                    }
                    near = false;
                    square = there.offset(files, ranks);
                }
            }
        }
        found
    }

    fn visit(
        &self,
        square: Option<Square>,
        side: Color,
        found: &mut Vec<(PieceType, Square)>,
        attacks: impl Fn(PieceType) -> bool,
    ) {
        if let Some(square) = square
            && let Some(man) = self.men[square.index()]
            && man.color() == side
            && attacks(man.piece_type())
        {
            found.push((man.piece_type(), square));
        }
    }
}

/// The position and the move. Some published examples have the side that does not move in check, which the reader of
/// FEN rightly refuses; static exchange evaluation does not ask whose turn it is, so there the other side is to move.
fn set_up(fen: &str, uci: &str) -> (Position, Move) {
    if let Ok(position) = Position::from_fen(fen) {
        let mv = position
            .parse_uci(uci)
            .unwrap_or_else(|error| panic!("{fen} {uci}: {error}"));
        return (position, mv);
    }
    let fen = if fen.contains(" w ") {
        fen.replace(" w ", " b ")
    } else {
        fen.replace(" b ", " w ")
    };
    let position = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let (from, to): (Square, Square) = (uci[..2].parse().unwrap(), uci[2..].parse().unwrap());
    let kind = if position.piece_on(to).is_some() {
        MoveKind::Capture
    } else {
        MoveKind::Quiet
    };
    (position, Move::new(from, to, kind))
}

/// Checks every form but the battery form, and the slow swap, against the value.
fn check_exact(fen: &str, uci: &str, value: i32) {
    let (position, mv) = set_up(fen, uci);
    assert_eq!(
        SlowSwap::value(&position, mv),
        value,
        "slow swap: {fen} {uci}"
    );
    assert_eq!(position.see(mv), value, "see: {fen} {uci}");
    assert!(
        position.see_ge(mv, value),
        "see_ge at its value: {fen} {uci}"
    );
    assert!(
        !position.see_ge(mv, value + 1),
        "see_ge above its value: {fen} {uci}"
    );
    let traced = position.see_trace(mv).first().map_or(0, |step| step.value);
    assert_eq!(traced, value, "see_trace: {fen} {uci}");
}

/// Checks all forms, the battery form too.
fn check(fen: &str, uci: &str, value: i32) {
    check_exact(fen, uci, value);
    let (position, mv) = set_up(fen, uci);
    assert_eq!(position.see_battery(mv), value, "see_battery: {fen} {uci}");
}

/// Checks a file of `fen;move;value` lines and gives the number of cases and of those that the battery form misses.
fn check_file(text: &str) -> (u32, u32) {
    let (mut cases, mut battery_misses) = (0, 0);
    for line in text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let mut fields = line.split(';');
        let mut next = || {
            fields
                .next()
                .unwrap_or_else(|| panic!("three fields: {line}"))
        };
        let (fen, uci, value) = (next(), next(), next().trim().parse().unwrap());
        check_exact(fen, uci, value);
        let (position, mv) = set_up(fen, uci);
        battery_misses += u32::from(position.see_battery(mv) != value);
        cases += 1;
    }
    (cases, battery_misses)
}

#[test]
fn own_cases() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/see/see_cases_own.csv"
    );
    let (cases, battery_misses) = check_file(&std::fs::read_to_string(path).unwrap());
    assert_eq!(cases, 176);
    println!("{cases} cases, {battery_misses} of them missed by the battery form");
}

#[test]
fn shared_suites() {
    let Ok(folder) = std::env::var("CUTAWAY_TESTDATA") else {
        println!("skipped: CUTAWAY_TESTDATA is not set");
        return;
    };
    for (name, expected) in [("see_cases.csv", 250), ("public_suite.csv", 81)] {
        let text = std::fs::read_to_string(format!("{folder}/see/{name}")).unwrap();
        let (cases, battery_misses) = check_file(&text);
        assert_eq!(cases, expected, "{name}");
        println!("{name}: {cases} cases, {battery_misses} of them missed by the battery form");
    }
}

/// Plays random games from the start position and hands every legal move of every position to `visit`, which says when
/// to stop.
fn random_moves(seed: u64, mut visit: impl FnMut(&Position, Move) -> bool) {
    let mut random = fastrand::Rng::with_seed(seed);
    loop {
        let mut position = Position::startpos();
        for _ in 0..160 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if !moves.iter().all(|mv| visit(&position, mv)) {
                return;
            }
            // Every fourth time a random capture, if there is one: without them the men pile up and never trade.
            let captures = position.noisy_moves();
            let list = if !captures.is_empty() && random.u8(..4) == 0 {
                captures
            } else {
                moves
            };
            position.play(list.get(random.usize(..list.len())).unwrap());
        }
    }
}

#[test]
fn agrees_with_a_slow_swap_on_100_000_captures() {
    let (mut captures, mut quiets) = (0_u32, 0_u32);
    random_moves(14, |position, mv| {
        if mv.is_quiet() {
            quiets += 1;
            // There are fifteen times as many quiet moves; every eighth is enough.
            if !quiets.is_multiple_of(8) {
                return true;
            }
        } else {
            captures += 1;
        }
        assert_eq!(
            position.see(mv),
            SlowSwap::value(position, mv),
            "{position:?} {mv:?}"
        );
        captures < 100_000
    });
    assert_eq!(captures, 100_000);
    println!(
        "{captures} captures and promotions, {} quiet moves, no difference",
        quiets / 8
    );
}

#[test]
fn threshold_form_agrees_with_the_value_at_random_thresholds() {
    let mut random = fastrand::Rng::with_seed(15);
    let mut checked = 0_u32;
    random_moves(16, |position, mv| {
        let value = position.see(mv);
        let near = value + random.i32(-2..=2);
        for threshold in [
            near,
            random.i32(-25..=25) * 100,
            random.i32(-30_000..=30_000),
            0,
            i32::MIN,
            i32::MAX,
        ] {
            assert_eq!(
                position.see_ge(mv, threshold),
                value >= threshold,
                "{position:?} {mv:?} {threshold}"
            );
        }
        checked += 1;
        checked < 200_000
    });
}

#[test]
fn trace_backs_up_to_the_value() {
    let mut checked = 0_u32;
    random_moves(17, |position, mv| {
        let steps = position.see_trace(mv);
        if mv.kind() == MoveKind::Castle {
            assert!(steps.is_empty());
            return true;
        }
        let value = position.see(mv);
        assert_eq!(steps[0].value, value, "{position:?} {mv:?}");
        assert_eq!(
            (steps[0].from, steps[0].promotion),
            (mv.from(), mv.promotion())
        );
        // The steps that are played come first and end at the value.
        let played = steps.iter().take_while(|step| step.played).count();
        assert!(steps[played..].iter().all(|step| !step.played));
        assert_eq!(steps[played - 1].balance, value, "{position:?} {mv:?}");
        let mut balance = 0;
        for (i, step) in steps.iter().enumerate() {
            balance += if i % 2 == 0 { step.gain } else { -step.gain };
            assert_eq!(step.balance, balance);
            assert_eq!(step.color == position.side_to_move(), i % 2 == 0);
            assert_eq!(
                position.piece_on(step.from),
                Some(Piece::new(step.color, step.piece_type))
            );
        }
        checked += 1;
        checked < 50_000
    });
}

#[test]
fn trace_tells_a_long_exchange() {
    // Nxd4 exd4 Rxd4: White does not take the second time, since Black would recapture the rook.
    let (position, mv) = set_up("3rk3/8/8/4p3/3p4/5N2/8/3RK3 w - - 0 1", "f3d4");
    let steps = position.see_trace(mv);
    let told: Vec<_> = steps
        .iter()
        .map(|step| {
            (
                step.piece_type,
                step.from,
                step.captured,
                step.balance,
                step.value,
                step.played,
            )
        })
        .collect();
    use PieceType::{Knight, Pawn, Rook};
    assert_eq!(
        told,
        [
            (Knight, Square::F3, Some(Pawn), 100, -200, true),
            (Pawn, Square::E5, Some(Knight), -200, -200, true),
            (Rook, Square::D1, Some(Pawn), -100, -600, false),
            (Rook, Square::D8, Some(Rook), -600, -600, false),
        ]
    );
}

/// The battery form differs from the exact one only where a man is let in before an enemy in front of him has left.
/// That is rare but does happen: in these games 0.04 % of the captures and 0.10 % of the quiet moves.
#[test]
fn battery_form_differs_in_fewer_than_two_moves_in_a_thousand() {
    let mut counts = [[0_u32; 2]; 2];
    random_moves(18, |position, mv| {
        let row = usize::from(mv.is_quiet());
        counts[row][0] += 1;
        counts[row][1] += u32::from(position.see_battery(mv) != position.see(mv));
        counts[0][0] < 100_000
    });
    for (name, [moves, different]) in ["captures and promotions", "quiet moves"]
        .into_iter()
        .zip(counts)
    {
        println!("{name}: battery form differs in {different} of {moves}");
        assert!(
            different > 0,
            "{name}: as exact as the exact form, which the idea is not"
        );
        assert!(
            different * 1000 < moves * 2,
            "{name}: {different} of {moves} differ"
        );
    }
}

#[test]
fn values_are_those_of_the_convention() {
    assert_eq!(SEE_VALUES, [100, 300, 300, 500, 900, 20_000]);
    for piece_type in PieceType::ALL {
        assert_eq!(see_value(piece_type), SEE_VALUES[piece_type.index()]);
    }
}

// The nine faults of the post's code, one test each, with the smallest position that shows it.

#[test]
fn fault_1_no_phantom_attackers_after_a_queen_has_taken() {
    // An exclusive or with the men used up would put the knight back on b1 and let it recapture itself.
    check("8/8/8/3k4/6K1/8/8/qN6 w - - 0 1", "b1a3", -300);
    check("8/4N3/2n5/1q6/8/8/4k2K/8 w - - 0 1", "e7c6", 0);
}

#[test]
fn fault_2_a_queen_takes_only_once() {
    check("6K1/8/7Q/2bkB3/8/8/8/8 w - - 0 1", "e5d6", -300);
}

#[test]
fn fault_3_a_queen_that_takes_keeps_the_other_attackers() {
    check("4k3/K7/8/8/5Q2/8/1q6/8 w - - 0 1", "f4b8", 0);
    check("8/2n2q2/3K4/B7/8/8/1k6/8 w - - 0 1", "a5c7", 300);
}

#[test]
fn fault_4_bishops_are_no_glass_on_files_nor_rooks_on_diagonals() {
    check("8/8/8/8/8/k7/5K2/q2B4 w - - 0 1", "f2e1", 0);
}

#[test]
fn fault_5_a_pawn_that_does_not_attack_is_no_glass() {
    check("2k5/8/8/6q1/5P2/4p3/5K2/8 w - - 0 1", "f2e3", 100);
    // The bishop on c5 does not see g1 through the pawn f2; castling is nothing in any case.
    let italian = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1";
    check(italian, "e1g1", 0);
}

#[test]
fn fault_6_nobody_takes_through_a_man_of_the_other_side() {
    // This one is the idea's own, so the battery form keeps it: what it says is written down here, not repaired.
    for (fen, uci, exact, battery) in [
        ("k7/8/8/2R1r3/8/8/8/Q6K w - - 0 1", "a1a5", 0, -400),
        ("1k6/8/8/2R1r3/8/8/8/Q6K w - - 0 1", "a1a5", 0, -400),
        // Here the post's code gave 500, but for its other faults as well.
        ("8/1B6/8/5p2/8/8/5Qrq/1K1R2bk w - - 0 1", "b7g2", 200, 200),
    ] {
        check_exact(fen, uci, exact);
        let (position, mv) = set_up(fen, uci);
        assert_eq!(position.see_battery(mv), battery, "{fen} {uci}");
    }
}

#[test]
fn fault_7_neither_the_mover_nor_the_victim_en_passant_takes_back() {
    check("8/8/8/7K/4Pk2/8/8/8 w - - 0 1", "e4e5", -100);
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100);
    check("8/Pk6/8/8/8/8/6Kp/8 w - - 0 1", "a7a8q", -100);
}

#[test]
fn fault_8_an_underpromoted_man_counts_as_what_it_is() {
    check("R1K3bk/7P/8/8/8/8/8/8 w - - 0 1", "h7g8r", 200);
}

#[test]
fn fault_9_a_pawn_that_takes_on_the_last_rank_becomes_a_queen() {
    check("8/8/1R6/8/8/2k3K1/p7/1r6 w - - 0 1", "b6b1", -800);
    // A public suite long had 0 here; its later copies correct it.
    check("8/8/8/1k6/6b1/4N3/2p3K1/3n4 w - - 0 1", "e3d1", -800);
}

// Facts about the convention.

#[test]
fn pins_are_not_looked_at() {
    // Legal play would give 300: Black's rook is pinned.
    check_exact("8/1B6/8/4q3/5p2/4Q3/6r1/2KR2bk w - - 0 1", "e3g1", -600);
}

#[test]
fn knight_and_bishop_count_the_same() {
    check(
        "5rk1/1pp2q1p/p1pb4/8/3P1NP1/2P5/1P1BQ1P1/5RK1 b - - 0 1",
        "d6f4",
        0,
    );
}

#[test]
fn of_equal_men_the_one_on_the_lowest_square_takes_first() {
    // Who goes first matters only on crowded boards like this one, where it unveils an enemy: 300 the other way.
    check_exact("1r6/5K2/8/8/Q7/1nQ1r3/6k1/2N5 w - - 0 1", "c1b3", 100);
}

#[test]
fn the_least_valuable_man_takes_first_even_where_another_would_do_better() {
    // A search of all orders gives 0 and -1300: the rule is a convention, not a theorem.
    check_exact("2BK4/1P1R2rr/n2NR3/1N6/8/8/6k1/8 w - - 0 1", "b5c7", -300);
    check_exact("4R3/8/8/1K6/7Q/2P5/2Pk1p2/R1q5 w - - 0 1", "e8e1", -900);
}
