//! What the test suites of the search share: games, searches and checks of what a search tells.
#![allow(dead_code)] // Each suite is a crate of its own and takes what it needs.

use cutaway_chess::{Game, Move, Outcome, Position};
use cutaway_eval::{EvalStack, Evaluator};
use cutaway_search::{
    Bound, Control, Info, Limits, Pool, ReportedScore, SearchEvent, SearchResult, Settings,
    Technique,
};

pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
pub const STARTPOS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Qxd5 wins a pawn and loses the queen.
pub const DEFENDED_PAWN: &str = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1";
/// Ra8 is mate.
pub const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

/// Mates in one or two moves of the side to move, none of them by zugzwang: FEN and number of moves.
pub const EASY_MATES: &[(&str, i32)] = &[
    (BACK_RANK, 1),
    (
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        1,
    ),
    ("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113", 1),
    ("7k/6pp/8/8/8/8/R7/1R4K1 w - - 0 1", 1),
    ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2),
    ("6k1/5ppp/8/8/8/8/3R4/3RK3 w - - 0 1", 1),
    ("2rr2k1/5ppp/8/8/8/8/3R4/3RK3 w - - 0 1", 2),
    ("8/8/8/8/8/5k2/7q/5K2 b - - 0 1", 1),
    ("k7/8/1K6/8/8/8/8/3R4 w - - 0 1", 1),
    ("1k6/8/1K6/8/8/8/8/3R4 w - - 0 1", 1),
    ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", 2),
];

/// A game that begins and stands at that position.
pub fn game(fen: &str) -> Game {
    Game::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// A game from that position on by moves in UCI notation.
pub fn played(fen: &str, moves: &str) -> Game {
    let mut game = game(fen);
    for uci in moves.split_whitespace() {
        let mv = mv(&game, uci);
        game.play(mv).expect("parsed moves are legal");
    }
    game
}

/// A move of the game's position in UCI notation.
pub fn mv(game: &Game, uci: &str) -> Move {
    game.position()
        .parse_uci(uci)
        .unwrap_or_else(|error| panic!("{uci}: {error}"))
}

pub fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

pub fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// The search of the engine that plays, judged by piece-square tables. Where it does not matter what a position is
/// thought to be worth, tests take this: debug builds hold a network against a fresh look at every node, which takes ten
/// times as long.
pub fn piece_square() -> Settings {
    Settings {
        evaluator: Evaluator::PieceSquare,
        ..Settings::default()
    }
}

/// The settings of a stage with some techniques switched off (and all that need them).
pub fn stage_without(stage: u8, off: &[Technique]) -> Settings {
    let mut settings = Settings::stage(stage);
    for &technique in off {
        settings.switches.set(technique, false);
    }
    settings
}

/// Everything that a search told.
#[derive(Clone, Debug)]
pub struct Found {
    pub result: SearchResult,
    pub infos: Vec<Info>,
}

impl Found {
    /// The best move in UCI notation.
    pub fn best(&self) -> String {
        self.result
            .best
            .map_or("(none)".into(), |mv| format!("{mv:?}"))
    }

    pub fn info(&self) -> &Info {
        self.result.info.as_ref().expect("there was a legal move")
    }

    pub fn score(&self) -> ReportedScore {
        self.info().score
    }
}

/// Searches with that pool.
pub fn search_with(pool: &mut Pool, game: &Game, limits: &Limits, settings: &Settings) -> Found {
    let mut infos = Vec::new();
    let result = pool.go(
        game,
        limits,
        settings,
        &Control::new(limits.ponder),
        &mut |event| {
            if let SearchEvent::Info(info) = event {
                infos.push(info);
            }
        },
    );
    Found { result, infos }
}

/// Searches with a new pool.
pub fn search(game: &Game, limits: &Limits, settings: &Settings) -> Found {
    search_with(&mut Pool::new(), game, limits, settings)
}

/// The game's position after the line, every move of which must be legal and must find the game still going on.
pub fn follow(game: &Game, line: &[Move]) -> Game {
    let mut game = game.clone();
    for (i, &mv) in line.iter().enumerate() {
        if i > 0 {
            assert_eq!(
                game.outcome(),
                None,
                "the line goes on after the end: {line:?} at {i}, {}",
                game.start().to_fen()
            );
        }
        game.play(mv)
            .unwrap_or_else(|error| panic!("{error:?} in {line:?}, {}", game.start().to_fen()));
    }
    game
}

/// Checks what holds of every search: a legal best move that is the first of the last line told, legal lines that end with
/// the game, mates that come as announced, and a ponder move only where the game goes on.
pub fn check(game: &Game, found: &Found) {
    let legal = game.position().legal_moves();
    let Found { result, infos } = found;
    if legal.is_empty() {
        assert_eq!((result.best, infos.len()), (None, 0));
        return;
    }
    let fen = game.position().to_fen();
    let best = result.best.unwrap_or_else(|| panic!("no move: {fen}"));
    assert!(legal.contains(best), "{best:?} is illegal: {fen}");
    for info in infos {
        assert!(info.depth >= 1 && info.seldepth >= 1 && info.multi_pv >= 1);
        assert!(!info.pv.is_empty(), "{fen}");
        let end = follow(game, &info.pv);
        if let ReportedScore::Mate(moves) = info.score {
            let most = cutaway_search::MAX_PLY as i32 / 2;
            assert!(moves != 0 && moves.abs() <= most, "{fen}: {info:?}");
        }
        if let (ReportedScore::Mate(moves), Bound::Exact) = (info.score, info.bound) {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(info.pv.len() as i32, plies, "{fen}: {info:?}");
            let is_mate = matches!(end.outcome(), Some(Outcome::Checkmate { .. }));
            assert!(is_mate, "{fen}: {info:?} does not end in mate");
        }
    }
    let last = infos
        .iter()
        .rfind(|info| info.multi_pv == 1)
        .unwrap_or_else(|| panic!("nothing was told: {fen}"));
    assert_eq!(
        last.pv[0], best,
        "{fen}: the last line told is the best move's"
    );
    let told = result.info.as_ref().expect("something was told");
    assert!(told.pv[0] == best && infos.contains(told), "{fen}");
    if last.bound == Bound::Exact {
        assert_eq!(told, last, "{fen}: the result is the last line told");
    }
    if let Some(ponder) = result.ponder {
        let end = follow(game, &[best, ponder]);
        assert_eq!(end.outcome(), None, "{fen}: pondering after the end");
    }
}

/// The evaluation of a position, from scratch, the side to move's view.
pub fn evaluate(evaluator: Evaluator, position: &Position) -> i32 {
    let mut stack = EvalStack::new(evaluator, 1);
    stack.reset(position);
    stack.evaluate(position)
}

/// A random legal move, if there is any.
pub fn random_move(position: &Position, random: &mut fastrand::Rng) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty())
        .then(|| moves.get(random.usize(..moves.len())))
        .flatten()
}

/// A game of up to `plies` random moves that is not over.
pub fn random_game(start: &str, plies: usize, random: &mut fastrand::Rng) -> Game {
    let mut game = game(start);
    for _ in 0..plies {
        let mv = random_move(game.position(), random).expect("the game is not over");
        game.play(mv).expect("generated moves are legal");
        if game.outcome().is_some() {
            game.undo();
            break;
        }
    }
    game
}
