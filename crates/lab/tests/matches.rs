//! Matches from end to end: this engine against itself, and against opponents that misbehave.

use cutaway_chess::{Color, Move, Position};
use cutaway_lab::PvFault;
use cutaway_lab::adjudication::{DrawRule, WinRule};
use cutaway_lab::opening_file;
use cutaway_lab::referee::{End, Rules};
use cutaway_lab::report::Report;
use cutaway_lab::result::{EndKind, PairResult};
use cutaway_lab::runner::{Match, Played};
use cutaway_lab::schedule::Schedule;
use cutaway_lab::time_control::Budget;
use cutaway_search::{Tablebase, Tables, Wdl};
use std::sync::Arc;
use std::time::Duration;

const OPENINGS: &str = "\
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
rnbqkb1r/pppppppp/5n2/8/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 1 2
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1
";

/// How long to wait for players that will not answer; yet they have to make a move or two before.
const SHORT_PATIENCE: Duration = Duration::from_millis(1500);

fn rules(budget: Budget) -> Rules {
    Rules {
        budget,
        margin: Duration::ZERO,
        // Far more than a player that is well needs, on whatever machine.
        hang: Duration::from_secs(30),
        adjudicate_win: None,
        adjudicate_draw: None,
        tablebases: Tables::default(),
    }
}

fn fixture(a: &str, b: &str, budget: Budget) -> Match {
    Match {
        games: 4,
        openings: opening_file::read(OPENINGS.as_bytes(), None)
            .unwrap()
            .positions,
        rules: rules(budget),
        ..Match::between(a.parse().unwrap(), b.parse().unwrap(), budget)
    }
}

fn fake(fault: &str, at: u32) -> String {
    format!("cmd:\"{}\" {fault} {at}", env!("CARGO_BIN_EXE_fake-engine"))
}

/// Plays it; the games come in the order of their numbers.
fn play(of: &Match) -> (Report, Vec<Played>) {
    let mut games = Vec::new();
    let report = of
        .run(&[], &mut |_, pair| {
            games.extend_from_slice(pair);
            true
        })
        .unwrap();
    assert!(games.iter().enumerate().all(|(i, game)| game.number == i));
    assert_eq!(report.tally.count() as usize, of.games);
    (report, games)
}

fn moves(games: &[Played]) -> Vec<Vec<u16>> {
    games
        .iter()
        .map(|game| game.record.plies.iter().map(|ply| ply.mv.bits()).collect())
        .collect()
}

#[test]
fn self_against_itself_by_nodes_repeats_and_has_no_fault() {
    let mut of = fixture("self", "self:stage=12,hash=1", Budget::Nodes(400));
    of.games = 6;
    let (report, games) = play(&of);
    assert!(!report.has_faults(), "{report}");
    of.concurrency = 3;
    let (again, games_again) = play(&of);
    assert_eq!(moves(&games), moves(&games_again));
    assert_eq!(report.tally, again.tally);
}

#[test]
fn openings_of_chess960_are_for_those_who_know_them() {
    let mut of = fixture("self:hash=1", &fake("classical", 9999), Budget::Nodes(20));
    let opening = "rkbbnqnr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNQNR w HAha - 0 1\n";
    let file = opening_file::read(opening.as_bytes(), None).unwrap();
    of.openings.extend(file.positions);
    let error = of.run(&[], &mut |_, _| panic!("it was begun")).unwrap_err();
    assert!(error.reason.contains("UCI_Chess960"), "{error}");
}

#[test]
fn the_same_player_on_both_sides_splits_every_pair() {
    let of = fixture("self", "self", Budget::Nodes(300));
    let (report, games) = play(&of);
    assert_eq!(report.tally.pairs, [0, 0, 2, 0, 0]);
    assert_eq!(moves(&games[..1]), moves(&games[1..2]));
}

#[test]
fn the_seed_draws_the_openings_and_each_is_played_twice() {
    let starts = |seed| {
        let mut of = fixture("self", "self", Budget::Depth(1));
        (of.seed, of.games) = (seed, 8);
        play(&of)
            .1
            .iter()
            .map(|game| game.record.start.to_fen())
            .collect::<Vec<_>>()
    };
    let first = starts(1);
    assert!(first.chunks(2).all(|pair| pair[0] == pair[1]));
    let mut different = first.clone();
    different.dedup();
    assert_eq!(different.len(), 4);
    assert_eq!(first, starts(1));
    assert!((2..10).any(|seed| starts(seed) != first));
}

