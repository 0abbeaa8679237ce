//! The bodies of the fuzz tests of the rules: each takes any bytes, makes an input of them and panics if a promise is
//! broken.
//!
//! `fuzz_bodies.rs` calls them with random bytes on every run of the tests, `fuzz/` with bytes that libFuzzer breeds.
//! What a FEN or a move should mean is not said here; the other tests do that on known cases.
#![allow(dead_code, unused_imports)] // Each fuzz target takes one body and leaves the others.

mod input;

use cutaway_chess::{Game, Move, Outcome, Position, has_upcoming_repetition, perft, validate};
use input::Input;
pub use input::STARTS;

/// The longest game that [`moves`] plays, in plies: longer ones only cost time.
const LONGEST_GAME: usize = 150;

/// Reads a FEN. Whatever is accepted must be sound, agree with the slow rules, and come back from what is written.
/// True if it was accepted.
pub fn fen(data: &[u8]) -> bool {
    let text = Input::new(data).fen();
    let position = match Position::from_fen_with_repairs(&text) {
        Ok((position, _)) => position,
        Err(error) => {
            let message = error.to_string();
            assert!(
                !message.is_empty() && !message.contains('\n'),
                "{message:?}"
            );
            return false;
        }
    };
    check_position(&position);
    assert_eq!(
        Position::from_fen(&position.to_shredder_fen()),
        Ok(position.clone())
    );
    for mv in position.legal_moves().iter() {
        let mut next = position.clone();
        next.play(mv);
        assert_eq!(validate::check_move(&position, mv, &next), Ok(()), "{text}");
    }
    true
}

/// Reads a move in algebraic notation. What is accepted must be legal, go where the text says, and come back from what
/// is written. True if it was accepted.
pub fn san(data: &[u8]) -> bool {
    let mut input = Input::new(data);
    let position = input.position();
    let text = input.san(&position);
    let Ok(mv) = position.parse_san(&text) else {
        return false;
    };
    assert!(position.is_legal(mv), "{text} in {position:?}");
    assert!(
        mv.is_castle() || text.contains(&mv.to().to_string()),
        "{text} gives {mv:?} in {position:?}"
    );
    let written = position.to_san(mv);
    assert_eq!(position.parse_san(&written), Ok(mv), "{written}");
    true
}

/// Reads a move as UCI writes it, with the same promises as [`san`]. True if it was accepted.
pub fn uci_move(data: &[u8]) -> bool {
    let mut input = Input::new(data);
    let position = input.position();
    let text = input.uci(&position);
    let Ok(mv) = position.parse_uci(&text) else {
        return false;
    };
    assert!(position.is_legal(mv), "{text} in {position:?}");
    assert!(
        text.starts_with(&mv.from().to_string()),
        "{text} gives {mv:?}"
    );
    for chess960 in [false, true] {
        let written = position.to_uci(mv, chess960);
        assert_eq!(position.parse_uci(&written), Ok(mv), "{written}");
    }
    true
}

/// Plays a game that the bytes choose, forth and back, and checks every position of it. Returns the plies played.
pub fn moves(data: &[u8]) -> usize {
    let mut input = Input::new(data);
    let mut game = Game::new(input.position());
    let mut plies = 0;
    check_position(game.position());
    while !input.is_empty() && plies < LONGEST_GAME {
        let before = game.clone();
        let choice = input.byte();
        if choice >= 250 {
            take_back_and_play_again(&mut game);
            continue;
        }
        let Some(mv) = choose(&game, choice) else {
            break;
        };
        game.play(mv).expect("the list holds legal moves");
        plies += 1;
        assert_eq!(
            validate::check_move(before.position(), mv, game.position()),
            Ok(())
        );
        check_position(game.position());
        check_words(game.position(), &mut input);
        check_game(&game, usize::from(input.byte() % 24));
    }
    plies
}

/// The move that a byte stands for. Every fourth goes back where the man came from if it can, so that positions repeat.
fn choose(game: &Game, choice: u8) -> Option<Move> {
    let moves = game.position().legal_moves();
    let own_last = game.moves().iter().rev().nth(1);
    let back = own_last.and_then(|last| {
        moves
            .iter()
            .find(|mv| mv.from() == last.to() && mv.to() == last.from())
    });
    match back {
        Some(mv) if choice % 4 == 3 => Some(mv),
        _ if moves.is_empty() => None,
        _ => moves.get(usize::from(choice) % moves.len()),
    }
}

