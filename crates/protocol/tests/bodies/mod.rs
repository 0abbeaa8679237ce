//! The body of the fuzz test of UCI and console lines: any bytes become lines, and a driver that finishes jobs at the
//! oddest moments that the session allows.
//!
//! `fuzz_bodies.rs` calls it with random bytes on every run of the tests, `fuzz/` with bytes that libFuzzer breeds. Threads
//! and pipes are not here: the program as a whole is fuzzed by a test of the crate `cutaway`.

pub mod grammar;

use cutaway_chess::Position;
use cutaway_protocol::{Action, Input as Heard, Job, Outcome, SearchJob, Session};
use cutaway_search::bench::BenchResult;
use cutaway_search::{Clock, Control, Limits, Pool, SearchEvent, Stats};
use grammar::{Input, command, is_quit, is_search};
use std::time::Duration;

/// The longest conversation, in steps.
const LONGEST: usize = 60;

/// A session and all that a program would know of it.
struct Talk {
    session: Session,
    is_uci: bool,
    written: Vec<String>,
    /// All that was said and done, for the one who has to find the fault.
    told: Vec<String>,
    running: Option<Running>,
    /// The numbers of jobs that have ended.
    ended: Vec<u64>,
    searches_started: usize,
    pool: Option<Pool>,
    quit: bool,
}

struct Running {
    number: u64,
    job: Job,
    stopped: bool,
    ponder_hit: bool,
}

impl Running {
    /// Whether a real pool could end the job now.
    fn may_end(&self) -> bool {
        let waits = match &self.job {
            Job::Search(search) => {
                search.limits.infinite || search.limits.ponder && !self.ponder_hit
            }
            _ => false,
        };
        self.stopped || !waits
    }
}

/// Holds the conversation that the bytes stand for. In UCI every search is answered by exactly one legal `bestmove` and
/// every `isready` by `readyok`, unless `quit` came; in both languages the end of input ends the session once the
/// jobs that wait have run. Returns the number of searches that were begun.
pub fn lines(data: &[u8]) -> usize {
    let mut input = Input::new(data);
    let (is_uci, echo) = (input.below(3) != 0, input.below(2) == 1);
    let mut session = if is_uci {
        Session::uci()
    } else {
        Session::console(echo)
    };
    if input.below(4) == 0 {
        session.attend();
    }
    let mut talk = Talk {
        session,
        is_uci,
        written: Vec::new(),
        told: Vec::new(),
        running: None,
        ended: Vec::new(),
        searches_started: 0,
        pool: None,
        quit: false,
    };
    let (mut searches, mut readies, mut quit) = (0, 0, false);
    for _ in 0..LONGEST {
        if input.is_empty() {
            break;
        }
        if input.below(3) == 0 {
            talk.something_happens(&mut input);
            continue;
        }
        let line = input.line();
        if !quit {
            searches += usize::from(is_search(&line));
            readies += usize::from(command(&line) == "isready");
            quit = is_quit(&line);
        }
        talk.hear(Heard::Line(line, Clock::start()));
    }
    talk.hear(Heard::EndOfInput);
    talk.run_to_the_end();
    let starting = |word: &str| {
        talk.written
            .iter()
            .filter(|line| line.starts_with(word))
            .count()
    };
    if is_uci {
        let (answers, ready) = (starting("bestmove "), starting("readyok"));
        if quit {
            assert!(talk.searches_started <= answers && answers <= searches && ready <= readies);
        } else {
            assert_eq!((answers, ready), (searches, readies));
        }
    }
    talk.searches_started
}

impl Drop for Talk {
    /// A conversation that failed is told.
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}", self.told.join("\n"));
        }
    }
}

impl Talk {
    fn hear(&mut self, heard: Heard) {
        self.told.push(match &heard {
            Heard::Line(line, _) => format!("<< {line:?}"),
            Heard::Event(number, _) => format!("   event of {number}"),
            Heard::Done(number, Outcome::Panicked(_)) => format!("   {number} has died"),
            Heard::Done(number, _) => format!("   {number} has ended"),
            Heard::EndOfInput => "   end of input".to_string(),
            Heard::Interrupt => "   interrupt".to_string(),
            Heard::Notice(_) => "   notice".to_string(),
        });
        for action in self.session.handle(heard) {
            assert!(!self.quit, "{action:?} after the end");
            self.told.push(format!(">> {action:?}"));
            self.act(action);
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Write(line) => {
                // The console repeats what was typed as it was.
                let breaks = line.contains('\n') || self.is_uci && line.contains('\r');
                assert!(!breaks, "one line in {line:?}");
                self.written.push(line);
            }
            Action::Start { number, job } => {
                assert!(self.running.is_none(), "one job at a time");
                assert!(!self.ended.contains(&number), "numbers are used once");
                self.searches_started += usize::from(matches!(job, Job::Search(_)));
                self.running = Some(Running {
                    number,
                    job,
                    stopped: false,
                    ponder_hit: false,
                });
            }
            Action::Stop(number) => self.reach(number, |running| running.stopped = true),
            Action::PonderHit(number) => self.reach(number, |running| running.ponder_hit = true),
            Action::Quit => self.quit = true,
            Action::Log(_) | Action::QuitSoon => {}
        }
    }

