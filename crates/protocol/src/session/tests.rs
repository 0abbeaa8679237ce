//! The session driven by hand: jobs are not run but answered by the test, so that every order of events can be had.
//!
//! Long because each way in which lines and events can meet is a conversation of its own.

use super::*;
use crate::job::Visit;
use cutaway_eval::Evaluator;
use cutaway_search::{Bound, Control, Info, Pool, ReportedScore, SearchResult};

/// A session and what it has asked for.
struct Talk {
    session: Session,
    written: Vec<String>,
    started: Vec<(u64, Job)>,
    stopped: Vec<u64>,
    hits: Vec<u64>,
    quit: bool,
}

impl Talk {
    fn of(session: Session) -> Talk {
        Talk {
            session,
            written: Vec::new(),
            started: Vec::new(),
            stopped: Vec::new(),
            hits: Vec::new(),
            quit: false,
        }
    }

    fn uci() -> Talk {
        Talk::of(Session::uci())
    }

    fn take(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Write(line) => self.written.push(line),
                Action::Start { number, job } => self.started.push((number, job)),
                Action::Stop(number) => self.stopped.push(number),
                Action::PonderHit(number) => self.hits.push(number),
                Action::Quit => self.quit = true,
                Action::Log(_) | Action::QuitSoon => {}
            }
        }
    }

    fn lines(&mut self, lines: &[&str]) {
        for line in lines {
            let actions = self
                .session
                .handle(Input::Line(line.to_string(), Clock::start()));
            self.take(actions);
        }
    }

    fn end_of_input(&mut self) {
        let actions = self.session.handle(Input::EndOfInput);
        self.take(actions);
    }

    /// Answers the search that runs with its first legal move.
    fn finish(&mut self) {
        let (number, job) = self.started.last().expect("a job runs");
        let outcome = match job {
            Job::Search(search) => Outcome::Search(Box::new(SearchResult {
                best: search.game.position().legal_moves().iter().next(),
                ..SearchResult::default()
            })),
            Job::SetHash(mib) => Outcome::Table(Ok(*mib)),
            Job::NewGame | Job::ClearHash | Job::SetThreads(_) => Outcome::Table(Ok(1)),
            other => panic!("{other:?}"),
        };
        let number = *number;
        self.done(number, outcome);
    }

    fn done(&mut self, number: u64, outcome: Outcome) {
        let actions = self.session.handle(Input::Done(number, outcome));
        self.take(actions);
    }

    /// Runs the job that was started last, with a pool of its own.
    fn run(&mut self) {
        let (number, job) = self.started.last().expect("a job runs").clone();
        let mut events = Vec::new();
        let outcome = job.run(&mut Pool::new(), &Control::default(), &mut |event| {
            events.push(event)
        });
        for event in events {
            let actions = self.session.handle(Input::Event(number, event));
            self.take(actions);
        }
        self.done(number, outcome);
    }

    fn bestmoves(&self) -> usize {
        self.written
            .iter()
            .filter(|line| line.starts_with("bestmove"))
            .count()
    }

    fn last(&self) -> &str {
        self.written.last().map_or("", String::as_str)
    }
}

fn searches(talk: &Talk) -> usize {
    talk.started
        .iter()
        .filter(|(_, job)| matches!(job, Job::Search(_)))
        .count()
}

#[test]
fn isready_is_answered_while_a_search_runs() {
    let mut talk = Talk::uci();
    talk.lines(&["go infinite", "isready"]);
    assert_eq!(talk.written, ["readyok"]);
    assert!(talk.stopped.is_empty());
}

#[test]
fn isready_waits_for_a_change_of_the_table() {
    let mut talk = Talk::uci();
    talk.lines(&["setoption name Hash value 64", "isready"]);
    assert!(talk.written.is_empty());
    talk.finish();
    assert_eq!(talk.written, ["readyok"]);
}

#[test]
fn commands_wait_for_the_search_and_run_in_order() {
    let mut talk = Talk::uci();
    talk.lines(&[
        "go depth 5",
        "position startpos moves e2e4",
        "go depth 3",
        "d",
        "setoption name Hash value 8",
    ]);
    assert_eq!(searches(&talk), 1);
    talk.finish();
    assert_eq!((searches(&talk), talk.bestmoves()), (2, 1));
    let (_, Job::Search(second)) = &talk.started[1] else {
        panic!()
    };
    assert_eq!(second.game.moves().len(), 1);
    talk.finish();
    assert_eq!(talk.bestmoves(), 2);
    assert!(
        talk.written
            .iter()
            .any(|line| line.starts_with("Fen: rnbqkbnr/pppppppp/8/8/4P3/"))
    );
    assert!(matches!(talk.started.last(), Some((_, Job::SetHash(8)))));
}

#[test]
fn a_stop_hits_the_search_that_runs_and_no_later_one() {
    let mut talk = Talk::uci();
    talk.lines(&["go infinite", "go depth 9", "stop"]);
    assert_eq!(talk.stopped, [1]);
    talk.finish();
    assert_eq!((searches(&talk), talk.stopped.len()), (2, 1));
}

#[test]
fn a_second_stop_is_kept_for_the_search_that_waits() {
    let mut talk = Talk::uci();
    talk.lines(&["go infinite", "go infinite", "stop", "stop"]);
    assert_eq!(talk.stopped, [1]);
    talk.finish();
    assert_eq!(talk.stopped, [1, 2]);
    talk.finish();
    assert_eq!(talk.bestmoves(), 2);
}

