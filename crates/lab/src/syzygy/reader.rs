//! Positions looked up by `shakmaty-syzygy`, whose own positions serve for nothing else.

use cutaway_chess::{Color, Move, PieceType, Position};
use cutaway_search::{Tablebase, Wdl};
use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, FromSetup, PositionError};
use std::path::Path;

/// A set of tables.
#[derive(Default)]
pub(super) struct Syzygy {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    /// The most men of a table with outcomes.
    pub men: u32,
}

impl std::fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Syzygy tables of up to {} men", self.men)
    }
}

impl Syzygy {
    /// Adds a file.
    pub(super) fn add(&mut self, path: &Path) -> Result<(), String> {
        let added = self.tables.add_file(path);
        added.map_err(|error| format!("cannot be read: {error}"))
    }

    /// How the move that led to `child` ends, as [`Tablebase::distances`] says it.
    fn distance_before(&self, child: &Position) -> Option<i32> {
        if child.is_checkmate() {
            return Some(1);
        }
        if child.halfmove_clock() == 0 {
            return Some(match self.wdl(child)?.reversed() {
                Wdl::Loss => -1,
                Wdl::BlessedLoss => -101,
                Wdl::Draw => 0,
                Wdl::CursedWin => 101,
                Wdl::Win => 1,
            });
        }
        let known = self.tables.probe_dtz(&converted(child)?).ok()?;
        let distance = known.ignore_rounding().0;
        Some(-(distance + distance.signum()))
    }
}

impl Tablebase for Syzygy {
    fn max_men(&self) -> u32 {
        self.men
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        let known = self.tables.probe_wdl_after_zeroing(&converted(position)?);
        Some(match known.ok()? {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        })
    }

    fn distances(&self, position: &Position) -> Option<Vec<(Move, i32)>> {
        let after = |mv: Move| {
            let mut child = position.clone();
            child.play_unchecked(mv, &mut ());
            Some((mv, self.distance_before(&child)?))
        };
        position.legal_moves().iter().map(after).collect()
    }
}

/// The position, with its 50-move clock at zero. Tables know no castling: with a right to it there is none.
fn converted(position: &Position) -> Option<Chess> {
    if position.castling_rooks().any() {
        return None;
    }
    let of_type = |kind| Bitboard(position.of_type(kind).0);
    let roles = ByRole {
        pawn: of_type(PieceType::Pawn),
        knight: of_type(PieceType::Knight),
        bishop: of_type(PieceType::Bishop),
        rook: of_type(PieceType::Rook),
        queen: of_type(PieceType::Queen),
        king: of_type(PieceType::King),
    };
    let colors = ByColor {
        black: Bitboard(position.of_color(Color::Black).0),
        white: Bitboard(position.of_color(Color::White).0),
    };
    let mut setup = shakmaty::Setup::empty();
    setup.board = Board::try_from_bitboards(roles, colors).ok()?;
    setup.turn = match position.side_to_move() {
        Color::White => shakmaty::Color::White,
        Color::Black => shakmaty::Color::Black,
    };
    setup.ep_square = position
        .en_passant()
        .map(|square| shakmaty::Square::new(square.index() as u32));
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}
