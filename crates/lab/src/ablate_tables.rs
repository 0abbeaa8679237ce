//! What an ablation has come to: as data for JSON, as a table for people, as a chart, and as the table of Rust from which
//! the engine's own list of techniques takes its Elo.

use crate::ablate::Case;
use crate::chart::{self, Bar, Labels};
use crate::lines::{Conditions, LineResult};
use cutaway_search::{Question, Technique};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// All that one run found, and under which conditions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ablation {
    /// What held for every match.
    pub conditions: Conditions,
    /// The stage that techniques were removed from; `None` for the engine that plays.
    #[serde(default)]
    pub stage: Option<u8>,
    /// One row a question, in the order in which they were asked.
    pub rows: Vec<Row>,
}

/// One question with its answer. Positive numbers speak for the technique.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The technique or family.
    pub name: String,
    /// The kind of the technique, or `family`.
    pub kind: String,
    /// The chapter that brings it.
    pub chapter: u8,
    /// `removed` or `added`.
    pub question: String,
    /// Of a family, the techniques that it takes out or adds; empty for a technique by itself, and in results of before
    /// this was kept.
    #[serde(default)]
    pub members: Vec<String>,
    /// What went off or on with it.
    pub along: Vec<String>,
    /// Why nothing was measured, if so.
    pub not_measured: Option<String>,
    /// What was measured: the player with the technique against the one without.
    pub result: Option<LineResult>,
}

impl Row {
    /// A case with the result of its line. One that is still to be played has neither result nor reason.
    pub fn new(case: &Case, results: &[LineResult]) -> Row {
        let result = case.line.as_ref().ok().and_then(|line| {
            let found = results.iter().find(|result| result.name == line.name);
            found.filter(|result| result.games > 0).cloned()
        });
        let names = |of: &[Technique]| of.iter().map(|t| t.name().to_string()).collect();
        let members: &[Technique] = match case.subject.is_family() {
            true => &case.subject.members,
            false => &[],
        };
        Row {
            name: case.subject.name.to_string(),
            kind: case.subject.kind.to_string(),
            chapter: case.subject.chapter(),
            question: case.question.word().to_string(),
            members: names(members),
            along: names(&case.along),
            not_measured: case.line.as_ref().err().map(|reason| reason.to_string()),
            result,
        }
    }

    fn worth(&self) -> String {
        match (&self.result, &self.not_measured) {
            (Some(result), _) => result.words(),
            (None, Some(reason)) => format!("not measured: {reason}"),
            (None, None) => "not yet measured".to_string(),
        }
    }

    /// Who else was concerned: the members of a family, and what went along.
    fn company(&self) -> String {
        let list = |names: &[String]| {
            let each: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            each.join(", ")
        };
        let along = list(&self.along);
        match (self.members.is_empty(), along.is_empty()) {
            (true, _) => along,
            (false, true) => format!("members: {}", list(&self.members)),
            (false, false) => format!("members: {}; along: {along}", list(&self.members)),
        }
    }
}

impl Ablation {
    /// Conditions in words, and the stage that they are for.
    fn of_stage(&self, words: String) -> String {
        match self.stage {
            Some(stage) => format!("stage {stage} of {words}"),
            None => words,
        }
    }

    /// What was measured of that technique by itself.
    fn result(&self, technique: Technique, question: Question) -> Option<&LineResult> {
        let is_it = |row: &&Row| row.name == technique.name() && row.question == question.word();
        self.rows
            .iter()
            .filter(is_it)
            .find_map(|row| row.result.as_ref())
    }

    /// The table as Markdown, its conditions below.
    pub fn markdown(&self) -> String {
        let mut text = String::from(
            "| technique | kind | chapter | question | Elo | won, drawn, lost | along with it |\n\
             |---|---|---:|---|---|---|---|\n",
        );
        for row in &self.rows {
            let counts = row.result.as_ref().map_or_else(String::new, |result| {
                format!("+{} ={} -{}", result.wins, result.draws, result.losses)
            });
            // Writing to a text cannot fail.
            let _ = writeln!(
                text,
                "| `{}` | {} | {} | {} | {} | {counts} | {} |",
                row.name,
                row.kind,
                row.chapter,
                row.question,
                row.worth(),
                row.company()
            );
        }
        let lines: Vec<&LineResult> = self
            .rows
            .iter()
            .filter_map(|row| row.result.as_ref())
            .collect();
        let _ = writeln!(
            text,
            "\nPositive numbers speak for the technique; errors are half of the 95 % interval, from pairs of games. {}.",
            self.of_stage(self.conditions.words_for(&lines))
        );
        text
    }

