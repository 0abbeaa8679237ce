//! The table of UCI options: names, kinds, defaults and ranges, and how a value is read.
//!
//! What a value changes is done by the session. The options of techniques and parameters come from the tables of
//! `search` and are not repeated here.

use crate::text::parse_number;
use cutaway_eval::Evaluator;
use cutaway_search::{MAX_HASH_MIB, MAX_THREADS, PARAMS, Param, Switches, Technique, plain_name};

/// The options that always exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opt {
    Hash,
    ClearHash,
    Threads,
    MultiPv,
    Ponder,
    MoveOverhead,
    Chess960,
    ShowWdl,
    SyzygyPath,
    SyzygyProbeDepth,
    SyzygyProbeLimit,
    Syzygy50MoveRule,
    EvalFile,
    NodesTime,
    DebugLogFile,
    Minimal,
    ShowTechniques,
    ShowParameters,
}

/// What kind of value an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Spin { default: i64, min: i64, max: i64 },
    Check { default: bool },
    Text { default: &'static str },
    Button,
}

/// A text that is empty by default.
const NO_TEXT: Kind = Kind::Text { default: "<empty>" };

/// The options in the order in which `uci` lists them.
pub(crate) const OPTIONS: [(Opt, &str, Kind); 18] = [
    (
        Opt::Hash,
        "Hash",
        Kind::Spin {
            default: 16,
            min: 1,
            max: MAX_HASH_MIB as i64,
        },
    ),
    (Opt::ClearHash, "Clear Hash", Kind::Button),
    (
        Opt::Threads,
        "Threads",
        Kind::Spin {
            default: 1,
            min: 1,
            max: MAX_THREADS as i64,
        },
    ),
    (
        Opt::MultiPv,
        "MultiPV",
        Kind::Spin {
            default: 1,
            min: 1,
            max: 256,
        },
    ),
    (Opt::Ponder, "Ponder", Kind::Check { default: false }),
    (
        Opt::MoveOverhead,
        "Move Overhead",
        Kind::Spin {
            default: 10,
            min: 0,
            max: 5000,
        },
    ),
    (
        Opt::Chess960,
        "UCI_Chess960",
        Kind::Check { default: false },
    ),
    (Opt::ShowWdl, "UCI_ShowWDL", Kind::Check { default: false }),
    (Opt::SyzygyPath, "SyzygyPath", NO_TEXT),
    (
        Opt::SyzygyProbeDepth,
        "SyzygyProbeDepth",
        Kind::Spin {
            default: 1,
            min: 1,
            max: 100,
        },
    ),
    (
        Opt::SyzygyProbeLimit,
        "SyzygyProbeLimit",
        Kind::Spin {
            default: 7,
            min: 0,
            max: 7,
        },
    ),
    (
        Opt::Syzygy50MoveRule,
        "Syzygy50MoveRule",
        Kind::Check { default: true },
    ),
    (
        Opt::EvalFile,
        "EvalFile",
        Kind::Text {
            default: Evaluator::BUILT_IN,
        },
    ),
    (
        Opt::NodesTime,
        "nodestime",
        Kind::Spin {
            default: 0,
            min: 0,
            max: 10_000,
        },
    ),
    (Opt::DebugLogFile, "Debug Log File", NO_TEXT),
    (Opt::Minimal, "Minimal", Kind::Check { default: false }),
    (
        Opt::ShowTechniques,
        "Show Techniques",
        Kind::Check { default: false },
    ),
    (
        Opt::ShowParameters,
        "Show Parameters",
        Kind::Check { default: false },
    ),
];

/// The value by default of an option that is a number.
pub(crate) fn default_number(wanted: Opt) -> usize {
    let number = OPTIONS.iter().find_map(|&(opt, _, kind)| match kind {
        Kind::Spin { default, .. } if opt == wanted => Some(default as usize),
        _ => None,
    });
    number.expect("only numbers of the table are asked for")
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    Option(Opt, Kind),
    Technique(Technique),
    Parameter(Param),
}