/// Holds every position for won by White.
#[derive(Debug)]
struct WhiteWins;

impl Tablebase for WhiteWins {
    fn max_men(&self) -> u32 {
        3
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        Some(match position.side_to_move() {
            Color::White => Wdl::Win,
            Color::Black => Wdl::Loss,
        })
    }

    fn distances(&self, _: &Position) -> Option<Vec<(Move, i32)>> {
        panic!("the players have no tables")
    }
}

#[test]
fn tablebases_end_a_game_after_a_capture() {
    let mut of = fixture("self", "self", Budget::Depth(2));
    of.games = 2;
    // The rook takes the knight: three men, and the clock of the 50-move rule at zero.
    of.openings = vec!["7k/8/8/8/8/2n5/8/K1R5 w - - 0 1".parse().unwrap()];
    of.rules.tablebases.base = Some(Arc::new(WhiteWins));
    for game in play(&of).1 {
        assert_eq!(game.record.end, End::Adjudicated(Some(Color::White)));
        assert_eq!(game.record.plies.len(), 1);
    }
}

#[test]
fn an_odd_number_of_games_leaves_the_last_pair_open() {
    let mut of = fixture("self", "self", Budget::Depth(1));
    of.games = 3;
    let (report, _) = play(&of);
    assert_eq!(report.tally.pairs.iter().sum::<u64>(), 1);
}

#[test]
fn a_match_can_be_ended_between_pairs() {
    let mut of = fixture("self", "self", Budget::Depth(1));
    of.games = 100;
    let report = of
        .run(&[], &mut |report, _| report.tally.count() < 6)
        .unwrap();
    assert!(
        (6..20).contains(&report.tally.count()),
        "{}",
        report.tally.count()
    );
}

/// The finished pairs of a match that is ended after so many.
fn first_pairs(of: &Match, count: usize) -> Vec<PairResult> {
    let mut pairs = Vec::new();
    of.run(&[], &mut |report, _| {
        pairs.push(report.last_pair.clone().unwrap());
        pairs.len() < count
    })
    .unwrap();
    pairs
}

#[test]
fn a_match_that_goes_on_counts_every_pair_once() {
    // A stronger player would win some of the games before the other one dies.
    let mut of = fixture("self:stage=14", &fake("die", 6), Budget::Nodes(60));
    (of.games, of.concurrency) = (12, 2);
    let (mut whole, games) = play(&of);
    for done in [1, 3, 6] {
        let mut short = of.clone();
        short.games = 2 * done;
        let pairs = first_pairs(&short, done);
        assert_eq!(pairs.len(), done);
        let text = serde_json::to_string(&pairs).unwrap();
        let pairs: Vec<PairResult> = serde_json::from_str(&text).unwrap();
        let mut further = Vec::new();
        let mut again = of
            .run(&pairs, &mut |_, pair| {
                further.extend_from_slice(pair);
                true
            })
            .unwrap();
        assert_eq!(moves(&games[2 * done..]), moves(&further));
        for report in [&mut whole, &mut again] {
            for player in &mut report.players {
                (player.longest_move_ms, player.name) = (0.0, String::new());
            }
        }
        assert_eq!(again.players[1].crashes, 12);
        let data = |report| serde_json::to_value(report).unwrap();
        assert_eq!(data(&again), data(&whole), "{done}");
    }
}

#[test]
fn players_may_have_limits_of_their_own() {
    let of = fixture("self:nodes=3000", "self:depth=1", Budget::Nodes(100));
    let (report, games) = play(&of);
    assert_eq!(report.players[0].budget, "3000 nodes a move");
    let ply = &games[0].record.plies[1];
    assert_eq!((games[0].players, ply.depth), ([0, 1], 1));
    assert!(games[0].record.plies[0].depth > 2);
    let of = fixture("self:tc=1+0.01", "self", Budget::Depth(1));
    let (report, _) = play(&of);
    assert!(report.players[0].smallest_clock_ms.is_some(), "{report}");
    assert_eq!(report.players[1].smallest_clock_ms, None);
}

