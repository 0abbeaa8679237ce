//! Tablebases: what is known for certain of positions with few men is looked up instead of searched.
//!
//! Idea: for every position of so many men it was worked out backwards from the mates whether it is won, drawn or lost,
//! and how far off the next capture or pawn move is. In the tree the first is the score of a node; at the root the second
//! orders the moves, so that no win is thrown away and none shuffled into the 50-move rule.
//! Why it is sound: the tables hold all positions. They know no castling, so a position with a right to it is never
//! looked up, and no 50-move clock, so in the tree only positions whose clock is at zero are.
//! When it applies: with no more men than the tables have. A node of as many men as that is looked up from
//! `SyzygyProbeDepth` plies on, one of fewer men at any depth. Once the root is ordered by distances, the tree below it is
//! searched without the tables, which would call each winning move as good as the other.
//! Numbers: a win `n` plies from the root scores `TABLEBASE_WIN` - `n`, above every evaluation and below every mate. What is
//! won or lost but for the 50-move rule is a draw with `CURSED` added or taken away. What was looked up is remembered
//! `REMEMBERED_DEPTH` plies deeper than the node.
//! First source: R. de Man, Syzygy 2013. Chapter 23.
//!
//! The tables themselves, which are files, lie behind the trait [`Tablebase`]: this crate opens none.

use crate::iterative_deepening::Deepening;
use crate::mode::Mode;
use crate::root::RootMove;
use crate::score::{DRAW, Score, TABLEBASE_WIN};
use crate::searcher::{Node, Searcher};
use crate::tree::End;
use crate::{Bound, Settings, Technique};
use cutaway_chess::{Game, Move, Position};
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// What a win is worth that the 50-move rule makes a draw.
const CURSED: Score = 2;

/// By how many plies what was looked up counts as deeper than the node.
const REMEMBERED_DEPTH: i32 = 6;

/// Ranks of root moves lie within this; a win that is safe from the 50-move rule has it.
const MAX_RANK: i32 = 1 << 16;

/// The plies after which a game without capture or pawn move is drawn.
const FIFTY_MOVES: i32 = 100;

/// How a position ends with best play, from the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost but for the 50-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won but for the 50-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// The same, from the other side's view.
    pub fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// The same where the 50-move rule is left out of account.
    fn without_fifty_moves(self) -> Wdl {
        match self {
            Wdl::BlessedLoss => Wdl::Loss,
            Wdl::CursedWin => Wdl::Win,
            other => other,
        }
    }
}

/// A set of tables. A position with castling rights may not be asked about.
pub trait Tablebase: Debug + Send + Sync {
    /// The most men, kings among them, of a position that may be known; not all need be.
    fn max_men(&self) -> u32;

    /// How the position ends when its 50-move clock is at zero; `None` if that is not known.
    fn wdl(&self, position: &Position) -> Option<Wdl>;

    /// Of each legal move how it ends: 0 for a draw, else the plies to the next capture or pawn move with best play, the
    /// move itself counted, positive if it wins and negative if it loses, whatever the 50-move rule says to so many. They
    /// may be one too few. `None` if that is not known.
    fn distances(&self, position: &Position) -> Option<Vec<(Move, i32)>>;
}

/// Which tables to search with, and how.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The tables, if there are any.
    pub base: Option<Arc<dyn Tablebase>>,
    /// From how many plies on a position of as many men as the tables have is looked up.
    pub probe_depth: i32,
    /// No position of more men is looked up.
    pub probe_limit: u32,
    /// Whether a win that takes too many moves without capture or pawn move is a draw.
    pub fifty_move_rule: bool,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables {
            base: None,
            probe_depth: 1,
            probe_limit: 7,
            fifty_move_rule: true,
        }
    }
}

impl PartialEq for Tables {
    fn eq(&self, other: &Tables) -> bool {
        let same_base = match (&self.base, &other.base) {
            (Some(base), Some(other)) => Arc::ptr_eq(base, other),
            (None, None) => true,
            _ => false,
        };
        same_base
            && self.probe_depth == other.probe_depth
            && self.probe_limit == other.probe_limit
            && self.fifty_move_rule == other.fifty_move_rule
    }
}

impl Eq for Tables {}

impl Tables {
    /// The most men of a position that is looked up; 0 without tables.
    pub(crate) fn men(&self) -> u32 {
        let base = self.base.as_ref();
        base.map_or(0, |base| base.max_men().min(self.probe_limit))
    }

    /// Whether the tables can tell how the position ends: it has few enough men, nobody may castle, and its 50-move clock is
    /// at zero.
    fn may_know(&self, position: &Position) -> bool {
        position.occupied().len() <= self.men()
            && position.castling_rooks().is_empty()
            && position.halfmove_clock() == 0
    }

    /// How the position ends, if it is known by now: seldom but right after a capture or pawn move.
    pub fn outcome(&self, position: &Position) -> Option<Wdl> {
        self.may_know(position).then(|| self.lookup(position))?
    }

