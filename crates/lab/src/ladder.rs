//! The ladder: every stage of the book against the one before and against a fixed pool, and the ratings this comes to.
//!
//! This decides who plays whom and puts the results together; [`lines`](crate::lines) plays, [`ratings`](crate::ratings)
//! does the sums. The stages before chapter 6 know neither clock nor nodes and play at a fixed depth, also against
//! stage 6. All stages run with switches read at run time, the last one too, so that a clock treats them alike.

use crate::chart::{self, Bar, Labels};
use crate::lines::{Conditions, FIRST_DRIVEN_STAGE, Line, LineResult};
use crate::ratings::{Encounter, rate};
use crate::spec::{PlayerSpec, SpecError};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::str::FromStr;

/// An opponent whose rating is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    /// The opponent.
    pub player: PlayerSpec,
    /// Its rating, Elo.
    pub rating: f64,
}

/// What is wrong with an anchor as written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnchorError {
    /// No rating at its end.
    #[error("`{0}` ends in no rating: write PLAYER=RATING")]
    NoRating(String),
    /// A number at its end that nobody is rated by.
    #[error("`{0}`: a rating is a number from -10000 to 10000")]
    BeyondRatings(String),
    /// The player cannot be read.
    #[error(transparent)]
    Player(#[from] SpecError),
}

impl FromStr for Anchor {
    type Err = AnchorError;

    /// ```
    /// use cutaway_lab::ladder::Anchor;
    /// let anchor: Anchor = "cmd:/bin/engine,option.UCI_Elo=1500=1500".parse()?;
    /// assert_eq!(anchor.player.text(), "cmd:/bin/engine,option.UCI_Elo=1500");
    /// assert_eq!(anchor.rating, 1500.0);
    /// # Ok::<(), cutaway_lab::ladder::AnchorError>(())
    /// ```
    fn from_str(text: &str) -> Result<Anchor, AnchorError> {
        let no_rating = || AnchorError::NoRating(text.to_string());
        let (player, rating) = text.rsplit_once('=').ok_or_else(no_rating)?;
        let rating: f64 = rating.trim().parse().map_err(|_| no_rating())?;
        if !rating.is_finite() {
            return Err(no_rating());
        }
        if !(-10_000.0..=10_000.0).contains(&rating) {
            return Err(AnchorError::BeyondRatings(text.to_string()));
        }
        // `self:hash=8` alone would read as the player `self:hash` of rating 8, which says nothing of what is missing.
        if player.parse::<PlayerSpec>().is_err() && text.parse::<PlayerSpec>().is_ok() {
            return Err(no_rating());
        }
        Ok(Anchor {
            player: player.parse()?,
            rating,
        })
    }
}

/// What is to be climbed.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The stages, ascending.
    pub stages: Vec<u8>,
    /// The depth at which stages before chapter 6 play, plies.
    pub early_depth: u32,
    /// Opponents of known ratings, which every stage plays.
    pub anchors: Vec<Anchor>,
}

impl Ladder {
    /// The matches: each stage against the one before it in the list, then each stage against each anchor.
    ///
    /// # Errors
    /// [`SpecError`] if the engine does not know a stage.
    pub fn lines(&self) -> Result<Vec<Line>, SpecError> {
        let mut lines = Vec::new();
        for pair in self.stages.windows(2) {
            let [lower, upper] = pair else { continue };
            lines.push(Line {
                name: format!("stage {upper} - stage {lower}"),
                players: [self.player(*upper)?, self.player(*lower)?],
            });
        }
        for anchor in &self.anchors {
            for &stage in &self.stages {
                lines.push(Line {
                    name: format!("stage {stage} - {}", anchor.player.text()),
                    players: [self.player(stage)?, anchor.player.clone()],
                });
            }
        }
        Ok(lines)
    }

    fn player(&self, stage: u8) -> Result<PlayerSpec, SpecError> {
        let depth = match stage < FIRST_DRIVEN_STAGE {
            true => format!("depth={},", self.early_depth),
            false => String::new(),
        };
        format!("self:stage={stage},{depth}lab=on").parse()
    }

