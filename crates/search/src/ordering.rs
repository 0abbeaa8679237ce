//! Which move is searched next: the stages of the picker.
//!
//! Table move, captures and promotions by MVV-LVA or capture history (those that lose material are put by), killers, quiet
//! moves by histories, checks and threats, the losing captures. Each stage generates its moves only when it is reached.
//! Without `mvv_lva` all but the table move stand in one group. What the keys are made of stands in the files of the
//! techniques; here it is only put in a row:
//!
//! - table move: `table_move`, and `quiescence_table_move` in quiescence;
//! - captures and promotions: `mvv_lva`, in its place `capture_history`, `see_ordering` for those that are put by;
//! - killers: `killers`;
//! - quiet moves: the sum of `history` (in the table that `threat_history` names), `continuation_history`, `pawn_history`,
//!   `low_ply_history`, `check_ordering` and `threat_ordering`; in quiescence only while `evasion_history` is on.

use crate::continuation_history::PieceTo;
use crate::mode::Mode;
use crate::searcher::{Node, Searcher};
use crate::threat_history::Threats;
use crate::{Technique, mvv_lva};
use cutaway_chess::{MAX_MOVES, Move, MoveList, Position};

/// Why a move stands where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The table remembers it as the best.
    TableMove,
    /// A capture or promotion that loses nothing, as far as is known.
    GoodCapture,
    /// It cut off in a sister node.
    Killer,
    /// A quiet move.
    Quiet,
    /// A promotion to less than a queen; where it captures, its key is that of a capture and stands above all history.
    Underpromotion,
    /// A capture that loses material.
    BadCapture,
    /// Without MVV-LVA all moves stand in one group: quiet ones by history, captures as if they had none.
    Unordered,
}

impl Reason {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Reason::TableMove => "table move",
            Reason::GoodCapture => "good capture",
            Reason::Killer => "killer",
            Reason::Quiet => "quiet",
            Reason::Underpromotion => "underpromotion",
            Reason::BadCapture => "bad capture",
            Reason::Unordered => "unordered",
        }
    }
}

/// A move with its place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderedMove {
    /// The move.
    pub mv: Move,
    /// Why it stands here.
    pub reason: Reason,
    /// What it was sorted by within its group: MVV-LVA or capture history for captures; histories, checks and threats for
    /// quiet moves.
    pub key: i32,
}

impl OrderedMove {
    #[inline(always)]
    fn new(mv: Move, reason: Reason, key: i32) -> OrderedMove {
        OrderedMove { mv, reason, key }
    }
}

/// Room for the moves of one node, used again by every node of its ply.
pub(crate) struct MoveBuffer {
    moves: MoveList,
    /// For each move its key and its place in the list, `key << 8 | 255 - place`: the greatest of them is the next move, the
    /// first of equals, and one pass of vector maxima finds it.
    ranks: [i32; MAX_MOVES],
    /// Captures that were put by.
    bad: MoveList,
    /// The quiet moves that were searched, for the histories.
    pub tried: Vec<Move>,
    /// The captures and promotions that were searched.
    pub tried_noisy: Vec<Move>,
}

impl Default for MoveBuffer {
    fn default() -> MoveBuffer {
        MoveBuffer {
            moves: MoveList::new(),
            ranks: [TAKEN; MAX_MOVES],
            bad: MoveList::new(),
            tried: Vec::with_capacity(MAX_MOVES),
            tried_noisy: Vec::with_capacity(MAX_MOVES),
        }
    }
}

/// The rank of a move that has been handed out.
const TAKEN: i32 = i32::MIN;
/// Keys stay within this, so that a place fits beside them.
const KEY_LIMIT: i32 = 1 << 22;
/// No sum of histories reaches this.
const ABOVE_HISTORY: i32 = 1 << 21;

#[derive(Clone, Copy)]
enum Stage {
    TableMove,
    GenerateNoisy,
    Noisy,
    Killers,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    GenerateAll,
    All,
    Done,
}

