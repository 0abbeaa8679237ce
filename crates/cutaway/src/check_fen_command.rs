//! `cutaway check-fen`: which lines of a file are positions that can be set up.

use crate::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use cutaway_chess::Position;
use std::io::Read;
use std::process::ExitCode;

/// Tell for each line whether it is a FEN that can be set up: `ok`, or `error: why`.
///
/// The exit status is 1 if a line is refused, and 2 if there was nothing to check.
#[derive(Args)]
pub struct CheckFen {
    /// A file with a FEN on each line; - is standard input.
    file: String,
    /// One JSON object a line, with what was put right.
    #[arg(long)]
    json: bool,
}

impl CheckFen {
    /// Runs it.
    pub fn run(&self) -> Result<ExitCode> {
        let mut bytes = Vec::new();
        if self.file == "-" {
            std::io::stdin()
                .lock()
                .read_to_end(&mut bytes)
                .context("cannot read standard input")?;
        } else {
            bytes =
                std::fs::read(&self.file).with_context(|| format!("cannot read {}", self.file))?;
        }
        let mut all_ok = true;
        for fen in String::from_utf8_lossy(&bytes).lines() {
            let result = Position::from_fen_with_repairs(fen);
            all_ok &= result.is_ok();
            output::line(&match (self.json, result) {
                (false, Ok(_)) => "ok".to_string(),
                (false, Err(why)) => format!("error: {why}"),
                (true, Ok((position, repairs))) => {
                    let repairs: Vec<String> = repairs.iter().map(ToString::to_string).collect();
                    serde_json::json!({ "ok": true, "fen": position.to_fen(), "repairs": repairs })
                        .to_string()
                }
                (true, Err(why)) => {
                    serde_json::json!({ "ok": false, "error": why.to_string() }).to_string()
                }
            });
        }
        if bytes.is_empty() {
            bail!("there was no position to check");
        }
        Ok(if all_ok {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}
