//! `cutaway ablate`: what each technique is worth. Who plays whom, and what it comes to, is decided in the lab.

use crate::experiment::{ExperimentArgs, Output};
use crate::files;
use crate::interrupt::Stop;
use crate::output;
use anyhow::{Context, Result};
use clap::Args;
use cutaway_lab::ablate::{Case, Subject};
use cutaway_lab::ablate_tables::{Ablation, Row, rust_table};
use cutaway_lab::families::{FAMILIES, HEADS, all_families};
use cutaway_lab::lines::LineResult;
use cutaway_lab::stage;
use cutaway_search::{Question, Technique};
use std::path::PathBuf;
use std::process::ExitCode;

/// Measure what each technique is worth, by matches of the engine with it against the engine without it.
///
/// `removed`: the full engine (or that of --stage) against the same with the technique off, and off with it whatever requires it. `added`: the
/// stage before the one that brings the technique, with what it requires and the technique on, against the same without
/// it. Both sides run with switches read at run time, so that neither is faster for being compiled for play. Positive
/// numbers speak for the technique.
///
/// At fixed nodes, techniques that share out time (iterative_deepening, time_management) are told as not measured. What a
/// technique costs in time a node is not seen there either.
/// The status is 0 if everything was played, whatever came out. Control-C ends it with what was measured so far and status
/// 130; --write-table is then left for another time.
#[derive(Args)]
pub struct AblateArgs {
    /// Only these techniques and families, separated by commas. Families are named as --families lists them, which is not to
    /// be given as well: --only windows,killers.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Families instead of every technique by itself.
    #[arg(long, conflicts_with = "only", long_help = families_help())]
    families: bool,
    /// What to ask: removed, added or both.
    #[arg(long, value_name = "QUESTION", value_delimiter = ',', default_value = "removed", value_parser = question)]
    ask: Vec<Question>,
    /// Remove from the engine of that stage instead of the one that plays: 14 is the search with piece-square tables.
    #[arg(long, value_name = "N", value_parser = stage::parse)]
    stage: Option<u8>,
    /// Write the table that the engine's list of techniques shows (crates/search/src/measured.rs) here: from the files
    /// given by --from, or else from what is measured now. Families do not go in.
    #[arg(long, value_name = "FILE")]
    write_table: Option<PathBuf>,
    /// With --write-table: results of earlier runs (their JSON); nothing is played. Of each technique and question the row
    /// of the engine that plays is kept where there is one, else that of the latest stage; of two of the same, the last.
    #[arg(long, value_name = "JSON", requires = "write_table", num_args = 1..)]
    from: Vec<PathBuf>,
    #[command(flatten)]
    experiment: ExperimentArgs,
}

impl AblateArgs {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode> {
        let mut _new_table = None;
        if let Some(table) = &self.write_table {
            for from in &self.from {
                files::all_differ(&[("--from", Some(from)), ("--write-table", Some(table))])?;
            }
            _new_table = Some(files::expect_to_write(table)?);
        }
        let ablations = if self.from.is_empty() {
            let stop = Stop::by_interrupt()?;
            let ablation = self.measure(&stop)?;
            output::line(ablation.markdown().trim_end());
            if stop.is_asked() {
                return Ok(stop.ending(self.experiment.is_kept()));
            }
            vec![ablation]
        } else {
            self.from.iter().map(read).collect::<Result<_>>()?
        };
        if let Some(path) = &self.write_table {
            files::write(path, rust_table(&ablations))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn measure(&self, stop: &Stop) -> Result<Ablation> {
        let mut cases = Vec::new();
        for &question in &self.ask {
            for subject in self.subjects()? {
                let budget = self.experiment.budget();
                cases.push(Case::new(subject, question, budget, self.stage)?);
            }
        }
        // Lines of another stage have the same names, and are other matches.
        let experiment = match self.stage {
            Some(stage) => serde_json::json!({ "ablate": { "stage": stage } }),
            None => "ablate".into(),
        };
        let lines = cases.iter().filter_map(|case| case.line.clone().ok());
        let ablation = |results: &[LineResult]| Ablation {
            conditions: self.experiment.conditions(),
            stage: self.stage,
            rows: cases.iter().map(|case| Row::new(case, results)).collect(),
        };
        let results = self
            .experiment
            .run(stop, experiment, lines.collect(), &|results| {
                outputs(&ablation(results), &self.ask)
            })?;
        Ok(ablation(&results))
    }

    fn subjects(&self) -> Result<Vec<Subject>> {
        if self.families {
            return Ok(all_families().collect());
        }
        if self.only.is_empty() {
            return Ok(Technique::all().map(Subject::technique).collect());
        }
        let subject = |name: &String| {
            Subject::from_name(name)
                .with_context(|| format!("`{name}` is no technique and no family"))
        };
        self.only.iter().map(subject).collect()
    }
}

/// What `--families` asks about, with the members of each family.
fn families_help() -> String {
    let heads: Vec<&str> = HEADS.iter().map(|technique| technique.name()).collect();
    let mut help = format!(
        "Families instead of every technique by itself. They leave nothing out but what shares out time: {}, each with \
         whatever requires it; and together",
        heads.join(", ")
    );
    for (i, family) in FAMILIES.iter().enumerate() {
        let members: Vec<&str> = family.members.iter().map(|t| t.name()).collect();
        let before = if i == 0 { " " } else { "; " };
        help += &format!("{before}{} ({})", family.name, members.join(", "));
    }
    help
}

fn question(text: &str) -> Result<Question, String> {
    [Question::Removed, Question::Added]
        .into_iter()
        .find(|question| question.word() == text)
        .ok_or_else(|| "removed or added".to_string())
}

fn outputs(ablation: &Ablation, asked: &[Question]) -> Result<Vec<Output>> {
    let mut outputs = vec![
        Output {
            name: "ablation.md".to_string(),
            text: ablation.markdown(),
        },
        Output {
            name: "ablation.json".to_string(),
            text: serde_json::to_string_pretty(ablation)? + "\n",
        },
    ];
    outputs.extend(asked.iter().map(|&question| Output {
        name: format!("ablation-{}.svg", question.word()),
        text: ablation.svg(question),
    }));
    Ok(outputs)
}

fn read(path: &PathBuf) -> Result<Ablation> {
    serde_json::from_str(&files::read(path)?)
        .with_context(|| format!("{} holds no results of an ablation", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_family_and_its_members() {
        let mut command = AblateArgs::augment_args(clap::Command::new("ablate"));
        let help = command.render_long_help().to_string();
        let is_in_a_name = |c: char| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit();
        let words: Vec<&str> = help.split(|c| !is_in_a_name(c)).collect();
        for subject in all_families() {
            assert!(words.contains(&subject.name), "{}: {help}", subject.name);
            for member in &subject.members {
                assert!(words.contains(&member.name()), "{}", member.name());
            }
        }
    }
}
