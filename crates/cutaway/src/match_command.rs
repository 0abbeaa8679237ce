//! `cutaway match`: games between players. How they are played and counted is decided in the lab; what is written
//! meanwhile, in `match_files.rs`.

use crate::files;
use crate::interrupt::Stop;
use crate::match_files::{Files, Follower, Paths};
use crate::numbers::at_least_one;
use crate::opening_source::{OpeningOptions, tell_of_repetition};
use crate::output;
use crate::play_options::{AdjudicationOptions, PlayOptions};
use crate::provenance::{self, Provenance};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use cutaway_lab::checksum::fingerprint;
use cutaway_lab::referee::Rules;
use cutaway_lab::runner::Match;
use cutaway_lab::schedule::Schedule;
use cutaway_lab::spec::PlayerSpec;
use cutaway_lab::sprt::Sprt;
use cutaway_lab::syzygy;
use cutaway_lab::time_control::Budget;
use cutaway_search::Tables;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Play a match and tell who is stronger, and by how much.
///
/// A player is `self` (this engine), `self:NAME=VALUE,...` with a stage, techniques (on, off), parameters, hash (MiB),
/// threads or lab=on (run-time switches, as anything but the default has them), or
/// `cmd:"PROGRAM ARGUMENTS" option.NAME=VALUE ...` (a UCI engine; commas do as well as blanks). Each may have limits of its
/// own: nodes=2500, depth=8, st=0.5 or tc=8+0.08.
///
/// Each opening is played with both colours. A crash, a hang, an illegal move or a lost clock is a lost game. With
/// --resume a match that was ended, in whatever way, goes on where it was when the same command is given again; it may
/// be given more games. Control-C ends it with a report of the games so far when those under way are over, and a second one
/// at once.
///
/// The status is 0 if the match was played, whoever won, 1 with --strict if a player was at fault, and 130 after Control-C.
#[derive(Args)]
pub struct MatchArgs {
    /// Two or more players; of two, results are told from the first one's view.
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<PlayerSpec>,
    /// How many games to play, of each two players that play each other.
    #[arg(long, default_value_t = 100, value_parser = at_least_one())]
    games: usize,
    /// Of more than two players: everybody against everybody, or the first against each other one.
    #[arg(long, default_value = "round-robin", value_enum)]
    schedule: ScheduleArg,
    /// What a move may use: a clock, 8+0.08 (seconds and increment) or 40/60 (moves in seconds), or st=1.5 (seconds a
    /// move), nodes=5000 or depth=8.
    #[arg(long, group = "budget", value_name = "LIMIT")]
    tc: Option<Budget>,
    /// Nodes a move.
    #[arg(long, group = "budget")]
    nodes: Option<u64>,
    /// Plies a move.
    #[arg(long, group = "budget")]
    depth: Option<u32>,
    /// Milliseconds a move (50 more are forgiven, or the margin if that is more).
    #[arg(long, group = "budget", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    movetime: Option<u64>,
    #[command(flatten)]
    openings: OpeningOptions,
    #[command(flatten)]
    play: PlayOptions,
    /// Run each `self` as a process of its own, so that a crash costs a game and not the match.
    #[arg(long)]
    isolate: bool,
    /// End the match when a sequential test of two players decides between two strengths:
    /// ELO0,ELO1[,ALPHA,BETA][,normalized or logistic], alpha and beta 0.05 unless told.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// How long to wait for a move where no clock says so.
    #[arg(long, default_value_t = 120, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    hang_seconds: u64,
    /// A UCI option for the first player, NAME=VALUE; may be given more than once.
    #[arg(long, value_name = "NAME=VALUE")]
    option_a: Vec<String>,
    /// A UCI option for the second player, NAME=VALUE; may be given more than once.
    #[arg(long, value_name = "NAME=VALUE")]
    option_b: Vec<String>,
    #[command(flatten)]
    adjudication: AdjudicationOptions,
    /// A game ends as the Syzygy tablebases of these folders know it to end, by adjudication; the players do not get to see
    /// them. Folders are separated by `:`, on Windows by `;`.
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
    /// Write the report here as JSON, anew every few seconds.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the games here as PGN. What is there is replaced, unless --resume goes on with it.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Keep each finished pair here, and go on from what is there.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// End with status 1 if there was a time loss, an illegal move, a crash, a hang or a faulty line.
    #[arg(long)]
    strict: bool,
}

/// Who plays whom.
#[derive(Clone, Copy, clap::ValueEnum)]
enum ScheduleArg {
    /// Everybody against everybody.
    RoundRobin,
    /// The first player against each of the others.
    Gauntlet,
}

