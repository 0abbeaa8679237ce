//! Static exchange evaluation: what a move wins or loses on its target square when both sides go on taking there, each
//! with its least valuable man, and each free to stop. Exactly ([`Position::see`]), as a yes or no against a threshold
//! ([`Position::see_ge`], the form for a search) and capture by capture ([`Position::see_trace`], the form for a reader).
//!
//! All three play the exchange on sets alone: the ladder of piece sets gives the next capturer as one bit
//! (`set & -set`), never as a square, so that nothing scans for bits. The idea of a bitscan-free exchange on magic
//! bitboards, with a lower and an upper bound that end it early, is that of a forum post of January 2007; the post's own
//! way with batteries is [`Position::see_battery`].
//!
//! The convention, for every form: the first move is made whatever it loses; pins and checks are not looked at, except
//! that a king does not take a man that is still defended; a man joins from behind when the man before it has really
//! left; a pawn that takes on the last rank becomes a queen, in the first move what the move says. The values are those
//! of [`SEE_VALUES`], not those of any evaluation. What this leaves out on purpose: every other square of the board.

use crate::{Bitboard, Color, Move, Piece, PieceType, Position, Square, attacks};

/// What a man counts in an exchange, in centipawns, by piece type. The king's value exceeds all others together, so
/// that no exchange pays for it.
pub const SEE_VALUES: [i32; 6] = [100, 300, 300, 500, 900, 20_000];

/// What a pawn gains by becoming a queen, in centipawns.
const PROMOTION_GAIN: i32 = see_value(PieceType::Queen) - see_value(PieceType::Pawn);

/// The first and the last rank, where pawns promote.
pub(crate) const LAST_RANKS: Bitboard = Bitboard(0xFF00_0000_0000_00FF);

/// What a man of that kind counts in an exchange, in centipawns.
///
/// ```
/// use cutaway_chess::{PieceType, see_value};
/// assert_eq!(see_value(PieceType::Rook), 500);
/// ```
#[inline(always)]
pub const fn see_value(piece_type: PieceType) -> i32 {
    SEE_VALUES[piece_type as usize]
}

impl Position {
    /// What the move wins, in centipawns, when both sides then take on its target square as long as it pays: the
    /// static exchange evaluation, exactly. Castling is 0; a quiet move is 0 or what the moved man costs.
    ///
    /// The move should be legal here, or be one of the other side that would be legal if it were its turn. With
    /// anything else the value means nothing, though nothing worse happens. Of several men of the same kind the one on
    /// the lowest square takes first, which matters only on boards far more crowded than those of games.
    ///
    /// ```
    /// use cutaway_chess::Position;
    /// let position = Position::from_fen("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1").unwrap();
    /// let mv = position.parse_san("Qxd5").unwrap();
    /// assert_eq!(position.see(mv), 100 - 900);
    /// ```
    #[inline]
    pub fn see(&self, mv: Move) -> i32 {
        self.exchange_value::<OpenLines>(mv)
    }

    // ANCHOR: see_ge
    /// Whether [`see`](Position::see) of the move is at least `threshold` centipawns. Much cheaper than the value:
    /// one comparison a capture, and most moves are settled before any attacker is looked for.
    ///
    /// ```
    /// use cutaway_chess::Position;
    /// let position = Position::from_fen("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1").unwrap();
    /// let mv = position.parse_san("Qxd5").unwrap();
    /// assert!(position.see_ge(mv, -800) && !position.see_ge(mv, -799));
    /// ```
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        let first = FirstMove::new(self, mv);
        let mut balance = first.gain.saturating_sub(threshold);
        if balance < 0 {
            return false;
        }
        // The worst reply takes the man and, on the last rank, promotes by it as well.
        let at_risk = first.standing
            + if first.promoting.any() {
                PROMOTION_GAIN
            } else {
                0
            };
        if balance >= at_risk {
            return true;
        }
        let FirstMove { us, them, .. } = first;
        let mut exchange = Exchange::<OpenLines>::new(self, first);
        loop {
            let Some(stake) = exchange.stake(them) else {
                return true;
            };
            balance -= stake;
            if balance >= 0 || !exchange.capture(them, us) {
                return true;
            }
            let Some(stake) = exchange.stake(us) else {
                return false;
            };
            balance += stake;
            if balance < 0 || !exchange.capture(us, them) {
                return false;
            }
        }
    }
    // ANCHOR_END: see_ge

    // ANCHOR: exchange_value
    /// The value of the exchange that the move begins, with the attackers found as `L` finds them.
    ///
    /// `upper` is what we get if the opponent stops at the best moment he has had, `lower` what we get if we do. A side
    /// whose next capture, even unanswered, brings it no more than its best stop so far will not go on. So whoever
    /// cannot or will not take ends the exchange at his own bound, and that bound is the value.
    #[inline(always)]
    pub(crate) fn exchange_value<L: Lines>(&self, mv: Move) -> i32 {
        if mv.is_castle() {
            return 0;
        }
        let first = FirstMove::new(self, mv);
        let mut score = first.gain;
        let (mut lower, mut upper) = (i32::MIN, score);
        let FirstMove { us, them, .. } = first;
        let mut exchange = Exchange::<L>::new(self, first);
        loop {
            let Some(stake) = exchange.stake(them) else {
                return upper;
            };
            score -= stake;
            if score >= upper || !exchange.capture(them, us) {
                return upper;
            }
            lower = lower.max(score);
            let Some(stake) = exchange.stake(us) else {
                return lower;
            };
            score += stake;
            if score <= lower || !exchange.capture(us, them) {
                return lower;
            }
            upper = upper.min(score);
        }
    }
    // ANCHOR_END: exchange_value
}

