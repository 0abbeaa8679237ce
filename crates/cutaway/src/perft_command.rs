//! `cutaway perft`: counting move sequences, one position or a suite.

use crate::files;
use crate::numbers::one_to;
use crate::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use cutaway_chess::perft::{PerftTable, divide, perft};
use cutaway_chess::{Move, Position};
use cutaway_search::{Clock, MAX_HASH_MIB, MAX_THREADS};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// No count of more plies would ever end, and each ply takes room on the stack.
const MAX_DEPTH: u32 = 30;

/// Count the sequences of legal moves of a length, or check a suite of known counts.
///
/// A line of a suite is `FEN ;D1 20 ;D2 400 ..`; empty lines and lines that begin with # are skipped. The exit status is 1 if
/// a count differs or cannot be read, and 2 if there was nothing to check.
#[derive(Args)]
pub struct Perft {
    /// How many plies.
    #[arg(required_unless_present = "suite", conflicts_with = "suite")]
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// The position; the start position without it.
    #[arg(long, value_name = "FEN", conflicts_with = "suite")]
    fen: Option<String>,
    /// Show the count below each root move.
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Remember counts in a table of that many MiB.
    #[arg(long, value_name = "MIB")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_HASH_MIB as u64))]
    hash: Option<u64>,
    /// Count on that many threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = one_to(MAX_THREADS))]
    threads: usize,
    /// Check the counts of a file.
    #[arg(long, value_name = "FILE")]
    suite: Option<std::path::PathBuf>,
    /// Check only counts up to that many.
    #[arg(long, value_name = "N", requires = "suite")]
    max_nodes: Option<u64>,
    /// JSON instead of text: one object, or one for each count that differs and one for the sum.
    #[arg(long)]
    json: bool,
}

impl Perft {
    /// Runs it.
    pub fn run(&self) -> Result<ExitCode> {
        let table = match self.hash {
            Some(mib) => Some(
                PerftTable::new((mib as usize).saturating_mul(1 << 20))
                    .with_context(|| format!("no memory for a table of {mib} MiB"))?,
            ),
            None => None,
        };
        let counter = Counter {
            table,
            threads: self.threads,
        };
        match (&self.suite, self.depth) {
            (Some(file), _) => self.check_suite(&counter, &files::read(file)?),
            (None, Some(depth)) => self.count(&counter, depth),
            (None, None) => bail!("a depth or a suite is needed"),
        }
    }

    fn count(&self, counter: &Counter, depth: u32) -> Result<ExitCode> {
        let position = match &self.fen {
            Some(fen) => Position::from_fen(fen).with_context(|| format!("cannot set up {fen}"))?,
            None => Position::startpos(),
        };
        let clock = Clock::start();
        let counts = counter.divide(&position, depth);
        let total = if depth == 0 {
            1
        } else {
            counts.iter().map(|(_, count)| count).sum()
        };
        let time = clock.elapsed();
        let name = |mv: Move| mv.to_uci(&position, false);
        if self.json {
            let mut object = serde_json::json!({
                "nodes": total, "milliseconds": milliseconds(time), "nps": nodes_per_second(total, time),
            });
            if self.divide {
                let counts = counts
                    .iter()
                    .map(|&(mv, count)| serde_json::json!({ "move": name(mv), "nodes": count }));
                object["moves"] = counts.collect();
            }
            output::line(&object.to_string());
        } else {
            if self.divide {
                counts
                    .iter()
                    .for_each(|&(mv, count)| output::line(&format!("{}: {count}", name(mv))));
            }
            output::line(&format!("{total} nodes, {}", speed(total, time)));
        }
        Ok(ExitCode::SUCCESS)
    }

