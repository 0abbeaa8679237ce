//! What a score means: how an evaluation's own unit becomes the centipawns that are shown, and these the chances of win,
//! draw and loss.
//!
//! An evaluation judges, and the search compares, in the evaluation's own unit. Whatever leaves the engine for a person, a
//! GUI or a match goes through [`Evaluator::centipawns`] first; training data does not, since a network learns in its own
//! unit. The model is fitted to games of the network (`cutaway wdl`). Material and piece-square tables keep the unit that
//! the book prints, a pawn of about 100, and for them the chances are only an estimate.
//!
//! Nothing here knows of mates, which are no evaluations.

use crate::Evaluator;
use core::ops::RangeInclusive;
use cutaway_chess::{PieceType, Position};

/// How likely games are won, drawn and lost by the score and the material on the board.
///
/// A game is won with the chance `1 / (1 + exp((a - score) / b))` and lost with the same of the score turned round. So `a`
/// is the score at which every second game is won, and `b` how many units the odds need to grow by a factor e. Either is a
/// polynomial of the material over [`WinModel::REFERENCE_MATERIAL`], here its coefficients from the constant on. The form is
/// that of Stockfish's WDL model (2020); the numbers and their fit are our own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinModel {
    /// Where every second game is won, in the evaluation's own unit.
    pub a: [f64; WinModel::TERMS],
    /// How many units multiply the odds by e.
    pub b: [f64; WinModel::TERMS],
}

/// The model in force.
///
/// Fitted by `cutaway wdl DATA/*.vf` to games that `cutaway datagen DATA --games 1945 --nodes 1500 --adjudicate-win 3000,4
/// --adjudicate-draw none` had made with the network of 768 columns that is built in: 167,878 positions, log loss 0.771
/// (0.794 on games held out, 1.097 without the scores), calibration error 0.010.
pub const WIN_MODEL: WinModel = WinModel {
    a: [252.667, -283.254, 120.207],
    b: [78.534, -27.991, 40.501],
};

/// No evaluation is shown as more than this either way: tools take 19,754 to 20,000 for a win by tablebases.
pub const MAX_CENTIPAWNS: i32 = 19_753;

impl WinModel {
    /// How many coefficients a polynomial has.
    pub const TERMS: usize = 3;

    /// The material of a middlegame with a few trades behind it, at which 100 centipawns win every second game.
    pub const REFERENCE_MATERIAL: u32 = 58;

    /// Outside of this range, the model is that of its nearer end. The usual position has 78.
    pub const MATERIAL: RangeInclusive<u32> = 17..=78;

    /// The powers of the material that the coefficients belong to.
    pub fn powers(material: u32) -> [f64; WinModel::TERMS] {
        let material = material.clamp(*WinModel::MATERIAL.start(), *WinModel::MATERIAL.end());
        let share = f64::from(material) / f64::from(WinModel::REFERENCE_MATERIAL);
        [1.0, share, share * share]
    }

    /// `a` and `b` at that material.
    pub fn at(&self, material: u32) -> [f64; 2] {
        let powers = WinModel::powers(material);
        [self.a, self.b].map(|terms| terms.iter().zip(powers).map(|(term, x)| term * x).sum())
    }

    /// The chances of win, draw and loss for whoever has that score, in the evaluation's own unit.
    pub fn chances(&self, score: f64, material: u32) -> [f64; 3] {
        let [a, b] = self.at(material);
        let sigma = |x: f64| 1.0 / (1.0 + (-x).exp());
        let (win, loss) = (sigma((score - a) / b), sigma((-score - a) / b));
        // By this difference, and not by `1 - win - loss`, small chances of a draw stay exact.
        [win, sigma((a - score) / b) - loss, loss]
    }

    /// How many of the evaluation's own units are 100 centipawns.
    pub const fn units(&self) -> f64 {
        // All powers of the reference material are one.
        self.a[0] + self.a[1] + self.a[2]
    }

    /// The chances in thousandths that add up to 1000, for shown centipawns. They never fall as the score rises.
    pub fn permille(&self, centipawns: i32, material: u32) -> [u32; 3] {
        let score = f64::from(centipawns) * self.units() / 100.0;
        let [win, _, loss] = self
            .chances(score, material)
            .map(|p| (1000.0 * p).round() as u32);
        [win, 1000 - win - loss, loss]
    }
}

impl Evaluator {
    /// A score in this evaluation's own unit as the centipawns that are shown, at most [`MAX_CENTIPAWNS`] either way. It is
    /// symmetric, and never falls as the score rises.
    ///
    /// ```
    /// use cutaway_eval::Evaluator;
    /// assert_eq!(Evaluator::PieceSquare.centipawns(-35), -35);
    /// ```
    pub fn centipawns(&self, score: i32) -> i32 {
        let shown = match self {
            Evaluator::Material | Evaluator::PieceSquare => score,
            Evaluator::Network(_) => (f64::from(score) * 100.0 / WIN_MODEL.units()).round() as i32,
        };
        shown.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS)
    }
}