#[test]
fn a_stop_is_not_lost_while_the_table_is_made() {
    let mut talk = Talk::uci();
    talk.lines(&["setoption name Hash value 64", "go infinite", "stop"]);
    assert!(!talk.stopped.contains(&2));
    talk.finish();
    assert_eq!(talk.stopped.last(), Some(&2));
}

#[test]
fn a_search_does_not_wait_until_a_table_is_emptied() {
    for line in [
        "setoption name Hash value 64",
        "setoption name Clear Hash",
        "ucinewgame",
    ] {
        let mut talk = Talk::uci();
        talk.lines(&[line, "isready", "position startpos"]);
        assert!(talk.stopped.is_empty(), "{line}");
        talk.lines(&["go infinite"]);
        assert_eq!(talk.stopped, [1], "{line}");
        talk.finish();
        assert_eq!((searches(&talk), talk.stopped.len()), (1, 1), "{line}");
    }
}

#[test]
fn what_came_while_the_table_was_made_acts_when_the_search_begins() {
    let mut talk = Talk::uci();
    talk.lines(&[
        "setoption name Hash value 64",
        "go infinite",
        "isready",
        "d",
        "go depth 2",
        "isready",
    ]);
    assert!(talk.written.is_empty());
    talk.finish();
    assert_eq!(talk.written, ["readyok", "readyok"]);
    assert_eq!((searches(&talk), talk.stopped.contains(&2)), (1, false));
    talk.lines(&["stop"]);
    talk.finish();
    assert_eq!(searches(&talk), 2);
    let mut talk = console();
    talk.lines(&[
        "go depth 2",
        "go infinite",
        "stop",
        "go infinite",
        "moves e4",
    ]);
    talk.finish();
    assert_eq!(talk.stopped, [2]);
    talk.finish();
    assert_eq!(talk.stopped, [2, 3]);
    talk.finish();
    assert_eq!(talk.session.game.moves().len(), 1);
}

#[test]
fn quit_waits_its_turn_behind_a_change_of_the_table() {
    let mut talk = Talk::uci();
    talk.lines(&["setoption name Hash value 64", "d", "quit"]);
    assert!(!talk.quit);
    talk.finish();
    assert!(talk.quit);
    assert!(talk.written.iter().any(|line| line.starts_with("Fen: ")));
}

#[test]
fn bench_leaves_position_and_options_alone() {
    let mut talk = Talk::uci();
    talk.lines(&[
        "position startpos moves e2e4",
        "setoption name MultiPV value 2",
        "d",
    ]);
    let before = std::mem::take(&mut talk.written);
    talk.lines(&["bench"]);
    let Some((number, Job::Bench(_))) = talk.started.last() else {
        panic!()
    };
    let result = cutaway_search::bench::BenchResult {
        nodes: 1000,
        time: core::time::Duration::from_secs(1),
        stats: Default::default(),
    };
    let number = *number;
    talk.done(number, Outcome::Bench(Box::new(result)));
    assert_eq!(std::mem::take(&mut talk.written), ["1000 nodes 1000 nps"]);
    talk.lines(&["d"]);
    assert_eq!(talk.written, before);
    assert_eq!(talk.session.settings.multi_pv, 2);
}

#[test]
fn there_is_help_for_every_option_and_every_word_of_set() {
    let mut talk = console();
    let mut names: Vec<&str> = crate::uci::options::OPTIONS
        .iter()
        .map(|(_, name, _)| *name)
        .collect();
    names.extend([
        "evalfile",
        "clearhash",
        "stage",
        "depth",
        "nodes",
        "movetime",
        "record",
    ]);
    for name in names {
        talk.written.clear();
        talk.lines(&[&format!("help {name}")]);
        let first = talk.written[0].clone();
        assert!(
            talk.written.len() > 1 && !first.contains("no help"),
            "{name}: {first}"
        );
    }
    talk.written.clear();
    talk.lines(&["help multi_pv"]);
    assert_eq!(
        talk.written,
        [
            "  MultiPV: how many best moves to report",
            "    set MultiPV N: 1 to 256, 1 by default"
        ]
    );
    // What help says, works.
    talk.written.clear();
    talk.lines(&[
        "set MultiPV 3",
        "set Move Overhead 20",
        "set Minimal on",
        "set Clear Hash",
    ]);
    assert!(talk.written.is_empty(), "{:?}", talk.written);
    assert_eq!(talk.session.settings.multi_pv, 3);
    assert_eq!(talk.started.len(), 1);
}

/// The bench of a session is written out beside that of the search, which cannot be stopped: they are to count the same.
#[test]
fn a_bench_is_that_of_the_search_and_can_be_stopped() {
    let settings = cutaway_search::Settings {
        evaluator: cutaway_eval::Evaluator::Material,
        ..Default::default()
    };
    let run = |control: &Control| {
        let job = Job::Bench(Box::new(settings.clone()));
        job.run(&mut Pool::new(), control, &mut |_| {})
    };
    let Outcome::Bench(found) = run(&Control::default()) else {
        panic!("it was stopped")
    };
    let wanted = cutaway_search::bench::run(&settings, &mut |_| {});
    assert_eq!(found.nodes, wanted.nodes);
    let control = Control::default();
    control.stop();
    let stopped = run(&control);
    assert!(matches!(stopped, Outcome::BenchStopped(0)), "{stopped:?}");
    let mut talk = console();
    talk.lines(&["bench"]);
    let actions = talk.session.handle(Input::Interrupt);
    talk.take(actions);
    assert_eq!(talk.stopped, [1]);
    talk.done(1, stopped);
    assert_eq!(
        talk.written,
        ["bench was stopped with 0 of 30 positions searched"]
    );
}

