//! One training game: drawn from the seed and its number, played by one engine for both sides, called off where the rules
//! of adjudication say so.

use super::{DatagenError, Ending, Recipe};
use crate::openings;
use cutaway_chess::{Color, Game, Move, Outcome, Position};
use cutaway_search::{Control, Limits, Pool, is_mate};

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Training {
    /// The position after the random moves.
    pub start: Position,
    /// Each move with the score of the position in which it was played, from White's view, in the unit of the
    /// evaluation, as the trainer's K expects it; a mate is 32,000 less its distance in plies.
    pub moves: Vec<(Move, i16)>,
    pub winner: Option<Color>,
    pub ending: Ending,
}

/// Longer games are called drawn: readers of the format take games of up to so many moves.
pub(super) const MOST_PLIES: usize = viriformat::dataformat::Game::MAX_SPLATTABLE_GAME_SIZE;

/// So many openings in a row that are of no use are taken to mean that there are none.
const MOST_MISSES: u32 = 2000;

/// The engine that plays both sides.
pub(super) struct SelfPlay<'a> {
    recipe: &'a Recipe,
    pool: Pool,
    limits: Limits,
}

impl<'a> SelfPlay<'a> {
    pub(super) fn new(recipe: &'a Recipe) -> Result<SelfPlay<'a>, DatagenError> {
        let mut pool = Pool::new();
        let hash = pool.set_hash(recipe.player.hash);
        hash.map_err(|error| DatagenError::Hash { mib: error.mib })?;
        Ok(SelfPlay {
            recipe,
            pool,
            limits: Limits {
                soft_nodes: Some(recipe.soft_nodes),
                nodes: Some(recipe.hard_nodes),
                ..Limits::default()
            },
        })
    }

    /// Plays the game of that number: the same one whenever it is asked for.
    pub(super) fn game(&mut self, number: u64) -> Result<Training, DatagenError> {
        // Neighbouring seeds and numbers must not meet.
        let spread = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut random = fastrand::Rng::with_seed(self.recipe.seed.wrapping_add(spread));
        (0..MOST_MISSES)
            .find_map(|_| {
                let recipe = self.recipe;
                let start = openings::draw(&recipe.starts, recipe.plies, &mut random)?;
                self.play(start)
            })
            .ok_or(DatagenError::NoOpening)
    }

    /// `None` if the start is already decided.
    fn play(&mut self, start: Position) -> Option<Training> {
        self.pool.new_game();
        let mut game = Game::new(start.clone());
        let mut moves = Vec::new();
        let (ending, winner) = loop {
            if let Some(outcome) = game.outcome() {
                break by_rules(outcome);
            }
            let number = game.position().fullmove_number();
            if let Some(winner) = self.adjudicate(&moves, number) {
                break (Ending::Adjudicated, winner);
            }
            if moves.len() == MOST_PLIES {
                break (Ending::TooLong, None);
            }
            let (mv, score) = self.think(&game);
            if moves.is_empty() && self.shown(score).unsigned_abs() > self.recipe.opening_limit {
                return None;
            }
            moves.push((mv, score));
            game.play(mv).expect("the search plays legal moves");
        };
        Some(Training {
            start,
            moves,
            winner,
            ending,
        })
    }

    /// The move, and the score from White's view.
    fn think(&mut self, game: &Game) -> (Move, i16) {
        let settings = &self.recipe.player.settings;
        let control = Control::default();
        let found = self
            .pool
            .go(game, &self.limits, settings, &control, &mut |_| {});
        let mv = found.best.expect("a game that goes on has a legal move");
        let info = found.info.expect("a search with a move tells its line");
        let score = i16::try_from(info.raw).expect("scores end at 32,000");
        match game.position().side_to_move() {
            Color::White => (mv, score),
            Color::Black => (mv, -score),
        }
    }

    /// What the rules of adjudication and the limit of openings, which people write in centipawns, look at. A mate stays
    /// above all evaluations.
    fn shown(&self, score: i16) -> i32 {
        match i32::from(score) {
            score if is_mate(score) => score,
            score => self.recipe.player.settings.evaluator.centipawns(score),
        }
    }

    /// Who has won, or that it is drawn, if the last scores say so.
    fn adjudicate(&self, moves: &[(Move, i16)], fullmove_number: u32) -> Option<Option<Color>> {
        let scores = || moves.iter().map(|&(_, score)| Some(self.shown(score)));
        let winner = self.recipe.adjudicate_win;
        let winner = winner.and_then(|rule| rule.winner(scores()));
        if winner.is_some() {
            return Some(winner);
        }
        let is_drawn = self
            .recipe
            .adjudicate_draw?
            .is_met(scores(), fullmove_number);
        is_drawn.then_some(None)
    }
}

fn by_rules(outcome: Outcome) -> (Ending, Option<Color>) {
    match outcome {
        Outcome::Checkmate { winner } => (Ending::Checkmate, Some(winner)),
        Outcome::Stalemate => (Ending::Stalemate, None),
        Outcome::DeadPosition => (Ending::DeadPosition, None),
        Outcome::FiftyMoves => (Ending::FiftyMoves, None),
        Outcome::Threefold => (Ending::Threefold, None),
    }
}
