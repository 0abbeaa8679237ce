//! How games are played, whoever plays them: the options that a match and the experiments have in common.

use crate::numbers::at_least_one;
use clap::Args;
use cutaway_lab::adjudication::{DrawRule, WinRule};
use cutaway_lab::referee::Rules;
use std::time::Duration;

/// How games are played.
#[derive(Args)]
pub struct PlayOptions {
    /// From what the order of the openings is drawn; in experiments it is the same in every line.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many games to play at a time.
    #[arg(long, default_value_t = 1, value_parser = at_least_one())]
    pub concurrency: usize,
    /// How far a clock may be overrun without losing.
    #[arg(long, default_value_t = 0, value_name = "MS")]
    pub margin_ms: u64,
    /// What `self` players keep back of each move's time, as the option Move Overhead.
    #[arg(long, default_value_t = 10, value_name = "MS")]
    pub overhead: u64,
}

impl PlayOptions {
    /// How far a clock may be overrun without losing.
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.margin_ms)
    }

    /// What `self` players keep back of each move's time.
    pub fn overhead(&self) -> Duration {
        Duration::from_millis(self.overhead)
    }
}

/// When a game ends before the rules end it.
#[derive(Args)]
pub struct AdjudicationOptions {
    /// A game is won when both players have seen so many centipawns for so many moves each.
    #[arg(long, value_name = "CP,MOVES")]
    pub adjudicate_win: Option<WinRule>,
    /// A game is drawn when both have seen no more than so many centipawns for so many moves each, from move AFTER on.
    #[arg(long, value_name = "CP,MOVES,AFTER")]
    pub adjudicate_draw: Option<DrawRule>,
}

impl AdjudicationOptions {
    /// Makes them rules of the games.
    pub fn apply(&self, rules: &mut Rules) {
        rules.adjudicate_win = self.adjudicate_win;
        rules.adjudicate_draw = self.adjudicate_draw;
    }

    /// The rules in words, without a full stop; empty if there are none.
    pub fn words(&self) -> String {
        let win = self.adjudicate_win;
        let win = win.map(|rule| format!("won at {} cp for {} moves", rule.score, rule.moves));
        let draw = self.adjudicate_draw.map(|rule| {
            format!(
                "drawn at {} cp for {} moves from move {} on",
                rule.score, rule.moves, rule.after
            )
        });
        win.into_iter().chain(draw).collect::<Vec<_>>().join(", ")
    }
}
