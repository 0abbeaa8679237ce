//! Iterative deepening: depth 1, 2, 3 and so on, until a limit is reached.
//!
//! Idea: each iteration orders the moves of the next, and whenever time is up there is a finished answer.
//! Why it is sound: the last iteration is a search to its depth like any other, only in a better order.
//! When it applies: at the root. A search can pause after a number of nodes and go on later: all that is lost is the
//! iteration that was under way, and most of that is in the table.
//! Numbers: depth + 1 an iteration, in plies.
//! First source: D. Slate and L. Atkin, Chess 4.5, 1977. Chapter 6.

use crate::mode::Mode;
use crate::root::{QUIET_TIME, RootMove, Sink};
use crate::score::{INFINITY, MATE, Score, is_mate};
use crate::searcher::Searcher;
use crate::thread_voting::elected;
use crate::time_management::{Plan, soft_scale};
use crate::{Bound, Info, ReportedScore, SearchEvent, SearchResult, Technique};
use cutaway_chess::{Game, Move, Position};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Where a search stands between two slices of it.
#[derive(Clone, Debug)]
pub(crate) struct Deepening {
    pub moves: Vec<RootMove>,
    /// The iteration to do next.
    depth: i32,
    /// The best line that was told last, but for bounds.
    told: Option<Info>,
    /// The first move of the best line that was told last, be it as a bound.
    told_move: Option<Move>,
    /// How many iterations in a row the best move has been the best.
    stable_iterations: u32,
    /// The best score averaged over the iterations, the later ones counting more; `None` before the first.
    average_score: Option<Score>,
    /// How far the last iteration's best score lies below the average before it.
    score_drop: Score,
    pub nodes: u64,
    /// Whether the tree is searched with the tablebases.
    pub uses_tables: bool,
    /// The positions that were found in them.
    pub tablebase_hits: u64,
}

/// Whether a search is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    Ended,
    /// The slice is used up.
    Paused,
}

impl Deepening {
    pub(crate) fn new(moves: Vec<Move>) -> Deepening {
        Deepening {
            moves: moves.into_iter().map(RootMove::new).collect(),
            depth: 0,
            told: None,
            told_move: None,
            stable_iterations: 0,
            average_score: None,
            score_drop: 0,
            nodes: 0,
            uses_tables: false,
            tablebase_hits: 0,
        }
    }

    /// The iteration to do next.
    pub(crate) fn depth(&self) -> i32 {
        self.depth
    }

    /// The best line of the last finished iteration.
    pub(crate) fn into_told(self) -> Option<Info> {
        self.told
    }

    /// Where the moves end that rank like the one at `first`; those of each rank stand together.
    pub(crate) fn end_of_rank(&self, first: usize) -> usize {
        let rank = self.moves[first].rank;
        let alike = self.moves[first..]
            .iter()
            .take_while(|root_move| root_move.rank == rank);
        first + alike.count()
    }

    /// Sorts the moves as a node would try them, before the first iteration; by rank before all.
    fn order<M: Mode>(&mut self, searcher: &mut Searcher<M>, position: &Position) {
        let order = searcher.ordered_moves(position);
        let place = |mv| {
            order
                .iter()
                .position(|ordered| ordered.mv == mv)
                .unwrap_or(usize::MAX)
        };
        self.moves
            .sort_by_key(|root_move| (-root_move.rank, place(root_move.mv)));
    }

    /// Takes the line of the thread that wins the vote against the main thread's, and tells it if it is another, with the
    /// nodes of all threads up to that time.
    pub(crate) fn vote(&mut self, helpers: Vec<Info>, time: Duration, sink: Sink) {
        let Some(own) = &self.told else { return };
        let lines: Vec<&Info> = std::iter::once(own).chain(&helpers).collect();
        let winner = lines[elected(&lines)].clone();
        if winner.pv.first() == own.pv.first() {
            return;
        }
        if !self.bring_to_front(&winner) {
            return;
        }
        let info = Info {
            nodes: self.nodes,
            time,
            tablebase_hits: self.tablebase_hits,
            ..winner
        };
        sink(SearchEvent::Info(info.clone()));
        self.told = Some(info);
    }

