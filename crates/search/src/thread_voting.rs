//! Thread voting: the threads vote for the move that is played.
//!
//! Idea: all of them search the same position in their own ways; the main thread may be the one that has not yet seen
//! what the others have.
//! Why it is sound: whatever wins is the best that some thread has found, in its last finished iteration or, of the main
//! thread, in the one under way.
//! When it applies: with several threads, for a single line, unless a depth was asked for and reached.
//! Numbers: each thread votes for its move with depth * (score - the lowest score of all + 14), the score in the unit of
//! the evaluation. A proved win needs no votes: the shortest is played. A proved loss of the main thread's is outvoted only
//! by lines that are at least as deep.
//! First source: Stockfish 2018. Chapter 22.

use crate::mode::Mode;
use crate::score::DECISIVE;
use crate::searcher::Searcher;
use crate::{Info, Score, Technique};

/// What even the thread with the lowest score has to say.
const LEAST: Score = 14;

impl<M: Mode> Searcher<'_, M> {
    /// Whether the threads vote at all.
    pub(crate) fn threads_vote(&self) -> bool {
        self.mode.on(Technique::ThreadVoting)
    }
}

// ANCHOR: elected
/// Which of the threads' last finished lines is to be played; the first is the main thread's and wins where votes are equal.
pub(crate) fn elected(lines: &[&Info]) -> usize {
    let lowest = lines.iter().map(|line| line.raw).min().unwrap_or(0);
    let weight = |line: &Info| i64::from(line.raw - lowest + LEAST) * i64::from(line.depth);
    // Who has not looked so deep only does not see yet that the game is lost.
    let has_a_say = |line: &Info| {
        lines[0].raw > -DECISIVE || line.depth >= lines[0].depth || line.raw >= DECISIVE
    };
    let voters = || lines.iter().copied().filter(|line| has_a_say(line));
    let votes = |of: &Info| -> i64 {
        let same = voters().filter(|line| line.pv.first() == of.pv.first());
        same.map(weight).sum()
    };
    let mut best = 0;
    for (index, &line) in lines.iter().enumerate().skip(1) {
        if !has_a_say(line) {
            continue;
        }
        let held = lines[best];
        let is_better = if held.raw.max(line.raw) >= DECISIVE {
            line.raw > held.raw
        } else {
            let (new, old) = (votes(line), votes(held));
            let differs = line.pv.first() != held.pv.first();
            new > old || (new == old && differs && weight(line) > weight(held))
        };
        if is_better {
            best = index;
        }
    }
    best
}
// ANCHOR_END: elected

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bound, ReportedScore, mate_in};
    use cutaway_chess::{Move, Position};
    use cutaway_eval::Evaluator;
    use std::time::Duration;

    fn line(mv: &str, depth: u32, raw: Score) -> Info {
        let mv: Move = Position::startpos().parse_uci(mv).expect("a legal move");
        Info {
            depth,
            seldepth: depth,
            multi_pv: 1,
            score: ReportedScore::of(raw, &Evaluator::Material),
            raw,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tablebase_hits: 0,
            pv: vec![mv],
        }
    }

    fn winner(lines: &[Info]) -> usize {
        elected(&lines.iter().collect::<Vec<_>>())
    }

    #[test]
    fn the_main_thread_wins_when_all_agree() {
        let lines = [
            line("e2e4", 9, 30),
            line("e2e4", 11, 20),
            line("e2e4", 9, 50),
        ];
        assert_eq!(winner(&lines), 0);
        assert_eq!(winner(&lines[..1]), 0);
    }

    #[test]
    fn several_threads_outvote_the_main_one() {
        let lines = [
            line("e2e4", 10, 20),
            line("d2d4", 10, 20),
            line("d2d4", 10, 20),
        ];
        assert_eq!(winner(&lines), 1);
    }

    #[test]
    fn a_deeper_and_better_line_counts_more() {
        assert_eq!(winner(&[line("e2e4", 10, 20), line("d2d4", 14, 60)]), 1);
        assert_eq!(winner(&[line("e2e4", 14, 60), line("d2d4", 10, 20)]), 0);
    }

    #[test]
    fn the_shortest_proved_win_needs_no_votes() {
        let lines = [
            line("e2e4", 20, 900),
            line("e2e4", 20, 900),
            line("d2d4", 5, mate_in(7)),
            line("c2c4", 5, mate_in(5)),
        ];
        assert_eq!(winner(&lines), 3);
    }

    #[test]
    fn a_proved_loss_is_outvoted_only_by_lines_as_deep() {
        let lost = line("e2e4", 20, -mate_in(8));
        let voted = |helpers: &[Info]| {
            let lines: Vec<Info> = [lost.clone()].iter().chain(helpers).cloned().collect();
            winner(&lines)
        };
        let (early, late) = (line("d2d4", 19, -300), line("d2d4", 20, -300));
        assert_eq!(voted(&[early.clone(), early.clone()]), 0);
        assert_eq!(voted(&[early.clone(), late]), 2);
        // Nor do they lend their votes to a line that loses sooner.
        assert_eq!(voted(&[early, line("d2d4", 20, -mate_in(6))]), 0);
        assert_eq!(voted(&[line("d2d4", 5, mate_in(7))]), 1);
    }
}
