//! Openings that the engine makes itself: random moves from a start, kept if its own search finds the position as
//! balanced as is asked for.
//!
//! Two sets made so are built in ([`builtin`]), for matches without a file. [`Generator`] makes such sets and the first
//! moves of training games. Openings that people have played are read by [`epd`](crate::epd); none are known here.

pub use crate::starts::{Book, Starts};

use cutaway_chess::{Game, Move, Position};
use cutaway_search::{Control, Limits, Pool, ReportedScore, Settings};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// A set of openings that is built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// Neither side is better by more than 40 centipawns.
    Balanced,
    /// One side is better by 70 to 150 centipawns: between players of a strength, more of such games are decided.
    Unbalanced,
}

impl Builtin {
    /// How much better one side may be, in centipawns.
    pub const fn band(self) -> RangeInclusive<u32> {
        match self {
            Builtin::Balanced => 0..=40,
            Builtin::Unbalanced => 70..=150,
        }
    }

    /// The file, as it stands in the repository.
    const fn text(self) -> &'static str {
        match self {
            Builtin::Balanced => include_str!("../../../data/openings/balanced.epd"),
            Builtin::Unbalanced => include_str!("../../../data/openings/unbalanced.epd"),
        }
    }
}

/// The built-in openings of that kind, in the order of their file.
///
/// ```
/// use cutaway_lab::openings::{Builtin, builtin};
/// assert!(builtin(Builtin::Balanced).len() >= 1000);
/// ```
pub fn builtin(kind: Builtin) -> Vec<Position> {
    let (epds, _) = crate::epd::read(kind.text());
    epds.into_iter().map(|epd| epd.position).collect()
}

/// What openings are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// So many random moves are played, or one more, so that either side may be to move.
    pub plies: u32,
    /// How many nodes each candidate is searched.
    pub nodes: u64,
    /// How much better one side may be by that search, in centipawns.
    pub band: RangeInclusive<u32>,
    /// From what the moves are drawn.
    pub seed: u64,
}

/// An opening with what the search thinks of it.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position.
    pub position: Position,
    /// Centipawns from the side to move's view.
    pub score: i32,
}

impl Opening {
    /// Four fields and the score, as a line of an EPD file.
    pub fn to_epd(&self) -> String {
        let fen = self.position.to_fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        format!("{} ce {};", fields.join(" "), self.score)
    }
}

/// Makes openings one after the other, no position twice, the same ones for the same request and engine.
pub struct Generator {
    request: Request,
    starts: Starts,
    random: fastrand::Rng,
    pool: Pool,
    seen: HashSet<u64>,
}

/// The series ends when so many candidates in a row were of no use.
const MOST_MISSES: u32 = 2000;

impl Generator {
    /// A generator of what is requested, from there.
    pub fn new(request: Request, starts: Starts) -> Generator {
        Generator {
            random: fastrand::Rng::with_seed(request.seed),
            request,
            starts,
            pool: Pool::new(),
            seen: HashSet::new(),
        }
    }

    /// One candidate, if it is of use.
    fn candidate(&mut self) -> Option<Opening> {
        let position = draw(&self.starts, self.request.plies, &mut self.random)?;
        if !self.seen.insert(position.key()) {
            return None;
        }
        let settings = Settings::default();
        let score = verify(&mut self.pool, &position, self.request.nodes, &settings)?;
        let is_wanted = self.request.band.contains(&score.unsigned_abs());
        is_wanted.then_some(Opening { position, score })
    }
}

impl Iterator for Generator {
    type Item = Opening;

    /// The next opening; `None` when there seem to be no more.
    fn next(&mut self) -> Option<Opening> {
        (0..MOST_MISSES).find_map(|_| self.candidate())
    }
}

/// Draws a start and plays `plies` random moves from it, or one more; see [`random_moves`].
pub(crate) fn draw(starts: &Starts, plies: u32, random: &mut fastrand::Rng) -> Option<Position> {
    let start = starts.draw(random)?;
    let plies = plies + random.u32(..2);
    random_moves(&start, plies, random)
}

/// Plays so many random moves, none of which gives away material on its target square unless there is no other. `None` if
/// the game ends on the way or the side to move is then in check: that is no position to begin a game from.
pub fn random_moves(start: &Position, plies: u32, random: &mut fastrand::Rng) -> Option<Position> {
    let mut game = Game::new(start.clone());
    for _ in 0..plies {
        if game.outcome().is_some() {
            return None;
        }
        let position = game.position();
        let moves: Vec<Move> = position.legal_moves().iter().collect();
        let sane: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| position.see_ge(mv, 0))
            .collect();
        let mv = *random.choice(if sane.is_empty() { &moves } else { &sane })?;
        game.play(mv)
            .expect("it comes from the list of legal moves");
    }
    let is_good = game.outcome().is_none() && !game.position().in_check();
    is_good.then(|| game.position().clone())
}