fn take_back_and_play_again(game: &mut Game) {
    let (position, keys) = (game.position().clone(), game.keys().to_vec());
    let Some(mv) = game.undo() else {
        assert_eq!(game.start(), &position);
        return;
    };
    assert_eq!(game.keys(), &keys[..keys.len() - 1]);
    game.play(mv).expect("it was played before");
    assert_eq!((game.position(), game.keys()), (&position, &keys[..]));
    game.undo();
}

/// Everything that holds for a position by itself.
fn check_position(position: &Position) {
    assert_eq!(validate::check(position), Ok(()), "{position:?}");
    assert_eq!(Position::from_fen(&position.to_fen()), Ok(position.clone()));
    let all = position.legal_moves();
    let mut found: Vec<_> = all
        .iter()
        .map(|mv| (mv.from(), mv.to(), mv.promotion()))
        .collect();
    found.sort();
    assert_eq!(found, validate::slow_legal_moves(position), "{position:?}");
    assert_eq!(perft::perft(position, 1), all.len() as u64);
    let (noisy, quiet) = (position.noisy_moves(), position.quiet_moves());
    assert_eq!(noisy.len() + quiet.len(), all.len());
    assert!(noisy.iter().chain(quiet.iter()).all(|mv| all.contains(mv)));
    for mv in all.iter() {
        check_exchange(position, mv);
    }
    if !position.in_check() {
        let mut passed = position.clone();
        passed.play_null();
        assert_eq!(validate::check(&passed), Ok(()), "{position:?} passed");
    }
}

/// The forms of the exchange agree where they promise to, and none of them panics.
fn check_exchange(position: &Position, mv: Move) {
    let value = position.see(mv);
    let holds = position.see_ge(mv, value) && !position.see_ge(mv, value + 1);
    assert!(holds, "{mv:?} is worth {value} in {position:?}");
    assert!(position.see_ge(mv, i32::MIN) && !position.see_ge(mv, i32::MAX));
    position.see_battery(mv);
    assert!(!position.see_trace(mv).is_empty() || mv.is_castle());
}

/// Any sixteen bits are a legal move exactly if the list has them, and no exchange panics on them.
fn check_words(position: &Position, input: &mut Input) {
    let moves = position.legal_moves();
    for word in input.words::<16>() {
        if let Some(mv) = Move::from_bits(word) {
            assert_eq!(
                position.is_legal(mv),
                moves.contains(mv),
                "{word:#06x} in {position:?}"
            );
            position.see(mv);
            position.see_battery(mv);
            position.see_ge(mv, 0);
            position.key_after(mv);
        }
    }
    let mv = moves.get(usize::from(input.byte()) % moves.len().max(1));
    if let Some(mv) = mv.filter(|_| !moves.is_empty()) {
        assert_eq!(position.parse_san(&position.to_san(mv)), Ok(mv));
        assert_eq!(position.parse_uci(&position.to_uci(mv, false)), Ok(mv));
    }
}

/// What holds for a position as part of its game; `ply` is where a search is taken to have begun.
fn check_game(game: &Game, ply: usize) {
    let position = game.position();
    let earlier = &game.keys()[..game.keys().len() - 1];
    assert_eq!(
        has_upcoming_repetition(position, earlier, ply),
        has_upcoming_repetition_slowly(position, earlier, ply),
        "ply {ply} after {:?} from {:?}",
        game.moves(),
        game.start()
    );
    let outcome = game.outcome();
    assert_eq!(
        !position.has_legal_move(),
        matches!(
            outcome,
            Some(Outcome::Checkmate { .. } | Outcome::Stalemate)
        )
    );
    if let Some(Outcome::Checkmate { winner }) = outcome {
        assert_eq!(winner, !position.side_to_move());
    }
    let same = |other: &&Position| {
        other.key() == position.key() && other.side_to_move() == position.side_to_move()
    };
    let since = game.positions().len() - 1;
    let count = game.positions()[..since].iter().filter(same).count();
    // A position of before the last capture cannot come back, but a FEN may claim a clock that is too low.
    assert!(game.repetitions() <= count);
    if game.start().halfmove_clock() == 0 {
        assert_eq!(game.repetitions(), count);
    }
}

/// What the documentation of `has_upcoming_repetition` promises, by trying every move.
fn has_upcoming_repetition_slowly(position: &Position, earlier: &[u64], ply: usize) -> bool {
    let reversible = usize::from(position.halfmove_clock()).min(earlier.len());
    position.legal_moves().iter().any(|mv| {
        let mut next = position.clone();
        next.play(mv);
        let backs: Vec<usize> = (1..=reversible)
            .filter(|back| earlier[earlier.len() - back] == next.key())
            .collect();
        backs.first().is_some_and(|&back| back < ply) || backs.len() >= 2
    })
}
