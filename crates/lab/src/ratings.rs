//! Ratings from many matches: the numbers under which all results together are most likely, with their errors.
//!
//! The model is the one behind Elo: a player that is rated `d` above another expects the share 1 / (1 + 10^(-d / 400)) of
//! the points. That makes it the model of Bradley and Terry (1952) with draws as half a win. Pure arithmetic: who played
//! and why is decided by [`ladder`](crate::ladder).

use crate::statistics::{TWO_SIDED_95, Tally};

/// How much the logarithm of the odds grows with a point of Elo.
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;

/// No step of the search for the best ratings is longer, Elo.
const LONGEST_STEP: f64 = 200.0;

/// A match between two of the players.
#[derive(Clone, Copy, Debug)]
pub struct Encounter {
    /// The numbers of the two.
    pub players: [usize; 2],
    /// The results from the first one's view.
    pub tally: Tally,
}

/// A rating with its 95 % interval, Elo. One that was given has no width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The most likely value.
    pub value: f64,
    /// Half of its 95 % interval, to be taken with the ratings that were given as exact.
    pub error: f64,
}

/// What an encounter counts for: its points, their number, and the variance of their sum.
struct Evidence {
    players: [usize; 2],
    points: f64,
    games: f64,
    /// `None` if it is to be taken from the model.
    variance: Option<f64>,
}

impl Evidence {
    /// Where one side won every game, a drawn pair is added: otherwise no rating would be far enough apart. The distance
    /// is then a lower bound more than an estimate.
    fn new(of: &Encounter) -> Evidence {
        let (score, count) = (of.tally.score(), of.tally.count() as f64);
        let one_sided = score <= 0.0 || score >= 1.0;
        let (points, games) = if one_sided {
            (score * count + 1.0, count + 2.0)
        } else {
            (score * count, count)
        };
        let error = of.tally.standard_error();
        // Pairs that all ended alike show no spread, which does not make them certain.
        let error = error.filter(|&error| error > 0.0 && !one_sided);
        Evidence {
            players: of.players,
            points,
            games,
            variance: error.map(|error| (error * count).powi(2)),
        }
    }

    /// What the first player expects a game.
    fn expected(&self, ratings: &[f64]) -> f64 {
        let [a, b] = self.players;
        1.0 / (1.0 + (PER_ELO * (ratings[b] - ratings[a])).exp())
    }
}

/// The ratings of `players` players, given those that are known beforehand, by number; `None` for who is linked by no
/// chain of games to a given one.
///
/// Errors take the spread of each match from its pairs, so that two games of an opening do not count as two independent
/// ones.
///
/// ```
/// use cutaway_lab::ratings::{Encounter, rate};
/// use cutaway_lab::statistics::Tally;
/// let tally = Tally { games: [25, 0, 75], pairs: [0, 0, 25, 0, 25] };
/// let ratings = rate(2, &[(0, 1000.0)], &[Encounter { players: [1, 0], tally }]);
/// assert!((ratings[1].unwrap().value - 1190.85).abs() < 0.01);
/// ```
pub fn rate(
    players: usize,
    given: &[(usize, f64)],
    encounters: &[Encounter],
) -> Vec<Option<Rating>> {
    let played = encounters.iter().filter(|of| of.tally.count() > 0);
    let evidence: Vec<Evidence> = played.map(Evidence::new).collect();
    let linked = linked(players, given, &evidence);
    let is_given = |player: usize| given.iter().any(|&(other, _)| other == player);
    let free: Vec<usize> = (0..players)
        .filter(|&player| linked[player] && !is_given(player))
        .collect();
    let evidence: Vec<Evidence> = evidence
        .into_iter()
        .filter(|of| linked[of.players[0]])
        .collect();
    let mut ratings = vec![given.first().map_or(0.0, |given| given.1); players];
    for &(player, rating) in given {
        ratings[player] = rating;
    }
    climb(&mut ratings, &free, &evidence);
    let errors = errors(&ratings, &free, &evidence);
    (0..players)
        .map(|player| {
            let place = free.iter().position(|&other| other == player);
            linked[player].then(|| Rating {
                value: ratings[player],
                error: place.map_or(0.0, |place| errors[place]),
            })
        })
        .collect()
}