    /// How the position would end if its 50-move clock were at zero.
    fn lookup(&self, position: &Position) -> Option<Wdl> {
        let wdl = self.base.as_ref()?.wdl(position)?;
        Some(self.by_the_rules(wdl))
    }

    fn by_the_rules(&self, wdl: Wdl) -> Wdl {
        if self.fifty_move_rule {
            wdl
        } else {
            wdl.without_fifty_moves()
        }
    }
}

/// What the tables say of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Nothing,
    /// This is the node's score.
    Settled(Score),
    /// The node is won; a mate may be found that is better still.
    AtLeast(Score),
    /// The node is lost; a mate may be found that is worse still.
    AtMost(Score),
}

// ANCHOR: known_limit
impl Known {
    /// A score that was found by searching, within what is known.
    #[inline(always)]
    pub(crate) fn limit(self, score: Score) -> Score {
        match self {
            Known::AtLeast(least) => score.max(least),
            Known::AtMost(most) => score.min(most),
            Known::Nothing | Known::Settled(_) => score,
        }
    }
}
// ANCHOR_END: known_limit

impl<M: Mode> Searcher<'_, M> {
    /// What the tables say of the node, if there are any.
    #[inline(always)]
    pub(crate) fn tablebases(&mut self, position: &Position, node: &Node) -> Known {
        if self.tablebase_men == 0 {
            return Known::Nothing;
        }
        self.look_up(position, node)
    }

    // ANCHOR: look_up
    #[cold]
    #[inline(never)]
    fn look_up(&mut self, position: &Position, node: &Node) -> Known {
        let men = position.occupied().len();
        let Some(tables) = self.shared.tables else {
            return Known::Nothing;
        };
        let is_too_shallow = men == self.tablebase_men && node.depth < tables.probe_depth;
        if is_too_shallow || node.excluded.is_some() || !tables.may_know(position) {
            return Known::Nothing;
        }
        self.mode.tried(Technique::Tablebases);
        let Some(wdl) = tables.lookup(position) else {
            return Known::Nothing;
        };
        self.mode.acted(Technique::Tablebases);
        self.shared.tablebase_hits.fetch_add(1, Relaxed);
        let win = TABLEBASE_WIN - node.ply as Score;
        let (score, bound) = match wdl {
            Wdl::Loss => (-win, Bound::Upper),
            Wdl::BlessedLoss => (DRAW - CURSED, Bound::Exact),
            Wdl::Draw => (DRAW, Bound::Exact),
            Wdl::CursedWin => (DRAW + CURSED, Bound::Exact),
            Wdl::Win => (win, Bound::Lower),
        };
        let settles = match bound {
            Bound::Exact => true,
            Bound::Lower => score >= node.beta,
            Bound::Upper => score <= node.alpha,
        };
        match bound {
            _ if settles => {
                self.mode.end(End::Technique(Technique::Tablebases));
                let mut deeper = *node;
                deeper.depth += REMEMBERED_DEPTH;
                self.store_in_table(position, &deeper, None, score, bound);
                Known::Settled(score)
            }
            Bound::Upper => Known::AtMost(score),
            _ => Known::AtLeast(score),
        }
    }
    // ANCHOR_END: look_up
}

/// The root moves of a search, ranked by the tables if they know them.
pub(crate) fn ranked(game: &Game, moves: Vec<Move>, settings: &Settings) -> Deepening {
    let mut state = Deepening::new(moves);
    let (position, tables) = (game.position(), &settings.tables);
    let men = tables.men();
    if men == 0 || !settings.on(Technique::Tablebases) {
        return state;
    }
    state.uses_tables = true;
    if position.occupied().len() > men || position.castling_rooks().any() {
        return state;
    }
    if rank_by_distance(game, &mut state.moves, tables).is_some() {
        state.uses_tables = false;
    } else if rank_by_outcome(position, &mut state.moves, tables).is_some() {
        // Only the tree can then tell which of the winning moves gets on.
        state.uses_tables = state.moves.iter().any(|root_move| root_move.rank > 0);
    } else {
        return state;
    }
    state.tablebase_hits = state.moves.len() as u64;
    state
}

/// `None` if not all moves are known; they are then as they were.
fn rank_by_distance(game: &Game, moves: &mut [RootMove], tables: &Tables) -> Option<()> {
    let position = game.position();
    let known = tables.base.as_ref()?.distances(position)?;
    let of = |mv| Some(known.iter().find(|(other, _)| *other == mv)?.1);
    let distances: Vec<i32> = moves
        .iter()
        .map(|root_move| of(root_move.mv))
        .collect::<Option<_>>()?;
    let clock = i32::from(position.halfmove_clock());
    let has_repeated = has_repeated(game);
    for (root_move, distance) in moves.iter_mut().zip(distances) {
        root_move.rank = rank(distance, clock, has_repeated);
        root_move.tablebase_score = Some(score_of(distance, clock, tables));
    }
    Some(())
}

