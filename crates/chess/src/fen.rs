//! FEN, read and written.
//!
//! Reading has three steps: the fields are parsed (every fault of writing is found there), the board is set up, and
//! the [`gate`] refuses what the rules of chess or the rest of this crate cannot stand. What many programs write
//! wrongly and what does no harm - a castling right without its rook, an en passant square that nobody can take on -
//! is dropped instead. Reading a command such as `position fen ... moves ...` is not done here.

mod error;
mod gate;
mod setup;

pub use error::{FenError, FenRepair};

use crate::{Bitboard, CastlingSide, Color, File, Piece, PieceType, Position, Rank, Square};
use std::fmt::Write;

/// Clocks above this are refused: the 50-move rule ends at 100, some programs count on, none sends so much.
const MAX_HALFMOVE_CLOCK: u32 = 32_767;
/// Move numbers above this are refused, which leaves room to count on without overflow.
const MAX_FULLMOVE_NUMBER: u32 = 100_000;
/// How much of a faulty field an error message repeats, in characters.
const QUOTED: usize = 20;

/// The fields of a FEN that are right as to their writing.
struct Fields<'a> {
    board: [Option<Piece>; 64],
    side_to_move: Color,
    castling: &'a str,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u32,
}

impl Position {
    /// Reads a FEN.
    ///
    /// Blanks and tabs in any number separate the fields. Missing fields at the end - castling, en passant square, clock,
    /// move number - stand for `- - 0 1`. Castling rights may be written `KQkq`, as X-FEN (`K` is the outermost rook on
    /// that side, so Chess960 is read without being told) or with the files of the rooks (Shredder-FEN). See
    /// [`Position::from_fen_with_repairs`] for what is put right.
    ///
    /// ```
    /// use cutaway_chess::{FenError, Position};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w")?;
    /// assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    /// assert!(matches!(Position::from_fen("4k3/8/8/8/8/8/8/8 w - - 0 1"), Err(FenError::Kings { count: 0, .. })));
    /// # Ok::<(), FenError>(())
    /// ```
    ///
    /// # Errors
    /// [`FenError`] says what is wrong, be it the writing or a position that cannot be played.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        Position::from_fen_with_repairs(fen).map(|(position, _)| position)
    }

    /// Reads a FEN and says which castling rights were dropped because king or rook do not stand where they should.
    ///
    /// An en passant square on which no legal capture is possible is dropped, too, but not reported: many programs
    /// write it after every double step.
    ///
    /// ```
    /// use cutaway_chess::{FenRepair, Position};
    /// let (position, repairs) = Position::from_fen_with_repairs("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1")?;
    /// assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    /// assert_eq!(repairs, [FenRepair::CastlingRightDropped { letter: 'K' }]);
    /// # Ok::<(), cutaway_chess::FenError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Position::from_fen`].
    pub fn from_fen_with_repairs(fen: &str) -> Result<(Position, Vec<FenRepair>), FenError> {
        let fields = parse_fields(fen)?;
        let mut position = Position::empty();
        for square in Square::all() {
            if let Some(piece) = fields.board[square.index()] {
                position.put(piece, square, &mut ());
            }
        }
        position.side_to_move = fields.side_to_move;
        position.halfmove_clock = fields.halfmove_clock;
        position.fullmove_number = fields.fullmove_number;
        gate::check_men(&position)?;
        let repairs = position.read_castling(fields.castling);
        position.refresh_checkers_and_pins();
        gate::check_kings_and_en_passant(&position, fields.en_passant)?;
        if let Some(target) = fields.en_passant {
            position.set_en_passant(target);
        }
        position.keys = position.keys_from_scratch();
        Ok((position, repairs))
    }

    /// Writes the FEN: castling as `KQkq` where that says everything ([`Position::has_classical_castling`]), else
    /// with the files of the rooks. The en passant square stands only where taking on it is legal.
    pub fn to_fen(&self) -> String {
        self.write_fen(self.has_classical_castling())
    }

    /// Writes the FEN with the files of the rooks for castling rights (Shredder-FEN), as one does in Chess960.
    ///
    /// ```
    /// use cutaway_chess::Position;
    /// let fen = Position::startpos().to_shredder_fen();
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// ```
    pub fn to_shredder_fen(&self) -> String {
        self.write_fen(false)
    }

    fn write_fen(&self, classical: bool) -> String {
        let mut fen = String::with_capacity(90);
        self.write_board(&mut fen);
        fen.push_str(if self.side_to_move == Color::White {
            " w "
        } else {
            " b "
        });
        self.write_castling(&mut fen, classical);
        match self.en_passant {
            Some(square) => write!(fen, " {square}"),
            None => write!(fen, " -"),
        }
        .and_then(|()| write!(fen, " {} {}", self.halfmove_clock, self.fullmove_number))
        .expect("writing to a string cannot fail");
        fen
    }

    fn write_board(&self, fen: &mut String) {
        for rank in Rank::ALL.into_iter().rev() {
            let mut blanks = 0u8;
            for file in File::ALL {
                match self.piece_on(Square::new(file, rank)) {
                    None => blanks += 1,
                    Some(piece) => {
                        push_blanks(fen, &mut blanks);
                        fen.push(piece.letter());
                    }
                }
            }
            push_blanks(fen, &mut blanks);
            if rank != Rank::First {
                fen.push('/');
            }
        }
    }

    fn write_castling(&self, fen: &mut String, classical: bool) {
        if self.castling.is_empty() {
            fen.push('-');
        }
        for color in Color::ALL {
            for (side, letter) in [(CastlingSide::King, 'k'), (CastlingSide::Queen, 'q')] {
                if let Some(rook) = self.castling_rook(color, side) {
                    let letter = if classical {
                        letter
                    } else {
                        rook.file().letter()
                    };
                    fen.push(if color == Color::White {
                        letter.to_ascii_uppercase()
                    } else {
                        letter
                    });
                }
            }
        }
    }

    /// Sets the castling rights that the letters claim and the board allows; gives back the others. Of two rooks on
    /// the same side of the king the outermost keeps the right.
    fn read_castling(&mut self, letters: &str) -> Vec<FenRepair> {
        let mut claims: Vec<(char, Color, Square)> = Vec::new();
        let mut repairs = Vec::new();
        for letter in letters.chars().filter(|&letter| letter != '-') {
            let color = if letter.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            match self.castling_rook_of_letter(color, letter) {
                Some(rook) => claims.push((letter, color, rook)),
                None => repairs.push(FenRepair::CastlingRightDropped { letter }),
            }
        }
        for &(letter, color, rook) in &claims {
            let king = self.king(color);
            let is_beaten = claims.iter().any(|&(_, other_color, other)| {
                let side = CastlingSide::of(king, rook);
                let is_further_out = match side {
                    CastlingSide::King => other > rook,
                    CastlingSide::Queen => other < rook,
                };
                other_color == color && CastlingSide::of(king, other) == side && is_further_out
            });
            if is_beaten {
                repairs.push(FenRepair::CastlingRightDropped { letter });
            } else {
                self.castling |= rook.into();
            }
        }
        repairs
    }

    fn castling_rook_of_letter(&self, color: Color, letter: char) -> Option<Square> {
        let king = self.king(color);
        let back_rank = Rank::First.relative_to(color);
        if king.rank() != back_rank {
            return None;
        }
        let mut rooks = self.of(color, PieceType::Rook) & Bitboard::rank(back_rank);
        match letter.to_ascii_lowercase() {
            'k' => rooks.filter(|&rook| rook > king).last(),
            'q' => rooks.find(|&rook| rook < king),
            letter => {
                let square = Square::new(File::from_letter(letter)?, back_rank);
                rooks.contains(square).then_some(square)
            }
        }
    }
}

