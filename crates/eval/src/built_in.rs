//! The network that is built into the program. The card beside its file, `nets/README.md`, tells where it comes from.
//!
//! This is the one place that knows the file. Nothing is opened when the program runs: the bytes are part of it, and are
//! made a network when one is first asked for. All who use it share that one.

use crate::nnue::{Network, may_be_a_network};
use std::sync::{Arc, LazyLock};

/// `nets/cutaway.nnue`, or what `EVALFILE` named when the program was built; `build.rs` laid a copy there.
static FILE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/cutaway.nnue"));

const _: () = assert!(
    may_be_a_network(FILE),
    "EVALFILE, or nets/cutaway.nnue without it, is no whole network of this engine"
);

/// No state: a constant that is too large for the compiler to work out.
static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::from_bytes(FILE);
    Arc::new(network.expect("the file that was built in is a network, whole and undamaged"))
});

impl Network {
    /// The network that the engine plays with unless it is told otherwise. Only the first call takes time.
    pub fn built_in() -> Arc<Network> {
        Arc::clone(&NETWORK)
    }

    /// Whether it is the one that [`Network::built_in`] gives, and not another one like it.
    pub fn is_built_in(&self) -> bool {
        std::ptr::eq(self, &**NETWORK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cutaway_chess::Position;

    #[test]
    fn the_file_that_is_built_in_is_a_network_and_is_written_as_it_was_read() {
        let network = Network::from_bytes(FILE).expect("the file is a network");
        assert!(network.to_bytes(network.description()) == FILE);
        assert_eq!(*Network::built_in(), network);
        assert!(!network.description().is_empty());
    }

    #[test]
    fn what_is_no_whole_network_is_not_built_in() {
        let mut other = FILE.to_vec();
        other[7] ^= 1;
        for wrong in [
            &[],
            &FILE[..7],
            &FILE[..30],
            &FILE[..FILE.len() - 1],
            &other,
        ] {
            assert!(!may_be_a_network(wrong), "{} bytes", wrong.len());
        }
    }

    #[test]
    fn all_share_one() {
        let network = Network::built_in();
        assert!(Arc::ptr_eq(&network, &Network::built_in()) && network.is_built_in());
        assert!(!Network::clone(&network).is_built_in());
    }

    #[test]
    fn it_can_tell_who_is_winning() {
        let network = Network::built_in();
        let worth = |fen: &str| network.evaluate(&fen.parse::<Position>().unwrap());
        assert!(worth("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").abs() < 100);
        let without_a_queen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert!(worth(&format!("{without_a_queen} w KQkq - 0 1")) > 300);
        assert!(worth(&format!("{without_a_queen} b KQkq - 0 1")) < -300);
    }
}