    /// The iteration under way was broken off. If all that it knows of its first move is that it is worse than the window,
    /// the move that the last iteration found is the better guess: it may have been passed over for this one by chance.
    fn fall_back(&mut self) {
        let best = &self.moves[0];
        let failed_low = best.bound == Bound::Upper && best.score > -INFINITY;
        let Some(told) = self.told.clone().filter(|_| failed_low) else {
            return;
        };
        if told.pv.first() == Some(&best.mv) || !self.bring_to_front(&told) {
            return;
        }
        let best = &mut self.moves[0];
        (best.score, best.bound) = (told.raw, told.bound);
        best.seldepth = told.seldepth as usize;
        self.depth = told.depth as i32;
    }

    /// Puts the root move that begins the line before all others, and keeps the line with it; `false` if there is none.
    fn bring_to_front(&mut self, line: &Info) -> bool {
        let begins = |its: &RootMove| Some(&its.mv) == line.pv.first();
        let Some(place) = self.moves.iter().position(begins) else {
            return false;
        };
        self.moves[..=place].rotate_right(1);
        self.moves[0].pv.clone_from(&line.pv);
        true
    }

    /// The result as it stands, after whatever was told last.
    pub(crate) fn result(&self, game: &Game, time: Duration) -> SearchResult {
        let best = self.moves.first().map(|root_move| root_move.mv);
        // The reply of the line that was told, not of one that came of a broken-off iteration and was not.
        let told = self.told.as_ref().map(|told| &told.pv);
        let line = told.filter(|line| line.first() == best.as_ref());
        let own = self.moves.first().map(|root_move| &root_move.pv);
        let reply = line.or(own).and_then(|line| line.get(1)).copied();
        let goes_on = |reply: &Move| {
            let mut after = game.clone();
            let played = best
                .into_iter()
                .chain([*reply])
                .all(|mv| after.play(mv).is_ok());
            played && after.outcome().is_none()
        };
        SearchResult {
            best,
            ponder: reply.filter(goes_on),
            info: self.told.clone(),
            nodes: self.nodes,
            time,
        }
    }
}

