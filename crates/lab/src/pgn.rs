//! Games of a match as PGN, with score, depth and time of each move in comments. Nothing here reads PGN or opens a file.

use crate::referee::End;
use crate::report::Report;
use crate::runner::Played;
use cutaway_chess::{Color, Position};
use cutaway_search::ReportedScore;
use std::fmt::Write;

/// The widest line.
const WIDTH: usize = 80;

/// One game, with an empty line at its end. `date` is the day on which it was begun, as `2026.11.30`.
pub fn write(played: &Played, report: &Report, date: &str) -> String {
    let record = &played.record;
    let result = match record.end.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    let name = |color| escape(&report.players[played.player_of(color)].spec);
    let mut pgn = String::new();
    let mut tag = |key: &str, value: &str| {
        let _ = writeln!(pgn, "[{key} \"{value}\"]");
    };
    tag("Event", "Cutaway match");
    tag("Site", "?");
    tag("Date", date);
    tag(
        "Round",
        &format!("{}.{}", played.number / 2 + 1, played.number % 2 + 1),
    );
    tag("White", &name(Color::White));
    tag("Black", &name(Color::Black));
    tag("Result", result);
    if record.start != Position::startpos() {
        let classical = record.start.has_classical_castling();
        if !classical {
            tag("Variant", "Chess960");
        }
        tag("SetUp", "1");
        tag(
            "FEN",
            &if classical {
                record.start.to_fen()
            } else {
                record.start.to_shredder_fen()
            },
        );
    }
    let time_controls = played
        .players
        .map(|player| &report.players[player].time_control);
    tag(
        "TimeControl",
        match time_controls {
            [a, b] if a == b => a,
            // There is one tag for both.
            _ => "?",
        },
    );
    tag("Termination", termination(&record.end));
    pgn.push('\n');
    let mut words = moves(played);
    words.extend(
        comment(&record.end.to_string())
            .split(' ')
            .map(String::from),
    );
    words.push(result.to_string());
    pgn.push_str(&wrap(&words));
    pgn.push('\n');
    pgn
}

/// The moves with their numbers and comments, as pieces that may stand on different lines.
fn moves(played: &Played) -> Vec<String> {
    let mut words = Vec::new();
    let mut position = played.record.start.clone();
    for (index, ply) in played.record.plies.iter().enumerate() {
        let number = position.fullmove_number();
        match position.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(position.to_san(ply.mv));
        let score = match ply.score {
            Some(ReportedScore::Centipawns(value)) => format!("{:+.2}", f64::from(value) / 100.0),
            Some(ReportedScore::Mate(moves)) => {
                format!("{}M{}", if moves < 0 { '-' } else { '+' }, moves.abs())
            }
            None => "?".to_string(),
        };
        words.push(format!("{{{score}/{}", ply.depth));
        words.push(format!("{:.3}s}}", ply.elapsed.as_secs_f64()));
        position.play(ply.mv);
    }
    words
}

/// How the game ended, in the words that the standard has for it. More is told in a comment behind the moves.
fn termination(end: &End) -> &'static str {
    match end {
        End::Rules(_) => "normal",
        End::Adjudicated(_) => "adjudication",
        End::Time(_) => "time forfeit",
        End::Illegal(..) => "rules infraction",
        End::Crash(..) | End::Hang(..) => "abandoned",
    }
}

/// A text as a comment, which ends at the first closing brace.
fn comment(text: &str) -> String {
    format!("{{{}}}", text.replace('}', ")").replace('\n', " "))
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::Match;
    use crate::time_control::Budget;

    #[test]
    fn lines_are_not_too_long() {
        let words: Vec<String> = (0..60).map(|i| format!("word{i}")).collect();
        let text = wrap(&words);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert!(text.lines().count() > 4);
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), words);
    }

    #[test]
    fn the_tags_tell_the_day_the_clock_and_the_end() {
        let mut of = Match::between(
            "self:hash=1".parse().unwrap(),
            "self:stage=6,hash=1".parse().unwrap(),
            Budget::Nodes(20),
        );
        of.games = 2;
        let mut written = Vec::new();
        let mut write_all = |report: &Report, pair: &[Played]| {
            for played in pair {
                written.push(write(played, report, "2026.11.30"));
                let mut lost = played.clone();
                lost.record.end = End::Crash(Color::Black, "it {says} {this}".to_string());
                written.push(write(&lost, report, "2026.11.30"));
            }
            true
        };
        of.run(&[], &mut write_all).unwrap();
        of.rules.budget = "40/0.4".parse().unwrap();
        of.rules.margin = std::time::Duration::from_secs(60);
        of.run(&[], &mut write_all).unwrap();
        of.players[0] = "self:nodes=20,hash=1".parse().unwrap();
        of.run(&[], &mut write_all).unwrap();
        for (first, control) in [(0, "-"), (4, "40/0.4"), (8, "?")] {
            for tag in [
                "[Date \"2026.11.30\"]".to_string(),
                format!("[TimeControl \"{control}\"]"),
                "[Termination \"normal\"]".to_string(),
            ] {
                assert!(written[first].contains(&tag), "{tag}: {}", written[first]);
            }
        }
        let words: Vec<&str> = written[1].split_whitespace().collect();
        assert!(
            words
                .join(" ")
                .ends_with("{black crashes: it {says) {this)} 1-0"),
            "{}",
            written[1]
        );
        assert!(written[1].contains("[Termination \"abandoned\"]"));
    }

    #[test]
    fn quotes_in_tags_are_escaped() {
        assert_eq!(escape(r#"cmd:"a b""#), r#"cmd:\"a b\""#);
    }
}
