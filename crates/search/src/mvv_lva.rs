//! Most valuable victim, least valuable attacker: the order of captures without looking further.
//!
//! Idea: the best capture is, as a first guess, the one that takes most; among equals the one that risks least.
//! Why it is only a guess: the victim may be defended. Chapter 14 works the exchange out.
//! When it applies: to captures and promotions, in the main search and in quiescence.
//! Numbers: ranks 1 (pawn) to 6 (king), not values: key = 8 * victim - attacker. Six attackers fit between two victims,
//! so the victim always decides, and every capture is above 0, the key of a quiet move.
//! First source: D. Levy and M. Newborn 1991. The key is that of the chapter *Quiescence search and MVV-LVA* of the
//! teaching engine cb2026. Chapter 7.

use cutaway_chess::{Move, PieceType, Position};

// ANCHOR: mvv_lva
/// The key of a move: higher is searched earlier, 0 is quiet.
///
/// A promotion to a queen counts as taking one; promotions to less count nothing beyond what they capture.
///
/// ```
/// use cutaway_chess::Position;
/// use cutaway_search::mvv_lva;
/// let position: Position = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1".parse().unwrap();
/// assert_eq!(mvv_lva(&position, position.parse_san("Qxd5").unwrap()), 3);
/// assert_eq!(mvv_lva(&position, position.parse_san("Kf1").unwrap()), 0);
/// ```
#[inline]
pub fn mvv_lva(position: &Position, mv: Move) -> i32 {
    let rank_on = |square| {
        position
            .piece_on(square)
            .map_or(PieceType::Pawn, |piece| piece.piece_type())
            .index() as i32
            + 1
    };
    let mut gain = 0;
    if mv.is_capture() {
        // The square of an en passant capture is empty: its victim is a pawn.
        gain += rank_on(mv.to());
    }
    if mv.promotion() == Some(PieceType::Queen) {
        gain += PieceType::Queen.index() as i32 + 1;
    }
    if gain == 0 {
        0
    } else {
        8 * gain - rank_on(mv.from())
    }
}
// ANCHOR_END: mvv_lva

#[cfg(test)]
mod tests {
    use super::*;

    fn key(fen: &str, uci: &str) -> i32 {
        let position: Position = fen.parse().expect("a good FEN");
        mvv_lva(&position, position.parse_uci(uci).expect("a legal move"))
    }

    #[test]
    fn kiwipete_keys() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        for (uci, expected) in [
            ("e2a6", 21),
            ("f3f6", 11),
            ("d5e6", 7),
            ("g2h3", 7),
            ("e5f7", 6),
            ("e5d7", 6),
            ("e5g6", 6),
            ("f3h3", 3),
            ("e1g1", 0),
            ("a2a3", 0),
        ] {
            assert_eq!(key(kiwipete, uci), expected, "{uci}");
        }
    }

    #[test]
    fn promotions_and_en_passant() {
        let fen = "1r2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1";
        for (uci, expected) in [
            ("a7a8q", 39),
            ("a7b8q", 71),
            ("a7b8n", 31),
            ("a7a8n", 0),
            ("e5d6", 7),
        ] {
            assert_eq!(key(fen, uci), expected, "{uci}");
        }
        assert_eq!(key("1q2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"), 79);
    }

    /// The whole table: rows are victims from queen to pawn, columns attackers from pawn to king.
    #[test]
    fn the_victim_always_decides() {
        let men = ["P", "N", "B", "R", "Q", "K"];
        let mut last = i32::MAX;
        for victim in ["q", "r", "b", "n", "p"] {
            for attacker in men {
                // The attacker stands on d4, the victim where it can be reached from there; the kings keep apart.
                let (target, row5, row6, row4) = match attacker {
                    "P" | "B" | "Q" | "K" => (
                        "e5",
                        format!("4{victim}3"),
                        "8".into(),
                        format!("3{attacker}4"),
                    ),
                    "R" => (
                        "d5",
                        format!("3{victim}4"),
                        "8".into(),
                        format!("3{attacker}4"),
                    ),
                    _ => (
                        "e6",
                        "8".to_string(),
                        format!("4{victim}3"),
                        format!("3{attacker}4"),
                    ),
                };
                let row1 = if attacker == "K" { "8" } else { "K7" };
                let fen = format!("7k/8/{row6}/{row5}/{row4}/8/8/{row1} w - - 0 1");
                let position: Position = fen.parse().expect("a good FEN");
                let from = "d4";
                let Ok(mv) = position.parse_uci(&format!("{from}{target}")) else {
                    continue;
                };
                let key = mvv_lva(&position, mv);
                assert!(
                    key > 0 && key < last,
                    "{attacker}x{victim}: {key} after {last}"
                );
                last = key;
            }
        }
    }
}