/// The material of both sides together by the count that beginners learn: a pawn is 1, a knight or bishop 3, a rook 5, a
/// queen 9.
///
/// ```
/// assert_eq!(cutaway_eval::count_material(&cutaway_chess::Position::startpos()), 78);
/// ```
pub fn count_material(position: &Position) -> u32 {
    let count = |kind: PieceType| position.of_type(kind).0.count_ones();
    material_of(PieceType::ALL.map(count))
}

/// The same of so many men of each kind, by [`PieceType`].
pub fn material_of(men: [u32; 6]) -> u32 {
    men.iter()
        .zip([1, 3, 3, 5, 9, 0])
        .map(|(men, worth)| men * worth)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::{BUCKETS, FEATURES, Network, Parts};
    use std::sync::Arc;

    fn network() -> Evaluator {
        let parts = Parts {
            feature_weights: vec![1; FEATURES * 16],
            output_weights: vec![1; BUCKETS * 32],
            ..Parts::zeroed(16)
        };
        Evaluator::Network(Arc::new(Network::from_parts(parts).unwrap()))
    }

    #[test]
    fn the_thousandths_are_those_of_another_calculation() {
        // By odds instead of chances, and the polynomials written out.
        let polynomial = |c: [f64; 3], x: f64| c[0] + x * (c[1] + x * c[2]);
        for (material, x) in [
            (17, 17.0 / 58.0),
            (40, 40.0 / 58.0),
            (58, 1.0),
            (78, 78.0 / 58.0),
        ] {
            let (a, b) = (polynomial(WIN_MODEL.a, x), polynomial(WIN_MODEL.b, x));
            for centipawns in [-700, -250, -100, -13, 0, 1, 40, 100, 180, 390, 1200] {
                let score = f64::from(centipawns) / 100.0 * polynomial(WIN_MODEL.a, 1.0);
                let share = |odds: f64| 1000.0 * odds / (1.0 + odds);
                let win = share(((score - a) / b).exp());
                let loss = share((-(score + a) / b).exp());
                let [w, d, l] = WIN_MODEL.permille(centipawns, material);
                assert!(
                    (f64::from(w) - win).abs() < 0.500_001,
                    "{centipawns} {material}"
                );
                assert!(
                    (f64::from(l) - loss).abs() < 0.500_001,
                    "{centipawns} {material}"
                );
                assert_eq!(d, 1000 - w - l);
            }
        }
    }

    #[test]
    fn a_hundred_centipawns_win_every_second_game_of_the_reference() {
        let [win, ..] = WIN_MODEL.permille(100, WinModel::REFERENCE_MATERIAL);
        assert_eq!(win, 500);
        let network = network();
        for score in [0, 1, 77, 1000, -12_345] {
            let share = f64::from(score) / WIN_MODEL.at(WinModel::REFERENCE_MATERIAL)[0];
            assert_eq!(network.centipawns(score), (100.0 * share).round() as i32);
        }
    }

    #[test]
    fn chances_add_up_rise_and_are_symmetric_at_every_material() {
        for material in 0..=200 {
            let mut before = [0, 1000, 1000];
            for centipawns in -3000..=3000 {
                let [win, draw, loss] = WIN_MODEL.permille(centipawns, material);
                assert_eq!(win + draw + loss, 1000);
                assert!(
                    win >= before[0] && loss <= before[2],
                    "{centipawns} {material}"
                );
                assert_eq!(WIN_MODEL.permille(-centipawns, material), [loss, draw, win]);
                before = [win, draw, loss];
            }
            assert_eq!(WIN_MODEL.permille(MAX_CENTIPAWNS, material), [1000, 0, 0]);
        }
    }

    #[test]
    fn centipawns_rise_with_the_score_and_leave_room_for_tablebases() {
        for evaluator in [Evaluator::Material, Evaluator::PieceSquare, network()] {
            let mut before = i32::MIN;
            for score in -30_000..=30_000 {
                let shown = evaluator.centipawns(score);
                assert!(shown >= before && shown.abs() <= MAX_CENTIPAWNS, "{score}");
                assert_eq!(evaluator.centipawns(-score), -shown);
                before = shown;
            }
            assert_eq!(evaluator.centipawns(0), 0);
        }
    }

    #[test]
    fn material_is_counted_for_both_sides() {
        let position: Position = "4k3/8/4p3/3p4/8/8/8/3QK2R w - - 0 1".parse().unwrap();
        assert_eq!(count_material(&position), 16);
    }
}