/// Finds an option that always exists by its [`plain_name`].
pub(crate) fn named(plain: &str) -> Option<(Opt, &'static str, Kind)> {
    let mut options = OPTIONS.into_iter();
    options.find(|(_, name, _)| plain_name(name) == plain)
}

/// Finds an option, whatever the case; `Technique NAME` and `Parameter NAME` too.
pub(crate) fn find(name: &str) -> Option<Named> {
    let wanted = plain_name(name);
    if let Some((opt, _, kind)) = named(&wanted) {
        return Some(Named::Option(opt, kind));
    }
    if let Some(technique) = wanted
        .strip_prefix("technique")
        .and_then(Technique::from_name)
    {
        return Some(Named::Technique(technique));
    }
    wanted
        .strip_prefix("parameter")
        .and_then(Param::from_name)
        .map(Named::Parameter)
}

/// `true` or `false`, and what people type instead.
pub(crate) fn parse_check(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" | "yes" => Some(true),
        "false" | "off" | "0" | "no" => Some(false),
        _ => None,
    }
}

/// A whole number brought into its range, and whether it had to be.
pub(crate) fn parse_spin(value: &str, min: i64, max: i64) -> Option<(i64, bool)> {
    let number = parse_number(value)?;
    let clamped = number.clamp(min, max);
    Some((clamped, clamped != number))
}

/// The `option` lines of the answer to `uci`.
pub(crate) fn list(techniques: bool, parameters: bool) -> Vec<String> {
    let mut lines: Vec<String> = OPTIONS
        .iter()
        .map(|(_, name, kind)| match kind {
            Kind::Spin { default, min, max } => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Check { default } => format!("option name {name} type check default {default}"),
            Kind::Text { default } => format!("option name {name} type string default {default}"),
            Kind::Button => format!("option name {name} type button"),
        })
        .collect();
    if techniques {
        lines.extend(Technique::all().map(|technique| {
            let on = Switches::PRODUCTION.on(technique);
            format!(
                "option name Technique {} type check default {on}",
                technique.name()
            )
        }));
    }
    if parameters {
        lines.extend(PARAMS.iter().map(|row| {
            format!(
                "option name Parameter {} type spin default {} min {} max {}",
                row.name, row.default, row.min, row.max
            )
        }));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_complete_and_consistent() {
        for (opt, name, kind) in OPTIONS {
            assert_eq!(find(name), Some(Named::Option(opt, kind)));
            assert_eq!(find(&name.to_uppercase()), Some(Named::Option(opt, kind)));
            if let Kind::Spin { default, min, max } = kind {
                assert!(min <= default && default <= max, "{name}");
            }
        }
    }

    #[test]
    fn techniques_and_parameters_are_found_by_name() {
        assert_eq!(
            find("technique MVV LVA"),
            Some(Named::Technique(Technique::MvvLva))
        );
        assert_eq!(
            find("Technique null_move"),
            Some(Named::Technique(Technique::NullMove))
        );
        assert_eq!(
            find("Parameter delta_margin"),
            Some(Named::Parameter(Param::DeltaMargin))
        );
        assert_eq!(find("Technique"), None);
        assert_eq!(find("Nope"), None);
    }

    #[test]
    fn numbers_are_clamped_or_refused() {
        assert_eq!(parse_spin("32", 1, 64), Some((32, false)));
        assert_eq!(parse_spin("100000", 1, 64), Some((64, true)));
        assert_eq!(
            parse_spin("-99999999999999999999999", 1, 64),
            Some((1, true))
        );
        for text in ["", "abc", "1e3", "1.5", "-", "1 2"] {
            assert_eq!(parse_spin(text, 1, 64), None, "{text}");
        }
        assert_eq!(parse_check("TRUE"), Some(true));
        assert_eq!(parse_check("maybe"), None);
    }

    #[test]
    fn lists_hide_what_was_not_asked_for() {
        assert_eq!(list(false, false).len(), OPTIONS.len());
        let all = list(true, true);
        assert!(
            all.contains(&"option name Technique null_move type check default true".to_string())
        );
        assert!(all.iter().all(|line| line.trim_end() == line));
    }
}
