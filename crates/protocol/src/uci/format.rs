//! What a search tells, as lines of UCI: plain ASCII, whole numbers, no blank at the end.

use cutaway_chess::{Move, Position};
use cutaway_eval::{MAX_CENTIPAWNS, WIN_MODEL, count_material};
use cutaway_search::{Bound, Info, ReportedScore, SearchEvent, SearchResult};
use std::fmt::Write;

/// How lines are to look; set by options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// `UCI_Chess960`: castling is written as king takes rook.
    pub chess960: bool,
    /// `UCI_ShowWDL`: the chances of win, draw and loss follow the score.
    pub show_wdl: bool,
}

/// The chances of win, draw and loss in thousandths, which add up to 1000, from the view of the side to move.
///
/// A mate is certain, and so is a win by tablebases; of any other score, how often games of this engine ended so at that
/// score and material ([`WIN_MODEL`]).
pub fn win_draw_loss(score: ReportedScore, position: &Position) -> [u32; 3] {
    match score {
        ReportedScore::Mate(moves) if moves > 0 => [1000, 0, 0],
        ReportedScore::Mate(_) => [0, 0, 1000],
        ReportedScore::Centipawns(score) if score > MAX_CENTIPAWNS => [1000, 0, 0],
        ReportedScore::Centipawns(score) if score < -MAX_CENTIPAWNS => [0, 0, 1000],
        ReportedScore::Centipawns(score) => WIN_MODEL.permille(score, count_material(position)),
    }
}

/// `info depth .. pv ..` for a position and one line of analysis.
pub fn info_line(position: &Position, info: &Info, style: Style) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.seldepth,
        info.multi_pv,
        score_words(info.score)
    );
    match info.bound {
        Bound::Exact => {}
        Bound::Lower => line.push_str(" lowerbound"),
        Bound::Upper => line.push_str(" upperbound"),
    }
    // Writing to a string cannot fail.
    if style.show_wdl {
        let [win, draw, loss] = win_draw_loss(info.score, position);
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {}",
        info.nodes,
        info.nps(),
        info.hashfull,
        info.tablebase_hits,
        info.time.as_millis()
    );
    if !info.pv.is_empty() {
        line.push_str(" pv");
        let mut position = position.clone();
        for &mv in &info.pv {
            let _ = write!(line, " {}", mv.to_uci(&position, style.chess960));
            if position.try_play(mv).is_err() {
                debug_assert!(false, "the line goes on with an illegal move");
                break;
            }
        }
    }
    line
}

/// `cp X` or `mate N`.
pub(crate) fn score_words(score: ReportedScore) -> String {
    match score {
        ReportedScore::Centipawns(score) => format!("cp {score}"),
        ReportedScore::Mate(moves) => format!("mate {moves}"),
    }
}

/// The line for any event of a search.
pub(crate) fn event_line(position: &Position, event: &SearchEvent, style: Style) -> String {
    match event {
        SearchEvent::Info(info) => info_line(position, info, style),
        SearchEvent::CurrentMove { depth, mv, number } => format!(
            "info depth {depth} currmove {} currmovenumber {number}",
            mv.to_uci(position, style.chess960)
        ),
    }
}

/// `bestmove M [ponder P]`; `bestmove (none)` if there is no move.
pub fn bestmove_line(position: &Position, result: &SearchResult, style: Style) -> String {
    let Some(best) = result.best else {
        return "bestmove (none)".to_string();
    };
    let mut line = format!("bestmove {}", best.to_uci(position, style.chess960));
    let mut next = position.clone();
    if let Some(ponder) = result.ponder
        && next.try_play(best).is_ok()
        && next.is_legal(ponder)
    {
        let _ = write!(line, " ponder {}", ponder.to_uci(&next, style.chess960));
    }
    line
}

