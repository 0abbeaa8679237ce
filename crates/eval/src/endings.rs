//! What is known for certain of a lone king: that it is lost, and where it must be driven to, or that it holds the draw.
//!
//! Idea: a search sees a dozen moves, a mate with bishop and knight takes thirty. But everyone knows how it goes: the lone
//! king is driven to the edge, or into a corner of the bishop's colour, and the other king helps. So the position is worth
//! a win, and the more, the further that has come.
//!
//! It speaks of a lone king against a queen, a rook, two bishops of both colours, or bishop and knight, and whatever men there
//! are besides, which count as material so that none is given away; and against one pawn, of which `king_pawn.rs` has
//! everything worked out. Of other men it says nothing: two knights, bishops of one colour, several pawns.
//!
//! It sees no captures and stalemates of the next move; the search does.
//!
//! First source: D. Slate and L. Atkin, Chess 4.5, 1977.

use crate::king_pawn;
use crate::{MAX_EVALUATION, PIECE_VALUES};
use cutaway_chess::{Bitboard, Color, PieceType, Position, Square};

/// What a win is worth besides material and progress, far above what a network says of anything.
const WON: i32 = 10_000;
/// The same with a pawn that has yet to become a queen.
const WON_PAWN: i32 = 9_000;
/// What each step to the edge is worth where the lone king can be mated anywhere on it, and each into the corner where only
/// that will do.
const DRIVE: i32 = 100;
/// What each step to the edge is worth in the latter case.
const EDGE: i32 = 10;
/// What each step of the kings to each other is worth.
const CLOSE: i32 = 30;
/// What each step of the pawn is worth.
const PUSH: i32 = 50;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What the lone king stands against and how that ends, in words.
    pub words: &'static str,
    /// The evaluation, in the unit of whatever evaluation is in force, seen from the side to move; at most
    /// [`MAX_EVALUATION`] either way.
    pub score: i32,
}

/// Nothing is known of a position with so many plies on its clock: whether a win can still be had in time is for a search
/// to see, which a score of a win would only send round in circles. A bucket of the clock begins here, by which the
/// transposition table tells positions apart, so that no evaluation of before is met with afterwards.
const CLOCK_LIMIT: u16 = 86;

/// What is known of the position, if one side has nothing but its king and the other side's men are of those that are known.
///
/// ```
/// use cutaway_eval::ending;
/// let pawn = |fen: &str| ending(&fen.parse().unwrap()).unwrap().score;
/// assert_eq!(pawn("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"), 0);
/// assert!(pawn("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1") < -9_000);
/// assert!(ending(&cutaway_chess::Position::startpos()).is_none());
/// assert!(ending(&"8/8/4k3/8/8/4K3/8/7R w - - 96 80".parse().unwrap()).is_none());
/// ```
#[inline(always)]
pub fn ending(position: &Position) -> Option<Ending> {
    let has_men = |side| position.of_color(side).has_many();
    if has_men(Color::White) && has_men(Color::Black) {
        return None;
    }
    known(position)
}

// ANCHOR: known
#[cold]
#[inline(never)]
fn known(position: &Position) -> Option<Ending> {
    if position.halfmove_clock() >= CLOCK_LIMIT {
        return None;
    }
    let strong = if position.of_color(Color::White).has_many() {
        Color::White
    } else {
        Color::Black
    };
    let of = |piece_type| position.of(strong, piece_type);
    let (pawns, knights, bishops) = (
        of(PieceType::Pawn),
        of(PieceType::Knight),
        of(PieceType::Bishop),
    );
    let heavy = of(PieceType::Rook) | of(PieceType::Queen);
    let is_dark = (bishops & Bitboard::DARK_SQUARES).any();
    let is_light = (bishops & Bitboard::LIGHT_SQUARES).any();
    let own = position.king(strong);
    let lone = position.king(!strong);
    let close = CLOSE * (7 - distance(own, lone));
    let (words, worth) = if heavy.any() || is_dark && is_light {
        let worth = WON + material(position, strong) + DRIVE * from_centre(lone) + close;
        ("a lone king, to be mated at the edge", worth)
    } else if bishops.any() && knights.any() {
        let corner = DRIVE * to_corner(lone, is_dark) + EDGE * from_centre(lone);
        let worth = WON + material(position, strong) + corner + close;
        ("a lone king, to be mated in the bishop's corner", worth)
    } else if pawns.len() == 1 && (knights | bishops).is_empty() {
        if king_pawn::is_won(position, strong) {
            let pawn = pawns.first()?.relative_to(strong);
            let worth = WON_PAWN + PUSH * pawn.rank().index() as i32;
            ("a lone king against a pawn, which wins", worth)
        } else {
            ("a lone king against a pawn, which it holds", 0)
        }
    } else {
        return None;
    };
    let worth = worth.min(MAX_EVALUATION);
    let score = if position.side_to_move() == strong {
        worth
    } else {
        -worth
    };
    Some(Ending { words, score })
}
// ANCHOR_END: known

