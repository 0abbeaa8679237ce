//! Legal move generation: one text that either lists the moves or only counts them.
//!
//! Checkers and pins are known beforehand (see `position`), so that every generated move is legal and none is tried out:
//! a check narrows the target squares, a pin narrows them to the pin's line, the king's own squares are tested for attack.
//! The sink decides what happens with a set of targets; a list spells it out, a count takes its size.

use crate::attacks::{self, between, line};
use crate::{
    Bitboard, CastlingSide, Color, Move, MoveKind, MoveList, PieceType, Position, Rank, Square,
};

/// Captures (en passant and capturing promotions to a queen included) and promotions to a queen.
const NOISY: u8 = 1;
/// Promotions to less than a queen, with or without capture.
const UNDERPROMOTIONS: u8 = 2;
/// Everything else: quiet moves, castling among them.
const QUIET: u8 = 4;
const ALL: u8 = NOISY | UNDERPROMOTIONS | QUIET;

/// What becomes of the moves that are found.
trait MoveSink {
    /// A man that is no pawn goes from `from` to any of `targets`; those in `enemies` are captures.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);
    /// Pawns arrive on `targets`, each from `offset` squares before it.
    fn pawns(&mut self, targets: Bitboard, offset: i32, kind: MoveKind);
    /// Pawns promote on `targets` to each of `kinds`.
    fn promotions(&mut self, targets: Bitboard, offset: i32, kinds: &[MoveKind]);
    /// One move of a rare kind.
    fn single(&mut self, mv: Move);
}

impl MoveSink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - enemies {
            self.push(Move::new(from, to, MoveKind::Quiet));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, offset: i32, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(origin(to, offset), to, kind));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, offset: i32, kinds: &[MoveKind]) {
        for to in targets {
            for &kind in kinds {
                self.push(Move::new(origin(to, offset), to, kind));
            }
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts without making a list.
struct Count(u32);

impl MoveSink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i32, _: MoveKind) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i32, kinds: &[MoveKind]) {
        self.0 += targets.len() * kinds.len() as u32;
    }

    #[inline(always)]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// The square that lies `offset` before `to`.
#[inline(always)]
fn origin(to: Square, offset: i32) -> Square {
    Square::from_low_bits((to.index() as i32 - offset) as u32)
}

impl Position {
    /// All legal moves.
    ///
    /// ```
    /// use cutaway_chess::Position;
    /// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
    /// assert_eq!(position.legal_moves().len(), 6);
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<ALL, _>(&mut list);
        list
    }

    /// The legal moves that change the material: captures and promotions to a queen (see [`Move::is_noisy`]).
    #[inline]
    pub fn noisy_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.add_noisy_moves(&mut list);
        list
    }

    /// The legal moves that are not noisy: quiet ones and every promotion to less than a queen.
    #[inline]
    pub fn quiet_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.add_quiet_moves(&mut list);
        list
    }

    /// Appends what [`Position::noisy_moves`] gives.
    #[inline]
    pub fn add_noisy_moves(&self, list: &mut MoveList) {
        self.generate::<NOISY, _>(list);
    }

    /// Appends what [`Position::quiet_moves`] gives.
    #[inline]
    pub fn add_quiet_moves(&self, list: &mut MoveList) {
        self.generate::<{ UNDERPROMOTIONS | QUIET }, _>(list);
    }

    /// All legal replies to a check. The same as [`Position::legal_moves`], by the name the field gives it.
    ///
    /// Debug builds panic if the side to move is not in check.
    #[inline]
    pub fn evasions(&self) -> MoveList {
        debug_assert!(self.in_check(), "evasions need a check");
        self.legal_moves()
    }

    /// How many legal moves there are, without listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> u32 {
        let mut count = Count(0);
        self.generate::<ALL, _>(&mut count);
        count.0
    }

    /// Whether there is a legal move.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Whether the side to move is in check without a legal move.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Whether the side to move has no legal move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    /// Finds the legal moves of `KINDS`. The side is settled first, so that each side has its own straight code.
    #[inline(always)]
    fn generate<const KINDS: u8, S: MoveSink>(&self, sink: &mut S) {
        match self.side_to_move {
            Color::White => Generator::<KINDS, true>::new(self).run(sink),
            Color::Black => Generator::<KINDS, false>::new(self).run(sink),
        }
    }

    /// Whether `rook` may castle with the king now: nothing between, no attacked square on the king's way, and the
    /// rook not pinned (in Chess960 it may shield the king on its own rank).
    #[inline]
    pub(crate) fn castling_is_legal(&self, rook: Square) -> bool {
        let us = self.side_to_move;
        let king = self.king(us);
        let (king_to, rook_to) = CastlingSide::of(king, rook).destinations(us);
        let king_way = between(king, king_to) | king_to.into();
        let rook_way = between(rook, rook_to) | rook_to.into();
        let blockers = self.occupied() - (Bitboard::from(king) | rook.into());
        !self.in_check()
            && !self.pinned.contains(rook)
            && ((king_way | rook_way) & blockers).is_empty()
            && king_way
                .into_iter()
                .all(|square| !self.is_attacked(square, !us, blockers))
    }
}

