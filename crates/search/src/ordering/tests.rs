//! Tests of the picker from within: what it hands out, in which order, and what it takes no heed of.

use super::*;
use crate::Settings;
use crate::mode::Lab;
use crate::score::INFINITY;
use crate::searcher::testing::with_searcher;

/// The root of any search: all that the picker asks a node for is its place.
fn root_node() -> Node {
    Node::new(0, 1, -INFINITY, INFINITY, false)
}

/// The same, in check or not.
fn in_check(in_check: bool) -> Node {
    Node {
        in_check,
        ..root_node()
    }
}

fn moves(
    mut picker: Picker,
    searcher: &mut Searcher<Lab>,
    position: &Position,
) -> Vec<OrderedMove> {
    let mut buffer = MoveBuffer::default();
    std::iter::from_fn(|| picker.next(searcher, position, &mut buffer)).collect()
}

fn random_positions(count: usize, seed: u64) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::startpos();
    let mut positions = Vec::new();
    while positions.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty() || position.halfmove_clock() > 40 {
            position = Position::startpos();
            continue;
        }
        positions.push(position.clone());
        position.play(moves.get(random.usize(..moves.len())).expect("in range"));
    }
    positions
}

fn sorted(moves: impl Iterator<Item = Move>) -> Vec<u16> {
    let mut bits: Vec<_> = moves.map(Move::bits).collect();
    bits.sort();
    bits
}

/// Whatever the table and the killers say, in every stage of the book.
#[test]
fn every_legal_move_comes_exactly_once() {
    let mut random = fastrand::Rng::with_seed(1);
    let positions = random_positions(1500, 1);
    for stage in [4, 5, 7, 10, 14] {
        with_searcher(&Settings::stage(stage), |searcher| {
            for (i, position) in positions.iter().enumerate() {
                let legal = position.legal_moves();
                let mut any = || legal.get(random.usize(..legal.len()));
                let (table_move, own) = (any(), any());
                // A killer may come from any other position, be no quiet move here or no move at all.
                let other = positions[i / 2].legal_moves().get(0);
                for killers in [[None; 2], [own, other], [other, own], [table_move, own]] {
                    // Killers are quiet where they are taught, and two are never the same.
                    let killers = killers.map(|mv| mv.filter(|mv| mv.is_quiet()));
                    if killers[0].is_some() && killers[0] == killers[1] {
                        continue;
                    }
                    for table_move in [None, table_move] {
                        let picker = Picker::main(&root_node(), table_move, killers);
                        let ordered = moves(picker, searcher, position);
                        assert_eq!(
                            sorted(ordered.iter().map(|ordered| ordered.mv)),
                            sorted(legal.iter()),
                            "{} stage {stage} {table_move:?} {killers:?}",
                            position.to_fen()
                        );
                    }
                }
            }
        });
    }
}

#[test]
fn groups_come_in_their_order_and_are_sorted_by_their_keys() {
    let rank = |reason| match reason {
        Reason::TableMove => 0,
        Reason::GoodCapture => 1,
        Reason::Killer => 2,
        Reason::Quiet | Reason::Underpromotion => 3,
        Reason::BadCapture => 4,
        Reason::Unordered => panic!("stage 14 orders all moves"),
    };
    with_searcher(&Settings::stage(14), |searcher| {
        for position in random_positions(1500, 2) {
            // Each position teaches the history something.
            let quiets = position.quiet_moves();
            if let Some(best) = quiets.get(quiets.len() / 2) {
                let tried: Vec<_> = quiets.iter().take(3).filter(|mv| *mv != best).collect();
                let side = position.side_to_move();
                searcher.teach_history(side, Threats::default(), best, &tried, 540, 540);
            }
            let table_move = position.legal_moves().get(0);
            let ordered = moves(
                Picker::main(&root_node(), table_move, [None; 2]),
                searcher,
                &position,
            );
            assert_eq!(ordered[0].reason, Reason::TableMove);
            for pair in ordered.windows(2) {
                let [before, after] = [pair[0], pair[1]];
                assert!(rank(before.reason) <= rank(after.reason));
                if rank(before.reason) == rank(after.reason) && before.reason != Reason::TableMove {
                    assert!(before.key >= after.key, "{}", position.to_fen());
                }
            }
        }
    });
}

/// No table move, no killers, no history: what was learnt leaves the order of quiescence as it is.
#[test]
fn quiescence_takes_no_heed_of_what_was_learnt() {
    let settings = Settings::stage(14);
    let positions = random_positions(2000, 3);
    let pick = |searcher: &mut Searcher<Lab>, position: &Position| {
        moves(
            Picker::quiescence(&in_check(position.in_check()), None, false),
            searcher,
            position,
        )
    };
    let in_check = positions.iter().filter(|position| position.in_check());
    assert!(in_check.count() > 20);
    with_searcher(&settings, |taught| {
        with_searcher(&settings, |fresh| {
            for position in &positions {
                let quiets = position.quiet_moves();
                if let Some(last) = quiets.get(quiets.len().saturating_sub(1)) {
                    for _ in 0..20 {
                        let side = position.side_to_move();
                        taught.teach_history(side, Threats::default(), last, &[], 1800, 0);
                        taught.teach_killers(0, last);
                    }
                }
                let ordered = pick(taught, position);
                assert_eq!(ordered, pick(fresh, position), "{}", position.to_fen());
                let expected = match position.in_check() {
                    true => position.legal_moves(),
                    false => position.noisy_moves(),
                };
                let picked = ordered.iter().map(|ordered| ordered.mv);
                assert_eq!(sorted(picked), sorted(expected.iter()));
            }
        });
    });
}

/// The seed of the noisy set: a queen promotion with and without capture, and en passant, but no underpromotion.
#[test]
fn quiescence_tries_captures_and_queen_promotions_only() {
    let position: Position = "1r2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1"
        .parse()
        .expect("a good FEN");
    let ordered = with_searcher(&Settings::stage(7), |searcher| {
        moves(
            Picker::quiescence(&in_check(false), None, false),
            searcher,
            &position,
        )
    });
    let texts: Vec<_> = ordered
        .iter()
        .map(|ordered| position.to_san(ordered.mv))
        .collect();
    assert_eq!(texts, ["axb8=Q+", "a8=Q", "exd6"]);
}

#[test]
fn promotions_to_less_than_a_queen_are_not_called_quiet() {
    with_searcher(&Settings::default(), |searcher| {
        let position: Position = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a FEN");
        let picker = Picker::main(&root_node(), None, [None; 2]);
        let moves = moves(picker, searcher, &position);
        let reason = |word: &str| {
            let mv = position.parse_uci(word).expect("a legal move");
            let place = moves.iter().position(|ordered| ordered.mv == mv);
            moves[place.expect("every move comes")].reason
        };
        for word in ["a7b8n", "a7b8r", "a7a8b"] {
            assert_eq!(reason(word), Reason::Underpromotion, "{word}");
        }
        assert_eq!(reason("a7b8q"), Reason::GoodCapture);
        assert_eq!(reason("e1e2"), Reason::Quiet);
        let key = |wanted| {
            moves
                .iter()
                .filter(move |ordered| ordered.reason == wanted)
                .map(|ordered| ordered.key)
        };
        assert!(key(Reason::Underpromotion).max() > key(Reason::Quiet).max());
    });
}