/// Who is linked by games to a player whose rating is given.
fn linked(players: usize, given: &[(usize, f64)], evidence: &[Evidence]) -> Vec<bool> {
    let mut linked = vec![false; players];
    for &(player, _) in given {
        linked[player] = true;
    }
    for _ in 0..players {
        for &Evidence {
            players: [a, b], ..
        } in evidence
        {
            let either = linked[a] || linked[b];
            (linked[a], linked[b]) = (either, either);
        }
    }
    linked
}

/// Newton's method on the logarithm of the likelihood, which has one summit.
fn climb(ratings: &mut [f64], free: &[usize], evidence: &[Evidence]) {
    for _ in 0..200 {
        let mut slope = vec![0.0; free.len()];
        for of in evidence {
            let surplus = PER_ELO * (of.points - of.games * of.expected(ratings));
            for (player, sign) in of.players.into_iter().zip([1.0, -1.0]) {
                if let Some(place) = free.iter().position(|&other| other == player) {
                    slope[place] += sign * surplus;
                }
            }
        }
        let step = multiply(&inverse(curvature(ratings, free, evidence)), &slope);
        let longest = step.iter().fold(0.0f64, |most, step| most.max(step.abs()));
        let scale = (LONGEST_STEP / longest).min(1.0);
        for (&player, step) in free.iter().zip(&step) {
            ratings[player] += scale * step;
        }
        if longest < 1e-9 {
            break;
        }
    }
}

/// Sums, for each two free players, how much an encounter ties their ratings together.
fn sum_over(
    free: &[usize],
    evidence: &[Evidence],
    weight: impl Fn(&Evidence) -> f64,
) -> Vec<Vec<f64>> {
    let mut sums = vec![vec![0.0; free.len()]; free.len()];
    for of in evidence {
        let weight = weight(of);
        let places = of
            .players
            .map(|player| free.iter().position(|&other| other == player));
        for (i, sign_i) in places.into_iter().zip([1.0, -1.0]) {
            for (j, sign_j) in places.into_iter().zip([1.0, -1.0]) {
                if let (Some(i), Some(j)) = (i, j) {
                    sums[i][j] += sign_i * sign_j * weight;
                }
            }
        }
    }
    sums
}

/// The variance that the model gives the points of an encounter.
fn model_variance(of: &Evidence, ratings: &[f64]) -> f64 {
    let expected = of.expected(ratings);
    of.games * expected * (1.0 - expected)
}

fn curvature(ratings: &[f64], free: &[usize], evidence: &[Evidence]) -> Vec<Vec<f64>> {
    sum_over(free, evidence, |of| {
        PER_ELO * PER_ELO * model_variance(of, ratings)
    })
}

/// Half of each 95 % interval: the curvature tells how far a surplus of points moves the ratings, the spread of the pairs
/// how large a surplus chance makes.
fn errors(ratings: &[f64], free: &[usize], evidence: &[Evidence]) -> Vec<f64> {
    let inverse = inverse(curvature(ratings, free, evidence));
    let spread = sum_over(free, evidence, |of| {
        let variance = of.variance.unwrap_or_else(|| model_variance(of, ratings));
        PER_ELO * PER_ELO * variance
    });
    inverse
        .iter()
        .map(|row| {
            let through = multiply(&spread, row);
            let variance: f64 = row.iter().zip(&through).map(|(a, b)| a * b).sum();
            TWO_SIDED_95 * variance.max(0.0).sqrt()
        })
        .collect()
}

fn multiply(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let times = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(times).collect()
}

