//! Table evaluation: a remembered score is a better evaluation than the static one, where it bounds it.
//!
//! Idea: the table's score comes from a search, if a shallow one.
//! Why it is unsound: that search may have been shallow, and of another path to the position.
//! When it applies: wherever the node's steps ask how the position stands; mates are left out. What is stored in the
//! table stays the raw evaluation, so that nothing is improved twice.
//! Numbers: in centipawns, the greater of the two for a lower bound, the lesser for an upper one, the table's score
//! where it is exact.
//! First source: Stockfish 2009. Chapter 8.

use crate::mode::Mode;
use crate::score::{Score, is_decisive};
use crate::searcher::Searcher;
use crate::transposition_table::Hit;
use crate::{Bound, Technique};

impl<M: Mode> Searcher<'_, M> {
    /// The evaluation that the steps of a node use.
    #[inline(always)]
    pub(crate) fn table_eval(&mut self, static_eval: Score, hit: Option<Hit>) -> Score {
        if !self.mode.on(Technique::TableEval) {
            return static_eval;
        }
        let eval = sharpened(static_eval, hit);
        if eval != static_eval {
            self.mode.acted(Technique::TableEval);
        }
        eval
    }
}

/// The static evaluation, or the remembered score where that is a bound on the better side of it.
#[inline(always)]
fn sharpened(static_eval: Score, hit: Option<Hit>) -> Score {
    match hit {
        Some(hit) if is_decisive(hit.score) => static_eval,
        Some(Hit {
            score,
            bound: Bound::Exact,
            ..
        }) => score,
        Some(Hit {
            score,
            bound: Bound::Lower,
            ..
        }) => score.max(static_eval),
        Some(Hit {
            score,
            bound: Bound::Upper,
            ..
        }) => score.min(static_eval),
        None => static_eval,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mate_in;

    fn hit(score: Score, bound: Bound) -> Option<Hit> {
        Some(Hit {
            mv: None,
            score,
            static_eval: None,
            depth: 1,
            bound,
            pv: false,
        })
    }

    #[test]
    fn a_bound_sharpens_the_evaluation_on_its_side_only() {
        assert_eq!(sharpened(10, None), 10);
        assert_eq!(sharpened(10, hit(50, Bound::Lower)), 50);
        assert_eq!(sharpened(10, hit(-50, Bound::Lower)), 10);
        assert_eq!(sharpened(10, hit(-50, Bound::Upper)), -50);
        assert_eq!(sharpened(10, hit(50, Bound::Upper)), 10);
        assert_eq!(sharpened(10, hit(-50, Bound::Exact)), -50);
        assert_eq!(sharpened(10, hit(mate_in(3), Bound::Exact)), 10);
    }
}
