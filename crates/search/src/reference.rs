//! Plain minimax: what the search must agree with once everything but the sound techniques is off.

use crate::{DRAW, Score, mated_in};
use cutaway_chess::Game;
use cutaway_eval::{EvalStack, Evaluator};

/// The score of the game's position after exactly `depth` plies of every legal line, leaves judged by the evaluation.
///
/// Draws by the 50-move rule, dead material and repetition count as in the search: a position that was on the board
/// strictly below the root counts at its second occurrence, an earlier one at its third.
///
/// ```
/// use cutaway_chess::{Game, Position};
/// use cutaway_eval::Evaluator;
/// use cutaway_search::reference::minimax;
/// let position: Position = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1".parse().unwrap();
/// let game = Game::new(position);
/// assert_eq!(minimax(&game, 1, &Evaluator::Material), 800);
/// assert_eq!(minimax(&game, 2, &Evaluator::Material), 700);
/// ```
pub fn minimax(game: &Game, depth: u32, evaluator: &Evaluator) -> Score {
    let mut game = game.clone();
    visit(&mut game, depth, 0, evaluator)
}

fn visit(game: &mut Game, depth: u32, ply: usize, evaluator: &Evaluator) -> Score {
    let moves = game.position().legal_moves();
    if moves.is_empty() {
        return if game.position().in_check() {
            mated_in(ply)
        } else {
            DRAW
        };
    }
    if ply > 0 && is_draw(game, ply) {
        return DRAW;
    }
    if depth == 0 {
        let mut stack = EvalStack::new(evaluator.clone(), 1);
        stack.reset(game.position());
        return stack.evaluate(game.position());
    }
    let mut best = Score::MIN;
    for mv in moves.iter() {
        game.play(mv).expect("generated moves are legal");
        best = best.max(-visit(game, depth - 1, ply + 1, evaluator));
        game.undo();
    }
    best
}

fn is_draw(game: &Game, ply: usize) -> bool {
    let position = game.position();
    if position.halfmove_clock() >= 100 || position.is_dead_by_material() {
        return true;
    }
    let earlier = game.keys().iter().rev().enumerate().skip(1);
    let reversible = earlier.take(position.halfmove_clock().into());
    let mut same = reversible.filter(|(_, key)| **key == position.key());
    match same.next() {
        Some((distance, _)) => distance < ply || same.next().is_some(),
        None => false,
    }
}
