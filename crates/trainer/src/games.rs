//! Whole games in viriformat: a start position of 32 bytes, then a move and a score of White's for each position, each two
//! bytes, up to four zero bytes.
//!
//! The crate of that name trusts what it reads and ends the program where it should not. A training file comes from
//! anywhere, so this is a text of our own, which plays each game by the rules and tells which one is wrong; in tests
//! the crate says what it has to read.

use crate::left_out::LeftOut;
use crate::record::{Record, mix};
use cutaway_chess::{Color, Move, MoveKind, Piece, PieceType, Position, Square};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, ErrorKind};

/// Which positions of a game are worth learning from; by default the quiet ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFilter {
    /// Keep positions in check. A network is asked for the value of quiet positions.
    pub checks: bool,
    /// Keep positions in which the move played takes something or promotes: what they are worth is not what they look.
    pub noisy: bool,
    /// Leave out so many plies at the beginning of the game in the file.
    pub skip_plies: u32,
}

/// The longest game that is read, in plies; one that goes on for ever is no game.
const LONGEST: u32 = 20_000;

/// The code of a rook that may still castle.
const UNMOVED_ROOK: u8 = 6;

/// Reads games to the end and calls `with` for each position that passes the filter, with a number that is the same for
/// all positions of a game. It says how many games there were, and which positions the filter left out.
///
/// # Errors
/// The number of the game, from 1, and what is wrong with it; an error of reading, too.
pub fn read_games(
    reader: &mut impl BufRead,
    filter: GameFilter,
    with: &mut impl FnMut(Record, u64),
) -> Result<(u64, LeftOut), (u64, String)> {
    let (mut games, mut left_out) = (0, LeftOut::default());
    loop {
        let number = games + 1;
        match reader.fill_buf() {
            Ok([]) => return Ok((games, left_out)),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err((number, error.to_string())),
        }
        left_out += read_game(reader, filter, with).map_err(|problem| (number, problem))?;
        games = number;
    }
}

fn read_game(
    reader: &mut impl BufRead,
    filter: GameFilter,
    with: &mut impl FnMut(Record, u64),
) -> Result<LeftOut, String> {
    let start: [u8; 32] = take(reader)?;
    let mut position = start_position(&start)?;
    let result = start[30];
    if result > 2 {
        return Err(format!(
            "{result} is no result (0 Black won, 1 drawn, 2 White won)"
        ));
    }
    let game = start.as_chunks::<8>().0.iter();
    let mut game = game.fold(0, |hash, word| mix(hash ^ u64::from_le_bytes(*word)));
    let (mut positions, mut left_out) = (Vec::new(), LeftOut::default());
    for ply in 0.. {
        let [low, high, score @ ..]: [u8; 4] = take(reader)?;
        let bits = u16::from_le_bytes([low, high]);
        let score = i16::from_le_bytes(score);
        if bits == 0 && score == 0 {
            break;
        }
        if ply == LONGEST {
            return Err(format!("it has more than {LONGEST} plies"));
        }
        let mv = decode_move(&position, bits).filter(|mv| position.is_legal(*mv));
        let Some(mv) = mv else {
            return Err(format!("move {bits:#06x} of ply {} is not legal", ply + 1));
        };
        // Games from one start position are told apart by their moves.
        game = mix(game ^ u64::from(bits));
        if ply < filter.skip_plies {
            left_out.opening += 1;
        } else if !filter.noisy && !mv.is_quiet() {
            left_out.noisy += 1;
        } else if !filter.checks && position.in_check() {
            left_out.checks += 1;
        } else {
            positions.push(Record::new(&position, score, result));
        }
        position.play(mv);
    }
    positions.into_iter().for_each(|record| with(record, game));
    Ok(left_out)
}

fn take<const N: usize>(reader: &mut impl BufRead) -> Result<[u8; N], String> {
    let mut bytes = [0; N];
    reader.read_exact(&mut bytes).map_err(|error| {
        if error.kind() == ErrorKind::UnexpectedEof {
            "the file ends within it".to_string()
        } else {
            error.to_string()
        }
    })?;
    Ok(bytes)
}

