//! One position to learn from, in the 32 bytes of bulletformat, and what the network sees of it.
//!
//! A record is seen by the side to move: its men are "own", its squares are turned so that it moves up the board. That
//! is all the network needs, so castling rights, the en passant square and the clocks are not there. A record is checked
//! before it becomes a [`Record`]; everything after relies on that.

use cutaway_chess::{Color, PieceType, Position};
use cutaway_eval::nnue::features::bucket;

/// A feature of the side to move with the same man's feature of the other side, both in 0..768.
pub(crate) type FeaturePair = [u16; 2];

/// A position with its score and the result of its game, all seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    bytes: [u8; Record::BYTES],
}

/// Why 32 bytes are no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// More than 32 men, or fewer than two.
    #[error("{0} men on the board")]
    Men(u32),
    /// A code that stands for no man.
    #[error("{0} is no code of a man")]
    Code(u8),
    /// A side without a king, or with several.
    #[error("{own} own kings and {other} of the opponent")]
    Kings {
        /// How many the side to move has.
        own: u32,
        /// How many the other has.
        other: u32,
    },
    /// The squares of the kings are not those on which they stand.
    #[error("the kings do not stand where the record says")]
    KingSquares,
    /// A pawn where none can be.
    #[error("a pawn on the first or the last rank")]
    Pawn,
    /// No result of a game.
    #[error("{0} is no result (0 lost, 1 drawn, 2 won)")]
    Result(u8),
}

/// Where in the record things are: occupied squares at 0, codes of four bits at 8, and these.
const SCORE: usize = 24;
const RESULT: usize = 26;
const OWN_KING: usize = 27;
const OTHER_KING: usize = 28;

/// The code of a man has this bit if he is the opponent's; the lower three are his kind, pawn 0 to king 5.
const OPPONENT: u8 = 8;
const KING: u8 = 5;

/// The first and the last rank.
const BACK_RANKS: u64 = 0xFF00_0000_0000_00FF;

impl Record {
    /// The size in the file.
    pub const BYTES: usize = 32;

    /// Takes a record from a file.
    ///
    /// # Errors
    /// [`RecordError`] if it is no position that the network can look at.
    pub fn from_bytes(bytes: [u8; Record::BYTES]) -> Result<Record, RecordError> {
        let record = Record { bytes };
        let men = record.occupied().count_ones();
        if !(2..=32).contains(&men) {
            return Err(RecordError::Men(men));
        }
        let (mut kings, mut squares) = ([0; 2], [0; 2]);
        for (code, square) in record.men() {
            let kind = code & 7;
            if kind > KING {
                return Err(RecordError::Code(code));
            }
            if kind == 0 && BACK_RANKS >> square & 1 != 0 {
                return Err(RecordError::Pawn);
            }
            if kind == KING {
                let side = usize::from(code / OPPONENT);
                kings[side] += 1;
                squares[side] = square;
            }
        }
        let [own, other] = kings;
        if kings != [1, 1] {
            return Err(RecordError::Kings { own, other });
        }
        // The opponent's is written as he sees it.
        if [bytes[OWN_KING], bytes[OTHER_KING] ^ 56] != squares {
            return Err(RecordError::KingSquares);
        }
        if bytes[RESULT] > 2 {
            return Err(RecordError::Result(bytes[RESULT]));
        }
        Ok(record)
    }

