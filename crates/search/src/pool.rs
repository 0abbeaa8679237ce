//! The way in: the table, the threads with what they keep from search to search, and the searches themselves.

use crate::iterative_deepening::{Deepening, Progress};
use crate::mode::{Lab, Mode, Production};
use crate::root::Sink;
use crate::searcher::{HardLimits, Searcher, Shared, ThreadData};
use crate::tablebase::ranked;
use crate::time_management::Plan;
use crate::transposition_table::Table;
use crate::{Clock, Control, Limits, OrderedMove, SearchResult, Settings, Stats, Tree};
use cutaway_chess::{Game, Move, Position};
use cutaway_eval::Evaluator;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The largest table that can be asked for.
pub const MAX_HASH_MIB: usize = 33_554_432;
/// The most threads that can be asked for.
pub const MAX_THREADS: usize = 1024;
/// The size of the table to begin with.
const DEFAULT_HASH_MIB: usize = 16;
/// The stack of a thread that searches, be it the main one or a helper: each goes up to [`MAX_PLY`](crate::MAX_PLY) plies
/// deep and keeps a position and a frame of some kilobytes at each, which is far less in the end.
pub const STACK_BYTES: usize = 16 << 20;

/// How many words are cleared between two looks at whether that is still wanted: two MiB.
const CLEARED_AT_ONCE: usize = 1 << 18;

/// There is no memory for a table of that size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashError {
    /// The size that was asked for.
    pub mib: usize,
}

impl std::fmt::Display for HashError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no memory for a table of {} MiB", self.mib)
    }
}

impl std::error::Error for HashError {}

/// What one thread keeps from search to search takes no more than that, with the built-in network.
pub const THREAD_BYTES: usize = 6 << 20;

/// There is no memory for so many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadsError {
    /// The number that was asked for.
    pub threads: usize,
}

impl std::fmt::Display for ThreadsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no memory for {} threads", self.threads)
    }
}

impl std::error::Error for ThreadsError {}

/// Table and threads.
pub struct Pool {
    table: Table,
    hash_mib: usize,
    /// The table is to be emptied before the next search.
    must_clear: bool,
    threads: Vec<ThreadData>,
    /// By what the positions in the table were judged.
    evaluator: Evaluator,
    stats: Stats,
    tree: Option<Tree>,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

impl Pool {
    /// One thread and a table of 16 MiB.
    pub fn new() -> Pool {
        let evaluator = Evaluator::built_in();
        Pool {
            table: Table::new(DEFAULT_HASH_MIB).expect("16 MiB of memory"),
            hash_mib: DEFAULT_HASH_MIB,
            must_clear: false,
            threads: vec![ThreadData::new(&evaluator)],
            evaluator,
            stats: Stats::default(),
            tree: None,
        }
    }

    /// A table of so many MiB and so many threads, within the limits of [`Pool::set_hash`] and [`Pool::set_threads`]; where
    /// there is no memory for the one or the other, as [`Pool::new`] has it.
    pub fn with_size(hash_mib: usize, threads: usize) -> Pool {
        let mut pool = Pool::new();
        let _ = pool.set_hash(hash_mib);
        let _ = pool.set_threads(threads);
        pool
    }

    /// Replaces the table by an empty one of that many MiB (at least 1).
    ///
    /// # Errors
    /// If there is not so much memory; the table then stays as it is.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), HashError> {
        let mib = mib.clamp(1, MAX_HASH_MIB);
        self.replace_table(Table::new(mib).ok_or(HashError { mib })?);
        self.hash_mib = mib;
        // It is empty, but its memory has not been fetched from the system.
        self.must_clear = true;
        Ok(())
    }

    /// The size of the table.
    pub fn hash_mib(&self) -> usize {
        self.hash_mib
    }

    // ANCHOR: clear_hash
    /// Empties the table, before the next search at the latest.
    pub fn clear_hash(&mut self) {
        self.must_clear = true;
    }

    /// Does now what the next search would else have to begin with: empties the table if it is to be, and by that fetches
    /// all its memory from the system, which may take a millisecond for each megabyte that was never used. To be called after
    /// [`Pool::set_hash`], [`Pool::clear_hash`] and [`Pool::new_game`] wherever time counts. If `control` is stopped
    /// meanwhile, what is not done is left to the search.
    pub fn prepare(&mut self, control: &Control) {
        if self.must_clear && clear(self.table.words(), control) {
            self.must_clear = false;
        }
    }

