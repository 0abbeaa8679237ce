//! What makes the table of techniques true: each one acts, and switching it off changes the search and breaks nothing.

mod common;

use common::{EASY_MATES, check, depth, game, piece_square, random_game, search, search_with};
use cutaway_search::{
    Kind, Limits, Param, Pool, Record, ReportedScore, Settings, Switches, TECHNIQUES, Technique,
    bench,
};
use std::path::Path;

/// A part of the bench that is quickly done at depth 8.
fn some_positions() -> Vec<&'static str> {
    bench::POSITIONS.iter().copied().step_by(4).collect()
}

fn recording() -> Settings {
    Settings {
        record: Record::Statistics,
        ..piece_square()
    }
}

fn without(technique: Technique) -> Settings {
    let mut settings = recording();
    settings.switches.set(technique, false);
    settings
}

fn nodes_of(positions: &[&str], depth: u32, settings: &Settings) -> u64 {
    bench::run_positions(positions, depth, settings, &mut |_| {}).nodes
}

#[test]
fn bench_is_the_same_in_production_and_in_the_lab_and_shows_every_technique() {
    let production = bench::run(&piece_square(), &mut |_| {});
    let lab = bench::run(&recording(), &mut |_| {});
    assert_eq!(production.nodes, lab.nodes);
    assert!(piece_square().is_production() && !recording().is_production());
    for technique in Technique::all().filter(|&t| shows_in_bench(t)) {
        let counts = lab.stats.of(technique);
        let fired = match technique {
            // The bench holds no mates.
            Technique::MateDistancePruning => continue,
            _ => counts.acted,
        };
        assert!(fired > 0, "{}", technique.name());
    }
}

#[test]
fn bench_is_the_same_in_production_and_in_the_lab_with_the_network() {
    let production = Settings::default();
    let lab = Settings {
        record: Record::Statistics,
        ..Settings::default()
    };
    assert!(production.is_production() && !lab.is_production());
    let [production, lab] = [production, lab].map(|it| nodes_of(bench::POSITIONS, 8, &it));
    assert_eq!(production, lab);
    let tables = nodes_of(bench::POSITIONS, 8, &piece_square());
    assert_ne!(production, tables, "the network is in force");
}

#[test]
fn null_move_verification_overrules_a_cut_in_zugzwang() {
    // Cuts near the horizon are verified too, so that it hangs less on the evaluation.
    let zugzwangs = [
        "8/8/2k5/3b4/1p1P4/1P1K4/2B5/8 b - - 0 1",
        "6Q1/8/8/7k/8/8/3p1pp1/3Kbrrb w - - 0 1",
    ];
    let mut settings = Settings {
        record: Record::Statistics,
        ..Settings::stage(14)
    };
    settings.params[Param::NullMoveVerificationDepth as usize] = 3;
    let stats = bench::run_positions(&zugzwangs, bench::DEPTH, &settings, &mut |_| {}).stats;
    assert!(stats.of(Technique::NullMoveVerification).acted > 0);
}

#[test]
fn bench_is_the_same_every_time() {
    let positions = some_positions();
    let first = nodes_of(&positions, 8, &Settings::default());
    assert_eq!(first, nodes_of(&positions, 8, &Settings::default()));
}

/// Whether a technique must show in the bench.
fn shows_in_bench(technique: Technique) -> bool {
    let row = technique.row();
    let kinds = [
        Kind::Sound,
        Kind::Ordering,
        Kind::Pruning,
        Kind::Reduction,
        Kind::Extension,
    ];
    row.retired.is_none() && row.shown_by.is_none() && kinds.contains(&row.kind)
}

/// What acts in few positions or from great depths on, and has a test of its own.
const RARE: [Technique; 4] = [
    Technique::StalemateGuard,
    Technique::MateDistancePruning,
    Technique::HistoryPruning,
    Technique::TripleExtension,
];

/// Plain minimax has no end at the bench's depth: without alpha-beta it is measured at this one.
const SHALLOW: u32 = 2;

#[test]
fn switching_off_any_technique_changes_the_bench() {
    let positions = some_positions();
    let with = nodes_of(&positions, 8, &recording());
    let with_shallow = nodes_of(&positions, SHALLOW, &recording());
    for technique in Technique::all().filter(|&t| shows_in_bench(t)) {
        if RARE.contains(&technique) {
            continue;
        }
        if technique == Technique::AlphaBeta {
            let without = nodes_of(&positions, SHALLOW, &without(technique));
            assert!(without > with_shallow);
        } else {
            let without = nodes_of(&positions, 8, &without(technique));
            println!("{:28} {without:9} instead of {with}", technique.name());
            assert_ne!(without, with, "{}", technique.name());
        }
    }
}

