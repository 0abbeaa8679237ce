//! `setoption`: values read, kept and passed on.

use super::{Action, Session};
use crate::job::Job;
use crate::session::Purpose;
use crate::text::quoted;
use crate::uci::format::Style;
use crate::uci::go::TimeOptions;
use crate::uci::options::{self, Kind, Named, Opt};
use crate::uci::parse::Setting;
use core::time::Duration;
use cutaway_eval::Evaluator;
use cutaway_search::{Param, Settings, Technique};

/// The values of the options that are not settings of the search.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub style: Style,
    pub minimal: bool,
    pub show_techniques: bool,
    pub show_parameters: bool,
    /// The evaluation that `EvalFile` names, whether it is in force or not.
    pub evaluator: Evaluator,
    /// The folders of tablebases, as they were named.
    pub syzygy_path: String,
    hash_mib: usize,
    threads: usize,
    overhead_ms: u64,
    nodes_per_ms: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            style: Style::default(),
            minimal: false,
            show_techniques: false,
            show_parameters: false,
            evaluator: Evaluator::built_in(),
            syzygy_path: String::new(),
            hash_mib: options::default_number(Opt::Hash),
            threads: options::default_number(Opt::Threads),
            overhead_ms: 10,
            nodes_per_ms: 0,
        }
    }
}

impl Options {
    /// What they say about time.
    pub(crate) fn time(&self) -> TimeOptions {
        TimeOptions {
            overhead: Duration::from_millis(self.overhead_ms),
            nodes_per_ms: Some(self.nodes_per_ms).filter(|&nodes| nodes > 0),
        }
    }
}

impl Session {
    pub(crate) fn set_option(&mut self, setting: &Setting) {
        let Some(named) = options::find(&setting.name) else {
            let words = match setting.name.as_str() {
                "" => "setoption: the name is missing".to_string(),
                name => format!("no option is named {}", quoted(name)),
            };
            return self.say(&words);
        };
        match named {
            Named::Technique(technique) => match setting.value.and_then(options::parse_check) {
                Some(on) => self.switch(technique, on),
                None => self.say_bad_value(setting, "true or false"),
            },
            Named::Parameter(param) => match setting.value.and_then(|value| value.parse().ok()) {
                Some(value) => self.set_parameter(param, value),
                None => self.say_bad_value(setting, "a whole number"),
            },
            Named::Option(opt, Kind::Spin { min, max, .. }) => {
                match setting
                    .value
                    .and_then(|value| options::parse_spin(value, min, max))
                {
                    Some((value, clamped)) => {
                        if clamped {
                            self.say(&format!(
                                "{} goes from {min} to {max}: read as {value}",
                                quoted(&setting.name)
                            ));
                        }
                        self.set_spin(opt, value);
                    }
                    None => self.say_bad_value(setting, "a whole number"),
                }
            }
            Named::Option(opt, Kind::Check { .. }) => {
                match setting.value.and_then(options::parse_check) {
                    Some(on) => self.set_check(opt, on),
                    None => self.say_bad_value(setting, "true or false"),
                }
            }
            Named::Option(opt, Kind::Text { .. }) => {
                self.set_text(opt, setting.value.unwrap_or_default())
            }
            Named::Option(_, Kind::Button) => {
                self.start(Job::ClearHash, Purpose::Setting("Clear Hash"))
            }
        }
    }

    fn say_bad_value(&mut self, setting: &Setting, wanted: &str) {
        let got = match setting.value {
            None | Some("") => "nothing".to_string(),
            Some(value) => quoted(value),
        };
        self.say(&format!(
            "{} needs {wanted} and got {got}; it stays as it was",
            quoted(&setting.name)
        ));
    }

    fn set_spin(&mut self, opt: Opt, value: i64) {
        match opt {
            Opt::Hash => self.start(Job::SetHash(value as usize), Purpose::Setting("Hash")),
            Opt::Threads => {
                self.start(Job::SetThreads(value as usize), Purpose::Setting("Threads"))
            }
            Opt::MultiPv => self.settings.multi_pv = value as usize,
            Opt::MoveOverhead => self.options.overhead_ms = value as u64,
            Opt::NodesTime => self.options.nodes_per_ms = value as u64,
            Opt::SyzygyProbeDepth => self.settings.tables.probe_depth = value as i32,
            Opt::SyzygyProbeLimit => self.settings.tables.probe_limit = value as u32,
            _ => debug_assert!(false, "{opt:?} is no number"),
        }
    }