    /// The ratings of the stages, from the results of [`Ladder::lines`].
    ///
    /// # Errors
    /// [`SpecError`] if the engine does not know a stage.
    pub fn climbed(
        &self,
        conditions: Conditions,
        lines: Vec<LineResult>,
    ) -> Result<Climbed, SpecError> {
        let mut names: Vec<String> = Vec::new();
        for &stage in &self.stages {
            names.push(self.player(stage)?.text().to_string());
        }
        names.extend(
            self.anchors
                .iter()
                .map(|anchor| anchor.player.text().to_string()),
        );
        let rated = |counts: fn(&LineResult) -> bool| {
            let encounters: Vec<Encounter> = lines
                .iter()
                .filter(|line| counts(line))
                .filter_map(|line| encounter(line, &names))
                .collect();
            rate(names.len(), &self.given(), &encounters)
        };
        // An error is told where matches that bound something lead to the rating.
        let bounded = rated(|line| line.error().is_some());
        let ratings = rated(|_| true).into_iter().zip(bounded);
        let stages = self.stages.iter().zip(ratings);
        Ok(Climbed {
            conditions,
            early_depth: self.early_depth,
            anchors: self
                .anchors
                .iter()
                .map(|anchor| (anchor.player.text().to_string(), anchor.rating))
                .collect(),
            stages: stages
                .map(|(&stage, (rating, bounded))| StageRating {
                    stage,
                    rating: rating.map(|rating| rating.value),
                    error: bounded.and(rating).map(|rating| rating.error),
                })
                .collect(),
            lines,
        })
    }

    /// The ratings that are known beforehand: those of the anchors, which stand behind the stages; without anchors, that
    /// of the zero.
    fn given(&self) -> Vec<(usize, f64)> {
        if self.anchors.is_empty() {
            let zero = self.stages.iter().position(|&s| s >= FIRST_DRIVEN_STAGE);
            return vec![(zero.unwrap_or(0), 0.0)];
        }
        let anchors = self.anchors.iter().enumerate();
        anchors
            .map(|(i, anchor)| (self.stages.len() + i, anchor.rating))
            .collect()
    }
}

/// A match between players of that list, by their numbers in it.
fn encounter(line: &LineResult, names: &[String]) -> Option<Encounter> {
    let number = |name: &String| names.iter().position(|other| other == name);
    let [a, b] = line.players.each_ref().map(number);
    Some(Encounter {
        players: [a?, b?],
        tally: line.tally(),
    })
}

/// How high each stage stands, and what that comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Climbed {
    /// What held for every match.
    pub conditions: Conditions,
    /// The depth of stages before chapter 6, plies.
    pub early_depth: u32,
    /// The pool, with the ratings that were given.
    pub anchors: Vec<(String, f64)>,
    /// The stages, ascending.
    pub stages: Vec<StageRating>,
    /// The matches.
    pub lines: Vec<LineResult>,
}

/// The rating of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageRating {
    /// The stage.
    pub stage: u8,
    /// Elo; `null` if no chain of games links it to a known rating.
    pub rating: Option<f64>,
    /// Half of its 95 % interval, Elo; 0 where the rating was given. `null` if there is no rating, or if some match that it
    /// hangs on bounds nothing, since one side won nearly everything.
    pub error: Option<f64>,
}

impl Climbed {
    /// Both tables as Markdown, the conditions below.
    pub fn markdown(&self) -> String {
        let mut text = String::from("| stage | rating | error |\n|---:|---:|---:|\n");
        for row in &self.stages {
            // Writing to a text cannot fail.
            let _ = match (row.rating, row.error) {
                (Some(rating), error) => {
                    // Adding zero takes the sign off a zero.
                    let rating = rating.round() + 0.0;
                    let error =
                        error.map_or("not bounded".to_string(), |error| format!("{error:.0}"));
                    writeln!(text, "| {} | {rating:.0} | {error} |", row.stage)
                }
                (None, _) => writeln!(text, "| {} | not yet measured | |", row.stage),
            };
        }
        text += "\n| match | Elo | won, drawn, lost |\n|---|---|---|\n";
        for line in &self.lines {
            let _ = writeln!(
                text,
                "| {} | {} | +{} ={} -{} |",
                line.name,
                line.words(),
                line.wins,
                line.draws,
                line.losses
            );
        }
        let zero = match self.anchors.is_empty() {
            true => "The first stage with a clock is the zero",
            false => "The scale is that of the opponents",
        };
        let _ = writeln!(
            text,
            "\n{zero}; errors are half of the 95 % interval. Stages before {FIRST_DRIVEN_STAGE} play at depth {}. {}.",
            self.early_depth,
            self.conditions
                .words_for(&self.lines.iter().collect::<Vec<_>>())
        );
        text
    }

