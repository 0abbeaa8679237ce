//! The principal variation of each ply, in one triangular table.

use crate::MAX_PLY;
use cutaway_chess::Move;

/// Row `ply` holds the best line found from that ply on.
pub(crate) struct PvTable {
    lines: Vec<[Option<Move>; MAX_PLY + 1]>,
    lengths: [usize; MAX_PLY + 2],
}

impl PvTable {
    pub(crate) fn new() -> PvTable {
        PvTable {
            lines: vec![[None; MAX_PLY + 1]; MAX_PLY + 2],
            lengths: [0; MAX_PLY + 2],
        }
    }

    /// Forgets the line of that ply.
    #[inline(always)]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// The line of `ply` is now `mv` and then the line of the next ply.
    pub(crate) fn update(&mut self, ply: usize, mv: Move) {
        let length = self.lengths[ply + 1].min(MAX_PLY);
        let (here, next) = self.lines.split_at_mut(ply + 1);
        here[ply][0] = Some(mv);
        here[ply][1..=length].copy_from_slice(&next[0][..length]);
        self.lengths[ply] = length + 1;
    }

    /// The line of that ply.
    pub(crate) fn line(&self, ply: usize) -> Vec<Move> {
        self.lines[ply][..self.lengths[ply]]
            .iter()
            .flatten()
            .copied()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cutaway_chess::{MoveKind, Square};

    #[test]
    fn a_line_grows_from_the_back() {
        let a = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
        let b = Move::new(Square::E7, Square::E5, MoveKind::DoublePush);
        let mut pv = PvTable::new();
        pv.clear(2);
        pv.update(1, b);
        pv.update(0, a);
        assert_eq!(pv.line(0), [a, b]);
        pv.clear(1);
        pv.update(0, b);
        assert_eq!(pv.line(0), [b]);
    }
}