    fn set_check(&mut self, opt: Opt, on: bool) {
        match opt {
            Opt::Chess960 => self.options.style.chess960 = on,
            Opt::ShowWdl => self.options.style.show_wdl = on,
            Opt::Minimal => self.options.minimal = on,
            Opt::ShowTechniques => self.options.show_techniques = on,
            Opt::ShowParameters => self.options.show_parameters = on,
            Opt::Syzygy50MoveRule => self.settings.tables.fifty_move_rule = on,
            // The GUI only tells that it ponders; nothing depends on it.
            Opt::Ponder => {}
            _ => debug_assert!(false, "{opt:?} is no check box"),
        }
    }

    fn set_text(&mut self, opt: Opt, value: &str) {
        match opt {
            Opt::DebugLogFile => {
                self.actions.push(Action::Log(
                    Some(value.to_string()).filter(|path| !path.is_empty()),
                ));
            }
            Opt::EvalFile => self.set_eval_file(value),
            Opt::SyzygyPath => self.set_syzygy_path(value),
            _ => {}
        }
    }

    pub(super) fn finish_setting(&mut self, name: &str, result: Result<usize, String>) {
        match result {
            Err(why) => self.say(&format!("{name} stays as it was: {why}")),
            Ok(value) => {
                match name {
                    "Hash" => self.options.hash_mib = value,
                    "Threads" => self.options.threads = value,
                    _ => return,
                }
                if self.is_console() {
                    self.say(&format!("{name} is {value}"));
                }
            }
        }
    }

    /// Says which value of a number is in force.
    pub(crate) fn tell_spin(&mut self, opt: Opt, name: &str) {
        let value = match opt {
            Opt::Hash => self.options.hash_mib as u64,
            Opt::Threads => self.options.threads as u64,
            Opt::MultiPv => self.settings.multi_pv as u64,
            Opt::MoveOverhead => self.options.overhead_ms,
            Opt::NodesTime => self.options.nodes_per_ms,
            Opt::SyzygyProbeDepth => self.settings.tables.probe_depth as u64,
            Opt::SyzygyProbeLimit => self.settings.tables.probe_limit.into(),
            _ => return debug_assert!(false, "{opt:?} is no number"),
        };
        self.say(&format!("{name} is {value}"));
    }

    /// Whether an option is on that can be; `None` for one that nothing depends on.
    pub(crate) fn check_in_force(&self, opt: Opt) -> Option<bool> {
        Some(match opt {
            Opt::Chess960 => self.options.style.chess960,
            Opt::ShowWdl => self.options.style.show_wdl,
            Opt::Minimal => self.options.minimal,
            Opt::ShowTechniques => self.options.show_techniques,
            Opt::ShowParameters => self.options.show_parameters,
            Opt::Syzygy50MoveRule => self.settings.tables.fifty_move_rule,
            _ => return None,
        })
    }

    /// Switches a technique and says which others had to follow.
    pub(crate) fn switch(&mut self, technique: Technique, on: bool) {
        let followed = self.settings.switches.set(technique, on);
        let state = if on { "on" } else { "off" };
        let names: Vec<&str> = followed.iter().map(|technique| technique.name()).collect();
        if !names.is_empty() {
            let (tie, others) = (
                if on {
                    "what goes with it"
                } else {
                    "what needs it"
                },
                names.join(", "),
            );
            self.say(&format!(
                "{} is {state}, and so is {tie}: {others}",
                technique.name()
            ));
        } else if !self.is_console() {
            self.say(&format!("{} is {state}", technique.name()));
        }
    }

    pub(crate) fn set_parameter(&mut self, param: Param, value: i32) {
        let name = param.row().name;
        if let Err(range) = self.settings.set_param(param, value) {
            self.say(&format!(
                "{name} goes from {} to {}; it stays as it was",
                range.start(),
                range.end()
            ));
        } else if !self.is_console() {
            self.say(&format!("{name} is {value}"));
        }
    }

    /// The engine as chapter `stage` leaves it; what is no matter of stages - lines, record - stays. Where a network
    /// judges, it is the one of `EvalFile`.
    pub(crate) fn set_stage(&mut self, stage: u8) {
        let fresh = Settings::stage(stage);
        self.settings.switches = fresh.switches;
        self.settings.evaluator = match fresh.evaluator {
            Evaluator::Network(_) => self.options.evaluator.clone(),
            other => other,
        };
        self.settings.params = fresh.params;
    }
}
