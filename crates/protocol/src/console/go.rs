//! Searches in the console: their limits, their lines, their answer.

use super::{Console, Last};
use crate::session::{SearchTask, Session};
use crate::text;
use crate::uci::go::GoText;
use core::time::Duration;
use cutaway_chess::Position;
use cutaway_search::{Bound, Info, Limits, Record, SearchEvent, SearchResult, Settings, Technique};

/// How long a search without any limit takes.
const DEFAULT_TIME: Duration = Duration::from_secs(2);
/// How long a search for a mate alone takes at most.
const MATE_TIME: Duration = Duration::from_secs(60);

impl Console {
    /// The limits of a `go`: its own, else what was set, else two seconds. A search for a mate alone ends after a minute.
    pub(crate) fn limits(&self, go: &GoText, mut limits: Limits, settings: &Settings) -> Limits {
        if go.has_limit() || go.infinite || go.ponder {
            let only_mate = Limits {
                mate: limits.mate,
                search_moves: limits.search_moves.clone(),
                ..Limits::default()
            };
            // The next line waits for the end of this search, and there may be no mate.
            if limits.mate.is_some() && limits == only_mate {
                limits.move_time = Some(MATE_TIME);
            }
            return limits;
        }
        limits.infinite = false;
        self.set_limits(&mut limits);
        // Without iterative deepening there is nothing to stop early, and the search has its fixed depth.
        if limits == Limits::default() && settings.on(Technique::IterativeDeepening) {
            limits.move_time = Some(DEFAULT_TIME);
        }
        limits
    }

    /// What `set` says about limits.
    pub(super) fn set_limits(&self, limits: &mut Limits) {
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        limits.move_time = self.move_time.map(Duration::from_millis);
    }
}

/// The line for a finished iteration; bounds and single moves are not shown.
pub(crate) fn event_line(position: &Position, event: &SearchEvent) -> Option<String> {
    let SearchEvent::Info(info) = event else {
        return None;
    };
    if info.bound != Bound::Exact {
        return None;
    }
    let number = if info.multi_pv > 1 {
        format!("[{}] ", info.multi_pv)
    } else {
        String::new()
    };
    Some(format!(
        "  depth {:>2}  {:>7}  {:>10} nodes  {:>6} ms  {number}{}",
        info.depth,
        text::score(info.score),
        info.nodes,
        info.time.as_millis(),
        text::san_line(position, &info.pv)
    ))
}

impl Session {
    /// The settings to search with: what is recorded depends on who asks.
    pub(crate) fn search_settings(&self) -> Settings {
        let record = if self.is_console() {
            self.console.record
        } else {
            Record::Nothing
        };
        Settings {
            record,
            ..self.settings.clone()
        }
    }

    /// Says what a search found, and plays it if a game is on.
    pub(crate) fn console_answer(&mut self, task: SearchTask, result: SearchResult) {
        let best = result.best;
        match best {
            Some(mv) => {
                let san = task.game.position().to_san(mv);
                let found = result.info.as_ref().map_or(String::new(), found_words);
                let (nodes, ms) = (result.nodes, result.time.as_millis());
                self.say(&format!(
                    "cutaway plays {san}   ({found}{nodes} nodes, {ms} ms)"
                ));
            }
            None => self.say("there is no move to play"),
        }
        self.console.last = Some(Last {
            game: task.game,
            result,
            evaluator: task.settings.evaluator,
        });
        if let Some(mv) = best {
            self.play_answer(mv);
        }
    }
}

/// How deep and how good, for the answer; a search that was broken off in its first iteration, or while a window was
/// being opened, says what it knows.
fn found_words(info: &Info) -> String {
    let (depth, score) = (info.depth, text::score(info.score));
    match info.bound {
        Bound::Exact => format!("depth {depth}, {score}, "),
        Bound::Lower => format!("depth {depth} unfinished, {score} or more, "),
        Bound::Upper => format!("depth {depth} unfinished, {score} or less, "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cutaway_search::ReportedScore;

    #[test]
    fn the_line_has_its_columns() {
        let position: Position = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1".parse().unwrap();
        let mut info = Info {
            depth: 1,
            seldepth: 1,
            multi_pv: 1,
            score: ReportedScore::Centipawns(800),
            raw: 800,
            bound: Bound::Exact,
            nodes: 18,
            time: Duration::from_micros(40),
            hashfull: 0,
            tablebase_hits: 0,
            pv: vec![position.parse_san("Qxd5").unwrap()],
        };
        let line = |info: &Info| event_line(&position, &SearchEvent::Info(info.clone()));
        assert_eq!(
            line(&info).unwrap(),
            "  depth  1    +8.00          18 nodes       0 ms  Qxd5"
        );
        assert_eq!(found_words(&info), "depth 1, +8.00, ");
        info.bound = Bound::Upper;
        assert_eq!(line(&info), None);
        assert_eq!(found_words(&info), "depth 1 unfinished, +8.00 or less, ");
    }
}
