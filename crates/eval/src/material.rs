//! What the men are worth by count alone: the first evaluation an engine has.
//!
//! The tapered values that belong to the piece-square tables are tuned and stand beside those.

/// The worth of a pawn, knight, bishop, rook, queen and king, centipawns, by [`PieceType`](cutaway_chess::PieceType).
///
/// The round numbers of the textbooks. The king has none, for both sides always have one.
///
/// ```
/// use cutaway_chess::PieceType;
/// assert_eq!(cutaway_eval::PIECE_VALUES[PieceType::Queen.index()], 900);
/// ```
pub const PIECE_VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];
