//! Capture history: how often a capture, told by man, destination and victim, has cut off before.
//!
//! Idea: what is won is not all; some captures of a knight are good and some are not.
//! Why it is only a guess: it knows nothing else of the position.
//! When it applies: to captures and promotions of the main search, by a switch of its own in quiescence too.
//! Numbers: key = `capture_history_victim` * value of the victim in centipawns + history, with the bonus and gravity of
//! the butterfly history. On every cutoff the captures that were tried before lose, whatever cut off.
//! First source: Stockfish 2016. Chapter 17.

use crate::history::teach;
use crate::mode::Mode;
use crate::searcher::Searcher;
use crate::{Param, Technique};
use cutaway_chess::{Move, PieceType, Position, see_value};

/// The table by man, destination and victim; without a victim (a promotion) it is the king.
pub(crate) struct CaptureHistory {
    entries: Box<[[[i16; 6]; 64]; 12]>,
}

/// What the move takes; en passant is the one capture whose target square is empty.
#[inline(always)]
pub(crate) fn victim(position: &Position, mv: Move) -> Option<PieceType> {
    mv.is_capture().then(|| {
        position
            .piece_on(mv.to())
            .map_or(PieceType::Pawn, |piece| piece.piece_type())
    })
}

/// Where the table keeps the move: man, destination and victim.
#[inline(always)]
fn place(position: &Position, mv: Move) -> (usize, usize, usize) {
    let piece = position
        .piece_on(mv.from())
        .map_or(0, |piece| piece.index());
    let victim = victim(position, mv).unwrap_or(PieceType::King);
    (piece, mv.to().index(), victim.index())
}

impl CaptureHistory {
    pub(crate) fn new() -> CaptureHistory {
        CaptureHistory {
            entries: bytemuck::zeroed_box(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        bytemuck::write_zeroes(&mut *self.entries);
    }

    #[inline(always)]
    fn entry(&mut self, position: &Position, mv: Move) -> &mut i16 {
        let (piece, to, victim) = place(position, mv);
        &mut self.entries[piece][to][victim]
    }

    #[inline(always)]
    fn get(&self, position: &Position, mv: Move) -> i32 {
        let (piece, to, victim) = place(position, mv);
        self.entries[piece][to][victim].into()
    }
}

impl<M: Mode> Searcher<'_, M> {
    /// The history of a capture or promotion, 0 while the technique is off.
    #[inline(always)]
    pub(crate) fn capture_history(&self, position: &Position, mv: Move) -> i32 {
        if self.mode.on(Technique::CaptureHistory) {
            self.thread.captures.get(position, mv)
        } else {
            0
        }
    }

    /// The key of a capture or promotion in the order, if history has a say in it.
    #[inline(always)]
    pub(crate) fn capture_key(
        &self,
        position: &Position,
        mv: Move,
        in_quiescence: bool,
    ) -> Option<i32> {
        if !self.mode.on(Technique::CaptureHistory)
            || (in_quiescence && !self.mode.on(Technique::CaptureHistoryQuiescence))
        {
            return None;
        }
        let mut gain = victim(position, mv).map_or(0, see_value);
        if mv.promotion() == Some(PieceType::Queen) {
            gain += see_value(PieceType::Queen);
        }
        let history = self.thread.captures.get(position, mv);
        Some(self.mode.param(Param::CaptureHistoryVictim) * gain + history)
    }

    /// A move cut off, `best` if it was a capture, after the captures `tried` did not.
    #[inline]
    pub(crate) fn teach_capture_history(
        &mut self,
        position: &Position,
        best: Option<Move>,
        tried: &[Move],
        bonus: i32,
        malus: i32,
    ) {
        if !self.mode.on(Technique::CaptureHistory) {
            return;
        }
        self.mode.acted(Technique::CaptureHistory);
        let captures = &mut self.thread.captures;
        if let Some(mv) = best {
            teach(captures.entry(position, mv), bonus);
        }
        for &mv in tried {
            teach(captures.entry(position, mv), -malus);
        }
    }
}
