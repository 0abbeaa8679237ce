//! Checks of the lines that an engine claims: every move legal, nothing beyond the end of the game, mates told in full,
//! and the move played the one that was announced.

use crate::player::Line;
use cutaway_chess::{Game, Move, Outcome};
use cutaway_search::ReportedScore;
use serde::{Deserialize, Serialize};

/// What is wrong with a main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PvFault {
    /// A move that is not legal.
    IllegalMove,
    /// It goes on after checkmate.
    AfterCheckmate,
    /// It goes on after stalemate.
    AfterStalemate,
    /// It goes on after a position has come for the third time, the game's own moves counted.
    AfterThreefold,
    /// It goes on after fifty moves without capture or pawn move.
    AfterFiftyMoves,
    /// It goes on where nobody can mate any more.
    AfterDeadPosition,
    /// A mate score with fewer moves than it says.
    MateTooShort,
    /// A mate score with more moves than it says.
    MateTooLong,
    /// A mate score whose last move does not mate.
    MateWithoutMate,
    /// The move played is not the first of the last line.
    OtherMovePlayed,
}

impl PvFault {
    /// In a few words.
    pub fn words(self) -> &'static str {
        match self {
            PvFault::IllegalMove => "illegal move in the line",
            PvFault::AfterCheckmate => "line goes on after checkmate",
            PvFault::AfterStalemate => "line goes on after stalemate",
            PvFault::AfterThreefold => "line goes on after threefold repetition",
            PvFault::AfterFiftyMoves => "line goes on after the 50-move rule",
            PvFault::AfterDeadPosition => "line goes on after a dead position",
            PvFault::MateTooShort => "mate line too short",
            PvFault::MateTooLong => "mate line too long",
            PvFault::MateWithoutMate => "mate line does not end in mate",
            PvFault::OtherMovePlayed => "move played is not the one announced",
        }
    }
}

/// The first fault of a line, if there is one. `game` is the game before the line; it is used as a board and comes back
/// as it was.
pub(crate) fn check(line: &Line, game: &mut Game) -> Option<PvFault> {
    let mut played = 0;
    let mut fault = None;
    for (index, &mv) in line.pv.iter().enumerate() {
        if index > 0
            && let Some(outcome) = game.outcome()
        {
            fault = Some(after(outcome));
            break;
        }
        if game.play(mv).is_err() {
            fault = Some(PvFault::IllegalMove);
            break;
        }
        played += 1;
    }
    if fault.is_none() && line.illegal.is_some() {
        fault = Some(
            game.outcome()
                .filter(|_| played > 0)
                .map_or(PvFault::IllegalMove, after),
        );
    }
    if fault.is_none()
        && !line.is_bound
        && let Some(ReportedScore::Mate(moves)) = line.score
    {
        fault = check_mate(
            moves,
            played,
            matches!(game.outcome(), Some(Outcome::Checkmate { .. })),
        );
    }
    for _ in 0..played {
        game.undo();
    }
    fault
}

fn after(outcome: Outcome) -> PvFault {
    match outcome {
        Outcome::Checkmate { .. } => PvFault::AfterCheckmate,
        Outcome::Stalemate => PvFault::AfterStalemate,
        Outcome::DeadPosition => PvFault::AfterDeadPosition,
        Outcome::FiftyMoves => PvFault::AfterFiftyMoves,
        Outcome::Threefold => PvFault::AfterThreefold,
    }
}

/// A mate in n moves takes 2n - 1 plies; being mated in n, 2n.
fn check_mate(moves: i32, plies: usize, ends_in_mate: bool) -> Option<PvFault> {
    let wanted = 2 * moves.unsigned_abs() as usize - usize::from(moves > 0);
    match plies.cmp(&wanted) {
        std::cmp::Ordering::Less => Some(PvFault::MateTooShort),
        std::cmp::Ordering::Greater => Some(PvFault::MateTooLong),
        std::cmp::Ordering::Equal => (!ends_in_mate).then_some(PvFault::MateWithoutMate),
    }
}

