//! An evaluation taken apart, as plain data for whoever shows it.
//!
//! It is computed from scratch and from the tables themselves, not from the sums that the search keeps, so that it can
//! speak for them: its total is the evaluation. It prints nothing.

use crate::{
    Evaluator, MAX_EVALUATION, MAX_PHASE, PHASE_WEIGHTS, PIECE_VALUES, Tapered, piece_square,
};
use cutaway_chess::{Color, PieceType, Position};

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

/// An evaluation, term by term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Which evaluation judged.
    pub evaluator: Evaluator,
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
/// use cutaway_eval::{Evaluator, trace};
/// let trace = trace(Evaluator::Material, &"4k3/8/4p3/3p4/8/8/8/3QK3 b - - 0 1".parse().unwrap());
/// assert_eq!(trace.total, 700);
/// let pawns = &trace.pieces[PieceType::Pawn.index()];
/// assert_eq!(pawns.count, [0, 2]);
/// assert_eq!(pawns.material[Color::Black.index()].middlegame, 200);
/// ```
pub fn trace(evaluator: Evaluator, position: &Position) -> Trace {
    let pieces = PieceType::ALL.map(|piece_type| terms(evaluator, position, piece_type));
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
    Trace {
        evaluator,
        pieces,
        phase,
        tapered,
        total,
    }
}

fn terms(evaluator: Evaluator, position: &Position, piece_type: PieceType) -> PieceTerms {
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
            let (material, bonus) = match evaluator {
                Evaluator::Material => {
                    let value = PIECE_VALUES[piece_type.index()];
                    (
                        Tapered {
                            middlegame: value,
                            endgame: value,
                        },
                        Tapered::default(),
                    )
                }
                Evaluator::PieceSquare => (
                    piece_square::material(piece_type),
                    piece_square::square_bonus(
                        cutaway_chess::Piece::new(color, piece_type),
                        square,
                    ),
                ),
            };
            terms.material[side] = terms.material[side] + material;
            terms.piece_square[side] = terms.piece_square[side] + bonus;
        }
    }
    terms
}
