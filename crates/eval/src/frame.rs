//! One ply of the evaluation stack: the sums that every position has, and what the move to it changed.
//!
//! The changes are only written down here; whether anything is made of them is up to the evaluation in force.

use crate::State;
use cutaway_chess::{BoardObserver, Color, Piece, PieceType, Square};

/// A man and where it stands.
pub(crate) type Man = (Piece, Square);

/// What the stack remembers of one position; [`EvalStack::push`](crate::EvalStack::push) hands it out as the observer of
/// the move that leads there.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub(crate) state: State,
    /// What led here from the ply above.
    pub(crate) changes: Changes,
    /// Whether the network's sums of each view are known here.
    pub(crate) known: [bool; 2],
}

impl Frame {
    /// A position that nothing led to, or that differs from the one of that state by nothing yet.
    #[inline(always)]
    pub(crate) fn of(state: State) -> Frame {
        Frame {
            state,
            changes: Changes::NONE,
            known: [false; 2],
        }
    }
}

impl BoardObserver for Frame {
    #[inline(always)]
    fn on_put(&mut self, piece: Piece, square: Square) {
        self.state.on_put(piece, square);
        self.changes.added.push((piece, square));
    }

    #[inline(always)]
    fn on_remove(&mut self, piece: Piece, square: Square) {
        self.state.on_remove(piece, square);
        self.changes.removed.push((piece, square));
    }
}

/// The men that appeared and vanished.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes {
    pub added: Men,
    pub removed: Men,
}

impl Changes {
    const NONE: Changes = Changes {
        added: Men::NONE,
        removed: Men::NONE,
    };

    /// Nothing happened: a null move, or no move at all.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.added.count == 0 && self.removed.count == 0
    }

    /// More happened than a move of chess can do, and so not all was written down.
    #[inline(always)]
    pub(crate) fn are_lost(&self) -> bool {
        self.added.count > 2 || self.removed.count > 2
    }

    /// Where that side's king stood before, if it moved.
    #[inline(always)]
    pub(crate) fn king_from(&self, side: Color) -> Option<Square> {
        let king = Piece::new(side, PieceType::King);
        let mut men = self.removed.as_slice().iter();
        men.find(|(piece, _)| *piece == king)
            .map(|(_, square)| *square)
    }
}

/// Up to two men; castling moves no more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Men {
    men: [Man; 2],
    /// How many came; from three on the others are lost.
    count: u8,
}

impl Men {
    const NONE: Men = Men {
        men: [(Piece::WhitePawn, Square::A1); 2],
        count: 0,
    };

    #[inline(always)]
    fn push(&mut self, man: Man) {
        if let Some(place) = self.men.get_mut(usize::from(self.count)) {
            *place = man;
        }
        self.count = self.count.saturating_add(1);
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[Man] {
        &self.men[..usize::from(self.count).min(2)]
    }
}