    /// The record of a position. The score is White's, in centipawns; the result White's too: 0 lost, 1 drawn, 2 won.
    pub fn new(position: &Position, white_score: i16, white_result: u8) -> Record {
        let mover = position.side_to_move();
        let seen = |board: u64| match mover {
            Color::White => board,
            Color::Black => board.swap_bytes(),
        };
        let occupied = seen(position.occupied().0);
        let mut bytes = [0; Record::BYTES];
        bytes[..8].copy_from_slice(&occupied.to_le_bytes());
        let own = seen(position.of_color(mover).0);
        let kinds = PieceType::ALL.map(|kind| seen(position.of_type(kind).0));
        for (index, square) in squares(occupied).enumerate() {
            let holds = |board: u64| board >> square & 1 != 0;
            let kind = kinds.iter().position(|&board| holds(board));
            let kind = kind.expect("each man on the board is of some kind") as u8;
            let code = kind | if holds(own) { 0 } else { OPPONENT };
            bytes[8 + index / 2] |= code << (4 * (index % 2));
        }
        let (score, result) = match mover {
            Color::White => (white_score, white_result),
            Color::Black => (white_score.saturating_neg(), 2 - white_result.min(2)),
        };
        bytes[SCORE..RESULT].copy_from_slice(&score.to_le_bytes());
        bytes[RESULT] = result.min(2);
        bytes[OWN_KING] = position.king(mover).relative_to(mover).index() as u8;
        bytes[OTHER_KING] = position.king(!mover).relative_to(!mover).index() as u8;
        Record { bytes }
    }

    /// As it is written.
    pub fn bytes(&self) -> &[u8; Record::BYTES] {
        &self.bytes
    }

    /// The score, in centipawns of whoever labelled it.
    pub fn score(&self) -> i16 {
        i16::from_le_bytes([self.bytes[SCORE], self.bytes[SCORE + 1]])
    }

    /// The result of the game: 0, 0.5 or 1.
    pub fn result(&self) -> f32 {
        f32::from(self.bytes[RESULT]) / 2.0
    }

    /// How many men stand on the board, 2 to 32.
    pub(crate) fn count(&self) -> u32 {
        self.occupied().count_ones()
    }

    /// How many men of each kind there are, both sides' together, by [`PieceType`].
    pub fn kinds(&self) -> [u32; 6] {
        let mut kinds = [0; 6];
        self.men()
            .for_each(|(code, _)| kinds[usize::from(code & 7)] += 1);
        kinds
    }

    /// Which of the output buckets judges it, by the number of men.
    pub(crate) fn bucket(&self) -> u8 {
        bucket(self.count()) as u8
    }

    /// A number that depends on where the men stand and on nothing else, the same in every build: the split into
    /// training and validation follows it.
    pub(crate) fn position_hash(&self) -> u64 {
        self.bytes[..SCORE]
            .as_chunks::<8>()
            .0
            .iter()
            .fold(0, |hash, word| mix(hash ^ u64::from_le_bytes(*word)))
    }

    /// Calls `with` for each man with his feature for the side to move and for the other side.
    ///
    /// As in [`cutaway_eval::nnue::features`], from the record as it is. For either side: `(his colour is not the side's) * 384 + kind * 64 + square`, the square turned so that the side
    /// moves up, and mirrored if its king stands on the files e to h.
    #[inline(always)]
    pub(crate) fn features(&self, mut with: impl FnMut(FeaturePair)) {
        let own = mirror(self.bytes[OWN_KING]);
        let other = mirror(self.bytes[OTHER_KING]) ^ 56;
        for (code, square) in self.men() {
            let kind = u16::from(code & 7) * 64;
            let opponent = u16::from(code / OPPONENT);
            with([
                opponent * 384 + kind + u16::from(square ^ own),
                (1 - opponent) * 384 + kind + u16::from(square ^ other),
            ]);
        }
    }

    fn occupied(&self) -> u64 {
        u64::from_le_bytes(self.bytes[..8].try_into().expect("these are eight bytes"))
    }

    /// Code and square of each man.
    #[inline(always)]
    fn men(&self) -> impl Iterator<Item = (u8, u8)> {
        let codes = &self.bytes[8..24];
        let codes = u128::from_le_bytes(codes.try_into().expect("these are sixteen bytes"));
        let mut codes = codes;
        squares(self.occupied()).map(move |square| {
            let code = codes as u8 & 15;
            codes >>= 4;
            (code, square)
        })
    }
}

/// What mirrors the squares for a king on this one.
fn mirror(king: u8) -> u8 {
    if king & 4 != 0 { 7 } else { 0 }
}

/// The squares of a set, ascending.
#[inline(always)]
fn squares(mut board: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if board == 0 {
            return None;
        }
        let square = board.trailing_zeros() as u8;
        board &= board - 1;
        Some(square)
    })
}

