//! What the network sees: the number of each feature, and the output bucket of a board.
//!
//! A *view* is a side's way to look at the board: Black's is turned over, so that both sides see their own men come up
//! from the first rank; and if the side's king stands on the files e to h, left and right are exchanged. So a
//! position, its mirror image and the same with colours exchanged are one and the same to the network.

use super::BUCKETS;
use cutaway_chess::{Color, Piece, Square};

/// Whether a view with its king there exchanges left and right: it does on the files e to h.
#[inline(always)]
pub const fn is_mirrored(king: Square) -> bool {
    king.index() & 4 != 0
}

/// The feature of a man on a square, 0 to 767, as the side `view` sees it: own men first, then the other side's, each
/// from pawn to king, each by square. `mirrored` is [`is_mirrored`] of that side's king.
///
/// ```
/// use cutaway_chess::{Color, Piece, Square};
/// use cutaway_eval::nnue::features::feature;
/// assert_eq!(feature(Color::White, false, Piece::WhiteKnight, Square::B1), 64 + 1);
/// assert_eq!(feature(Color::Black, false, Piece::WhiteKnight, Square::B1), 384 + 64 + 57);
/// assert_eq!(feature(Color::White, true, Piece::WhiteKnight, Square::B1), 64 + 6);
/// ```
// ANCHOR: feature
#[inline(always)]
pub const fn feature(view: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
    let other = (piece.color() as usize ^ view as usize) * 384;
    other + piece.piece_type().index() * 64 + seen(view, mirrored, square)
}
// ANCHOR_END: feature

// ANCHOR: seen
/// The number of the square on that side's board.
#[inline(always)]
const fn seen(view: Color, mirrored: bool, square: Square) -> usize {
    square.index() ^ (view as usize * 56) ^ (mirrored as usize * 7)
}
// ANCHOR_END: seen

/// The output bucket by the number of men on the board, kings included: 0 for two to five, up to 7 for thirty and more.
///
/// ```
/// use cutaway_eval::nnue::features::bucket;
/// assert_eq!([2, 5, 6, 29, 30, 32].map(bucket), [0, 0, 1, 6, 7, 7]);
/// ```
#[inline(always)]
pub const fn bucket(men: u32) -> usize {
    let bucket = men.saturating_sub(2) as usize / 4;
    if bucket < BUCKETS {
        bucket
    } else {
        BUCKETS - 1
    }
}
