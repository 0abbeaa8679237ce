//! Whether one given move is legal, without generating the others: for moves from tables and from outside.

use crate::attacks::{self, between, line};
use crate::{Bitboard, CastlingSide, Move, MoveKind, Piece, PieceType, Position, Rank, Square};

impl Position {
    /// Whether `mv` is legal here: exactly the moves that [`Position::legal_moves`] lists, for any 16 bits whatever.
    ///
    /// ```
    /// use cutaway_chess::{Move, MoveKind, Position, Square};
    /// let position = Position::startpos();
    /// assert!(position.is_legal(Move::new(Square::G1, Square::F3, MoveKind::Quiet)));
    /// assert!(!position.is_legal(Move::new(Square::G1, Square::F3, MoveKind::Capture)));
    /// assert!(!position.is_legal(Move::new(Square::E2, Square::E5, MoveKind::Quiet)));
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let Some(piece) = self.board[from.index()] else {
            return false;
        };
        if piece.color() != us || mv.bits() >> 12 != kind as u16 {
            return false;
        }
        if kind == MoveKind::Castle {
            return piece.piece_type() == PieceType::King
                && (self.castling & self.colors[us.index()]).contains(to)
                && self.castling_is_legal(to);
        }
        if piece.piece_type() == PieceType::Pawn {
            return self.is_legal_pawn_move(mv);
        }
        let is_plain = matches!(kind, MoveKind::Quiet | MoveKind::Capture);
        if !is_plain
            || mv.is_capture() != self.colors[(!us).index()].contains(to)
            || self.colors[us.index()].contains(to)
        {
            return false;
        }
        let occupied = self.occupied();
        let reach = match piece.piece_type() {
            PieceType::Knight => attacks::knight(from),
            PieceType::Bishop => attacks::bishop(from, occupied),
            PieceType::Rook => attacks::rook(from, occupied),
            PieceType::Queen => attacks::queen(from, occupied),
            _ => {
                return attacks::king(from).contains(to)
                    && !self.is_attacked(to, !us, occupied ^ from.into());
            }
        };
        reach.contains(to) && self.leaves_king_safe(from, to)
    }

    fn is_legal_pawn_move(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_en_passant() {
            return self.en_passant == Some(to)
                && self.en_passant_capturers(to).contains(from)
                && self.en_passant_is_legal(from, to);
        }
        let on_last_rank = to.rank().relative_to(us) == Rank::Eighth;
        if mv.is_promotion() != on_last_rank {
            return false;
        }
        let reaches = if mv.is_capture() {
            (attacks::pawn(us, from) & self.colors[(!us).index()]).contains(to)
        } else {
            let pushed = Bitboard::from(from).forward(us) - self.occupied();
            match mv.kind() {
                MoveKind::DoublePush => {
                    from.rank().relative_to(us) == Rank::Second
                        && (pushed.forward(us) - self.occupied()).contains(to)
                }
                _ => pushed.contains(to),
            }
        };
        reaches && self.leaves_king_safe(from, to)
    }

    /// Whether a man other than the king, not capturing en passant, may go there as far as checks and pins go.
    #[inline]
    fn leaves_king_safe(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.side_to_move);
        let answers_check = match self.checkers.first() {
            None => true,
            Some(_) if self.checkers.has_many() => false,
            Some(checker) => to == checker || between(king, checker).contains(to),
        };
        answers_check && (!self.pinned.contains(from) || line(king, from).contains(to))
    }

    /// Whether a legal move gives check, found without making it.
    ///
    /// ```
    /// use cutaway_chess::Position;
    /// let position: Position = "4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1".parse().unwrap();
    /// assert!(position.gives_check(position.parse_uci("e2c3").unwrap()));
    /// assert!(!position.gives_check(position.parse_uci("f1g1").unwrap()));
    /// ```
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let enemy_king = self.king(!us);
        let (from, to) = (mv.from(), mv.to());
        let own = self.colors[us.index()] - from.into();
        let (mut diagonal, mut orthogonal) = (
            self.diagonal_sliders() & own,
            self.orthogonal_sliders() & own,
        );
        let mut occupied = (self.occupied() - from.into()) | to.into();
        if mv.is_castle() {
            let (king_to, rook_to) = CastlingSide::of(from, to).destinations(us);
            occupied = (occupied - to.into()) | king_to.into() | rook_to.into();
            orthogonal = (orthogonal - to.into()) | rook_to.into();
        } else {
            if mv.is_en_passant() {
                occupied -= Bitboard::from(to).forward(!us);
            }
            let moved = mv
                .promotion()
                .or_else(|| self.board[from.index()].map(Piece::piece_type));
            match moved {
                Some(PieceType::Pawn) if attacks::pawn(us, to).contains(enemy_king) => return true,
                Some(PieceType::Knight) if attacks::knight(to).contains(enemy_king) => return true,
                Some(PieceType::Bishop) => diagonal |= to.into(),
                Some(PieceType::Rook) => orthogonal |= to.into(),
                Some(PieceType::Queen) => {
                    diagonal |= to.into();
                    orthogonal |= to.into();
                }
                _ => {}
            }
        }
        (attacks::bishop(enemy_king, occupied) & diagonal).any()
            || (attacks::rook(enemy_king, occupied) & orthogonal).any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All 65,535 words, in positions rich in special moves: legal means listed, and nothing else.
    #[test]
    fn legal_is_what_the_generator_lists() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
            "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
            "1r2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/8/1b6/8/3N4/R3K2R w KQ - 0 1",
            "4k3/4r3/8/8/8/8/4B3/R3K2R w KQ - 0 1",
            "4k3/8/8/8/4r3/2n5/8/R3K2R w KQ - 0 1",
        ] {
            let position = Position::from_fen(fen).expect("a good FEN");
            let list = position.legal_moves();
            for mv in (1..=u16::MAX).filter_map(Move::from_bits) {
                assert_eq!(
                    position.is_legal(mv),
                    list.contains(mv),
                    "{mv:?} {:?} in {fen}",
                    mv.kind()
                );
            }
        }
    }

    #[test]
    fn noisy_and_quiet_make_up_all() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "1r2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        ] {
            let position = Position::from_fen(fen).expect("a good FEN");
            let (noisy, quiet, all) = (
                position.noisy_moves(),
                position.quiet_moves(),
                position.legal_moves(),
            );
            assert!(noisy.iter().all(Move::is_noisy) && !quiet.iter().any(Move::is_noisy));
            assert_eq!(noisy.len() + quiet.len(), all.len());
            assert_eq!(all.len(), position.count_legal_moves() as usize);
            assert!(
                all.iter()
                    .all(|mv| noisy.contains(mv) != quiet.contains(mv))
            );
        }
    }

    #[test]
    fn the_noisy_set_of_the_quiescence_chapter() {
        let position =
            Position::from_fen("1r2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1").expect("a good FEN");
        let mut noisy: Vec<_> = position
            .noisy_moves()
            .iter()
            .map(|mv| format!("{mv:?}"))
            .collect();
        noisy.sort();
        assert_eq!(noisy, ["a7a8q", "a7b8q", "e5d6"]);
    }

    /// Every move of random games, standard and Chess960, and of positions rich in discovered checks.
    #[test]
    fn a_move_gives_check_if_the_position_after_it_is_check() {
        let mut random = fastrand::Rng::with_seed(7);
        let (mut checks, mut others) = (0, 0);
        for round in 0..400 {
            let mut position = match round % 4 {
                0 => Position::startpos(),
                1 => Position::chess960_startpos(random.u16(..960)),
                2 => {
                    Position::from_fen("5k2/P6P/8/2pP4/8/8/8/4K2R w K c6 0 1").expect("a good FEN")
                }
                _ => Position::from_fen(
                    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                )
                .expect("a good FEN"),
            };
            for _ in 0..80 {
                let moves: Vec<_> = position.legal_moves().iter().collect();
                for &mv in &moves {
                    let mut after = position.clone();
                    after.play(mv);
                    assert_eq!(
                        position.gives_check(mv),
                        after.in_check(),
                        "{mv:?} in {position:?}"
                    );
                    if after.in_check() {
                        checks += 1
                    } else {
                        others += 1
                    }
                }
                match random.choice(moves) {
                    Some(mv) => position.play(mv),
                    None => break,
                }
            }
        }
        assert!(checks > 10_000 && others > 100_000, "{checks} {others}");
    }
}
