//! Games in viriformat and back. The crate of that name writes and reads; here only moves and results are put into its
//! terms.

use super::game::Training;
use cutaway_chess::{Color, Move, PieceType, Position};
use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
use viriformat::chess::chessmove::{Move as FileMove, MoveFlags};
use viriformat::chess::piece::PieceType as FilePiece;
use viriformat::chess::types::Square as FileSquare;
use viriformat::dataformat::{Game, WDL};

/// The number of a move counts in 16 bits there, and a game may have many more.
const HIGHEST_MOVE_NUMBER: u32 = 30_000;

/// The bytes of a game.
pub(super) fn encode(game: &Training) -> Vec<u8> {
    let mut record = Game::new(&board(&game.start));
    // How it came to an end is not kept in the file: the journal knows.
    record.set_outcome(match game.winner {
        Some(Color::White) => GameOutcome::WhiteWin(WinType::Adjudication),
        Some(Color::Black) => GameOutcome::BlackWin(WinType::Adjudication),
        None => GameOutcome::Draw(DrawType::Adjudication),
    });
    for &(mv, score) in &game.moves {
        record.add_move(file_move(mv), score);
    }
    let mut bytes = Vec::new();
    let written = record.serialise_into(&mut bytes);
    written.expect("nothing keeps bytes out of a vector");
    bytes
}

/// The scores of a game and who won it, from bytes that [`encode`] has made.
pub(super) fn decode(bytes: &[u8]) -> std::io::Result<(Vec<i16>, Option<Color>)> {
    let record = Game::deserialise_from(&mut &*bytes, Vec::new())?;
    let winner = match record.outcome() {
        WDL::Win => Some(Color::White),
        WDL::Loss => Some(Color::Black),
        WDL::Draw => None,
    };
    let scores = record.moves.iter().map(|(_, score)| score.get()).collect();
    Ok((scores, winner))
}

fn board(position: &Position) -> Board {
    let fen = position.to_shredder_fen();
    let (fields, _) = fen.rsplit_once(' ').expect("a FEN has six fields");
    let number = position.fullmove_number().clamp(1, HIGHEST_MOVE_NUMBER);
    let mut board = Board::new();
    let set = board.set_from_fen(&format!("{fields} {number}"), true);
    set.expect("a position of a game can be set up");
    board
}

/// Castling is king takes rook on both sides.
fn file_move(mv: Move) -> FileMove {
    let square = |index: usize| FileSquare::new(index as u8).expect("there are 64 squares");
    let (from, to) = (square(mv.from().index()), square(mv.to().index()));
    match mv.promotion() {
        Some(piece) => FileMove::new_with_promo(from, to, file_piece(piece)),
        None if mv.is_castle() => FileMove::new_with_flags(from, to, MoveFlags::Castle),
        None if mv.is_en_passant() => FileMove::new_with_flags(from, to, MoveFlags::EnPassant),
        None => FileMove::new(from, to),
    }
}

fn file_piece(piece: PieceType) -> FilePiece {
    match piece {
        PieceType::Pawn => FilePiece::Pawn,
        PieceType::Knight => FilePiece::Knight,
        PieceType::Bishop => FilePiece::Bishop,
        PieceType::Rook => FilePiece::Rook,
        PieceType::Queen => FilePiece::Queen,
        PieceType::King => FilePiece::King,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::Ending;

    /// Plays the moves and compares every position with the one that the crate comes to.
    fn compare(fen: &str, moves: &[&str]) {
        let start: Position = fen.parse().unwrap();
        let mut position = start.clone();
        let mut positions = Vec::new();
        let played = moves.iter().zip(1..).map(|(text, score)| {
            let mv = position.parse_uci(text).expect(text);
            positions.push(position.clone());
            position.play(mv);
            (mv, score)
        });
        let game = Training {
            start,
            moves: played.collect(),
            winner: Some(Color::Black),
            ending: Ending::Adjudicated,
        };
        let bytes = encode(&game);
        let (scores, winner) = decode(&bytes).unwrap();
        assert_eq!(winner, Some(Color::Black));
        assert_eq!(scores, (1..=moves.len() as i16).collect::<Vec<_>>());
        let record = Game::deserialise_from(&mut &*bytes, Vec::new()).unwrap();
        let mut at = 0;
        record.visit_positions(|there, _| {
            let ours = &positions[at];
            for square in cutaway_chess::Square::all() {
                let file_square = FileSquare::new(square.index() as u8).unwrap();
                let letter = there.piece_at(file_square).map(|piece| piece.char());
                assert_eq!(
                    letter,
                    ours.piece_on(square).map(|piece| piece.letter()),
                    "{ours:?}"
                );
            }
            assert_eq!(
                there.clone().legal_moves().len() as u32,
                ours.count_legal_moves(),
                "{ours:?}"
            );
            at += 1;
        });
        assert_eq!(at, moves.len());
    }

    #[test]
    fn every_kind_of_move_is_written_as_it_is_read() {
        compare(
            "rnbqkbnr/ppp1pppp/8/8/3p4/5NP1/PPPPPPBP/RNBQK2R w KQkq - 0 4",
            &["e2e4", "d4e3", "e1g1", "e3f2", "f1f2", "b8c6"],
        );
        compare(
            "r3k2r/P6P/8/8/8/8/p6p/1N2K1N1 b kq - 0 40",
            &["a2b1n", "e1e2", "e8c8", "a7a8q"],
        );
        compare(
            "1n2k1n1/P6P/8/8/8/8/p6p/R3K2R w KQ - 0 40",
            &["h7g8q", "e8d7", "a7b8r", "a2a1q"][..3],
        );
        compare(
            "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1",
            &["a7a8r", "e8d7", "a8a1", "h2h1b"],
        );
        compare("4k3/P7/8/8/8/8/7p/4K3 w - - 0 90000", &["a7a8n", "h2h1q"]);
    }

    #[test]
    fn castling_of_chess960_is_written_as_it_is_read() {
        compare(
            "1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w GBgb - 0 1",
            &["d1g1", "d8b8"],
        );
        compare(
            "2rkr3/pppppppp/8/8/8/8/PPPPPPPP/2RKR3 w ECec - 0 1",
            &["d1c1", "d8e8"],
        );
    }
}
