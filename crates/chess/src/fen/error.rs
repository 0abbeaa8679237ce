//! What can be wrong with a FEN, in types and in words.

use crate::{Color, Rank, Square};

/// What is wrong with a FEN. Texts that are quoted are cut after 20 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenError {
    /// There is nothing to read.
    Empty,
    /// The board is not made of eight ranks.
    RankCount {
        /// How many there are.
        count: usize,
    },
    /// A rank does not have eight files.
    RankLength {
        /// Which rank.
        rank: Rank,
        /// How many files it has.
        files: usize,
    },
    /// A letter or digit on the board that means nothing.
    UnknownMan {
        /// The letter.
        letter: char,
        /// The rank on which it stands.
        rank: Rank,
    },
    /// The board is all there is.
    NoSideToMove,
    /// The side to move is neither `w` nor `b`.
    SideToMove {
        /// What stands there.
        text: String,
    },
    /// A letter among the castling rights that means nothing.
    CastlingLetter {
        /// The letter.
        letter: char,
    },
    /// The same castling right twice.
    CastlingTwice {
        /// Its letter.
        letter: char,
    },
    /// More than four castling rights.
    CastlingTooLong {
        /// How many.
        count: usize,
    },
    /// The en passant field is neither `-` nor a square.
    EnPassantText {
        /// What stands there.
        text: String,
    },
    /// The halfmove clock is no number from 0 to 32767.
    HalfmoveClock {
        /// What stands there.
        text: String,
    },
    /// The move number is no number from 0 to 100000.
    FullmoveNumber {
        /// What stands there.
        text: String,
    },
    /// A seventh field.
    TooManyFields {
        /// What stands there.
        text: String,
    },
    /// A side does not have exactly one king.
    Kings {
        /// Which side.
        color: Color,
        /// How many it has.
        count: u32,
    },
    /// A side has more than 16 men.
    TooManyMen {
        /// Which side.
        color: Color,
        /// How many it has.
        count: u32,
    },
    /// A side has more than eight pawns.
    TooManyPawns {
        /// Which side.
        color: Color,
        /// How many it has.
        count: u32,
    },
    /// A side has more men that must have been promoted than it lacks pawns.
    TooManyPromoted {
        /// Which side.
        color: Color,
        /// How many men it has beyond those of the start position.
        promoted: u32,
        /// How many pawns it lacks.
        missing: u32,
    },
    /// A pawn stands on the first or eighth rank.
    PawnOnBackRank {
        /// Where.
        square: Square,
    },
    /// The king of the side that has just moved could be taken.
    KingCapturable {
        /// Whose king.
        color: Color,
    },
    /// No pawn can just have passed over the en passant square.
    EnPassantImpossible {
        /// The square.
        square: Square,
    },
    /// More than two men give check.
    TooManyCheckers {
        /// How many.
        count: u32,
    },
    /// The double step that the en passant square claims cannot have led to this check.
    ImpossibleCheck {
        /// Whose king is in check.
        color: Color,
    },
}

impl std::fmt::Display for FenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use FenError::*;
        match self {
            Empty => write!(f, "the FEN is empty"),
            RankCount { count } => {
                let ranks = counted(*count as u32, "rank");
                write!(f, "the board has {ranks} instead of 8")
            }
            RankLength { rank, files } => {
                write!(
                    f,
                    "rank {} has {} instead of 8",
                    rank.index() + 1,
                    counted(*files as u32, "file")
                )
            }
            UnknownMan { letter, rank } => {
                write!(
                    f,
                    "{letter:?} on rank {} is no man and no number of blanks",
                    rank.index() + 1
                )
            }
            NoSideToMove => write!(f, "the side to move is missing"),
            SideToMove { text } => write!(f, "the side to move is {text:?}, neither w nor b"),
            CastlingLetter { letter } => write!(f, "{letter:?} is no castling right"),
            CastlingTwice { letter } => write!(f, "the castling right {letter} stands there twice"),
            CastlingTooLong { count } => {
                write!(f, "there are {count} castling rights, more than 4")
            }
            EnPassantText { text } => {
                write!(f, "the en passant square is {text:?}, which is no square")
            }
            HalfmoveClock { text } => write!(
                f,
                "the halfmove clock is {text:?}, no number from 0 to 32767"
            ),
            FullmoveNumber { text } => {
                write!(f, "the move number is {text:?}, no number from 0 to 100000")
            }
            TooManyFields { text } => write!(f, "{text:?} stands behind the last field"),
            Kings { color, count } => {
                write!(f, "{color} has {} instead of one", counted(*count, "king"))
            }
            TooManyMen { color, count } => write!(f, "{color} has {count} men, more than 16"),
            TooManyPawns { color, count } => write!(f, "{color} has {count} pawns, more than 8"),
            TooManyPromoted {
                color,
                promoted,
                missing,
            } => {
                write!(
                    f,
                    "{color} must have promoted {} but lacks only {missing}",
                    counted(*promoted, "pawn")
                )
            }
            PawnOnBackRank { square } => write!(f, "a pawn cannot stand on {square}"),
            KingCapturable { color } => write!(
                f,
                "{color}'s king is in check though it is not {color}'s move"
            ),
            EnPassantImpossible { square } => {
                write!(
                    f,
                    "no pawn can just have passed over the en passant square {square}"
                )
            }
            TooManyCheckers { count } => {
                write!(f, "{count} men give check, which no move can bring about")
            }
            ImpossibleCheck { color } => {
                write!(
                    f,
                    "the double step over the en passant square cannot have put {color}'s king into this check"
                )
            }
        }
    }
}

impl std::error::Error for FenError {}

/// A number of things, with the word for them.
fn counted(count: u32, word: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {word}{ending}")
}

/// What was put right while a FEN was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenRepair {
    /// A castling right without its king or its rook was left out.
    CastlingRightDropped {
        /// Its letter in the FEN.
        letter: char,
    },
}

impl std::fmt::Display for FenRepair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FenRepair::CastlingRightDropped { letter } => {
                write!(
                    f,
                    "castling right {letter} ignored: its king or its rook does not stand where it should"
                )
            }
        }
    }
}
