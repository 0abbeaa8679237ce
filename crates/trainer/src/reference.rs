//! How far a network is from scores that were searched deeply: one number by which networks are compared.
//!
//! The *reference error* is the mean of `(sigma(s * net / 270) - sigma(cp / 270))^2` over a file of positions, sigma the
//! logistic function, with the one scale `s` that makes it least; so a network is not blamed for its unit.

use cutaway_chess::{Color, Position};
use cutaway_eval::nnue::Network;

/// The centipawns of the logistic function; part of the method, not of the network.
const K: f64 = 270.0;

/// A position with its score.
#[derive(Clone, Debug)]
pub struct ReferencePosition {
    /// The position.
    pub position: Position,
    /// White's score in centipawns.
    pub score: f64,
    /// Where it comes from: `game`, `sibling`.
    pub kind: String,
}

/// What came out of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceError {
    /// The mean square error at the best scale.
    pub error: f64,
    /// That scale.
    pub scale: f64,
    /// Each kind with how many positions it has and its error, at the same scale.
    pub kinds: Vec<(String, usize, f64)>,
}

/// Reads lines of `fen;cp;kind;..`; those that begin with `#` and empty ones are passed over, and so are a mark of the byte
/// order and a first line of column names, as spreadsheets write them.
///
/// # Errors
/// In words, with the number of the line.
pub fn read_reference(text: &str) -> Result<Vec<ReferencePosition>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let mut lines = lines.peekable();
    lines.next_if(|(_, line)| line.starts_with("fen;"));
    let all: Result<Vec<_>, String> = lines
        .map(|(number, line)| read_line(line).map_err(|error| format!("line {number}: {error}")))
        .collect();
    all.and_then(|all| {
        if all.is_empty() {
            Err("no position in it".into())
        } else {
            Ok(all)
        }
    })
}

fn read_line(line: &str) -> Result<ReferencePosition, String> {
    let mut fields = line.split(';');
    let fen = fields.next().unwrap_or_default();
    let position: Position = fen.parse().map_err(|error| format!("{error}"))?;
    let score = fields.next().unwrap_or_default();
    let value: Option<f64> = score.trim().parse().ok();
    let score = value
        .filter(|value| value.is_finite())
        .ok_or_else(|| format!("`{score}` is no score"))?;
    let kind = fields.next().unwrap_or_default().trim().to_string();
    Ok(ReferencePosition {
        position,
        score,
        kind,
    })
}

/// Compares what a network says with the scores of the positions.
pub fn reference_error(network: &Network, positions: &[ReferencePosition]) -> ReferenceError {
    let values = positions.iter().map(|reference| {
        let value = f64::from(network.evaluate(&reference.position));
        match reference.position.side_to_move() {
            Color::White => value,
            Color::Black => -value,
        }
    });
    compare(&values.collect::<Vec<f64>>(), positions)
}

/// `values` are White's, one for each position.
fn compare(values: &[f64], positions: &[ReferencePosition]) -> ReferenceError {
    let scores: Vec<f64> = positions
        .iter()
        .map(|position| sigma(position.score))
        .collect();
    let square = |scale: f64, at: usize| (sigma(scale * values[at]) - scores[at]).powi(2);
    let mean = |scale: f64| {
        let all = 0..values.len();
        all.map(|at| square(scale, at)).sum::<f64>() / values.len().max(1) as f64
    };
    let scale = least(mean);
    let mut kinds: Vec<(String, usize, f64)> = Vec::new();
    for (at, position) in positions.iter().enumerate() {
        let place = kinds.iter().position(|(kind, ..)| *kind == position.kind);
        let place = place.unwrap_or_else(|| {
            kinds.push((position.kind.clone(), 0, 0.0));
            kinds.len() - 1
        });
        kinds[place].1 += 1;
        kinds[place].2 += square(scale, at);
    }
    for (_, count, error) in &mut kinds {
        *error /= *count as f64;
    }
    ReferenceError {
        error: mean(scale),
        scale,
        kinds,
    }
}

fn sigma(centipawns: f64) -> f64 {
    1.0 / (1.0 + (-centipawns / K).exp())
}

/// Where a function of the scale is least, between a 50th and 50: the best of a grid, then narrowed down.
fn least(value: impl Fn(f64) -> f64) -> f64 {
    let at = |step: f64| (step / 10.0).exp();
    let best = (-39..=39)
        .map(f64::from)
        .min_by(|a, b| value(at(*a)).total_cmp(&value(at(*b))));
    let best = best.expect("the grid is not empty");
    let (mut low, mut high) = (best - 1.0, best + 1.0);
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        if value(at(low + third)) < value(at(high - third)) {
            high -= third;
        } else {
            low += third;
        }
    }
    at((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# fen;cp;kind;bestmove\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;100;game;e2e4\n\
        4k3/8/8/8/8/8/4P3/4K3 b - - 0 1;80;sibling;e8e7\n4k3/4p3/8/8/8/8/8/4K3 w - - 0 1;-300;game;e1e2\n";

    #[test]
    fn the_best_scale_is_found() {
        let positions = read_reference(TEXT).unwrap();
        assert_eq!(positions.len(), 3);
        let values: Vec<f64> = positions
            .iter()
            .map(|position| position.score / 1.7)
            .collect();
        let found = compare(&values, &positions);
        assert!(
            found.error < 1e-12 && (found.scale - 1.7).abs() < 1e-6,
            "{found:?}"
        );
        // By hand: all values zero, so that no scale matters.
        let nothing = compare(&[0.0; 3], &positions);
        let wanted: f64 = [100.0, 80.0, -300.0]
            .iter()
            .map(|cp| (0.5 - sigma(*cp)).powi(2))
            .sum();
        assert!((nothing.error - wanted / 3.0).abs() < 1e-12);
        let kinds: Vec<_> = nothing
            .kinds
            .iter()
            .map(|(kind, count, _)| (kind.as_str(), *count))
            .collect();
        assert_eq!(kinds, [("game", 2), ("sibling", 1)]);
        let sibling = (0.5 - sigma(80.0)).powi(2);
        assert!((nothing.kinds[1].2 - sibling).abs() < 1e-12);
    }

    #[test]
    fn a_spreadsheet_s_mark_and_column_names_are_passed_over() {
        let names = "fen;cp;kind\n";
        for text in [
            format!("\u{feff}{TEXT}"),
            format!("\u{feff}{names}{TEXT}"),
            format!("# of today\n\n{names}{TEXT}").replace('\n', "\r\n"),
        ] {
            assert_eq!(read_reference(&text).unwrap().len(), 3, "{text:?}");
        }
        // Only the first line may be one of names.
        let error = read_reference(&format!("{TEXT}{names}")).unwrap_err();
        assert!(error.starts_with("line 6: "), "{error}");
        assert!(read_reference(names).is_err());
    }

    #[test]
    fn lines_that_are_wrong_are_told() {
        let error = read_reference("# head\n4k3/8/8/8/8/8/8/4K3 w - - 0 1;x;game\n").unwrap_err();
        assert_eq!(error, "line 2: `x` is no score");
        let error = read_reference("4k3/8/8/8/8/8/8/8 w - - 0 1;3;game\n").unwrap_err();
        assert!(error.starts_with("line 1: "), "{error}");
        assert!(read_reference("# nothing\n").is_err());
        assert!(read_reference("4k3/8/8/8/8/8/8/4K3 w - - 0 1;inf;game\n").is_err());
    }
}