/// All faults of one answer: one for each line, and the last line against the move played. Lines of the same fault
/// count each.
pub(crate) fn check_all(lines: &[Line], played: Option<Move>, game: &mut Game) -> Vec<PvFault> {
    let mut faults: Vec<PvFault> = lines.iter().filter_map(|line| check(line, game)).collect();
    let announced = lines.last().and_then(|line| line.pv.first());
    if let (Some(announced), Some(played)) = (announced, played)
        && *announced != played
    {
        faults.push(PvFault::OtherMovePlayed);
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use cutaway_chess::Position;

    fn line(game: &Game, moves: &str, score: Option<ReportedScore>) -> Line {
        let mut position = game.position().clone();
        let mut line = Line {
            depth: 1,
            score,
            is_bound: false,
            pv: Vec::new(),
            illegal: None,
        };
        for uci in moves.split_whitespace() {
            match position.parse_uci(uci) {
                Ok(mv) => {
                    position.play(mv);
                    line.pv.push(mv);
                }
                Err(_) => {
                    line.illegal = Some(uci.to_string());
                    break;
                }
            }
        }
        line
    }

    fn fault(fen: &str, moves: &str, mate: Option<i32>) -> Option<PvFault> {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        let line = line(&game, moves, mate.map(ReportedScore::Mate));
        let fault = check(&line, &mut game);
        assert!(game.moves().is_empty());
        fault
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_sound_line_has_no_fault() {
        assert_eq!(fault(START, "e2e4 e7e5 g1f3", None), None);
        assert_eq!(fault(START, "f2f3 e7e5 g2g4 d8h4", Some(-2)), None);
        assert_eq!(
            fault("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", Some(1)),
            None
        );
    }

    #[test]
    fn an_illegal_move_is_one_even_after_legal_ones() {
        assert_eq!(
            fault(START, "e2e4 e7e5 e4e5", None),
            Some(PvFault::IllegalMove)
        );
        assert_eq!(fault(START, "e2e5", None), Some(PvFault::IllegalMove));
    }

    #[test]
    fn a_line_ends_with_the_game() {
        let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
        assert_eq!(
            fault(mate, "a1a8 g8h8", None),
            Some(PvFault::AfterCheckmate)
        );
        let stalemate = "k7/8/1K6/8/8/8/2Q5/8 w - - 0 1";
        assert_eq!(
            fault(stalemate, "c2c7 a8b8", None),
            Some(PvFault::AfterStalemate)
        );
        let fifty = "4k3/8/8/8/8/8/R7/4K3 w - - 98 90";
        assert_eq!(
            fault(fifty, "e1d1 e8d8 d1c1", None),
            Some(PvFault::AfterFiftyMoves)
        );
        let dead = "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1";
        assert_eq!(
            fault(dead, "e1e2 e8d8", None),
            Some(PvFault::AfterDeadPosition)
        );
        let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4";
        assert_eq!(fault(START, shuffle, None), Some(PvFault::AfterThreefold));
    }

    #[test]
    fn a_mate_is_told_in_full() {
        assert_eq!(
            fault(START, "f2f3 e7e5 g2g4", Some(-2)),
            Some(PvFault::MateTooShort)
        );
        assert_eq!(
            fault(START, "f2f3 e7e5 g2g4 d8h4", Some(-1)),
            Some(PvFault::MateTooLong)
        );
        assert_eq!(
            fault(START, "f2f3 e7e5 g2g4 a7a6", Some(-2)),
            Some(PvFault::MateWithoutMate)
        );
        for absurd in [i32::MAX, i32::MIN] {
            assert_eq!(
                fault(START, "f2f3", Some(absurd)),
                Some(PvFault::MateTooShort)
            );
        }
    }

    #[test]
    fn a_bound_promises_no_mate() {
        let mut game = Game::new(Position::startpos());
        let mut line = line(&game, "e2e4", Some(ReportedScore::Mate(3)));
        assert_eq!(check(&line, &mut game), Some(PvFault::MateTooShort));
        line.is_bound = true;
        assert_eq!(check(&line, &mut game), None);
    }

    #[test]
    fn the_last_line_announces_the_move() {
        let mut game = Game::new(Position::startpos());
        let lines = [line(&game, "e2e4", None), line(&game, "d2d4 d7d5", None)];
        let played = |uci: &str| game.position().parse_uci(uci).ok();
        let (e4, d4) = (played("e2e4"), played("d2d4"));
        assert_eq!(check_all(&lines, d4, &mut game), []);
        assert_eq!(check_all(&lines, e4, &mut game), [PvFault::OtherMovePlayed]);
        assert_eq!(check_all(&lines, None, &mut game), []);
        assert_eq!(check_all(&[], e4, &mut game), []);
    }
}
