//! The network that chapter 20 of the book computes by hand: two columns, one pawn, two kings. If a number here changes,
//! the tables of the chapter change with it.

use cutaway_chess::{Color, Piece, Position, Square};
use cutaway_eval::nnue::features::{bucket, feature};
use cutaway_eval::nnue::{Network, Parts};
use cutaway_eval::{EvalStack, Evaluator};
use std::sync::Arc;

const HIDDEN: usize = 16;

// ANCHOR: network
/// The network of the tables: columns A and B are 0 and 1, all the others know nothing.
fn network() -> Network {
    let mut parts = Parts::zeroed(HIDDEN);
    parts.feature_bias[0] = 10;
    for (feature, a, b) in [
        (8, 90, 200),   // own pawn a2
        (24, 110, 240), // own pawn a4
        (321, 30, 100), // own king b1
        (339, 40, 60),  // own king d3
        (423, -40, 50), // other's pawn h4
        (439, -70, 30), // other's pawn h7
        (748, -5, -20), // other's king e6
        (766, 0, 12),   // other's king g8
    ] {
        parts.feature_weights[feature * HIDDEN] = a;
        parts.feature_weights[feature * HIDDEN + 1] = b;
    }
    // Of bucket 0: A and B of the side to move, A and B of the other.
    for (at, weight) in [(0, 40), (1, 20), (HIDDEN, 64), (HIDDEN + 1, -50)] {
        parts.output_weights[at] = weight;
    }
    parts.output_bias[0] = 490;
    Network::from_parts(parts).expect("no sum of these can overflow")
}
// ANCHOR_END: network

fn before() -> Position {
    "8/8/4k3/8/8/8/P7/1K6 w - - 0 1".parse().unwrap()
}

/// The sums A and B of White's view, then of Black's.
fn sums(network: &Network, position: &Position) -> [[i16; 2]; 2] {
    Color::ALL.map(|view| {
        let sums = network.accumulator(position, view);
        assert!(sums[2..].iter().all(|sum| *sum == 0));
        [sums[0], sums[1]]
    })
}

#[test]
fn the_features_have_the_numbers_of_the_table() {
    let (white, black) = (Color::White, Color::Black);
    let men = [
        (Piece::WhitePawn, Square::A2),
        (Piece::WhitePawn, Square::A4),
        (Piece::WhiteKing, Square::B1),
        (Piece::BlackKing, Square::E6),
    ];
    assert_eq!(
        men.map(|(man, at)| feature(white, false, man, at)),
        [8, 24, 321, 748]
    );
    assert_eq!(
        men.map(|(man, at)| feature(black, true, man, at)),
        [439, 423, 766, 339]
    );
    assert_eq!(bucket(3), 0);
}

#[test]
fn the_score_is_that_of_the_table() {
    let (network, position) = (network(), before());
    assert_eq!(sums(&network, &position), [[125, 280], [-20, 102]]);
    let sum = 125 * 125 * 40 + 255 * 255 * 20 - 102 * 102 * 50;
    assert_eq!(
        (sum, sum / 255, (sum / 255 + 490) * 400 / (255 * 64)),
        (1_405_300, 5510, 147)
    );
    assert_eq!(network.evaluate(&position), 147);
}

#[test]
fn a_move_changes_the_sums_as_the_table_says() {
    let network = Arc::new(network());
    let mut stack = EvalStack::new(Evaluator::Network(Arc::clone(&network)), 1);
    let mut position = before();
    stack.reset(&position);
    let mv = position.parse_uci("a2a4").unwrap();
    position.play_unchecked(mv, stack.push());
    assert_eq!(sums(&network, &position), [[145, 320], [10, 122]]);
    let sum = 10 * 10 * 40 + 122 * 122 * 20 + 145 * 145 * 64 - 255 * 255 * 50;
    assert_eq!(
        (sum, (sum / 255 + 490) * 400 / (255 * 64)),
        (-1_603_970, -142)
    );
    assert_eq!(stack.evaluate(&position), -142);
}
