//! What a session wants done with the pool, as plain data, and the doing of it.
//!
//! Jobs run one after the other, on whatever thread owns the pool; whoever runs them hands the [`Outcome`] back to the
//! session under the job's number. A job neither reads nor prints; those that are about files are the program's to do,
//! which has them.

use core::time::Duration;
use cutaway_chess::{Game, Move, Position, perft};
use cutaway_search::bench::{self, BenchResult};
use cutaway_search::{
    Clock, Control, Info, Limits, OrderedMove, Pool, Record, SearchEvent, SearchResult, Settings,
    Stats, Tablebase, TreeNode,
};
use std::sync::Arc;

/// One search: from where, how far, with what.
#[derive(Clone, Debug)]
pub struct SearchJob {
    /// The game so far.
    pub game: Game,
    /// When to end.
    pub limits: Limits,
    /// Switches, parameters, evaluation, number of lines.
    pub settings: Settings,
    /// Counts from the moment at which `go` was read.
    pub clock: Clock,
}

/// Something to be done with the pool.
#[derive(Clone, Debug)]
pub enum Job {
    /// Search, and tell of it by events.
    Search(Box<SearchJob>),
    /// The bench, on a pool of its own with default size, so that nothing of the session changes.
    Bench(Box<Settings>),
    /// Count the moves below each root move.
    Perft {
        /// From where.
        position: Box<Position>,
        /// How many plies, at least 1.
        depth: u32,
    },
    /// The moves in the order in which the search would try them.
    Order {
        /// From where.
        position: Box<Position>,
        /// With which switches.
        settings: Box<Settings>,
    },
    /// What each technique did in the last search.
    Statistics,
    /// A node of the recorded tree, by the moves that lead to it; `None` is a null move.
    Tree(Vec<Option<Move>>),
    /// The same search with two settings, each on a fresh pool.
    Compare(Box<[SearchJob; 2]>),
    /// The best lines, and the searches of single moves that tempt, on a fresh pool.
    Explain {
        /// The search; its settings say how many lines.
        search: Box<SearchJob>,
        /// Moves to be searched alone if they are not among the best.
        tempting: Vec<Move>,
    },
    /// A table of that many MiB.
    SetHash(usize),
    /// That many threads.
    SetThreads(usize),
    /// Forget the table.
    ClearHash,
    /// Forget everything learned from searches.
    NewGame,
    /// Open the tablebases of these folders. Not done by [`Job::run`].
    OpenTables(String),
    /// Read that file. Not done by [`Job::run`].
    Read(String),
    /// Write a file of that name with these bytes. Not done by [`Job::run`].
    Write(String, Vec<u8>),
}

/// One visit to a node of the recorded tree.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The node as recorded.
    pub node: TreeNode,
    /// How many recorded visits lie below it.
    pub below: usize,
}

/// A node of the recorded tree and what lies right below it.
#[derive(Clone, Debug)]
pub struct TreeView {
    /// The node.
    pub here: Visit,
    /// The visits right below, in the order of the search.
    pub children: Vec<Visit>,
    /// How many visits of the whole iteration were not recorded.
    pub left_out: u64,
}

/// What became of a job.
#[derive(Debug)]
pub enum Outcome {
    /// Of [`Job::Search`].
    Search(Box<SearchResult>),
    /// Of [`Job::Bench`] that ran to its end.
    Bench(Box<BenchResult>),
    /// Of [`Job::Bench`] that was stopped, after so many positions.
    BenchStopped(usize),
    /// Of [`Job::Perft`]; not all root moves if it was stopped.
    Perft(Vec<(Move, u64)>, Duration),
    /// Of [`Job::Order`].
    Order(Vec<OrderedMove>),
    /// Of [`Job::Statistics`].
    Statistics(Box<Stats>),
    /// Of [`Job::Tree`]; `None` if nothing is recorded or no such node.
    Tree(Option<Box<TreeView>>),
    /// Of [`Job::Compare`].
    Compare(Box<[SearchResult; 2]>),
    /// Of [`Job::Explain`]: the last lines by their number, then one line for each tempting move that is not among
    /// them.
    Explain(Vec<Info>, Vec<(Move, Info)>),
    /// Of the rest: what the size or number is now, or why it could not be changed.
    Table(Result<usize, String>),
    /// Of [`Job::OpenTables`]: the tables, if there are any, and what there is to say of them.
    Tables(Option<Arc<dyn Tablebase>>, Vec<String>),
    /// Of [`Job::Read`]: what is in the file, or why it cannot be read.
    File(Result<Vec<u8>, String>),
    /// Of [`Job::Write`]: or why it cannot be written.
    Written(Result<(), String>),
    /// The job panicked with that message.
    Panicked(String),
}