    fn check_suite(&self, counter: &Counter, text: &str) -> Result<ExitCode> {
        let lines: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .collect();
        let limit = self.max_nodes.unwrap_or(u64::MAX);
        let bar = output::progress_bar(lines.len() as u64);
        let clock = Clock::start();
        let mut sum = Sum::default();
        for &(number, line) in &lines {
            bar.suspend(|| self.check_line(counter, number, line, limit, &mut sum));
            bar.inc(1);
        }
        bar.finish_and_clear();
        let time = clock.elapsed();
        output::line(&match self.json {
            true => serde_json::json!({
                "lines": lines.len(), "counts": sum.counts, "mismatches": sum.mismatches, "nodes": sum.nodes,
                "milliseconds": milliseconds(time), "nps": nodes_per_second(sum.nodes, time),
            })
            .to_string(),
            false => format!(
                "{} positions, {} counts, {} mismatches, {} nodes, {}",
                lines.len(),
                sum.counts,
                sum.mismatches,
                sum.nodes,
                speed(sum.nodes, time)
            ),
        });
        if sum.counts == 0 && sum.mismatches == 0 {
            bail!("there was no count to check");
        }
        Ok(if sum.mismatches == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }

    fn check_line(&self, counter: &Counter, number: usize, line: &str, limit: u64, sum: &mut Sum) {
        let mut fail = |what: String| {
            sum.mismatches += 1;
            output::line(&match self.json {
                true => serde_json::json!({ "line": number, "error": what }).to_string(),
                false => format!("line {number}: {what}"),
            });
        };
        let mut fields = line.split(';');
        let fen = fields.next().unwrap_or_default().trim();
        let position = match Position::from_fen(fen) {
            Ok(position) => position,
            Err(why) => return fail(format!("{fen} is refused: {why}")),
        };
        let counts: Vec<&str> = fields.filter(|field| is_count(field)).collect();
        if counts.is_empty() {
            fail("there are no counts".to_string());
        }
        for field in counts {
            let Some((depth, expected)) = read_count(field) else {
                fail(format!("`{}` is no count", field.trim()));
                continue;
            };
            if expected > limit {
                continue;
            }
            let found = counter.count(&position, depth);
            sum.counts += 1;
            sum.nodes += found;
            if found != expected {
                fail(format!("{fen} depth {depth}: {found}, expected {expected}"));
            }
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// How fast that was, by the microsecond: small counts are done in less than a millisecond.
fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}

/// The time in words, and the speed if it can be told from so short a time.
fn speed(nodes: u64, time: Duration) -> String {
    match milliseconds(time) {
        0 => "0 ms".to_string(),
        ms => format!("{ms} ms, {} nodes a second", nodes_per_second(nodes, time)),
    }
}

/// What a suite came to.
#[derive(Default)]
struct Sum {
    counts: u64,
    mismatches: u64,
    nodes: u64,
}

/// Whether a field begins as a count does; others, such as a name, are none of ours.
fn is_count(field: &str) -> bool {
    field
        .trim()
        .strip_prefix('D')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// `D3 8902`.
fn read_count(field: &str) -> Option<(u32, u64)> {
    let (depth, count) = field
        .trim()
        .strip_prefix('D')?
        .split_once(char::is_whitespace)?;
    let depth = depth.parse().ok().filter(|&depth| depth <= MAX_DEPTH)?;
    Some((depth, count.trim().parse().ok()?))
}

/// Counts on threads, with or without a table.
struct Counter {
    table: Option<PerftTable>,
    threads: usize,
}

impl Counter {
    fn below(&self, position: &Position, depth: u32) -> u64 {
        match &self.table {
            Some(table) => table.perft(position, depth),
            None => perft(position, depth),
        }
    }

    fn count(&self, position: &Position, depth: u32) -> u64 {
        // Small trees are counted sooner than threads are started.
        if self.threads == 1 || depth < 4 {
            return self.below(position, depth);
        }
        self.divide(position, depth)
            .iter()
            .map(|(_, count)| count)
            .sum()
    }

    /// The count below each root move, in the order of the generator.
    fn divide(&self, position: &Position, depth: u32) -> Vec<(Move, u64)> {
        if self.threads == 1 && self.table.is_none() || depth == 0 {
            return divide(position, depth);
        }
        let moves: Vec<Move> = position.legal_moves().iter().collect();
        let next = AtomicUsize::new(0);
        let counts = Mutex::new(vec![0; moves.len()]);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(moves.len()) {
                scope.spawn(|| {
                    while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let mut child = position.clone();
                        child.play(mv);
                        let count = self.below(&child, depth - 1);
                        let place = moves.iter().position(|&other| other == mv);
                        let mut counts =
                            counts.lock().expect("no thread panics with the lock held");
                        counts[place.expect("the move comes from this list")] = count;
                    }
                });
            }
        });
        let counts = counts
            .into_inner()
            .expect("no thread panics with the lock held");
        moves.into_iter().zip(counts).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_and_table_change_no_count() {
        let position = Position::startpos();
        for (threads, hash) in [(1, None), (3, None), (1, Some(1)), (3, Some(1))] {
            let counter = Counter {
                table: hash.map(|mib: usize| PerftTable::new(mib << 20).expect("one MiB")),
                threads,
            };
            assert_eq!(counter.count(&position, 4), 197_281);
            let sum: u64 = counter
                .divide(&position, 3)
                .iter()
                .map(|(_, count)| count)
                .sum();
            assert_eq!(sum, 8902);
        }
    }

    #[test]
    fn no_speed_is_told_of_no_time() {
        assert_eq!(speed(197_281, Duration::from_micros(999)), "0 ms");
        let long = Duration::from_micros(1500);
        assert_eq!(speed(300, long), "1 ms, 200000 nodes a second");
        assert_eq!(nodes_per_second(20, Duration::from_micros(4)), 5_000_000);
        assert_eq!(nodes_per_second(20, Duration::ZERO), 20_000_000);
    }

    #[test]
    fn counts_are_told_from_other_fields() {
        assert_eq!(read_count("D3 8902 "), Some((3, 8902)));
        assert!(is_count(" D3 8902") && !is_count("id \"x\"") && !is_count("Draw"));
        assert_eq!(read_count("D3 many"), None);
        assert_eq!(read_count("D4294967295 1"), None);
    }
}
