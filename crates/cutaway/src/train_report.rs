//! What `cutaway train` shows while it runs, and what it writes about a network: the curve and the card.

use crate::output;
use crate::provenance::Provenance;
use cutaway_lab::chart::{Labels, Series, course};
use cutaway_trainer::{Point, Progress, ReferenceError, Settings, Trained};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Shows the course of a training: a bar on a terminal, a line for each point of the curve otherwise.
pub struct Meter {
    bar: ProgressBar,
    batch: usize,
    batches: u64,
    /// When the first batch began, and how many were done before.
    begun: Option<(Instant, u64)>,
    done: u64,
    validation: Option<f64>,
}

impl Meter {
    /// For batches of so many positions.
    pub fn new(batch: usize) -> Meter {
        Meter {
            bar: output::progress_bar(0),
            batch,
            batches: 0,
            begun: None,
            done: 0,
            validation: None,
        }
    }

    /// Takes in what the training tells.
    pub fn show(&mut self, progress: Progress) {
        match progress {
            Progress::Reading(done, of) => {
                self.bar.set_length(of);
                self.bar.set_position(done);
                self.bar.set_message("reading and shuffling");
            }
            Progress::Ready {
                training,
                validation,
                left_out,
                batches,
                done,
            } => {
                self.begin(batches, done);
                let gone_on = if done > 0 {
                    format!(", going on after {done}")
                } else {
                    String::new()
                };
                self.line(&format!(
                    "{training} positions to learn from, {validation} to validate with, {left_out}; {batches} batches of {}{gone_on}",
                    self.batch
                ));
                if validation == 0 {
                    self.line(
                        "nothing to validate with: whether it learns by heart will not be seen",
                    );
                }
            }
            Progress::Batch { done, loss } => {
                self.done = done;
                self.bar.set_position(done);
                let validation = self
                    .validation
                    .map_or(String::new(), |error| format!(", validation {error:.5}"));
                self.bar.set_message(format!(
                    "{}, loss {loss:.5}{validation}",
                    self.speed_words()
                ));
            }
            Progress::Point(point) => self.point(&point),
        }
    }

    fn begin(&mut self, batches: u64, done: u64) {
        self.batches = batches;
        self.begun = Some((Instant::now(), done));
        self.done = done;
        self.bar.set_length(batches);
        self.bar.set_position(done);
        let style = ProgressStyle::with_template(
            "{wide_bar} {pos} of {len} batches, {elapsed} gone, {msg}",
        );
        self.bar
            .set_style(style.expect("the template is well formed"));
    }

    fn point(&mut self, point: &Point) {
        self.validation = point.validation;
        let validation = point
            .validation
            .map_or(String::new(), |error| format!(", validation {error:.5}"));
        self.line(&format!(
            "batch {} of {}, {:.1} M positions, loss {:.5}{validation}, {}",
            point.batch,
            self.batches,
            point.positions as f64 / 1e6,
            point.training,
            self.speed_words()
        ));
    }

    fn line(&self, text: &str) {
        // The bar, if there is one, steps aside for the line.
        self.bar.suspend(|| output::line(text));
    }

    /// Positions a second since the training began here.
    fn speed(&self) -> Option<f64> {
        let (begun, before) = self.begun?;
        let positions = (self.done - before) as f64 * self.batch as f64;
        (self.done > before).then(|| positions / begun.elapsed().as_secs_f64().max(1e-6))
    }

    fn speed_words(&self) -> String {
        let Some(speed) = self.speed() else {
            return String::new();
        };
        let left = (self.batches - self.done) as f64 * self.batch as f64 / speed;
        let left = Duration::from_secs_f64(left.min(1e9));
        format!(
            "{:.3} M positions/s, {} left",
            speed / 1e6,
            indicatif::HumanDuration(left)
        )
    }

    /// Takes the bar away; positions a second, if any were learnt.
    pub fn finish(self) -> Option<f64> {
        self.bar.finish_and_clear();
        self.speed()
    }
}

