//! The search with a network: whatever the kernel, the same tree.
//!
//! The networks are random, since what they say does not matter here. In debug builds every evaluation is compared with the
//! one from scratch on the way.

mod common;

use cutaway_eval::nnue::{Kernel, Network, Parts};
use cutaway_eval::{Evaluator, WIN_MODEL};
use cutaway_search::bench::{POSITIONS, run_positions};
use cutaway_search::{ReportedScore, Settings};
use std::sync::Arc;

fn random_network(hidden: usize) -> Network {
    let mut random = fastrand::Rng::with_seed(7);
    let parts = Parts::made_up(hidden, |most| random.i16(-most..=most));
    Network::from_parts(parts).unwrap()
}

#[test]
fn every_kernel_searches_the_same_tree() {
    let network = random_network(48);
    let nodes = |evaluator: Evaluator| {
        let settings = Settings {
            evaluator,
            ..Settings::default()
        };
        run_positions(&POSITIONS[..10], 5, &settings, &mut |_| {}).nodes
    };
    let kernels = Kernel::available();
    let counts: Vec<u64> = kernels
        .iter()
        .map(|kernel| {
            nodes(Evaluator::Network(Arc::new(
                network.clone().with_kernel(*kernel),
            )))
        })
        .collect();
    println!("{kernels:?}: {counts:?}");
    assert!(
        counts.iter().all(|count| *count == counts[0]),
        "{kernels:?}: {counts:?}"
    );
    assert_ne!(
        counts[0],
        nodes(Evaluator::PieceSquare),
        "the network is in force"
    );
}

#[test]
fn scores_are_told_in_centipawns_and_in_the_unit_of_the_network() {
    let settings = Settings {
        evaluator: Evaluator::Network(Arc::new(random_network(16))),
        ..Settings::default()
    };
    let found = common::search(
        &common::game(common::KIWIPETE),
        &common::depth(6),
        &settings,
    );
    let raw = found.info().raw;
    assert_ne!(raw, 0);
    let shown = settings.evaluator.centipawns(raw);
    assert_eq!(found.score(), ReportedScore::Centipawns(shown));
    // By the definition: so many units are worth 100.
    let units = f64::from(raw) / f64::from(shown) * 100.0;
    assert!((units - WIN_MODEL.units()).abs() < 3.0, "{raw} {shown}");
}

#[test]
fn threads_share_a_network() {
    let settings = Settings {
        evaluator: Evaluator::Network(Arc::new(random_network(16))),
        ..Settings::default()
    };
    let mut pool = cutaway_search::Pool::new();
    pool.set_threads(3).expect("little memory");
    let game = common::game(common::KIWIPETE);
    let control = cutaway_search::Control::default();
    let result = pool.go(&game, &common::depth(8), &settings, &control, &mut |_| {});
    let best = result
        .info
        .expect("a search of eight plies tells something")
        .pv[0];
    assert!(game.position().is_legal(best));
}
