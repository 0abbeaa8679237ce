//! One number for a text, by which a run knows that it goes on with what it began with.

use cutaway_chess::Position;

/// FNV-1a, 64 bits: enough against accidents, not against anybody who means to deceive.
///
/// ```
/// use cutaway_lab::checksum::checksum;
/// assert_eq!(checksum(b""), 0xcbf2_9ce4_8422_2325);
/// assert_eq!(checksum(b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

/// The checksum of positions in their order, hexadecimal.
pub fn fingerprint(positions: &[Position]) -> String {
    let lines = positions.iter().map(|position| position.to_fen() + "\n");
    format!("{:016x}", checksum(lines.collect::<String>().as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_positions_or_another_order_have_another_fingerprint() {
        let fens = [
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        ];
        let [a, b] = fens.map(|fen| fen.parse::<Position>().unwrap());
        let both = fingerprint(&[a.clone(), b.clone()]);
        assert_ne!(both, fingerprint(&[b.clone(), a.clone()]));
        assert_ne!(both, fingerprint(std::slice::from_ref(&a)));
        assert_eq!(both, fingerprint(&[a, b]));
    }
}