impl MatchArgs {
    /// Runs it.
    pub fn run(mut self) -> Result<ExitCode> {
        let strict = self.strict;
        let stop = Stop::by_interrupt()?;
        let paths = Paths {
            json: self.json.take(),
            pgn: self.pgn.take(),
            journal: self.resume.take(),
        };
        files::all_differ(&[
            ("--resume", paths.journal.as_deref()),
            ("--openings", Some(self.openings.path())),
            ("--pgn", paths.pgn.as_deref()),
            ("--json", paths.json.as_deref()),
        ])?;
        if paths.journal.is_some() && !self.games.is_multiple_of(2) {
            bail!("--resume keeps pairs of games; give an even number of --games");
        }
        let openings = self.openings.name();
        let isolate = self.isolate;
        let of = self.into_match()?;
        tell_of_repetition(&of);
        let provenance = Provenance::here();
        let run = description(&of, &openings, isolate);
        let (files, done) = Files::open(&paths, run, provenance.clone())?;
        let games = done.iter().map(|pair| pair.games.len()).sum::<usize>();
        let pairings = of.schedule.pairings(of.players.len()).len();
        let planned = of.games * pairings;
        let mut follower = Follower::new(planned as u64, games as u64, files);
        let report = of.run(&done, &mut |report, pair| {
            follower.follow(report, pair) && !stop.is_asked()
        })?;
        follower.finish(&report)?;
        output::line(&provenance.to_string());
        output::line(report.to_string().trim_end());
        if stop.is_asked() {
            return Ok(stop.ending(paths.journal.is_some()));
        }
        Ok(if strict && report.has_faults() {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }

    fn into_match(mut self) -> Result<Match> {
        for (player, options) in [&self.option_a, &self.option_b].into_iter().enumerate() {
            for option in options {
                self.players[player].add_option(option)?;
            }
        }
        self.players.iter().for_each(tell_what_followed);
        if self.sprt.is_some() && self.players.len() != 2 {
            bail!("--sprt is for two players");
        }
        let overhead = self.play.overhead();
        let rules = Rules {
            budget: self.budget()?,
            margin: self.play.margin(),
            hang: Duration::from_secs(self.hang_seconds),
            adjudicate_win: self.adjudication.adjudicate_win,
            adjudicate_draw: self.adjudication.adjudicate_draw,
            tablebases: self.tablebases()?,
        };
        if self.isolate {
            let program = std::env::current_exe().context("cannot find this program's file")?;
            let program = program.to_string_lossy();
            let isolate = |player: PlayerSpec| player.isolated(&program, overhead);
            self.players = self.players.into_iter().map(isolate).collect();
        }
        Ok(Match {
            players: self.players,
            schedule: match self.schedule {
                ScheduleArg::RoundRobin => Schedule::RoundRobin,
                ScheduleArg::Gauntlet => Schedule::Gauntlet,
            },
            overhead,
            games: self.games,
            openings: self.openings.positions()?,
            seed: self.play.seed,
            concurrency: self.play.concurrency,
            sprt: self.sprt,
            rules,
        })
    }

    /// The tables that end games; without any where some were asked for, nothing is played.
    fn tablebases(&self) -> Result<Tables> {
        let Some(path) = &self.syzygy else {
            return Ok(Tables::default());
        };
        let opened = syzygy::open(path);
        if opened.base.is_none() {
            bail!("--syzygy: {}", opened.words.join("; "));
        }
        for words in opened.words {
            output::note(&format!("--syzygy: {words}"));
        }
        Ok(Tables {
            base: opened.base,
            ..Tables::default()
        })
    }

    /// What a move may use; where every player has limits of its own it is those of the first.
    fn budget(&self) -> Result<Budget> {
        let of_all = match (self.tc, self.nodes, self.depth, self.movetime) {
            (Some(budget), ..) => Some(budget),
            (_, Some(nodes), ..) => Some(format!("nodes={nodes}").parse()?),
            (_, _, Some(depth), _) => Some(format!("depth={depth}").parse()?),
            (_, _, _, Some(ms)) => Some(Budget::MoveTime(Duration::from_millis(ms))),
            _ => None,
        };
        if let Some(lacking) = self.players.iter().find(|player| player.budget().is_none())
            && of_all.is_none()
        {
            bail!(
                "say what a move of {} may use: --tc, --nodes, --depth or --movetime",
                lacking.text()
            );
        }
        let own = self.players.iter().find_map(PlayerSpec::budget);
        of_all.or(own).ok_or_else(|| anyhow!("no limits"))
    }
}

/// What is played, for the journal: everything that decides which games there are and how they end, but for how many.
fn description(of: &Match, openings: &str, isolate: bool) -> serde_json::Value {
    let players: Vec<&str> = of.players.iter().map(PlayerSpec::text).collect();
    serde_json::json!({
        "run": "match",
        "version": provenance::VERSION,
        "commit": provenance::COMMIT,
        "players": players,
        "schedule": of.schedule,
        "isolate": isolate,
        "budget": of.rules.budget.to_string(),
        "margin_ms": of.rules.margin.as_millis() as u64,
        "overhead_ms": of.overhead.as_millis() as u64,
        "hang_s": of.rules.hang.as_secs(),
        "adjudicate_win": of.rules.adjudicate_win,
        "adjudicate_draw": of.rules.adjudicate_draw,
        "syzygy": of.rules.tablebases.base.is_some(),
        "openings": openings,
        "opening_count": of.openings.len(),
        "opening_hash": fingerprint(&of.openings),
        "seed": of.seed,
        "sprt": of.sprt,
    })
}

fn tell_what_followed(player: &PlayerSpec) {
    if let PlayerSpec::Own(spec) = player
        && !spec.followed.is_empty()
    {
        let names: Vec<&str> = spec
            .followed
            .iter()
            .map(|technique| technique.name())
            .collect();
        let names = names.join(", ");
        output::note(&format!("{}: switched with it: {names}", spec.text));
    }
}
