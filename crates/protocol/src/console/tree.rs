//! `tree`: walking the recorded tree.

use crate::job::{Job, TreeView, Visit};
use crate::session::{Purpose, Session};
use crate::text::{self, counted, raw_score};
use cutaway_chess::{Move, Position};
use cutaway_eval::Evaluator;
use cutaway_search::End;

impl Session {
    pub(super) fn tree(&mut self, words: &str) {
        let Some(last) = &self.console.last else {
            return self.say("there is no search yet to look into");
        };
        let root = last.game.position().clone();
        let (mut position, mut path) = (root.clone(), Vec::new());
        for word in words.split_whitespace() {
            if word.eq_ignore_ascii_case("null") && !position.in_check() {
                position.play_null();
                path.push(None);
                continue;
            }
            match text::find_move(&position, word) {
                Ok(mv) => {
                    position.play(mv);
                    path.push(Some(mv));
                }
                Err(why) => return self.say(&why),
            }
        }
        let purpose = Purpose::Tree(Box::new(root), path.clone(), last.evaluator.clone());
        // Moves made since lead on from there; from anywhere else the user may take it for the tree of what is on the board.
        let (now, then) = (&self.game, &last.game);
        if now.start() != then.start() || !now.moves().starts_with(then.moves()) {
            let fen = then.position().to_fen();
            self.say(&format!("of the last search, in another game: {fen}"));
        }
        self.start(Job::Tree(path), purpose);
    }
}

/// The node and what lies below it; scores, found by that evaluation, are those of the side that makes the move.
pub(super) fn tree_lines(
    root: &Position,
    path: &[Option<Move>],
    view: Option<&TreeView>,
    evaluator: &Evaluator,
) -> Vec<String> {
    let Some(view) = view else {
        return vec![match path.is_empty() {
            true => "no tree is recorded: `set record tree`, then `go`".to_string(),
            false => "these moves are not in the recorded tree".to_string(),
        }];
    };
    let mut position = root.clone();
    let mut names = Vec::new();
    for &mv in path {
        names.push(name(&position, mv));
        play(&mut position, mv);
    }
    let here = match names.is_empty() {
        true => "the root".to_string(),
        false => names.join(" "),
    };
    let node = &view.here.node;
    let score = |value| raw_score(value, evaluator);
    let mut lines = vec![format!(
        "{here}: {} to move, depth {}, window {} to {}, score {}, {}, {} below",
        position.side_to_move(),
        node.depth,
        score(node.alpha),
        score(node.beta),
        score(node.score),
        reason(node.end),
        counted(view.here.below, "visit", "visits")
    )];
    if !view.children.is_empty() {
        lines.push(
            "  move     depth  window               score    visits below  why it ended"
                .to_string(),
        );
    }
    lines.extend(
        view.children
            .iter()
            .map(|child| child_line(&position, child, evaluator)),
    );
    if view.left_out > 0 {
        lines.push(format!("{} later visits were not recorded", view.left_out));
    }
    lines
}

fn child_line(position: &Position, visit: &Visit, evaluator: &Evaluator) -> String {
    let node = &visit.node;
    let score = |value| raw_score(value, evaluator);
    format!(
        "  {:<8} {:>5}  {:<20} {:>8}  {:>12}  {}",
        name(position, node.mv),
        node.depth,
        format!("{} to {}", score(-node.beta), score(-node.alpha)),
        score(-node.score),
        visit.below,
        reason(node.end)
    )
}

fn name(position: &Position, mv: Option<Move>) -> String {
    match mv {
        Some(mv) if position.is_legal(mv) => position.to_san(mv),
        Some(mv) => format!("{mv:?}"),
        None => "null".to_string(),
    }
}

fn play(position: &mut Position, mv: Option<Move>) {
    match mv {
        Some(mv) => drop(position.try_play(mv)),
        None if !position.in_check() => position.play_null(),
        None => {}
    }
}

fn reason(end: End) -> String {
    match end {
        End::Searched => "all moves were searched".to_string(),
        End::Leaf => "leaf".to_string(),
        End::StandPat => "stands pat".to_string(),
        End::Cutoff(number) => format!("cut off by move {number}"),
        End::Mate => "mate".to_string(),
        End::Stalemate => "stalemate".to_string(),
        End::Draw => "draw".to_string(),
        End::Technique(technique) => technique.name().to_string(),
        End::Aborted => "the search was stopped".to_string(),
    }
}