/// The inverse of a matrix that is symmetric and positive definite, by elimination: such a one needs no exchange of rows.
/// The curvature is one, since every free player is linked to a given one.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for i in 0..n {
        let pivot = matrix[i][i];
        debug_assert!(pivot > 0.0, "a rating hangs on nothing");
        matrix[i].iter_mut().for_each(|value| *value /= pivot);
        let row = matrix[i].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = other[i];
            for (value, own) in other.iter_mut().zip(&row) {
                *value -= factor * own;
            }
        }
    }
    matrix.into_iter().map(|row| row[n..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Score;

    fn encounter(players: [usize; 2], pairs: [u64; 5]) -> Encounter {
        let mut tally = Tally::default();
        let scores = [
            [Score::Loss, Score::Loss],
            [Score::Loss, Score::Draw],
            [Score::Draw, Score::Draw],
            [Score::Draw, Score::Win],
            [Score::Win, Score::Win],
        ];
        for (count, pair) in pairs.into_iter().zip(scores) {
            (0..count).for_each(|_| tally.add(&pair));
        }
        Encounter { players, tally }
    }

    #[test]
    fn one_match_gives_its_own_difference_and_error() {
        let of = encounter([1, 0], [40, 60, 100, 120, 80]);
        let rating = rate(2, &[(0, 500.0)], &[of])[1].unwrap();
        let elo = of.tally.elo();
        assert!(
            (rating.value - 500.0 - elo.value).abs() < 1e-6,
            "{rating:?}"
        );
        // The interval of a single match is bent by the curve of the points, by less than a tenth at this size.
        let half = (elo.high - elo.low) / 2.0;
        assert!(
            (rating.error / half - 1.0).abs() < 0.1,
            "{rating:?} {elo:?}"
        );
    }

    #[test]
    fn on_a_chain_differences_add_and_errors_do_so_in_squares() {
        let first = encounter([1, 0], [10, 20, 100, 90, 80]);
        let second = encounter([2, 1], [30, 50, 100, 60, 60]);
        let ratings = rate(3, &[(0, 0.0)], &[first, second]);
        let [one, two] = [1, 2].map(|i| ratings[i].unwrap());
        let sum = first.tally.elo().value + second.tally.elo().value;
        assert!((two.value - sum).abs() < 1e-6, "{two:?} {sum}");
        let alone = rate(2, &[(0, 0.0)], &[encounter([1, 0], [30, 50, 100, 60, 60])])[1].unwrap();
        let squares = one.error.powi(2) + alone.error.powi(2);
        assert!(
            (two.error.powi(2) / squares - 1.0).abs() < 1e-6,
            "{ratings:?}"
        );
    }

    #[test]
    fn a_ring_is_settled_between_its_matches() {
        let up = [10, 20, 100, 40, 30];
        let all = [
            encounter([1, 0], up),
            encounter([2, 1], up),
            encounter([2, 0], up),
        ];
        let ratings = rate(3, &[(0, 0.0)], &all);
        let step = all[0].tally.elo().value;
        let top = ratings[2].unwrap();
        assert!(
            top.value > 1.01 * step && top.value < 1.99 * step,
            "{ratings:?}"
        );
        // At the summit the points that are expected are the points that were scored.
        let values: Vec<f64> = ratings.iter().map(|rating| rating.unwrap().value).collect();
        let expected =
            |a: usize, b: usize| 1.0 / (1.0 + 10f64.powf((values[b] - values[a]) / 400.0));
        let scored = 2.0 * all[0].tally.score();
        assert!((expected(2, 1) + expected(2, 0) - scored).abs() < 1e-9);
    }

    #[test]
    fn two_anchors_hold_a_player_between_them() {
        let even = [20, 20, 100, 20, 20];
        let all = [encounter([2, 0], even), encounter([2, 1], even)];
        let ratings = rate(3, &[(0, 1000.0), (1, 1100.0)], &all);
        let middle = ratings[2].unwrap();
        assert!((middle.value - 1050.0).abs() < 1e-6, "{ratings:?}");
        assert_eq!(ratings[1].unwrap().error, 0.0);
    }

    #[test]
    fn who_is_linked_to_nobody_has_no_rating() {
        let ratings = rate(4, &[(0, 0.0)], &[encounter([2, 3], [1, 2, 3, 2, 1])]);
        assert_eq!(ratings[2], None);
        assert_eq!(ratings[1], None);
        assert!(ratings[0].is_some());
    }

    #[test]
    fn pairs_that_all_ended_alike_are_not_certain() {
        let split = encounter([1, 0], [0, 0, 50, 0, 0]);
        let rating = rate(2, &[(0, 0.0)], &[split])[1].unwrap();
        assert!(
            rating.value.abs() < 1e-9 && rating.error > 10.0,
            "{rating:?}"
        );
    }

    #[test]
    fn a_player_that_wins_every_game_has_a_finite_rating() {
        let rating = rate(2, &[(0, 0.0)], &[encounter([1, 0], [0, 0, 0, 0, 50])])[1].unwrap();
        assert!(rating.value > 500.0 && rating.value < 1500.0, "{rating:?}");
        assert!(rating.error > 0.0 && rating.error.is_finite());
    }
}