/// What an engine with these settings thinks of a position after so many nodes, from an empty table: centipawns from the side to move's
/// view, `None` if it sees a mate.
pub fn verify(
    pool: &mut Pool,
    position: &Position,
    nodes: u64,
    settings: &Settings,
) -> Option<i32> {
    pool.new_game();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let result = pool.go(
        &Game::new(position.clone()),
        &limits,
        settings,
        &Control::default(),
        &mut |_| {},
    );
    match result.info?.score {
        ReportedScore::Centipawns(score) => Some(score),
        ReportedScore::Mate(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(band: RangeInclusive<u32>, seed: u64) -> Request {
        Request {
            plies: 8,
            nodes: 2000,
            band,
            seed,
        }
    }

    fn epds(request: Request, count: usize) -> Vec<String> {
        let openings = Generator::new(request, Starts::Usual);
        openings
            .take(count)
            .map(|opening| opening.to_epd())
            .collect()
    }

    #[test]
    fn the_same_request_gives_the_same_openings() {
        let first = epds(request(0..=40, 7), 10);
        assert_eq!(first.len(), 10);
        assert_eq!(first, epds(request(0..=40, 7), 10));
        assert_ne!(first, epds(request(0..=40, 8), 10));
    }

    #[test]
    fn openings_are_distinct_and_within_the_band() {
        let openings: Vec<Opening> = Generator::new(request(70..=150, 1), Starts::Usual)
            .take(20)
            .collect();
        assert_eq!(openings.len(), 20);
        let keys: HashSet<u64> = openings
            .iter()
            .map(|opening| opening.position.key())
            .collect();
        assert_eq!(keys.len(), 20);
        for opening in &openings {
            assert!(
                (70..=150).contains(&opening.score.abs()),
                "{}",
                opening.score
            );
            assert!(!opening.position.in_check());
        }
    }

    #[test]
    fn a_series_that_has_no_more_to_give_ends() {
        let few = Request {
            plies: 0,
            nodes: 100,
            ..request(0..=1000, 1)
        };
        // The usual position and those after one move.
        let openings: Vec<Opening> = Generator::new(few, Starts::Usual).collect();
        assert_eq!(openings.len(), 21);
    }

    #[test]
    fn random_moves_stop_where_the_game_does() {
        let mut random = fastrand::Rng::with_seed(1);
        let mated: Position = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
            .parse()
            .unwrap();
        assert_eq!(random_moves(&mated, 0, &mut random), None);
        assert_eq!(random_moves(&mated, 4, &mut random), None);
    }

    #[test]
    fn no_random_move_gives_away_material_at_once() {
        // Each queen's move but three, and each king's move, loses the queen or nothing: never is she taken for nothing.
        let start: Position = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1".parse().unwrap();
        for seed in 0..200 {
            let mut random = fastrand::Rng::with_seed(seed);
            if let Some(after) = random_moves(&start, 1, &mut random) {
                let queen_is_taken = |mv: Move| {
                    mv.is_capture()
                        && after
                            .of_type(cutaway_chess::PieceType::Queen)
                            .contains(mv.to())
                };
                assert!(!after.legal_moves().iter().any(queen_is_taken), "{after:?}");
            }
        }
    }

    #[test]
    fn the_built_in_openings_are_good_to_play() {
        for (kind, least) in [(Builtin::Balanced, 1000), (Builtin::Unbalanced, 500)] {
            let (epds, faults) = crate::epd::read(kind.text());
            assert!(faults.is_empty(), "{faults:?}");
            assert!(epds.len() >= least, "{kind:?}: {}", epds.len());
            for epd in &epds {
                let score: u32 = epd.operands("ce")[0]
                    .trim_start_matches('-')
                    .parse()
                    .unwrap();
                assert!(kind.band().contains(&score), "{kind:?} {score}");
                assert!(!epd.position.in_check());
                assert_eq!(Game::new(epd.position.clone()).outcome(), None);
            }
        }
        let all = [Builtin::Balanced, Builtin::Unbalanced]
            .map(builtin)
            .concat();
        let keys: HashSet<u64> = all.iter().map(Position::key).collect();
        assert_eq!(keys.len(), all.len());
    }

    #[test]
    fn the_search_of_today_still_finds_the_built_in_openings_in_their_band() {
        // The files were made by an earlier search with piece-square tables, so a margin is left, and one in ten may
        // lie outside.
        let settings = Settings::stage(14);
        const MARGIN: u32 = 40;
        let mut pool = Pool::new();
        for kind in [Builtin::Balanced, Builtin::Unbalanced] {
            let band = kind.band();
            let band = band.start().saturating_sub(MARGIN)..=band.end() + MARGIN;
            let sample: Vec<Position> = builtin(kind).into_iter().step_by(20).collect();
            let outside = sample.iter().filter(|position| {
                let score = verify(&mut pool, position, 10_000, &settings);
                score.is_none_or(|score| !band.contains(&score.unsigned_abs()))
            });
            let outside = outside.count();
            assert!(
                outside * 10 <= sample.len(),
                "{kind:?}: {outside} of {}",
                sample.len()
            );
        }
    }
}
