//! `cutaway genfens`: start positions for OpenBench, which gives the whole command as one argument. What its words mean is
//! decided in the lab.

use crate::files;
use crate::output;
use anyhow::{Result, anyhow, bail};
use clap::Args;
use cutaway_lab::genfens::Genfens;
use cutaway_lab::openings::{Book, Generator, Starts};
use std::ffi::OsString;
use std::process::ExitCode;

/// Make start positions for training games, as OpenBench asks for them: `genfens N seed S book None|PATH`.
///
/// N positions, each as a line `info string genfens FEN`: random moves from the usual position, from a random line of the
/// book (EPD or FEN) or, with `dfrc`, from random arrangements of Chess960, kept unless the engine finds them decided.
/// The same words give the same lines, until the engine is changed. All words may come as one argument, with `quit` as
/// another after it. More words: `plies=P` (random moves, or one more; 8), `nodes=M` (to judge a position by; 2000),
/// `limit=CP` (how much better one side may be; 400).
#[derive(Args)]
pub struct GenfensArgs {
    /// How many, and from what.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

impl GenfensArgs {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode> {
        let words = self.words.iter().flat_map(|word| word.split_whitespace());
        let genfens = Genfens::parse(words)?;
        let starts = match &genfens.book {
            None if genfens.chess960 => Starts::DoubleChess960,
            None => Starts::Usual,
            Some(path) => {
                let book = Book::new(files::read(path)?);
                Starts::Book(book.ok_or_else(|| anyhow!("{path} holds no opening"))?)
            }
        };
        let bar = output::progress_bar(genfens.count as u64);
        let mut made = 0;
        for opening in Generator::new(genfens.request, starts).take(genfens.count) {
            made += 1;
            bar.inc(1);
            let fen = opening.position.to_fen();
            bar.suspend(|| output::line(&format!("info string genfens {fen}")));
        }
        bar.finish_and_clear();
        if made < genfens.count {
            bail!(
                "only {made} of {} found: play more random moves",
                genfens.count
            );
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The arguments of the program; if the first one is a whole command `genfens ...`, its words.
pub fn split_command(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let words = match arguments.get(1).and_then(|argument| argument.to_str()) {
        Some(command) if command.starts_with("genfens ") => command.split_whitespace(),
        _ => return arguments,
    };
    let words: Vec<OsString> = words.map(OsString::from).collect();
    arguments.splice(1..2, words);
    arguments
}
