//! One thread's search: what it owns, what it shares, and the small deeds that all steps need.

use crate::capture_history::CaptureHistory;
use crate::continuation_history::{ContinuationHistory, PieceTo};
use crate::correction_history::CorrectionHistory;
use crate::history::Butterfly;
use crate::killers::KillerTable;
use crate::low_ply_history::LowPlyHistory;
use crate::mode::{Mode, Visit};
use crate::ordering::MoveBuffer;
use crate::pawn_history::PawnHistory;
use crate::pv::PvTable;
use crate::threat_history::Threats;
use crate::transposition_table::{Hit, Table, table_key, with_clock};
use crate::{Clock, Control, MAX_EVAL, MAX_PLY, Score, Tables, Technique};
use cutaway_chess::{Game, Move, Position};
use cutaway_eval::{EvalStack, Evaluator};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// How many nodes are searched between two looks at the clock and the stop flags, at first and at the most.
const CHECK_INTERVALS: (u64, u64) = (16, 1024);
/// If they take longer than that, the next look comes sooner: memory that has to be fetched from the system, or too many
/// threads for the processors, may make a node take a thousand times as long as another.
const CHECK_TIME: Duration = Duration::from_millis(2);

/// What every step of a node may look at.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// Plies from the root.
    pub ply: usize,
    /// Plies left to search.
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
    /// On the principal variation, as far as one can know: searched with an open window.
    pub pv: bool,
    /// Expected to fail high.
    pub cut_node: bool,
    pub in_check: bool,
    /// The side to move stands better than at its last move.
    pub improving: bool,
    /// A move that is left out: what is asked is what the node is worth without it.
    pub excluded: Option<Move>,
    /// The table's move is a capture or promotion.
    pub table_noisy: bool,
    /// What the enemy attacks, for the histories.
    pub threats: Threats,
    /// What the table knows.
    pub hit: Option<Hit>,
    /// The evaluation as it is stored; none in check.
    pub raw_eval: Option<Score>,
    /// The evaluation that the steps use; meaningless in check.
    pub static_eval: Score,
    /// By how much the corrections moved it, either way.
    pub correction: Score,
}

impl Node {
    /// A node about which nothing is known but its place and window.
    #[inline(always)]
    pub(crate) fn new(ply: usize, depth: i32, alpha: Score, beta: Score, cut_node: bool) -> Node {
        Node {
            ply,
            depth,
            alpha,
            beta,
            pv: false,
            cut_node,
            in_check: false,
            improving: false,
            excluded: None,
            table_noisy: false,
            threats: Threats::default(),
            hit: None,
            raw_eval: None,
            static_eval: 0,
            correction: 0,
        }
    }

    /// Whether the whole node may be given up on a guess: off the principal variation, out of check, and with all its
    /// moves.
    #[inline(always)]
    pub(crate) fn is_prunable(&self) -> bool {
        !self.pv && !self.in_check && self.excluded.is_none()
    }

    /// What the probe is told when the node begins; `mv` led to it.
    #[inline(always)]
    pub(crate) fn visit(&self, mv: Option<Move>) -> Visit {
        Visit {
            mv,
            ply: self.ply,
            depth: self.depth,
            alpha: self.alpha,
            beta: self.beta,
        }
    }
}

/// What is remembered of each ply of the line that is being searched.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ply {
    /// The move that is being searched from here; `None` is a null move.
    pub mv: Option<Move>,
    /// Its man and destination.
    pub piece_to: Option<PieceTo>,
    /// Plies since the last null move of the line, or since the 50-move clock was last reset before the root.
    pub plies_since_null: u16,
    /// The static evaluation of the position here, the side to move's view; none in check.
    pub static_eval: Option<Score>,
    /// What the enemy attacks here.
    pub threats: Threats,
    /// By how many plies the move that is being searched from here is reduced.
    pub reduction: i32,
    /// How many nodes at this ply have been cut off since their parent began.
    pub cutoffs: u8,
}

// ANCHOR: thread_data
/// What one thread keeps from search to search.
pub(crate) struct ThreadData {
    pub butterfly: Butterfly,
    pub captures: CaptureHistory,
    pub continuation: ContinuationHistory,
    pub pawns: PawnHistory,
    pub low_plies: LowPlyHistory,
    pub corrections: CorrectionHistory,
    pub killers: KillerTable,
    pub pv: PvTable,
    pub eval: EvalStack,
    /// The keys of all positions from the start of the game to the node, the node's last.
    pub keys: Vec<u64>,
    pub plies: Vec<Ply>,
    /// Move lists by ply; a node takes its own and gives it back.
    pub buffers: Vec<Option<Box<MoveBuffer>>>,
}
// ANCHOR_END: thread_data

impl ThreadData {
    /// With all the memory that a search by that evaluation will need.
    pub(crate) fn new(evaluator: &Evaluator) -> ThreadData {
        ThreadData {
            butterfly: Butterfly::new(),
            captures: CaptureHistory::new(),
            continuation: ContinuationHistory::new(),
            pawns: PawnHistory::new(),
            low_plies: LowPlyHistory::new(),
            corrections: CorrectionHistory::new(),
            killers: KillerTable::new(),
            pv: PvTable::new(),
            eval: EvalStack::new(evaluator.clone(), MAX_PLY + 8),
            keys: Vec::new(),
            plies: vec![Ply::default(); MAX_PLY + 4],
            buffers: (0..MAX_PLY + 2).map(|_| Some(Box::default())).collect(),
        }
    }

