//! What the evaluations remember of one position, kept up to date as men appear and vanish.
//!
//! All sums are kept whichever evaluation is in force: that is one addition of eight bytes a change, cheaper than asking.

use crate::piece_square::{self, MAX_PHASE, PHASE_WEIGHTS};
use crate::{PIECE_VALUES, Tapered};
use cutaway_chess::{BoardObserver, Color, Piece, PieceType, Position, Square};

/// Four sums over the men of a board: opening value, endgame value, material (all three White's minus Black's,
/// centipawns) and phase (both sides'). Sixteen men a side, fifteen of them queens, stay well inside 16 bits.
type Sums = [i16; 4];

/// The evaluation's view of one position.
///
/// ```
/// use cutaway_chess::{Piece, Position, Square, BoardObserver};
/// use cutaway_eval::State;
/// let mut state = State::of(&Position::startpos());
/// assert_eq!((state.material(), state.phase()), (0, 24));
/// state.on_remove(Piece::BlackQueen, Square::D8);
/// assert_eq!((state.material(), state.phase()), (900, 20));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    sums: Sums,
}

impl State {
    /// The state of a position, from scratch.
    pub fn of(position: &Position) -> State {
        let mut state = State::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_on(square) {
                state.on_put(piece, square);
            }
        }
        state
    }

    /// White's material less Black's, centipawns, by [`PIECE_VALUES`].
    #[inline(always)]
    pub const fn material(&self) -> i32 {
        self.sums[2] as i32
    }

    /// White's tapered piece-square sum less Black's, centipawns.
    #[inline(always)]
    pub const fn tapered(&self) -> Tapered {
        Tapered {
            middlegame: self.sums[0] as i32,
            endgame: self.sums[1] as i32,
        }
    }

    /// How much of the opening is left: 0 (no piece) to [`MAX_PHASE`].
    #[inline(always)]
    pub const fn phase(&self) -> i32 {
        let phase = self.sums[3] as i32;
        if phase < MAX_PHASE { phase } else { MAX_PHASE }
    }
}

impl BoardObserver for State {
    #[inline(always)]
    fn on_put(&mut self, piece: Piece, square: Square) {
        let shares = &SHARES[piece.index()][square.index()];
        for (sum, share) in self.sums.iter_mut().zip(shares) {
            *sum = sum.wrapping_add(*share);
        }
    }

    #[inline(always)]
    fn on_remove(&mut self, piece: Piece, square: Square) {
        let shares = &SHARES[piece.index()][square.index()];
        for (sum, share) in self.sums.iter_mut().zip(shares) {
            *sum = sum.wrapping_sub(*share);
        }
    }
}

/// What each man on each square adds to the sums.
static SHARES: [[Sums; 64]; 12] = {
    let mut shares = [[[0; 4]; 64]; 12];
    let mut index = 0;
    while index < 12 * 64 {
        let piece = Piece::ALL[index / 64];
        let square = Square::from_index(index % 64).expect("below 64");
        shares[index / 64][index % 64] = share(piece, square);
        index += 1;
    }
    shares
};

const fn share(piece: Piece, square: Square) -> Sums {
    let kind: PieceType = piece.piece_type();
    let (man, bonus) = (
        piece_square::material(kind),
        piece_square::square_bonus(piece, square),
    );
    let sign = match piece.color() {
        Color::White => 1,
        Color::Black => -1,
    };
    [
        (sign * (man.middlegame + bonus.middlegame)) as i16,
        (sign * (man.endgame + bonus.endgame)) as i16,
        (sign * PIECE_VALUES[kind.index()]) as i16,
        PHASE_WEIGHTS[kind.index()] as i16,
    ]
}
