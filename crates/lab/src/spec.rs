//! How the command line names a player: `self`, `self:stage=10,null_move=off` (or `EvalFile=x`, whose path must hold no
//! comma) or `cmd:/path/engine,option.Hash=64`, each with what a move of it may use if that is not what the match says:
//! `self:nodes=2500`, `cmd:/path/engine,tc=8+0.08`.

use crate::network_file;
use crate::stage;
use crate::time_control::{Budget, BudgetError};
use cutaway_search::{MAX_HASH_MIB, MAX_THREADS, Param, Record, Settings, Technique};
use std::str::FromStr;
use std::time::Duration;

/// A player of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
// A match has a handful of them: what they take is nothing.
#[allow(clippy::large_enum_variant)]
pub enum PlayerSpec {
    /// This engine, in this process.
    Own(OwnSpec),
    /// A UCI engine in a process of its own.
    Process(ProcessSpec),
}

/// This engine with some settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSpec {
    /// As written.
    pub text: String,
    /// The settings.
    pub settings: Settings,
    /// The size of the table, MiB.
    pub hash: usize,
    /// The number of threads.
    pub threads: usize,
    /// What its moves may use, if not what the match says.
    pub budget: Option<Budget>,
    /// Which techniques followed when one that they need (or that needs them) was switched.
    pub followed: Vec<Technique>,
}

/// A UCI engine by its command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessSpec {
    /// As written.
    pub text: String,
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// UCI options with their values, in order.
    pub options: Vec<(String, String)>,
    /// What its moves may use, if not what the match says.
    pub budget: Option<Budget>,
}

/// What is wrong with the naming of a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// Neither `self` nor `cmd:`.
    #[error(
        "`{0}` is no player: write self, self:NAME=VALUE,... or cmd:PROGRAM,option.NAME=VALUE,..."
    )]
    Unknown(String),
    /// No program after `cmd:`.
    #[error("`{0}` names no program, or leaves a quote open")]
    NoProgram(String),
    /// No `=`.
    #[error("`{0}`: write NAME=VALUE")]
    NoValue(String),
    /// Neither a technique nor a parameter nor one of the few other names.
    #[error(
        "`{0}` is no technique, no parameter, and none of stage, EvalFile, hash, threads, lab, tc, st, nodes and depth"
    )]
    Name(String),
    /// The value does not fit.
    #[error("`{name}` takes {expected}, not `{value}`")]
    Value {
        /// The name.
        name: String,
        /// What it takes.
        expected: String,
        /// The value as written.
        value: String,
    },
    /// A network that cannot be had.
    #[error("EvalFile={path}: {why}")]
    Network {
        /// The file.
        path: String,
        /// Why not.
        why: String,
    },
    /// What a move may use, and it is not to be read.
    #[error(transparent)]
    Budget(#[from] BudgetError),
    /// UCI options given for `self`.
    #[error("UCI options are for cmd: players; write self:{0}=...")]
    OptionForOwn(String),
}

impl PlayerSpec {
    /// As it was written.
    pub fn text(&self) -> &str {
        match self {
            PlayerSpec::Own(spec) => &spec.text,
            PlayerSpec::Process(spec) => &spec.text,
        }
    }

    /// What its moves may use, if not what the match says.
    pub fn budget(&self) -> Option<Budget> {
        match self {
            PlayerSpec::Own(spec) => spec.budget,
            PlayerSpec::Process(spec) => spec.budget,
        }
    }

    /// The same player in a process of its own: this engine is then `program`, started with `uci --with SETTINGS` and
    /// spoken to by UCI. One that is in a process anyway stays as it is.
    pub fn isolated(self, program: &str, overhead: Duration) -> PlayerSpec {
        let PlayerSpec::Own(spec) = self else {
            return self;
        };
        let settings = spec.text.strip_prefix("self:").unwrap_or_default();
        let options = [
            ("Hash", spec.hash.to_string()),
            ("Threads", spec.threads.to_string()),
            ("Move Overhead", overhead.as_millis().to_string()),
        ];
        PlayerSpec::Process(ProcessSpec {
            arguments: ["uci", "--with", settings].map(String::from).to_vec(),
            text: spec.text,
            program: program.to_string(),
            options: options
                .map(|(name, value)| (name.to_string(), value))
                .to_vec(),
            budget: spec.budget,
        })
    }

