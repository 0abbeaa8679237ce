//! Moves in standard algebraic notation, read leniently and written to the letter of the PGN standard.

use crate::{CastlingSide, File, Move, MoveList, PieceType, Position, Rank, Square};

/// Why a text is no legal move in algebraic notation here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanError {
    /// It is not written as a move.
    Syntax,
    /// It is written as a move, but no legal move fits it.
    NoSuchMove,
    /// More than one legal move fits it.
    Ambiguous {
        /// One of them.
        first: Move,
        /// Another.
        second: Move,
    },
}

impl std::fmt::Display for SanError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SanError::Syntax => f.write_str("is not written as a move"),
            SanError::NoSuchMove => f.write_str("is not a legal move here"),
            SanError::Ambiguous { first, second } => {
                write!(f, "can mean {first:?} or {second:?}")
            }
        }
    }
}

impl std::error::Error for SanError {}

/// What a text says about a move that does not castle.
#[derive(Default)]
struct Claim {
    piece_type: Option<PieceType>,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Option<Square>,
    promotion: Option<PieceType>,
}

impl Position {
    /// The legal move that the text means.
    ///
    /// Signs of check, mate and praise, the sign of capture and `=` may be missing, wrong or more than needed; castling
    /// may be written with noughts; long notation (`e2-e4`, `Ng1f3`) is understood.
    ///
    /// ```
    /// use cutaway_chess::{Position, SanError};
    /// let position = Position::startpos();
    /// assert_eq!(position.parse_san("Nf3!"), position.parse_san("Ng1-f3"));
    /// assert_eq!(position.parse_san("Ke2"), Err(SanError::NoSuchMove));
    /// ```
    ///
    /// # Errors
    /// [`SanError`]: it is no move, no legal one, or more than one fits.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let text = strip_decoration(text);
        let moves = self.legal_moves();
        if let Some(side) = castling_side(text) {
            return moves
                .iter()
                .find(|mv| mv.is_castle() && CastlingSide::of(mv.from(), mv.to()) == side)
                .ok_or(SanError::NoSuchMove);
        }
        let claim = parse_claim(text).ok_or(SanError::Syntax)?;
        let mut fitting = moves.iter().filter(|&mv| self.fits(mv, &claim));
        let first = fitting.next().ok_or(SanError::NoSuchMove)?;
        match fitting.next() {
            None => Ok(first),
            Some(second) => Err(SanError::Ambiguous { first, second }),
        }
    }

    fn fits(&self, mv: Move, claim: &Claim) -> bool {
        let piece_type = claim.piece_type.unwrap_or(PieceType::Pawn);
        // A pawn without a file moves straight ahead.
        let is_push = piece_type == PieceType::Pawn && claim.from_file.is_none();
        let from_file = if is_push {
            claim.to.map(Square::file)
        } else {
            claim.from_file
        };
        !mv.is_castle()
            && self.of_type(piece_type).contains(mv.from())
            && Some(mv.to()) == claim.to
            && mv.promotion() == claim.promotion
            && from_file.is_none_or(|file| file == mv.from().file())
            && claim.from_rank.is_none_or(|rank| rank == mv.from().rank())
    }

    /// Writes a legal move in standard algebraic notation, with `+` or `#` where it belongs.
    ///
    /// ```
    /// use cutaway_chess::Position;
    /// let position = Position::from_fen("6k1/4Pppp/8/8/8/8/8/K7 w - - 0 1")?;
    /// let mv = position.parse_uci("e7e8q").unwrap();
    /// assert_eq!(position.to_san(mv), "e8=Q#");
    /// # Ok::<(), cutaway_chess::FenError>(())
    /// ```
    ///
    /// # Panics
    /// If the move is not legal here.
    pub fn to_san(&self, mv: Move) -> String {
        let mut next = self.clone();
        next.play(mv);
        let mut san = self.to_san_without_check(mv);
        if next.in_check() {
            san.push(if next.has_legal_move() { '+' } else { '#' });
        }
        san
    }

    fn to_san_without_check(&self, mv: Move) -> String {
        if mv.is_castle() {
            return String::from(match CastlingSide::of(mv.from(), mv.to()) {
                CastlingSide::King => "O-O",
                CastlingSide::Queen => "O-O-O",
            });
        }
        let mut san = String::with_capacity(8);
        match self.piece_on(mv.from()).map(|piece| piece.piece_type()) {
            None | Some(PieceType::Pawn) => {
                if mv.is_capture() {
                    san.push(mv.from().file().letter());
                }
            }
            Some(piece_type) => {
                san.push(piece_type.letter().to_ascii_uppercase());
                san.push_str(&self.disambiguation(mv, piece_type, &self.legal_moves()));
            }
        }
        if mv.is_capture() {
            san.push('x');
        }
        san.push_str(&mv.to().to_string());
        if let Some(piece_type) = mv.promotion() {
            san.push('=');
            san.push(piece_type.letter().to_ascii_uppercase());
        }
        san
    }

    /// The file, the rank or the square from which the man comes, whichever is the first to tell it from all others of
    /// its kind that can go to the same square; nothing if there is none.
    fn disambiguation(&self, mv: Move, piece_type: PieceType, moves: &MoveList) -> String {
        let from = mv.from();
        let rivals: Vec<Square> = moves
            .iter()
            .filter(|other| other.to() == mv.to() && other.from() != from && !other.is_castle())
            .map(Move::from)
            .filter(|&square| self.of_type(piece_type).contains(square))
            .collect();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != from.file()) {
            from.file().letter().to_string()
        } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
            (from.rank().index() + 1).to_string()
        } else {
            from.to_string()
        }
    }
}

