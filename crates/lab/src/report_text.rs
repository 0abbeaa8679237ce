//! A report of a match as text for people.

use crate::report::{PlayerReport, Report, letter};
use crate::statistics::Tally;
use std::fmt::{Display, Formatter, Result};

/// A count with its noun: `1 opening`, `2 openings`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

impl Report {
    /// The results in one line: those of the first player against all others.
    pub fn headline(&self) -> String {
        headline(&self.tally)
    }
}

fn headline(tally: &Tally) -> String {
    let [wins, draws, losses] = tally.wins_draws_losses();
    let elo = tally.elo();
    format!(
        "{}: +{wins} ={draws} -{losses}, {:.1} %, Elo {:+.1} [{:+.1}, {:+.1}]",
        count(tally.count(), "game"),
        100.0 * tally.score(),
        elo.value,
        elo.low,
        elo.high
    )
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (index, player) in self.players.iter().enumerate() {
            write!(f, "{}  {}", letter(index), player.spec)?;
            if !player.name.is_empty() {
                write!(f, "  ({})", player.name)?;
            }
            if player.budget != self.budget {
                write!(f, "  {}", player.budget)?;
            }
            if player.margin_ms != self.margin_ms {
                write!(f, ", margin {} ms", player.margin_ms)?;
            }
            writeln!(f)?;
        }
        writeln!(
            f,
            "{}, margin {} ms, overhead {} ms (self), {}, seed {}, concurrency {}",
            self.budget,
            self.margin_ms,
            self.overhead_ms,
            count(self.openings as u64, "opening"),
            self.seed,
            self.concurrency
        )?;
        match &self.pairings[..] {
            [_] => self.write_pairing(f)?,
            _ => self.write_cross_table(f)?,
        }
        let ends: Vec<String> = self
            .ends
            .iter()
            .map(|(kind, count)| format!("{} {count}", kind.words()))
            .collect();
        let moves = count(self.plies, "move");
        writeln!(f, "ends: {}; {moves}", ends.join(", "))?;
        self.write_conduct(f)?;
        for fault in &self.faults {
            writeln!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl Report {
    fn write_pairing(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "{}", self.headline())?;
        let (tally, figures) = (&self.tally, &self.figures);
        let normalized = tally.normalized_elo();
        writeln!(
            f,
            "normalised Elo {:+.1} [{:+.1}, {:+.1}], LOS {:.1} %, draws {:.1} %",
            normalized.value,
            normalized.low,
            normalized.high,
            100.0 * figures.likelihood_of_superiority,
            100.0 * figures.draw_ratio,
        )?;
        write!(f, "pairs by half points 0..4: {:?}", tally.pairs)?;
        if let Some(ratio) = figures.pairs_ratio {
            write!(f, ", won for each one lost: {ratio:.2}")?;
        }
        writeln!(f)?;
        if tally.pairs.iter().sum::<u64>() > 1 && !figures.results_differ {
            writeln!(
                f,
                "all pairs ended alike, so nothing shows how far they spread: the intervals are by the rule of three"
            )?;
        }
        self.write_test(f)
    }

    fn write_test(&self, f: &mut Formatter<'_>) -> Result {
        let Some(state) = &self.sprt else {
            return Ok(());
        };
        writeln!(f, "{state}")
    }

    /// A line for each player and one for each pairing.
    fn write_cross_table(&self, f: &mut Formatter<'_>) -> Result {
        for (index, player) in self.players.iter().enumerate() {
            writeln!(f, "{:<4} {}", letter(index), headline(&player.tally))?;
        }
        for pairing in &self.pairings {
            let [a, b] = pairing.players.map(letter);
            writeln!(f, "{:<4} {}", format!("{a}-{b}"), headline(&pairing.tally))?;
        }
        Ok(())
    }

    /// The table of faults and times.
    fn write_conduct(&self, f: &mut Formatter<'_>) -> Result {
        let mut row = |name: &str, cells: Vec<String>| {
            write!(f, "{name:<24}")?;
            for cell in cells {
                write!(f, " {cell:>12}")?;
            }
            writeln!(f)
        };
        row("", (0..self.players.len()).map(letter).collect())?;
        let mut row = |name: &str, of: &dyn Fn(&PlayerReport) -> String| {
            row(name, self.players.iter().map(of).collect())
        };
        row("time losses", &|player| player.time_losses.to_string())?;
        row("illegal moves", &|player| player.illegal_moves.to_string())?;
        row("crashes", &|player| player.crashes.to_string())?;
        row("hangs", &|player| player.hangs.to_string())?;
        row("faults in lines", &|player| {
            player.pv_fault_count().to_string()
        })?;
        row("smallest clock, ms", &|player| {
            player
                .smallest_clock_ms
                .map_or_else(|| "-".to_string(), |ms| format!("{ms:.2}"))
        })?;
        row("largest overshoot, ms", &|player| {
            format!("{:.2}", player.largest_overshoot_ms)
        })?;
        row("longest move, ms", &|player| {
            format!("{:.2}", player.longest_move_ms)
        })?;
        for (index, player) in self.players.iter().enumerate() {
            for (fault, count) in &player.pv_faults {
                writeln!(f, "{}: {} {count}", letter(index), fault.words())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::Match;
    use crate::time_control::Budget;
    use std::time::Duration;

    #[test]
    fn the_margin_is_the_one_in_force() {
        let text = |a: &str, b: &str, budget: &str, margin| {
            let budget: Budget = budget.parse().unwrap();
            let mut of = Match::between(a.parse().unwrap(), b.parse().unwrap(), budget);
            of.rules.margin = Duration::from_millis(margin);
            Report::new(&of).to_string()
        };
        // Nobody hits a millisecond.
        let told = text("self", "self:nodes=9", "st=0.02", 0);
        assert!(told.contains("\n20 ms a move, margin 50 ms, "), "{told}");
        assert_eq!(told.matches("margin").count(), 1, "{told}");
        let told = text("self", "self", "st=0.02", 70);
        assert!(told.contains("\n20 ms a move, margin 70 ms, "), "{told}");
        let told = text("self", "self:st=0.02", "8+0.08", 0);
        assert!(told.contains("  20 ms a move, margin 50 ms\n"), "{told}");
        assert!(told.contains("\ntc 8+0.08, margin 0 ms, "), "{told}");
    }
}
