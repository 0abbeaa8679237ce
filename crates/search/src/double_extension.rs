//! Double and triple extension: a singular move is searched deeper still where the others fail by far.
//!
//! Idea: the further the others fall behind, the more hangs on the one move.
//! Why it is no gift: lines of forced moves grow long; the limit of singular extensions holds here too.
//! When it applies: to singular moves off the principal variation; the third ply to quiet ones only.
//! Numbers: one ply more where the others stay `double_extension_margin` below the bound, another where they stay
//! `triple_extension_margin` below it, in centipawns.
//! First source: Stockfish 2021. Chapter 18.

use crate::mode::Mode;
use crate::score::Score;
use crate::searcher::{Node, Searcher};
use crate::{Param, Technique};
use cutaway_chess::Move;

impl<M: Mode> Searcher<'_, M> {
    // ANCHOR: double_extension
    /// By how many plies more the singular move is searched deeper; the others stayed `gap` below the bound.
    #[inline(always)]
    pub(crate) fn double_extension(&mut self, node: &Node, mv: Move, gap: Score) -> i32 {
        if !self.mode.on(Technique::DoubleExtension)
            || node.pv
            || gap <= self.mode.param(Param::DoubleExtensionMargin)
        {
            return 0;
        }
        self.mode.acted(Technique::DoubleExtension);
        if !self.mode.on(Technique::TripleExtension)
            || !mv.is_quiet()
            || gap <= self.mode.param(Param::TripleExtensionMargin)
        {
            return 1;
        }
        self.mode.acted(Technique::TripleExtension);
        2
    }
    // ANCHOR_END: double_extension
}
