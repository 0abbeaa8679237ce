//! The recorded tree: every node of the last iteration, with the scores that led to the result.

mod common;

use common::{DEFENDED_PAWN, KIWIPETE, depth, game, search_with};
use cutaway_search::{End, Pool, Record, Settings, Technique, Tree};

fn recorded(fen: &str, plies: u32, stage: u8) -> (common::Found, Tree) {
    let settings = Settings {
        record: Record::Tree,
        ..Settings::stage(stage)
    };
    let mut pool = Pool::new();
    let found = search_with(&mut pool, &game(fen), &depth(plies), &settings);
    (found, pool.tree().expect("recorded").clone())
}

#[test]
fn the_tree_holds_each_node_of_the_last_iteration() {
    for stage in [5, 7, 14] {
        let (found, tree) = recorded(KIWIPETE, 3, stage);
        let infos = &found.infos;
        let before = match infos.len() {
            1 => 0,
            iterations => infos[iterations - 2].nodes,
        };
        // The root is visited, but no node was made for it.
        let visits = tree.nodes().len() as u64 - 1;
        let nodes = found.result.nodes - before;
        if stage < 11 {
            assert_eq!(visits, nodes, "stage {stage}");
        } else {
            // A move that is searched again is visited again, but made only once.
            assert!(
                (nodes..nodes + nodes / 10).contains(&visits),
                "{visits} {nodes}"
            );
        }
        assert_eq!(tree.left_out(), 0);
    }
}

#[test]
fn visits_hang_together() {
    let (_, tree) = recorded(KIWIPETE, 5, 14);
    let nodes = tree.nodes();
    for (i, node) in nodes.iter().enumerate().skip(1) {
        let parent = &nodes[node.parent as usize];
        assert!((node.parent as usize) < i);
        assert_eq!(node.ply, parent.ply + 1);
        assert!(node.alpha < node.beta && node.depth >= 0);
        assert_ne!(node.end, End::Aborted);
    }
    let children: usize = (0..nodes.len().min(50))
        .map(|i| tree.children(i).count())
        .sum();
    let expected = nodes.iter().skip(1).filter(|node| node.parent < 50);
    assert_eq!(children, expected.count());
}

#[test]
fn the_root_is_worth_what_its_best_child_is() {
    for (fen, stage) in [(DEFENDED_PAWN, 5), (DEFENDED_PAWN, 7), (KIWIPETE, 5)] {
        let (found, tree) = recorded(fen, 2, stage);
        let root = &tree.nodes()[0];
        assert_eq!((root.ply, root.mv, root.parent), (0, None, 0));
        assert_eq!(root.score, found.info().raw);
        let moves: Vec<_> = tree.children(0).collect();
        let legal = game(fen).position().count_legal_moves() as usize;
        assert_eq!(
            moves.len(),
            legal,
            "without re-searches each move has one visit"
        );
        let (_, best) = moves
            .iter()
            .min_by_key(|(_, node)| node.score)
            .expect("moves");
        assert_eq!(-best.score, root.score);
    }
}

#[test]
fn reasons_for_ends_are_told() {
    let (_, tree) = recorded(KIWIPETE, 6, 14);
    let ends_in = |end: End| tree.nodes().iter().any(|node| node.end == end);
    for end in [
        End::StandPat,
        End::Searched,
        End::Cutoff(1),
        End::Technique(Technique::NullMove),
        End::Technique(Technique::TranspositionTable),
    ] {
        assert!(ends_in(end), "{end:?}");
    }
    let (_, tree) = recorded(common::BACK_RANK, 3, 14);
    assert!(tree.nodes().iter().any(|node| node.end == End::Mate));
}