    /// Forgets what earlier searches taught, in place: of memory that is taken anew there might be too little.
    pub(crate) fn forget(&mut self) {
        self.butterfly.clear();
        self.captures.clear();
        self.continuation.clear();
        self.pawns.clear();
        self.low_plies.clear();
        self.corrections.clear();
        self.plies.fill(Ply::default());
    }

    /// Forgets what is told by ply: it belongs to the tree of the search before. The other histories stay.
    pub(crate) fn begin_search(&mut self) {
        self.killers = KillerTable::new();
        self.low_plies.clear();
    }

    /// Makes ready to search from the game's position, be it for another slice of the same search.
    pub(crate) fn prepare(&mut self, game: &Game, evaluator: &Evaluator) {
        self.eval.set_evaluator(evaluator);
        self.eval.reset(game.position());
        self.keys.clear();
        self.keys.extend_from_slice(game.keys());
        self.keys.reserve(MAX_PLY + 8);
        self.plies[0].plies_since_null = game.position().halfmove_clock();
    }
}

// ANCHOR: shared
/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub control: &'a Control,
    pub clock: Clock,
    /// The nodes of each thread, written now and then by it alone.
    pub nodes: &'a [AtomicU64],
    /// The tables that the tree is searched with.
    pub tables: Option<&'a Tables>,
    /// The positions that were found in them.
    pub tablebase_hits: AtomicU64,
    /// Set by the main thread when it is done.
    pub done: AtomicBool,
}
// ANCHOR_END: shared

impl<'a> Shared<'a> {
    /// For threads with those counts of nodes, from now on and without tablebases.
    pub(crate) fn new(
        table: &'a Table,
        control: &'a Control,
        nodes: &'a [AtomicU64],
    ) -> Shared<'a> {
        Shared {
            table,
            control,
            clock: Clock::start(),
            nodes,
            tables: None,
            tablebase_hits: AtomicU64::new(0),
            done: AtomicBool::new(false),
        }
    }

    /// The nodes of all threads, as far as they have told.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}

/// What ends a search from within.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HardLimits {
    /// The nodes of all threads together.
    pub nodes: Option<u64>,
    /// The time at which it must end, ponder hit or not yet.
    pub time: Option<Duration>,
    /// Nodes that count as a millisecond, instead of the clock.
    pub nodes_per_ms: Option<u64>,
}

/// One thread's search of one position.
pub(crate) struct Searcher<'a, M: Mode> {
    pub mode: M,
    pub thread: &'a mut ThreadData,
    pub shared: &'a Shared<'a>,
    /// Which thread this is; 0 is the main one.
    pub index: usize,
    pub limits: HardLimits,
    pub nodes: u64,
    next_check: u64,
    check_interval: u64,
    /// When the limits were last looked at.
    checked_at: Duration,
    /// Stop (to go on later) when this many nodes have been searched.
    pub slice_end: u64,
    pub seldepth: usize,
    /// The depth of the iteration that is under way.
    pub root_depth: usize,
    pub aborted: bool,
    /// The soft limit was passed while pondering: the ponder hit ends the search.
    pub ends_on_ponder_hit: bool,
    /// Below this ply no null move is tried: a verification search is under way.
    pub null_move_min_ply: usize,
    /// The most men of a position that is looked up; 0 without tables.
    pub tablebase_men: u32,
}

