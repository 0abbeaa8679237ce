//! `explain`: the main line, the best other moves, and what is wrong with those that tempt.

use super::go::event_line;
use crate::job::{Job, SearchJob};
use crate::session::{Purpose, Session};
use crate::text;
use cutaway_chess::{Move, Position};
use cutaway_search::{Clock, Info, Limits, ReportedScore, SearchEvent, mvv_lva};

/// How many lines are compared.
const LINES: usize = 3;
/// How many tempting moves are looked at besides.
const TEMPTING: usize = 2;

impl Session {
    pub(super) fn explain(&mut self, words: &str) {
        if !words.is_empty() {
            let why =
                "explain takes no word: it is about the move (`help NAME` is about a technique)";
            return self.say(why);
        }
        let position = self.game.position().clone();
        if !position.has_legal_move() {
            return self.say("there is no move to explain");
        }
        let mut limits = Limits::default();
        match self.last_depth() {
            Some(depth) => limits.depth = Some(depth),
            None => {
                limits = self
                    .console
                    .limits(&Default::default(), limits, &self.settings)
            }
        }
        let mut settings = self.settings.clone();
        settings.multi_pv = LINES;
        let search = SearchJob {
            game: self.game.clone(),
            limits,
            settings,
            clock: Clock::start(),
        };
        let job = Job::Explain {
            search: Box::new(search),
            tempting: tempting_moves(&position),
        };
        self.start(job, Purpose::Explain(Box::new(position)));
    }
}

/// The captures and promotions that catch the eye first: the greatest victims.
fn tempting_moves(position: &Position) -> Vec<Move> {
    let mut noisy: Vec<Move> = position
        .legal_moves()
        .iter()
        .filter(|mv| mv.is_noisy())
        .collect();
    noisy.sort_by_key(|&mv| -mvv_lva(position, mv));
    noisy.truncate(TEMPTING);
    noisy
}

pub(super) fn explain_lines(
    position: &Position,
    lines: &[Info],
    tempting: &[(Move, Info)],
) -> Vec<String> {
    let Some((best, others)) = lines.split_first() else {
        return vec!["the search was stopped before it found a line".to_string()];
    };
    // When time ends an iteration half way, the later lines are those of the iteration before, and one of them can
    // begin with the move that is best by now.
    let others: Vec<&Info> = others
        .iter()
        .filter(|info| info.pv.first() != best.pv.first())
        .collect();
    let name = |info: &Info| {
        info.pv
            .first()
            .map_or("-".to_string(), |&mv| position.to_san(mv))
    };
    let mut out = vec![format!(
        "{} is best, {} at depth {}. The main line:",
        name(best),
        text::score(best.score),
        best.depth
    )];
    out.extend(event_line(
        position,
        &SearchEvent::Info(Info {
            multi_pv: 1,
            ..best.clone()
        }),
    ));
    if !others.is_empty() {
        out.push("The next best moves, and how they go on:".to_string());
    }
    out.extend(others.iter().map(|info| other_line(position, best, info)));
    if !tempting.is_empty() {
        out.push("Tempting, but refuted:".to_string());
    }
    out.extend(tempting.iter().map(|(mv, info)| {
        let exchange = text::pawns(position.see(*mv));
        format!(
            "{}; the exchange alone is worth {exchange}",
            other_line(position, best, info)
        )
    }));
    out
}

fn other_line(position: &Position, best: &Info, info: &Info) -> String {
    let name = info
        .pv
        .first()
        .map_or("-".to_string(), |&mv| position.to_san(mv));
    let worse = match (best.score, info.score) {
        (ReportedScore::Centipawns(best), ReportedScore::Centipawns(other)) if best > other => {
            format!("{} less", text::pawns(best - other).trim_start_matches('+'))
        }
        (best, other) if best == other => "as good".to_string(),
        _ => "not as good".to_string(),
    };
    format!(
        "  {name:<8} {:>7}  {worse:<12} {}",
        text::score(info.score),
        text::san_line(position, &info.pv)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;
    use cutaway_search::Bound;

    #[test]
    fn the_best_move_is_not_its_own_alternative() {
        let position = Position::startpos();
        let info = |depth, score, san| Info {
            depth,
            seldepth: depth,
            multi_pv: 1,
            score: ReportedScore::Centipawns(score),
            raw: score,
            bound: Bound::Exact,
            nodes: 100,
            time: Duration::ZERO,
            hashfull: 0,
            tablebase_hits: 0,
            pv: vec![position.parse_san(san).unwrap()],
        };
        let lines = [info(9, 40, "e4"), info(8, 30, "e4"), info(8, 20, "d4")];
        let told = explain_lines(&position, &lines, &[]);
        let about = |san: &str| {
            told.iter()
                .filter(|line| line.trim().starts_with(san))
                .count()
        };
        assert_eq!(told[0], "e4 is best, +0.40 at depth 9. The main line:");
        assert_eq!((about("e4"), about("d4")), (1, 1), "{told:?}");
    }
}