/// What becomes of files where nobody takes care of them.
const NO_FILES: &str = "there are no files here";

impl Job {
    /// Whether the search of this job is to begin as pondering.
    pub fn ponders(&self) -> bool {
        matches!(self, Job::Search(search) if search.limits.ponder)
    }

    /// Does it. `sink` hears the events of [`Job::Search`] alone.
    pub fn run(
        self,
        pool: &mut Pool,
        control: &Control,
        sink: &mut dyn FnMut(SearchEvent),
    ) -> Outcome {
        match self {
            Job::Search(job) => Outcome::Search(Box::new(search_on(pool, &job, control, sink))),
            Job::Bench(settings) => bench_on(&settings, control),
            Job::Perft { position, depth } => count(&position, depth, control),
            Job::Order { position, settings } => Outcome::Order(pool.order(&position, &settings)),
            Job::Statistics => Outcome::Statistics(Box::new(pool.stats().clone())),
            Job::Tree(path) => Outcome::Tree(view(pool, &path).map(Box::new)),
            Job::Compare(jobs) => {
                let compared = jobs.each_ref().map(|job| {
                    let mut job = job.clone();
                    job.clock = Clock::start();
                    search_on(&mut fresh(pool), &job, control, &mut |_| {})
                });
                Outcome::Compare(Box::new(compared))
            }
            Job::Explain { search, tempting } => explain(pool, *search, &tempting, control),
            Job::SetHash(mib) => {
                let result = pool.set_hash(mib).map_err(|error| error.to_string());
                pool.prepare(control);
                Outcome::Table(result.map(|()| pool.hash_mib()))
            }
            Job::SetThreads(count) => {
                let result = pool.set_threads(count);
                Outcome::Table(result.map_err(|error| error.to_string()))
            }
            Job::OpenTables(_) => Outcome::Tables(None, vec![NO_FILES.to_string()]),
            Job::Read(_) => Outcome::File(Err(NO_FILES.to_string())),
            Job::Write(..) => Outcome::Written(Err(NO_FILES.to_string())),
            Job::ClearHash => {
                pool.clear_hash();
                pool.prepare(control);
                Outcome::Table(Ok(0))
            }
            Job::NewGame => {
                pool.new_game();
                pool.prepare(control);
                Outcome::Table(Ok(0))
            }
        }
    }

    /// The job in words for a report of a fault: position, moves, limits, settings.
    pub fn describe(&self) -> String {
        match self {
            Job::Search(search) | Job::Explain { search, .. } => describe_search(search),
            Job::Compare(jobs) => describe_search(&jobs[0]),
            Job::Perft { position, depth } => format!("perft {depth} of {}", position.to_fen()),
            Job::Order { position, .. } => format!("order of {}", position.to_fen()),
            other => format!("{other:?}"),
        }
    }
}

fn describe_search(job: &SearchJob) -> String {
    let moves: Vec<String> = job
        .game
        .moves()
        .iter()
        .map(|mv| format!("{mv:?}"))
        .collect();
    let settings = if job.settings == Settings::default() {
        "default settings".to_string()
    } else {
        format!("{:?}", job.settings)
    };
    format!(
        "position fen {} moves {}\n{:?}\n{settings}",
        job.game.start().to_shredder_fen(),
        moves.join(" "),
        job.limits
    )
}