    /// Empties the table if it is to be and nobody did so beforehand.
    fn clear_at_last(&mut self) {
        if std::mem::take(&mut self.must_clear) {
            // A new table is all zero without being written: there is no time to clear a large one.
            match Table::new(self.hash_mib) {
                Some(table) => self.replace_table(table),
                // There is no room for both.
                None => drop(clear(self.table.words(), &Control::default())),
            }
        }
    }
    // ANCHOR_END: clear_hash

    /// Puts a new table in place of the old one. To give back gigabytes takes the system a good part of a second, which
    /// the next search must not wait for.
    fn replace_table(&mut self, table: Table) {
        let old = std::mem::replace(&mut self.table, table);
        // If no thread can be had, the old table is given back here.
        let _ = std::thread::Builder::new().spawn(move || drop(old));
    }

    /// Sets the number of threads, within 1 to [`MAX_THREADS`], and gives it back.
    ///
    /// # Errors
    /// If there is no memory for so many; their number then stays as it is.
    pub fn set_threads(&mut self, threads: usize) -> Result<usize, ThreadsError> {
        let threads = threads.clamp(1, MAX_THREADS);
        let more = threads.saturating_sub(self.threads.len());
        if more > 0 && !is_there_room(more.saturating_mul(THREAD_BYTES)) {
            return Err(ThreadsError { threads });
        }
        let evaluator = &self.evaluator;
        self.threads
            .resize_with(threads, || ThreadData::new(evaluator));
        Ok(threads)
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Forgets everything that earlier searches left: table and histories.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.threads.iter_mut().for_each(ThreadData::forget);
    }

    /// Searches the game's position and blocks until that ends.
    pub fn go(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: &Settings,
        control: &Control,
        sink: &mut dyn FnMut(crate::SearchEvent),
    ) -> SearchResult {
        self.go_since(Clock::start(), game, limits, settings, control, sink)
    }

    /// [`Pool::go`] with a clock that has run since the search was asked for.
    pub fn go_since(
        &mut self,
        clock: Clock,
        game: &Game,
        limits: &Limits,
        settings: &Settings,
        control: &Control,
        sink: &mut dyn FnMut(crate::SearchEvent),
    ) -> SearchResult {
        let moves = root_moves(game.position(), limits);
        let mut result = SearchResult::default();
        if !moves.is_empty() {
            let mut state = ranked(game, moves, settings);
            let plan = Plan::new(limits, settings, state.moves.len());
            let task = Task {
                game,
                settings,
                plan: &plan,
                control,
                clock,
                slice: None,
            };
            self.run(&task, &mut state, sink);
            result = state.result(game, clock.elapsed());
        }
        control.wait_until_allowed_to_end(limits.infinite);
        result
    }

    /// Starts a search that is done in slices, on this thread alone.
    pub fn sliced(&mut self, game: &Game, limits: &Limits, settings: &Settings) -> SlicedSearch {
        let state = ranked(game, root_moves(game.position(), limits), settings);
        let plan = Plan::new(limits, settings, state.moves.len());
        SlicedSearch {
            game: game.clone(),
            settings: settings.clone(),
            clock: Clock::start(),
            control: Control::new(false),
            plan,
            state,
            unfinished: 0,
        }
    }

    /// What each technique did in the last search in lab mode.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The tree of the last iteration of the last search that recorded one.
    pub fn tree(&self) -> Option<&Tree> {
        self.tree.as_ref()
    }

    /// The moves of the position in the order in which the search would try them now, with what earlier searches taught.
    pub fn order(&mut self, position: &Position, settings: &Settings) -> Vec<OrderedMove> {
        self.clear_at_last();
        let control = Control::default();
        let nodes = [AtomicU64::new(0)];
        let shared = Shared::new(&self.table, &control, &nodes);
        let lab = Lab::new(settings);
        Searcher::new(lab, &mut self.threads[0], &shared, 0, HardLimits::default())
            .ordered_moves(position)
    }

