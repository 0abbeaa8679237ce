//! A board that is an array and nothing more, and legal moves by trying out.

use crate::{Bitboard, CastlingSide, Color, Piece, PieceType, Position, Rank, Square};

/// From, to, and what a pawn becomes. Castling is king takes own rook.
pub type SlowMove = (Square, Square, Option<PieceType>);

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const PROMOTIONS: [PieceType; 4] = [
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
];

/// All legal moves, found slowly, sorted by square numbers.
///
/// ```
/// use cutaway_chess::{Position, validate};
/// assert_eq!(validate::slow_legal_moves(&Position::startpos()).len(), 20);
/// ```
pub fn slow_legal_moves(position: &Position) -> Vec<SlowMove> {
    let board = SlowBoard::of(position);
    let us = position.side_to_move();
    let mut moves = Vec::new();
    for from in Square::all() {
        match board.piece_on(from) {
            Some(piece) if piece.color() == us => {
                board.add_pseudo_legal(piece, from, position.en_passant(), &mut moves);
            }
            _ => {}
        }
    }
    moves.retain(|&mv| board.leaves_king_safe(mv, us));
    for rook in position.castling_rooks() {
        if rook.rank() == Rank::First.relative_to(us) && board.can_castle(us, rook) {
            moves.push((board.king(us), rook, None));
        }
    }
    moves.sort();
    moves
}

#[derive(Clone)]
pub(super) struct SlowBoard([Option<Piece>; 64]);

impl SlowBoard {
    pub(super) fn of(position: &Position) -> SlowBoard {
        let mut board = [None; 64];
        for square in Square::all() {
            board[square.index()] = position.piece_on(square);
        }
        SlowBoard(board)
    }

    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    pub(super) fn king(&self, color: Color) -> Square {
        Square::all()
            .find(|&square| self.piece_on(square) == Some(Piece::new(color, PieceType::King)))
            .expect("the kings were counted before")
    }

    fn is_own(&self, square: Square, color: Color) -> bool {
        self.piece_on(square)
            .is_some_and(|piece| piece.color() == color)
    }

    /// The squares from `from` on in one direction, up to and with the first man.
    fn ray(&self, from: Square, (files, ranks): (i8, i8)) -> Vec<Square> {
        let mut squares = Vec::new();
        let mut next = from.offset(files, ranks);
        while let Some(square) = next {
            squares.push(square);
            next = if self.piece_on(square).is_none() {
                square.offset(files, ranks)
            } else {
                None
            };
        }
        squares
    }

    /// Where the men of `by` stand that attack `square`.
    pub(super) fn attackers(&self, square: Square, by: Color) -> Bitboard {
        let is =
            |square: Square, piece_type| self.piece_on(square) == Some(Piece::new(by, piece_type));
        let mut attackers = Vec::new();
        let steps = |offsets: &[(i8, i8)]| -> Vec<Square> {
            offsets
                .iter()
                .filter_map(|&(files, ranks)| square.offset(files, ranks))
                .collect()
        };
        attackers.extend(
            steps(&KNIGHT)
                .into_iter()
                .filter(|&from| is(from, PieceType::Knight)),
        );
        for (directions, slider) in [(STRAIGHT, PieceType::Rook), (DIAGONAL, PieceType::Bishop)] {
            attackers.extend(
                steps(&directions)
                    .into_iter()
                    .filter(|&from| is(from, PieceType::King)),
            );
            let ends = directions
                .into_iter()
                .filter_map(|direction| self.ray(square, direction).pop());
            attackers.extend(ends.filter(|&from| is(from, slider) || is(from, PieceType::Queen)));
        }
        // A pawn that attacks the square stands one rank behind it, as its side sees it.
        let behind = -forward(by);
        attackers.extend(
            steps(&[(-1, behind), (1, behind)])
                .into_iter()
                .filter(|&from| is(from, PieceType::Pawn)),
        );
        attackers.into_iter().collect()
    }

    /// The men of `color` that alone stand between their king and an enemy man that looks along that line.
    pub(super) fn pinned(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let mut pinned = Bitboard::EMPTY;
        for (directions, slider) in [(STRAIGHT, PieceType::Rook), (DIAGONAL, PieceType::Bishop)] {
            for direction in directions {
                let Some(blocker) = self.ray(king, direction).pop() else {
                    continue;
                };
                let Some(sniper) = self.ray(blocker, direction).pop() else {
                    continue;
                };
                let looks_along = [slider, PieceType::Queen]
                    .into_iter()
                    .any(|kind| self.piece_on(sniper) == Some(Piece::new(!color, kind)));
                if looks_along && self.is_own(blocker, color) {
                    pinned |= blocker.into();
                }
            }
        }
        pinned
    }

