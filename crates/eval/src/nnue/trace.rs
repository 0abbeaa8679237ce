//! The network's evaluation taken apart, as far as such a thing can be: what the score would be without each man.

use super::Network;
use super::features::bucket;
use cutaway_chess::{Color, Piece, PieceType, Position, Square};

/// An evaluation of the network. All scores are centipawns, seen from White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkTrace {
    /// The output bucket, from 0.
    pub bucket: usize,
    /// H, the width of an accumulator.
    pub hidden: usize,
    /// The men, from a1 to h8.
    pub men: Vec<Man>,
    /// The evaluation.
    pub total: i32,
}

/// A man on the board and what it is worth there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// Where it stands.
    pub square: Square,
    /// The man.
    pub piece: Piece,
    /// What the score would be without it, with one man less to choose the bucket by; none for a king, without which
    /// there is no view.
    pub without: Option<i32>,
}

impl Network {
    /// Takes the evaluation of a position apart.
    pub fn trace(&self, position: &Position) -> NetworkTrace {
        let sign = match position.side_to_move() {
            Color::White => 1,
            Color::Black => -1,
        };
        let occupied = position.occupied();
        let men = occupied.filter_map(|square| {
            let piece = position.piece_on(square)?;
            let without = (piece.piece_type() != PieceType::King)
                .then(|| sign * self.evaluate_men(position, occupied - square.into()));
            Some(Man {
                square,
                piece,
                without,
            })
        });
        NetworkTrace {
            bucket: bucket(occupied.len()),
            hidden: self.hidden(),
            men: men.collect(),
            total: sign * self.evaluate(position),
        }
    }
}
