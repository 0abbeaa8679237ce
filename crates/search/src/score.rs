//! Scores: in the evaluation's own unit from the side to move's view, with mates at the far ends.

use crate::MAX_PLY;
use cutaway_eval::Evaluator;

/// In the unit of the evaluation in force (of material and piece-square tables: centipawns), or a mate; positive is good for
/// the side to move.
pub type Score = i32;

/// Above every score that can occur.
pub const INFINITY: Score = 32_001;
/// The score of having mated; mate in `n` plies is `MATE - n`.
pub const MATE: Score = 32_000;
/// No mate found within the deepest ply scores less than this.
pub const MATE_IN_MAX_PLY: Score = MATE - MAX_PLY as Score;
/// A win that a tablebase knows scores this at the root, and a point less for each ply on the way to the position that was
/// looked up.
pub const TABLEBASE_WIN: Score = 31_500;
/// Mates and wins by tablebase score no less than this, and nothing else does.
pub const DECISIVE: Score = TABLEBASE_WIN - MAX_PLY as Score;
/// Evaluations stay strictly within this (the gap above is for tablebase wins).
pub const MAX_EVAL: Score = 29_000;
/// What a win by tablebase at the root is shown as, in centipawns; a point less for each ply, as with [`TABLEBASE_WIN`].
const TABLEBASE_CENTIPAWNS: i32 = 20_000;
/// A draw.
pub const DRAW: Score = 0;

/// The score of mating `ply` plies from the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// The score of being mated `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Whether the score is a mate, for either side.
#[inline(always)]
pub const fn is_mate(score: Score) -> bool {
    score >= MATE_IN_MAX_PLY || score <= -MATE_IN_MAX_PLY
}

/// Whether the score is a mate or a win by tablebase, for either side.
#[inline(always)]
pub const fn is_decisive(score: Score) -> bool {
    score >= DECISIVE || score <= -DECISIVE
}

/// A score as a person or a protocol wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedScore {
    /// As [`Evaluator::centipawns`] has them: with a network, 100 win every second game. A win by tablebase `n` plies away
    /// is 20,000 less `n`.
    Centipawns(i32),
    /// Mate in that many moves; negative when being mated. 0 means mated already.
    Mate(i32),
}

impl ReportedScore {
    /// A score of the search, in the unit of that evaluation.
    ///
    /// ```
    /// use cutaway_eval::Evaluator;
    /// use cutaway_search::{ReportedScore, TABLEBASE_WIN, mate_in, mated_in};
    /// let reported = |score| ReportedScore::of(score, &Evaluator::PieceSquare);
    /// assert_eq!(reported(mate_in(1)), ReportedScore::Mate(1));
    /// assert_eq!(reported(mated_in(2)), ReportedScore::Mate(-1));
    /// assert_eq!(reported(-30), ReportedScore::Centipawns(-30));
    /// assert_eq!(reported(5 - TABLEBASE_WIN), ReportedScore::Centipawns(-19_995));
    /// ```
    pub fn of(score: Score, evaluator: &Evaluator) -> ReportedScore {
        if score >= MATE_IN_MAX_PLY {
            ReportedScore::Mate((MATE - score + 1) / 2)
        } else if score <= -MATE_IN_MAX_PLY {
            ReportedScore::Mate(-((MATE + score) / 2))
        } else if is_decisive(score) {
            let plies = (TABLEBASE_WIN - score.abs()).max(0);
            ReportedScore::Centipawns(score.signum() * (TABLEBASE_CENTIPAWNS - plies))
        } else {
            ReportedScore::Centipawns(evaluator.centipawns(score))
        }
    }
}

/// Whether a score is exact or only a limit of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this (the node failed low).
    Upper = 1,
    /// The true score is at least this (the node failed high).
    Lower = 2,
    /// This is the score.
    Exact = 3,
}
