//! This engine as a player, without a pipe between.

use crate::player::{Answer, Failure, Line, Question};
use crate::spec::OwnSpec;
use crate::time_control::{Budget, PlayerClock};
use cutaway_chess::Color;
use cutaway_search::{
    Bound, Clock, ClockLimits, Control, Info, Limits, Pool, SearchEvent, Settings,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A search pool with what it is to be asked with.
pub(crate) struct OwnPlayer {
    pool: Pool,
    settings: Settings,
    overhead: Duration,
}

impl OwnPlayer {
    pub fn start(spec: &OwnSpec, overhead: Duration) -> Result<OwnPlayer, String> {
        let mut pool = Pool::new();
        pool.set_hash(spec.hash)
            .map_err(|error| error.to_string())?;
        let threads = pool
            .set_threads(spec.threads)
            .map_err(|error| error.to_string())?;
        if threads != spec.threads {
            return Err(format!("only {threads} threads of {}", spec.threads));
        }
        Ok(OwnPlayer {
            pool,
            settings: spec.settings.clone(),
            overhead,
        })
    }

    pub fn new_game(&mut self) {
        self.pool.new_game();
        self.pool.prepare(&Control::default());
    }

    /// A search cannot be taken back by force, so [`Question::patience`] does not bind it.
    pub fn think(&mut self, question: &Question) -> Answer {
        let limits = limits(question, self.overhead);
        let mut infos: Vec<Info> = Vec::new();
        let mut keep = |event: SearchEvent| {
            if let SearchEvent::Info(info) = event
                && info.multi_pv == 1
            {
                infos.push(info);
            }
        };
        let start = Instant::now();
        let clock = Clock::start();
        // A search that panics is a lost game, as a process that dies would be.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let control = Control::default();
            self.pool.go_since(
                clock,
                question.game,
                &limits,
                &self.settings,
                &control,
                &mut keep,
            )
        }));
        let elapsed = start.elapsed();
        let best = match result {
            Ok(result) => result
                .best
                .ok_or_else(|| Failure::Illegal("(none)".to_string())),
            Err(panic) => Err(Failure::Crash(words_of(panic.as_ref()))),
        };
        Answer {
            best,
            elapsed,
            lines: infos.into_iter().map(|info| line(info, question)).collect(),
        }
    }
}

fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!(
        "panicked: {}",
        text.unwrap_or_else(|| "no words".to_string())
    )
}

fn limits(question: &Question, overhead: Duration) -> Limits {
    let mut limits = Limits::default();
    match question.budget {
        Budget::Clock(_) => {
            let own = |clocks: [PlayerClock; 2]| match question.game.position().side_to_move() {
                Color::White => clocks[0],
                Color::Black => clocks[1],
            };
            limits.clock = question.clocks.map(own).map(|clock| ClockLimits {
                remaining: clock.remaining(),
                increment: clock.increment(),
                moves_to_go: clock.moves_to_go(),
                overhead,
                nodes_per_ms: None,
            });
        }
        Budget::Nodes(nodes) => limits.nodes = Some(nodes),
        Budget::Depth(depth) => limits.depth = Some(depth),
        Budget::MoveTime(time) => limits.move_time = Some(time),
    }
    limits
}

fn line(info: Info, question: &Question) -> Line {
    let mut position = question.game.position().clone();
    let legal = info
        .pv
        .iter()
        .take_while(|&&mv| position.try_play(mv).is_ok())
        .count();
    Line {
        depth: info.depth,
        score: Some(info.score),
        is_bound: info.bound != Bound::Exact,
        illegal: info.pv.get(legal).map(|mv| format!("{mv:?}")),
        pv: info.pv[..legal].to_vec(),
    }
}
