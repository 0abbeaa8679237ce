//! The bench: a fixed set of positions at a fixed depth. Its node count is the checksum of how the engine plays.

use crate::{Control, Limits, Pool, Record, Settings, Stats, Technique, nodes_per_second};
use cutaway_chess::{Game, Position};
use std::time::Duration;

/// How deep each position is searched, in plies.
pub const DEPTH: u32 = 12;

/// How deep by the engines of the chapters before [`DEEP_STAGE`], all to the same depth so that their counts can be compared.
pub const EARLY_DEPTH: u32 = 4;

/// The chapter of null move, with which [`DEPTH`] first takes less than minutes.
pub const DEEP_STAGE: u8 = Technique::NullMove.row().stage;

/// How deep by the engine that chapter `stage` leaves.
pub const fn depth_of_stage(stage: u8) -> u32 {
    if stage < DEEP_STAGE {
        EARLY_DEPTH
    } else {
        DEPTH
    }
}

/// Openings, middle games, endings and some tactics.
pub const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/p2ppppp/1p6/8/2PQ4/2N5/PP2PPPP/R1B1KBNR b KQkq - 0 1",
    "rnbqk1nr/pp2ppbp/2p3p1/3p4/3P4/2N1PN2/PPP1BPPP/R1BQK2R b KQkq - 0 1",
    "rnbq1rk1/ppp2pbp/4pnp1/3p4/2PP4/N4NP1/PP2PPBP/R1BQ1RK1 b - - 0 1",
    "r1bqk2r/ppp1bppp/2np1n2/8/2Pp4/2N2NP1/PP2PPBP/R1BQK2R w KQkq - 0 1",
    "r1bqk2r/1p1n1ppp/p2bpn2/3p2B1/2pP4/P1N1PN2/1PP1BPPP/R2QK2R w KQkq - 2 9",
    "r1bqk2r/1pp2ppp/pn1p1n2/4p3/P3PP2/2P2N2/1P1P2PP/R1BQKB1R w KQkq - 0 9",
    "rnbqr1k1/ppp1bppp/4p3/3p4/2PP4/5NP1/PPQnPPBP/R1B2RK1 w - - 0 9",
    "r1b2rk1/1pppq1pp/2n1pn2/p3Np2/1bPP4/6P1/PP1BPPBP/RN1Q1RK1 w - - 7 9",
    "6k1/5n1p/2b4P/5r2/p1p2P2/PpP1N3/1K1P4/6N1 w - - 0 44",
    "8/5p2/k1n3r1/p7/7p/4R2P/R6P/5K2 b - - 0 38",
    "4k3/4r1b1/1p6/pPppP1PR/4pP2/1P4K1/8/2B5 b - - 0 49",
    "4Qk2/pp3p2/2p4p/8/1b6/1P4P1/P1B3KP/8 b - - 0 41",
    "8/5p2/1p3k2/5p2/7P/6P1/1R2r3/R5K1 b - - 0 56",
    "3r4/p7/6k1/3B4/Pp1bP3/6P1/1P2R3/5K2 b - - 0 40",
    "3rbk2/2p2ppp/p7/1p6/3P4/PP1B2P1/2P4P/1K1R4 w - - 0 26",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    "rn1qk1nr/p4ppp/bp2pb2/2pp4/2PP1P2/1P2PN2/P3Q1PP/RNB1KB1R w KQkq - 0 5",
    "r1bqk2r/p2p1pbp/1pn2np1/2p1p3/2P1P3/1PNP3P/P3BPP1/R1BQK1NR w KQkq - 0 5",
    "1r1r1qk1/p2n1p1p/bp1Pn1pQ/2pNp3/2P2P1N/1P5B/P6P/3R1RK1 w - - 0 1",
    "6k1/5ppp/1q6/2b5/8/2R1pPP1/1P2Q2P/7K w - - 0 1",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1",
    "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1",
    // Two zugzwangs, in which cuts by null move are verified.
    "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
];

/// What a bench came to.
#[derive(Clone, Debug)]
pub struct BenchResult {
    /// The nodes of all positions: the checksum.
    pub nodes: u64,
    /// The time of all searches.
    pub time: Duration,
    /// What each technique did, if `settings.record` asked for it.
    pub stats: Stats,
}

impl BenchResult {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// Searches every position to [`DEPTH`] with one thread and a table of 16 MiB, each as a new game. `progress` hears how many
/// are done.
pub fn run(settings: &Settings, progress: &mut dyn FnMut(usize)) -> BenchResult {
    run_positions(POSITIONS, DEPTH, settings, progress)
}

/// [`run`] with other positions, or to another depth.
///
/// # Panics
/// If one of them is no good FEN.
pub fn run_positions(
    positions: &[&str],
    depth: u32,
    settings: &Settings,
    progress: &mut dyn FnMut(usize),
) -> BenchResult {
    run_until_stopped(positions, depth, settings, &Control::default(), progress)
        .expect("nobody stops it")
}

/// [`run_positions`], unless `control` is told to stop.
///
/// # Errors
/// How many positions were searched before it was stopped.
///
/// # Panics
/// If one of the positions is no good FEN.
pub fn run_until_stopped(
    positions: &[&str],
    depth: u32,
    settings: &Settings,
    control: &Control,
    progress: &mut dyn FnMut(usize),
) -> Result<BenchResult, usize> {
    let mut pool = Pool::new();
    let mut result = BenchResult {
        nodes: 0,
        time: Duration::ZERO,
        stats: Stats::default(),
    };
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    for (i, fen) in positions.iter().enumerate() {
        let position: Position = fen.parse().expect("the FENs of a bench are good");
        pool.new_game();
        pool.prepare(control);
        let found = pool.go(
            &Game::new(position),
            &limits,
            settings,
            control,
            &mut |_| {},
        );
        if control.is_stopped() {
            return Err(i);
        }
        result.nodes += found.nodes;
        result.time += found.time;
        if settings.record != Record::Nothing {
            result.stats.add(pool.stats());
        }
        progress(i + 1);
    }
    Ok(result)
}
