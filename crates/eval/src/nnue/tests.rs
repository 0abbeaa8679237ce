//! The network from scratch: by hand, by symmetry, at the limits of its weights, and its file in good and bad hands.

use super::file::with_new_hash;
use super::{
    BUCKETS, FEATURES, MAX_DESCRIPTION, MAX_FILE_BYTES, MAX_HIDDEN, Network, NetworkError, Parts,
};
use crate::MAX_EVALUATION;
use crate::tests::{flipped, random_games};
use cutaway_chess::{Position, Square};
use fastrand::Rng;

/// Weights such that sums are found below, between and above the clips, and scores on both sides of nought.
pub(crate) fn random_parts(hidden: usize, seed: u64) -> Parts {
    let mut random = Rng::with_seed(seed);
    let mut parts = Parts::made_up(hidden, |most| random.i16(-most..=most));
    parts.output_bias.fill_with(|| random.i32(-2000..=2000));
    parts
}

pub(crate) fn random_network(hidden: usize, seed: u64) -> Network {
    Network::from_parts(random_parts(hidden, seed)).unwrap()
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

#[test]
fn a_score_is_what_the_hand_computes() {
    // Two kings: White's on a1 is feature 320 in its own view (square 0), Black's on h8 is seen there on h8 (63):
    // 384 + 320 + 63. Black's own view is turned over and, its king being on h, mirrored: 320 + 0; and White's king,
    // turned over to a8, mirrored to h8: 384 + 320 + 63. So both views see the same.
    let mut parts = Parts::zeroed(16);
    let hidden = parts.hidden;
    parts.feature_bias[0] = 10;
    parts.feature_weights[320 * hidden] = 100;
    parts.feature_weights[(384 + 320 + 63) * hidden] = 40;
    parts.feature_weights[320 * hidden + 1] = -5; // clipped to nought
    parts.feature_weights[320 * hidden + 2] = 300; // clipped to 255
    parts.output_weights[0] = 64;
    parts.output_weights[1] = 64;
    parts.output_weights[hidden] = 32;
    parts.output_weights[hidden + 2] = -64;
    parts.output_bias[0] = 1000;
    let network = Network::from_parts(parts).unwrap();
    // 150² · 64 + 150² · 32 - 255² · 64 = -2001600; / 255 = -7849; + 1000 = -6849; · 400 / 16320 = -167.8.
    for side in ["w", "b"] {
        let position = position(&format!("7k/8/8/8/8/8/8/K7 {side} - - 0 1"));
        assert_eq!(network.evaluate(&position), -167, "{side}");
    }
}

#[test]
fn the_side_to_move_comes_first_and_the_bucket_is_that_of_the_men() {
    // One column that knows nothing but own queens, 255 for any of them; the weight of the own half tells the bucket.
    let mut parts = Parts::zeroed(16);
    for square in 0..64 {
        parts.feature_weights[(4 * 64 + square) * 16] = 255;
    }
    for bucket in 0..BUCKETS {
        parts.output_weights[bucket * 32] = 8 * (bucket as i16 + 1);
        parts.output_weights[bucket * 32 + 16] = -64;
    }
    let network = Network::from_parts(parts).unwrap();
    let evaluate = |fen: &str| network.evaluate(&position(fen));
    assert_eq!(evaluate("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), 50);
    assert_eq!(evaluate("4k3/8/8/8/8/8/8/3QK3 b - - 0 1"), -400);
    assert_eq!(evaluate("4k3/ppp5/8/8/8/8/8/3QK3 w - - 0 1"), 100);
    assert_eq!(evaluate("3qk3/8/8/8/8/8/8/3QK3 b - - 0 1"), -350);
    assert_eq!(network.evaluate(&Position::startpos()), 0);
}

/// The same position with left and right exchanged; there must be no castling right.
fn mirrored(position: &Position) -> Option<Position> {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    if fields[2] != "-" || fields[3] != "-" {
        return None;
    }
    let ranks = fields[0].split('/');
    let board: Vec<String> = ranks.map(|rank| rank.chars().rev().collect()).collect();
    Some(self::position(&format!(
        "{} {} - - 0 1",
        board.join("/"),
        fields[1]
    )))
}

#[test]
fn mirrored_and_colour_flipped_positions_are_judged_alike() {
    let network = random_network(32, 1);
    let (mut mirrors, mut both_signs) = (0, [false; 2]);
    random_games(|position, _| {
        let score = network.evaluate(position);
        both_signs[usize::from(score < 0)] = true;
        assert_eq!(score, network.evaluate(&flipped(position)), "{position:?}");
        if let Some(mirrored) = mirrored(position) {
            mirrors += 1;
            assert_eq!(score, network.evaluate(&mirrored), "{position:?}");
        }
    });
    assert!(mirrors > 1000 && both_signs == [true; 2], "{mirrors}");
}

#[test]
fn the_largest_weights_keep_their_sign() {
    // 32 men of 1000 and a bias of 767 make 32767, all that 16 bits hold.
    let mut parts = Parts::zeroed(MAX_HIDDEN);
    parts.feature_weights.fill(1000);
    parts.feature_bias.fill(767);
    parts.scale = 10_000;
    // 258 weights of 128 a half make 33024; 33025 times 255² is as much as 32 bits hold.
    for half in parts.output_weights.chunks_exact_mut(MAX_HIDDEN) {
        half[..258].fill(128);
    }
    let network = Network::from_parts(parts.clone()).unwrap();
    assert_eq!(network.evaluate(&Position::startpos()), MAX_EVALUATION);
    for weight in &mut parts.output_weights {
        *weight = -*weight;
    }
    parts.output_bias.fill(i32::MIN);
    let network = Network::from_parts(parts.clone()).unwrap();
    assert_eq!(network.evaluate(&Position::startpos()), -MAX_EVALUATION);

    parts.feature_bias[7] = 768;
    let error = Network::from_parts(parts.clone()).unwrap_err();
    assert_eq!(error, NetworkError::AccumulatorOverflow { column: 7 });
    parts.feature_bias[7] = 0;
    parts.output_weights[4 * MAX_HIDDEN..][..300].fill(-128);
    let error = Network::from_parts(parts).unwrap_err();
    assert_eq!(error, NetworkError::OutputOverflow { bucket: 2 });
}

#[test]
fn what_32_men_can_reach_is_what_counts() {
    // Pawns and knights never stand on one square, and 32 squares are all that are taken.
    let mut parts = Parts::zeroed(16);
    for feature in 0..FEATURES {
        parts.feature_weights[feature * 16] = if feature / 64 < 2 { -1024 } else { 1000 };
    }
    assert!(Network::from_parts(parts.clone()).is_ok());
    parts.feature_bias[0] = -1;
    let error = Network::from_parts(parts).unwrap_err();
    assert_eq!(error, NetworkError::AccumulatorOverflow { column: 0 });
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let refused = |change: fn(&mut Parts)| {
        let mut parts = Parts::zeroed(16);
        change(&mut parts);
        Network::from_parts(parts).unwrap_err()
    };
    assert_eq!(refused(|p| p.hidden = 24), NetworkError::Hidden(24));
    assert_eq!(refused(|p| p.hidden = 0), NetworkError::Hidden(0));
    assert_eq!(refused(|p| p.hidden = 2064), NetworkError::Hidden(2064));
    assert_eq!(refused(|p| p.scale = 0), NetworkError::Scale(0));
    let expected = NetworkError::PartLength {
        part: "output biases",
        expected: 8,
        found: 9,
    };
    assert_eq!(refused(|p| p.output_bias.push(0)), expected);
    let expected = NetworkError::OutputWeight {
        bucket: 7,
        weight: -129,
    };
    assert_eq!(refused(|p| p.output_weights[8 * 32 - 1] = -129), expected);
}

#[test]
fn a_file_gives_the_network_back() {
    for hidden in [16, 48, 256] {
        let network = random_network(hidden, 3);
        let bytes = network.to_bytes("trained on nothing: größer");
        let read = Network::from_bytes(&bytes).unwrap();
        assert_eq!(read, network);
        assert_eq!(read.description(), "trained on nothing: größer");
        assert_eq!(read.to_bytes(read.description()), bytes);
    }
    let network = random_network(16, 3);
    let bytes = network.to_bytes(&"ß".repeat(MAX_DESCRIPTION));
    let read = Network::from_bytes(&bytes).unwrap();
    assert_eq!(read.description().len(), MAX_DESCRIPTION);
    assert_eq!(read, network);
    let widest = Network::from_parts(Parts::zeroed(MAX_HIDDEN)).unwrap();
    let bytes = widest.to_bytes(&"x".repeat(2 * MAX_DESCRIPTION));
    assert_eq!(bytes.len(), MAX_FILE_BYTES);
}

#[test]
fn each_fault_of_a_file_has_its_message() {
    let good = random_network(16, 4).to_bytes("good");
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        Network::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!(with(0, b'X'), NetworkError::NotANetwork);
    assert_eq!(with(8, 2), NetworkError::Version(2));
    assert_eq!(with(12, good[12] ^ 1), NetworkError::Hash);
    assert_eq!(with(5000, good[5000] ^ 1), NetworkError::Hash);
    assert_eq!(with(24, 17), NetworkError::Hidden(17));
    assert_eq!(
        with(43, 0xFF).to_string(),
        "its scale is -16776816, which is not between 1 and 10000"
    );
    assert_eq!(with(45, 0xFF), NetworkError::Description);
    assert_eq!(
        with(28, 1).to_string(),
        "it is of another architecture: output buckets 1, expected 8"
    );
    let cut = |length: usize| {
        Network::from_bytes(&good[..length])
            .unwrap_err()
            .to_string()
    };
    assert_eq!(cut(0), "it is no network of this engine");
    assert_eq!(cut(30), "it ends within its head, after 30 bytes");
    assert_eq!(
        cut(100),
        format!("it has 100 bytes and should have {}", good.len())
    );
    let mut bytes = good.clone();
    bytes[48] = 0xFF;
    let error = Network::from_bytes(&with_new_hash(bytes)).unwrap_err();
    assert_eq!(error, NetworkError::Description);
}

/// A file with some harm done to it.
fn mutated(good: &[u8], random: &mut Rng) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..random.usize(1..=4) {
        let (length, head) = (bytes.len().max(1), bytes.len().clamp(1, 60));
        match random.u8(0..6) {
            0 => bytes.truncate(random.usize(..length)),
            1 => bytes.extend((0..random.usize(1..100)).map(|i| i as u8)),
            2 => bytes
                .get_mut(random.usize(..head))
                .into_iter()
                .for_each(|b| *b = random.u8(..)),
            3 => bytes
                .iter_mut()
                .skip(random.usize(..head))
                .take(4)
                .for_each(|b| *b = 0xFF),
            4 => bytes
                .iter_mut()
                .skip(random.usize(..length))
                .take(64)
                .for_each(|b| *b = random.u8(..)),
            _ => bytes
                .get_mut(random.usize(..length))
                .into_iter()
                .for_each(|b| *b ^= 1 << random.u8(..8)),
        }
    }
    if random.bool() {
        with_new_hash(bytes)
    } else {
        bytes
    }
}

#[test]
fn a_thousand_bad_files_do_no_harm() {
    let good = random_network(16, 5).to_bytes("to be spoilt");
    let mut random = Rng::with_seed(6);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..1000 {
        let bytes = mutated(&good, &mut random);
        match Network::from_bytes(&bytes) {
            Ok(network) => {
                accepted += usize::from(bytes != good);
                let score = network.evaluate(&Position::startpos());
                assert!(score.abs() <= MAX_EVALUATION);
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    // Those with a hash of their own are networks, if other ones.
    assert!(refused > 700 && accepted > 20, "{refused} {accepted}");
}

#[test]
fn the_view_is_turned_by_its_own_king_only() {
    let network = random_network(16, 7);
    let sums = |fen: &str, view| network.accumulator(&position(fen), view);
    use cutaway_chess::Color::{Black, White};
    let (d1, e1) = (
        "k7/8/8/8/8/8/P7/3K4 w - - 0 1",
        "k7/8/8/8/8/8/P7/4K3 w - - 0 1",
    );
    let mirror_of_e1 = "7k/8/8/8/8/8/7P/3K4 w - - 0 1";
    assert_eq!(sums(e1, White), sums(mirror_of_e1, White));
    assert_ne!(sums(d1, White), sums(mirror_of_e1, White));
    assert_eq!(sums(e1, Black), sums(mirror_of_e1, Black));
    assert!(!super::features::is_mirrored(Square::D8) && super::features::is_mirrored(Square::E1));
}
