//! `cutaway train`: makes a network of files of positions, or tells how good one is. How it learns is the trainer's; here
//! is what is asked for, shown and written.

use crate::files;
use crate::output;
use crate::provenance;
use crate::train_report::{Card, Meter, chart};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use cutaway_eval::nnue::Network;
use cutaway_lab::network_file;
use cutaway_trainer::{
    DataSettings, GameFilter, Loss, Progress, ReferenceError, ReferencePosition, Schedule,
    Settings, Target, Trained, quantize, read_reference, reference_error, train,
};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The width of networks, where nothing else is said.
const HIDDEN: usize = 256;

/// Train a network on files of positions with scores, or tell how far one is from a file of deep scores.
///
/// The same command given again goes on where it was stopped or killed; with as many threads the network comes out the
/// same, bit for bit. The folder needs room for the shuffled data, and is best outside of any clone.
#[derive(Args)]
pub struct TrainArgs {
    /// Files in bulletformat (.bf, .bullet, .data) or viriformat (.vf, .viri); with --evaluate a file of `fen;cp;kind`.
    #[arg(required = true, value_name = "DATA")]
    files: Vec<PathBuf>,
    /// The folder to train in: checkpoint, curve, network and card go there.
    #[arg(long, value_name = "FOLDER", required_unless_present = "evaluate")]
    out: Option<PathBuf>,
    /// Tell the reference error of this network instead: the mean square distance from the scores in DATA.
    #[arg(long, value_name = "NETWORK", conflicts_with = "out")]
    evaluate: Option<String>,
    /// Width of the hidden layer, a multiple of 32.
    #[arg(long, default_value_t = HIDDEN)]
    hidden: usize,
    /// Threads that learn; two more read and decode.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Positions a batch. Below some ten million positions in all a smaller one learns more, for it takes more steps.
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// How often to go through the data.
    #[arg(long, default_value_t = 2.0)]
    passes: f64,
    /// The highest learning rate.
    #[arg(long, default_value_t = 0.001, value_name = "RATE")]
    learning_rate: f32,
    /// What is left of it at the end, as a share.
    #[arg(long, default_value_t = 0.01, value_name = "SHARE")]
    last_rate: f32,
    /// Batches over which it rises at first.
    #[arg(long, default_value_t = 100, value_name = "BATCHES")]
    warm_up: u64,
    /// Weight decay.
    #[arg(long, default_value_t = 0.01)]
    decay: f32,
    /// Centipawns that count as a chance of 73 % to win, a whole number; the unit of the network.
    #[arg(long, default_value_t = 270.0, value_name = "CP")]
    k: f32,
    /// How much of the target is the result of the game, 0 to 1; the rest is the score.
    #[arg(long, default_value_t = 0.0, value_name = "SHARE")]
    result_weight: f32,
    /// The power of the error that is made small.
    #[arg(long, default_value_t = 2.0)]
    power: f32,
    /// The files are shuffled, each a random share of the whole: do not shuffle them across files again.
    #[arg(long)]
    shuffled: bool,
    /// Validate with this file, and with nothing of DATA. Can be given several times.
    #[arg(long, value_name = "FILE")]
    validation: Vec<PathBuf>,
    /// Else keep one game of so many for validation; of bulletformat, which has no games, one position. 0 for none.
    #[arg(long, default_value_t = 200, value_name = "N")]
    holdout: u64,
    /// Keep no more positions for validation.
    #[arg(long, default_value_t = 131_072, value_name = "N")]
    most_validation: usize,
    /// Leave out positions with a higher score either way, in centipawns.
    #[arg(long, default_value_t = 20_000, value_name = "CP")]
    max_score: u16,
    /// Keep positions of games in check.
    #[arg(long)]
    keep_checks: bool,
    /// Keep positions of games in which the move played is a capture or a promotion.
    #[arg(long)]
    keep_noisy: bool,
    /// Leave out the first plies of each game.
    #[arg(long, default_value_t = 0, value_name = "N")]
    skip_plies: u32,
    /// What chance begins from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Tell the reference error for this file at the end.
    #[arg(long, value_name = "FILE")]
    reference: Option<PathBuf>,
    /// What the card says of the data: who labelled it, and how.
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
}