    /// A chart of the answers to one question, the most valuable technique on top. Those without an interval have no
    /// bar, and are named below.
    pub fn svg(&self, question: Question) -> String {
        let results = self
            .rows
            .iter()
            .filter(|row| row.question == question.word());
        let mut bars: Vec<Bar> = results
            .filter_map(|row| {
                let result = row.result.as_ref()?;
                let [value, low, high] = match (result.elo, result.low, result.high) {
                    (Some(elo), Some(low), Some(high)) => [elo, low, high],
                    _ => [f64::NAN; 3],
                };
                Some(Bar {
                    label: row.name.clone(),
                    value,
                    low,
                    high,
                })
            })
            .collect();
        bars.sort_by(|a, b| b.value.total_cmp(&a.value));
        let title = match question {
            Question::Removed => "What the engine loses without it",
            Question::Added => "What it adds to the chapters before it",
        };
        let labels = Labels {
            title,
            x: &format!("Elo, {}", self.conditions.budget),
            y: "",
            about: &self.of_stage(self.conditions.words()),
        };
        chart::bars(labels, &bars)
    }
}

/// The file `measured.rs` of the search, from one or more ablations. What was measured of the engine that plays goes
/// before what was measured of a stage, a later stage before an earlier one; of two of the same, the last one counts.
/// Families and what names no technique are left out.
///
/// ```
/// let text = cutaway_lab::ablate_tables::rust_table(&[]);
/// assert!(text.contains("const MEASURED: &[Measured] = &[];"));
/// ```
pub fn rust_table(ablations: &[Ablation]) -> String {
    let mut rows = String::new();
    for technique in Technique::all() {
        for question in [Question::Removed, Question::Added] {
            let found = ablations.iter().filter_map(|ablation| {
                let result = ablation.result(technique, question)?;
                Some((ablation, result))
            });
            // Of those that count as much the last one is taken.
            let best = found.max_by_key(|(of, _)| of.stage.unwrap_or(u8::MAX));
            if let Some((of, result)) = best {
                rows += &rust_row(technique, question, of, result);
            }
        }
    }
    if !rows.is_empty() {
        rows = format!("\n{rows}");
    }
    let question = if rows.is_empty() {
        "Measured"
    } else {
        "{Measured, Question}"
    };
    format!(
        "//! What each technique was measured to be worth. Written by `cutaway ablate --write-table`; do not edit by hand.\n\
         //!\n\
         //! What the columns mean is told in `worth.rs`. A technique without a row was not measured.\n\n\
         use crate::worth::{question};\n\n\
         /// One row a technique and question, in the order of the book.\n\
         pub(crate) const MEASURED: &[Measured] = &[{rows}];\n"
    )
}

