//! A game: a start position, the moves since, and whether it is over.
//!
//! It keeps every position, so that taking back costs nothing and the keys of all earlier positions are at hand for
//! repetitions. It does not know who plays, nor results that players agree on.

use crate::{Color, IllegalMove, Move, Position};

/// How a game has ended by the rules alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate {
        /// The side that mated.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can mate with any help ([`Position::is_dead_by_material`]).
    DeadPosition,
    /// 50 moves of both sides without capture or pawn move (a claim in play between people; programs take it as made).
    FiftyMoves,
    /// The same position for the third time (likewise).
    Threefold,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Checkmate { winner } => write!(f, "checkmate, {winner} wins"),
            Outcome::Stalemate => f.write_str("draw by stalemate"),
            Outcome::DeadPosition => f.write_str("draw, nobody can mate"),
            Outcome::FiftyMoves => f.write_str("draw by the 50-move rule"),
            Outcome::Threefold => f.write_str("draw by threefold repetition"),
        }
    }
}

/// A start position and the moves played since.
///
/// ```
/// use cutaway_chess::{Color, Game, Outcome, Position};
/// let mut game = Game::new(Position::startpos());
/// for uci in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     let mv = game.position().parse_uci(uci).unwrap();
///     game.play(mv).unwrap();
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
/// game.undo();
/// assert_eq!(game.moves().len(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// The positions from the start to the current one; never empty.
    positions: Vec<Position>,
    moves: Vec<Move>,
    keys: Vec<u64>,
}

impl Game {
    /// A game that begins with that position.
    pub fn new(start: Position) -> Game {
        Game {
            keys: vec![start.key()],
            moves: Vec::new(),
            positions: vec![start],
        }
    }

    /// The position on the board now.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The position with which the game began.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The moves so far, oldest first.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of all positions so far, the start first and the current one last: one more than there are moves.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The positions so far, the start first and the current one last: one more than there are moves.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if it is not legal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mut next = self.position().clone();
        next.try_play(mv)?;
        self.keys.push(next.key());
        self.positions.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.keys.pop();
        Some(mv)
    }

    /// How often the current position has occurred before in this game (0 for the first time).
    pub fn repetitions(&self) -> usize {
        let reversible = self.position().halfmove_clock() as usize;
        let (&current, earlier) = self.keys.split_last().expect("the start is always there");
        // Every other position has the other side to move.
        earlier
            .iter()
            .rev()
            .take(reversible)
            .skip(1)
            .step_by(2)
            .filter(|&&key| key == current)
            .count()
    }

    /// How the game has ended, if it has. Mate and stalemate come before all draws by count.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        if !position.has_legal_move() {
            return Some(match position.in_check() {
                true => Outcome::Checkmate {
                    winner: !position.side_to_move(),
                },
                false => Outcome::Stalemate,
            });
        }
        if position.is_dead_by_material() {
            Some(Outcome::DeadPosition)
        } else if position.halfmove_clock() >= 100 {
            Some(Outcome::FiftyMoves)
        } else if self.repetitions() >= 2 {
            Some(Outcome::Threefold)
        } else {
            None
        }
    }
}
