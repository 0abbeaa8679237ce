//! The start positions: the classical one and the 960 of Chess960, numbered as Reinhard Scharnagl does.

use crate::{Bitboard, Color, File, Piece, PieceType, Position, Rank, Square};

/// The number of the classical start position among the 960.
const CLASSICAL: u16 = 518;

impl Position {
    /// The start position of standard chess.
    ///
    /// ```
    /// use cutaway_chess::Position;
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Position::startpos(), fen.parse().unwrap());
    /// ```
    pub fn startpos() -> Position {
        Position::chess960_startpos(CLASSICAL)
    }

    /// The Chess960 start position with that number, 0 to 959 (518 is the classical one).
    ///
    /// ```
    /// use cutaway_chess::Position;
    /// let fen = Position::chess960_startpos(0).to_fen();
    /// assert_eq!(fen, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    /// ```
    ///
    /// # Panics
    /// If the number is 960 or more.
    pub fn chess960_startpos(number: u16) -> Position {
        Position::double_chess960_startpos(number, number)
    }

    /// A start position of double Chess960: each side has its own number, 0 to 959.
    ///
    /// # Panics
    /// If a number is 960 or more.
    pub fn double_chess960_startpos(white: u16, black: u16) -> Position {
        let mut position = Position::empty();
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            let rank = Rank::First.relative_to(color);
            for (file, piece_type) in File::ALL.into_iter().zip(back_rank(number)) {
                let square = Square::new(file, rank);
                position.put(Piece::new(color, piece_type), square, &mut ());
                if piece_type == PieceType::Rook {
                    position.castling |= Bitboard::from(square);
                }
                let pawn = Piece::new(color, PieceType::Pawn);
                position.put(
                    pawn,
                    Square::new(file, Rank::Second.relative_to(color)),
                    &mut (),
                );
            }
        }
        position.refresh_checkers_and_pins();
        position.keys = position.keys_from_scratch();
        position
    }
}

/// The men of the back rank from the a-file to the h-file.
fn back_rank(number: u16) -> [PieceType; 8] {
    assert!(
        number < 960,
        "Chess960 start positions are numbered 0 to 959, not {number}"
    );
    /// Where the two knights stand among the five squares that are free then.
    const KNIGHTS: [(usize, usize); 10] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let number = number as usize;
    let mut men: [Option<PieceType>; 8] = [None; 8];
    men[number % 4 * 2 + 1] = Some(PieceType::Bishop);
    men[number / 4 % 4 * 2] = Some(PieceType::Bishop);
    put_on_free(&mut men, number / 16 % 6, PieceType::Queen);
    let (first, second) = KNIGHTS[number / 96];
    // The farther one first, so that the other's number still counts the same free squares.
    put_on_free(&mut men, second, PieceType::Knight);
    put_on_free(&mut men, first, PieceType::Knight);
    for piece_type in [PieceType::Rook, PieceType::King, PieceType::Rook] {
        put_on_free(&mut men, 0, piece_type);
    }
    men.map(|man| man.expect("eight men fill eight squares"))
}

/// Puts a man on the free square that has `index` free squares to its left.
fn put_on_free(men: &mut [Option<PieceType>; 8], index: usize, piece_type: PieceType) {
    if let Some(place) = men.iter_mut().filter(|man| man.is_none()).nth(index) {
        *place = Some(piece_type);
    }
}
