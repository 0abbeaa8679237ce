//! Which men are too few for a mate. What the pawns block, and how likely a mate is, is not asked here.

use crate::{Bitboard, PieceType, Position};

impl Position {
    /// Whether no sequence of legal moves whatever can end in mate, as the men on the board alone show: bare kings, one
    /// knight, or any number of bishops that all stand on squares of one colour.
    ///
    /// King and two knights against king, or a minor piece on each side, can still mate with help and are not dead.
    ///
    /// ```
    /// use cutaway_chess::Position;
    /// let is_dead = |fen: &str| Position::from_fen(fen).unwrap().is_dead_by_material();
    /// assert!(is_dead("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"));
    /// assert!(!is_dead("4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1"));
    /// ```
    pub fn is_dead_by_material(&self) -> bool {
        let officers = self.occupied() - self.of_type(PieceType::King);
        let bishops = self.of_type(PieceType::Bishop);
        if officers == bishops {
            return (bishops & Bitboard::DARK_SQUARES).is_empty()
                || (bishops & Bitboard::LIGHT_SQUARES).is_empty();
        }
        officers.len() == 1 && officers == self.of_type(PieceType::Knight)
    }
}