/// Counts below each root move in the form of Stockfish: `e2e4: 20`, a blank line, `Nodes searched: N`.
pub(crate) fn perft_lines(
    position: &Position,
    counts: &[(Move, u64)],
    total: u64,
    chess960: bool,
) -> Vec<String> {
    let mut lines: Vec<String> = counts
        .iter()
        .map(|(mv, count)| format!("{}: {count}", mv.to_uci(position, chess960)))
        .collect();
    lines.push(String::new());
    lines.push(format!("Nodes searched: {total}"));
    lines.push(String::new());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;

    fn info(score: ReportedScore, pv: Vec<Move>) -> Info {
        Info {
            depth: 3,
            seldepth: 7,
            multi_pv: 1,
            score,
            raw: 0,
            bound: Bound::Exact,
            nodes: 1234,
            time: Duration::from_micros(300),
            hashfull: 5,
            tablebase_hits: 0,
            pv,
        }
    }

    fn castling() -> (Position, Move) {
        let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let mv = position.parse_uci("e1g1").unwrap();
        (position, mv)
    }

    #[test]
    fn the_fields_stand_in_order_without_a_blank_at_the_end() {
        let (position, mv) = castling();
        let mut info = info(ReportedScore::Centipawns(-12), vec![mv]);
        let line = info_line(&position, &info, Style::default());
        assert_eq!(
            line,
            "info depth 3 seldepth 7 multipv 1 score cp -12 nodes 1234 nps 1234000 hashfull 5 tbhits 0 time 0 pv e1g1"
        );
        info.bound = Bound::Lower;
        info.pv.clear();
        let line = info_line(
            &position,
            &info,
            Style {
                chess960: true,
                show_wdl: true,
            },
        );
        assert!(line.contains("score cp -12 lowerbound wdl "), "{line}");
        info.bound = Bound::Exact;
        let style = Style {
            chess960: false,
            show_wdl: true,
        };
        let line = info_line(&position, &info, style);
        let [win, draw, loss] = win_draw_loss(info.score, &position);
        let words = format!(" multipv 1 score cp -12 wdl {win} {draw} {loss} nodes 1234 ");
        assert!(line.contains(&words), "{line}");
        assert!(line.ends_with("time 0"), "{line}");
    }

    #[test]
    fn a_win_by_tablebases_is_certain() {
        let (position, _) = castling();
        let mut won = info(ReportedScore::Centipawns(19_990), Vec::new());
        won.tablebase_hits = 17;
        let style = Style {
            chess960: false,
            show_wdl: true,
        };
        let line = info_line(&position, &won, style);
        assert!(line.contains(" score cp 19990 wdl 1000 0 0 "), "{line}");
        assert!(line.contains(" tbhits 17 "), "{line}");
        let lost = ReportedScore::Centipawns(-19_990);
        assert_eq!(win_draw_loss(lost, &position), [0, 0, 1000]);
    }

    #[test]
    fn castling_is_written_as_the_option_says() {
        let (position, mv) = castling();
        let result = SearchResult {
            best: Some(mv),
            ..SearchResult::default()
        };
        assert_eq!(
            bestmove_line(&position, &result, Style::default()),
            "bestmove e1g1"
        );
        let style = Style {
            chess960: true,
            show_wdl: false,
        };
        assert_eq!(bestmove_line(&position, &result, style), "bestmove e1h1");
        assert_eq!(
            bestmove_line(&position, &SearchResult::default(), style),
            "bestmove (none)"
        );
    }

    #[test]
    fn a_ponder_move_is_legal_after_the_best_one() {
        let position = Position::startpos();
        let best = position.parse_uci("e2e4").unwrap();
        let mut next = position.clone();
        next.play(best);
        let reply = next.parse_uci("e7e5").unwrap();
        let mut result = SearchResult {
            best: Some(best),
            ponder: Some(reply),
            ..SearchResult::default()
        };
        assert_eq!(
            bestmove_line(&position, &result, Style::default()),
            "bestmove e2e4 ponder e7e5"
        );
        result.ponder = Some(best);
        assert_eq!(
            bestmove_line(&position, &result, Style::default()),
            "bestmove e2e4"
        );
    }

    #[test]
    fn chances_are_those_of_the_model_and_a_mate_is_certain() {
        let (position, _) = castling();
        let chances = |score| win_draw_loss(score, &position);
        for score in [-30_000, -300, -1, 0, 1, 300, 30_000] {
            let [win, draw, loss] = chances(ReportedScore::Centipawns(score));
            assert_eq!(win + draw + loss, 1000);
            // A rook is all there is.
            assert_eq!([win, draw, loss], WIN_MODEL.permille(score, 5));
        }
        assert_eq!(chances(ReportedScore::Mate(3)), [1000, 0, 0]);
        assert_eq!(chances(ReportedScore::Mate(-3)), [0, 0, 1000]);
        assert_eq!(chances(ReportedScore::Mate(0)), [0, 0, 1000]);
    }
}