fn rust_row(
    technique: Technique,
    question: Question,
    of: &Ablation,
    result: &LineResult,
) -> String {
    let number = |value: Option<f64>| match value {
        // A tenth of an Elo is less than any match can tell.
        Some(value) => format!("Some({:.1})", (value * 10.0).round() / 10.0 + 0.0),
        None => "None".to_string(),
    };
    format!(
        "    Measured {{\n        technique: {:?},\n        question: Question::{question:?},\n        stage: {:?},\n        \
         elo: {},\n        low: {},\n        high: {},\n        games: {},\n        conditions: {:?},\n    }},\n",
        technique.name(),
        of.stage,
        number(result.elo),
        number(result.low),
        number(result.high),
        result.games,
        of.of_stage(of.conditions.words()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ablate::Subject;
    use crate::time_control::Budget;

    fn result(name: &str, elo: Option<f64>) -> LineResult {
        LineResult {
            name: name.to_string(),
            players: ["a".to_string(), "b".to_string()],
            games: 100,
            wins: 40,
            draws: 40,
            losses: 20,
            pairs: [0, 10, 20, 10, 10],
            elo,
            low: Some(10.04),
            high: elo.map(|elo| elo + 30.0),
            plies: 1,
            faults: 0,
        }
    }

    fn ablation(names: &[&str], results: &[LineResult]) -> Ablation {
        let case = |name: &&str| {
            let subject = Subject::from_name(name).expect("it exists");
            Case::new(subject, Question::Removed, Budget::Nodes(5_000), None)
                .expect("it has players")
        };
        Ablation {
            conditions: Conditions::example(1000),
            stage: None,
            rows: names
                .iter()
                .map(|name| Row::new(&case(name), results))
                .collect(),
        }
    }

    #[test]
    fn the_markdown_tells_measured_from_not_measured() {
        let of = ablation(
            &["null_move", "time_management", "killers"],
            &[result("null_move removed", Some(40.0))],
        );
        let text = of.markdown();
        assert!(
            text.contains("| `null_move` | pruning | 12 | removed | +40.0 ± 30.0 |"),
            "{text}"
        );
        assert!(
            text.contains("| +40 =40 -20 | `null_move_verification`, `null_move_cut_node` |"),
            "{text}"
        );
        assert!(text.contains("not measured: it shares out time"), "{text}");
        assert!(
            text.contains("| `killers` | ordering | 10 | removed | not yet measured |"),
            "{text}"
        );
    }

    #[test]
    fn the_rust_table_holds_what_was_measured_last_and_no_family() {
        let first = ablation(
            &["null_move", "killers", "windows"],
            &[
                result("null_move removed", Some(40.0)),
                result("killers removed", None),
                result("windows removed", Some(9.0)),
            ],
        );
        let last = ablation(&["null_move"], &[result("null_move removed", Some(50.0))]);
        let text = rust_table(&[first, last]);
        assert!(
            text.contains("elo: Some(50.0)") && !text.contains("Some(40.0)"),
            "{text}"
        );
        assert!(
            text.contains("elo: None,\n        low: Some(10.0),\n        high: None,"),
            "{text}"
        );
        assert!(
            !text.contains("windows") && !text.contains("9.0)"),
            "{text}"
        );
        let killers = text.find("killers").expect("it was measured");
        assert!(killers < text.find("null_move").expect("it was measured"));
    }

    #[test]
    fn the_engine_that_plays_goes_before_a_stage_wherever_it_stands() {
        let of = |stage, elo: f64| {
            let mut of = ablation(&["killers"], &[result("killers removed", Some(elo))]);
            of.stage = stage;
            of
        };
        let [plays, early, late] = [of(None, 20.0), of(Some(12), 30.0), of(Some(14), 40.0)];
        let written = |ablations: &[&Ablation]| {
            let ablations: Vec<Ablation> = ablations.iter().map(|&of| of.clone()).collect();
            rust_table(&ablations)
        };
        for order in [[&plays, &early, &late], [&late, &plays, &early]] {
            let text = written(&order);
            assert!(
                text.contains("stage: None,\n        elo: Some(20.0),"),
                "{text}"
            );
            assert_eq!(text.matches("technique: ").count(), 1, "{text}");
        }
        let text = written(&[&late, &early]);
        assert!(
            text.contains("stage: Some(14),\n        elo: Some(40.0),"),
            "{text}"
        );
    }

    #[test]
    fn the_members_of_a_family_are_told() {
        let of = ablation(&["windows", "exchanges", "killers"], &[]);
        let text = of.markdown();
        let windows = "members: `principal_variation_search`, `aspiration_windows`, \
            `fail_high_depth`; along: `pv_history` |";
        assert!(text.contains(windows), "{text}");
        assert!(
            text.contains("members: `see_ordering`, `see_pruning`, `see_pruning_main` |"),
            "{text}"
        );
        assert_eq!(text.matches("members").count(), 2, "{text}");
    }

    #[test]
    fn results_of_before_the_machine_was_noted_are_read() {
        let mut of = ablation(&["killers"], &[result("killers removed", Some(12.0))]);
        (of.conditions.concurrency, of.conditions.overhead_ms) = (0, 0);
        let mut json = serde_json::to_value(&of).unwrap();
        let fields = json["conditions"].as_object_mut().unwrap();
        for name in [
            "machine",
            "concurrency",
            "margin_ms",
            "overhead_ms",
            "adjudication",
        ] {
            assert!(fields.remove(name).is_some(), "{name}");
        }
        let row = json["rows"][0].as_object_mut().unwrap();
        assert!(row.remove("members").is_some());
        assert_eq!(serde_json::from_value::<Ablation>(json).unwrap(), of);
    }

    #[test]
    fn the_chart_has_the_most_valuable_on_top() {
        let of = ablation(
            &["killers", "null_move"],
            &[
                result("null_move removed", Some(40.0)),
                result("killers removed", Some(12.0)),
            ],
        );
        let svg = of.svg(Question::Removed);
        assert!(svg.contains("killers") && svg.contains("5000 nodes a move"));
        assert!(!of.svg(Question::Added).contains("killers"));
    }

    #[test]
    fn the_stage_that_was_taken_apart_is_told() {
        let mut of = ablation(&["killers"], &[result("killers removed", Some(12.0))]);
        assert!(!of.markdown().contains("stage"));
        of.stage = Some(14);
        assert!(of.markdown().contains("stage 14 of cutaway 0.1.0"));
        assert!(of.svg(Question::Removed).contains("stage 14 of"));
        assert!(rust_table(&[of]).contains("stage 14 of cutaway 0.1.0"));
    }
}
