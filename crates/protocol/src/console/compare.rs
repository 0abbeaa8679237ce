//! `compare`: the same search with one switch flipped, side by side.

use crate::job::{Job, SearchJob};
use crate::session::{Purpose, Session};
use crate::text::{self, quoted};
use cutaway_chess::Position;
use cutaway_search::{Clock, Limits, Record, SearchResult, Technique};

/// How deep to compare when nothing says otherwise.
const DEFAULT_DEPTH: u32 = 8;
/// No technique has a name of more letters, and so none of more words.
const LONGEST_NAME: usize = 40;

impl Session {
    pub(super) fn compare(&mut self, words: &str) {
        let technique = match technique_of(words) {
            Some((technique, None)) => technique,
            Some((_, Some(word))) => {
                let word = quoted(word);
                let why = format!("compare: unknown word {word} (`set` tells how far it searches)");
                return self.say(&why);
            }
            None => return self.say("compare: which technique? (`set` lists them)"),
        };
        if !self.game.position().has_legal_move() {
            return self.say("there is no move to search");
        }
        let mut limits = Limits::default();
        self.console.set_limits(&mut limits);
        if limits == Limits::default() {
            limits.depth = Some(self.last_depth().unwrap_or(DEFAULT_DEPTH));
        }
        let mut settings = self.settings.clone();
        settings.record = Record::Nothing;
        settings.multi_pv = 1;
        let mut flipped = settings.clone();
        let followed = flipped.switches.set(technique, !settings.on(technique));
        if !followed.is_empty() {
            let names: Vec<&str> = followed.iter().map(|technique| technique.name()).collect();
            self.say(&format!("flipped along with it: {}", names.join(", ")));
        }
        let jobs = [settings, flipped].map(|settings| SearchJob {
            game: self.game.clone(),
            limits: limits.clone(),
            settings,
            clock: Clock::start(),
        });
        let position = Box::new(self.game.position().clone());
        self.start(
            Job::Compare(Box::new(jobs)),
            Purpose::Compare(technique, position),
        );
    }

    /// How deep the last search went, if it was one of this position.
    pub(super) fn last_depth(&self) -> Option<u32> {
        let last = self.console.last.as_ref()?;
        if last.game.position() != self.game.position() {
            return None;
        }
        last.result.info.as_ref().map(|info| info.depth)
    }
}

/// The technique that the words name, as many of them as there can be, and the first word behind its name.
fn technique_of(words: &str) -> Option<(Technique, Option<&str>)> {
    let words: Vec<&str> = words.split_whitespace().collect();
    (1..=words.len().min(LONGEST_NAME)).rev().find_map(|count| {
        let technique = Technique::from_name(&words[..count].concat())?;
        Some((technique, words.get(count).copied()))
    })
}

pub(super) fn compare_lines(
    position: &Position,
    technique: Technique,
    on: bool,
    results: &[SearchResult; 2],
) -> Vec<String> {
    let name = technique.name();
    let titles = [on, !on].map(|on| format!("{name} {}", if on { "on" } else { "off" }));
    let width = titles[1].len().max(12) + 2;
    let row = |what: &str, cells: [String; 2]| {
        format!("  {what:<8}{:>width$}{:>width$}", cells[0], cells[1])
    };
    let cells = |cell: &dyn Fn(&SearchResult) -> String| results.each_ref().map(cell);
    let info = |result: &SearchResult, text: &dyn Fn(&cutaway_search::Info) -> String| {
        result.info.as_ref().map_or("-".to_string(), text)
    };
    let mut lines = vec![
        row("", titles),
        row("nodes", cells(&|result| result.nodes.to_string())),
        row(
            "time",
            cells(&|result| format!("{} ms", result.time.as_millis())),
        ),
        row(
            "depth",
            cells(&|result| info(result, &|info| info.depth.to_string())),
        ),
        row(
            "score",
            cells(&|result| info(result, &|info| text::score(info.score))),
        ),
        row(
            "move",
            cells(&|result| {
                result
                    .best
                    .map_or("-".to_string(), |mv| position.to_san(mv))
            }),
        ),
    ];
    if results.iter().all(|result| result.nodes > 0) {
        let factor = results[1].nodes as f64 / results[0].nodes as f64;
        lines.push(format!(
            "  flipped, it searches {factor:.2} times the nodes"
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_blanks_and_end_before_the_words_do() {
        let cut_node = Technique::NullMoveCutNode;
        assert_eq!(technique_of("Null move  cut_node"), Some((cut_node, None)));
        let read = technique_of("null_move_cut_node depth 8");
        assert_eq!(read, Some((cut_node, Some("depth"))));
        let read = technique_of("null move depth");
        assert_eq!(read, Some((Technique::NullMove, Some("depth"))));
        assert_eq!(technique_of("depth 8 null_move"), None);
        assert_eq!(technique_of(""), None);
    }
}