impl TrainArgs {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode> {
        if let Some(path) = &self.evaluate {
            let [file] = &self.files[..] else {
                bail!("--evaluate takes one file of scores");
            };
            let network = network_file::load(path).map_err(|error| anyhow!("{path}: {error}"))?;
            tell_reference_error(&reference_error(&network, &reference(file)?));
            return Ok(ExitCode::SUCCESS);
        }
        let folder = self
            .out
            .clone()
            .ok_or_else(|| anyhow!("give a folder: --out"))?;
        // A file that cannot be read is better known before the training than after it.
        let positions = self.reference.as_deref().map(reference).transpose()?;
        let settings = self.settings();
        let mut meter = Meter::new(settings.batch);
        let mut tell = |progress: Progress| {
            meter.show(progress);
            ControlFlow::Continue(())
        };
        let trained = train(&settings, usize::from(self.threads), &folder, &mut tell)?;
        let speed = meter.finish();
        let network = quantize(&trained.parameters, settings.target.k)?;
        self.write_files(
            &folder,
            &settings,
            &trained,
            &network,
            positions.as_deref(),
            speed,
        )?;
        Ok(ExitCode::SUCCESS)
    }

    fn settings(&self) -> Settings {
        Settings {
            data: DataSettings {
                files: self.files.clone(),
                validation: self.validation.clone(),
                shuffled: self.shuffled,
                games: GameFilter {
                    checks: self.keep_checks,
                    noisy: self.keep_noisy,
                    skip_plies: self.skip_plies,
                },
                max_score: self.max_score,
                holdout: self.holdout,
                most_validation: self.most_validation,
                seed: self.seed,
            },
            hidden: self.hidden,
            batch: self.batch,
            passes: self.passes,
            schedule: Schedule {
                rate: self.learning_rate,
                last: self.last_rate,
                warm_up: self.warm_up,
            },
            decay: self.decay,
            target: Target {
                k: self.k,
                result_weight: self.result_weight,
            },
            loss: Loss { power: self.power },
            seed: self.seed,
        }
    }

    /// The network, its card and its curve.
    fn write_files(
        &self,
        folder: &Path,
        settings: &Settings,
        trained: &Trained,
        network: &Network,
        reference: Option<&[ReferencePosition]>,
        speed: Option<f64>,
    ) -> Result<()> {
        let error = reference.map(|positions| reference_error(network, positions));
        let card = Card {
            settings,
            trained,
            threads: self.threads,
            error: error.as_ref(),
            speed,
            note: &self.note,
        };
        let path = folder.join("network.nnue");
        let description = card.description(&provenance::engine());
        let bytes = network.to_bytes(&description);
        let curve = chart(&trained.points, &description);
        files::write(&path, &bytes)?;
        files::write(&folder.join("network.md"), card.to_string())?;
        files::write(&folder.join("curve.svg"), curve)?;
        output::line(&format!(
            "network in {}, {} bytes",
            path.display(),
            bytes.len()
        ));
        if let Some(error) = &error {
            tell_reference_error(error);
        }
        Ok(())
    }
}

fn reference(path: &Path) -> Result<Vec<ReferencePosition>> {
    let text = files::read_plain(path)?;
    read_reference(&text).map_err(|error| anyhow!("{}, {error}", path.display()))
}

fn tell_reference_error(found: &ReferenceError) {
    for (kind, count, error) in &found.kinds {
        output::line(&format!(
            "{count:6} positions of kind {kind}: error {error:.4}"
        ));
    }
    output::line(&format!(
        "reference error {:.4} scale {:.3}",
        found.error, found.scale
    ));
}
