//! `set`: switches, stages, limits, parameters - listed and changed.

use crate::console::Console;
use crate::session::{Session, network};
use crate::text::quoted;
use crate::uci::options;
use crate::uci::parse::split_word;
use core::fmt::Display;
use cutaway_search::{
    LAST_CHAPTER, MAX_PLY, Measured, PARAMS, Param, Question, Record, STAGES, Technique, plain_name,
};

/// The most that `set movetime` takes, milliseconds: a thousand years, as `go movetime` does.
const LONGEST_MOVE_TIME: i64 = 31_536_000_000_000;

impl Session {
    /// `set`, `set NAME`, `set NAME VALUE`; the name may hold blanks, the value is then the last word.
    pub(crate) fn set(&mut self, rest: &str) {
        if rest.is_empty() {
            return self.list_switches();
        }
        // A path may hold blanks, as the names of other things do.
        let (first, path) = split_word(rest);
        if plain_name(first) == "evalfile" {
            return match path {
                "" => self.tell_eval_file(),
                path => self.set_eval_file(path),
            };
        }
        if plain_name(first) == "syzygypath" {
            return match path {
                "" => self.tell_syzygy_path(),
                "<empty>" => self.set_syzygy_path(""),
                path => self.set_syzygy_path(path),
            };
        }
        let (name, value) = match rest.rsplit_once(char::is_whitespace) {
            Some((name, value)) if !is_name(rest) => (name.trim_end(), Some(value)),
            _ => (rest, None),
        };
        match plain_name(name).as_str() {
            "stage" => self.set_stage_by_name(value),
            "depth" => self.set_limit("depth", value, MAX_PLY as i64, |console| &mut console.depth),
            "nodes" => self.set_limit("nodes", value, i64::MAX, |console| &mut console.nodes),
            "movetime" => self.set_limit("movetime", value, LONGEST_MOVE_TIME, |console| {
                &mut console.move_time
            }),
            "record" => self.set_record(value),
            "tuning" => match value.map(options::parse_check) {
                Some(Some(on)) => self.console.tuning = on,
                Some(None) => self.say("set tuning on or off?"),
                None => self.say(&format!("tuning is {}", state(self.console.tuning))),
            },
            plain => self.set_other(name, plain, value),
        }
    }

    fn set_other(&mut self, name: &str, plain: &str, value: Option<&str>) {
        if let Some(technique) = Technique::from_name(plain) {
            match value.map(options::parse_check) {
                Some(Some(on)) => self.switch(technique, on),
                Some(None) => self.say(&format!("set {} on or off?", technique.name())),
                None => {
                    let state = state(self.settings.on(technique));
                    self.say(&format!(
                        "{} is {state}: {}",
                        technique.name(),
                        technique.row().summary
                    ));
                }
            }
        } else if let Some(param) = Param::from_name(plain) {
            match value.map(str::parse) {
                Some(Ok(value)) => self.set_parameter(param, value),
                Some(Err(_)) => self.say(&format!("{} needs a whole number", param.row().name)),
                None => self.say(&format!(
                    "{} is {}: {}",
                    param.row().name,
                    self.settings.param(param),
                    param.row().doc
                )),
            }
        } else if let (Some((opt, name, options::Kind::Spin { .. })), None) =
            (options::named(plain), value)
        {
            self.tell_spin(opt, name);
        } else if let (Some((opt, name, options::Kind::Check { .. })), None) =
            (options::named(plain), value)
            && let Some(on) = self.check_in_force(opt)
        {
            self.say(&format!("{name} is {on}"));
        } else if options::find(name).is_some() {
            let setting = crate::uci::parse::Setting {
                name: name.to_string(),
                value,
            };
            self.set_option(&setting);
        } else {
            self.say(&format!(
                "there is nothing named {} to set; `set` lists what there is",
                quoted(name)
            ));
        }
    }

    /// Sets or tells a limit of the searches to come: a number from 1 to `max`, or none.
    fn set_limit<T: TryFrom<i64> + Display>(
        &mut self,
        name: &str,
        value: Option<&str>,
        max: i64,
        limit: impl Fn(&mut Console) -> &mut Option<T>,
    ) {
        let Some(value) = value else {
            let words = in_force(limit(&mut self.console));
            return self.say(&format!("{name} is {words}"));
        };
        if value == "off" {
            *limit(&mut self.console) = None;
        } else if let Some((number, clamped)) = options::parse_spin(value, 1, max) {
            if clamped {
                self.say(&format!("{name} goes from 1 to {max}: read as {number}"));
            }
            *limit(&mut self.console) = T::try_from(number).ok();
        } else {
            self.say(&format!("set {name} to a number or off?"));
        }
    }

    fn set_record(&mut self, value: Option<&str>) {
        self.console.record = match value {
            Some("nothing") => Record::Nothing,
            Some("statistics") => Record::Statistics,
            Some("tree") => Record::Tree,
            Some(_) => return self.say("set record nothing, statistics or tree?"),
            None => {
                let words = record_word(self.console.record);
                return self.say(&format!("record is {words}"));
            }
        };
    }