#[test]
fn three_players_play_each_other_or_the_first_all_others() {
    let mut of = fixture("self", "self:stage=6", Budget::Nodes(30));
    of.players.push("self:stage=12".parse().unwrap());
    let mut games = Vec::new();
    let report = of
        .run(&[], &mut |_, pair| {
            games.extend(pair.iter().map(|game| game.players));
            true
        })
        .unwrap();
    assert_eq!((report.games(), report.planned), (12, 12));
    assert!(
        report
            .players
            .iter()
            .all(|player| player.tally.count() == 8)
    );
    assert_eq!(games[..6], [[0, 1], [0, 1], [0, 2], [0, 2], [1, 2], [1, 2]]);
    of.schedule = Schedule::Gauntlet;
    let report = of.run(&[], &mut |_, _| true).unwrap();
    let counts: Vec<_> = report
        .players
        .iter()
        .map(|player| player.tally.count())
        .collect();
    assert_eq!(counts, [8, 4, 4]);
}

#[test]
fn a_test_that_has_decided_ends_the_match_for_good() {
    let mut of = fixture("self", "self:depth=1,stage=5", Budget::Nodes(200));
    (of.games, of.sprt) = (400, Some("0,50".parse().unwrap()));
    let mut pairs = Vec::new();
    let report = of
        .run(&[], &mut |report, _| {
            pairs.push(report.last_pair.clone().unwrap());
            true
        })
        .unwrap();
    assert!(report.is_decided() && report.games() < 400, "{report}");
    assert!(report.to_string().contains("H1 accepted"), "{report}");
    let again = of.run(&pairs, &mut |_, _| panic!("a pair is played after the end"));
    assert_eq!(again.unwrap().sprt, report.sprt);
}

/// The count of what the second player, which misbehaves at its third move, is charged with.
fn charged(fault: &str, budget: Budget) -> (Report, Vec<Played>) {
    let of = fixture("self", &fake(fault, 3), budget);
    let (report, games) = play(&of);
    let a = &report.players[0];
    let innocent = a.time_losses + a.illegal_moves + a.crashes + a.hangs + a.pv_fault_count();
    assert_eq!(innocent, 0, "{report}");
    (report, games)
}

#[test]
fn an_illegal_move_loses() {
    for (fault, text) in [("illegal", "a1a1"), ("none", "(none)")] {
        let (report, games) = charged(fault, Budget::Nodes(100));
        assert_eq!(
            report.players[1].illegal_moves, 1,
            "the process counts its moves over all games"
        );
        let end = End::Illegal(cutaway_chess::Color::Black, text.to_string());
        assert_eq!(games[0].record.end, end);
        assert!(report.faults[0].contains(text), "{report}");
    }
}

#[test]
fn a_player_that_dies_loses_and_comes_back() {
    let (report, _) = charged("die", Budget::Nodes(100));
    // A new process each time, so that it dies in every game.
    assert_eq!(report.players[1].crashes, 4, "{report}");
    assert_eq!(report.tally.games, [0, 0, 4]);
}

#[test]
fn a_player_that_is_gone_after_its_move_loses_the_next() {
    let (report, _) = charged("close", Budget::Nodes(100));
    assert_eq!(report.players[1].crashes, 4, "{report}");
    assert_eq!(report.players[1].pv_faults[&PvFault::MateTooShort], 4);
}

#[test]
fn a_player_that_hangs_or_floods_loses_and_comes_back() {
    for (fault, words) in [
        ("hang", "hangs: no answer"),
        ("flood", "hangs: no move in a flood of"),
        ("flood-of-long-lines", "hangs: no "),
        ("flood-without-end", "hangs: no answer"),
    ] {
        let mut of = fixture("self", &fake(fault, 2), Budget::Nodes(100));
        // Hung up on once, it comes back for the next game; once is enough for the others.
        let games = if fault == "hang" { 2 } else { 1 };
        of.games = games;
        of.rules.hang = SHORT_PATIENCE;
        let (report, _) = play(&of);
        assert_eq!(
            (report.players[1].hangs as usize, report.tally.games),
            (games, [0, 0, games as u64]),
            "{fault}: {report}"
        );
        let told = report.faults.iter().any(|told| told.contains(words));
        assert!(told, "{fault}: {report}");
    }
}

