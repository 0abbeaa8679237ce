//! The two modes of the one search: `Production`, in which everything is fixed when the program is compiled, and `Lab`,
//! in which switches, parameters and a probe are read while it runs.
//!
//! `Production` has no size and its answers are constants, so that a technique that is off, and every count, vanishes
//! from the compiled search.

use crate::params::DEFAULTS;
use crate::settings::{Record, Settings};
use crate::stats::Stats;
use crate::tree::{End, Tree};
use crate::{Param, Score, Switches, Technique};
use cutaway_chess::Move;

/// How the search asks whether a technique is on, and tells what it did.
pub(crate) trait Mode: Send {
    /// Whether the technique is on.
    fn on(&self, technique: Technique) -> bool;
    /// The value of the parameter.
    fn param(&self, param: Param) -> i32;
    /// The technique's conditions held and it was tried.
    fn tried(&mut self, technique: Technique);
    /// It acted: cut, pruned, reduced, ordered.
    fn acted(&mut self, technique: Technique);
    /// It spent that many nodes on a search of its own.
    fn spent(&mut self, technique: Technique, nodes: u64);
    /// A node begins.
    fn enter(&mut self, visit: Visit);
    /// Why the node that is open will have ended, unless a later call says otherwise.
    fn end(&mut self, end: End);
    /// The node that was entered last ends.
    fn leave(&mut self, score: Score);
    /// A new iteration begins.
    fn new_iteration(&mut self);
}

/// What a probe hears of a node when it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    pub mv: Option<Move>,
    pub ply: usize,
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
}

/// Everything at its default, nothing recorded.
#[derive(Clone, Copy)]
pub(crate) struct Production;

impl Mode for Production {
    #[inline(always)]
    fn on(&self, technique: Technique) -> bool {
        const { Switches::PRODUCTION }.on(technique)
    }
    #[inline(always)]
    fn param(&self, param: Param) -> i32 {
        const VALUES: [i32; DEFAULTS.len()] = DEFAULTS;
        VALUES[param as usize]
    }
    #[inline(always)]
    fn tried(&mut self, _: Technique) {}
    #[inline(always)]
    fn acted(&mut self, _: Technique) {}
    #[inline(always)]
    fn spent(&mut self, _: Technique, _: u64) {}
    #[inline(always)]
    fn enter(&mut self, _: Visit) {}
    #[inline(always)]
    fn end(&mut self, _: End) {}
    #[inline(always)]
    fn leave(&mut self, _: Score) {}
    #[inline(always)]
    fn new_iteration(&mut self) {}
}

/// Switches and parameters as set, with counts and, if asked for, the tree.
pub(crate) struct Lab {
    switches: Switches,
    params: [i32; DEFAULTS.len()],
    pub stats: Stats,
    pub tree: Option<Tree>,
}

impl Lab {
    pub(crate) fn new(settings: &Settings) -> Lab {
        Lab {
            switches: settings.switches,
            params: settings.params,
            stats: Stats::default(),
            tree: (settings.record == Record::Tree).then(Tree::default),
        }
    }
}

impl Mode for Lab {
    #[inline(always)]
    fn on(&self, technique: Technique) -> bool {
        self.switches.on(technique)
    }
    #[inline(always)]
    fn param(&self, param: Param) -> i32 {
        self.params[param as usize]
    }
    #[inline(always)]
    fn tried(&mut self, technique: Technique) {
        self.stats.of_mut(technique).tried += 1;
    }
    #[inline(always)]
    fn acted(&mut self, technique: Technique) {
        self.stats.of_mut(technique).acted += 1;
    }
    #[inline(always)]
    fn spent(&mut self, technique: Technique, nodes: u64) {
        self.stats.of_mut(technique).spent += nodes;
    }
    #[inline(always)]
    fn enter(&mut self, visit: Visit) {
        if let Some(tree) = &mut self.tree {
            tree.enter(visit);
        }
    }
    #[inline(always)]
    fn end(&mut self, end: End) {
        if let Some(tree) = &mut self.tree {
            tree.end(end);
        }
    }
    #[inline(always)]
    fn leave(&mut self, score: Score) {
        if let Some(tree) = &mut self.tree {
            tree.leave(score);
        }
    }
    #[inline(always)]
    fn new_iteration(&mut self) {
        if let Some(tree) = &mut self.tree {
            tree.clear();
        }
    }
}
