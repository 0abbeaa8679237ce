//! Who plays whom with which opening, and in what order. Nothing here plays.
//!
//! A match is a list of pairs of games. Its order depends on the number of players and the schedule only, never on how
//! many games there are: a match that is resumed with more games goes on where it ended.

use serde::{Deserialize, Serialize};

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Everybody against everybody else.
    #[default]
    RoundRobin,
    /// The first player against each of the others.
    Gauntlet,
}

impl Schedule {
    /// Who plays whom, by the players' numbers; the first of each pairing is White in the first game of a pair.
    ///
    /// ```
    /// use cutaway_lab::schedule::Schedule;
    /// assert_eq!(Schedule::RoundRobin.pairings(3), [[0, 1], [0, 2], [1, 2]]);
    /// assert_eq!(Schedule::Gauntlet.pairings(3), [[0, 1], [0, 2]]);
    /// ```
    pub fn pairings(self, players: usize) -> Vec<[usize; 2]> {
        let firsts = match self {
            Schedule::RoundRobin => players,
            Schedule::Gauntlet => 1,
        };
        let with_first = |a| (a + 1..players).map(move |b| [a, b]);
        (0..firsts.min(players)).flat_map(with_first).collect()
    }
}

/// One pair of games that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    /// Who plays.
    pub players: [usize; 2],
    /// The round: each pairing plays each round's opening.
    pub round: usize,
    /// How many games: 2, or 1 at the end of an odd number.
    pub games: usize,
}

/// All pairs of a match with so many games for each pairing, in order: round by round, so that every pairing has played
/// the same openings at any time, but for one.
pub(crate) struct WorkList {
    pairings: Vec<[usize; 2]>,
    games: usize,
}

impl WorkList {
    pub fn new(schedule: Schedule, players: usize, games: usize) -> WorkList {
        WorkList {
            pairings: schedule.pairings(players),
            games,
        }
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.games.div_ceil(2) * self.pairings.len()
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games * self.pairings.len()
    }

    /// The pair of that number, from 0.
    pub fn get(&self, pair: usize) -> Option<Work> {
        let round = pair.checked_div(self.pairings.len())?;
        (pair < self.len()).then(|| Work {
            players: self.pairings[pair % self.pairings.len()],
            round,
            games: (self.games - 2 * round).min(2),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pairing_plays_each_round_once_and_both_colours() {
        let list = WorkList::new(Schedule::RoundRobin, 4, 6);
        assert_eq!((list.len(), list.games()), (18, 36));
        for round in 0..3 {
            let mut players: Vec<_> = (6 * round..6 * (round + 1))
                .map(|pair| list.get(pair).unwrap())
                .inspect(|work| assert_eq!((work.round, work.games), (round, 2)))
                .map(|work| work.players)
                .collect();
            players.dedup();
            assert_eq!(players.len(), 6);
        }
        assert_eq!(list.get(18), None);
    }

    #[test]
    fn more_games_only_lengthen_the_list() {
        let short = WorkList::new(Schedule::Gauntlet, 3, 10);
        let long = WorkList::new(Schedule::Gauntlet, 3, 20);
        assert!((0..short.len()).all(|pair| short.get(pair) == long.get(pair)));
    }

    #[test]
    fn an_odd_number_ends_in_a_single_game() {
        let list = WorkList::new(Schedule::Gauntlet, 2, 3);
        let games: Vec<_> = (0..list.len())
            .map(|i| list.get(i).unwrap().games)
            .collect();
        assert_eq!(games, [2, 1]);
    }

    #[test]
    fn a_lone_player_has_nobody_to_play() {
        assert_eq!(WorkList::new(Schedule::RoundRobin, 1, 10).get(0), None);
    }
}