/// The loss curve as SVG; `about` is kept in it, unseen.
pub fn chart(points: &[Point], about: &str) -> String {
    let place = |point: &Point| point.positions as f64 / 1e6;
    // In thousandths, since the axis has two decimals. The first mean has in it what the network said before it knew
    // anything, and would press the rest of a curve to the floor.
    let untaught = usize::from(points.len() > 4);
    let training = points
        .iter()
        .skip(untaught)
        .map(|point| (place(point), point.training * 1e3));
    let validation = points
        .iter()
        .filter_map(|point| Some((place(point), point.validation? * 1e3)));
    let mut series = vec![Series {
        name: "training".into(),
        points: training.collect(),
    }];
    let validation: Vec<_> = validation.collect();
    if !validation.is_empty() {
        series.push(Series {
            name: "validation".into(),
            points: validation,
        });
    }
    let labels = Labels {
        title: "Loss",
        x: "million positions",
        y: "1/1000",
        about,
    };
    course(labels, &series)
}

/// What is to be known of a network.
pub struct Card<'a> {
    /// How it was trained.
    pub settings: &'a Settings,
    /// What came out.
    pub trained: &'a Trained,
    /// Threads that learnt.
    pub threads: u16,
    /// Its distance from deep scores, if that was asked for.
    pub error: Option<&'a ReferenceError>,
    /// Positions a second.
    pub speed: Option<f64>,
    /// What the user says of the data.
    pub note: &'a str,
}

impl Card<'_> {
    /// In one line, for the file itself.
    pub fn description(&self, engine: &str) -> String {
        let settings = self.settings;
        let note = if self.note.is_empty() {
            String::new()
        } else {
            format!("; {}", self.note)
        };
        format!(
            "(768, mirrored -> {}) x 2 -> 1 x 8; {} positions, {} passes, K {}, result weight {}; {engine}{note}",
            settings.hidden,
            self.trained.training,
            settings.passes,
            settings.target.k,
            settings.target.result_weight
        )
    }
}

impl std::fmt::Display for Card<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let settings = self.settings;
        writeln!(f, "# A network with {} columns\n", settings.hidden)?;
        writeln!(
            f,
            "(768, mirrored by the king's file -> {}) x 2 -> 1 x 8 output buckets by the number of men, squared clipped ReLU; QA 255, QB 64, scale {}.\n",
            settings.hidden, settings.target.k
        )?;
        if !self.note.is_empty() {
            writeln!(f, "Data: {}\n", self.note)?;
        }
        writeln!(f, "| | |\n|---|---|")?;
        writeln!(f, "| positions to learn from | {} |", self.trained.training)?;
        writeln!(
            f,
            "| passes, batch | {}, {} |",
            settings.passes, settings.batch
        )?;
        writeln!(
            f,
            "| learning rate | {}, warm-up {} batches, cosine to {} of it |",
            settings.schedule.rate, settings.schedule.warm_up, settings.schedule.last
        )?;
        writeln!(
            f,
            "| weight decay, power of the loss | {}, {} |",
            settings.decay, settings.loss.power
        )?;
        writeln!(
            f,
            "| K, result weight | {}, {} |",
            settings.target.k, settings.target.result_weight
        )?;
        writeln!(f, "| seed, threads | {}, {} |", settings.seed, self.threads)?;
        if let Some(point) = self.trained.points.last() {
            writeln!(f, "| loss at the end | {:.5} |", point.training)?;
            if let Some(validation) = point.validation {
                writeln!(f, "| on positions for validation | {validation:.5} |")?;
            }
        }
        if let Some(error) = self.error {
            writeln!(
                f,
                "| reference error | {:.4} at scale {:.3} |",
                error.error, error.scale
            )?;
        }
        if let Some(speed) = self.speed {
            writeln!(
                f,
                "| speed | {:.3} million positions a second |",
                speed / 1e6
            )?;
        }
        writeln!(f, "\nTrained by {}.\n", Provenance::here())?;
        let names = settings
            .data
            .files
            .iter()
            .filter_map(|path| path.file_name());
        let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
        writeln!(f, "Files: {}.", names.join(", "))
    }
}
