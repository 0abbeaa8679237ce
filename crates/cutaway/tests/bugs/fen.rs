//! Positions and moves that must be refused, or mended, and never searched by mistake.

use crate::engine::*;

/// Sends a position that must be refused, and sees to it that the engine says so, lives, and takes the next one.
fn is_refused(position: &str) {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4");
    engine.send(position);
    let lines = engine.ready();
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("info string position refused: ")),
        "{lines:?}"
    );
    engine.send("go depth 3");
    assert_eq!(engine.bestmove(), "(none)");
    engine.send("position startpos\ngo depth 2");
    let best = engine.bestmove();
    assert!(is_legal("startpos", "", &best), "{best}");
}

#[test]
fn b01_a_missing_king_is_refused() {
    is_refused("position fen 4k3/8/8/8/8/8/8/8 w - - 0 1");
}

#[test]
fn b02_a_king_that_could_be_taken_is_refused() {
    is_refused("position fen 5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1");
}

#[test]
fn b03_a_castling_right_without_its_rook_is_dropped() {
    let fen = "2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14";
    let mut engine = Engine::start();
    engine.send(&format!("position fen {fen}\nd"));
    let lines = engine.ready();
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("Fen: ") && line.contains(" b KQ - ")),
        "{lines:?}"
    );
    engine.send("go depth 6");
    let best = engine.bestmove();
    assert!(is_legal(fen, "", &best), "{best}");
}

#[test]
fn b04_missing_fields_have_defaults() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/8/8/4P3/4K3 w\nd");
    let lines = engine.ready();
    assert!(
        lines.contains(&"Fen: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_string()),
        "{lines:?}"
    );
    engine.send("go depth 4");
    assert!(is_legal(
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "",
        &engine.bestmove()
    ));
    is_refused("position fen rnk2bnr/p3p2p/5p2/1BQP2pP/3PP3/5PB1/PP5P/RN2K1NR w");
}

#[test]
fn b05_more_than_32_men_are_refused() {
    is_refused("position fen rnbqkbnr/pppppppp/pppp4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    is_refused(
        "position fen knNnNnNn/nNnNnNnN/NnNnNnNn/nNnNnNnN/NnNnNnNn/nNnNnNnN/NnNnNnNn/KNnNnNnN w - - 0 0",
    );
}

#[test]
fn b06_pawns_on_the_last_ranks_are_refused() {
    is_refused("position fen P3k3/8/8/8/8/8/8/4K2p w - - 0 1");
}

#[test]
fn b07_runs_of_blanks_in_a_fen_are_one_blank() {
    let fen = "r5r1/pp1k3p/2pb4/2q5/8/P2N3Q/1PPB1P1P/2KR3R b - - 0 1";
    let mut engine = Engine::start();
    engine.send("position startpos");
    engine.send("position fen r5r1/pp1k3p/2pb4/2q5/8/P2N3Q/1PPB1P1P/2KR3R b  -  -\t 0 1\nd");
    let lines = engine.ready();
    assert!(lines.contains(&format!("Fen: {fen}")), "{lines:?}");
    engine.send("go depth 4");
    assert!(is_legal(fen, "", &engine.bestmove()));
}

#[test]
fn b08_line_ends_tabs_blanks_and_a_byte_order_mark_do_no_harm() {
    let mut engine = Engine::start();
    engine.raw(
        b"\xef\xbb\xbfuci\r\n\t isready \r\nposition\tstartpos  moves  e2e4\r\ngo depth 3\r\n",
    );
    engine.until("uciok", SOON);
    engine.until("readyok", SOON);
    assert!(is_legal("startpos", "e2e4", &engine.bestmove()));
}

#[test]
fn b10_an_illegal_move_in_the_list_is_refused_and_survived() {
    is_refused("position startpos moves d2d4 a1f8");
}

#[test]
fn b11_moves_without_moves_on_a_mated_position() {
    let mut engine = Engine::start();
    engine.send("position fen rnb1kbnr/pppp1ppp/4p3/8/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3 moves\ngo depth 3");
    let lines = engine.until("bestmove", SOON);
    assert_eq!(lines, ["info depth 0 score mate 0", "bestmove (none)"]);
}

#[test]
fn b12_the_engine_never_plays_on_its_own_board() {
    let mut engine = Engine::start();
    engine.send("position startpos moves d2d4 e7e5\nd");
    let before = engine.ready();
    for _ in 0..2 {
        engine.send("go depth 4");
        assert!(is_legal("startpos", "d2d4 e7e5", &engine.bestmove()));
    }
    engine.send("d");
    assert_eq!(engine.ready(), before);
}

#[test]
fn b86_the_most_moves_there_can_be_fit() {
    for fen in [
        "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    ] {
        let mut engine = Engine::start();
        engine.send(&format!("position fen {fen}\ngo perft 1"));
        let lines = engine.until("Nodes searched: ", SOON);
        assert_eq!(lines.last().unwrap(), "Nodes searched: 218");
        engine.send("setoption name MultiPV value 256\ngo depth 1");
        let lines = engine.until("bestmove", LONG);
        assert_eq!(
            infos(&lines)
                .iter()
                .filter(|line| field(line, "depth") == Some("1"))
                .count(),
            218
        );
    }
}

#[test]
fn b87_a_game_of_6000_plies_is_read_and_played_on() {
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(1500);
    let mut engine = Engine::start();
    engine.ready();
    let start = std::time::Instant::now();
    engine.send(&format!("position startpos moves {moves}"));
    engine.ready();
    // The figure for a release build is 20 ms; this is one with assertions, perhaps on a busy machine.
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    engine.send("go depth 5");
    assert!(is_legal("startpos", "", &engine.bestmove()));
}