/// The text without blanks around it and without what says nothing about which move it is.
fn strip_decoration(text: &str) -> &str {
    let strip_signs = |text: &str| {
        text.trim()
            .trim_end_matches(['+', '#', '!', '?'])
            .trim_end()
            .len()
    };
    let start = text.trim_start();
    let text = &start[..strip_signs(start)];
    let text = text
        .strip_suffix("e.p.")
        .or_else(|| text.strip_suffix("ep"))
        .unwrap_or(text);
    &text[..strip_signs(text)]
}

fn castling_side(text: &str) -> Option<CastlingSide> {
    match text {
        "O-O" | "0-0" | "o-o" => Some(CastlingSide::King),
        "O-O-O" | "0-0-0" | "o-o-o" => Some(CastlingSide::Queen),
        _ => None,
    }
}

/// Reads `[piece][file][rank][x]square[=piece]`. It goes through the text from its end, where the square stands that is
/// always there.
fn parse_claim(text: &str) -> Option<Claim> {
    let mut claim = Claim::default();
    let mut rest = text.as_bytes();
    let (&last, before) = rest.split_last()?;
    if !last.is_ascii_digit() {
        claim.promotion = match PieceType::from_letter(last as char)? {
            PieceType::Pawn => return None,
            piece_type => Some(piece_type),
        };
        rest = before.strip_suffix(b"=").unwrap_or(before);
    }
    let (square, before) = rest
        .split_last_chunk::<2>()
        .map(|(before, square)| (square, before))?;
    claim.to = Some(std::str::from_utf8(square).ok()?.parse().ok()?);
    rest = before;
    if let Some((b'x' | b':' | b'-', before)) = rest.split_last() {
        rest = before;
    }
    if let Some((&digit @ b'1'..=b'8', before)) = rest.split_last() {
        claim.from_rank = Rank::from_index((digit - b'1') as usize);
        rest = before;
    }
    if let Some((&letter @ b'a'..=b'h', before)) = rest.split_last() {
        claim.from_file = File::from_letter(letter as char);
        rest = before;
    }
    match rest {
        [] => {}
        [letter @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K')] => {
            claim.piece_type = PieceType::from_letter(*letter as char);
        }
        _ => return None,
    }
    Some(claim)
}
