//! What the distributed tester OpenBench asks an engine for before it has it play for training data: start positions.
//!
//! It calls `./engine "genfens N seed S book <None|path> <extra>" "quit"` and collects the lines `info string genfens FEN`,
//! with all six fields, at least one every 15 seconds. This file reads the words; the book is opened by whoever asks.

use crate::openings::Request;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genfens {
    /// How many positions.
    pub count: usize,
    /// The book to set out from: a path, `None` for the usual position.
    pub book: Option<String>,
    /// Whether to set out from arrangements of Chess960 instead.
    pub chess960: bool,
    /// How they are made.
    pub request: Request,
}

/// What is wrong with the words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenfensError {
    /// A number is missing or none.
    #[error("`{0}` takes a number, not `{1}`")]
    Number(&'static str, String),
    /// Another word than is expected there.
    #[error(
        "`{0}` is not understood here: write N seed S book None|PATH [plies=P] [nodes=M] [limit=CP] [dfrc]"
    )]
    Word(String),
    /// Positions to set out from are told twice.
    #[error("give a book or dfrc, not both")]
    TwoStarts,
}

/// Random moves, as many or one more, unless the words say otherwise.
const PLIES: u32 = 8;
/// Nodes by which a position is judged.
const NODES: u64 = 2000;
/// How much better one side may be, in centipawns.
const LIMIT: u32 = 400;

impl Genfens {
    /// Reads the words after `genfens`. A `quit` at their end is passed over.
    ///
    /// ```
    /// use cutaway_lab::genfens::Genfens;
    /// let words = "16 seed 7 book None plies=6";
    /// let genfens = Genfens::parse(words.split(' '))?;
    /// assert_eq!((genfens.count, genfens.request.seed, genfens.book), (16, 7, None));
    /// assert_eq!(genfens.request.plies, 6);
    /// # Ok::<(), cutaway_lab::genfens::GenfensError>(())
    /// ```
    ///
    /// # Errors
    /// [`GenfensError`] says which word is wrong.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Genfens, GenfensError> {
        let mut words = words.into_iter();
        let mut genfens = Genfens {
            count: number("genfens", words.next().unwrap_or_default())?,
            book: None,
            chess960: false,
            request: Request {
                plies: PLIES,
                nodes: NODES,
                band: 0..=LIMIT,
                seed: 0,
            },
        };
        while let Some(word) = words.next() {
            match word {
                "seed" => genfens.request.seed = number("seed", words.next().unwrap_or_default())?,
                "book" => {
                    let book = words
                        .next()
                        .ok_or_else(|| GenfensError::Word(word.to_string()))?;
                    let is_none = book.eq_ignore_ascii_case("none");
                    genfens.book = (!is_none).then(|| book.to_string());
                }
                "dfrc" => genfens.chess960 = true,
                "quit" => break,
                _ => genfens.extra(word)?,
            }
        }
        match genfens.chess960 && genfens.book.is_some() {
            true => Err(GenfensError::TwoStarts),
            false => Ok(genfens),
        }
    }

    /// A word that whoever set the test up has added.
    fn extra(&mut self, word: &str) -> Result<(), GenfensError> {
        match word.split_once('=') {
            Some(("plies", value)) => self.request.plies = number::<u8>("plies", value)?.into(),
            Some(("nodes", value)) => self.request.nodes = number("nodes", value)?,
            Some(("limit", value)) => self.request.band = 0..=number("limit", value)?,
            _ => return Err(GenfensError::Word(word.to_string())),
        }
        Ok(())
    }
}

fn number<T: std::str::FromStr>(name: &'static str, value: &str) -> Result<T, GenfensError> {
    value
        .parse()
        .map_err(|_| GenfensError::Number(name, value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<Genfens, GenfensError> {
        Genfens::parse(words.split_whitespace())
    }

    #[test]
    fn the_words_of_openbench_are_read() {
        let genfens =
            parse("64 seed 4294967297 book Books/UHO.epd nodes=500 limit=150 quit").unwrap();
        assert_eq!(genfens.count, 64);
        assert_eq!(genfens.book.as_deref(), Some("Books/UHO.epd"));
        assert_eq!(
            (genfens.request.seed, genfens.request.nodes),
            (4_294_967_297, 500)
        );
        assert_eq!(genfens.request.band, 0..=150);
        assert_eq!(parse("1 seed 2 book none").unwrap().book, None);
        assert!(parse("1 seed 2 book None dfrc").unwrap().chess960);
    }

    #[test]
    fn other_words_are_refused() {
        assert_eq!(
            parse(""),
            Err(GenfensError::Number("genfens", String::new()))
        );
        assert_eq!(
            parse("-1 seed 2"),
            Err(GenfensError::Number("genfens", "-1".into()))
        );
        assert_eq!(
            parse("1 seed x"),
            Err(GenfensError::Number("seed", "x".into()))
        );
        assert_eq!(
            parse("1 seed 2 book"),
            Err(GenfensError::Word("book".into()))
        );
        assert_eq!(
            parse("1 seed 2 plies"),
            Err(GenfensError::Word("plies".into()))
        );
        assert_eq!(
            parse("1 plies=1000"),
            Err(GenfensError::Number("plies", "1000".into()))
        );
        assert_eq!(parse("1 book a.epd dfrc"), Err(GenfensError::TwoStarts));
    }
}