    /// Runs all threads on the search until it ends; or, with a slice, this thread alone until so many more nodes are
    /// searched: whoever wants slices may have no other threads, and to start them for each would cost more than it gains.
    fn run(&mut self, task: &Task, state: &mut Deepening, sink: Sink) -> Progress {
        let settings = task.settings;
        if state.nodes == 0 {
            if self.evaluator != settings.evaluator {
                // What the table remembers was judged otherwise, and what was corrected were another evaluation's errors.
                self.clear_hash();
                for thread in &mut self.threads {
                    thread.corrections.clear();
                }
                self.evaluator = settings.evaluator.clone();
            }
            self.clear_at_last();
            self.table.new_search();
            self.threads.iter_mut().for_each(ThreadData::begin_search);
            if !settings.is_production() {
                self.stats = Stats::default();
            }
        }
        let count = task.slice.map_or(self.threads.len(), |_| 1);
        let threads = &mut self.threads[..count];
        for thread in &mut *threads {
            thread.prepare(task.game, &settings.evaluator);
        }
        let nodes: Vec<_> = threads.iter().map(|_| AtomicU64::new(0)).collect();
        let shared = Shared {
            clock: task.clock,
            tables: state.uses_tables.then_some(&settings.tables),
            tablebase_hits: AtomicU64::new(state.tablebase_hits),
            ..Shared::new(&self.table, task.control, &nodes)
        };
        if settings.is_production() {
            return task.run(&shared, threads, || Production, state, sink, |_| {});
        }
        self.tree = None;
        let (stats, tree) = (&mut self.stats, &mut self.tree);
        let collect = |lab: Lab| {
            stats.add(&lab.stats);
            // The main thread is collected first; its tree is the one that is told.
            *tree = tree.take().or(lab.tree);
        };
        task.run(
            &shared,
            threads,
            || Lab::new(settings),
            state,
            sink,
            collect,
        )
    }
}

/// Writes zeros, on as many threads as there are processors. `false` if it was told to stop before the end.
fn clear(words: &[AtomicU64], control: &Control) -> bool {
    let clear = |words: &[AtomicU64]| {
        words.chunks(CLEARED_AT_ONCE).all(|piece| {
            piece.iter().for_each(|word| word.store(0, Relaxed));
            !control.is_stopped()
        })
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let share = words.len().div_ceil(processors).max(CLEARED_AT_ONCE);
    let (own, others) = words.split_at(share.min(words.len()));
    std::thread::scope(|scope| {
        let spawn = |part| {
            let thread = std::thread::Builder::new().spawn_scoped(scope, move || clear(part));
            (part, thread)
        };
        let threads: Vec<_> = others.chunks(share).map(spawn).collect();
        let mut is_clear = clear(own);
        for (part, thread) in threads {
            // Where the system gives no more threads, this one does their share.
            is_clear &= match thread {
                Ok(thread) => thread.join().unwrap_or(false),
                Err(_) => clear(part),
            };
        }
        is_clear
    })
}

/// Whether there is memory for so many bytes and some more. What a thread keeps are hundreds of pieces, and where there is
/// no room for a small one the program ends; so all is asked for in a few large pieces, and given back at once.
fn is_there_room(bytes: usize) -> bool {
    const PIECE: usize = 64 << 20;
    let mut pieces = Vec::new();
    (0..=bytes.div_ceil(PIECE)).all(|_| {
        let mut piece: Vec<u8> = Vec::new();
        let is_there = piece.try_reserve_exact(PIECE).is_ok();
        // Memory that nobody uses the compiler need not ask for.
        pieces.push(std::hint::black_box(piece));
        is_there
    })
}

/// What is to be searched, how, and until when.
struct Task<'a> {
    game: &'a Game,
    settings: &'a Settings,
    plan: &'a Plan,
    control: &'a Control,
    clock: Clock,
    /// With a number of nodes: only so many now, on one thread.
    slice: Option<u64>,
}