/// The finishing step of SplitMix64 (Steele, Lea and Flood, 2014).
pub(crate) fn mix(seed: u64) -> u64 {
    let mut word = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use bulletformat::{BulletFormat, ChessBoard};
    use cutaway_eval::nnue::BUCKETS;
    use cutaway_eval::nnue::features::{feature, is_mirrored};

    const FENS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
    ];

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn records_are_those_of_the_format_s_own_crate() {
        for fen in FENS {
            for (score, result, word) in [(35, 2, "1.0"), (-120, 0, "0.0"), (0, 1, "0.5")] {
                let theirs: ChessBoard = format!("{fen} | {score} | {word}").parse().unwrap();
                let ours = Record::new(&position(fen), score, result);
                assert_eq!(ours.score(), theirs.score());
                assert_eq!(ours.result(), theirs.result());
                assert_eq!(ours.bytes(), ChessBoard::as_bytes_slice(&[theirs]), "{fen}");
                assert_eq!(Record::from_bytes(*ours.bytes()), Ok(ours));
                let men: Vec<_> = ours.men().collect();
                assert_eq!(men, theirs.into_iter().collect::<Vec<_>>());
            }
        }
    }

    /// The positions of some games of random moves, which have any number of men.
    fn positions() -> Vec<Position> {
        let mut random = fastrand::Rng::with_seed(2);
        let mut positions: Vec<_> = FENS.map(position).into();
        for _ in 0..30 {
            let mut position = Position::startpos();
            for _ in 0..400 {
                let moves: Vec<_> = position.legal_moves().iter().collect();
                let Some(&mv) = random.choice(&moves) else {
                    break;
                };
                position.play(mv);
                positions.push(position.clone());
            }
        }
        positions
    }

    #[test]
    fn features_are_those_of_the_network_that_plays() {
        let features = |position: &Position, side: Color| -> Vec<u16> {
            let mirrored = is_mirrored(position.king(side));
            let men = position.occupied().into_iter().map(|square| {
                let piece = position.piece_on(square).unwrap();
                feature(side, mirrored, piece, square) as u16
            });
            let mut men: Vec<_> = men.collect();
            men.sort_unstable();
            men
        };
        let mut buckets = [0; BUCKETS];
        for position in positions() {
            let record = Record::new(&position, 0, 1);
            let mut seen = [Vec::new(), Vec::new()];
            record.features(|pair| {
                seen[0].push(pair[0]);
                seen[1].push(pair[1]);
            });
            seen.iter_mut().for_each(|list| list.sort_unstable());
            let mover = position.side_to_move();
            assert_eq!(seen[0], features(&position, mover), "{position:?}");
            assert_eq!(seen[1], features(&position, !mover), "{position:?}");
            buckets[usize::from(record.bucket())] += 1;
        }
        assert!(buckets.iter().all(|&count| count > 10), "{buckets:?}");
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let good = *Record::new(&position(FENS[0]), 0, 1).bytes();
        let with = |at: usize, byte: u8| {
            let mut bytes = good;
            bytes[at] = byte;
            Record::from_bytes(bytes)
        };
        assert_eq!(Record::from_bytes([0; 32]), Err(RecordError::Men(0)));
        assert_eq!(with(2, 1), Err(RecordError::Men(33)));
        assert_eq!(with(8, 0x17), Err(RecordError::Code(7)));
        assert_eq!(with(8, 0x10), Err(RecordError::Pawn));
        let kings = RecordError::Kings { own: 2, other: 1 };
        assert_eq!(with(8, 0x15), Err(kings));
        assert_eq!(with(27, 5), Err(RecordError::KingSquares));
        assert_eq!(with(28, 60), Err(RecordError::KingSquares));
        assert_eq!(with(26, 3), Err(RecordError::Result(3)));
    }

    #[test]
    fn the_hash_sees_the_men_alone() {
        let start = position(FENS[0]);
        let hash = Record::new(&start, 0, 1).position_hash();
        assert_eq!(hash, Record::new(&start, 99, 2).position_hash());
        let other = Record::new(&position(FENS[1]), 0, 1);
        assert_ne!(hash, other.position_hash());
    }
}