#[test]
fn stop_and_ponderhit_without_a_search_are_silent() {
    let mut talk = Talk::uci();
    talk.lines(&["stop", "ponderhit", "stop", "go depth 1"]);
    assert!(talk.written.is_empty() && talk.stopped.is_empty() && talk.hits.is_empty());
}

#[test]
fn a_ponder_hit_goes_to_the_search_that_ponders() {
    let mut talk = Talk::uci();
    talk.lines(&["go ponder wtime 1000 btime 1000", "ponderhit", "ponderhit"]);
    assert_eq!(talk.hits, [1]);
    assert!(talk.started[0].1.ponders());
}

#[test]
fn a_refused_position_is_said_and_not_searched() {
    let mut talk = Talk::uci();
    talk.lines(&["position startpos moves d2d4 a1f8", "go depth 3"]);
    assert!(
        talk.written[0].starts_with("info string position refused: move a1f8"),
        "{:?}",
        talk.written
    );
    assert!(talk.written[1].starts_with("info string"));
    assert_eq!(talk.last(), "bestmove (none)");
    assert!(talk.started.is_empty());
    talk.lines(&["d"]);
    assert!(talk.last().contains("refused"));
    talk.lines(&["position startpos", "go depth 3"]);
    assert_eq!(searches(&talk), 1);
}

#[test]
fn a_refused_position_searched_without_end_answers_after_stop() {
    let mut talk = Talk::uci();
    talk.lines(&["position fen 8/8 w", "go infinite"]);
    assert_eq!(talk.bestmoves(), 0);
    talk.lines(&["isready"]);
    assert_eq!(talk.last(), "readyok");
    talk.lines(&["stop"]);
    assert_eq!(talk.last(), "bestmove (none)");
}

#[test]
fn mate_and_stalemate_have_a_score_and_no_move() {
    let mut talk = Talk::uci();
    talk.lines(&["position startpos moves f2f3 e7e5 g2g4 d8h4", "go depth 5"]);
    assert_eq!(
        talk.written,
        ["info depth 0 score mate 0", "bestmove (none)"]
    );
    talk.lines(&[
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "go ponder wtime 1 btime 1",
    ]);
    assert_eq!(talk.last(), "info depth 0 score cp 0");
    talk.lines(&["ponderhit"]);
    assert_eq!(talk.last(), "bestmove (none)");
}

#[test]
fn illegal_searchmoves_leave_no_move() {
    let mut talk = Talk::uci();
    talk.lines(&["go nodes 2000 searchmoves e2e5"]);
    assert!(talk.written[0].starts_with("info string searchmoves"));
    assert_eq!(talk.last(), "bestmove (none)");
    talk.lines(&["go nodes 2000 searchmoves a1a2 a2a3 a3a4"]);
    let Some((_, Job::Search(search))) = talk.started.last() else {
        panic!()
    };
    assert_eq!(search.limits.search_moves.len(), 1);
}

#[test]
fn the_end_of_input_stops_and_answers_everything() {
    let mut talk = Talk::uci();
    talk.lines(&["go depth 30", "go depth 31", "isready"]);
    talk.end_of_input();
    assert_eq!(talk.stopped, [1]);
    assert!(!talk.quit);
    talk.finish();
    assert_eq!(talk.stopped, [1, 2]);
    talk.finish();
    assert_eq!(talk.bestmoves(), 2);
    assert!(talk.quit);
}

#[test]
fn quit_answers_the_running_search_and_drops_the_rest() {
    let mut talk = Talk::uci();
    talk.lines(&["go infinite", "go depth 3", "quit", "d"]);
    assert_eq!(talk.stopped, [1]);
    talk.finish();
    assert!(talk.quit);
    assert_eq!((talk.bestmoves(), talk.written.len()), (1, 1));
}

#[test]
fn a_search_that_panicked_still_answers() {
    let mut talk = Talk::uci();
    talk.lines(&["go depth 3 searchmoves g1f3"]);
    talk.done(1, Outcome::Panicked("index out of bounds".to_string()));
    assert_eq!(
        talk.written,
        [
            "info string internal error in the search: index out of bounds",
            "bestmove g1f3"
        ]
    );
    talk.lines(&["isready"]);
    assert_eq!(talk.last(), "readyok");
}

#[test]
fn a_session_that_panicked_pays_the_answer_it_owes() {
    let mut talk = Talk::uci();
    talk.lines(&["go infinite", "go depth 2"]);
    let actions = talk.session.recover();
    talk.take(actions);
    assert_eq!(
        (talk.bestmoves(), talk.stopped.len(), searches(&talk)),
        (1, 1, 2)
    );
    // The outcome of the search that was given up comes late and is not answered twice.
    talk.done(1, Outcome::Search(Box::default()));
    assert_eq!(talk.bestmoves(), 1);
}