impl Task<'_> {
    /// Whether the helpers have a say in which move is played: a depth that was asked for and reached is the main thread's.
    fn is_put_to_the_vote(&self, state: &Deepening) -> bool {
        self.plan.multi_pv == 1 && state.depth() < self.plan.max_depth
    }

    /// Runs the threads, the first of which is the main one, and has `collect` take the mode of each when it is done.
    fn run<M: Mode>(
        &self,
        shared: &Shared,
        threads: &mut [ThreadData],
        mode: impl Fn() -> M + Sync,
        state: &mut Deepening,
        sink: Sink,
        mut collect: impl FnMut(M),
    ) -> Progress {
        let position = self.game.position();
        let (main, helpers) = threads
            .split_first_mut()
            .expect("a pool has at least one thread");
        let begin = state.clone();
        let (mode, begin) = (&mode, &begin);
        std::thread::scope(|scope| {
            // ANCHOR: helpers
            let mut running = Vec::new();
            for (thread, index) in helpers.iter_mut().zip(1..) {
                let help = move || {
                    // The hard limits bind the helpers too: where there are more threads than cores they would else
                    // keep the main one from seeing that it is time.
                    let mut searcher = Searcher::new(mode(), thread, shared, index, self.plan.hard);
                    let mut state = begin.clone();
                    searcher.deepen(position, &mut state, self.plan, &mut |_| {});
                    (searcher.mode, state.into_told())
                };
                let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
                // Where the system gives no more threads, those there are must do.
                match builder.spawn_scoped(scope, help) {
                    Ok(handle) => running.push(handle),
                    Err(_) => break,
                }
            }
            // ANCHOR_END: helpers
            let mut searcher = Searcher::new(mode(), main, shared, 0, self.plan.hard);
            searcher.slice_end = match self.slice {
                Some(slice) => state.nodes.saturating_add(slice),
                None => u64::MAX,
            };
            let progress = searcher.deepen(position, state, self.plan, sink);
            shared.done.store(true, Relaxed);
            let votes = searcher.threads_vote() && self.is_put_to_the_vote(state);
            collect(searcher.mode);
            let mut lines = Vec::new();
            for handle in running {
                // A helper that panicked has said so on its own; the main thread's result stands.
                if let Ok((mode, told)) = handle.join() {
                    collect(mode);
                    lines.extend(told);
                }
            }
            state.nodes = shared.total_nodes();
            state.tablebase_hits = shared.tablebase_hits.load(Relaxed);
            if votes {
                state.vote(lines, self.clock.elapsed(), sink);
            }
            progress
        })
    }
}

/// The moves to search: all legal ones, or those of them that were asked for.
fn root_moves(position: &Position, limits: &Limits) -> Vec<Move> {
    let wanted = &limits.search_moves;
    position
        .legal_moves()
        .iter()
        .filter(|mv| wanted.is_empty() || wanted.contains(mv))
        .collect()
}

/// A search that is done in slices of so many nodes each.
pub struct SlicedSearch {
    game: Game,
    settings: Settings,
    clock: Clock,
    control: Control,
    plan: Plan,
    state: Deepening,
    /// How many slices in a row ended within the same iteration.
    unfinished: u32,
}

impl SlicedSearch {
    /// Searches about `nodes` more. Gives the result once the search is over.
    ///
    /// A slice that ends within an iteration loses it, but for what the table remembers; should slice after slice end in
    /// the same one, they grow, so that every search comes to its end.
    pub fn step(
        &mut self,
        pool: &mut Pool,
        nodes: u64,
        sink: &mut dyn FnMut(crate::SearchEvent),
    ) -> Option<SearchResult> {
        if self.state.moves.is_empty() {
            return Some(SearchResult::default());
        }
        let depth_before = self.state.depth();
        let slice = nodes
            .max(1)
            .saturating_mul(1 << (self.unfinished / 4).min(20));
        let task = Task {
            game: &self.game,
            settings: &self.settings,
            plan: &self.plan,
            control: &self.control,
            clock: self.clock,
            slice: Some(slice),
        };
        let progress = pool.run(&task, &mut self.state, sink);
        let goes_on = self.state.depth() > depth_before;
        self.unfinished = if goes_on { 0 } else { self.unfinished + 1 };
        (progress == Progress::Ended).then(|| self.state.result(&self.game, self.clock.elapsed()))
    }

    /// Ends the search at its next step.
    pub fn stop(&self) {
        self.control.stop();
    }
}