/// Hands out the moves of one node one by one.
pub(crate) struct Picker {
    stage: Stage,
    index: usize,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// Quiescence out of check: captures and queen promotions only.
    noisy_only: bool,
    /// A node of the main search: SEE has a say.
    full: bool,
    /// Whether the histories order the quiet moves.
    by_history: bool,
    skips_quiets: bool,
    /// Where the node is, and what is attacked there: what the histories want to know.
    ply: usize,
    threats: Threats,
}

impl Picker {
    /// For a node of the main search.
    #[inline(always)]
    pub(crate) fn main(
        node: &Node,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
    ) -> Picker {
        Picker {
            stage: Stage::TableMove,
            index: 0,
            table_move,
            killers,
            noisy_only: false,
            full: true,
            by_history: true,
            skips_quiets: false,
            ply: node.ply,
            threats: node.threats,
        }
    }

    /// For a node of quiescence: no killers; all moves in check, else the noisy ones.
    #[inline(always)]
    pub(crate) fn quiescence(node: &Node, table_move: Option<Move>, by_history: bool) -> Picker {
        Picker {
            stage: Stage::TableMove,
            index: 0,
            table_move,
            killers: [None; 2],
            noisy_only: !node.in_check,
            full: false,
            by_history,
            skips_quiets: false,
            ply: node.ply,
            threats: node.threats,
        }
    }

