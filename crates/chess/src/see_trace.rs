//! Static exchange evaluation told capture by capture, for a reader: the exact form of [`see`](Position::see), with
//! every step kept. It allocates, so no search calls it.

use crate::see::{Exchange, FirstMove, LAST_RANKS, OpenLines};
use crate::{Color, Move, PieceType, Position, Square};

/// One capture of an exchange, as [`Position::see_trace`] tells it. All amounts are centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeeStep {
    /// The side that takes (in the first step: that moves).
    pub color: Color,
    /// The man that it takes with.
    pub piece_type: PieceType,
    /// The square that this man comes from.
    pub from: Square,
    /// The man that is taken; `None` in a first step that takes nothing.
    pub captured: Option<PieceType>,
    /// What the man becomes, if it is a pawn that promotes with this step.
    pub promotion: Option<PieceType>,
    /// What this step alone wins for the side that makes it: the man taken and what a promotion adds.
    pub gain: i32,
    /// What the whole exchange has brought the side of the *first* step so far, this step included: what it is worth
    /// if the other side now stops.
    pub balance: i32,
    /// What it will have brought the side of the first step in the end, if this step is made and both sides go on, or
    /// stop, as suits them best. In the first step this is the value of the exchange.
    pub value: i32,
    /// Whether the exchange gets here: this side does better by the step than by stopping, and so did all before.
    pub played: bool,
}

impl Position {
    /// The exchange that the move begins, capture by capture, each side with its least valuable man, up to the last
    /// capture that is possible at all; the steps that are really played come first, marked as such. The first step is
    /// the move itself, and its `value` is [`see`](Position::see). Castling has no steps.
    ///
    /// ```
    /// use cutaway_chess::{PieceType, Position};
    /// let position = Position::from_fen("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1").unwrap();
    /// let steps = position.see_trace(position.parse_san("Qxd5").unwrap());
    /// assert_eq!(steps.len(), 2);
    /// assert_eq!(steps[1].piece_type, PieceType::Pawn);
    /// assert_eq!((steps[1].gain, steps[1].balance), (900, -800));
    /// ```
    pub fn see_trace(&self, mv: Move) -> Vec<SeeStep> {
        let mut steps = Vec::new();
        let Some(mover) = self.piece_on(mv.from()) else {
            return steps;
        };
        if mv.is_castle() {
            return steps;
        }
        let first = FirstMove::new(self, mv);
        let captured = if mv.is_en_passant() {
            Some(PieceType::Pawn)
        } else {
            self.piece_on(mv.to()).map(|victim| victim.piece_type())
        };
        let mut step = SeeStep {
            color: mover.color(),
            piece_type: mover.piece_type(),
            from: mv.from(),
            captured,
            promotion: mv.promotion(),
            gain: first.gain,
            balance: first.gain,
            value: first.gain,
            played: true,
        };
        let mut exchange = Exchange::<OpenLines>::new(self, first);
        loop {
            steps.push(step);
            let color = !step.color;
            let (mine, theirs) = (self.of_color(color), self.of_color(!color));
            let Some(gain) = exchange.stake(mine) else {
                break;
            };
            let (piece_type, man) = exchange.least_valuable(mine);
            if !exchange.capture(mine, theirs) {
                break;
            }
            let promotes = piece_type == PieceType::Pawn && LAST_RANKS.contains(mv.to());
            let balance = if color == mover.color() {
                step.balance + gain
            } else {
                step.balance - gain
            };
            step = SeeStep {
                color,
                piece_type,
                from: man.first_unchecked(),
                captured: Some(step.promotion.unwrap_or(step.piece_type)),
                promotion: promotes.then_some(PieceType::Queen),
                gain,
                balance,
                value: balance,
                played: true,
            };
        }
        back_up(&mut steps);
        steps
    }
}

/// Fills in `value` and `played` from the balances, the last step first.
fn back_up(steps: &mut [SeeStep]) {
    for i in (0..steps.len().saturating_sub(1)).rev() {
        let (stop, go_on) = (steps[i].balance, steps[i + 1].value);
        let first_side = steps[i + 1].color == steps[0].color;
        steps[i].value = if first_side {
            stop.max(go_on)
        } else {
            stop.min(go_on)
        };
    }
    for i in 1..steps.len() {
        // A step that brings no more than stopping is not made, as in the bounded loops.
        let pays = if steps[i].color == steps[0].color {
            steps[i].value > steps[i - 1].balance
        } else {
            steps[i].value < steps[i - 1].balance
        };
        steps[i].played = steps[i - 1].played && pays;
    }
}
