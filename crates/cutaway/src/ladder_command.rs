//! `cutaway ladder`: how strong each stage of the book is. Who plays whom, and the ratings, are decided in the lab.

use crate::experiment::{ExperimentArgs, Output};
use crate::interrupt::Stop;
use crate::output;
use anyhow::{Result, bail};
use clap::Args;
use cutaway_lab::ladder::{Anchor, Ladder};
use cutaway_lab::lines::LineResult;
use cutaway_lab::stage;
use cutaway_search::STAGES;
use std::process::ExitCode;

/// Play every stage of the book against the one before, and put all on one scale of ratings.
///
/// Stages 4 and 5 know no clock and play at a fixed depth, also against stage 6. All stages run with switches read at run
/// time. Without opponents of known rating the first stage with a clock is the zero; with them, every stage plays every
/// one of them too, and the scale is theirs. Where one side wins every game of a match, a drawn pair is added before
/// ratings are computed, and the distance is a lower bound more than an estimate.
/// The status is 0 if everything was played, whatever came out. Control-C ends it with what was measured so far and status
/// 130.
#[derive(Args)]
pub struct LadderArgs {
    /// The lowest stage.
    #[arg(long, default_value_t = STAGES[0], value_parser = stage::parse)]
    from: u8,
    /// The highest stage.
    #[arg(long, default_value_t = STAGES[STAGES.len() - 1], value_parser = stage::parse)]
    to: u8,
    /// At which depth stages 4 and 5 play, plies.
    #[arg(long, default_value_t = 3, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=20))]
    early_depth: u32,
    /// An opponent and its rating, as `cmd:/path/engine,option.UCI_LimitStrength=true,option.UCI_Elo=1500=1500`: a player
    /// as `match` takes it, `=`, the rating. May be given more than once.
    #[arg(long, value_name = "PLAYER=RATING")]
    anchor: Vec<Anchor>,
    #[command(flatten)]
    experiment: ExperimentArgs,
}

impl LadderArgs {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode> {
        if self.from >= self.to {
            bail!("a ladder has at least two stages, the lower one first");
        }
        let stages = STAGES
            .iter()
            .filter(|stage| (self.from..=self.to).contains(stage));
        let ladder = Ladder {
            stages: stages.copied().collect(),
            early_depth: self.early_depth,
            anchors: self.anchor,
        };
        let outputs = |results: &[LineResult]| -> Result<Vec<Output>> {
            let climbed = ladder.climbed(self.experiment.conditions(), results.to_vec())?;
            Ok(vec![
                Output {
                    name: "ladder.md".to_string(),
                    text: climbed.markdown(),
                },
                Output {
                    name: "ladder.json".to_string(),
                    text: serde_json::to_string_pretty(&climbed)? + "\n",
                },
                Output {
                    name: "ladder.svg".to_string(),
                    text: climbed.svg(),
                },
            ])
        };
        let experiment = serde_json::json!({ "ladder": { "early_depth": ladder.early_depth } });
        let stop = Stop::by_interrupt()?;
        let results = self
            .experiment
            .run(&stop, experiment, ladder.lines()?, &outputs)?;
        let climbed = ladder.climbed(self.experiment.conditions(), results)?;
        output::line(climbed.markdown().trim_end());
        Ok(match stop.is_asked() {
            true => stop.ending(self.experiment.is_kept()),
            false => ExitCode::SUCCESS,
        })
    }
}