    /// Leaves out the quiet moves that are still to come.
    #[inline(always)]
    pub(crate) fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// The next move, with its key and the reason for its place.
    #[inline]
    pub(crate) fn next<M: Mode>(
        &mut self,
        searcher: &mut Searcher<M>,
        position: &Position,
        buffer: &mut MoveBuffer,
    ) -> Option<OrderedMove> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = if searcher.mode.on(Technique::MvvLva) || self.noisy_only {
                        Stage::GenerateNoisy
                    } else {
                        Stage::GenerateAll
                    };
                    if let Some(mv) = self.table_move {
                        return Some(OrderedMove::new(mv, Reason::TableMove, 0));
                    }
                }
                Stage::GenerateNoisy => {
                    buffer.start();
                    position.add_noisy_moves(&mut buffer.moves);
                    if searcher.mode.on(Technique::MvvLva) {
                        buffer.score(|mv| self.noisy_key(searcher, position, mv));
                        searcher.mode.acted(Technique::MvvLva);
                        if !self.full && searcher.mode.on(Technique::CaptureHistoryQuiescence) {
                            searcher.mode.acted(Technique::CaptureHistoryQuiescence);
                        }
                    } else {
                        buffer.score(|_| 0);
                    }
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.select(buffer) {
                    Some((mv, key)) => {
                        if self.full && searcher.loses_material(position, mv) {
                            buffer.bad.push(mv);
                            continue;
                        }
                        return Some(OrderedMove::new(mv, Reason::GoodCapture, key));
                    }
                    None if self.noisy_only => self.stage = Stage::Done,
                    None => {
                        self.index = 0;
                        self.stage = Stage::Killers;
                    }
                },
                Stage::Killers => match self.next_killer(position) {
                    Some(mv) => return Some(OrderedMove::new(mv, Reason::Killer, 0)),
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet | Stage::Quiet if self.skips_quiets => {
                    self.index = 0;
                    self.stage = Stage::BadNoisy;
                }
                Stage::GenerateQuiet => {
                    buffer.moves.clear();
                    position.add_quiet_moves(&mut buffer.moves);
                    self.score_quiets(searcher, position, buffer);
                    if self.by_history {
                        for technique in [Technique::CheckOrdering, Technique::ThreatOrdering] {
                            if searcher.mode.on(technique) {
                                searcher.mode.acted(technique);
                            }
                        }
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.select(buffer) {
                    Some((mv, _)) if self.killers.contains(&Some(mv)) => {}
                    Some((mv, key)) => return Some(OrderedMove::new(mv, quiet_reason(mv), key)),
                    None => {
                        self.index = 0;
                        self.stage = Stage::BadNoisy;
                    }
                },
                Stage::BadNoisy => match buffer.bad.get(self.index) {
                    Some(mv) => {
                        self.index += 1;
                        let key = self.noisy_key(searcher, position, mv);
                        return Some(OrderedMove::new(mv, Reason::BadCapture, key));
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateAll => {
                    buffer.start();
                    position.add_noisy_moves(&mut buffer.moves);
                    position.add_quiet_moves(&mut buffer.moves);
                    self.score_quiets(searcher, position, buffer);
                    self.stage = Stage::All;
                }
                Stage::All => match self.select(buffer) {
                    Some((mv, key)) => return Some(OrderedMove::new(mv, Reason::Unordered, key)),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// The key of a capture or promotion: with its history, if that has a say.
    #[inline(always)]
    fn noisy_key<M: Mode>(&self, searcher: &Searcher<M>, position: &Position, mv: Move) -> i32 {
        searcher
            .capture_key(position, mv, !self.full)
            .unwrap_or_else(|| mvv_lva(position, mv))
    }

    /// The move with the highest key of those left, the first of equals, but for the table move.
    #[inline(always)]
    fn select(&self, buffer: &mut MoveBuffer) -> Option<(Move, i32)> {
        let ranks = &mut buffer.ranks[..buffer.moves.len()];
        loop {
            let best = ranks.iter().fold(TAKEN, |best, &rank| best.max(rank));
            if best == TAKEN {
                return None;
            }
            let place = 255 - (best & 255) as usize;
            ranks[place] = TAKEN;
            let mv = buffer.moves.get(place);
            if mv != self.table_move {
                return mv.map(|mv| (mv, best >> 8));
            }
        }
    }

    /// The next killer that is a quiet move here. Those that are not are forgotten, so that the quiet stage keeps them.
    #[inline(always)]
    fn next_killer(&mut self, position: &Position) -> Option<Move> {
        while self.index < self.killers.len() {
            let killer = self.killers[self.index];
            self.index += 1;
            match killer {
                Some(mv) if killer != self.table_move && mv.is_quiet() && position.is_legal(mv) => {
                    return killer;
                }
                _ => self.killers[self.index - 1] = None,
            }
        }
        None
    }

    // ANCHOR: score_quiets
    /// Quiet moves by their histories; a capture that promotes to less than a queen comes before them by its capture key.
    #[inline(always)]
    fn score_quiets<M: Mode>(
        &self,
        searcher: &Searcher<M>,
        position: &Position,
        buffer: &mut MoveBuffer,
    ) {
        let side = position.side_to_move();
        let ordered = searcher.mode.on(Technique::MvvLva);
        let continuations = searcher.continuations(self.ply);
        let pawns = searcher.pawn_history(position);
        let checks = searcher.checks(position);
        let threats = searcher.lesser_threats(position);
        buffer.score(|mv| {
            if mv.is_capture() {
                if ordered {
                    ABOVE_HISTORY + mvv_lva(position, mv)
                } else {
                    0
                }
            } else if self.by_history {
                let piece_to = PieceTo::of(position, mv);
                searcher.history(side, self.threats, mv)
                    + continuations.score(piece_to)
                    + pawns.map_or(0, |table| table[piece_to.index()].into())
                    + searcher.low_ply_history(self.ply, mv)
                    + checks.bonus(position, piece_to.piece_type(), mv)
                    + threats.bonus(piece_to.piece_type(), mv)
            } else {
                0
            }
        });
    }
    // ANCHOR_END: score_quiets
}

/// Why a move of the quiet stage stands there.
#[inline(always)]
fn quiet_reason(mv: Move) -> Reason {
    if mv.is_quiet() {
        Reason::Quiet
    } else {
        Reason::Underpromotion
    }
}

impl MoveBuffer {
    fn start(&mut self) {
        self.moves.clear();
        self.bad.clear();
    }

    /// Gives every move its key.
    #[inline(always)]
    fn score(&mut self, key: impl Fn(Move) -> i32) {
        for (place, (rank, mv)) in (0..).zip(self.ranks.iter_mut().zip(self.moves.iter())) {
            let key = key(mv);
            debug_assert!(key.abs() < KEY_LIMIT, "{mv:?} has the key {key}");
            *rank = key << 8 | (255 - place);
        }
    }
}

#[cfg(test)]
mod tests;