impl std::str::FromStr for Position {
    type Err = FenError;

    /// Reads a FEN, as [`Position::from_fen`].
    fn from_str(fen: &str) -> Result<Position, FenError> {
        Position::from_fen(fen)
    }
}

fn push_blanks(fen: &mut String, blanks: &mut u8) {
    if *blanks > 0 {
        fen.push((b'0' + *blanks) as char);
        *blanks = 0;
    }
}

fn quote(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

fn parse_fields(fen: &str) -> Result<Fields<'_>, FenError> {
    // Some programs close the line as in EPD.
    let fen = fen.trim();
    let mut fields = fen.strip_suffix(';').unwrap_or(fen).split_whitespace();
    let board = parse_board(fields.next().ok_or(FenError::Empty)?)?;
    let side_to_move = match fields.next() {
        Some("w") => Color::White,
        Some("b") => Color::Black,
        Some(text) => return Err(FenError::SideToMove { text: quote(text) }),
        None => return Err(FenError::NoSideToMove),
    };
    let castling = fields.next().unwrap_or("-");
    check_castling_letters(castling)?;
    let en_passant = match fields.next().unwrap_or("-") {
        "-" => None,
        text => {
            let square = text
                .parse()
                .map_err(|_| FenError::EnPassantText { text: quote(text) })?;
            Some(square)
        }
    };
    let text = fields.next().unwrap_or("0");
    let halfmove_clock = parse_number(text, MAX_HALFMOVE_CLOCK)
        .and_then(|number| u16::try_from(number).ok())
        .ok_or_else(|| FenError::HalfmoveClock { text: quote(text) })?;
    let text = fields.next().unwrap_or("1");
    let fullmove_number = parse_number(text, MAX_FULLMOVE_NUMBER)
        .ok_or_else(|| FenError::FullmoveNumber { text: quote(text) })?
        // Some programs count from nought.
        .max(1);
    if let Some(text) = fields.next() {
        return Err(FenError::TooManyFields { text: quote(text) });
    }
    Ok(Fields {
        board,
        side_to_move,
        castling,
        en_passant,
        halfmove_clock,
        fullmove_number,
    })
}

fn parse_board(text: &str) -> Result<[Option<Piece>; 64], FenError> {
    let count = text.split('/').count();
    if count != 8 {
        return Err(FenError::RankCount { count });
    }
    let mut board = [None; 64];
    for (rank, row) in Rank::ALL.into_iter().rev().zip(text.split('/')) {
        let mut files = 0;
        for letter in row.chars() {
            match letter {
                '1'..='8' => files += letter as usize - '0' as usize,
                _ => {
                    let piece =
                        Piece::from_letter(letter).ok_or(FenError::UnknownMan { letter, rank })?;
                    if let Some(file) = File::from_index(files) {
                        board[Square::new(file, rank).index()] = Some(piece);
                    }
                    files += 1;
                }
            }
        }
        if files != 8 {
            return Err(FenError::RankLength { rank, files });
        }
    }
    Ok(board)
}

fn check_castling_letters(text: &str) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for (index, letter) in text.char_indices() {
        if !matches!(letter, 'K' | 'Q' | 'k' | 'q' | 'A'..='H' | 'a'..='h') {
            return Err(FenError::CastlingLetter { letter });
        }
        if text[..index].contains(letter) {
            return Err(FenError::CastlingTwice { letter });
        }
    }
    if text.len() > 4 {
        return Err(FenError::CastlingTooLong { count: text.len() });
    }
    Ok(())
}

/// A number in plain digits, not above `max`.
fn parse_number(text: &str, max: u32) -> Option<u32> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|&number| number <= max)
}
