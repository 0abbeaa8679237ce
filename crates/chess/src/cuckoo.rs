//! Can the side to move bring an earlier position back with one move? Answered without generating a move.
//!
//! Two positions that differ by one reversible move have keys that differ by a word that depends on that move alone. All
//! 3,668 such words are kept in a cuckoo hash table (Pagh and Rodler 2001): each stands in one of two places, so that
//! finding it takes two looks. The idea to detect cycles so is Marcel van Kervinck's (2013).

use crate::attacks::between;
use crate::zobrist;
use crate::{Piece, PieceType, Position, Square};

const SLOTS: usize = 8192;
/// Moves of a knight, bishop, rook, queen and king between two squares, in either direction, of both colours.
const MOVE_COUNT: usize = 2 * (168 + 280 + 448 + 728 + 210);

/// One reversible move, in either direction; key 0 is an empty slot.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    piece: Piece,
    a: Square,
    b: Square,
}

static TABLE: [Entry; SLOTS] = build_table();

const fn first_slot(key: u64) -> usize {
    key as usize % SLOTS
}

const fn second_slot(key: u64) -> usize {
    (key >> 16) as usize % SLOTS
}

/// Whether the side to move has a legal move that brings back an earlier position in a way that a search may take for a
/// draw.
///
/// `earlier_keys` are the whole keys of the positions before this one, oldest first; the last of them is one ply ago.
/// After a null move only the keys since then may be given. `ply` says how many plies ago the search began (0 at its
/// root). The answer is yes if the move leads to a position that
///
/// - occurred after the root, within the search: whoever could repeat it once can do so again; or
/// - occurred at the root or before it at least twice, so that it would stand on the board for the third time.
///
/// Only positions since the last capture or pawn move count. Moves of men but pawns and castling are considered; no other
/// move can bring a position back. The answer is exact but for clashes of keys.
///
/// ```
/// use cutaway_chess::{Game, Position, has_upcoming_repetition};
/// let mut game = Game::new(Position::startpos());
/// for uci in ["g1f3", "g8f6", "f3g1"] {
///     let mv = game.position().parse_uci(uci).unwrap();
///     game.play(mv).unwrap();
/// }
/// let earlier = &game.keys()[..3];
/// // Ng8 brings the start position back: before the root once, so no draw yet; within a search it is one.
/// assert!(!has_upcoming_repetition(game.position(), earlier, 0));
/// assert!(has_upcoming_repetition(game.position(), earlier, 4));
/// ```
pub fn has_upcoming_repetition(position: &Position, earlier_keys: &[u64], ply: usize) -> bool {
    let reversible = (position.halfmove_clock() as usize).min(earlier_keys.len());
    if reversible < 3 {
        return false;
    }
    let window = &earlier_keys[earlier_keys.len() - reversible..];
    // The position that our move can bring back had the opponent to move: an odd number of plies ago, and not one.
    for distance in (3..=reversible).step_by(2) {
        let earlier = window[reversible - distance];
        if !is_one_move_away(position, earlier) {
            continue;
        }
        if distance < ply {
            return true;
        }
        let before = window[..reversible - distance].iter().rev();
        if before.skip(1).step_by(2).any(|&key| key == earlier) {
            return true;
        }
    }
    false
}

/// Whether a reversible move of the side to move changes the key into `target`.
#[inline]
fn is_one_move_away(position: &Position, target: u64) -> bool {
    let key = position.key() ^ target ^ zobrist::BLACK_TO_MOVE;
    let mut entry = &TABLE[first_slot(key)];
    if entry.key != key {
        entry = &TABLE[second_slot(key)];
    }
    // The earlier position was legal with the opponent to move, so our king is not attacked in it: the move is legal as
    // soon as it is ours and its way is free.
    entry.key == key
        && entry.piece.color() == position.side_to_move()
        && (position.piece_on(entry.a) == Some(entry.piece)
            || position.piece_on(entry.b) == Some(entry.piece))
        && (between(entry.a, entry.b) & position.occupied()).is_empty()
}

#[allow(
    long_running_const_eval,
    reason = "the table is built by the compiler, once"
)]
const fn build_table() -> [Entry; SLOTS] {
    let empty = Entry {
        key: 0,
        piece: Piece::WhitePawn,
        a: Square::A1,
        b: Square::A1,
    };
    let mut table = [empty; SLOTS];
    let mut count = 0;
    let mut pair = 0;
    while pair < 64 * 64 {
        let (a, b) = (pair / 64, pair % 64);
        pair += 1;
        if a >= b {
            continue;
        }
        let (Some(a), Some(b)) = (Square::from_index(a), Square::from_index(b)) else {
            continue;
        };
        let mut index = 0;
        while index < 12 {
            let piece = Piece::ALL[index];
            index += 1;
            if moves_between(piece.piece_type(), a, b) {
                let key = zobrist::man(piece, a) ^ zobrist::man(piece, b);
                insert(&mut table, Entry { key, piece, a, b });
                count += 1;
            }
        }
    }
    assert!(count == MOVE_COUNT, "every reversible move is entered once");
    table
}

/// Puts an entry into one of its two slots; whatever stood there moves to its own other slot, and so on.
const fn insert(table: &mut [Entry; SLOTS], mut entry: Entry) {
    let mut slot = first_slot(entry.key);
    let mut evictions = 0;
    loop {
        let evicted = table[slot];
        table[slot] = entry;
        if evicted.key == 0 {
            return;
        }
        entry = evicted;
        slot = if slot == first_slot(entry.key) {
            second_slot(entry.key)
        } else {
            first_slot(entry.key)
        };
        evictions += 1;
        assert!(
            evictions < 1000,
            "the words of this program fit into the table"
        );
    }
}

/// Whether such a man goes from one square to the other on an empty board (never true of a pawn).
const fn moves_between(piece_type: PieceType, a: Square, b: Square) -> bool {
    let files = (a.index() % 8).abs_diff(b.index() % 8);
    let ranks = (a.index() / 8).abs_diff(b.index() / 8);
    let is_diagonal = files == ranks;
    let is_straight = files == 0 || ranks == 0;
    match piece_type {
        PieceType::Pawn => false,
        PieceType::Knight => files * ranks == 2,
        PieceType::Bishop => is_diagonal,
        PieceType::Rook => is_straight,
        PieceType::Queen => is_diagonal || is_straight,
        PieceType::King => files <= 1 && ranks <= 1,
    }
}