impl<'a, M: Mode> Searcher<'a, M> {
    pub(crate) fn new(
        mode: M,
        thread: &'a mut ThreadData,
        shared: &'a Shared<'a>,
        index: usize,
        limits: HardLimits,
    ) -> Searcher<'a, M> {
        let tables = shared.tables.filter(|_| mode.on(Technique::Tablebases));
        Searcher {
            mode,
            thread,
            shared,
            index,
            limits,
            nodes: 0,
            next_check: 0,
            check_interval: CHECK_INTERVALS.0,
            checked_at: shared.clock.elapsed(),
            slice_end: u64::MAX,
            seldepth: 0,
            root_depth: 0,
            aborted: false,
            ends_on_ponder_hit: false,
            null_move_min_ply: 0,
            tablebase_men: tables.map_or(0, Tables::men),
        }
    }

    /// Begins a node of the tree: no line from it is known yet.
    #[inline(always)]
    pub(crate) fn begin_node(&mut self, ply: usize) {
        self.thread.pv.clear(ply);
        self.seldepth = self.seldepth.max(ply);
    }

    /// Whether to unwind. Scores that are returned from then on mean nothing.
    #[inline(always)]
    pub(crate) fn should_stop(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.aborted
    }

    // ANCHOR: check_limits
    /// Looks at the limits, and settles when to look again.
    #[cold]
    #[inline(never)]
    pub(crate) fn check_limits(&mut self) {
        self.shared.nodes[self.index].store(self.nodes, Relaxed);
        let now = self.shared.clock.elapsed();
        self.check_interval = if now.saturating_sub(self.checked_at) > CHECK_TIME {
            (self.check_interval / 4).max(1)
        } else {
            (self.check_interval * 2).min(CHECK_INTERVALS.1)
        };
        self.checked_at = now;
        self.next_check = (self.nodes + self.check_interval).min(self.slice_end);
        let stopped = self.shared.control.is_stopped()
            || self.shared.done.load(Relaxed)
            || self.nodes >= self.slice_end;
        self.aborted |= stopped || self.is_limit_reached();
    }
    // ANCHOR_END: check_limits

    /// Whether the nodes or the time are used up; if not, the limits are looked at again no later than they can be.
    pub(crate) fn is_limit_reached(&mut self) -> bool {
        if let Some(limit) = self.limits.nodes {
            let total = self.shared.total_nodes();
            if total >= limit {
                return true;
            }
            // As many as each thread may search if all do the same.
            let share = (limit - total).div_ceil(self.shared.nodes.len() as u64);
            self.next_check = self.next_check.min(self.nodes + share);
        }
        if self.shared.control.is_pondering() {
            return false;
        }
        self.ends_on_ponder_hit || self.limits.time.is_some_and(|time| self.elapsed() >= time)
    }

    /// The time since the search began, in nodes if it is to be measured so.
    pub(crate) fn elapsed(&self) -> Duration {
        match self.limits.nodes_per_ms {
            Some(rate) => Duration::from_micros(self.shared.total_nodes() * 1000 / rate.max(1)),
            None => self.shared.clock.elapsed(),
        }
    }

    /// Makes a move on a copy of the position.
    #[inline(always)]
    pub(crate) fn make(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        let clock = position.halfmove_clock_after(mv);
        self.shared
            .table
            .prefetch(with_clock(position.key_after(mv), clock));
        let mut child = position.clone();
        child.play_unchecked(mv, self.thread.eval.push());
        self.thread.plies[ply].mv = Some(mv);
        self.thread.plies[ply].piece_to = Some(PieceTo::of(position, mv));
        self.thread.plies[ply + 1].plies_since_null = self.thread.plies[ply].plies_since_null + 1;
        self.thread.keys.push(child.key());
        self.nodes += 1;
        child
    }

    /// Passes the move on a copy of the position.
    #[inline(always)]
    pub(crate) fn make_null(&mut self, position: &Position, ply: usize) -> Position {
        let mut child = position.clone();
        child.play_null();
        self.shared.table.prefetch(table_key(&child));
        self.thread.eval.push_null();
        self.thread.plies[ply].mv = None;
        self.thread.plies[ply].piece_to = None;
        self.thread.plies[ply + 1].plies_since_null = 0;
        self.thread.keys.push(child.key());
        self.nodes += 1;
        child
    }

    /// Takes the last move back.
    #[inline(always)]
    pub(crate) fn unmake(&mut self) {
        self.thread.eval.pop();
        self.thread.keys.pop();
    }

    /// The evaluation of the position, the node's side to move's view.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, position: &Position) -> Score {
        if let Some(score) = self.ending_knowledge(position) {
            return score;
        }
        self.thread
            .eval
            .evaluate(position)
            .clamp(1 - MAX_EVAL, MAX_EVAL - 1)
    }

    /// The evaluation, from the table where it is known.
    #[inline(always)]
    pub(crate) fn static_eval(&mut self, position: &Position, hit: Option<Hit>) -> Score {
        hit.and_then(|hit| hit.static_eval)
            .unwrap_or_else(|| self.evaluate(position))
    }

    /// The move that led to the node at `ply`; `None` for the root and after a null move.
    #[inline(always)]
    pub(crate) fn last_move(&self, ply: usize) -> Option<Move> {
        if ply == 0 {
            None
        } else {
            self.thread.plies[ply - 1].mv
        }
    }

    /// The move list of that ply, to be given back.
    #[inline(always)]
    pub(crate) fn take_buffer(&mut self, ply: usize) -> Box<MoveBuffer> {
        self.thread.buffers[ply].take().unwrap_or_default()
    }

    #[inline(always)]
    pub(crate) fn give_back_buffer(&mut self, ply: usize, buffer: Box<MoveBuffer>) {
        self.thread.buffers[ply] = Some(buffer);
    }
}

/// What tests of single techniques need.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::Settings;
    use crate::mode::Lab;

    /// Runs `test` with a searcher that has learnt nothing.
    pub(crate) fn with_searcher<T>(
        settings: &Settings,
        test: impl FnOnce(&mut Searcher<Lab>) -> T,
    ) -> T {
        let (table, control) = (Table::new(1).expect("one MiB"), Control::default());
        let nodes = [AtomicU64::new(0)];
        let shared = Shared::new(&table, &control, &nodes);
        let mut thread = ThreadData::new(&Evaluator::Material);
        let limits = HardLimits::default();
        test(&mut Searcher::new(
            Lab::new(settings),
            &mut thread,
            &shared,
            0,
            limits,
        ))
    }
}