/// What the men of that side are worth by count.
fn material(position: &Position, side: Color) -> i32 {
    let worth = |kind: PieceType| {
        let count = position.of(side, kind).len() as i32;
        count * PIECE_VALUES[kind.index()]
    };
    PieceType::ALL.map(worth).iter().sum()
}

/// File and rank, 0 to 7.
fn place(square: Square) -> [i32; 2] {
    [square.file().index() as i32, square.rank().index() as i32]
}

/// How many moves a king needs from one to the other.
fn distance(a: Square, b: Square) -> i32 {
    let ([file_a, rank_a], [file_b, rank_b]) = (place(a), place(b));
    (file_a - file_b).abs().max((rank_a - rank_b).abs())
}

/// How many steps, none of them slantwise, the square lies from the four in the centre: 0 to 6.
fn from_centre(square: Square) -> i32 {
    let steps = |line: i32| (3 - line).max(line - 4);
    place(square).map(steps).iter().sum()
}

/// How far into a dark corner (or a light one) the square lies: 0 on the long diagonal of the other corners, 7 in the corner.
fn to_corner(square: Square, is_dark: bool) -> i32 {
    let [file, rank] = place(square);
    let file = if is_dark { file } else { 7 - file };
    (7 - file - rank).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(fen: &str) -> Option<i32> {
        let position: Position = fen.parse().expect("a FEN");
        ending(&position).map(|ending| ending.score)
    }

    #[test]
    fn only_what_surely_wins_is_known() {
        for none in [
            "8/8/8/4k3/8/8/8/4K3 w - - 0 1",
            "8/8/8/4k3/8/8/8/4KB2 w - - 0 1",
            "8/8/8/4k3/8/8/8/3NKN2 w - - 0 1",
            "8/8/8/4k3/8/8/B7/4KB2 w - - 0 1",
            "8/8/8/4k3/8/8/PP6/4K3 w - - 0 1",
            "8/p7/8/4k3/8/8/8/4K2Q w - - 0 1",
        ] {
            assert_eq!(score(none), None, "{none}");
        }
        for won in [
            "8/8/8/4k3/8/8/8/4K2Q w - - 0 1",
            "8/8/8/4k3/8/8/8/4K2R w - - 0 1",
            "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1",
            "8/8/8/4k3/8/8/8/1N2KB2 w - - 0 1",
            "8/8/8/8/4K3/8/8/1n2kb2 b - - 0 1",
            "8/8/8/4k3/8/8/8/QQQQKQQQ b - - 0 1",
        ] {
            let score = score(won).expect("a known ending");
            assert!(
                (WON..=MAX_EVALUATION).contains(&score.abs()),
                "{won} {score}"
            );
        }
    }

    #[test]
    fn progress_is_worth_something() {
        let rises = |a: &str, b: &str| assert!(score(a) < score(b), "{a} {b}");
        rises(
            "8/8/8/4k3/8/8/8/4K2R w - - 0 1",
            "8/8/8/7k/8/8/8/4K1R1 w - - 0 1",
        );
        rises(
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "4k3/8/4K3/8/8/8/8/6R1 w - - 0 1",
        );
        rises(
            "k7/8/1K6/8/8/8/8/6BN w - - 0 1",
            "8/8/8/8/8/1K6/8/k5BN w - - 0 1",
        );
        rises(
            "3k4/8/8/8/8/8/4P3/4K2R w - - 0 1",
            "3k4/8/8/8/8/8/4Q3/4K2R w - - 0 1",
        );
        rises(
            "8/8/8/4k3/8/8/8/4K2Q b - - 0 1",
            "8/8/8/4k3/8/8/8/4K2R b - - 0 1",
        );
    }

    #[test]
    fn corners_have_their_colour() {
        let (dark, light) = (true, false);
        assert_eq!(to_corner(Square::A1, dark), 7);
        assert_eq!(to_corner(Square::H8, dark), 7);
        assert_eq!(to_corner(Square::A8, dark), 0);
        assert_eq!(to_corner(Square::A8, light), 7);
        assert_eq!(to_corner(Square::H1, light), 7);
        assert_eq!(to_corner(Square::D4, light), 0);
        assert_eq!(from_centre(Square::D5), 0);
        assert_eq!(from_centre(Square::H1), 6);
    }
}