    /// Adds a UCI option `NAME=VALUE` to be sent after those of the spec.
    ///
    /// # Errors
    /// [`SpecError`] if there is no `=` in it, or the player is `self`.
    pub fn add_option(&mut self, text: &str) -> Result<(), SpecError> {
        let option = name_and_value(text)?;
        match self {
            PlayerSpec::Own(_) => Err(SpecError::OptionForOwn(option.0)),
            PlayerSpec::Process(spec) => {
                // The text tells players apart, so it has to tell all.
                spec.text.push_str(&format!(",option.{text}"));
                spec.options.push(option);
                Ok(())
            }
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    /// ```
    /// use cutaway_lab::spec::PlayerSpec;
    /// use cutaway_search::Technique;
    /// let PlayerSpec::Own(own) = "self:stage=12,null_move=off".parse()? else { panic!() };
    /// assert!(!own.settings.on(Technique::NullMove) && own.settings.on(Technique::Killers));
    /// # Ok::<(), cutaway_lab::spec::SpecError>(())
    /// ```
    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        if text == "self" {
            return own(text, "").map(PlayerSpec::Own);
        }
        if let Some(assignments) = text.strip_prefix("self:") {
            return own(text, assignments).map(PlayerSpec::Own);
        }
        match text.strip_prefix("cmd:") {
            Some(command) => process(text, command).map(PlayerSpec::Process),
            None => Err(SpecError::Unknown(text.to_string())),
        }
    }
}

fn name_and_value(text: &str) -> Result<(String, String), SpecError> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| SpecError::NoValue(text.to_string()))?;
    Ok((name.trim().to_string(), value.trim().to_string()))
}

fn own(text: &str, assignments: &str) -> Result<OwnSpec, SpecError> {
    let parts = assignments
        .split(',')
        .filter(|part| !part.trim().is_empty());
    let pairs = parts.map(name_and_value).collect::<Result<Vec<_>, _>>()?;
    let mut spec = OwnSpec {
        text: text.to_string(),
        settings: Settings::default(),
        hash: 16,
        threads: 1,
        budget: None,
        followed: Vec::new(),
    };
    // The stage sets every switch, so it comes before all others, wherever it stands.
    let (stages, others): (Vec<_>, Vec<_>) = pairs.iter().partition(|(name, _)| name == "stage");
    for (name, value) in stages {
        let stage = stage::parse(value).map_err(|expected| SpecError::Value {
            name: name.to_string(),
            expected,
            value: value.to_string(),
        })?;
        spec.settings = Settings::stage(stage);
    }
    for (name, value) in others {
        spec.assign(name, value)?;
    }
    Ok(spec)
}

impl OwnSpec {
    /// Whether the spec says how large the table is.
    pub fn names_hash(&self) -> bool {
        let assignments = self.text.split_once(':').map_or("", |(_, rest)| rest);
        let mut names = assignments
            .split(',')
            .filter_map(|part| part.split_once('='));
        names.any(|(name, _)| name.trim() == "hash")
    }

    fn assign(&mut self, name: &str, value: &str) -> Result<(), SpecError> {
        match name {
            "hash" => self.hash = number(name, value, 1, MAX_HASH_MIB as i64)? as usize,
            "threads" => self.threads = number(name, value, 1, MAX_THREADS as i64)? as usize,
            // A search that records runs with run-time switches: for matches against one that has something off.
            "lab" => {
                self.settings.record = if switch(name, value)? {
                    Record::Statistics
                } else {
                    Record::Nothing
                };
            }
            name if name.eq_ignore_ascii_case("evalfile") => {
                let evaluator = network_file::evaluator(value);
                self.settings.evaluator = evaluator.map_err(|why| SpecError::Network {
                    path: value.to_string(),
                    why,
                })?;
            }
            name if Budget::is_name(name) => {
                self.budget = Some(format!("{name}={value}").parse()?);
            }
            _ => {
                if let Some(technique) = Technique::from_name(name) {
                    let followed = self.settings.switches.set(technique, switch(name, value)?);
                    self.followed.extend(followed);
                } else if let Some(param) = Param::from_name(name) {
                    let row = param.row();
                    let number = number(name, value, row.min.into(), row.max.into())?;
                    self.settings.params[param as usize] = number as i32;
                } else {
                    return Err(SpecError::Name(name.to_string()));
                }
            }
        }
        Ok(())
    }
}

