//! Correction history: what the search found is remembered as an error of the evaluation, by features of the position.
//!
//! Idea: an evaluation errs the same way in positions that share their pawns, their men or their last moves.
//! Why it is only a guess: positions share places in the tables, and features do not tell all.
//! When it applies: to the static evaluation of every node out of check, in quiescence too. It learns from nodes whose best
//! move is quiet and whose score is no mate or win by tablebase, and from bounds only where they contradict the evaluation.
//! Each feature has a switch of its own: pawns; men but pawns, of each colour; knights and bishops; the last two moves.
//! Numbers: tables by side to move and 14 bits of the feature's key; an error of (score - evaluation) * depth / 2
//! centipawns, 256 at most, is added with the gravity of the histories within 1024; each table adds
//! `correction_weight` / 1024 of its entry to the evaluation, in centipawns.
//! First source: Caissa 2023; the keys after Stockfish 2024. Chapter 19.

use crate::history::teach_within;
use crate::mode::Mode;
use crate::score::{Score, is_decisive};
use crate::searcher::{Node, Searcher};
use crate::{Bound, MAX_EVAL, Param, Technique};
use cutaway_chess::{Color, Position};

/// The greatest magnitude of an entry.
const LIMIT: i32 = 1024;
/// The most that one node teaches.
const MOST: i32 = LIMIT / 4;
/// How many keys are told apart; a power of two.
const KEYS: usize = 1 << 14;

/// One feature's errors by side to move and key.
type ByKey = Box<[[i16; KEYS]; 2]>;

/// The tables of all features.
pub(crate) struct CorrectionHistory {
    pawn: ByKey,
    non_pawn: [ByKey; 2],
    minor: ByKey,
    /// By man and destination of the last move but one and of the last.
    continuation: Box<[[i16; 12 * 64]; 12 * 64]>,
}

