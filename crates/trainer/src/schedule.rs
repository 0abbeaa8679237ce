//! The learning rate over the course of a training: up in a straight line, then down along half a cosine.
//!
//! The cosine is Loshchilov and Hutter's, "SGDR", 2017.

use serde::{Deserialize, Serialize};

/// How the learning rate changes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The highest learning rate, more than 0.
    pub rate: f32,
    /// What is left of it at the end, as a share, 0 to 1.
    pub last: f32,
    /// Over how many batches it rises at first.
    pub warm_up: u64,
}

impl Schedule {
    // ANCHOR: rate
    /// The learning rate of batch `batch` (from 0) of `batches`.
    pub fn rate(&self, batch: u64, batches: u64) -> f32 {
        if batch < self.warm_up {
            return self.rate * (batch + 1) as f32 / (self.warm_up + 1) as f32;
        }
        let span = batches.saturating_sub(self.warm_up + 1).max(1) as f64;
        let way = ((batch - self.warm_up) as f64 / span).min(1.0);
        let height = 0.5 + 0.5 * (way * std::f64::consts::PI).cos();
        self.rate * (self.last + (1.0 - self.last) * height as f32)
    }
    // ANCHOR_END: rate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let schedule = Schedule {
            rate: 0.001,
            last: 0.01,
            warm_up: 9,
        };
        let rates: Vec<f32> = (0..110).map(|batch| schedule.rate(batch, 110)).collect();
        assert!((rates[0] - 0.0001).abs() < 1e-9);
        assert_eq!(rates[9], 0.001);
        assert!((rates[59] - 0.000_505).abs() < 1e-8, "{}", rates[59]);
        assert!((rates[109] - 0.000_01).abs() < 1e-9, "{}", rates[109]);
        assert!(rates[..10].is_sorted() && rates[9..].iter().rev().is_sorted());
        // A training as short as its warm-up still has a rate.
        assert!(schedule.rate(9, 10) > 0.0 && schedule.rate(3, 2) > 0.0);
    }
}