    /// The curve of ratings over the stages.
    pub fn svg(&self) -> String {
        let points: Vec<Bar> = self
            .stages
            .iter()
            .map(|row| {
                let value = row.rating.unwrap_or(f64::NAN);
                // Without an error the whisker goes to both edges.
                let error = row.error.unwrap_or(f64::INFINITY);
                Bar {
                    label: row.stage.to_string(),
                    value,
                    low: value - error,
                    high: value + error,
                }
            })
            .collect();
        let labels = Labels {
            title: "The engine as each chapter leaves it",
            x: &format!("stage ({})", self.conditions.budget),
            y: "rating, Elo",
            about: &self.conditions.words(),
        };
        chart::curve(labels, &points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder(anchors: &[&str]) -> Ladder {
        Ladder {
            stages: (4..=8).collect(),
            early_depth: 3,
            anchors: anchors.iter().map(|text| text.parse().unwrap()).collect(),
        }
    }

    /// A result in which the first player scores 3/4.
    fn result(line: &Line) -> LineResult {
        LineResult {
            name: line.name.clone(),
            players: line
                .players
                .each_ref()
                .map(|player| player.text().to_string()),
            games: 100,
            wins: 50,
            draws: 50,
            losses: 0,
            pairs: [0, 0, 10, 30, 10],
            elo: Some(190.8),
            low: Some(150.0),
            high: Some(230.0),
            plies: 1,
            faults: 0,
        }
    }

    #[test]
    fn each_stage_plays_the_one_before_and_every_anchor() {
        let lines = ladder(&["self:stage=5,depth=2=700"]).lines().unwrap();
        assert_eq!(lines.len(), 4 + 5);
        let texts = lines[1].players.each_ref().map(PlayerSpec::text);
        assert_eq!(
            texts,
            ["self:stage=6,lab=on", "self:stage=5,depth=3,lab=on"]
        );
        assert_eq!(lines[8].players[1].text(), "self:stage=5,depth=2");
        let names: std::collections::HashSet<_> = lines.iter().map(|line| &line.name).collect();
        assert_eq!(names.len(), lines.len());
    }

    #[test]
    fn without_anchors_stage_six_is_the_zero() {
        let ladder = ladder(&[]);
        let results = ladder.lines().unwrap().iter().map(result).collect();
        let climbed = ladder.climbed(Conditions::example(100), results).unwrap();
        let ratings: Vec<f64> = climbed
            .stages
            .iter()
            .map(|row| row.rating.unwrap())
            .collect();
        for (rating, steps) in ratings.iter().zip([-2.0, -1.0, 0.0, 1.0, 2.0]) {
            assert!((rating - steps * 190.85).abs() < 0.1, "{ratings:?}");
        }
        assert_eq!(climbed.stages[2].error, Some(0.0));
        let mut near_zero = climbed.clone();
        near_zero.stages[1].rating = Some(-0.2);
        let text = near_zero.markdown();
        assert!(text.contains("| 5 | 0 |"), "{text}");
        let text = climbed.markdown();
        assert!(
            text.contains("| 8 | 382 |") && text.contains("stage 8 - stage 7"),
            "{text}"
        );
        assert!(climbed.svg().contains("rating, Elo"));
    }

    #[test]
    fn what_hangs_on_a_match_that_bounds_nothing_has_no_error() {
        let ladder = ladder(&[]);
        let mut results: Vec<LineResult> = ladder.lines().unwrap().iter().map(result).collect();
        // Stage 7 wins every game but one against stage 6.
        results[2] = LineResult {
            wins: 99,
            draws: 1,
            pairs: [0, 0, 0, 1, 49],
            high: None,
            ..results[2].clone()
        };
        let climbed = ladder.climbed(Conditions::example(100), results).unwrap();
        let text = climbed.markdown();
        let rows: Vec<&str> = text.lines().skip(2).take(5).collect();
        for (row, is_bounded) in rows.iter().zip([true, true, true, false, false]) {
            assert_eq!(!row.ends_with("| not bounded |"), is_bounded, "{text}");
            assert!(!row.contains("not yet measured"), "{text}");
        }
        let svg = climbed.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn anchors_set_the_scale() {
        let ladder = ladder(&["self:stage=5,depth=2=700"]);
        let results = ladder.lines().unwrap().iter().skip(4).map(result).collect();
        let climbed = ladder.climbed(Conditions::example(100), results).unwrap();
        for row in &climbed.stages {
            assert!((row.rating.unwrap() - 890.85).abs() < 0.1, "{row:?}");
        }
    }

    #[test]
    fn a_ladder_that_was_not_climbed_says_so() {
        let climbed = ladder(&[])
            .climbed(Conditions::example(100), Vec::new())
            .unwrap();
        assert_eq!(climbed.stages[0].rating, None);
        assert!(climbed.markdown().contains("| 4 | not yet measured | |"));
    }

    #[test]
    fn an_anchor_without_a_rating_is_refused() {
        for wrong in ["self", "self:hash=8", "self:stage=8=", "self:stage=8=nan"] {
            let error = wrong.parse::<Anchor>().unwrap_err();
            assert!(
                matches!(error, AnchorError::NoRating(_)),
                "{wrong}: {error}"
            );
        }
        for beyond in ["self:stage=8=1e300", "self:stage=8=-10001"] {
            let error = beyond.parse::<Anchor>().unwrap_err();
            assert!(
                matches!(error, AnchorError::BeyondRatings(_)),
                "{beyond}: {error}"
            );
        }
        assert!(matches!(
            "x=5".parse::<Anchor>(),
            Err(AnchorError::Player(_))
        ));
    }
}
