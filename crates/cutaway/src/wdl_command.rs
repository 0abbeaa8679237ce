//! `cutaway wdl`: the model of win, draw and loss, fitted to training games. How it is fitted is decided in the lab, how
//! games are read in the trainer; this file brings the two together.

use crate::output;
use crate::provenance::Provenance;
use anyhow::{Context, Result, anyhow};
use clap::Args;
use cutaway_eval::{WinModel, material_of};
use cutaway_lab::wdl::{self, Counts, Outcome};
use cutaway_trainer::{GameFilter, Record, read_games};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Fit the chances of win, draw and loss to games, and say what 100 centipawns are.
///
/// Reads viriformat as `datagen` writes it: the score and the material of each position and the result of its game. Every
/// fifth game is held out to judge the model by, then it is fitted to all. Endings with material below 17 are left out: there
/// the fifty moves decide, and a few won or lost for certain would bend the whole model. The lines of `a` and `b` belong into
/// crates/eval/src/scale.rs. Games that were not called off by their scores tell most.
#[derive(Args)]
pub struct WdlArgs {
    /// Games in viriformat (.vf).
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Leave out positions with a higher score either way, in the unit of the files: who is that far ahead wins.
    #[arg(long, default_value_t = 500, value_name = "UNITS", value_parser = clap::value_parser!(i16).range(1..=20_000))]
    max_score: i16,
    /// JSON instead of text.
    #[arg(long)]
    json: bool,
}

/// How many games a held-out one stands for.
const HELD_OUT: u64 = 5;

impl WdlArgs {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode> {
        let mut counts = [Counts::default(), Counts::default()];
        let mut games = 0;
        for path in &self.files {
            games += self.read(path, &mut counts)?;
        }
        let [kept, held_out] = &counts;
        let fit = wdl::fit(kept, held_out)?;
        if self.json {
            let run = serde_json::json!({
                "run": "wdl", "files": self.files, "max_score": self.max_score, "games": games,
            });
            output::line(Provenance::here().document(&run, &fit)?.trim_end());
        } else {
            output::line(format!("{games} games, {fit}").trim_end());
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Counts the positions of a file, and says how many games it had.
    fn read(&self, path: &Path, counts: &mut [Counts; 2]) -> Result<u64> {
        let filter = GameFilter {
            checks: true,
            noisy: true,
            skip_plies: 0,
        };
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let read = read_games(&mut BufReader::new(file), filter, &mut |record, game| {
            let material = material_of(record.kinds());
            let counts_in = material >= *WinModel::MATERIAL.start()
                && record.score().unsigned_abs() <= self.max_score.unsigned_abs();
            if counts_in {
                let held_out = game % HELD_OUT == 0;
                counts[usize::from(held_out)].add(
                    record.score().into(),
                    material,
                    outcome(&record),
                );
            }
        });
        let games = read.map(|(games, _)| games);
        games.map_err(|(number, what)| anyhow!("{}: game {number}: {what}", path.display()))
    }
}

fn outcome(record: &Record) -> Outcome {
    match record.result() {
        result if result > 0.75 => Outcome::Win,
        result if result < 0.25 => Outcome::Loss,
        _ => Outcome::Draw,
    }
}
