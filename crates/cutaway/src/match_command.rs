//! `cutaway match`: games between two players. How they are played and counted is decided in the lab.

use crate::output;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use cutaway_lab::pgn;
use cutaway_lab::referee::{DrawRule, Rules, WinRule};
use cutaway_lab::report::Report;
use cutaway_lab::runner::{Match, Played, read_openings};
use cutaway_lab::schedule::Schedule;
use cutaway_lab::spec::PlayerSpec;
use cutaway_lab::time_control::{Budget, TimeControl};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Play a match between two players and tell who is stronger, and by how much.
///
/// A player is `self` (this engine), `self:NAME=VALUE,...` with a stage, techniques (on, off), parameters, hash (MiB),
/// threads or lab=on (run-time switches, as anything but the default has them), or
/// `cmd:PROGRAM ARGUMENTS,option.NAME=VALUE,...` (a UCI engine).
/// Each opening is played with both colours. A crash, a hang, an illegal move or a lost clock is a lost game.
/// The status is 0 if the match was played, whoever won, and 1 with --strict if a player was at fault.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("budget").required(true))]
pub struct MatchArgs {
    /// The first player; results are told from its view.
    a: PlayerSpec,
    /// The second player.
    b: PlayerSpec,
    /// How many games to play.
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Clock: 2+0.02 (seconds and increment), 40/60 (moves in seconds), 40/60+0.5.
    #[arg(long, group = "budget")]
    tc: Option<TimeControl>,
    /// Nodes a move.
    #[arg(long, group = "budget")]
    nodes: Option<u64>,
    /// Plies a move.
    #[arg(long, group = "budget")]
    depth: Option<u32>,
    /// Milliseconds a move (50 more are forgiven, or the margin if that is more).
    #[arg(long, group = "budget", value_name = "MS")]
    movetime: Option<u64>,
    /// Openings, one EPD or FEN a line; without it every game begins with the usual position.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// From what the order of the openings is drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games to play at a time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// How far a clock may be overrun without losing.
    #[arg(long, default_value_t = 0, value_name = "MS")]
    margin_ms: u64,
    /// What `self` players keep back of each move's time, as the option Move Overhead.
    #[arg(long, default_value_t = 10, value_name = "MS")]
    overhead: u64,
    /// How long to wait for a move where no clock says so.
    #[arg(long, default_value_t = 120, value_name = "S")]
    hang_seconds: u64,
    /// A UCI option for the first player, NAME=VALUE; may be given more than once.
    #[arg(long, value_name = "NAME=VALUE")]
    option_a: Vec<String>,
    /// A UCI option for the second player, NAME=VALUE; may be given more than once.
    #[arg(long, value_name = "NAME=VALUE")]
    option_b: Vec<String>,
    /// A game is won when both players have seen so many centipawns for so many moves each.
    #[arg(long, value_name = "CP,MOVES", value_parser = win_rule)]
    adjudicate_win: Option<WinRule>,
    /// A game is drawn when both have seen no more than so many centipawns for so many moves each, from move AFTER on.
    #[arg(long, value_name = "CP,MOVES,AFTER", value_parser = draw_rule)]
    adjudicate_draw: Option<DrawRule>,
    /// Write the report here as JSON, anew every few seconds.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the games here as PGN.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// End with status 1 if there was a time loss, an illegal move, a crash, a hang or a faulty line.
    #[arg(long)]
    strict: bool,
}

impl MatchArgs {
    /// Runs it.
    pub fn run(mut self) -> Result<ExitCode> {
        let strict = self.strict;
        let json = self.json.take();
        let mut follower = Follower::new(self.games, json.as_deref(), self.pgn.take().as_deref())?;
        let of = self.into_match()?;
        let report = of.run(&[], &mut |report, pair| follower.follow(report, pair))?;
        follower.finish(&report)?;
        output::line(report.to_string().trim_end());
        Ok(if strict && report.has_faults() {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }

    fn into_match(mut self) -> Result<Match> {
        for option in &self.option_a {
            self.a.add_option(option)?;
        }
        for option in &self.option_b {
            self.b.add_option(option)?;
        }
        for player in [&self.a, &self.b] {
            tell_what_followed(player);
        }
        let budget = match (self.tc, self.nodes, self.depth, self.movetime) {
            (Some(control), ..) => Budget::Clock(control),
            (_, Some(nodes), ..) => Budget::Nodes(nodes),
            (_, _, Some(depth), _) => Budget::Depth(depth),
            (_, _, _, Some(ms)) => Budget::MoveTime(Duration::from_millis(ms)),
            _ => bail!("say what a move may use: --tc, --nodes, --depth or --movetime"),
        };
        Ok(Match {
            players: vec![self.a, self.b],
            schedule: Schedule::RoundRobin,
            overhead: Duration::from_millis(self.overhead),
            games: self.games,
            openings: self
                .openings
                .as_deref()
                .map_or_else(|| Ok(Vec::new()), openings)?,
            seed: self.seed,
            concurrency: self.concurrency,
            rules: Rules {
                budget,
                margin: Duration::from_millis(self.margin_ms),
                hang: Duration::from_secs(self.hang_seconds),
                adjudicate_win: self.adjudicate_win,
                adjudicate_draw: self.adjudicate_draw,
            },
        })
    }
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
        eprintln!("{}: switched with it: {}", spec.text, names.join(", "));
    }
}

fn openings(path: &Path) -> Result<Vec<cutaway_chess::Position>> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (openings, faults) = read_openings(&text);
    for fault in faults.iter().take(10) {
        eprintln!("{}: {fault}", path.display());
    }
    if openings.is_empty() {
        bail!("{} holds no opening", path.display());
    }
    Ok(openings)
}

