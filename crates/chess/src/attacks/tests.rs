//! Every look-up against the slow walk: both ways of indexing, whichever of them the program uses.

use super::rays::{self, Slider, next_subset, relevant};
use super::*;

/// A generator of dice for the tests (SplitMix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// Holds a look-up against the slow walk: for each square the empty and the full board and 6,000 random ones
/// from sparse to dense, and all sets of relevant men.
fn check(fast: fn(Slider, usize, u64) -> u64) {
    let mut dice = Dice(1);
    for slider in Slider::ALL {
        for square in 0..64 {
            let hold = |occupied| {
                let (found, wanted) = (
                    fast(slider, square, occupied),
                    rays::attacks(slider, square, occupied),
                );
                assert_eq!(
                    found, wanted,
                    "{slider:?} on {square} among {occupied:#018x}"
                );
            };
            hold(0);
            hold(!0);
            for _ in 0..1000 {
                let (a, b, c) = (dice.next(), dice.next(), dice.next());
                for occupied in [a & b & c, a & b, a, a | b, a | b | c, a & b | c] {
                    hold(occupied);
                }
            }
            let mask = relevant(slider, square);
            let mut men = 0;
            loop {
                hold(men);
                // Men elsewhere must not matter.
                hold(men | !mask & dice.next() & !rays::attacks(slider, square, 0));
                men = next_subset(men, mask);
                if men == 0 {
                    break;
                }
            }
        }
    }
}

#[test]
fn magic_look_ups_equal_the_slow_walk() {
    check(by_magic::attacks);
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[test]
fn pext_look_ups_equal_the_slow_walk() {
    check(by_pext::attacks);
}

#[test]
fn public_look_ups_equal_the_slow_walk() {
    check(|slider, index, occupied| {
        let (square, occupied) = (Square::from_index(index).unwrap(), Bitboard(occupied));
        match slider {
            Slider::Bishop => bishop(square, occupied).0,
            Slider::Rook => rook(square, occupied).0,
        }
    });
}

#[test]
fn a_queen_is_bishop_and_rook() {
    let mut dice = Dice(2);
    for square in Square::all() {
        let index = square.index();
        for _ in 0..1000 {
            let occupied = dice.next() & dice.next();
            let wanted = Slider::ALL.map(|slider| rays::attacks(slider, index, occupied));
            assert_eq!(queen(square, Bitboard(occupied)).0, wanted[0] | wanted[1]);
        }
    }
}

#[test]
fn rays_are_attacks_on_an_empty_board() {
    for square in Square::all() {
        let index = square.index();
        assert_eq!(
            bishop_rays(square).0,
            rays::attacks(Slider::Bishop, index, 0)
        );
        assert_eq!(rook_rays(square).0, rays::attacks(Slider::Rook, index, 0));
    }
}

#[test]
fn leapers_are_one_step() {
    for from in Square::all() {
        for to in Square::all() {
            let files = to.file().index() as i32 - from.file().index() as i32;
            let ranks = to.rank().index() as i32 - from.rank().index() as i32;
            let near = files.abs().max(ranks.abs()) == 1;
            assert_eq!(king(from).contains(to), near, "{from}{to}");
            assert_eq!(
                knight(from).contains(to),
                files.abs() * ranks.abs() == 2,
                "{from}{to}"
            );
            assert_eq!(
                pawn(Color::White, from).contains(to),
                files.abs() == 1 && ranks == 1,
                "{from}{to}"
            );
            assert_eq!(
                pawn(Color::Black, from).contains(to),
                files.abs() == 1 && ranks == -1,
                "{from}{to}"
            );
        }
    }
}

/// Walks from a in each of eight directions; if b comes by, the squares passed and those on the whole line.
fn slow_between_and_line(a: Square, b: Square) -> (Bitboard, Bitboard) {
    let walk = |files, ranks| {
        std::iter::successors(a.offset(files, ranks), move |s| s.offset(files, ranks))
    };
    for (files, ranks) in [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ] {
        if walk(files, ranks).any(|square| square == b) {
            let between = walk(files, ranks)
                .take_while(|&square| square != b)
                .collect();
            let line = walk(files, ranks)
                .chain(walk(-files, -ranks))
                .chain([a])
                .collect();
            return (between, line);
        }
    }
    (Bitboard::EMPTY, Bitboard::EMPTY)
}

#[test]
fn between_and_line_equal_a_walk() {
    for a in Square::all() {
        for b in Square::all() {
            assert_eq!(
                (between(a, b), line(a, b)),
                slow_between_and_line(a, b),
                "{a}{b}"
            );
        }
    }
}

#[test]
fn magics_in_use_are_magic() {
    for square in 0..64 {
        assert!(finder::is_magic(
            Slider::Bishop,
            square,
            magics::BISHOP_MAGICS[square]
        ));
        assert!(finder::is_magic(
            Slider::Rook,
            square,
            magics::ROOK_MAGICS[square]
        ));
    }
    assert!(
        !finder::is_magic(Slider::Rook, 0, 1),
        "the check lets anything through"
    );
}

#[test]
fn the_finder_finds_the_magics_in_use() {
    for (slider, magics) in [
        (Slider::Bishop, magics::BISHOP_MAGICS),
        (Slider::Rook, magics::ROOK_MAGICS),
    ] {
        for (square, magic) in magics.into_iter().enumerate() {
            assert_eq!(
                finder::find(slider, square, finder::SEED, u32::MAX),
                Some(magic)
            );
        }
    }
}

#[test]
fn the_finder_finds_others_from_another_seed_and_gives_up_when_told() {
    let magic = finder::find(Slider::Rook, 27, 7, u32::MAX).unwrap();
    assert_ne!(magic, magics::ROOK_MAGICS[27]);
    assert!(finder::is_magic(Slider::Rook, 27, magic));
    assert_eq!(finder::find(Slider::Rook, 27, 7, 1), None);
}
