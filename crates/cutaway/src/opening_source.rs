//! Where the start positions of matches come from: the options of the commands that play some, the built-in sets, files.

use crate::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use cutaway_chess::Position;
use cutaway_lab::opening_file;
use cutaway_lab::openings::{Builtin, builtin};
use cutaway_lab::runner::Match;
use cutaway_lab::spec::PlayerSpec;
use cutaway_lab::time_control::Budget;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// How many faults of a file are told; beyond that they are only counted.
const FAULTS_TOLD: usize = 10;

/// From where games begin.
#[derive(Args)]
pub struct OpeningOptions {
    /// Start positions: a file of EPD or FEN, one a line, or of PGN, from whose games the last positions are taken; or
    /// `builtin`, a balanced set, `builtin:unbalanced`, in which one side is better, and `startpos`.
    #[arg(long, value_name = "FILE", default_value = "builtin")]
    openings: String,
    /// From a PGN, take the positions after so many moves of both sides.
    #[arg(long, value_name = "N")]
    opening_plies: Option<usize>,
}

impl OpeningOptions {
    /// The positions; none, which stands for the usual one, of `startpos`. What cannot be used of a file is told on
    /// standard error.
    pub fn positions(&self) -> Result<Vec<Position>> {
        match self.openings.as_str() {
            "startpos" => Ok(Vec::new()),
            "builtin" | "builtin:balanced" => Ok(builtin(Builtin::Balanced)),
            "builtin:unbalanced" => Ok(builtin(Builtin::Unbalanced)),
            file => read(Path::new(file), self.opening_plies),
        }
    }

    /// The file, or what would be one if it were not the name of a built-in set.
    pub fn path(&self) -> &Path {
        Path::new(&self.openings)
    }

    /// What is told of them with results: of a file its name, and not in which folder it lies.
    pub fn name(&self) -> String {
        let name = match self.openings.as_str() {
            "startpos" => "the usual position".to_string(),
            "builtin" | "builtin:balanced" => "balanced (built in)".to_string(),
            "builtin:unbalanced" => "unbalanced (built in)".to_string(),
            file => {
                let name = Path::new(file).file_name().unwrap_or_default();
                name.to_string_lossy().to_string()
            }
        };
        match self.opening_plies {
            Some(plies) => format!("{name} after {plies} plies"),
            None => name,
        }
    }

    /// The options as they are written, so that another match takes the same; each after a blank.
    pub fn arguments(&self) -> String {
        let openings = match self.openings.as_str() {
            "builtin" => String::new(),
            other => format!(" --openings {other}"),
        };
        let plies = self.opening_plies;
        let plies = plies.map_or_else(String::new, |plies| format!(" --opening-plies {plies}"));
        openings + &plies
    }
}

fn read(path: &Path, plies: Option<usize>) -> Result<Vec<Position>> {
    let name = path.display();
    let cannot = || format!("cannot read {name}");
    let file = File::open(path).with_context(cannot)?;
    let file = opening_file::read(BufReader::new(file), plies).with_context(cannot)?;
    for fault in file.faults.iter().take(FAULTS_TOLD) {
        output::note(&format!("{name}: {fault}"));
    }
    if let Some(more @ 1..) = file.faults.len().checked_sub(FAULTS_TOLD) {
        output::note(&format!("{name}: {more} more cannot be used"));
    }
    if file.positions.is_empty() {
        bail!("{name} holds no opening");
    }
    Ok(file.positions)
}

/// At a fixed number of nodes or plies, this engine plays the same game from the same position every time: says on
/// standard error if this will happen.
pub fn tell_of_repetition(of: &Match) {
    let openings = of.openings.len().max(1);
    let repeats = |player: usize| {
        let own = matches!(of.players[player], PlayerSpec::Own(_));
        own && matches!(of.budget_of(player), Budget::Nodes(_) | Budget::Depth(_))
    };
    if of.games.div_ceil(2) > openings && (0..of.players.len()).all(repeats) {
        output::note(&format!(
            "there are fewer openings ({openings}) than pairs, and games from the same one will be the same: \
             the error will be told too small. `cutaway openings --count {} > FILE` makes enough for --openings",
            of.games.div_ceil(2)
        ));
    }
}