#[test]
fn options_are_read_and_bad_values_said() {
    let mut talk = Talk::uci();
    for line in [
        "setoption name Hash value 1e3",
        "setoption name Hash value",
        "setoption name",
        "setoption",
        "setoption name Nope value 1",
        "setoption name Ponder value maybe",
        "perft",
        "perft x",
        "go perft x",
        "go perft 0",
        "joke",
        "debug perhaps",
    ] {
        let before = talk.written.len();
        talk.lines(&[line]);
        assert_eq!(talk.written.len(), before + 1, "{line}: {:?}", talk.written);
        assert!(talk.last().starts_with("info string "), "{line}");
    }
    assert!(talk.started.is_empty());
    talk.lines(&["setoption name threads value 100000"]);
    assert!(talk.last().ends_with(": read as 1024"));
    assert!(matches!(
        talk.started.last(),
        Some((_, Job::SetThreads(1024)))
    ));
}

#[test]
fn uci_lists_techniques_when_asked() {
    let mut talk = Talk::uci();
    talk.lines(&["uci"]);
    assert!(
        !talk
            .written
            .iter()
            .any(|line| line.contains("Technique null_move"))
    );
    assert_eq!(talk.last(), "uciok");
    talk.lines(&["setoption name Show Techniques value true", "uci"]);
    assert!(
        talk.written
            .contains(&"option name Technique null_move type check default true".to_string())
    );
    talk.lines(&["setoption name Technique Null Move value false"]);
    assert_eq!(
        talk.last(),
        "info string null_move is off, and so is what needs it: null_move_verification, null_move_cut_node"
    );
}

