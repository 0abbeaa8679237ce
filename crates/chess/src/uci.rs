//! Moves as UCI writes them: `e2e4`, `a7a8q`, and castling in two ways. Commands and options are not read here.

use crate::{CastlingSide, Move, PieceType, Position, Square};

/// Why a text is no legal UCI move here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UciMoveError {
    /// It is not written as a move: two squares in lower case and perhaps a letter for the promotion.
    Syntax,
    /// It is `0000`, the null move, which is no move of a game.
    NullMove,
    /// It is written as a move, but not a legal one in this position.
    Illegal,
}

impl std::fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            UciMoveError::Syntax => {
                "is not written as a UCI move (two squares, and a letter for a promotion)"
            }
            UciMoveError::NullMove => "is the null move, which cannot be played",
            UciMoveError::Illegal => "is not a legal move here",
        })
    }
}

impl std::error::Error for UciMoveError {}

impl Position {
    /// The legal move that the text means.
    ///
    /// Castling may be written as the king's move onto its own rook (`e1h1`) or to the square where the king ends
    /// (`e1g1`), unless the latter is a plain king's move, which then comes first.
    ///
    /// ```
    /// use cutaway_chess::{Position, UciMoveError};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert_eq!(position.parse_uci("e1g1"), position.parse_uci("e1h1"));
    /// assert_eq!(position.parse_uci("e1c1"), Err(UciMoveError::Illegal));
    /// # Ok::<(), cutaway_chess::FenError>(())
    /// ```
    ///
    /// # Errors
    /// [`UciMoveError`]: it is no move, or none that is legal here.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciMoveError> {
        if text == "0000" {
            return Err(UciMoveError::NullMove);
        }
        let square = |range| {
            text.get(range)
                .and_then(|name: &str| name.parse::<Square>().ok())
        };
        let (Some(from), Some(to)) = (square(0..2), square(2..4)) else {
            return Err(UciMoveError::Syntax);
        };
        let promotion = match &text[4..] {
            "" => None,
            "p" | "n" | "b" | "r" | "q" | "k" => {
                text.chars().last().and_then(PieceType::from_letter)
            }
            _ => return Err(UciMoveError::Syntax),
        };
        if from == to {
            return Err(UciMoveError::Syntax);
        }
        let moves = self.legal_moves();
        moves
            .iter()
            .find(|mv| mv.from() == from && mv.to() == to && mv.promotion() == promotion)
            .or_else(|| {
                moves.iter().find(|&mv| {
                    mv.is_castle()
                        && mv.from() == from
                        && king_destination(mv) == to
                        && promotion.is_none()
                })
            })
            .ok_or(UciMoveError::Illegal)
    }

    /// Writes a move of this position for UCI, as [`Move::to_uci`].
    pub fn to_uci(&self, mv: Move, chess960: bool) -> String {
        mv.to_uci(self, chess960)
    }
}

impl Move {
    /// Writes the move for UCI.
    ///
    /// Castling is written as the king's move of two squares (`e1g1`) in standard chess, and as king takes own rook
    /// (`e1h1`) if `chess960` is set or if `position`, in which the move is made, can only be a Chess960 one
    /// ([`Position::has_classical_castling`]).
    ///
    /// ```
    /// use cutaway_chess::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let mv = position.parse_uci("e1g1").unwrap();
    /// assert_eq!(mv.to_uci(&position, false), "e1g1");
    /// assert_eq!(mv.to_uci(&position, true), "e1h1");
    /// # Ok::<(), cutaway_chess::FenError>(())
    /// ```
    pub fn to_uci(self, position: &Position, chess960: bool) -> String {
        if self.is_castle() && !chess960 && position.has_classical_castling() {
            format!("{}{}", self.from(), king_destination(self))
        } else {
            format!("{self:?}")
        }
    }
}

/// Where the king ends that castles.
fn king_destination(mv: Move) -> Square {
    let file = match CastlingSide::of(mv.from(), mv.to()) {
        CastlingSide::King => crate::File::G,
        CastlingSide::Queen => crate::File::C,
    };
    Square::new(file, mv.from().rank())
}