fn numbers(text: &str, count: usize) -> Result<Vec<u32>> {
    let numbers = text
        .split(',')
        .map(|word| word.trim().parse())
        .collect::<Result<Vec<u32>, _>>();
    match numbers {
        Ok(numbers) if numbers.len() == count => Ok(numbers),
        _ => Err(anyhow!("give {count} numbers, separated by commas")),
    }
}

fn win_rule(text: &str) -> Result<WinRule> {
    let numbers = numbers(text, 2)?;
    Ok(WinRule {
        score: i32::try_from(numbers[0])?,
        moves: numbers[1].max(1),
    })
}

fn draw_rule(text: &str) -> Result<DrawRule> {
    let numbers = numbers(text, 3)?;
    Ok(DrawRule {
        score: i32::try_from(numbers[0])?,
        moves: numbers[1].max(1),
        after: numbers[2],
    })
}

/// What is shown and written while a match runs.
struct Follower {
    bar: indicatif::ProgressBar,
    /// How many games make a tenth of the match, for a standard error that is no terminal.
    tenth: u64,
    told: u64,
    json: Option<PathBuf>,
    written: Instant,
    pgn: Option<File>,
}

impl Follower {
    fn new(games: usize, json: Option<&Path>, pgn: Option<&Path>) -> Result<Follower> {
        let bar = output::progress_bar(games as u64);
        let style =
            indicatif::ProgressStyle::with_template("{wide_bar} {elapsed} of {duration}\n{msg}");
        bar.set_style(style?);
        // A file that cannot be written is better known before the match than after it.
        let create = |path: &Path| {
            File::create(path).with_context(|| format!("cannot write {}", path.display()))
        };
        let pgn = pgn.map(create).transpose()?;
        json.map(create).transpose()?;
        let tenth = (games as u64).div_ceil(10).max(1);
        Ok(Follower {
            bar,
            tenth,
            told: 0,
            json: json.map(PathBuf::from),
            written: Instant::now(),
            pgn,
        })
    }

    /// Takes in a pair; `false` if the match cannot go on since a file cannot be written.
    fn follow(&mut self, report: &Report, pair: &[Played]) -> bool {
        let count = report.tally.count();
        self.bar.set_position(count);
        self.bar.set_message(report.headline());
        if self.bar.is_hidden() && count / self.tenth > self.told {
            eprintln!("{}", report.headline());
        }
        self.told = count / self.tenth;
        let done = self
            .write_games(report, pair)
            .and_then(|()| self.write_report(report, Duration::from_secs(5)));
        if let Err(error) = &done {
            eprintln!("the match ends early: {error:#}");
        }
        done.is_ok()
    }

    fn write_games(&mut self, report: &Report, pair: &[Played]) -> Result<()> {
        if let Some(file) = &mut self.pgn {
            let games: String = pair
                .iter()
                .map(|played| pgn::write(played, report))
                .collect();
            file.write_all(games.as_bytes())
                .context("cannot write the games")?;
        }
        Ok(())
    }

    /// Writes the report unless that was done not so long ago.
    fn write_report(&mut self, report: &Report, not_before: Duration) -> Result<()> {
        let Some(path) = &self.json else {
            return Ok(());
        };
        if self.written.elapsed() >= not_before {
            self.written = Instant::now();
            std::fs::write(path, serde_json::to_string_pretty(report)? + "\n")
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    fn finish(&mut self, report: &Report) -> Result<()> {
        self.bar.finish_and_clear();
        self.write_report(report, Duration::ZERO)
    }
}