impl CorrectionHistory {
    pub(crate) fn new() -> CorrectionHistory {
        CorrectionHistory {
            pawn: bytemuck::zeroed_box(),
            non_pawn: [bytemuck::zeroed_box(), bytemuck::zeroed_box()],
            minor: bytemuck::zeroed_box(),
            continuation: bytemuck::zeroed_box(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        bytemuck::write_zeroes(&mut *self.pawn);
        for table in &mut self.non_pawn {
            bytemuck::write_zeroes(&mut **table);
        }
        bytemuck::write_zeroes(&mut *self.minor);
        bytemuck::write_zeroes(&mut *self.continuation);
    }
}

/// Adds an error to an entry.
#[inline(always)]
fn teach(entry: &mut i16, error: i32) {
    teach_within::<LIMIT>(entry, error);
}

#[inline(always)]
fn place(key: u64) -> usize {
    key as usize % KEYS
}

impl<M: Mode> Searcher<'_, M> {
    /// The evaluation of the node's position, corrected.
    #[inline(always)]
    pub(crate) fn corrected_eval(&mut self, position: &Position, ply: usize, raw: Score) -> Score {
        if self.is_known_ending(position) {
            return raw;
        }
        let correction = self.correction(position, ply);
        (raw + correction).clamp(1 - MAX_EVAL, MAX_EVAL - 1)
    }

    // ANCHOR: correction
    /// The sum of what the features say, in the unit of the evaluation.
    #[inline(always)]
    fn correction(&self, position: &Position, ply: usize) -> Score {
        let side = position.side_to_move().index();
        let (keys, tables) = (position.keys(), &self.thread.corrections);
        let mut sum = 0;
        if self.mode.on(Technique::PawnCorrection) {
            sum += i32::from(tables.pawn[side][place(keys.pawn)]);
        }
        if self.mode.on(Technique::NonPawnCorrection) {
            for color in Color::ALL {
                let table = &tables.non_pawn[color.index()];
                sum += i32::from(table[side][place(keys.non_pawn[color.index()])]);
            }
        }
        if self.mode.on(Technique::MinorCorrection) {
            sum += i32::from(tables.minor[side][place(keys.minor)]);
        }
        if self.mode.on(Technique::ContinuationCorrection)
            && let Some((first, last)) = self.last_two_moves(ply)
        {
            sum += i32::from(tables.continuation[first][last]);
        }
        sum * self.mode.param(Param::CorrectionWeight) / LIMIT
    }
    // ANCHOR_END: correction

    /// The places of the last two moves of the line, unless one of them was a null move.
    #[inline(always)]
    fn last_two_moves(&self, ply: usize) -> Option<(usize, usize)> {
        let place = |plies: usize| {
            let ply = ply.checked_sub(plies)?;
            Some(self.thread.plies[ply].piece_to?.index())
        };
        Some((place(2)?, place(1)?))
    }

    // ANCHOR: teach_correction
    /// The node came to `score`: the features learn how far its evaluation was off.
    #[inline(always)]
    pub(crate) fn teach_correction(
        &mut self,
        position: &Position,
        node: &Node,
        best_is_noisy: bool,
        score: Score,
        bound: Bound,
    ) {
        // There is none in check.
        let Some(static_eval) = self.thread.plies[node.ply].static_eval else {
            return;
        };
        let contradicts = match bound {
            Bound::Lower => score > static_eval,
            Bound::Upper => score < static_eval,
            Bound::Exact => true,
        };
        if node.excluded.is_some() || best_is_noisy || !contradicts || is_decisive(score) {
            return;
        }
        if self.is_known_ending(position) {
            return;
        }
        let bonus = ((score - static_eval) * node.depth / 2).clamp(-MOST, MOST);
        let side = position.side_to_move().index();
        let moves = self.last_two_moves(node.ply);
        let (keys, tables) = (position.keys(), &mut self.thread.corrections);
        if self.mode.on(Technique::PawnCorrection) {
            self.mode.acted(Technique::PawnCorrection);
            teach(&mut tables.pawn[side][place(keys.pawn)], bonus);
        }
        if self.mode.on(Technique::NonPawnCorrection) {
            self.mode.acted(Technique::NonPawnCorrection);
            for color in Color::ALL {
                let table = &mut tables.non_pawn[color.index()];
                teach(&mut table[side][place(keys.non_pawn[color.index()])], bonus);
            }
        }
        if self.mode.on(Technique::MinorCorrection) {
            self.mode.acted(Technique::MinorCorrection);
            teach(&mut tables.minor[side][place(keys.minor)], bonus);
        }
        if self.mode.on(Technique::ContinuationCorrection)
            && let Some((first, last)) = moves
        {
            self.mode.acted(Technique::ContinuationCorrection);
            teach(&mut tables.continuation[first][last], bonus);
        }
    }
    // ANCHOR_END: teach_correction
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::searcher::testing::with_searcher;
    use cutaway_chess::{Game, Move};

    /// The correction of a position after a node there came to 100 more than its evaluation of 0, with one technique on.
    fn taught(only: Technique, best_is_noisy: bool, bound: Bound) -> Score {
        let all = [
            Technique::PawnCorrection,
            Technique::NonPawnCorrection,
            Technique::MinorCorrection,
            Technique::ContinuationCorrection,
        ];
        let mut settings = Settings::default();
        for technique in all {
            settings.switches.set(technique, technique == only);
        }
        let mut game = Game::new(cutaway_chess::Position::startpos());
        with_searcher(&settings, |searcher| {
            for (ply, uci) in ["e2e4", "e7e5"].iter().enumerate() {
                let mv: Move = game.position().parse_uci(uci).expect("a legal move");
                let position = game.position().clone();
                searcher.make(&position, mv, ply);
                game.play(mv).expect("a legal move");
            }
            let position = game.position();
            let node = Node::new(2, 4, -1, 1, false);
            searcher.thread.plies[2].static_eval = Some(0);
            for _ in 0..20 {
                searcher.teach_correction(position, &node, best_is_noisy, 100, bound);
            }
            searcher.corrected_eval(position, 2, 0)
        })
    }

    #[test]
    fn each_correction_learns_an_error_of_the_evaluation() {
        for technique in [
            Technique::PawnCorrection,
            Technique::NonPawnCorrection,
            Technique::MinorCorrection,
            Technique::ContinuationCorrection,
        ] {
            let name = technique.name();
            assert!(taught(technique, false, Bound::Exact) > 10, "{name}");
            assert!(taught(technique, false, Bound::Lower) > 10, "{name}");
            assert_eq!(taught(technique, false, Bound::Upper), 0, "{name}");
            assert_eq!(taught(technique, true, Bound::Exact), 0, "{name}");
        }
    }
}
