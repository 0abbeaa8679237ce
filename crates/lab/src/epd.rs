//! Extended position description: four fields of a FEN, then operations, one position a line.
//!
//! Files of openings mix EPD and FEN, so the two counters of a FEN are read too. What an operation means is left to
//! whoever asks for it ([`suite`](crate::suite)); nothing here opens a file.

use cutaway_chess::{FenError, Position};

/// One line of an EPD file.
#[derive(Clone, Debug)]
pub struct Epd {
    /// The line of the file, from 1.
    pub line: usize,
    /// The position. Its counters are 0 and 1 unless the line tells them, as a FEN does or by `hmvc` and `fmvn`.
    pub position: Position,
    /// The operations in order, each with its operands; an operand in quotes is one operand.
    pub operations: Vec<(String, Vec<String>)>,
}

/// A line that is no EPD, or asks for something that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdFault {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub error: EpdError,
}

impl std::fmt::Display for EpdFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// Less than board, side, castling and en passant.
    #[error("no position: an EPD begins with four fields")]
    TooShort,
    /// The four fields are no position.
    #[error("{0}")]
    Position(#[from] FenError),
    /// A quote is opened and never closed.
    #[error("a quote is never closed")]
    OpenQuote,
    /// A move of an operation is not legal in the position.
    #[error("`{opcode} {text}`: no legal move here")]
    Move {
        /// The operation.
        opcode: String,
        /// The move as written.
        text: String,
    },
    /// A mate distance that is no number, or zero.
    #[error("`{opcode} {text}`: no mate distance")]
    MateDistance {
        /// The operation.
        opcode: String,
        /// The distance as written.
        text: String,
    },
    /// Neither `bm`, `am` nor `dm`.
    #[error("nothing to solve: neither bm, am nor dm")]
    NothingToSolve,
    /// The game is over before it begins.
    #[error("the game is over here: {0}")]
    GameOver(cutaway_chess::Outcome),
}

impl Epd {
    /// Reads one line, without its end.
    ///
    /// ```
    /// use cutaway_lab::epd::Epd;
    /// let epd = Epd::parse("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; id \"a; b\";", 1)?;
    /// assert_eq!(epd.operands("bm"), ["e4", "Kd2"]);
    /// assert_eq!(epd.operands("id"), ["a; b"]);
    /// # Ok::<(), cutaway_lab::epd::EpdError>(())
    /// ```
    ///
    /// # Errors
    /// [`EpdError`] says what is wrong with the four fields or the quotes. Operations are not looked into.
    pub fn parse(text: &str, line: usize) -> Result<Epd, EpdError> {
        let mut rest = text.trim();
        let mut fields = Vec::new();
        while fields.len() < 4 {
            let (field, after) = split_word(rest);
            if field.is_empty() {
                return Err(EpdError::TooShort);
            }
            fields.push(field);
            rest = after;
        }
        let mut counters = ["0", "1"].map(String::from);
        for counter in &mut counters {
            let (word, after) = split_word(rest);
            if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
                break;
            }
            *counter = word.to_string();
            rest = after;
        }
        let operations = operations(rest)?;
        for (counter, wanted) in counters.iter_mut().zip(["hmvc", "fmvn"]) {
            let told = operations.iter().find(|(opcode, _)| opcode == wanted);
            if let Some(value) = told.and_then(|(_, operands)| operands.first()) {
                counter.clone_from(value);
            }
        }
        let fen = [fields.join(" "), counters.join(" ")].join(" ");
        Ok(Epd {
            line,
            position: Position::from_fen(&fen)?,
            operations,
        })
    }

    /// The operands of all operations of that name, in order.
    pub fn operands(&self, opcode: &str) -> Vec<&str> {
        let wanted = self.operations.iter().filter(|(name, _)| name == opcode);
        wanted
            .flat_map(|(_, operands)| operands.iter().map(String::as_str))
            .collect()
    }
}

/// Reads a file's text. Empty lines and lines that begin with `#` are passed over; what is no EPD is told apart.
pub fn read(text: &str) -> (Vec<Epd>, Vec<EpdFault>) {
    let (mut epds, mut faults) = (Vec::new(), Vec::new());
    for (index, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        if text.trim().is_empty() || text.trim_start().starts_with('#') {
            continue;
        }
        match Epd::parse(text, index + 1) {
            Ok(epd) => epds.push(epd),
            Err(error) => faults.push(EpdFault {
                line: index + 1,
                error,
            }),
        }
    }
    (epds, faults)
}

/// The first word and what comes after it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// Splits `bm Nf3 e4; id "x";` into operations. The last semicolon may be missing.
fn operations(text: &str) -> Result<Vec<(String, Vec<String>)>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            rest = &rest[1..];
        } else if first == '"' {
            let end = rest[1..].find('"').ok_or(EpdError::OpenQuote)?;
            words.push(rest[1..=end].to_string());
            rest = &rest[end + 2..];
        } else {
            let ends = |c: char| c.is_whitespace() || c == ';';
            let (word, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
            words.push(word.to_string());
            rest = after;
        }
        rest = rest.trim_start();
        if first == ';' || rest.is_empty() {
            let mut parts = std::mem::take(&mut words).into_iter();
            if let Some(opcode) = parts.next() {
                operations.push((opcode, parts.collect()));
            }
        }
    }
    Ok(operations)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    fn parse(operations: &str) -> Result<Epd, EpdError> {
        Epd::parse(&format!("{KINGS} {operations}"), 7)
    }

    #[test]
    fn operations_end_at_semicolons_outside_quotes() {
        let epd = parse(r#"bm Kd2 e4;id "a; b" ; c0 "";  am Kf1"#).unwrap();
        assert_eq!(epd.operands("bm"), ["Kd2", "e4"]);
        assert_eq!(epd.operands("id"), ["a; b"]);
        assert_eq!(epd.operands("c0"), [""]);
        assert_eq!(epd.operands("am"), ["Kf1"]);
        assert_eq!(epd.operations.len(), 4);
    }

    #[test]
    fn an_operation_may_come_twice() {
        assert_eq!(
            parse("bm e4; bm Kd2;").unwrap().operands("bm"),
            ["e4", "Kd2"]
        );
    }

    #[test]
    fn the_counters_come_from_fields_or_operations() {
        let end = |epd: Epd| {
            epd.position
                .to_fen()
                .split(' ')
                .skip(4)
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(end(parse("").unwrap()), "0 1");
        assert_eq!(end(parse("7 33").unwrap()), "7 33");
        assert_eq!(end(parse("12 40 bm e4;").unwrap()), "12 40");
        assert_eq!(end(parse("hmvc 5; fmvn 21;").unwrap()), "5 21");
    }

    #[test]
    fn faults_carry_their_line() {
        let text = format!(
            "\u{feff}# heads\n\n{KINGS} bm e4;\nnonsense\n8/8/8/8/8/8/8/8 w - - bm e4;\n{KINGS} id \"x\n"
        );
        let (epds, faults) = read(&text);
        assert_eq!(epds.iter().map(|epd| epd.line).collect::<Vec<_>>(), [3]);
        let [first, second, third] = &faults[..] else {
            panic!("{faults:?}")
        };
        assert_eq!((first.line, &first.error), (4, &EpdError::TooShort));
        assert!(second.line == 5 && matches!(second.error, EpdError::Position(_)));
        assert_eq!((third.line, &third.error), (6, &EpdError::OpenQuote));
    }
}