    fn reach(&mut self, number: u64, act: impl Fn(&mut Running)) {
        if let Some(running) = self
            .running
            .as_mut()
            .filter(|running| running.number == number)
        {
            act(running);
        }
    }

    /// The job ends, or dies, or one that has ended is heard of once more.
    fn something_happens(&mut self, input: &mut Input) {
        match input.below(8) {
            0 => {
                if let Some(&number) = self.ended.last() {
                    self.hear(Heard::Done(number, Outcome::Panicked("again".to_string())));
                }
            }
            1 => self.finish(true),
            2 => self.hear(Heard::Notice(
                "a word from outside\nin two lines".to_string(),
            )),
            3 => self.hear(Heard::Interrupt),
            _ => self.finish(false),
        }
    }

    fn finish(&mut self, dies: bool) {
        let Some(running) = self.running.take_if(|running| running.may_end()) else {
            return;
        };
        let Running { number, job, .. } = running;
        let (events, outcome) = if dies {
            (
                Vec::new(),
                Outcome::Panicked("the fuzz test\nmade it so".to_string()),
            )
        } else {
            self.outcome_of(job.clone())
        };
        for event in events {
            self.hear(Heard::Event(number, event));
        }
        let answers = self.written.len();
        self.ended.push(number);
        self.hear(Heard::Done(number, outcome));
        if let Job::Search(search) = job
            && self.is_uci
        {
            let answer = self.written[answers..]
                .iter()
                .find(|line| line.starts_with("bestmove "));
            check_answer(
                answer.expect("a search that ends is answered at once"),
                &search,
            );
        }
    }

    /// What a pool makes of the job, which is kept short.
    fn outcome_of(&mut self, mut job: Job) -> (Vec<SearchEvent>, Outcome) {
        match &mut job {
            Job::Search(search) => shorten(search),
            Job::Explain { search, .. } => shorten(search),
            Job::Compare(searches) => searches.iter_mut().for_each(shorten),
            Job::Perft { depth, .. } => *depth = (*depth).min(2),
            Job::Bench(_) => {
                let (time, stats) = (Duration::ZERO, Stats::default());
                return (
                    Vec::new(),
                    Outcome::Bench(Box::new(BenchResult {
                        nodes: 1,
                        time,
                        stats,
                    })),
                );
            }
            Job::SetHash(_) => {
                return (
                    Vec::new(),
                    Outcome::Table(Err("there is no room".to_string())),
                );
            }
            Job::SetThreads(count) => return (Vec::new(), Outcome::Table(Ok(*count))),
            _ => {}
        }
        let pool = self.pool.get_or_insert_with(Pool::new);
        let mut events = Vec::new();
        let outcome = job.run(pool, &Control::default(), &mut |event| events.push(event));
        (events, outcome)
    }

    /// Nothing more is said: what can end ends, and then the session has to.
    fn run_to_the_end(&mut self) {
        while !self.quit {
            let number = self.running.as_ref().map(|running| running.number);
            assert!(number.is_some(), "no job runs and the session waits");
            self.finish(false);
            let stuck = self.running.as_ref().map(|running| running.number) == number;
            assert!(!stuck, "nobody is left to stop the search");
        }
    }
}

fn shorten(search: &mut SearchJob) {
    search.limits = Limits {
        nodes: Some(60),
        search_moves: std::mem::take(&mut search.limits.search_moves),
        ..Limits::default()
    };
}

/// The answer is a legal move, and one of `searchmoves` if there are any.
fn check_answer(answer: &str, search: &SearchJob) {
    let position: &Position = search.game.position();
    let word = answer.split(' ').nth(1).unwrap_or_default();
    let mv = position.parse_uci(word);
    let allowed = &search.limits.search_moves;
    let is_allowed = mv.is_ok_and(|mv| allowed.is_empty() || allowed.contains(&mv));
    assert!(is_allowed, "{answer} in {position:?} with {allowed:?}");
}