/// What the first move of an exchange leaves behind.
pub(crate) struct FirstMove {
    pub(crate) target: Square,
    /// The men of the side that moves first, wherever they stood before the move.
    us: Bitboard,
    /// The men of the other side.
    them: Bitboard,
    /// What the move itself wins: the man taken and what a promotion adds.
    pub(crate) gain: i32,
    /// The value of the man that then stands on the target.
    pub(crate) standing: i32,
    /// The men still there: neither the one that moved nor a pawn taken en passant. The target is in or out as it was
    /// before, which matters to no line that ends there.
    pub(crate) occupied: Bitboard,
    /// The pawns that would promote by taking on the target: all, or none.
    pub(crate) promoting: Bitboard,
}

impl FirstMove {
    #[inline(always)]
    pub(crate) fn new(position: &Position, mv: Move) -> FirstMove {
        let value_of = |piece: Piece| see_value(piece.piece_type());
        let target = mv.to();
        let mover = position.piece_on(mv.from());
        let color = mover.map_or(position.side_to_move(), |piece| piece.color());
        let (us, them) = (position.of_color(color), position.of_color(!color));
        let mut gain = position.piece_on(target).map_or(0, value_of);
        let mut standing = mover.map_or(0, value_of);
        let mut occupied = position.occupied() ^ mv.from().into();
        if mv.is_en_passant() {
            gain = see_value(PieceType::Pawn);
            occupied ^= Bitboard::from(target).forward(!color);
        }
        let mut promoting = Bitboard::EMPTY;
        if LAST_RANKS.contains(target) {
            promoting = position.of_type(PieceType::Pawn);
            if let Some(promotion) = mv.promotion() {
                standing = see_value(promotion);
                gain += standing - see_value(PieceType::Pawn);
            }
        }
        FirstMove {
            target,
            us,
            them,
            gain,
            standing,
            occupied,
            promoting,
        }
    }
}

/// How an exchange learns which sliders attack the target: the one thing in which the exact form and the battery form
/// differ.
pub(crate) trait Lines: Sized {
    /// What there is to remember, and the sliders that attack the target once the first move is made.
    fn new(position: &Position, first: &FirstMove) -> (Self, Bitboard);

    /// The sliders that attack the target after `man`, of that kind, has left `occupied`; those of `attackers`, which
    /// are known already, may be among them.
    fn opened(
        &mut self,
        target: Square,
        occupied: Bitboard,
        attackers: Bitboard,
        piece_type: PieceType,
        man: Bitboard,
    ) -> Bitboard;
}

/// The exact way: only what has left opens a line. After the two look-ups at the start another is due only when a
/// slider or a pawn leaves, along the lines on which it stood, and only while some slider there does not yet attack.
pub(crate) struct OpenLines {
    /// Bishops and queens on a diagonal of the target.
    diagonal: Bitboard,
    /// Rooks and queens on a rank or file of the target.
    orthogonal: Bitboard,
}

impl OpenLines {
    #[inline(always)]
    fn along_diagonals(&self, target: Square, occupied: Bitboard, attackers: Bitboard) -> Bitboard {
        let hidden = (self.diagonal & occupied) - attackers;
        if hidden.is_empty() {
            hidden
        } else {
            attacks::bishop(target, occupied) & hidden
        }
    }

    #[inline(always)]
    fn along_orthogonals(
        &self,
        target: Square,
        occupied: Bitboard,
        attackers: Bitboard,
    ) -> Bitboard {
        let hidden = (self.orthogonal & occupied) - attackers;
        if hidden.is_empty() {
            hidden
        } else {
            attacks::rook(target, occupied) & hidden
        }
    }
}