fn number(name: &str, value: &str, min: i64, max: i64) -> Result<i64, SpecError> {
    value
        .parse()
        .ok()
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| SpecError::Value {
            name: name.to_string(),
            expected: format!("a number from {min} to {max}"),
            value: value.to_string(),
        })
}

fn switch(name: &str, value: &str) -> Result<bool, SpecError> {
    match value.to_ascii_lowercase().as_str() {
        "on" | "true" | "1" => Ok(true),
        "off" | "false" | "0" => Ok(false),
        _ => Err(SpecError::Value {
            name: name.to_string(),
            expected: "on or off".to_string(),
            value: value.to_string(),
        }),
    }
}

fn process(text: &str, command: &str) -> Result<ProcessSpec, SpecError> {
    let no_program = || SpecError::NoProgram(text.to_string());
    let mut parts = split_assignments(command).into_iter();
    let mut words = split_command(parts.next().unwrap_or_default())
        .ok_or_else(no_program)?
        .into_iter();
    let mut spec = ProcessSpec {
        text: text.to_string(),
        program: words.next().ok_or_else(no_program)?,
        arguments: words.collect(),
        options: Vec::new(),
        budget: None,
    };
    for part in parts {
        match part.strip_prefix("option.") {
            Some(option) => {
                let (name, value) = name_and_value(option)?;
                let bare = |text: String| text.replace('"', "");
                spec.options.push((bare(name), bare(value)));
            }
            None => spec.budget = Some(part.parse()?),
        }
    }
    Ok(spec)
}

/// Splits the command from what is assigned after it: each part but the first begins with `option.` or with the name of a
/// [`Budget`], and stood after a comma or a blank outside of quotes.
fn split_assignments(text: &str) -> Vec<&str> {
    let begins = |rest: &str| {
        rest.starts_with("option.")
            || rest
                .split_once('=')
                .is_some_and(|(name, _)| Budget::is_name(name))
    };
    let (mut parts, mut from, mut quoted) = (Vec::new(), 0, false);
    for (at, c) in text.char_indices() {
        quoted ^= c == '"';
        let after = at + c.len_utf8();
        if !quoted && (c == ',' || c.is_whitespace()) && begins(&text[after..]) {
            parts.push(text[from..at].trim_matches([',', ' ']));
            from = after;
        }
    }
    parts.push(&text[from..]);
    parts
}

