//! Suites from end to end: what counts as solved, and which lines are refused.

use cutaway_lab::epd::EpdError;
use cutaway_lab::suite::{self, Solution, Task};
use cutaway_lab::suite_report::{Difference, Report};
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
        &mut |_| {
            seen += 1;
            true
        },
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
fn points_come_from_pairs_of_lists_or_from_one_comment() {
    let points = |operations: &str| -> Vec<(String, u32)> {
        let (tasks, faults) = suite::read(&format!("{MATE_IN_ONE} bm Ra8#; {operations}"));
        assert_eq!(faults, [], "{operations}");
        let task = &tasks[0];
        let san = |&(mv, worth)| (task.position.to_san(mv), worth);
        task.expected.points.iter().map(san).collect()
    };
    let expected = [("Ra8#".to_string(), 10), ("Ra7".to_string(), 3)];
    for operations in [
        r#"c0 "Ra8#=10, Ra7=3";"#,
        r#"c7 "Ra8# Ra7"; c8 "10 3";"#,
        r#"c8 "10 3"; c9 "a1a8 a1a7"; c7 "Ra8+ Ra7"; c0 "Kf1=1";"#,
    ] {
        assert_eq!(points(operations), expected, "{operations}");
    }
    for comment in [
        r#"c0 "a remark";"#,
        r#"c0 "x=1, remark";"#,
        r#"c8 "10";"#,
        r#"c9 "a1a8"; c8 "ten";"#,
    ] {
        assert_eq!(points(comment), [], "{comment}");
    }
    let wrong = suite::read(&format!("{MATE_IN_ONE} bm Ra8#; c0 \"Rb8=10\";")).1;
    assert!(matches!(wrong[0].error, EpdError::Move { .. }));
}

#[test]
fn points_are_earned_whether_or_not_the_position_is_solved() {
    let solutions = run(&format!(
        "{MATE_IN_ONE} bm Ra7; c0 \"Ra7=10, Ra8#=4\";\n{MATE_IN_ONE} c0 \"Ra8=5, Ra7=5\";\n\
         {MATE_IN_ONE} c0 \"Ra7=5\";\n{MATE_IN_ONE} bm Ra8;\n"
    ));
    let earned: Vec<_> = solutions
        .iter()
        .map(|of| (of.solved, of.points, of.max_points))
        .collect();
    assert_eq!(
        earned,
        [
            (false, Some(4), Some(10)),
            (true, Some(5), Some(5)),
            (false, Some(0), Some(5)),
            (true, None, None)
        ]
    );
    let report = Report::new(&[], solutions);
    assert_eq!((report.solved, report.total), (2, 4));
    assert_eq!((report.points, report.max_points), (Some(9), Some(20)));
}

#[test]
fn two_runs_differ_in_what_they_solve_and_in_how_fast() {
    let text = format!(
        "{MATE_IN_ONE} bm Ra8; id \"a\";\n{MATE_IN_ONE} bm Ra7; id \"b\";\n{MATE_IN_ONE} am Ra7; id \"c\";\n"
    );
    let first = run(&text);
    let mut second = first.clone();
    (second[0].solved, second[1].solved) = (false, true);
    second[2].found_nodes = first[2].found_nodes.map(|nodes| nodes * 4);
    second[2].nodes = first[2].nodes * 2;
    // One that the other run has not.
    second[1].fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_string();
    let report = |solutions| Report::new(&[], solutions);
    let difference = Difference::between(&report(first.clone()), &report(second.clone()));
    assert_eq!(difference.common, 2);
    assert_eq!((difference.only_first, difference.only_second), (1, 1));
    assert_eq!(difference.lost.len(), 1);
    assert_eq!(difference.lost[0].id, "a");
    assert!(difference.gained.is_empty());
    assert!((difference.nodes_to_solve.unwrap() - 4.0).abs() < 1e-9);
    assert!(difference.nodes.unwrap() > 1.0);
    let none = Difference::between(&report(first.clone()), &report(first));
    assert_eq!(
        (none.gained.len(), none.lost.len(), none.nodes),
        (0, 0, Some(1.0))
    );
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
