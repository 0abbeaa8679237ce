//! Pieces of text that UCI and the console share: the board, amounts, moves in words.

use cutaway_chess::{Color, File, Move, Position, Rank, Square};
use cutaway_eval::Evaluator;
use cutaway_search::{INFINITY, ReportedScore, Score};

/// The board with ranks and files, the side at the bottom as wanted.
pub(crate) fn board_lines(position: &Position, bottom: Color) -> Vec<String> {
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match bottom {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let mut lines: Vec<String> = ranks
        .iter()
        .map(|&rank| {
            let men = files.map(|file| {
                position
                    .piece_on(Square::new(file, rank))
                    .map_or(" .".to_string(), |piece| format!(" {}", piece.letter()))
            });
            format!("  {}  {}", rank.index() + 1, men.concat())
        })
        .collect();
    lines.push(String::new());
    lines.push(format!(
        "     {}",
        files.map(|file| format!(" {}", file.letter())).concat()
    ));
    lines
}

/// What `d` and `board` tell below the board.
pub(crate) fn facts(position: &Position, chess960: bool) -> Vec<String> {
    let fen = if chess960 {
        position.to_shredder_fen()
    } else {
        position.to_fen()
    };
    let mut lines = vec![
        format!("Fen: {fen}"),
        format!("Key: {:016X}", position.key()),
    ];
    let checkers: Vec<String> = position
        .checkers()
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    if !checkers.is_empty() {
        lines.push(format!("Checkers: {}", checkers.join(" ")));
    }
    lines
}

/// Centipawns as signed pawns with two decimals.
pub(crate) fn pawns(centipawns: i32) -> String {
    let sign = if centipawns < 0 { '-' } else { '+' };
    let size = centipawns.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// A score for people: `+0.25`, `#3`, `#-2`.
pub(crate) fn score(score: ReportedScore) -> String {
    match score {
        ReportedScore::Centipawns(score) => pawns(score),
        ReportedScore::Mate(moves) => format!("#{moves}"),
    }
}

/// A score of the search's own kind, in the unit of that evaluation, for people.
pub(crate) fn raw_score(value: Score, evaluator: &Evaluator) -> String {
    if value >= INFINITY {
        "+inf".to_string()
    } else if value <= -INFINITY {
        "-inf".to_string()
    } else {
        score(ReportedScore::of(value, evaluator))
    }
}

/// A line of moves in algebraic notation; it ends where a move is not legal.
pub(crate) fn san_line(position: &Position, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        words.push(position.to_san(mv));
        position.play(mv);
    }
    words.join(" ")
}

/// The move that a word means, in algebraic or UCI notation, or why it means none.
pub(crate) fn find_move(position: &Position, word: &str) -> Result<Move, String> {
    if let Ok(mv) = position.parse_uci(&word.to_ascii_lowercase()) {
        return Ok(mv);
    }
    position
        .parse_san(word)
        .map_err(|why| format!("{} {why}", quoted(word)))
}

/// A whole number, clamped into 64 bits; `None` if the word is none.
pub(crate) fn parse_number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse::<i64>().unwrap_or(i64::MAX);
    Some(if word.starts_with('-') { -size } else { size })
}

/// A number of things, with the word for one or several of them.
pub(crate) fn counted(count: usize, one: &str, several: &str) -> String {
    let word = if count == 1 { one } else { several };
    format!("{count} {word}")
}

/// A word from outside, fit to be repeated in an answer: ASCII, and not too long.
pub(crate) fn quoted(word: &str) -> String {
    const LONGEST: usize = 60;
    let mut plain: String = word.chars().take(LONGEST).map(printable).collect();
    if word.chars().count() > LONGEST {
        plain.push_str("..");
    }
    plain
}

/// Words of a message made fit for a line of output: ASCII, one line.
pub(crate) fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(printable).collect();
    plain.trim_end().to_string()
}

/// The letter itself if every program can show it, else a question mark.
fn printable(c: char) -> char {
    if c.is_ascii_graphic() || c == ' ' {
        c
    } else {
        '?'
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_a_sign_and_two_decimals() {
        assert_eq!(
            [800, -5, 0, 1234].map(pawns),
            ["+8.00", "-0.05", "+0.00", "+12.34"]
        );
        assert_eq!(score(ReportedScore::Mate(-2)), "#-2");
    }

    #[test]
    fn the_board_turns_round() {
        let position = Position::startpos();
        let white = board_lines(&position, Color::White);
        assert_eq!(white[0], "  8   r n b q k b n r");
        assert_eq!(white[9], "      a b c d e f g h");
        let black = board_lines(&position, Color::Black);
        assert_eq!(black[0], "  1   R N B K Q B N R");
        assert_eq!(black[9], "      h g f e d c b a");
    }

    #[test]
    fn moves_are_read_in_both_notations() {
        let position = Position::startpos();
        for word in ["Nf3", "g1f3", "G1F3"] {
            assert_eq!(
                find_move(&position, word).map(|mv| position.to_san(mv)),
                Ok("Nf3".to_string())
            );
        }
        assert_eq!(
            find_move(&position, "Nf6"),
            Err("Nf6 is not a legal move here".to_string())
        );
        assert_eq!(quoted("\u{e9}\tx"), "??x");
    }
}
