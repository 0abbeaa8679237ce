//! Scores and lines by the rules: repetitions, the 50-move rule, mates, Chess960.

use crate::engine::*;
use cutaway_chess::Outcome;

/// The lines of one search.
fn search(position: &str, go: &str) -> Vec<String> {
    let mut engine = Engine::start();
    engine.send(&format!("position {position}\n{go}"));
    engine.until("bestmove", LONG)
}

fn last_info(lines: &[String]) -> &str {
    infos(lines).last().expect("a line with a score")
}

#[test]
fn b45_mate_on_the_hundredth_ply_counts() {
    let lines = search(
        "fen 8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113",
        "go depth 8",
    );
    assert_eq!(score(last_info(&lines)), "mate 1");
    assert!(lines.last().unwrap().starts_with("bestmove g3h3"));
}

#[test]
fn b46_a_clock_above_100_is_accepted_and_the_score_is_a_draw() {
    let fen = "8/3k4/8/8/4N3/5N2/6N1/7K b - - 117 14";
    let lines = search(&format!("fen {fen}"), "go depth 8");
    assert_eq!(score(last_info(&lines)), "cp 0");
    assert!(is_legal(
        fen,
        "",
        field(lines.last().unwrap(), "bestmove").unwrap()
    ));
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("info string") && line.contains("50-move"))
    );
}

#[test]
fn b47_no_en_passant_square_that_nobody_may_use() {
    let fen = "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1";
    let mut engine = Engine::start();
    engine.send(&format!("position fen {fen} moves h7h5\nd"));
    let lines = engine.ready();
    let shown = lines.iter().find(|line| line.starts_with("Fen: ")).unwrap();
    assert_eq!(shown.split(' ').nth(4), Some("-"), "{shown}");
    let lines = search(
        &format!("fen {fen} moves h7h5 e6h6 g7h7 h6e6 h7g7 e6h6 g7h7 h6e6"),
        "go depth 1 searchmoves h7g7",
    );
    assert_eq!(score(last_info(&lines)), "cp 0");
    assert_eq!(pv(last_info(&lines)), ["h7g7"]);
}

#[test]
fn b49_repetitions_with_the_game_count() {
    let lines = search(
        "fen 6k1/8/8/8/8/8/4Q3/4K3 w - - 0 1 moves e2d2 g8h8 d2e2 h8g8 e2d2 g8h8 d2e2",
        "go depth 1 searchmoves h8g8",
    );
    assert_eq!(score(last_info(&lines)), "cp 0");
}

#[test]
fn b56_a_pinned_rook_cannot_castle() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Chess960 value true");
    engine.send("position fen 4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1\ngo perft 1");
    let lines = engine.until("Nodes searched", SOON);
    assert_eq!(lines.last().unwrap(), "Nodes searched: 11");
    assert!(!lines.iter().any(|line| line.starts_with("e1b1")));
}

#[test]
fn b58_chess960_is_understood_without_the_option() {
    let mut engine = Engine::start();
    engine.send("position fen nrkb2nr/ppppp1p1/6bp/5p2/BPP1P1P1/P7/3P1P1P/qRK1BQNR w BHbh - 0 3\ngo perft 1");
    let lines = engine.until("Nodes searched", SOON);
    assert_eq!(lines.last().unwrap(), "Nodes searched: 28");
    assert!(!lines.iter().any(|line| line.starts_with("c1c1")));
}

#[test]
fn b59_castling_is_written_as_the_option_says_and_read_both_ways() {
    let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
    let mut engine = Engine::start();
    engine.send(&format!(
        "position startpos moves {moves}\ngo depth 1 searchmoves e1g1"
    ));
    assert_eq!(engine.bestmove(), "e1g1");
    engine.send("setoption name UCI_Chess960 value true\ngo depth 1 searchmoves e1g1");
    assert_eq!(engine.bestmove(), "e1h1");
    engine.send("setoption name UCI_Chess960 value false");
    for castling in ["e1h1", "e1g1"] {
        engine.send(&format!("position startpos moves {moves} {castling}\nd"));
        let lines = engine.ready();
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("Fen: ") && line.contains("RNBQ1RK1")),
            "{castling}: {lines:?}"
        );
    }
}