#[cfg(unix)]
#[test]
fn a_player_that_closes_a_pipe_and_lives_on_loses_and_comes_back() {
    for (fault, words) in [
        ("close-output", "closed its output"),
        ("close-both", "closed its output"),
        ("close-input", "closed its input"),
    ] {
        let mut of = fixture("self", &fake(fault, 2), Budget::Nodes(100));
        of.games = 2;
        of.rules.hang = SHORT_PATIENCE;
        let (report, _) = play(&of);
        let charged = &report.players[1];
        assert_eq!(charged.crashes + charged.hangs, 2, "{fault}: {report}");
        let told = report.faults.iter().any(|told| told.contains(words));
        assert!(told, "{fault}: {report}");
    }
}

#[test]
fn a_late_move_loses_on_time_and_the_overshoot_is_told() {
    let mut of = fixture(
        "self",
        &fake("late", 3),
        Budget::Clock("1+0.1".parse().unwrap()),
    );
    of.games = 1;
    let (report, games) = play(&of);
    let late = &report.players[1];
    assert_eq!(late.time_losses, 1, "{report}");
    assert!(
        (100.0..30_000.0).contains(&late.largest_overshoot_ms),
        "{report}"
    );
    assert_eq!(late.smallest_clock_ms, Some(0.0));
    assert_eq!(games[0].record.end, End::Time(cutaway_chess::Color::Black));
    of.rules.margin = Duration::from_secs(5);
    of.rules.adjudicate_draw = Some(DrawRule {
        score: 40_000,
        moves: 4,
        after: 1,
    });
    let (report, _) = play(&of);
    assert_eq!(report.players[1].time_losses, 0, "{report}");
}

#[test]
fn faulty_lines_are_counted_and_lose_nothing() {
    for (fault, expected) in [
        ("lie", PvFault::MateTooShort),
        ("other", PvFault::OtherMovePlayed),
    ] {
        let (report, _) = charged(fault, Budget::Nodes(100));
        let lines = &report.players[1];
        assert_eq!(
            lines.pv_faults.iter().collect::<Vec<_>>(),
            [(&expected, &1)],
            "{report}"
        );
        assert_eq!(lines.illegal_moves + lines.crashes + lines.hangs, 0);
    }
}

#[test]
fn a_player_that_cannot_start_is_an_error_at_once() {
    for (player, words) in [
        ("cmd:/no/such/engine".to_string(), "cannot start"),
        (
            format!("{},option.Contempt=1", fake("good", 1)),
            "no option `Contempt`",
        ),
        (fake("deaf", 1), "does not answer within 10 s"),
    ] {
        let error = fixture("self", &player, Budget::Nodes(1))
            .run(&[], &mut |_, _| true)
            .unwrap_err();
        assert!(error.reason.contains(words), "{error}");
    }
}

#[test]
fn games_are_adjudicated_by_score() {
    let mut of = fixture("self", "self", Budget::Depth(2));
    of.openings = vec![Position::from_fen("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").unwrap()];
    of.games = 2;
    of.rules.adjudicate_win = Some(WinRule {
        score: 1000,
        moves: 1,
    });
    let (report, games) = play(&of);
    assert_eq!(report.ends[&EndKind::AdjudicatedWin], 2, "{report}");
    assert_eq!(games[0].record.plies.len(), 2);
    of.openings = vec![Position::from_fen("4k3/7p/8/8/8/8/7P/4K3 w - - 0 50").unwrap()];
    of.rules.adjudicate_draw = Some(DrawRule {
        score: 900,
        moves: 3,
        after: 40,
    });
    let (report, games) = play(&of);
    assert_eq!(report.ends[&EndKind::AdjudicatedDraw], 2, "{report}");
    assert_eq!(games[1].record.plies.len(), 6);
}

#[test]
fn chess960_games_are_played_over_the_pipe() {
    let mut of = fixture("self", &fake("good", 9999), Budget::Nodes(50));
    of.openings = vec![
        Position::from_fen("nrbbnkrq/pppppppp/8/8/8/8/PPPPPPPP/NRKBRNBQ w EBgb - 0 1").unwrap(),
    ];
    let (report, _) = play(&of);
    assert!(!report.has_faults(), "{report}");
}