    fn add_pseudo_legal(
        &self,
        piece: Piece,
        from: Square,
        en_passant: Option<Square>,
        moves: &mut Vec<SlowMove>,
    ) {
        let us = piece.color();
        let steps = |offsets: &[(i8, i8)]| -> Vec<Square> {
            offsets
                .iter()
                .filter_map(|&(files, ranks)| from.offset(files, ranks))
                .collect()
        };
        let slides = |directions: &[(i8, i8)]| -> Vec<Square> {
            directions
                .iter()
                .flat_map(|&direction| self.ray(from, direction))
                .collect()
        };
        let all = [STRAIGHT, DIAGONAL].concat();
        let targets = match piece.piece_type() {
            PieceType::Pawn => return self.add_pawn_moves(us, from, en_passant, moves),
            PieceType::Knight => steps(&KNIGHT),
            PieceType::Bishop => slides(&DIAGONAL),
            PieceType::Rook => slides(&STRAIGHT),
            PieceType::Queen => slides(&all),
            PieceType::King => steps(&all),
        };
        moves.extend(
            targets
                .into_iter()
                .filter(|&to| !self.is_own(to, us))
                .map(|to| (from, to, None)),
        );
    }

    fn add_pawn_moves(
        &self,
        us: Color,
        from: Square,
        en_passant: Option<Square>,
        moves: &mut Vec<SlowMove>,
    ) {
        let ahead = forward(us);
        let mut targets = Vec::new();
        let is_free = |square: &Square| self.piece_on(*square).is_none();
        if let Some(one) = from.offset(0, ahead).filter(is_free) {
            targets.push(one);
            if from.rank() == Rank::Second.relative_to(us) {
                targets.extend(one.offset(0, ahead).filter(is_free));
            }
        }
        for files in [-1, 1] {
            targets.extend(
                from.offset(files, ahead)
                    .filter(|&to| self.is_own(to, !us) || en_passant == Some(to)),
            );
        }
        for to in targets {
            if to.rank() == Rank::Eighth.relative_to(us) {
                moves.extend(PROMOTIONS.map(|kind| (from, to, Some(kind))));
            } else {
                moves.push((from, to, None));
            }
        }
    }

    /// Makes a move as the board alone shows it: a king that takes its own rook castles, a pawn that changes its file to
    /// an empty square takes en passant.
    pub(super) fn make(&mut self, (from, to, promotion): SlowMove) {
        let Some(piece) = self.0[from.index()].take() else {
            return;
        };
        let us = piece.color();
        if piece.piece_type() == PieceType::King && self.is_own(to, us) {
            let rook = self.0[to.index()].take();
            let (king_to, rook_to) = castled(us, from, to);
            self.0[king_to.index()] = Some(piece);
            self.0[rook_to.index()] = rook;
            return;
        }
        if piece.piece_type() == PieceType::Pawn
            && from.file() != to.file()
            && self.piece_on(to).is_none()
        {
            self.0[Square::new(to.file(), from.rank()).index()] = None;
        }
        self.0[to.index()] = Some(promotion.map_or(piece, |kind| Piece::new(us, kind)));
    }

    fn leaves_king_safe(&self, mv: SlowMove, us: Color) -> bool {
        let mut board = self.clone();
        board.make(mv);
        board.attackers(board.king(us), !us).is_empty()
    }

    /// Whether a pawn of `us` can legally take en passant on `target`.
    pub(super) fn en_passant_is_possible(&self, target: Square, us: Color) -> bool {
        let behind = -forward(us);
        let victim = target
            .offset(0, behind)
            .and_then(|square| self.piece_on(square));
        if target.rank() != Rank::Sixth.relative_to(us)
            || self.piece_on(target).is_some()
            || victim != Some(Piece::new(!us, PieceType::Pawn))
        {
            return false;
        }
        [-1, 1]
            .into_iter()
            .filter_map(|files| target.offset(files, behind))
            .any(|from| {
                self.piece_on(from) == Some(Piece::new(us, PieceType::Pawn))
                    && self.leaves_king_safe((from, target, None), us)
            })
    }

    /// Whether the king of `us` may castle with that rook, which has the right: the ways of both are free but for the two
    /// of them, and no square from the king's first to its last is attacked, the last one also with the rook gone.
    fn can_castle(&self, us: Color, rook: Square) -> bool {
        let king = self.king(us);
        let (king_to, rook_to) = castled(us, king, rook);
        let range = |a: Square, b: Square| {
            let (low, high) = (a.min(b).index(), a.max(b).index());
            Square::all().filter(move |square| (low..=high).contains(&square.index()))
        };
        let mut way = range(king, king_to).chain(range(rook, rook_to));
        if way.any(|square| square != king && square != rook && self.piece_on(square).is_some()) {
            return false;
        }
        let mut without_king = self.clone();
        without_king.0[king.index()] = None;
        range(king, king_to).all(|square| without_king.attackers(square, !us).is_empty())
            && self.leaves_king_safe((king, rook, None), us)
    }
}

/// How many ranks up a pawn steps.
fn forward(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

/// Where king and rook end.
fn castled(us: Color, king: Square, rook: Square) -> (Square, Square) {
    let (king_to, rook_to) = match CastlingSide::of(king, rook) {
        CastlingSide::King => (Square::G1, Square::F1),
        CastlingSide::Queen => (Square::C1, Square::D1),
    };
    (king_to.relative_to(us), rook_to.relative_to(us))
}
