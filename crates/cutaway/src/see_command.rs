//! `cutaway see`: a suite of exchanges checked against the static exchange evaluation.

use crate::files;
use crate::output;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use cutaway_chess::{FenError, Move, MoveKind, Position, Square};
use std::process::ExitCode;

/// Check a suite of static exchange evaluations.
///
/// A line of the suite is `FEN;UCI MOVE;CENTIPAWNS`; empty lines and lines that begin with # are skipped. Each line that
/// differs is printed; the exit status is 1 if there is one.
#[derive(Args)]
pub struct See {
    /// The file.
    #[arg(long, value_name = "FILE")]
    suite: std::path::PathBuf,
    /// Which form of the evaluation.
    #[arg(long, value_enum, default_value = "exact")]
    form: Form,
    /// JSON instead of text: an object for each line that differs and one for the sum.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// The value itself.
    Exact,
    /// Whether the value reaches a threshold: the value itself does, one more does not.
    Threshold,
    /// The quick form with static batteries, which differs from the exact one now and then.
    Battery,
}

impl See {
    /// Runs it.
    pub fn run(&self) -> Result<ExitCode> {
        let text = files::read(&self.suite)?;
        let (mut cases, mut mismatches) = (0, 0);
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            cases += 1;
            if let Err(what) = self.check(line) {
                mismatches += 1;
                let number = index + 1;
                output::line(&match self.json {
                    true => serde_json::json!({ "line": number, "case": line, "error": what })
                        .to_string(),
                    false => format!("line {number}: {line}: {what}"),
                });
            }
        }
        output::line(&match self.json {
            true => serde_json::json!({ "cases": cases, "mismatches": mismatches }).to_string(),
            false => format!("{} of {cases} cases agree", cases - mismatches),
        });
        if cases == 0 {
            bail!("there was no case to check");
        }
        Ok(if mismatches == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }

    /// What is wrong with a line, if anything.
    fn check(&self, line: &str) -> Result<(), String> {
        let (position, mv, expected) = read_case(line)?;
        match self.form {
            Form::Exact => compare(position.see(mv), expected),
            Form::Battery => compare(position.see_battery(mv), expected),
            Form::Threshold if !position.see_ge(mv, expected) => {
                Err(format!("does not reach {expected}"))
            }
            Form::Threshold if position.see_ge(mv, expected + 1) => {
                Err(format!("reaches {}", expected + 1))
            }
            Form::Threshold => Ok(()),
        }
    }
}

fn compare(found: i32, expected: i32) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("found {found}"))
    }
}

fn read_case(line: &str) -> Result<(Position, Move, i32), String> {
    let mut fields = line.split(';').map(str::trim);
    let (Some(fen), Some(mv), Some(value)) = (fields.next(), fields.next(), fields.next()) else {
        return Err("is not FEN;MOVE;VALUE".to_string());
    };
    let value = value.parse().map_err(|_| format!("{value} is no number"))?;
    let position = match Position::from_fen(fen) {
        Err(FenError::KingCapturable { .. }) => return read_turned_case(fen, mv, value),
        position => position.map_err(|why| why.to_string())?,
    };
    let mv = position
        .parse_uci(mv)
        .map_err(|why| format!("{mv} {why}"))?;
    Ok((position, mv, value))
}

/// A position of a suite in which a king could be taken. An exchange asks only who the mover is, not whose turn it is: with
/// the turn the other way round the position can be set up, and a plain move or capture be tried.
fn read_turned_case(fen: &str, mv: &str, value: i32) -> Result<(Position, Move, i32), String> {
    let turned = match fen.split_once(' ') {
        Some((board, rest)) if rest.starts_with('w') => format!("{board} b"),
        Some((board, _)) => format!("{board} w"),
        None => fen.to_string(),
    };
    let position = Position::from_fen(&turned).map_err(|why| why.to_string())?;
    let square = |from: usize| {
        mv.get(from..from + 2)
            .and_then(|text| text.parse::<Square>().ok())
    };
    let (Some(from), Some(to), 4) = (square(0), square(2), mv.len()) else {
        return Err(format!("{mv} is no plain move, and a king can be taken"));
    };
    let kind = match (position.piece_on(from), position.piece_on(to)) {
        (None, _) => return Err(format!("{mv}: nothing stands on {from}")),
        (Some(_), None) => MoveKind::Quiet,
        (Some(man), Some(victim)) if man.color() != victim.color() => MoveKind::Capture,
        _ => return Err(format!("{mv} takes an own man")),
    };
    Ok((position, Move::new(from, to, kind), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: &str = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1;d1d5;";

    #[test]
    fn right_values_pass_and_wrong_ones_do_not() {
        for form in [Form::Exact, Form::Threshold, Form::Battery] {
            let see = See {
                suite: "unused".into(),
                form,
                json: false,
            };
            assert_eq!(see.check(&format!("{CASE}-800")), Ok(()));
            assert!(see.check(&format!("{CASE}-799")).is_err());
            assert!(see.check(&format!("{CASE}-801")).is_err());
        }
    }

    #[test]
    fn an_exchange_does_not_ask_whose_turn_it_is() {
        let see = See {
            suite: "unused".into(),
            form: Form::Exact,
            json: false,
        };
        // Black is to move though White's king is attacked.
        let case = "3N4/2K5/2n1n3/1k6/8/8/8/8 b - - 0 1;c6d8;";
        assert_eq!(see.check(&format!("{case}300")), Ok(()));
        assert!(see.check(&format!("{case}0")).is_err());
        assert!(
            see.check("3N4/2K5/2n1n3/1k6/8/8/8/8 b - - 0 1;a1a2;0")
                .is_err()
        );
    }

    #[test]
    fn lines_that_cannot_be_read_are_errors() {
        let see = See {
            suite: "unused".into(),
            form: Form::Exact,
            json: false,
        };
        for line in [
            "",
            "a;b;c",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1;e1e3;0",
            &format!("{CASE}x"),
        ] {
            assert!(see.check(line).is_err(), "{line}");
        }
    }
}
