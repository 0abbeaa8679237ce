//! Several lines at a time, and what is claimed about mates.

use crate::engine::*;
use cutaway_chess::{Game, Position};
use cutaway_search::{
    Bound, Control, Limits, MAX_PLY, Pool, ReportedScore, SearchEvent, SearchResult, Settings,
};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The time to search eight lines of the start position, after a look at all that was told.
fn eight_lines(threads: usize, depth: u32) -> Duration {
    let mut engine = Engine::start();
    engine.send(&format!(
        "setoption name Threads value {threads}\nsetoption name MultiPV value 8"
    ));
    engine.ready();
    let start = Instant::now();
    engine.send(&format!("position startpos\ngo depth {depth}"));
    let lines = engine.until("bestmove", 4 * LONG);
    let time = start.elapsed();
    for depth in 1..=depth {
        let depth = depth.to_string();
        let told: Vec<_> = infos(&lines)
            .into_iter()
            .filter(|line| field(line, "depth") == Some(&depth) && !line.contains("bound"))
            .collect();
        let moves: BTreeSet<_> = told.iter().map(|line| pv(line)[0]).collect();
        assert_eq!((told.len(), moves.len()), (8, 8), "{told:#?}");
    }
    time
}

#[test]
fn b64_threads_keep_the_number_of_lines() {
    eight_lines(1, 7);
    eight_lines(4, 7);
}

#[test]
#[ignore = "the figure holds on an idle machine with two cores or more"]
fn b64_threads_search_all_lines() {
    let (one, two) = (eight_lines(1, 15), eight_lines(2, 15));
    let gain = one.as_secs_f64() / two.as_secs_f64();
    println!(
        "b64: eight lines to depth 15 take {one:?} on one thread and {two:?} on two: {gain:.2}"
    );
    assert!(gain > 1.2, "{gain:.2}");
}

/// A position with the distance of its mate in moves, below zero if the side to move is mated.
struct Mate {
    fen: String,
    distance: i32,
}

/// The suites of positions in which a mate is known, or nothing where they are not at hand. The best distance that
/// anybody has found stands there; those beyond the 50-move rule are left out.
fn known_mates(file: &str) -> Vec<Mate> {
    let Ok(folder) = std::env::var("CUTAWAY_TESTDATA") else {
        println!("skipped: CUTAWAY_TESTDATA is not set");
        return Vec::new();
    };
    let path = format!("{folder}/mates/{file}");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"));
    let mate = |line: &str| {
        let (fen, rest) = line.split_once(" bm #")?;
        let distance = rest.split(';').next()?.trim().parse().ok()?;
        // An EPD has no clocks.
        let fen = format!("{} 0 1", fen.trim());
        Some(Mate { fen, distance })
    };
    let mates: Vec<Mate> = text.lines().filter_map(mate).collect();
    assert!(mates.len() > 10, "{path}");
    mates
}

/// Searches the position and holds every mate that is claimed against the known one: it must have the same sign and be
/// no shorter, and bounds and distances must make sense. Gives whether the last word was a mate.
fn claims_are_right(pool: &mut Pool, mate: &Mate, limits: &Limits, settings: &Settings) -> bool {
    let position: Position = mate
        .fen
        .parse()
        .unwrap_or_else(|why| panic!("{}: {why}", mate.fen));
    pool.new_game();
    let mut claims = Vec::new();
    let SearchResult { info, .. } = pool.go(
        &Game::new(position),
        limits,
        settings,
        &Control::default(),
        &mut |event| {
            if let SearchEvent::Info(info) = event {
                claims.push((info.multi_pv, info.score, info.bound));
            }
        },
    );
    for (line, score, bound) in claims {
        let ReportedScore::Mate(moves) = score else {
            continue;
        };
        assert!(
            moves.unsigned_abs() as usize <= MAX_PLY / 2,
            "{}: mate {moves}",
            mate.fen
        );
        // To be mated at worst, or to mate at best, is no claim.
        let is_claim = match bound {
            Bound::Exact => true,
            Bound::Lower => moves > 0,
            Bound::Upper => moves < 0,
        };
        // The second line may be any mate; that of the first must be there.
        if line == 1 && is_claim {
            let is_right =
                moves.signum() == mate.distance.signum() && moves.abs() >= mate.distance.abs();
            assert!(is_right, "{}: mate {moves} for {}", mate.fen, mate.distance);
        }
    }
    matches!(info.map(|info| info.score), Some(ReportedScore::Mate(_)))
}

/// How many of the mates are found, all claims being right.
fn found(mates: &[Mate], nodes: u64, threads: usize) -> usize {
    let mut pool = Pool::new();
    pool.set_threads(threads).expect("little memory");
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let settings = Settings::default();
    mates
        .iter()
        .filter(|mate| claims_are_right(&mut pool, mate, &limits, &settings))
        .count()
}

#[test]
fn b68_mates_that_are_claimed_are_there() {
    for file in ["mates2000_a.epd", "mates_with_pv_a.epd"] {
        let mates: Vec<Mate> = known_mates(file).into_iter().step_by(10).collect();
        let count = found(&mates, 5000, 1);
        // Where nothing is found, nothing was checked.
        assert!(mates.is_empty() || count > 0, "{file}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn b68_mates_that_are_claimed_are_there_at_full_length() {
    for (file, nodes, threads) in [
        ("mates2000_a.epd", 100_000, 1),
        ("mates2000_a.epd", 20_000, 2),
        ("classic280_a.epd", 100_000, 1),
        ("krvk_a.epd", 100_000, 1),
        ("mates_with_pv_a.epd", 20_000, 1),
    ] {
        let mates = known_mates(file);
        let count = found(&mates, nodes, threads);
        println!(
            "b68: {file}, {nodes} nodes, {threads} threads: {count} of {} found, no claim wrong",
            mates.len()
        );
    }
}

#[test]
#[ignore = "a figure, and no fault if it is large"]
fn b55_time_until_the_stalemate_trick_is_seen() {
    let mut engine = Engine::start();
    engine.send("position fen 2rr1b2/q4p1k/P1P3p1/1p2BpPp/1P1NbP1P/2Q5/3R4/R4K2 w - - 0 1\ngo movetime 20000");
    let lines = engine.until("bestmove", LONG);
    let (mut since, mut last) = (String::new(), "");
    for line in infos(&lines) {
        if pv(line)[0] != last {
            last = pv(line)[0];
            since = format!(
                "{last} from {} ms on, depth {:?}, {}",
                field(line, "time").unwrap_or("?"),
                field(line, "depth"),
                score(line)
            );
            println!("b55: {since}");
        }
    }
    let best = lines.last().map_or("", String::as_str);
    println!("b55: {best} after 20 s (c6c7 or a1d1 are best); {since}");
    assert!(best.starts_with("bestmove "));
}