/// The state that all parts of the generation share.
struct Generator<'a, const KINDS: u8, const WHITE: bool> {
    position: &'a Position,
    king: Square,
    own: Bitboard,
    enemy: Bitboard,
    /// Where men other than the king may go: all squares, or those that stop the check.
    check_mask: Bitboard,
}

impl<'a, const KINDS: u8, const WHITE: bool> Generator<'a, KINDS, WHITE> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const THEM: Color = if WHITE { Color::Black } else { Color::White };

    #[inline(always)]
    fn new(position: &'a Position) -> Self {
        let king = position.king(Self::US);
        let check_mask = match position.checkers.first() {
            None => Bitboard::ALL,
            Some(checker) => between(king, checker) | checker.into(),
        };
        Generator {
            position,
            king,
            own: position.colors[Self::US.index()],
            enemy: position.colors[Self::THEM.index()],
            check_mask,
        }
    }

    #[inline(always)]
    fn run<S: MoveSink>(&self, sink: &mut S) {
        self.king_moves(sink);
        if self.position.checkers.has_many() {
            return;
        }
        let targets = self.kind_targets() & self.check_mask;
        self.knight_moves(targets, sink);
        self.slider_moves(targets, sink);
        self.pawn_moves(sink);
        if KINDS & NOISY != 0 {
            self.en_passant(sink);
        }
        if KINDS & QUIET != 0 && self.position.checkers.is_empty() {
            for rook in self.position.castling & self.own {
                if self.position.castling_is_legal(rook) {
                    sink.single(Move::new(self.king, rook, MoveKind::Castle));
                }
            }
        }
    }

    /// The squares that a man other than a pawn may go to under `KINDS`, checks not looked at.
    #[inline(always)]
    fn kind_targets(&self) -> Bitboard {
        match (KINDS & NOISY != 0, KINDS & QUIET != 0) {
            (true, true) => !self.own,
            (true, false) => self.enemy,
            (false, true) => !(self.own | self.enemy),
            (false, false) => Bitboard::EMPTY,
        }
    }

    #[inline(always)]
    fn king_moves<S: MoveSink>(&self, sink: &mut S) {
        let p = self.position;
        let enemy_pawns = p.pieces[PieceType::Pawn.index()] & self.enemy;
        let advanced = enemy_pawns.forward(Self::THEM);
        let mut safe = attacks::king(self.king) & self.kind_targets();
        safe -= advanced.left() | advanced.right();
        safe -= attacks::king(p.king(Self::THEM));
        // The king does not shield the squares behind himself.
        let occupied = p.occupied() ^ self.king.into();
        let knights = p.pieces[PieceType::Knight.index()] & self.enemy;
        let diagonal = p.diagonal_sliders() & self.enemy;
        let orthogonal = p.orthogonal_sliders() & self.enemy;
        for to in safe {
            let attackers = (attacks::knight(to) & knights)
                | (attacks::bishop(to, occupied) & diagonal)
                | (attacks::rook(to, occupied) & orthogonal);
            if attackers.any() {
                safe ^= to.into();
            }
        }
        sink.piece(self.king, safe, self.enemy);
    }

    #[inline(always)]
    fn knight_moves<S: MoveSink>(&self, targets: Bitboard, sink: &mut S) {
        let p = self.position;
        // A pinned knight can never stay on the line of its pin.
        for from in (p.pieces[PieceType::Knight.index()] & self.own) - p.pinned {
            sink.piece(from, attacks::knight(from) & targets, self.enemy);
        }
    }

    /// Bishops and rooks; a queen is one of each.
    #[inline(always)]
    fn slider_moves<S: MoveSink>(&self, targets: Bitboard, sink: &mut S) {
        let p = self.position;
        let occupied = p.occupied();
        let (diagonal, orthogonal) = (
            p.diagonal_sliders() & self.own,
            p.orthogonal_sliders() & self.own,
        );
        for from in diagonal - p.pinned {
            sink.piece(from, attacks::bishop(from, occupied) & targets, self.enemy);
        }
        for from in orthogonal - p.pinned {
            sink.piece(from, attacks::rook(from, occupied) & targets, self.enemy);
        }
        if p.checkers.any() {
            return;
        }
        for from in diagonal & p.pinned {
            let reach = attacks::bishop(from, occupied) & line(self.king, from);
            sink.piece(from, reach & targets, self.enemy);
        }
        for from in orthogonal & p.pinned {
            let reach = attacks::rook(from, occupied) & line(self.king, from);
            sink.piece(from, reach & targets, self.enemy);
        }
    }

    #[inline(always)]
    fn pawn_moves<S: MoveSink>(&self, sink: &mut S) {
        let p = self.position;
        let pawns = p.pieces[PieceType::Pawn.index()] & self.own;
        self.pawn_set_moves(pawns - p.pinned, self.check_mask, sink);
        // A pinned man never answers a check.
        if p.checkers.is_empty() {
            for from in pawns & p.pinned {
                self.pawn_set_moves(from.into(), line(self.king, from), sink);
            }
        }
    }

    /// All moves but en passant of a set of pawns that may go to `mask`.
    #[inline(always)]
    fn pawn_set_moves<S: MoveSink>(&self, pawns: Bitboard, mask: Bitboard, sink: &mut S) {
        const { assert!(KINDS != 0) };
        let up: i32 = if WHITE { 8 } else { -8 };
        let last_rank = Bitboard::rank(Rank::Eighth.relative_to(Self::US));
        let third_rank = Bitboard::rank(Rank::Third.relative_to(Self::US));
        let empty = !(self.own | self.enemy);
        let pushed = pawns.forward(Self::US) & empty;
        let pushes = pushed & mask;
        if KINDS & QUIET != 0 {
            let doubles = (pushed & third_rank).forward(Self::US) & empty & mask;
            sink.pawns(pushes - last_rank, up, MoveKind::Quiet);
            sink.pawns(doubles, 2 * up, MoveKind::DoublePush);
        }
        let advanced = pawns.forward(Self::US);
        let victims = self.enemy & mask;
        let (left, right) = (advanced.left() & victims, advanced.right() & victims);
        if KINDS & NOISY != 0 {
            sink.pawns(left - last_rank, up - 1, MoveKind::Capture);
            sink.pawns(right - last_rank, up + 1, MoveKind::Capture);
        }
        if ((pushes | left | right) & last_rank).any() {
            sink.promotions(pushes & last_rank, up, Self::promotion_kinds(false));
            sink.promotions(left & last_rank, up - 1, Self::promotion_kinds(true));
            sink.promotions(right & last_rank, up + 1, Self::promotion_kinds(true));
        }
    }

    /// The kinds of promotion that `KINDS` asks for.
    #[inline(always)]
    const fn promotion_kinds(capture: bool) -> &'static [MoveKind] {
        use MoveKind::*;
        let kinds: &[MoveKind; 4] = if capture {
            &[
                CapturePromoteQueen,
                CapturePromoteKnight,
                CapturePromoteRook,
                CapturePromoteBishop,
            ]
        } else {
            &[PromoteQueen, PromoteKnight, PromoteRook, PromoteBishop]
        };
        let (queen, under) = kinds.split_at(1);
        match (KINDS & NOISY != 0, KINDS & UNDERPROMOTIONS != 0) {
            (true, true) => kinds,
            (true, false) => queen,
            (false, true) => under,
            (false, false) => &[],
        }
    }

    #[inline(always)]
    fn en_passant<S: MoveSink>(&self, sink: &mut S) {
        if let Some(target) = self.position.en_passant {
            for from in self.position.en_passant_capturers(target) {
                if self.position.en_passant_is_legal(from, target) {
                    sink.single(Move::new(from, target, MoveKind::EnPassant));
                }
            }
        }
    }
}
