//! Start positions from a file that the user gives: EPD or FEN, one a line, or the games of a PGN.
//!
//! A PGN is read as a stream, whatever its size; of each game the position after its last move counts, or after the
//! first so many. Positions in which nothing can be played are left out and told. Openings of our own are in
//! [`openings`](crate::openings).

use crate::epd::{self, EpdError, EpdFault};
use cutaway_chess::{Game, Position};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use std::io::{BufRead, ErrorKind, Read};
use std::ops::ControlFlow;

/// What a file of openings holds.
#[derive(Clone, Debug, Default)]
pub struct OpeningFile {
    /// The positions that can be played, in order.
    pub positions: Vec<Position>,
    /// What is wrong with the others, in words, with their place in the file.
    pub faults: Vec<String>,
}

/// Reads a file. It is a PGN if its first character is a bracket or, `1.` and a blank; `plies` is how many moves of each
/// game of a PGN are played, all if it is `None`.
///
/// ```
/// use cutaway_lab::opening_file;
/// let file = opening_file::read(&b"[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n"[..], Some(2))?;
/// assert_eq!(file.positions[0].to_fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
/// let file = opening_file::read(&b"4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 0;\n"[..], None)?;
/// assert_eq!((file.positions.len(), file.faults.len()), (1, 0));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// What the system says when it is read.
pub fn read(mut input: impl BufRead, plies: Option<usize>) -> std::io::Result<OpeningFile> {
    let mut file = OpeningFile::default();
    if is_pgn(input.fill_buf()?) {
        read_pgn(input, plies, &mut file)?;
    } else {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        read_epd(&String::from_utf8_lossy(&bytes), &mut file);
    }
    Ok(file)
}

fn is_pgn(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let start = start.trim_ascii_start();
    start.starts_with(b"[") || start.starts_with(b"1.") || start.starts_with(b"%")
}

fn read_epd(text: &str, file: &mut OpeningFile) {
    let (epds, faults) = epd::read(text);
    file.faults.extend(faults.iter().map(EpdFault::to_string));
    for epd in epds {
        match Game::new(epd.position.clone()).outcome() {
            None => file.positions.push(epd.position),
            Some(outcome) => {
                let error = EpdError::GameOver(outcome);
                let fault = EpdFault {
                    line: epd.line,
                    error,
                };
                file.faults.push(fault.to_string());
            }
        }
    }
}

fn read_pgn(input: impl Read, plies: Option<usize>, file: &mut OpeningFile) -> std::io::Result<()> {
    let mut reader = Reader::new(input);
    let mut player = Replay { plies };
    let mut number = 0;
    loop {
        number += 1;
        match reader.read_game(&mut player) {
            Ok(Some(Ok(position))) => file.positions.push(position),
            Ok(Some(Err(words))) => file.faults.push(format!("game {number}: {words}")),
            Ok(None) => return Ok(()),
            // A comment or a tag without an end. Games before it, and those that are found behind it, are of use.
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                file.faults.push(format!("game {number}: {error}"));
            }
            Err(error) => return Err(error),
        }
    }
}

/// Plays the games of a PGN on a board.
struct Replay {
    plies: Option<usize>,
}

impl Replay {
    fn end(game: &Game) -> Result<Position, String> {
        match game.outcome() {
            None => Ok(game.position().clone()),
            Some(outcome) => Err(format!("the game is over where it is to begin: {outcome}")),
        }
    }
}

impl Visitor for Replay {
    type Tags = Position;
    type Movetext = Game;
    type Output = Result<Position, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Position> {
        ControlFlow::Continue(Position::startpos())
    }

    fn tag(
        &mut self,
        start: &mut Position,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name.eq_ignore_ascii_case(b"FEN") {
            match Position::from_fen(&value.decode_utf8_lossy()) {
                Ok(position) => *start = position,
                Err(error) => return ControlFlow::Break(Err(error.to_string())),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Position) -> ControlFlow<Self::Output, Game> {
        ControlFlow::Continue(Game::new(start))
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Self::Output> {
        if self.plies.is_some_and(|plies| game.moves().len() >= plies) {
            return ControlFlow::Break(Replay::end(game));
        }
        let text = san.to_string();
        let played = game.position().parse_san(&text).map(|mv| game.play(mv));
        match played {
            Ok(Ok(_)) => ControlFlow::Continue(()),
            _ => {
                let number = game.position().fullmove_number();
                let words = format!("{text} at move {number} is not legal");
                ControlFlow::Break(Err(words))
            }
        }
    }

    fn end_game(&mut self, game: Game) -> Self::Output {
        Replay::end(&game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "\
[Event \"one\"]

1. e4 {a comment} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 *

[Event \"two\"]
[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"]

1. O-O Kd7 1-0

[Event \"three\"]

1. e4 e5 2. Ke3 *

[Event \"four\"]

1. f3 e5 2. g4 Qh4# 0-1
";

    fn fens(plies: Option<usize>) -> (Vec<String>, Vec<String>) {
        let file = read(GAMES.as_bytes(), plies).unwrap();
        let fens = file.positions.iter().map(Position::to_fen).collect();
        (fens, file.faults)
    }

    #[test]
    fn games_are_played_to_their_end_or_so_far() {
        let (whole, faults) = fens(None);
        assert_eq!(
            whole,
            [
                "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
                "8/3k4/8/8/8/8/4P3/5RK1 w - - 2 2"
            ]
        );
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].starts_with("game 3: Ke3 at move 2"), "{faults:?}");
        assert!(
            faults[1].starts_with("game 4: the game is over"),
            "{faults:?}"
        );
        let (cut, faults) = fens(Some(1));
        assert_eq!((cut.len(), faults.len()), (4, 0), "{faults:?}");
        assert_eq!(cut[1], "4k3/8/8/8/8/8/4P3/5RK1 b - - 1 1");
    }

    #[test]
    fn lines_and_games_are_told_apart() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let text = format!("{fen}\nnonsense\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n");
        let file = read(text.as_bytes(), None).unwrap();
        assert_eq!(file.positions.len(), 1);
        assert_eq!(file.faults.len(), 2, "{:?}", file.faults);
        let bare = read(&b"\xef\xbb\xbf 1. e4 *"[..], None).unwrap();
        assert_eq!(bare.positions.len(), 1);
        assert!(read(&b""[..], None).unwrap().positions.is_empty());
        let open = "1. e4 *\n\n[Event \"x\"]\n\n1. d4 {never closed";
        let file = read(open.as_bytes(), None).unwrap();
        assert_eq!(
            (file.positions.len(), file.faults.len()),
            (1, 1),
            "{:?}",
            file.faults
        );
    }
}