/// Splits at blanks outside of double quotes; `None` if a quote is left open.
pub(crate) fn split_command(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quoted, mut started) = (Vec::new(), String::new(), false, false);
    for c in text.chars() {
        match c {
            '"' => (quoted, started) = (!quoted, true),
            c if c.is_whitespace() && !quoted => {
                if std::mem::take(&mut started) {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => {
                word.push(c);
                started = true;
            }
        }
    }
    if started {
        words.push(word);
    }
    (!quoted).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> Result<OwnSpec, SpecError> {
        match text.parse()? {
            PlayerSpec::Own(spec) => Ok(spec),
            PlayerSpec::Process(_) => panic!("{text} is in this process"),
        }
    }

    #[test]
    fn self_is_the_engine_that_plays() {
        let spec = own("self").unwrap();
        assert!(spec.settings.is_production());
        assert_eq!((spec.hash, spec.threads), (16, 1));
        assert!(!spec.names_hash());
    }

    #[test]
    fn the_stage_comes_first_wherever_it_stands() {
        let spec = own("self:killers=off,delta_margin=200,stage=10,hash=8").unwrap();
        assert!(!spec.settings.on(Technique::Killers) && spec.settings.on(Technique::History));
        assert_eq!(spec.settings.param(Param::DeltaMargin), 200);
        assert!(spec.hash == 8 && spec.names_hash());
        assert_eq!(spec.settings.evaluator, Settings::stage(10).evaluator);
    }

    #[test]
    fn what_follows_a_switch_is_told() {
        let spec = own("self:null_move=off").unwrap();
        let followers = [Technique::NullMoveVerification, Technique::NullMoveCutNode];
        assert_eq!(spec.followed, followers);
    }

    #[test]
    fn wrong_names_and_values_are_refused() {
        assert_eq!(
            own("self:magic=on"),
            Err(SpecError::Name("magic".to_string()))
        );
        assert_eq!(
            own("self:null_move"),
            Err(SpecError::NoValue("null_move".to_string()))
        );
        for wrong in [
            "self:killers=2",
            "self:delta_margin=-1",
            "self:hash=0",
            "self:stage=x",
            "self:stage=3",
            "self:stage=16",
            "self:stage=200",
        ] {
            assert!(
                matches!(own(wrong), Err(SpecError::Value { .. })),
                "{wrong}"
            );
        }
        for wrong in ["selfish", "/usr/bin/engine", ""] {
            assert!(
                matches!(wrong.parse::<PlayerSpec>(), Err(SpecError::Unknown(_))),
                "{wrong}"
            );
        }
        for wrong in ["cmd:", "cmd:\"/a b", "cmd:,option.Hash=1"] {
            assert!(
                matches!(wrong.parse::<PlayerSpec>(), Err(SpecError::NoProgram(_))),
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_command_has_arguments_and_options() {
        let text = r#"cmd:"/a b/engine" uci --x,option.Hash=64,option.Move Overhead=10"#;
        let mut spec: PlayerSpec = text.parse().unwrap();
        spec.add_option("UCI_Elo=2400").unwrap();
        let PlayerSpec::Process(spec) = spec else {
            panic!()
        };
        assert_eq!(spec.program, "/a b/engine");
        assert_eq!(spec.arguments, ["uci", "--x"]);
        let options = [("Hash", "64"), ("Move Overhead", "10"), ("UCI_Elo", "2400")];
        assert_eq!(
            spec.options,
            options.map(|(name, value)| (name.to_string(), value.to_string()))
        );
        assert_eq!(spec.text, format!("{text},option.UCI_Elo=2400"));
        assert!(
            "self"
                .parse::<PlayerSpec>()
                .unwrap()
                .add_option("Hash=1")
                .is_err()
        );
    }

    #[test]
    fn options_may_stand_after_blanks() {
        let text = r#"cmd:"/a/engine uci" option.Hash=64  option.Move Overhead=10 option.Path="/b c" nodes=9"#;
        let PlayerSpec::Process(spec) = text.parse().unwrap() else {
            panic!()
        };
        assert_eq!(spec.program, "/a/engine uci");
        assert!(spec.arguments.is_empty());
        let options = [("Hash", "64"), ("Move Overhead", "10"), ("Path", "/b c")];
        assert_eq!(
            spec.options,
            options.map(|(name, value)| (name.to_string(), value.to_string()))
        );
        assert_eq!(spec.budget, Some(Budget::Nodes(9)));
    }

    #[test]
    fn a_player_may_have_limits_of_its_own() {
        let budget = |text: &str| text.parse::<PlayerSpec>().unwrap().budget();
        assert_eq!(budget("self"), None);
        assert_eq!(
            budget("self:killers=off,nodes=2500"),
            Some(Budget::Nodes(2500))
        );
        assert_eq!(budget("self:tc=8+0.08"), "8+0.08".parse().ok());
        assert_eq!(budget("cmd:/a \"depth=3\" x,st=0.1"), "st=0.1".parse().ok());
        for wrong in [
            "self:nodes=0",
            "self:tc=x",
            "cmd:/a,depth=x",
            "cmd:/a nodes=-1",
        ] {
            assert!(
                matches!(wrong.parse::<PlayerSpec>(), Err(SpecError::Budget(_))),
                "{wrong}"
            );
        }
    }
}