/// The move of the file's sixteen bits: from, to, what a pawn becomes, and its kind.
fn decode_move(position: &Position, bits: u16) -> Option<Move> {
    let from = Square::from_index(usize::from(bits & 63))?;
    let to = Square::from_index(usize::from(bits >> 6 & 63))?;
    if from == to {
        return None;
    }
    let takes = position.piece_on(to).is_some();
    let (becomes, kind) = (bits >> 12 & 3, bits >> 14);
    if kind != 3 && becomes != 0 {
        return None;
    }
    use MoveKind::*;
    let kind = match kind {
        0 if takes => Capture,
        0 => {
            let pawn = position.piece_on(from)?.piece_type() == PieceType::Pawn;
            let far = from.index().abs_diff(to.index()) == 16;
            if pawn && far { DoublePush } else { Quiet }
        }
        1 => EnPassant,
        2 => Castle,
        _ => {
            let kinds = if takes {
                [
                    CapturePromoteKnight,
                    CapturePromoteBishop,
                    CapturePromoteRook,
                    CapturePromoteQueen,
                ]
            } else {
                [PromoteKnight, PromoteBishop, PromoteRook, PromoteQueen]
            };
            kinds[usize::from(becomes)]
        }
    };
    Some(Move::new(from, to, kind))
}

/// The position that a game begins from. It goes through the gate of every FEN.
fn start_position(bytes: &[u8; 32]) -> Result<Position, String> {
    let occupied = u64::from_le_bytes(bytes[..8].try_into().expect("these are eight bytes"));
    if occupied.count_ones() > 32 {
        return Err(format!(
            "its start position has {} men",
            occupied.count_ones()
        ));
    }
    let mut board: [Option<Piece>; 64] = [None; 64];
    let (mut kings, mut unmoved) = ([None; 2], Vec::new());
    let men = (0..64).filter(|square| occupied >> square & 1 != 0);
    for (index, square) in men.enumerate() {
        let code = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        let color = if code & 8 == 0 {
            Color::White
        } else {
            Color::Black
        };
        let kind = match code & 7 {
            UNMOVED_ROOK => {
                unmoved.push((color, square));
                PieceType::Rook
            }
            kind => *PieceType::ALL
                .get(usize::from(kind))
                .ok_or_else(|| format!("its start position has a man of code {code}"))?,
        };
        if kind == PieceType::King {
            kings[color.index()] = Some(square);
        }
        board[square] = Some(Piece::new(color, kind));
    }
    let fen = fen(bytes, &board, &castling(&kings, &unmoved)?)?;
    Position::from_fen(&fen).map_err(|error| format!("its start position: {error}"))
}

/// The letters of the castling rights: the files of the rooks.
fn castling(kings: &[Option<usize>; 2], unmoved: &[(Color, usize)]) -> Result<String, String> {
    let mut letters = String::new();
    for &(color, rook) in unmoved {
        let home = if color == Color::White { 0 } else { 7 };
        if kings[color.index()].is_none_or(|king| king / 8 != home) || rook / 8 != home {
            return Err(
                "its start position has a castling right without king and rook at home".into(),
            );
        }
        let letter = b"ABCDEFGH"[rook % 8] as char;
        letters.push(if color == Color::White {
            letter
        } else {
            letter.to_ascii_lowercase()
        });
    }
    if letters.is_empty() {
        letters.push('-');
    }
    Ok(letters)
}

fn fen(bytes: &[u8; 32], board: &[Option<Piece>; 64], castling: &str) -> Result<String, String> {
    let mut fen = String::with_capacity(90);
    for rank in (0..8).rev() {
        for file in 0..8 {
            // Neighbouring empty squares are one digit.
            match board[rank * 8 + file] {
                Some(piece) => fen.push(piece.letter()),
                None => match fen.chars().last().and_then(|last| last.to_digit(10)) {
                    Some(blanks) if file > 0 => {
                        fen.pop();
                        fen.push_str(&(blanks + 1).to_string());
                    }
                    _ => fen.push('1'),
                },
            }
        }
        fen.push(if rank > 0 { '/' } else { ' ' });
    }
    let [side_and_target, clock, low, high] = [bytes[24], bytes[25], bytes[26], bytes[27]];
    let side = if side_and_target >> 7 == 0 { 'w' } else { 'b' };
    let target = match side_and_target & 127 {
        64 => "-".to_string(),
        square => match Square::from_index(usize::from(square)) {
            Some(square) => {
                let (file, rank) = (
                    b"abcdefgh"[square.index() % 8] as char,
                    square.index() / 8 + 1,
                );
                format!("{file}{rank}")
            }
            None => return Err(format!("{square} is no square of its start position")),
        },
    };
    let number = u16::from_le_bytes([low, high]).max(1);
    Ok(format!("{fen}{side} {castling} {target} {clock} {number}"))
}

#[cfg(test)]
#[path = "games_tests.rs"]
mod tests;
