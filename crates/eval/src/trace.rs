//! An evaluation taken apart, as plain data for whoever shows it.
//!
//! It is computed from scratch and from the tables themselves, not from the sums that the search keeps, so that it can
//! speak for them: its total is the evaluation. It prints nothing.

use crate::nnue::NetworkTrace;
use crate::{
    Evaluator, MAX_EVALUATION, MAX_PHASE, PHASE_WEIGHTS, PIECE_VALUES, Tapered, piece_square,
};
use cutaway_chess::{Color, Piece, PieceType, Position, Square};

/// What the men of one kind contribute, by [`Color::index`], each seen from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTerms {
    /// The kind.
    pub piece_type: PieceType,
    /// How many there are.
    pub count: [u32; 2],
    /// What they are worth wherever they stand, centipawns.
    pub material: [Tapered; 2],
    /// What their squares add, centipawns; zero where material alone judges.
    pub piece_square: [Tapered; 2],
}

/// An evaluation taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trace {
    /// Into the terms that it is the sum of.
    Terms(Box<Terms>),
    /// A network's, of which no man has a share of its own.
    Network(NetworkTrace),
}

impl Trace {
    /// The evaluation, centipawns, seen from White.
    pub fn total(&self) -> i32 {
        match self {
            Trace::Terms(terms) => terms.total,
            Trace::Network(trace) => trace.total,
        }
    }
}

/// An evaluation, term by term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Pawns to kings, as [`PieceType::ALL`] orders them.
    pub pieces: [PieceTerms; 6],
    /// How much of the opening is left: 0 to [`MAX_PHASE`].
    pub phase: i32,
    /// The sum of all terms, White's less Black's, before it is blended by the phase.
    pub tapered: Tapered,
    /// The evaluation, centipawns, seen from White.
    pub total: i32,
}

/// Takes the evaluation of a position apart.
///
/// ```
/// use cutaway_chess::{Color, PieceType, Position};
/// use cutaway_eval::{Evaluator, Trace, trace};
/// let trace = trace(&Evaluator::Material, &"4k3/8/4p3/3p4/8/8/8/3QK3 b - - 0 1".parse().unwrap());
/// assert_eq!(trace.total(), 700);
/// let Trace::Terms(terms) = trace else { panic!("material is a sum") };
/// let pawns = &terms.pieces[PieceType::Pawn.index()];
/// assert_eq!(pawns.count, [0, 2]);
/// assert_eq!(pawns.material[Color::Black.index()].middlegame, 200);
/// ```
pub fn trace(evaluator: &Evaluator, position: &Position) -> Trace {
    let (material, bonus) = match evaluator {
        Evaluator::Material => (counted as Material, no_bonus as Bonus),
        Evaluator::PieceSquare => (
            piece_square::material as Material,
            piece_square::square_bonus as Bonus,
        ),
        Evaluator::Network(network) => return Trace::Network(network.trace(position)),
    };
    let pieces = PieceType::ALL.map(|piece_type| terms(material, bonus, position, piece_type));
    let [white, black] = Color::ALL.map(|color| {
        let side = color.index();
        pieces.iter().fold(Tapered::default(), |sum, terms| {
            sum + terms.material[side] + terms.piece_square[side]
        })
    });
    let phase: i32 = pieces
        .iter()
        .map(|terms| {
            (terms.count[0] + terms.count[1]) as i32 * PHASE_WEIGHTS[terms.piece_type.index()]
        })
        .sum();
    let (tapered, phase) = (white - black, phase.min(MAX_PHASE));
    let total = tapered.blend(phase).clamp(-MAX_EVALUATION, MAX_EVALUATION);
    Trace::Terms(Box::new(Terms {
        pieces,
        phase,
        tapered,
        total,
    }))
}

/// What a man is worth wherever it stands.
type Material = fn(PieceType) -> Tapered;
/// What its square adds.
type Bonus = fn(Piece, Square) -> Tapered;

fn counted(piece_type: PieceType) -> Tapered {
    let value = PIECE_VALUES[piece_type.index()];
    Tapered {
        middlegame: value,
        endgame: value,
    }
}

fn no_bonus(_: Piece, _: Square) -> Tapered {
    Tapered::default()
}

fn terms(
    material: Material,
    bonus: Bonus,
    position: &Position,
    piece_type: PieceType,
) -> PieceTerms {
    let mut terms = PieceTerms {
        piece_type,
        count: [0; 2],
        material: [Tapered::default(); 2],
        piece_square: [Tapered::default(); 2],
    };
    for color in Color::ALL {
        let side = color.index();
        for square in position.of(color, piece_type) {
            terms.count[side] += 1;
            terms.material[side] = terms.material[side] + material(piece_type);
            let piece = Piece::new(color, piece_type);
            terms.piece_square[side] = terms.piece_square[side] + bonus(piece, square);
        }
    }
    terms
}