#[test]
fn switching_off_what_acts_rarely_changes_the_bench() {
    // Positions in which they act: endings with stalemates and mates, and a middlegame.
    let positions = [
        "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
        "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1",
        "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
        "8/8/8/8/8/4k1p1/6P1/6K1 w - - 0 1",
        common::KIWIPETE,
    ];
    // What is known of endings would settle some of them at once.
    let base = without(Technique::EndingKnowledge);
    let with = nodes_of(&positions, bench::DEPTH, &base);
    for technique in RARE {
        let mut settings = base.clone();
        settings.switches.set(technique, false);
        let without = nodes_of(&positions, bench::DEPTH, &settings);
        println!("{:28} {without:9} instead of {with}", technique.name());
        assert_ne!(without, with, "{}", technique.name());
    }
}

#[test]
fn what_is_retired_acts_before_that_and_is_off_from_then_on() {
    let positions = some_positions();
    for row in TECHNIQUES {
        let Some(chapter) = row.retired else { continue };
        assert!(!Settings::stage(chapter).on(row.technique), "{}", row.name);
        let with = Settings::stage(chapter - 1);
        assert!(with.on(row.technique), "{}", row.name);
        let mut without = with.clone();
        without.switches.set(row.technique, false);
        let [with, without] = [with, without].map(|it| nodes_of(&positions, 7, &it));
        assert_ne!(with, without, "{}", row.name);
    }
}

/// The same with the full bench, for releases: `cargo test --release -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn switching_off_any_technique_changes_the_full_bench() {
    let with = bench::run(&recording(), &mut |_| {}).nodes;
    for technique in Technique::all().filter(|&t| shows_in_bench(t) && t != Technique::AlphaBeta) {
        let without = bench::run(&without(technique), &mut |_| {}).nodes;
        println!("{:28} {without:9} instead of {with}", technique.name());
        assert_ne!(without, with, "{}", technique.name());
    }
}

/// The text of all sources and tests of this crate.
fn sources() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    for folder in ["src", "tests"] {
        let files = std::fs::read_dir(root.join(folder)).expect("the crate's own folder");
        for file in files.map(|entry| entry.expect("an entry").path()) {
            if file.extension().is_some_and(|ending| ending == "rs") {
                text += &std::fs::read_to_string(&file).expect("a readable file");
            }
        }
    }
    text
}

#[test]
fn the_test_that_shows_a_technique_exists() {
    let sources = sources();
    for row in TECHNIQUES {
        if let Some(test) = row.shown_by {
            let found = sources.contains(&format!("#[test]\nfn {test}()"))
                || sources.contains(&format!("#[test]\n    fn {test}()"));
            assert!(found, "{}: there is no test {test}", row.name);
        }
    }
    assert!(!sources.contains(&format!("fn {}()", "no_such_test")));
}

#[test]
fn the_file_of_a_technique_exists_and_asks_for_its_switch() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for row in TECHNIQUES {
        let text = std::fs::read_to_string(folder.join(row.file))
            .unwrap_or_else(|error| panic!("{}: {error}", row.file));
        let switch = format!("Technique::{:?}", row.technique);
        // Move orders are asked for in the picker.
        let asked = text.contains(&switch) || row.kind == Kind::Ordering;
        assert!(
            asked || row.technique == Technique::Quiescence,
            "{}",
            row.name
        );
        assert!(text.starts_with("//!"), "{}", row.file);
    }
}

#[test]
fn the_head_of_a_technique_tells_the_same_things_each_time() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for row in TECHNIQUES {
        let text = std::fs::read_to_string(folder.join(row.file)).expect("a readable file");
        let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
        let head = lines.map(str::trim).collect::<Vec<_>>().join(" ");
        let source = format!("First source: {}.", row.source);
        let chapter = format!("Chapter {}.", row.stage);
        let parts = [
            "Idea: ",
            "Why it is ",
            "When it applies: ",
            "Numbers: ",
            &source,
            &chapter,
        ];
        let places = parts.map(|part| head.find(part));
        let is_whole = places.iter().all(Option::is_some) && places.is_sorted();
        assert!(is_whole, "{}: {parts:?} at {places:?}", row.file);
    }
}

#[test]
fn iterative_deepening_reports_every_depth() {
    let game = game(common::KIWIPETE);
    let depths = |settings: &Settings| -> Vec<u32> {
        let found = search(&game, &depth(6), settings);
        check(&game, &found);
        found.infos.iter().map(|info| info.depth).collect()
    };
    assert_eq!(depths(&Settings::default()), [1, 2, 3, 4, 5, 6]);
    let settings = without(Technique::IterativeDeepening);
    assert_eq!(depths(&settings), [6]);
}

