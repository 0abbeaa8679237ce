//! Lines of UCI taken apart. Leniently: any run of blanks and tabs separates words, and names of options may hold
//! blanks. What the words mean for the position at hand is not asked here.

/// A line of UCI, or of the commands that engines understand besides.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command<'a> {
    Uci,
    IsReady,
    UciNewGame,
    SetOption(Setting<'a>),
    Position(PositionText<'a>),
    Go(&'a str),
    Stop,
    PonderHit,
    Quit,
    Debug(&'a str),
    Register,
    Display,
    Eval,
    Flip,
    Bench,
    Perft(&'a str),
    Help,
    Compiler,
    /// `export_net [FILE]`.
    ExportNet(&'a str),
    /// `set NAME VALUE`, the console's way to switch techniques, in UCI too.
    Set(&'a str),
    Unknown,
}

/// `setoption name NAME [value VALUE]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setting<'a> {
    /// The name with single blanks; empty if there is none.
    pub name: String,
    /// The rest of the line; `None` without the word `value`. `<empty>` reads as nothing.
    pub value: Option<&'a str>,
}

/// `position startpos|fen F [moves M ..]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PositionText<'a> {
    /// The FEN; `None` for the start position.
    pub fen: Option<String>,
    /// The moves.
    pub moves: Vec<&'a str>,
    /// What is wrong with the line as such.
    pub fault: Option<String>,
}

/// Takes blanks, a carriage return and a byte order mark off a line.
pub(crate) fn trim(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0')
}

/// The first word of a trimmed line and the rest, trimmed.
pub(crate) fn split_word(line: &str) -> (&str, &str) {
    match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (line, ""),
    }
}

/// Reads a trimmed line that is not empty.
pub(crate) fn parse(line: &str) -> Command<'_> {
    let (word, rest) = split_word(line);
    match word.to_ascii_lowercase().as_str() {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::UciNewGame,
        "setoption" => Command::SetOption(setting(rest)),
        "position" => Command::Position(position(rest)),
        "go" => Command::Go(rest),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" | "exit" => Command::Quit,
        "debug" => Command::Debug(rest),
        "register" => Command::Register,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "flip" => Command::Flip,
        "bench" => Command::Bench,
        "perft" => Command::Perft(rest),
        "help" => Command::Help,
        "compiler" => Command::Compiler,
        "export_net" => Command::ExportNet(rest),
        "set" => Command::Set(rest),
        _ => Command::Unknown,
    }
}

/// Words with the place at which each begins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split_whitespace()
        .map(move |word| (word.as_ptr() as usize - start, word))
}

fn setting(rest: &str) -> Setting<'_> {
    let (mut name, mut value) = (Vec::new(), None);
    for (at, word) in words(rest) {
        if word.eq_ignore_ascii_case("value") && !name.is_empty() {
            let text = rest[at + word.len()..].trim();
            value = Some(if text == "<empty>" { "" } else { text });
            break;
        }
        if at > 0 || !word.eq_ignore_ascii_case("name") {
            name.push(word);
        }
    }
    Setting {
        name: name.join(" "),
        value,
    }
}

fn position(rest: &str) -> PositionText<'_> {
    let mut words = rest.split_whitespace().peekable();
    let mut fault = None;
    let fen = match words.next() {
        Some(word) if word.eq_ignore_ascii_case("startpos") => None,
        Some(word) if word.eq_ignore_ascii_case("fen") => {
            let mut fields = Vec::new();
            while let Some(field) = words.next_if(|word| !word.eq_ignore_ascii_case("moves")) {
                fields.push(field);
            }
            Some(fields.join(" "))
        }
        Some(word) => {
            fault = Some(format!("`{word}` is neither startpos nor fen"));
            None
        }
        None => {
            fault = Some("startpos or fen is missing".to_string());
            None
        }
    };
    match words.next() {
        Some(word) if fault.is_none() && !word.eq_ignore_ascii_case("moves") => {
            fault = Some(format!("`{word}` stands where `moves` was expected"));
        }
        _ => {}
    }
    PositionText {
        fen,
        moves: words.collect(),
        fault,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(line: &str) -> Setting<'_> {
        match parse(line) {
            Command::SetOption(setting) => setting,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn blanks_mark_and_line_ends_are_taken_off() {
        assert_eq!(trim("\u{feff} \tuci \r"), "uci");
        assert_eq!(parse(trim("\t isready \r")), Command::IsReady);
    }

    #[test]
    fn names_of_options_hold_blanks_and_values_are_the_rest() {
        let clear = option("setoption name CLEAR   HASH");
        assert_eq!((clear.name.as_str(), clear.value), ("CLEAR HASH", None));
        let overhead = option("setoption   name  move\toverhead   value 50");
        assert_eq!(
            (overhead.name.as_str(), overhead.value),
            ("move overhead", Some("50"))
        );
        let path = option("setoption name SyzygyPath value /tmp/my  tables:/none:");
        assert_eq!(path.value, Some("/tmp/my  tables:/none:"));
        assert_eq!(
            option("setoption name SyzygyPath value <empty>").value,
            Some("")
        );
        assert_eq!(option("setoption name Hash value").value, Some(""));
        assert_eq!(option("setoption name").name, "");
        assert_eq!(option("setoption").name, "");
    }

    #[test]
    fn a_position_is_fen_or_startpos_and_moves() {
        let Command::Position(text) = parse("position fen  8/8 w  - -\t0 1 moves e2e4 e7e5") else {
            panic!()
        };
        assert_eq!(text.fen.as_deref(), Some("8/8 w - - 0 1"));
        assert_eq!((text.moves, text.fault), (vec!["e2e4", "e7e5"], None));
        let Command::Position(text) = parse("position startpos moves") else {
            panic!()
        };
        assert_eq!((text.fen, text.moves.len(), text.fault), (None, 0, None));
        for faulty in [
            "position",
            "position e2e4",
            "position startpos e2e4",
            "position moves e2e4",
        ] {
            let Command::Position(text) = parse(faulty) else {
                panic!()
            };
            assert!(text.fault.is_some(), "{faulty}");
        }
    }
}
