//! Suites from end to end: what counts as solved, and which lines are refused.

use cutaway_lab::epd::EpdError;
use cutaway_lab::suite::{self, Solution, Task};
use cutaway_search::{Limits, Pool, ReportedScore, Settings};

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";

fn run(text: &str) -> Vec<Solution> {
    let (tasks, faults) = suite::read(text);
    assert_eq!(faults, []);
    let limits = Limits {
        depth: Some(4),
        ..Limits::default()
    };
    let mut seen = 0;
    let solutions = suite::run(
        &tasks,
        &mut Pool::new(),
        &limits,
        &Settings::default(),
        &mut |_| seen += 1,
    );
    assert_eq!(seen, tasks.len());
    solutions
}

#[test]
fn moves_and_mates_solve() {
    let text = format!(
        "{MATE_IN_ONE} bm Ra8#; id \"right\";\n{MATE_IN_ONE} bm Ra7 a1a8;\n{MATE_IN_ONE} bm Ra7; id \"wrong\";\n\
         {MATE_IN_ONE} am Ra8+;\n{MATE_IN_ONE} am Ra7;\n{MATE_IN_ONE} bm #1;\n{MATE_IN_ONE} dm 3;\n\
         {MATE_IN_ONE} bm #-1;\n"
    );
    let solutions = run(&text);
    let solved: Vec<bool> = solutions.iter().map(|solution| solution.solved).collect();
    assert_eq!(solved, [true, true, false, false, true, true, true, false]);
    assert_eq!(
        (solutions[0].id.as_str(), solutions[1].id.as_str()),
        ("right", "line 2")
    );
    assert_eq!(solutions[0].got.as_deref(), Some("Ra8#"));
    assert_eq!(
        (solutions[0].mate, solutions[0].centipawns),
        (Some(1), None)
    );
    assert_eq!(solutions[1].expected, "bm Ra7 Ra8#");
    assert!(solutions[0].found_depth.is_some() && solutions[2].found_depth.is_none());
}

#[test]
fn a_side_that_is_mated_is_solved_by_the_distance() {
    let solutions = run("7k/8/6K1/8/8/8/8/R7 b - - bm #-1;");
    assert!(solutions[0].solved, "{solutions:?}");
    assert_eq!(solutions[0].mate, Some(-1));
}

#[test]
fn mates_are_judged_by_sign_and_distance() {
    let task = |operation: &str| -> Task {
        suite::read(&format!("{MATE_IN_ONE} {operation}"))
            .0
            .remove(0)
    };
    let met = |operation: &str, score| {
        let task = task(operation);
        let mv = task.position.parse_uci("a1a8").unwrap();
        task.expected.is_met(mv, score)
    };
    assert!(met("bm #3;", ReportedScore::Mate(3)) && met("bm #3;", ReportedScore::Mate(1)));
    assert!(!met("bm #3;", ReportedScore::Mate(4)) && !met("bm #3;", ReportedScore::Mate(-3)));
    assert!(met("bm #-3;", ReportedScore::Mate(-3)) && met("bm #-3;", ReportedScore::Mate(-2)));
    assert!(!met("bm #-3;", ReportedScore::Mate(-4)) && !met("bm #-3;", ReportedScore::Mate(0)));
    assert!(!met("bm #3;", ReportedScore::Centipawns(31_000)));
    // Where a move is given, the distance is a remark.
    assert!(met("dm 3; bm Ra8+;", ReportedScore::Centipawns(0)));
}

#[test]
fn lines_that_cannot_be_run_are_told_by_number() {
    let text = format!(
        "{MATE_IN_ONE} bm Ra8;\n{MATE_IN_ONE} bm Rb8;\n{MATE_IN_ONE} id \"x\";\nrubbish\n\
         {MATE_IN_ONE} bm #x;\nR5k1/5ppp/8/8/8/8/8/6K1 b - - bm Kg8;\n"
    );
    let (tasks, faults) = suite::read(&text);
    assert_eq!(tasks.len(), 1);
    assert_eq!(
        faults.iter().map(|fault| fault.line).collect::<Vec<_>>(),
        [2, 3, 4, 5, 6]
    );
    assert!(matches!(faults[0].error, EpdError::Move { .. }));
    assert_eq!(faults[1].error, EpdError::NothingToSolve);
    assert!(matches!(faults[4].error, EpdError::GameOver(_)));
}

#[test]
fn the_collections_are_read_whole() {
    let Some(data) = std::env::var_os("CUTAWAY_TESTDATA") else {
        println!("skipped: CUTAWAY_TESTDATA is not set");
        return;
    };
    let mut read = 0;
    for folder in ["tactics", "mates"] {
        for entry in std::fs::read_dir(std::path::Path::new(&data).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "epd") {
                let text = std::fs::read_to_string(&path).unwrap();
                let (tasks, faults) = suite::read(&text);
                // Some studies ask for a result, which is nothing for a program to check.
                let bad = faults
                    .iter()
                    .find(|fault| fault.error != EpdError::NothingToSolve);
                assert_eq!(bad, None, "{}", path.display());
                read += tasks.len();
            }
        }
    }
    assert!(read > 2000, "{read}");
}
