//! Inputs for the fuzz bodies, made from bytes: raw text, and text close to what is right, which gets further.

use cutaway_chess::{Move, Position};

/// Positions to begin from: castling of every kind, en passant, promotions, checks, pins, few men and many.
pub const STARTS: [&str; 24] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "rk1b1nnr/pppppppp/8/8/8/8/PPPPPPPP/1RKRNNBB w DBha - 0 1",
    "1r2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",
    "4k3/8/8/8/2pPp3/8/8/4K2B b - d3 0 1",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20",
    "4k3/8/8/8/8/8/8/RRK4R w HB - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "3qk3/8/8/8/8/8/8/3QK3 w - - 96 80",
    "5bk1/8/8/8/8/8/8/1NK5 w - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/8/8/8/4K3 b - - 0 1",
    "4k3/8/8/8/1b6/8/3N4/R3K2R w KQ - 0 1",
    "4k3/8/8/8/4r3/2n5/8/R3K2R w KQ - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - b3 0 23",
    "7k/8/8/8/8/8/8/7K w - - 0 1",
    "QN5k/P7/8/3q1q2/8/1q3q2/8/K6q w - - 99 150",
];

/// What fields and moves are written with, so that a byte often stands for a letter that matters.
const LETTERS: &[u8] = b"pnbrqkPNBRQK12345678abcdefgh/ -wO0x=+#!?.;9G\t";

/// Bytes that are used up one after the other; noughts follow the last.
pub struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    pub fn new(data: &'a [u8]) -> Input<'a> {
        Input { rest: data }
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        match self.rest.split_first() {
            Some((&first, rest)) => {
                self.rest = rest;
                first
            }
            None => 0,
        }
    }

    /// Words for a test that wants more of them than bytes are worth: a row that two bytes begin.
    pub fn words<const COUNT: usize>(&mut self) -> [u16; COUNT] {
        let mut state = u64::from(u16::from_le_bytes([self.byte(), self.byte()]));
        [0; COUNT].map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 48) as u16
        })
    }

    fn rest_as_text(&mut self) -> String {
        String::from_utf8_lossy(std::mem::take(&mut self.rest)).into_owned()
    }

    /// The rest as text, or a good FEN with some things changed.
    pub fn fen(&mut self) -> String {
        let choice = self.byte();
        if choice.is_multiple_of(4) {
            return self.rest_as_text();
        }
        let start = STARTS[usize::from(self.byte()) % STARTS.len()];
        let mut fields: Vec<String> = start.split(' ').map(String::from).collect();
        for _ in 0..choice % 16 {
            if self.is_empty() {
                break;
            }
            match self.byte() % 8 {
                0..4 => fields[0] = self.with_another_man(&fields[0]),
                4 => fields[2] = self.castling(),
                5 => fields[3] = self.square(),
                6 => fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_string(),
                _ => {
                    let index = usize::from(self.byte()) % fields.len();
                    fields[index] = self.edited(&fields[index]);
                }
            }
        }
        fields.join(" ")
    }

    /// A position near one of [`STARTS`]; one of those if the change makes no position.
    pub fn position(&mut self) -> Position {
        let start = STARTS[usize::from(self.byte()) % STARTS.len()];
        let good = Position::from_fen(start).expect("the starts are positions");
        if self.byte().is_multiple_of(2) {
            return good;
        }
        let mut fields: Vec<String> = start.split(' ').map(String::from).collect();
        for _ in 0..4 {
            fields[0] = self.with_another_man(&fields[0]);
        }
        fields[3] = "-".to_string();
        Position::from_fen(&fields.join(" ")).unwrap_or(good)
    }

    /// The board of a FEN with one square changed.
    fn with_another_man(&mut self, board: &str) -> String {
        let (square, man) = (usize::from(self.byte()) % 64, self.byte());
        let mut squares: Vec<char> = board
            .chars()
            .filter(|&letter| letter != '/')
            .flat_map(|letter| match letter.to_digit(10) {
                Some(count) => vec!['1'; count as usize],
                None => vec![letter],
            })
            .collect();
        if squares.len() != 64 {
            return board.to_string();
        }
        squares[square] = *b"11111pPnNbBrRqQ1"
            .get(usize::from(man) % 18)
            .unwrap_or(&b'k') as char;
        let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    fn castling(&mut self) -> String {
        let letters = u32::from(self.byte()) | u32::from(self.byte()) << 8;
        let all = "KQkqABCDEFGHabcdefgh".char_indices();
        all.filter(|(index, _)| letters >> (index % 16) & 1 != 0)
            .map(|(_, letter)| letter)
            .take(4)
            .collect()
    }

    fn square(&mut self) -> String {
        let byte = self.byte();
        let letters = [b'a' + byte % 8, b"36"[usize::from(byte >> 3 & 1)]];
        String::from_utf8_lossy(&letters).into_owned()
    }

    /// The text with a few letters changed, put in or left out.
    pub fn edited(&mut self, text: &str) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..1 + self.byte() % 3 {
            let at = usize::from(self.byte()) % (letters.len() + 1);
            let byte = self.byte();
            let letter = LETTERS.get(usize::from(byte)).copied().unwrap_or(byte) as char;
            match self.byte() % 3 {
                0 if at < letters.len() => letters[at] = letter,
                1 if at < letters.len() => drop(letters.remove(at)),
                _ => letters.insert(at, letter),
            }
        }
        letters.into_iter().collect()
    }

    /// A text for a move: the rest as it is, a legal move as `write` has it, or one with a few letters changed.
    fn move_text(&mut self, position: &Position, write: impl Fn(Move) -> String) -> String {
        let choice = self.byte();
        let moves = position.legal_moves();
        if choice.is_multiple_of(4) || moves.is_empty() {
            return self.rest_as_text();
        }
        let index = usize::from(self.byte()) % moves.len();
        let text = write(moves.get(index).expect("the index is in range"));
        if choice % 4 == 1 {
            text
        } else {
            self.edited(&text)
        }
    }

    pub fn san(&mut self, position: &Position) -> String {
        self.move_text(position, |mv| position.to_san(mv))
    }

    pub fn uci(&mut self, position: &Position) -> String {
        self.move_text(position, |mv| position.to_uci(mv, false))
    }
}