#[test]
fn b60_setting_chess960_keeps_the_position() {
    let mut engine = Engine::start();
    engine.send(
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nsetoption name UCI_Chess960 value true\nd",
    );
    let lines = engine.ready();
    assert!(
        lines.contains(&"Fen: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_string()),
        "{lines:?}"
    );
}

#[test]
fn b62_there_are_as_many_lines_as_moves_and_none_is_empty() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 5");
    for (position, go, count) in [
        ("fen k7/8/8/8/8/8/6q1/3K4 w - - 0 1", "go depth 6", 2),
        ("startpos", "go depth 6 searchmoves f2f3 g2g4", 2),
        ("startpos", "go depth 5", 5),
    ] {
        engine.send(&format!("position {position}\n{go}"));
        let lines = engine.until("bestmove", LONG);
        let depth = field(last_info(&lines), "depth").unwrap();
        let last: Vec<_> = infos(&lines)
            .into_iter()
            .filter(|line| field(line, "depth") == Some(depth))
            .collect();
        for number in 1..=count {
            let line = last
                .iter()
                .rfind(|line| field(line, "multipv") == Some(&number.to_string()));
            assert!(
                line.is_some_and(|line| !pv(line).is_empty()),
                "line {number} of {position}: {last:#?}"
            );
        }
        let more = (count + 1).to_string();
        assert!(
            !lines
                .iter()
                .any(|line| field(line, "multipv") == Some(&more)),
            "{lines:#?}"
        );
    }
}

#[test]
fn b65_no_line_goes_on_after_a_repetition() {
    let (fen, moves) = (
        "6k1/6p1/8/8/8/8/6P1/6K1 w - - 0 1",
        "g1f1 g8f8 f1g1 f8g8 g1f1 g8f8 f1g1",
    );
    let lines = search(&format!("fen {fen} moves {moves}"), "go depth 10");
    for line in infos(&lines) {
        let mut game = game(fen, moves);
        for word in pv(line) {
            assert_eq!(game.outcome(), None, "{line}");
            let mv = game
                .position()
                .parse_uci(word)
                .unwrap_or_else(|why| panic!("{word} {why}: {line}"));
            game.play(mv).unwrap();
        }
        assert!(
            pv(line)[0] != "f8g8" || game.outcome() == Some(Outcome::Threefold),
            "{line}"
        );
    }
}

#[test]
fn b66_no_line_goes_on_after_50_moves() {
    let lines = search("fen 8/8/4k3/8/8/4K3/8/7R w - - 96 80", "go depth 10");
    for line in infos(&lines) {
        assert!(pv(line).len() <= 4, "{line}");
    }
    assert_eq!(score(last_info(&lines)), "cp 0");
}

#[test]
fn b69_being_mated_is_negative() {
    let lines = search(
        "fen 3K4/8/3k4/8/3r4/8/8/8 w - - 0 1",
        "go depth 30 movetime 3000",
    );
    let score = score(last_info(&lines));
    assert!(score.contains(" -"), "{score}");
}

#[test]
fn b70_a_mate_in_ten_has_ten_moves() {
    let fen = "7K/P1p1p1p1/2P1P1Pk/6pP/3p2P1/1P6/3P4/8 w - - 2 1";
    let lines = search(&format!("fen {fen}"), "go mate 10");
    let line = last_info(&lines);
    assert_eq!(score(line), "mate 10");
    assert_eq!(pv(line).len(), 19, "{line}");
    let game = game(fen, &pv(line).join(" "));
    assert!(matches!(game.outcome(), Some(Outcome::Checkmate { .. })));
}

#[test]
fn b71_a_mate_that_is_found_keeps_its_distance() {
    for (fen, go) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go depth 5"),
        ("7k/6pp/8/8/8/8/R7/1R4K1 w - - 0 1", "go depth 10"),
    ] {
        let lines = search(&format!("fen {fen}"), go);
        let mut mates: Vec<String> = infos(&lines)
            .iter()
            .map(|line| score(line))
            .filter(|score| score.starts_with("mate"))
            .collect();
        assert!(!mates.is_empty(), "{lines:#?}");
        mates.dedup();
        assert_eq!(mates.len(), 1, "{mates:?}");
        let game = game(fen, &pv(last_info(&lines)).join(" "));
        assert!(
            matches!(game.outcome(), Some(Outcome::Checkmate { .. })),
            "{lines:#?}"
        );
    }
}