/// The same without distances: by how each move ends.
fn rank_by_outcome(position: &Position, moves: &mut [RootMove], tables: &Tables) -> Option<()> {
    let outcome = |root_move: &RootMove| {
        let mut child = position.clone();
        child.play_unchecked(root_move.mv, &mut ());
        if child.is_checkmate() {
            return Some(Wdl::Win);
        }
        tables.lookup(&child).map(Wdl::reversed)
    };
    let outcomes: Vec<Wdl> = moves.iter().map(outcome).collect::<Option<_>>()?;
    for (root_move, wdl) in moves.iter_mut().zip(outcomes) {
        let (rank, score) = match wdl {
            Wdl::Loss => (-MAX_RANK, -TABLEBASE_WIN),
            Wdl::BlessedLoss => (-1, DRAW - CURSED),
            Wdl::Draw => (0, DRAW),
            Wdl::CursedWin => (1, DRAW + CURSED),
            Wdl::Win => (MAX_RANK, TABLEBASE_WIN),
        };
        root_move.rank = rank;
        root_move.tablebase_score = Some(score);
    }
    Some(())
}

/// Whether a position has come twice since the last capture or pawn move: then the search alone does not get on.
fn has_repeated(game: &Game) -> bool {
    let keys = game.keys();
    let reversible = usize::from(game.position().halfmove_clock()) + 1;
    let last = &keys[keys.len().saturating_sub(reversible)..];
    (1..last.len()).any(|i| last[..i].contains(&last[i]))
}

// ANCHOR: rank
/// Better moves rank higher. Wins that the 50-move rule does not threaten rank alike, so that the search may find the
/// shortest mate among them, and so do losses; the others rank by their distance.
fn rank(distance: i32, clock: i32, has_repeated: bool) -> i32 {
    match distance {
        1.. if distance + clock < FIFTY_MOVES && !has_repeated => MAX_RANK,
        1.. => MAX_RANK - (distance + clock),
        0 => 0,
        _ if 2 * -distance + clock < FIFTY_MOVES => -MAX_RANK,
        _ => -MAX_RANK + (clock - distance),
    }
}
// ANCHOR_END: rank

// ANCHOR: score_of
/// The score of a move of that distance.
fn score_of(distance: i32, clock: i32, tables: &Tables) -> Score {
    let in_time = distance.abs() + clock <= FIFTY_MOVES || !tables.fifty_move_rule;
    distance.signum() * if in_time { TABLEBASE_WIN } else { CURSED }
}
// ANCHOR_END: score_of

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn safe_wins_rank_alike_and_the_others_by_distance() {
        assert_eq!(rank(5, 0, false), rank(60, 30, false));
        assert!(rank(60, 45, false) < rank(50, 45, false));
        assert!(rank(5, 0, true) > rank(7, 0, true));
        assert!(rank(300, 0, false) > rank(0, 0, false));
        assert!(rank(0, 0, false) > rank(-200, 0, false));
        assert_eq!(rank(-4, 0, false), rank(-20, 0, false));
        assert!(rank(-80, 0, false) > rank(-60, 0, false));
    }

    #[test]
    fn the_fifty_move_rule_makes_a_draw_of_a_long_win_where_it_holds() {
        let mut tables = Tables::default();
        assert_eq!(score_of(60, 40, &tables), TABLEBASE_WIN);
        assert_eq!(score_of(60, 41, &tables), CURSED);
        assert_eq!(score_of(-101, 0, &tables), -CURSED);
        assert_eq!(score_of(0, 90, &tables), DRAW);
        tables.fifty_move_rule = false;
        assert_eq!(score_of(-101, 0, &tables), -TABLEBASE_WIN);
        assert_eq!(tables.by_the_rules(Wdl::CursedWin), Wdl::Win);
    }

    #[test]
    fn a_repetition_counts_since_the_last_capture_only() {
        let mut game = Game::new("8/8/8/8/8/2k5/8/K6R w - - 0 1".parse().expect("a FEN"));
        let play = |game: &mut Game, moves: &[&str]| {
            for mv in moves {
                let mv = game.position().parse_uci(mv).expect("a move");
                game.play(mv).expect("a legal move");
            }
        };
        play(&mut game, &["h1h2", "c3d3", "h2h1"]);
        assert!(!has_repeated(&game));
        play(&mut game, &["d3c3"]);
        assert!(has_repeated(&game));
    }

    #[test]
    fn what_is_known_limits_what_was_found() {
        assert_eq!(Known::AtLeast(100).limit(-5), 100);
        assert_eq!(Known::AtLeast(100).limit(105), 105);
        assert_eq!(Known::AtMost(-100).limit(5), -100);
        assert_eq!(Known::Nothing.limit(7), 7);
    }
}
