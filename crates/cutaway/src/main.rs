//! The program: the command line, and the threads around a session.
//!
//! Without a subcommand it opens the console on a terminal and speaks UCI otherwise. Each subcommand is a file; what
//! it does beyond reading and printing lives in the crates below.

mod ablate_command;
mod bench_command;
mod check_fen_command;
mod datagen_command;
mod driver;
mod experiment;
mod files;
mod genfens_command;
mod interrupt;
mod ladder_command;
mod limit_options;
mod match_command;
mod match_files;
mod numbers;
mod opening_source;
mod openings_command;
mod output;
mod perft_command;
mod play_options;
mod provenance;
mod reader;
mod see_command;
mod spsa_command;
mod suite_command;
mod switches;
mod train_command;
mod train_report;
mod wdl_command;
mod worker;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use cutaway_lab::spec::PlayerSpec;
use cutaway_protocol::Session;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

/// A chess engine with the casing off: every technique can be seen, switched off, measured and explained.
///
/// Without a command: the console on a terminal, UCI otherwise.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Open the console, on a terminal or not.
    Console {
        /// Repeat each line after a prompt, as a terminal shows it (for transcripts).
        #[arg(long)]
        echo: bool,
    },
    /// Speak UCI, on a terminal or not.
    Uci {
        /// Begin with these settings, written as after `self:` in a match.
        #[arg(long, hide = true, default_value = "", value_name = "NAME=VALUE,..")]
        with: String,
    },
    /// Search a fixed set of positions; the node count is a checksum of how the engine plays.
    Bench(bench_command::Bench),
    /// Count move sequences, or check a suite of counts.
    Perft(perft_command::Perft),
    /// Check a suite of static exchange evaluations.
    See(see_command::See),
    /// Tell for each line of a file whether it is a FEN that can be set up, and if not, why.
    CheckFen(check_fen_command::CheckFen),
    Suite(suite_command::SuiteArgs),
    Match(Box<match_command::MatchArgs>),
    Openings(openings_command::OpeningsArgs),
    Ablate(Box<ablate_command::AblateArgs>),
    Ladder(Box<ladder_command::LadderArgs>),
    Spsa(Box<spsa_command::SpsaArgs>),
    Datagen(Box<datagen_command::DatagenArgs>),
    Genfens(genfens_command::GenfensArgs),
    Train(Box<train_command::TrainArgs>),
    Wdl(wdl_command::WdlArgs),
}

/// Reads the command line, or ends the program with what is wrong with it.
fn parse(arguments: Vec<OsString>) -> Arguments {
    let matches = command().get_matches_from(arguments);
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// The command line. A number below zero is the value of the option before it, never an option: so whoever gives one hears
/// what is wrong with the number.
fn command() -> clap::Command {
    Arguments::command().mut_subcommands(|command| {
        command.mut_args(|argument| {
            let is_value = !argument.is_positional() && argument.get_action().takes_values();
            argument.allow_negative_numbers(is_value)
        })
    })
}

fn main() -> ExitCode {
    let arguments = genfens_command::split_command(std::env::args_os().collect());
    let result = match parse(arguments).command {
        None if std::io::stdin().is_terminal() => return driver::talk(Session::console(false)),
        None => return driver::talk(Session::uci()),
        Some(Command::Uci { with }) => match format!("self:{with}").parse() {
            Ok(PlayerSpec::Own(spec)) => return driver::talk(Session::uci_with(spec.settings)),
            Ok(PlayerSpec::Process(_)) => unreachable!("`self:` is no process"),
            Err(error) => Err(error.into()),
        },
        Some(Command::Console { echo }) => return driver::talk(Session::console(echo)),
        Some(Command::Bench(bench)) => bench.run(),
        Some(Command::Perft(perft)) => perft.run(),
        Some(Command::See(see)) => see.run(),
        Some(Command::CheckFen(check)) => check.run(),
        Some(Command::Suite(suite)) => suite.run(),
        Some(Command::Spsa(spsa)) => spsa.run(),
        Some(Command::Match(of)) => of.run(),
        Some(Command::Openings(openings)) => openings.run(),
        Some(Command::Ablate(ablate)) => ablate.run(),
        Some(Command::Ladder(ladder)) => ladder.run(),
        Some(Command::Datagen(datagen)) => datagen.run(),
        Some(Command::Genfens(genfens)) => genfens.run(),
        Some(Command::Train(train)) => train.run(),
        Some(Command::Wdl(wdl)) => wdl.run(),
    };
    result.unwrap_or_else(|error| {
        output::note(&format!("cutaway: {error:#}"));
        ExitCode::from(2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn a_number_below_zero_is_the_value_of_its_option() {
        let told = |line: &str| match command().try_get_matches_from(line.split(' ')) {
            Ok(_) => "fine".to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(told("cutaway train a.bf --out run --k -5"), "fine");
        let error = told("cutaway train a.bf --out run --batch -5");
        assert!(
            error.starts_with("error: invalid value '-5' for '--batch <BATCH>'"),
            "{error}"
        );
        assert!(told("cutaway perft -5").contains("unexpected argument"));
    }
}