impl<M: Mode> Searcher<'_, M> {
    /// Searches deeper and deeper until the plan is fulfilled, the search is stopped, or the slice is used up.
    pub(crate) fn deepen(
        &mut self,
        position: &Position,
        state: &mut Deepening,
        plan: &Plan,
        sink: Sink,
    ) -> Progress {
        self.nodes = state.nodes;
        if state.depth == 0 {
            state.order(self, position);
            state.depth = if self.mode.on(Technique::IterativeDeepening) {
                1
            } else {
                plan.max_depth
            };
        }
        while self.iterate(position, state, plan, sink) {
            if self.has_done_enough(state, plan) {
                break;
            }
            state.depth += 1;
        }
        state.nodes = self.nodes;
        self.shared.nodes[self.index].store(self.nodes, Relaxed);
        let slice_is_over = self.aborted && self.nodes >= self.slice_end;
        if slice_is_over && !self.shared.control.is_stopped() && !self.is_limit_reached() {
            return Progress::Paused;
        }
        if self.aborted && self.index == 0 {
            state.fall_back();
        }
        self.tell_if_changed(position, state, plan, sink);
        self.remember_root_move(position, state.moves[0].mv);
        Progress::Ended
    }

    /// One iteration over all lines. False if it was broken off.
    fn iterate(
        &mut self,
        position: &Position,
        state: &mut Deepening,
        plan: &Plan,
        sink: Sink,
    ) -> bool {
        self.mode.tried(Technique::IterativeDeepening);
        self.mode.new_iteration();
        self.root_depth = state.depth as usize;
        let best_before = state.moves[0].mv;
        for first in 0..plan.multi_pv {
            self.search_line(position, state, first, plan, sink);
            if self.aborted {
                return false;
            }
        }
        // A later line may have turned out better than an earlier one.
        state.moves[..plan.multi_pv].sort_by_key(|root_move| (-root_move.rank, -root_move.score));
        for root_move in &mut state.moves {
            root_move.previous_score = root_move.score;
        }
        let is_same = state.moves[0].mv == best_before;
        state.stable_iterations = if is_same {
            state.stable_iterations + 1
        } else {
            0
        };
        let score = state.moves[0].score;
        let average = state.average_score.unwrap_or(score);
        state.score_drop = average - score;
        state.average_score = Some((average + score) / 2);
        self.mode.acted(Technique::IterativeDeepening);
        // Helpers tell nobody, but keep their best line for the vote.
        let lines = if self.index == 0 { plan.multi_pv } else { 1 };
        for (i, root_move) in state.moves[..lines].iter().enumerate() {
            let info = self.info(root_move, state.depth, i);
            if i == 0 {
                state.told = Some(info.clone());
                state.told_move = Some(root_move.mv);
            }
            if self.index == 0 {
                sink(SearchEvent::Info(info));
            }
        }
        true
    }

    /// Tells of a window that the score fell out of, late in the search of a single line.
    pub(crate) fn tell_bound(&self, state: &mut Deepening, plan: &Plan, sink: Sink) {
        if self.index == 0 && plan.multi_pv == 1 && self.elapsed() >= QUIET_TIME {
            let root_move = &state.moves[0];
            sink(SearchEvent::Info(self.info(root_move, state.depth, 0)));
            state.told_move = Some(root_move.mv);
        }
    }

    /// Whether no further iteration is wanted.
    fn has_done_enough(&mut self, state: &Deepening, plan: &Plan) -> bool {
        if state.depth >= plan.max_depth || !self.mode.on(Technique::IterativeDeepening) {
            return true;
        }
        self.check_limits();
        if self.aborted {
            return true;
        }
        // Helpers go on until the main thread is done.
        if self.index > 0 {
            return false;
        }
        let best = &state.moves[0];
        if is_mate(best.score) {
            let plies = MATE - best.score.abs();
            let wanted = plan
                .mate
                .is_some_and(|moves| (plies + 1) / 2 <= moves as Score);
            let lines = &state.moves[..plan.multi_pv];
            let all_proved = plan.ends_on_proved_mate
                && state.depth > 2 * plies + 8
                && lines.iter().all(|line| is_mate(line.score));
            if wanted || all_proved {
                return true;
            }
        }
        if plan
            .soft_nodes
            .is_some_and(|soft| self.shared.total_nodes() >= soft)
        {
            return true;
        }
        let Some(soft) = plan.soft else {
            return false;
        };
        self.mode.tried(Technique::TimeManagement);
        let total: u64 = state.moves.iter().map(|root_move| root_move.nodes).sum();
        let scale = soft_scale(
            &self.mode,
            best.nodes * 1000 / total.max(1),
            state.stable_iterations,
            state.score_drop,
        );
        let ends = self.elapsed() >= soft * scale / 1000;
        if self.shared.control.is_pondering() {
            self.ends_on_ponder_hit = ends;
            return false;
        }
        if ends {
            self.mode.acted(Technique::TimeManagement);
        }
        ends
    }

    /// Tells the best line if it is not the one that was told last, or if nothing was told at all.
    fn tell_if_changed(
        &mut self,
        position: &Position,
        state: &mut Deepening,
        plan: &Plan,
        sink: Sink,
    ) {
        let mv = state.moves[0].mv;
        let told = state.told.as_ref();
        let begins_told = told.is_some_and(|told| told.pv.first() == Some(&mv));
        // A move of which only bounds were told has to take the place of the line before it: result and vote go by that.
        if self.index > 0 || (state.told_move == Some(mv) && begins_told) {
            return;
        }
        let best = &mut state.moves[0];
        if best.score == -INFINITY {
            // Broken off before one move was searched: all there is to say is the evaluation.
            self.thread.eval.reset(position);
            best.score = self.evaluate(position);
            best.seldepth = 1;
        }
        if state.told.is_none() {
            // Not even the first iteration was finished: the moves that were not searched may be better.
            best.bound = Bound::Lower;
        }
        let info = self.info(&state.moves[0], state.depth.max(1), 0);
        state.told = Some(info.clone());
        sink(SearchEvent::Info(info));
        self.tell_moved_down(state, plan, sink);
    }

    /// Tells the lines after the best anew, as the last iteration left them: they have moved down by one.
    fn tell_moved_down(&self, state: &Deepening, plan: &Plan, sink: Sink) {
        for (line, root_move) in (1..).zip(&state.moves[1..plan.multi_pv]) {
            if root_move.previous_score > -INFINITY {
                let before = RootMove {
                    score: root_move.previous_score,
                    bound: Bound::Exact,
                    ..root_move.clone()
                };
                sink(SearchEvent::Info(self.info(&before, state.depth - 1, line)));
            }
        }
    }

    fn info(&self, root_move: &RootMove, depth: i32, line: usize) -> Info {
        let (score, bound) = root_move.told_score();
        Info {
            depth: depth as u32,
            seldepth: root_move.seldepth.max(1) as u32,
            multi_pv: line as u32 + 1,
            score: ReportedScore::of(score, self.thread.eval.evaluator()),
            raw: score,
            bound,
            nodes: self.shared.total_nodes().max(self.nodes),
            time: self.shared.clock.elapsed(),
            hashfull: self.shared.table.hashfull(),
            tablebase_hits: self.shared.tablebase_hits.load(Relaxed),
            pv: root_move.pv.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::Lab;
    use crate::searcher::{Shared, ThreadData};
    use crate::transposition_table::Table;
    use crate::{ClockLimits, Control, Limits, Settings};
    use std::sync::atomic::AtomicU64;

    #[test]
    fn a_soft_limit_that_passed_while_pondering_ends_the_search_at_the_ponder_hit() {
        let limits = Limits {
            clock: Some(ClockLimits {
                remaining: Duration::from_secs(1000),
                ..ClockLimits::default()
            }),
            ponder: true,
            ..Limits::default()
        };
        for (root_moves, ends_at_hit) in [(1, true), (20, false)] {
            let settings = Settings::default();
            let plan = Plan::new(&limits, &settings, root_moves);
            let (table, control) = (Table::new(1).expect("one MiB"), Control::new(true));
            let nodes = [AtomicU64::new(0)];
            let shared = Shared::new(&table, &control, &nodes);
            let mut thread = ThreadData::new(&cutaway_eval::Evaluator::Material);
            let mode = Lab::new(&settings);
            let mut searcher = Searcher::new(mode, &mut thread, &shared, 0, plan.hard);
            let moves = Position::startpos().legal_moves();
            let mut state = Deepening::new(moves.iter().take(root_moves).collect());
            state.moves[0].score = 0;
            assert!(!searcher.has_done_enough(&state, &plan));
            assert!(!searcher.is_limit_reached());
            control.ponder_hit();
            assert_eq!(searcher.is_limit_reached(), ends_at_hit);
        }
    }

    #[test]
    fn a_move_told_as_a_bound_only_takes_the_place_of_the_line_before() {
        let (table, control) = (Table::new(1).expect("one MiB"), Control::new(false));
        let nodes = [AtomicU64::new(0)];
        let shared = Shared::new(&table, &control, &nodes);
        let mut thread = ThreadData::new(&cutaway_eval::Evaluator::Material);
        let mode = Lab::new(&Settings::default());
        let mut searcher = Searcher::new(mode, &mut thread, &shared, 0, Default::default());
        let moves = Position::startpos().legal_moves();
        let mut state = Deepening::new(moves.iter().collect());
        for root_move in &mut state.moves {
            root_move.score = 10;
        }
        let before = state.moves[1].clone();
        let plan = Plan::new(&Limits::default(), &Settings::default(), 20);
        let mut told = Vec::new();
        for told_move in [Some(before.mv), Some(state.moves[0].mv)] {
            state.told = Some(searcher.info(&before, 7, 0));
            state.told_move = told_move;
            let sink = &mut |event| told.push(event);
            searcher.tell_if_changed(&Position::startpos(), &mut state, &plan, sink);
            let line = state.told.as_ref().expect("a line was told");
            assert_eq!(line.pv, [state.moves[0].mv]);
        }
        assert_eq!(told.len(), 2);
    }

    #[test]
    fn a_move_that_only_failed_low_gives_way_to_that_of_the_last_iteration() {
        for (score, bound, stays) in [
            (-500, Bound::Upper, false),
            (50, Bound::Exact, true),
            (50, Bound::Lower, true),
            (-INFINITY, Bound::Upper, true),
        ] {
            let moves = Position::startpos().legal_moves();
            let mut state = Deepening::new(moves.iter().collect());
            let [first, last] = [0, moves.len() - 1].map(|place| state.moves[place].mv);
            state.told = Some(Info {
                depth: 7,
                seldepth: 9,
                multi_pv: 1,
                score: ReportedScore::Centipawns(10),
                raw: 12,
                bound: Bound::Exact,
                nodes: 1000,
                time: Duration::ZERO,
                hashfull: 0,
                tablebase_hits: 0,
                pv: vec![last],
            });
            state.depth = 8;
            (state.moves[0].score, state.moves[0].bound) = (score, bound);
            state.fall_back();
            assert_eq!(state.moves[0].mv, if stays { first } else { last });
            assert_eq!(state.moves.len(), moves.len());
            if !stays {
                let best = &state.moves[0];
                assert_eq!((best.score, best.bound, state.depth), (12, Bound::Exact, 7));
            }
        }
    }
}