#[test]
fn the_table_saves_nodes() {
    // Kings and blocked pawns: many ways lead to the same position.
    let fine = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
    let nodes = |settings: &Settings| search(&game(fine), &depth(12), settings).result.nodes;
    let with = nodes(&Settings::stage(8));
    let mut settings = Settings::stage(8);
    settings.switches.set(Technique::TranspositionTable, false);
    let without = nodes(&settings);
    println!("{with} nodes with the table, {without} without");
    assert!(10 * with < without);

    // And what one search found out, the next knows.
    let game = game(common::KIWIPETE);
    let mut pool = Pool::new();
    let first = search_with(&mut pool, &game, &depth(6), &Settings::default());
    let second = search_with(&mut pool, &game, &depth(6), &Settings::default());
    assert!(2 * second.result.nodes < first.result.nodes);
    pool.new_game();
    let third = search_with(&mut pool, &game, &depth(6), &Settings::default());
    assert_eq!(third.result.nodes, first.result.nodes);
}

#[test]
fn counters_of_what_is_off_stay_at_zero() {
    for technique in Technique::all() {
        let settings = without(technique);
        let depth = if technique == Technique::AlphaBeta {
            2
        } else {
            5
        };
        let stats =
            bench::run_positions(&bench::POSITIONS[1..3], depth, &settings, &mut |_| {}).stats;
        let mut off = Switches::PRODUCTION;
        let followers = off.set(technique, false);
        for off in [technique].into_iter().chain(followers) {
            // Deepening counts its iterations, of which there is one without it.
            if off != Technique::IterativeDeepening {
                let counts = stats.of(off);
                assert_eq!((counts.tried, counts.acted), (0, 0), "{}", off.name());
            }
        }
    }
}

/// A random set of switches. Without alpha-beta a search has no end, so it stays on as a rule.
fn random_switches(random: &mut fastrand::Rng) -> Switches {
    let mut switches = Switches::NONE;
    for technique in Technique::all() {
        if random.bool() {
            switches.set(technique, true);
        }
    }
    if random.u8(..8) > 0 {
        switches.set(Technique::AlphaBeta, true);
    }
    switches
}

#[test]
fn random_sets_of_switches_play_legal_moves() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut pool = Pool::new();
    for number in 0..200 {
        let settings = Settings {
            switches: random_switches(&mut random),
            record: [Record::Statistics, Record::Nothing, Record::Tree][number % 3],
            ..Settings::stage(random.u8(4..=20))
        };
        let plies = random.usize(..80);
        let game = random_game(common::STARTPOS, plies, &mut random);
        let limits = Limits {
            nodes: Some(3000),
            depth: random.bool().then(|| random.u32(1..9)),
            ..Limits::default()
        };
        println!("{:?} {}", settings.switches, game.position().to_fen());
        let found = search_with(&mut pool, &game, &limits, &settings);
        let best = found.result.best.expect("the game is not over");
        assert!(game.position().legal_moves().contains(best));
        assert!(found.result.nodes <= 3000);
        for info in &found.infos {
            common::follow(&game, &info.pv);
        }
    }
}

/// Until the mate is found, whatever depth that takes: what prunes and reduces finds it deeper down and sooner. Without
/// iterative deepening the one depth must be enough, and what does not even cut must come to its end.
fn until_mate(moves: i32, settings: &Settings) -> Limits {
    let more = match (
        settings.on(Technique::IterativeDeepening),
        settings.on(Technique::AlphaBeta),
    ) {
        (true, _) => 12,
        (false, true) => 5,
        (false, false) => 1,
    };
    Limits {
        depth: Some(2 * moves as u32 + more),
        mate: Some(moves as u32),
        nodes: Some(1_000_000),
        ..Limits::default()
    }
}

#[test]
fn random_sets_of_switches_find_easy_mates() {
    let mut random = fastrand::Rng::with_seed(8);
    for number in 0..60 {
        let settings = Settings {
            switches: random_switches(&mut random),
            ..piece_square()
        };
        let (fen, moves) = EASY_MATES[number % EASY_MATES.len()];
        let game = game(fen);
        let found = search(&game, &until_mate(moves, &settings), &settings);
        let score = found.score();
        // Some sets find a longer one first and run out of nodes; none misses that there is one.
        let found = matches!(score, ReportedScore::Mate(n) if n >= moves);
        assert!(found, "{fen} {score:?} {:?}", settings.switches);
    }
}

#[test]
fn every_switch_alone_off_finds_easy_mates() {
    for technique in Technique::all() {
        let mut pool = Pool::new();
        for &(fen, moves) in EASY_MATES {
            let game = game(fen);
            let settings = without(technique);
            let found = search_with(&mut pool, &game, &until_mate(moves, &settings), &settings);
            let score = found.score();
            // A single search of a fixed depth may come upon a longer one.
            let longer = technique == Technique::IterativeDeepening;
            let found =
                matches!(score, ReportedScore::Mate(n) if n == moves || (longer && n > moves));
            assert!(found, "{fen} {score:?} without {}", technique.name());
        }
    }
}