#[test]
fn setting_chess960_keeps_the_position() {
    let mut talk = Talk::uci();
    talk.lines(&[
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "setoption name UCI_chess960 value TRUE",
        "d",
    ]);
    assert!(
        talk.written
            .contains(&"Fen: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_string())
    );
}

#[test]
fn minimal_prints_the_last_line_only() {
    let mut talk = Talk::uci();
    talk.lines(&["setoption name Minimal value true", "go depth 2"]);
    for depth in 1..=2 {
        let info = Info {
            depth,
            seldepth: depth,
            multi_pv: 1,
            score: ReportedScore::Centipawns(0),
            raw: 0,
            bound: Bound::Exact,
            nodes: 1,
            time: core::time::Duration::ZERO,
            hashfull: 0,
            tablebase_hits: 0,
            pv: Vec::new(),
        };
        let actions = talk
            .session
            .handle(Input::Event(1, SearchEvent::Info(info)));
        talk.take(actions);
    }
    talk.finish();
    assert_eq!(talk.written.len(), 2);
    assert!(talk.written[0].starts_with("info depth 2 "));
}

#[test]
fn real_searches_print_legal_lines_and_moves() {
    let mut talk = Talk::uci();
    talk.lines(&["position startpos moves e2e4", "go depth 4"]);
    talk.run();
    assert!(
        talk.written
            .iter()
            .filter(|line| line.starts_with("info depth"))
            .count()
            >= 4
    );
    assert!(talk.last().starts_with("bestmove "));
    talk.lines(&["go perft 2"]);
    talk.run();
    assert!(
        talk.written.contains(&"Nodes searched: 600".to_string()),
        "{:?}",
        talk.written
    );
    let stopped = |line: &String| line.contains("perft was stopped");
    assert!(!talk.written.iter().any(stopped), "{:?}", talk.written);
}

#[test]
fn a_perft_that_was_stopped_says_that_its_count_is_not_whole() {
    let mut talk = Talk::of(Session::uci());
    talk.lines(&["go perft 5"]);
    let first = Position::startpos().legal_moves().iter().next();
    let counts = first.map(|mv| (mv, 181_046)).into_iter().collect();
    talk.done(1, Outcome::Perft(counts, Default::default()));
    let words = "info string perft was stopped with 1 of 20 moves counted";
    assert_eq!(talk.written[0], words);
}

fn console() -> Talk {
    Talk::of(Session::console(false))
}

#[test]
fn the_console_reproduces_chapter_seven() {
    let mut talk = console();
    talk.lines(&[
        "set stage 7",
        "fen 4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1",
        "set depth 1",
    ]);
    assert!(talk.written.is_empty(), "{:?}", talk.written);
    talk.lines(&["set quiescence off", "go"]);
    talk.run();
    let [.., line, answer] = &talk.written[..] else {
        panic!()
    };
    assert!(
        line.starts_with("  depth  1    +8.00  ") && line.ends_with(" ms  Qxd5"),
        "{line}"
    );
    assert!(
        answer.starts_with("cutaway plays Qxd5   (depth 1, +8.00, "),
        "{answer}"
    );
    talk.lines(&["set quiescence on", "go"]);
    talk.run();
    assert!(
        talk.last().contains("(depth 1, +7.00, ") && !talk.last().contains("Qxd5"),
        "{}",
        talk.last()
    );
}

#[test]
fn console_lines_wait_for_a_search_with_an_end() {
    let mut talk = console();
    talk.lines(&["go depth 3", "stop", "moves e4", "quit"]);
    talk.end_of_input();
    assert!(talk.stopped.is_empty() && !talk.quit);
    talk.finish();
    assert!(talk.quit);
    assert_eq!(talk.session.game.moves().len(), 1);
}

#[test]
fn a_stop_that_is_typed_ends_a_search_with_an_end_and_the_rest_waits() {
    let mut talk = console();
    talk.session.attend();
    talk.lines(&["go depth 30", "moves e4", "go depth 31", " Stop "]);
    assert_eq!((talk.stopped.as_slice(), searches(&talk)), (&[1][..], 1));
    talk.finish();
    assert_eq!((talk.session.game.moves().len(), searches(&talk)), (1, 2));
    assert_eq!(talk.stopped, [1]);
}

#[test]
fn an_interrupt_stops_what_runs_and_nothing_else() {
    let mut talk = console();
    let interrupt = |talk: &mut Talk| {
        let actions = talk.session.handle(Input::Interrupt);
        talk.take(actions);
    };
    interrupt(&mut talk);
    assert!(talk.written.is_empty() && !talk.session.is_busy());
    talk.lines(&["go depth 30", "go depth 31"]);
    interrupt(&mut talk);
    interrupt(&mut talk);
    assert_eq!(talk.stopped, [1]);
    talk.finish();
    assert!(talk.last().starts_with("cutaway plays "), "{}", talk.last());
    assert_eq!((searches(&talk), talk.stopped.len()), (2, 1));
    assert!(talk.session.is_busy() && !talk.quit);
    talk.finish();
    talk.lines(&["perft 9"]);
    interrupt(&mut talk);
    assert_eq!(talk.stopped, [1, 3]);
}

#[test]
fn only_the_word_perft_makes_a_go_a_count() {
    let mut talk = Talk::uci();
    talk.lines(&["go depth 1 superft", "stop"]);
    assert_eq!((searches(&talk), talk.stopped.len()), (1, 1));
    talk.finish();
    talk.lines(&["go perft nothing", "go PERFT 0"]);
    assert_eq!((searches(&talk), talk.bestmoves()), (1, 1));
}

#[test]
fn a_table_that_is_too_large_is_not_said_to_be_there() {
    let mut talk = Talk::uci();
    talk.lines(&["setoption name Hash value 99999999999"]);
    let refusal = Err("no memory for a table of 33554432 MiB".to_string());
    talk.done(1, Outcome::Table(refusal));
    assert_eq!(
        talk.written,
        [
            "info string Hash goes from 1 to 33554432: read as 33554432",
            "info string Hash stays as it was: no memory for a table of 33554432 MiB"
        ]
    );
}

#[test]
fn threads_for_which_there_is_no_memory_are_not_said_to_be_there() {
    let mut talk = Talk::uci();
    talk.lines(&["setoption name Threads value 1024"]);
    let refusal = Err("no memory for 1024 threads".to_string());
    talk.done(1, Outcome::Table(refusal));
    assert_eq!(
        talk.written,
        ["info string Threads stays as it was: no memory for 1024 threads"]
    );
}

#[test]
fn a_bare_move_that_cannot_be_played_gets_the_reason() {
    let mut talk = console();
    for (word, why) in [
        ("e5", "e5 is not a legal move here"),
        ("Nf6", "Nf6 is not a legal move here"),
        ("e2e5", "e2e5 is not a legal move here"),
        ("e9", "unknown command e9"),
    ] {
        talk.lines(&[word]);
        assert!(talk.last().starts_with(why), "{}", talk.last());
    }
    assert!(talk.session.game.moves().is_empty());
}

#[test]
fn a_command_ends_an_endless_search_of_the_console() {
    let mut talk = console();
    talk.lines(&["go infinite"]);
    assert!(talk.session.is_ready());
    talk.lines(&["moves e4"]);
    assert_eq!(talk.stopped, [1]);
    assert!(talk.session.game.moves().is_empty());
    talk.finish();
    assert_eq!(talk.session.game.moves().len(), 1);
}

#[test]
fn a_game_in_the_console_goes_back_and_forth() {
    let mut talk = console();
    talk.lines(&["play white", "set depth 2", "e4"]);
    talk.run();
    assert_eq!(talk.session.game.moves().len(), 2);
    // The board with both moves follows the answer: ranks, a blank line, files, a blank line.
    let [answer, board @ .., _, files, _] = &talk.written[talk.written.len() - 12..] else {
        panic!()
    };
    assert!(answer.starts_with("cutaway plays "), "{:#?}", talk.written);
    assert!(
        board[4].starts_with("  4   . . . . P"),
        "{:#?}",
        talk.written
    );
    assert!(files.contains("a b c d e f g h"), "{:#?}", talk.written);
    talk.lines(&["undo"]);
    assert!(talk.session.game.moves().is_empty());
    talk.lines(&["play black"]);
    talk.run();
    assert_eq!(talk.session.game.moves().len(), 1);
    talk.lines(&["undo"]);
    assert_eq!(talk.last(), "there is no move of yours to take back");
    assert_eq!(talk.session.game.moves().len(), 1);
    talk.lines(&["e9", "xyzzy"]);
    assert!(talk.last().contains("unknown command xyzzy"));
}

#[test]
fn words_that_mean_nothing_start_no_search() {
    for (command, answer) in [
        ("explain check_ordering", "explain takes no word: "),
        ("explain foo bar", "explain takes no word: "),
        (
            "compare null_move_cut_node depth 8",
            "compare: unknown word depth ",
        ),
        ("compare foo bar", "compare: which technique? "),
        ("go foo", "go: unknown word foo"),
        ("bench 3", "bench: unknown word 3"),
        ("order 3", "order: unknown word 3"),
        ("stats foo", "stats: unknown word foo"),
        ("Eval foo", "eval: unknown word foo"),
        ("quit now", "quit: unknown word now"),
        (
            "go searchmoves e2e4 depth x",
            "go: depth needs a number and got x",
        ),
        (
            "go depth 3 nodes",
            "go: nodes needs a number and got nothing",
        ),
    ] {
        let mut talk = console();
        talk.lines(&[command]);
        assert!(talk.started.is_empty(), "{command}");
        assert_eq!(talk.written.len(), 1, "{command}");
        assert!(talk.last().starts_with(answer), "{}", talk.last());
    }
    let mut talk = console();
    talk.lines(&["go dpeth 3"]);
    assert_eq!(
        (talk.started.len(), talk.written.len()),
        (0, 2),
        "{:#?}",
        talk.written
    );
    // In UCI every `go` has its answer.
    let mut talk = Talk::uci();
    talk.lines(&["go dpeth 3"]);
    assert_eq!(talk.started.len(), 1);
}

#[test]
fn looking_into_a_search_works() {
    let mut talk = console();
    let mut pool = Pool::new();
    talk.lines(&["tree", "set depth 3", "go"]);
    assert!(talk.last().contains("no search yet"));
    for command in [
        "",
        "stats",
        "tree",
        "tree e4",
        "order",
        "compare null_move",
        "explain",
        "eval",
        "see e4",
    ] {
        let before = talk.written.len();
        talk.lines(&[command]);
        if let Some((number, job)) = talk.started.pop() {
            let mut events = Vec::new();
            let outcome = job.run(&mut pool, &Control::default(), &mut |event| {
                events.push(event)
            });
            talk.done(number, outcome);
        }
        assert!(talk.written.len() > before, "{command}");
        assert!(
            talk.written
                .iter()
                .all(|line| line.is_ascii() && !line.contains('\n'))
        );
    }
    assert!(
        talk.written
            .iter()
            .any(|line| line.starts_with("the root: white to move, depth 3,")),
        "{:#?}",
        talk.written
    );
    assert!(
        talk.written
            .iter()
            .any(|line| line.starts_with("e4: black to move"))
    );

    // Moves lead on from the search that the tree is of; another position does not.
    let other = |line: &String| line.starts_with("of the last search, in another game: rnbqkbnr/");
    talk.lines(&["moves e4 e5", "tree"]);
    assert!(!talk.written.iter().any(other));
    let (number, _) = talk.started.pop().expect("the tree is looked at");
    talk.done(number, Outcome::Tree(None));
    talk.lines(&["fen 4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "tree"]);
    assert!(other(talk.written.last().expect("a line")));
}

#[test]
fn a_search_of_the_same_node_counts_among_the_visits_below() {
    let mut talk = console();
    let mut pool = Pool::new();
    talk.lines(&[
        "set stage 18",
        "set aspiration_windows off",
        "fen 6k1/p4p1p/1p3np1/2q5/4p3/4P1N1/PP3PPP/3Q2K1 w - - 0 1",
    ]);
    let mut views = Vec::new();
    for command in ["go depth 9", "tree", "tree Qd8"] {
        talk.lines(&[command]);
        let (number, job) = talk.started.pop().expect("it starts something");
        let outcome = job.run(&mut pool, &Control::default(), &mut |_| {});
        if let Outcome::Tree(view) = &outcome {
            views.push(view.clone().expect("it is recorded"));
        }
        talk.done(number, outcome);
    }
    for view in &views {
        let sum: usize = view.children.iter().map(|child| child.below + 1).sum();
        assert_eq!(sum, view.here.below, "{:?}", view.here);
    }
    // The test of a table move is a visit to the node from within it.
    let here = &views[1].here.node;
    let is_once_more = |visit: &Visit| visit.node.ply == here.ply && visit.node.mv == here.mv;
    assert!(views[1].children.iter().any(is_once_more), "{here:?}");
}

#[test]
fn stages_without_play_say_so() {
    let mut talk = console();
    for (stage, word) in [
        ("2", "adds no play"),
        ("21", "adds no play"),
        ("16", "not built yet"),
        ("99", "1 to 24"),
    ] {
        talk.lines(&[&format!("set stage {stage}")]);
        assert!(talk.last().contains(word), "{}", talk.last());
        assert_eq!(talk.session.settings, Settings::default());
    }
    talk.lines(&["set stage 5", "go"]);
    let Some((_, Job::Search(search))) = talk.started.last() else {
        panic!()
    };
    assert_eq!(search.limits.move_time, None);
}

/// The bytes of a small network that gives the side to move so many of its units.
fn network(units: i32) -> Vec<u8> {
    use cutaway_eval::nnue::{BUCKETS, Network, Parts};
    let parts = Parts {
        output_bias: vec![units * 255 * 64 / 400; BUCKETS],
        ..Parts::zeroed(16)
    };
    Network::from_parts(parts).unwrap().to_bytes("of a test")
}

/// So many units of a network as they are shown.
fn shown(units: i32) -> String {
    let network = cutaway_eval::nnue::Network::from_bytes(&network(units)).unwrap();
    let evaluator = cutaway_eval::Evaluator::Network(network.into());
    crate::text::pawns(evaluator.centipawns(units))
}

#[test]
fn a_network_comes_from_its_file_before_the_next_line_acts() {
    let mut talk = console();
    talk.lines(&["set evalfile my net", "eval", "isready"]);
    let (number, job) = talk.started.pop().unwrap();
    assert!(matches!(job, Job::Read(path) if path == "my net"));
    assert!(talk.written.is_empty(), "{:?}", talk.written);
    talk.done(number, Outcome::File(Ok(network(50))));
    assert_eq!(
        talk.written[0],
        "EvalFile my net: network 768 -> 16, of a test"
    );
    let text = talk.written.join("\n");
    let queen = format!("white queen   d1           {}   +0.00", shown(50));
    assert!(
        text.contains(&queen) && text.contains("output bucket 8 of 8 by 32 men"),
        "{text}"
    );
    assert_eq!(talk.last(), "readyok");

    // The chapters have none; the engine that plays takes it up again.
    talk.lines(&[
        "set stage 10",
        "set evalfile",
        "set stage full",
        "set evalfile",
    ]);
    assert_eq!(talk.last(), "network 768 -> 16, of a test");
    assert!(
        talk.written
            .contains(&"no network is in force, but piece-square tables".to_string())
    );
    talk.lines(&["export_net out.net", "eval"]);
    let (number, job) = talk.started.pop().unwrap();
    let Job::Write(path, bytes) = job else {
        panic!("{job:?}")
    };
    assert_eq!((path.as_str(), bytes), ("out.net", network(50)));
    talk.done(number, Outcome::Written(Ok(())));
    assert!(
        talk.written
            .contains(&"the network was written to out.net".to_string())
    );
}

#[test]
fn a_name_alone_tells_the_value_in_force() {
    let mut talk = console();
    let hears = |talk: &mut Talk, line: &str, words: &str| {
        talk.lines(&[line]);
        assert_eq!(talk.last(), words, "{line}");
    };
    hears(&mut talk, "set hash", "Hash is 16");
    talk.lines(&["set hash 64", "set threads"]);
    talk.finish();
    assert_eq!(talk.last(), "Threads is 1");
    hears(&mut talk, "set HASH", "Hash is 64");
    talk.lines(&["set hash 128"]);
    let (number, _) = talk.started.pop().unwrap();
    let why = "no memory".to_string();
    talk.done(number, Outcome::Table(Err(why)));
    hears(&mut talk, "set hash", "Hash is 64");
    talk.lines(&["set multipv 3"]);
    hears(&mut talk, "set multipv", "MultiPV is 3");
    hears(&mut talk, "set move overhead", "Move Overhead is 10");
    hears(&mut talk, "set UCI_Chess960", "UCI_Chess960 is false");
    talk.lines(&["set UCI_Chess960 on"]);
    hears(&mut talk, "set UCI_Chess960", "UCI_Chess960 is true");
    hears(&mut talk, "set record", "record is tree");
    hears(&mut talk, "set tuning", "tuning is off");
    hears(&mut talk, "set nodes", "nodes is off");
    talk.lines(&["set movetime 70"]);
    hears(&mut talk, "set movetime", "movetime is 70");
    talk.lines(&["set movetime off"]);
    hears(&mut talk, "set movetime", "movetime is off");
    // As numbers of UCI are.
    let limited = "depth goes from 1 to 240: read as 240";
    hears(&mut talk, "set depth 99999", limited);
    hears(&mut talk, "set depth", "depth is 240");
    let limited = "depth goes from 1 to 240: read as 1";
    hears(&mut talk, "set depth 0", limited);
    hears(&mut talk, "set depth", "depth is 1");
    hears(&mut talk, "set depth x", "set depth to a number or off?");
    let empty = "SyzygyPath is <empty>: there are no tablebases";
    hears(&mut talk, "set syzygypath", empty);
    talk.lines(&["set SyzygyPath /my tables:/others"]);
    let (number, job) = talk.started.pop().unwrap();
    assert!(matches!(job, Job::OpenTables(path) if path == "/my tables:/others"));
    let tables: std::sync::Arc<dyn cutaway_search::Tablebase> = std::sync::Arc::new(NoTables);
    talk.done(number, Outcome::Tables(Some(tables), Vec::new()));
    let open = "SyzygyPath is /my tables:/others: tables of up to 3 men";
    hears(&mut talk, "set syzygypath", open);
    talk.lines(&["set syzygypath <empty>"]);
    assert!(talk.session.settings.tables.base.is_none());
    hears(&mut talk, "set syzygypath", empty);
    talk.lines(&["set syzygypath x"]);
    let (number, _) = talk.started.pop().unwrap();
    talk.done(number, Outcome::Tables(None, Vec::new()));
    let none = "SyzygyPath is x: no tables were found there";
    hears(&mut talk, "set syzygypath", none);
}

/// Tables in which nothing is found.
#[derive(Debug)]
struct NoTables;

impl cutaway_search::Tablebase for NoTables {
    fn max_men(&self) -> u32 {
        3
    }

    fn wdl(&self, _: &Position) -> Option<cutaway_search::Wdl> {
        None
    }

    fn distances(&self, _: &Position) -> Option<Vec<(cutaway_chess::Move, i32)>> {
        None
    }
}

#[test]
fn tablebases_are_opened_before_the_next_line_acts_and_given_back_before_others_are() {
    let mut talk = Talk::uci();
    talk.lines(&[
        "setoption name SyzygyPath value /my tables:/others",
        "setoption name SyzygyProbeDepth value 5",
        "setoption name SyzygyProbeLimit value 0",
        "setoption name Syzygy50MoveRule value false",
        "isready",
    ]);
    let (number, job) = talk.started.pop().unwrap();
    assert!(matches!(job, Job::OpenTables(path) if path == "/my tables:/others"));
    assert!(talk.written.is_empty(), "{:?}", talk.written);
    let tables: std::sync::Arc<dyn cutaway_search::Tablebase> = std::sync::Arc::new(NoTables);
    let words = ["/others: gone", "3 tables"].map(str::to_string).to_vec();
    talk.done(number, Outcome::Tables(Some(tables.clone()), words));
    let said = [
        "info string SyzygyPath: /others: gone",
        "info string SyzygyPath: 3 tables",
        "readyok",
    ];
    assert_eq!(talk.written, said);
    let set = &talk.session.settings.tables;
    assert!(set.base.is_some() && !set.fifty_move_rule);
    assert_eq!((set.probe_depth, set.probe_limit), (5, 0));
    // A stage of the book has the same tables.
    talk.lines(&["set stage 10", "setoption name SyzygyPath value other"]);
    assert_eq!(std::sync::Arc::strong_count(&tables), 1);
    let (number, _) = talk.started.pop().unwrap();
    talk.done(number, Outcome::Tables(Some(tables.clone()), Vec::new()));
    talk.lines(&["setoption name SyzygyPath value <empty>"]);
    assert!(talk.session.settings.tables.base.is_none());
    assert!(!talk.session.is_busy());
}

#[test]
fn a_bad_network_is_one_message_and_the_old_one_stays() {
    let mut talk = Talk::uci();
    talk.lines(&[
        "setoption name EvalFile value good",
        "setoption name EvalFile value bad",
        "eval",
    ]);
    let (number, _) = talk.started.pop().unwrap();
    talk.done(number, Outcome::File(Ok(network(100))));
    let mut cut = network(200);
    cut.pop();
    let (number, _) = talk.started.pop().unwrap();
    let before = talk.written.len();
    talk.done(number, Outcome::File(Ok(cut)));
    let words =
        "info string EvalFile stays as it was: bad: it has 25208 bytes and should have 25209";
    assert_eq!(talk.written[before], words);
    assert!(
        talk.last()
            .starts_with(&format!("{} seen from White", shown(100))),
        "{}",
        talk.last()
    );

    talk.lines(&["setoption name EvalFile value gone"]);
    let (number, _) = talk.started.pop().unwrap();
    talk.done(number, Outcome::File(Err("no such file".to_string())));
    assert_eq!(
        talk.last(),
        "info string EvalFile stays as it was: gone: no such file"
    );
    talk.lines(&[
        "setoption name EvalFile value <empty>",
        "export_net",
        "eval",
    ]);
    assert!(talk.started.is_empty());
    assert!(
        talk.last().starts_with("+0.00 seen from White"),
        "{}",
        talk.last()
    );
    assert!(
        talk.written
            .contains(&"info string export_net: no network is in force".to_string())
    );
}

#[test]
fn the_built_in_network_judges_until_it_is_told_otherwise() {
    let mut talk = console();
    let told = |talk: &mut Talk, line: &str| {
        talk.lines(&[line, "set evalfile"]);
        talk.last().to_string()
    };
    let built_in = talk.session.settings.evaluator.clone();
    assert_eq!(built_in, Evaluator::built_in());
    let words = told(&mut talk, "set stage full");
    assert!(words.starts_with("network 768 -> "), "{words}");
    assert!(words.contains(" (built in), "), "{words}");
    talk.lines(&["eval"]);
    let line = talk
        .written
        .iter()
        .find(|line| line.contains("output bucket"));
    assert!(line.is_some_and(|line| line.contains(" (built in), output bucket 8 of 8")));

    // A stage has what it had; a stage with a network has the one of `EvalFile`.
    let piece_square = "no network is in force, but piece-square tables";
    assert_eq!(told(&mut talk, "set stage 14"), piece_square);
    assert_eq!(told(&mut talk, "set stage 20"), words);
    assert_eq!(told(&mut talk, "set evalfile <empty>"), piece_square);
    assert_eq!(told(&mut talk, "set stage full"), piece_square);
    assert_eq!(told(&mut talk, "set evalfile <built-in>"), words);
    assert_eq!(talk.session.settings, Settings::default());
    assert!(talk.started.is_empty(), "no file is read");

    talk.lines(&["export_net"]);
    let Some((_, Job::Write(path, bytes))) = talk.started.pop() else {
        panic!("it is written")
    };
    assert_eq!(path, "cutaway.nnue");
    let network = cutaway_eval::nnue::Network::from_bytes(&bytes).expect("a network");
    assert_eq!(Evaluator::Network(std::sync::Arc::new(network)), built_in);
}