impl Lines for OpenLines {
    #[inline(always)]
    fn new(position: &Position, first: &FirstMove) -> (OpenLines, Bitboard) {
        let lines = OpenLines {
            diagonal: attacks::bishop_rays(first.target) & position.diagonal_sliders(),
            orthogonal: attacks::rook_rays(first.target) & position.orthogonal_sliders(),
        };
        let sliders = (attacks::bishop(first.target, first.occupied) & lines.diagonal)
            | (attacks::rook(first.target, first.occupied) & lines.orthogonal);
        (lines, sliders)
    }

    #[inline(always)]
    fn opened(
        &mut self,
        target: Square,
        occupied: Bitboard,
        attackers: Bitboard,
        piece_type: PieceType,
        _man: Bitboard,
    ) -> Bitboard {
        match piece_type {
            PieceType::Pawn | PieceType::Bishop => {
                self.along_diagonals(target, occupied, attackers)
            }
            PieceType::Rook => self.along_orthogonals(target, occupied, attackers),
            PieceType::Queen => {
                self.along_diagonals(target, occupied, attackers)
                    | self.along_orthogonals(target, occupied, attackers)
            }
            // A knight stands on no line of the target. Behind a king that takes there is nobody of the other side,
            // or that king would have been in check all along; and his own side takes no more after him.
            PieceType::Knight | PieceType::King => Bitboard::EMPTY,
        }
    }
}

/// An exchange on one square while it is played out.
pub(crate) struct Exchange<'a, L: Lines> {
    position: &'a Position,
    target: Square,
    standing: i32,
    promoting: Bitboard,
    occupied: Bitboard,
    /// The men of both sides that can take now, all of them in `occupied`.
    attackers: Bitboard,
    lines: L,
}

impl<'a, L: Lines> Exchange<'a, L> {
    #[inline(always)]
    pub(crate) fn new(position: &'a Position, first: FirstMove) -> Exchange<'a, L> {
        let FirstMove {
            target,
            standing,
            occupied,
            promoting,
            ..
        } = first;
        let (lines, sliders) = L::new(position, &first);
        // Whoever is not on the board any more is not in `occupied`: this one intersection keeps out the man that
        // moved, the pawn taken en passant and, later on, everyone who has taken.
        let attackers = (position.pawns_attacking(target)
            | (attacks::knight(target) & position.of_type(PieceType::Knight))
            | (attacks::king(target) & position.of_type(PieceType::King))
            | sliders)
            & occupied;
        Exchange {
            position,
            target,
            standing,
            promoting,
            occupied,
            attackers,
            lines,
        }
    }

    /// What the side wins if it takes now, if it can take at all.
    #[inline(always)]
    pub(crate) fn stake(&self, mine: Bitboard) -> Option<i32> {
        let mine = mine & self.attackers;
        if mine.is_empty() {
            return None;
        }
        Some(
            self.standing
                + if (mine & self.promoting).any() {
                    PROMOTION_GAIN
                } else {
                    0
                },
        )
    }

    // ANCHOR: ladder
    /// The least valuable man of a side that attacks the target, as the set of itself alone. There must be one.
    #[inline(always)]
    pub(crate) fn least_valuable(&self, mine: Bitboard) -> (PieceType, Bitboard) {
        let mine = mine & self.attackers;
        for piece_type in PieceType::ALL {
            let men = mine & self.position.of_type(piece_type);
            if men.any() {
                return (piece_type, men.lowest());
            }
        }
        (PieceType::King, Bitboard::EMPTY)
    }

    /// Takes with the least valuable man of the one side and lets in who stood behind it. False, and nothing done, if
    /// that man is the king and the other side still attacks the square.
    #[inline(always)]
    pub(crate) fn capture(&mut self, mine: Bitboard, theirs: Bitboard) -> bool {
        let (piece_type, man) = self.least_valuable(mine);
        if piece_type == PieceType::King && (self.attackers & theirs).any() {
            return false;
        }
        let promotes = (man & self.promoting).any();
        self.standing = see_value(if promotes {
            PieceType::Queen
        } else {
            piece_type
        });
        self.occupied ^= man;
        self.attackers ^= man;
        self.attackers |=
            self.lines
                .opened(self.target, self.occupied, self.attackers, piece_type, man);
        true
    }
    // ANCHOR_END: ladder
}

impl Position {
    /// The pawns of both sides that attack `square`.
    #[inline(always)]
    pub(crate) fn pawns_attacking(&self, square: Square) -> Bitboard {
        // A white pawn attacks from where a black one on the square would attack, and the other way round.
        (attacks::pawn(Color::Black, square) & self.of(Color::White, PieceType::Pawn))
            | (attacks::pawn(Color::White, square) & self.of(Color::Black, PieceType::Pawn))
    }
}
