//! King and pawn against king: which positions are won, worked out backwards by the compiler.
//!
//! The pawn's side is turned so that it plays upwards, and mirrored so that the pawn stands on the files a to d: 24 squares
//! of the pawn, 64 of either king, two sides to move, a bit for each, 24 KiB. All squares of the weak king are worked out
//! at once, as a set.
//!
//! First source: T. Stroehlein 1970, retrograde analysis. It knows no 50-move rule, which no such win comes near.

use cutaway_chess::{Bitboard, Color, File, PieceType, Position, Square};

/// How many squares a pawn may stand on, mirrored.
const PAWNS: usize = 24;

/// The pawn's side is to move.
const STRONG: usize = 0;
/// The lone king is to move.
const WEAK: usize = 1;

/// The squares of the weak king on which it loses, as the bits of a word, by side to move, pawn, and strong king. Of squares
/// that make the position illegal there is none.
type Wins = [[[u64; 64]; PAWNS]; 2];

static WINS: Wins = solve();

/// Whether `strong`, which has nothing but a king and one pawn, wins against the king alone.
///
/// # Panics
/// If there is no such pawn.
pub(crate) fn is_won(position: &Position, strong: Color) -> bool {
    let pawn = position.of(strong, PieceType::Pawn).first();
    let pawn = pawn.expect("the ending is one of a pawn");
    let mirror = if pawn.file() > File::D { 7 } else { 0 };
    let turned = |square: Square| square.relative_to(strong).index() ^ mirror;
    let number = (turned(pawn) / 8 - 1) * 4 + turned(pawn) % 8;
    let to_move = if position.side_to_move() == strong {
        STRONG
    } else {
        WEAK
    };
    let kings = [strong, !strong].map(|side| turned(position.king(side)));
    WINS[to_move][number][kings[0]] >> kings[1] & 1 != 0
}

// ANCHOR: find_wins
#[allow(
    long_running_const_eval,
    reason = "the table is built by the compiler, once"
)]
const fn solve() -> Wins {
    let mut wins = [[[0; 64]; PAWNS]; 2];
    // A pawn that moves on is one whose wins are known already.
    let mut pawn = PAWNS;
    while pawn > 0 {
        pawn -= 1;
        while find_wins(&mut wins, pawn) {}
    }
    wins
}

/// Adds the wins with that pawn that follow from those found so far. Whether there were any.
const fn find_wins(wins: &mut Wins, number: usize) -> bool {
    let pawn = 1 << square_of(number);
    let front = Bitboard(pawn << 8);
    let attacked = front.left().0 | front.right().0;
    let mut found = false;
    let mut king = 0;
    while king < 64 {
        let own = 1 << king;
        if own != pawn {
            let reach = neighbours(own);
            let won = by_pawn(wins, number, king) | by_king(&wins[WEAK][number], reach & !pawn);
            let won = won & !(own | reach | pawn | attacked);
            // The weak king may go there; the pawn, if it is not guarded, may be taken, and then nothing is won.
            let free = !(own | reach | attacked);
            let is_held = neighbours(free & !won);
            let is_mate_or_move = attacked | neighbours(free);
            let lost = is_mate_or_move & !is_held & !(own | reach | pawn);
            found |= wins[STRONG][number][king] != won || wins[WEAK][number][king] != lost;
            wins[STRONG][number][king] = won;
            wins[WEAK][number][king] = lost;
        }
        king += 1;
    }
    found
}
// ANCHOR_END: find_wins

/// Where the weak king loses after a move of the strong king to one of those squares.
const fn by_king(lost: &[u64; 64], mut reach: u64) -> u64 {
    let mut won = 0;
    while reach != 0 {
        won |= lost[reach.trailing_zeros() as usize];
        reach &= reach - 1;
    }
    won
}

/// Where the weak king loses after a move of the pawn.
const fn by_pawn(wins: &Wins, number: usize, king: usize) -> u64 {
    let (own, front) = (1 << king, 1 << (square_of(number) + 8));
    if own == front {
        return 0;
    }
    if number + 4 >= PAWNS {
        // What it becomes wins if it is not taken: a queen, or a rook where the queen would be stalemate.
        let is_guarded = neighbours(own) & front != 0;
        return if is_guarded {
            !front
        } else {
            !(front | neighbours(front))
        };
    }
    let mut won = wins[WEAK][number + 4][king];
    if number < 4 && own != front << 8 {
        won |= wins[WEAK][number + 8][king] & !front;
    }
    won
}

/// The square of the pawn with that number: a2 to d2 are the first four.
const fn square_of(pawn: usize) -> usize {
    (pawn / 4 + 1) * 8 + pawn % 4
}

/// The squares next to one of those.
const fn neighbours(squares: u64) -> u64 {
    let set = Bitboard(squares);
    let beside = set.left().0 | set.right().0;
    let row = squares | beside;
    beside | row << 8 | row >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_books_say_is_found() {
        let is_won = |fen: &str| is_won(&fen.parse().expect("a FEN"), Color::White);
        // The opposition before a pawn that has not come far decides, on the sixth rank the king wins anyway.
        assert!(is_won("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1"));
        assert!(!is_won("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"));
        assert!(is_won("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"));
        assert!(is_won("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"));
        // A rook's pawn does not win against a king in its corner, and an unguarded one is taken.
        assert!(!is_won("k7/8/K7/P7/8/8/8/8 w - - 0 1"));
        assert!(!is_won("8/8/8/8/8/6k1/6P1/K7 b - - 0 1"));
        // The square of the pawn.
        assert!(is_won("8/8/8/1k4P1/8/8/8/K7 w - - 0 1"));
        assert!(!is_won("8/8/8/2k3P1/8/8/8/K7 b - - 0 1"));
        // A queen would be stalemate, a rook is not.
        assert!(is_won("8/k1P5/2K5/8/8/8/8/8 w - - 0 1"));
    }

    #[test]
    fn colours_and_wings_are_alike() {
        let white: Position = "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1".parse().expect("a FEN");
        let black: Position = "8/3p4/3k4/8/3K4/8/8/8 w - - 0 1".parse().expect("a FEN");
        assert!(is_won(&white, Color::White) && is_won(&black, Color::Black));
    }

    #[test]
    fn as_many_are_won_as_others_count() {
        let all = WINS.iter().flatten().flatten();
        let count: u32 = all.map(|squares| squares.count_ones()).sum();
        assert_eq!(count, 111_282);
    }
}