    fn set_stage_by_name(&mut self, value: Option<&str>) {
        let stage = match value {
            Some("full") => {
                return self.set_stage(LAST_CHAPTER);
            }
            Some(value) => value.parse::<u8>().unwrap_or(0),
            None => 0,
        };
        match stage {
            1..=3 => self.say(&format!(
                "chapter {stage} comes before the search and adds no play; nothing was changed"
            )),
            stage if STAGES.contains(&stage) => {
                self.set_stage(stage);
                if !self.is_console() {
                    self.say(&format!("this is the engine of chapter {stage}"));
                }
            }
            21 | 24 => self.say(&format!(
                "chapter {stage} adds no play; nothing was changed"
            )),
            15..=LAST_CHAPTER => self.say(&format!(
                "chapter {stage} is not built yet and adds nothing to play; nothing was changed"
            )),
            _ => self.say(&format!("set stage to 1 to {LAST_CHAPTER} or full?")),
        }
    }

    fn list_switches(&mut self) {
        let mut lines = vec![format!(
            "  {:<28} {:<5} {:>8}  {:<10} {:>10}",
            "technique", "state", "chapter", "kind", "Elo"
        )];
        for technique in Technique::all() {
            let row = technique.row();
            let state = state(self.settings.on(technique));
            let measured = technique.measured(Question::Removed);
            lines.push(format!(
                "  {:<28} {state:<5} {:>8}  {:<10} {:>10}{}",
                row.name,
                row.stage,
                row.kind.word(),
                worth(measured),
                mark(measured)
            ));
        }
        lines.push(WORTH.to_string());
        lines.push(format!(
            "  depth {}, nodes {}, movetime {}, record {}, evaluation {}",
            in_force(&self.console.depth),
            in_force(&self.console.nodes),
            in_force(&self.console.move_time),
            record_word(self.console.record),
            network::name(&self.settings.evaluator),
        ));
        if self.console.tuning {
            lines.push(
                "  parameter                        value  from .. to     default  unit"
                    .to_string(),
            );
            lines.extend(PARAMS.iter().map(|row| {
                let range = format!("{} .. {}", row.min, row.max);
                let value = self.settings.param(row.param);
                format!(
                    "  {:<30} {value:>7}  {range:<13} {:>8}  {}",
                    row.name, row.default, row.unit
                )
            }));
        }
        match self.is_console() {
            true => self.write_all(lines),
            false => lines.iter().for_each(|line| self.say(line)),
        }
    }
}

/// What the column of Elo is, in a line below it.
const WORTH: &str = "  Elo: what the full engine loses at 5,000 nodes a move without it and what requires it; s14: the search of chapter 14; -: not measured";

/// The stage that a number is of, if it is not of the engine that plays.
fn mark(row: Option<&Measured>) -> String {
    let stage = row.and_then(|row| row.stage);
    stage.map_or_else(String::new, |stage| format!(" s{stage}"))
}

/// What the engine loses in games without the technique, with the error (`+12 +-8`); `-` if that was not measured.
fn worth(row: Option<&Measured>) -> String {
    let Some(row) = row else {
        return "-".to_string();
    };
    match (row.elo, row.low, row.high) {
        (Some(elo), Some(low), Some(high)) => {
            // Adding zero takes the sign off a zero.
            format!("{:+.0} +-{:.0}", elo.round() + 0.0, (high - low) / 2.0)
        }
        (None, Some(low), None) => format!("over {low:+.0}"),
        (None, None, Some(high)) => format!("under {high:+.0}"),
        _ => "unsure".to_string(),
    }
}

/// A limit in words.
fn in_force<T: Display>(limit: &Option<T>) -> String {
    match limit {
        Some(limit) => limit.to_string(),
        None => "off".to_string(),
    }
}

fn record_word(record: Record) -> &'static str {
    match record {
        Record::Nothing => "nothing",
        Record::Statistics => "statistics",
        Record::Tree => "tree",
    }
}

fn state(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// Whether the whole text is a name, so that its last word is no value.
fn is_name(text: &str) -> bool {
    Technique::from_name(text).is_some()
        || Param::from_name(text).is_some()
        || options::find(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_measured_is_no_zero() {
        let row = |elo, low, high| Measured {
            technique: "killers",
            question: Question::Removed,
            stage: None,
            elo,
            low,
            high,
            games: 1000,
            conditions: "some",
        };
        let told = |elo, low, high| worth(Some(&row(elo, low, high)));
        assert_eq!(worth(None), "-");
        assert_eq!(told(Some(12.4), Some(3.9), Some(21.0)), "+12 +-9");
        assert_eq!(told(Some(-0.2), Some(-9.0), Some(8.0)), "+0 +-8");
        assert_eq!(told(None, Some(450.3), None), "over +450");
        assert_eq!(told(None, None, Some(-450.3)), "under -450");
        assert_eq!(told(Some(300.0), Some(250.0), None), "unsure");
    }

    #[test]
    fn the_line_below_the_list_is_true_of_every_number_in_it() {
        let rows: Vec<_> = Technique::all()
            .filter_map(|technique| technique.measured(Question::Removed))
            .collect();
        for row in &rows {
            assert!(row.conditions.contains(" 5000 nodes a move"), "{row:?}");
            assert!([None, Some(14)].contains(&row.stage), "{row:?}");
        }
        let of_a_stage = rows.iter().find(|row| row.stage.is_some());
        assert_eq!(mark(of_a_stage.copied()), " s14");
        let plays = rows.iter().find(|row| row.stage.is_none());
        assert_eq!(plays.map(|row| mark(Some(row))).as_deref(), Some(""));
        assert_eq!(mark(None), "");
    }
}
