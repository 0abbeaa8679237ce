//! From where openings set out: the usual position, arrangements of Chess960, the lines of a book. What is played from
//! there is decided by [`openings`](crate::openings).

use crate::checksum::checksum;
use crate::epd::Epd;
use cutaway_chess::Position;

/// From where random moves set out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Starts {
    /// The usual position.
    Usual,
    /// A random one of the positions of Chess960, drawn for each side by itself.
    DoubleChess960,
    /// A random line of a book.
    Book(Book),
}

impl Starts {
    /// Draws one; `None` if it is a line of a book that is no position.
    pub fn draw(&self, random: &mut fastrand::Rng) -> Option<Position> {
        match self {
            Starts::Usual => Some(Position::startpos()),
            Starts::DoubleChess960 => Some(double_chess960(random)),
            Starts::Book(book) => book.draw(random),
        }
    }
}

impl std::fmt::Display for Starts {
    /// In a word or two; a book by its size and checksum.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Starts::Usual => f.write_str("the usual position"),
            Starts::DoubleChess960 => f.write_str("double Chess960"),
            Starts::Book(book) => {
                let sum = checksum(book.text.as_bytes());
                write!(
                    f,
                    "a book of {} lines, checksum {sum:016x}",
                    book.lines.len()
                )
            }
        }
    }
}

/// A book of openings, EPD or FEN, whose lines are read when they are drawn: some have millions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    text: String,
    /// Where the lines begin that are neither empty nor remarks.
    lines: Vec<usize>,
}

impl Book {
    /// The book of that text; `None` if it holds not one position.
    pub fn new(text: String) -> Option<Book> {
        let mut lines = Vec::new();
        // Some editors begin a file with a mark of its encoding.
        let mut at = text.len() - text.trim_start_matches('\u{feff}').len();
        for line in text[at..].split_inclusive('\n') {
            let words = line.trim();
            if !words.is_empty() && !words.starts_with('#') {
                lines.push(at);
            }
            at += line.len();
        }
        let book = Book { text, lines };
        let is_of_use = book.lines.iter().any(|&at| book.position(at).is_some());
        is_of_use.then_some(book)
    }

    fn draw(&self, random: &mut fastrand::Rng) -> Option<Position> {
        self.position(*random.choice(&self.lines)?)
    }

    fn position(&self, at: usize) -> Option<Position> {
        let line = self.text[at..].lines().next()?;
        Epd::parse(line, 0).ok().map(|epd| epd.position)
    }
}

/// A start position of Chess960 with an arrangement of its own for each side.
fn double_chess960(random: &mut fastrand::Rng) -> Position {
    let [white, black] = [0, 1].map(|_| back_rank(random));
    let rights = |rank: &[char; 8]| -> String {
        let rooks = (b'A'..).zip(rank).filter(|&(_, &piece)| piece == 'R');
        rooks.map(|(file, _)| char::from(file)).collect()
    };
    let board = |rank: &[char; 8]| rank.iter().collect::<String>();
    let fen = format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{} w {}{} - 0 1",
        board(&black).to_lowercase(),
        board(&white),
        rights(&white),
        rights(&black).to_lowercase(),
    );
    Position::from_fen(&fen).expect("every arrangement of Chess960 can be set up")
}

/// An arrangement of Chess960: bishops on squares of both colours, the king between the rooks.
fn back_rank(random: &mut fastrand::Rng) -> [char; 8] {
    let mut rank = [' '; 8];
    rank[2 * random.usize(..4)] = 'B';
    rank[2 * random.usize(..4) + 1] = 'B';
    for piece in ['Q', 'N', 'N'] {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
        rank[free[random.usize(..free.len())]] = piece;
    }
    let free: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
    for (&file, piece) in free.iter().zip(['R', 'K', 'R']) {
        rank[file] = piece;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn arrangements_of_chess960_are_all_met_and_can_castle() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut met = HashSet::new();
        for _ in 0..20_000 {
            met.insert(back_rank(&mut random));
        }
        assert_eq!(met.len(), 960);
        for _ in 0..100 {
            let position = double_chess960(&mut random);
            assert_eq!(position.castling_rooks().count(), 4);
            assert_eq!(position.count_legal_moves().min(18), 18);
        }
    }

    #[test]
    fn a_book_is_read_line_by_line() {
        let text = "# remark\n\n4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3;\r\nnonsense\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 9";
        let starts = Starts::Book(Book::new(text.to_string()).unwrap());
        let mut random = fastrand::Rng::with_seed(1);
        let drawn = (0..100).map(|_| starts.draw(&mut random).map(|position| position.to_fen()));
        let drawn: HashSet<Option<String>> = drawn.collect();
        let expected = [
            None,
            Some("4k3/8/8/8/8/8/4P3/4K3 w - - 3 1".to_string()),
            Some("4k3/4p3/8/8/8/8/8/4K3 b - - 0 9".to_string()),
        ];
        assert_eq!(drawn, HashSet::from(expected));
        assert_eq!(Book::new("nonsense\n".to_string()), None);
        let marked = Book::new("\u{feff}4k3/8/8/8/8/8/4P3/4K3 w - -\n".to_string()).unwrap();
        assert!(Starts::Book(marked).draw(&mut random).is_some());
    }
}