fn search_on(
    pool: &mut Pool,
    job: &SearchJob,
    control: &Control,
    sink: &mut dyn FnMut(SearchEvent),
) -> SearchResult {
    pool.go_since(
        job.clock,
        &job.game,
        &job.limits,
        &job.settings,
        control,
        sink,
    )
}

/// A pool of the same size that remembers nothing.
fn fresh(pool: &Pool) -> Pool {
    Pool::with_size(pool.hash_mib(), pool.threads())
}

fn bench_on(settings: &Settings, control: &Control) -> Outcome {
    let (positions, depth) = (bench::POSITIONS, bench::DEPTH);
    match bench::run_until_stopped(positions, depth, settings, control, &mut |_| {}) {
        Ok(result) => Outcome::Bench(Box::new(result)),
        Err(done) => Outcome::BenchStopped(done),
    }
}

fn count(position: &Position, depth: u32, control: &Control) -> Outcome {
    let clock = Clock::start();
    let mut counts = Vec::new();
    for mv in position.legal_moves().iter() {
        let mut child = position.clone();
        child.play_unchecked(mv, &mut ());
        // Two plies at a time, so that a stop is seen soon enough.
        let Some(nodes) = count_until_stopped(&child, depth.saturating_sub(1), control) else {
            break;
        };
        counts.push((mv, nodes));
    }
    Outcome::Perft(counts, clock.elapsed())
}

fn count_until_stopped(position: &Position, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= 4 {
        return Some(perft::perft(position, depth));
    }
    let mut nodes = 0;
    for mv in position.legal_moves().iter() {
        let mut child = position.clone();
        child.play_unchecked(mv, &mut ());
        nodes += count_until_stopped(&child, depth - 1, control)?;
    }
    Some(nodes)
}

/// Walks the recorded tree down the path; of several visits with one move the last is taken, whose score counted.
fn view(pool: &Pool, path: &[Option<Move>]) -> Option<TreeView> {
    let tree = pool.tree()?;
    let mut here = 0;
    tree.nodes().first()?;
    for &mv in path {
        here = tree
            .children(here)
            .filter(|(_, node)| node.mv == mv)
            .last()?
            .0;
    }
    let nodes = tree.nodes();
    let visit = |index: usize| {
        // By the parent and not by the ply: a node that is searched once more from within stands at its own ply.
        let below = nodes[index + 1..]
            .iter()
            .take_while(|node| node.parent as usize >= index)
            .count();
        Visit {
            node: nodes[index].clone(),
            below,
        }
    };
    let children = tree.children(here).map(|(index, _)| visit(index)).collect();
    Some(TreeView {
        here: visit(here),
        children,
        left_out: tree.left_out(),
    })
}

fn explain(pool: &Pool, mut job: SearchJob, tempting: &[Move], control: &Control) -> Outcome {
    job.settings.record = Record::Nothing;
    job.clock = Clock::start();
    let mut pool = fresh(pool);
    let mut lines: Vec<Info> = Vec::new();
    search_on(&mut pool, &job, control, &mut |event| {
        keep_last(&mut lines, event)
    });
    let depth = lines.first().map_or(1, |line| line.depth);
    job.settings.multi_pv = 1;
    job.limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut refuted = Vec::new();
    for &mv in tempting {
        if lines.iter().any(|line| line.pv.first() == Some(&mv)) {
            continue;
        }
        job.limits.search_moves = vec![mv];
        job.clock = Clock::start();
        if let Some(info) = search_on(&mut pool, &job, control, &mut |_| {}).info {
            refuted.push((mv, info));
        }
    }
    Outcome::Explain(lines, refuted)
}

/// Keeps the newest exact line of each number, in order.
pub(crate) fn keep_last(lines: &mut Vec<Info>, event: SearchEvent) {
    let SearchEvent::Info(info) = event else {
        return;
    };
    let place = info.multi_pv.max(1) as usize - 1;
    if place < lines.len() {
        lines[place] = info;
    } else {
        lines.push(info);
    }
}
