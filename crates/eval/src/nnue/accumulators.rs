//! The accumulators of the positions on the evaluation stack, brought up to date when they are asked for.
//!
//! Idea: a move changes two to four features of the hundreds, so that the sums of a position are those of the one before
//! with a few rows added and taken off. *Lazily*: many positions are never evaluated (they are in check, or in the
//! transposition table), so a ply is computed only when an evaluation needs it, along with the plies between it and the
//! last one that is known. *Fused*: each ply is one pass over memory. *Refresh table*: when a king crosses the middle,
//! its view changes sides and all its features with it; the sums are then made from those that this half of the view
//! had last time, of which most men still stand where they stood.
//!
//! First sources: efficient updates, Nasu 2018; the refresh table, Koivisto (Finn Eggers) 2021.

use super::features::{bucket, feature, is_mirrored};
use super::line::{Line, rows};
use super::simd::Rows;
use super::{FEATURES, Network};
use crate::frame::{Frame, Man};
use cutaway_chess::{Bitboard, Color, Piece, Position};
use std::sync::Arc;

/// The accumulators of a stack, for one network.
#[derive(Clone)]
pub(crate) struct Accumulators {
    network: Arc<Network>,
    /// Two views for each ply; those of which the frame says so are known.
    sums: Box<[Line]>,
    /// For each view, and each half in which its king can stand.
    refreshed: [[Refreshed; 2]; 2],
}

/// The sums as they were when they were last made anew.
#[derive(Clone)]
struct Refreshed {
    /// The men they are of, by [`Piece::index`].
    men: [Bitboard; 12],
    sums: Box<[Line]>,
}

impl Accumulators {
    /// Accumulators for that many plies, the root among them.
    pub(crate) fn new(network: Arc<Network>, plies: usize) -> Accumulators {
        let lines = network.lines();
        let empty = Refreshed {
            men: [Bitboard::EMPTY; 12],
            sums: network.bias_lines().into(),
        };
        Accumulators {
            sums: vec![Line::ZERO; plies * 2 * lines].into_boxed_slice(),
            refreshed: std::array::from_fn(|_| std::array::from_fn(|_| empty.clone())),
            network,
        }
    }

    /// The network they are for.
    pub(crate) fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Judges the position of the last of `frames`, of which the first is the root: centipawns, seen from the side to
    /// move.
    pub(crate) fn evaluate(&mut self, frames: &mut [Frame], position: &Position) -> i32 {
        let us = position.side_to_move();
        let [own, other] = [us, !us].map(|view| {
            let ply = self.settle(frames, view, position);
            self.range(ply, view)
        });
        let bucket = bucket(position.occupied().len());
        let (own_weights, other_weights) = self.network.output_lines(bucket);
        let kernel = self.network.kernel();
        let sum = i64::from(kernel.forward(&self.sums[own], own_weights))
            + i64::from(kernel.forward(&self.sums[other], other_weights));
        let score = self.network.score(sum, bucket);
        debug_assert_eq!(score, self.network.evaluate(position), "{position:?}");
        score
    }

    /// Where the sums of a view lie.
    fn range(&self, ply: usize, view: Color) -> std::ops::Range<usize> {
        let lines = self.network.lines();
        let start = (2 * ply + view.index()) * lines;
        start..start + lines
    }

    // ANCHOR: settle
    /// Sees to it that the view's sums of the last frame are known, and tells at which ply they are: that of the last
    /// move which was no null move.
    fn settle(&mut self, frames: &mut [Frame], view: Color, position: &Position) -> usize {
        let side = view.index();
        let mirrored = is_mirrored(position.king(view));
        let mut newest = frames.len() - 1;
        while newest > 0 && frames[newest].changes.is_empty() {
            newest -= 1;
        }
        let mut source = newest;
        while !frames[source].known[side] {
            let changes = &frames[source].changes;
            let turns = changes
                .king_from(view)
                .is_some_and(|king| is_mirrored(king) != mirrored);
            if source == 0 || turns || changes.are_lost() {
                self.refresh(newest, view, position);
                frames[newest].known[side] = true;
                self.check(newest, view, position);
                return newest;
            }
            source -= 1;
        }
        let below = source + 1;
        for (ply, frame) in (below..).zip(&mut frames[below..=newest]) {
            if !frame.changes.is_empty() {
                self.update(source, ply, view, mirrored, frame);
                frame.known[side] = true;
                source = ply;
            }
        }
        self.check(newest, view, position);
        newest
    }
    // ANCHOR_END: settle

    /// Makes the sums at `ply` from those at `source`, an earlier one.
    fn update(&mut self, source: usize, ply: usize, view: Color, mirrored: bool, frame: &Frame) {
        let (added, removed) = (
            numbers(frame.changes.added.as_slice(), view, mirrored),
            numbers(frame.changes.removed.as_slice(), view, mirrored),
        );
        let rows = Rows {
            weights: self.network.feature_lines(),
            added: &added[..frame.changes.added.as_slice().len()],
            removed: &removed[..frame.changes.removed.as_slice().len()],
        };
        let (source, target) = (self.range(source, view), self.range(ply, view));
        let (above, below) = self.sums.split_at_mut(target.start);
        let kernel = self.network.kernel();
        kernel.update(&mut below[..source.len()], &above[source], &rows);
    }

    // ANCHOR: refresh
    /// Makes the sums at `ply` from those of the refresh table.
    fn refresh(&mut self, ply: usize, view: Color, position: &Position) {
        let mirrored = is_mirrored(position.king(view));
        let range = self.range(ply, view);
        let entry = &mut self.refreshed[view.index()][usize::from(mirrored)];
        // No board has more than 32 men, neither this one nor the one that is remembered.
        let (mut added, mut removed) = ([0; 32], [0; 32]);
        let (mut coming, mut going) = (0, 0);
        for piece in Piece::ALL {
            let now = position.of(piece.color(), piece.piece_type());
            let before = std::mem::replace(&mut entry.men[piece.index()], now);
            for square in now - before {
                added[coming] = feature(view, mirrored, piece, square) as u16;
                coming += 1;
            }
            for square in before - now {
                removed[going] = feature(view, mirrored, piece, square) as u16;
                going += 1;
            }
        }
        let rows = Rows {
            weights: self.network.feature_lines(),
            added: &added[..coming],
            removed: &removed[..going],
        };
        self.network.kernel().change(&mut entry.sums, &rows);
        self.sums[range].copy_from_slice(&entry.sums);
    }
    // ANCHOR_END: refresh

    /// In debug builds: what was followed must be what a fresh look gives, at every node.
    #[inline(always)]
    fn check(&self, ply: usize, view: Color, position: &Position) {
        debug_assert!(
            self.sums[self.range(ply, view)]
                == rows(
                    &self.network.accumulator(position, view),
                    self.network.hidden()
                ),
            "the sums of {view} have lost their position, {position:?}"
        );
    }
}

impl std::fmt::Debug for Accumulators {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Accumulators({:?})", self.network)
    }
}

/// The features of up to two men.
#[inline(always)]
fn numbers(men: &[Man], view: Color, mirrored: bool) -> [u16; 2] {
    let mut numbers = [0; 2];
    for (number, (piece, square)) in numbers.iter_mut().zip(men) {
        *number = feature(view, mirrored, *piece, *square) as u16;
    }
    numbers
}

const _: () = assert!(FEATURES <= u16::MAX as usize);
