//! The random words that hash keys are made of (Zobrist, 1970), from a fixed generator: the same on every machine.

use crate::position::Keys;
use crate::{Bitboard, Color, File, Piece, PieceType, Square};

struct Words {
    men: [[u64; 64]; 12],
    castling: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static WORDS: Words = WORDS_VALUE;

const WORDS_VALUE: Words = {
    let mut state = 0x0043_7574_6177_6179;
    let mut words = Words {
        men: [[0; 64]; 12],
        castling: [0; 64],
        en_passant: [0; 8],
        black_to_move: 0,
    };
    let mut i = 0;
    while i < 12 * 64 {
        (words.men[i / 64][i % 64], state) = split_mix(state);
        i += 1;
    }
    i = 0;
    while i < 64 {
        (words.castling[i], state) = split_mix(state);
        i += 1;
    }
    i = 0;
    while i < 8 {
        (words.en_passant[i], state) = split_mix(state);
        i += 1;
    }
    (words.black_to_move, _) = split_mix(state);
    words
};

/// One step of the SplitMix64 generator (Steele, Lea, Flood 2014): the word and the next state.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ (z >> 31), state)
}

/// In the key when Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = WORDS_VALUE.black_to_move;

/// The word of a man on a square.
#[inline(always)]
pub(crate) const fn man(piece: Piece, square: Square) -> u64 {
    WORDS.men[piece.index()][square.index()]
}

/// The word of an en passant file.
#[inline(always)]
pub(crate) fn en_passant(file: File) -> u64 {
    WORDS.en_passant[file.index()]
}

/// The words of all rooks that may castle.
#[inline(always)]
pub(crate) fn castling(rooks: Bitboard) -> u64 {
    rooks
        .into_iter()
        .fold(0, |key, rook| key ^ WORDS.castling[rook.index()])
}

/// Puts a man into, or takes it out of, every key that it belongs to.
#[inline(always)]
pub(crate) fn toggle(keys: &mut Keys, piece: Piece, square: Square) {
    let word = man(piece, square);
    keys.whole ^= word;
    match piece.piece_type() {
        PieceType::Pawn => keys.pawn ^= word,
        piece_type => {
            keys.non_pawn[(piece.color() == Color::Black) as usize] ^= word;
            if matches!(piece_type, PieceType::Knight | PieceType::Bishop) {
                keys.minor ^= word;
            }
        }
    }
}
