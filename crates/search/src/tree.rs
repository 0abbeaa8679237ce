//! The tree of one iteration, written down node by node for the console and the page to walk.

use crate::mode::Visit;
use crate::{Score, Technique};
use cutaway_chess::Move;

/// The most nodes that are written down; the rest of the iteration is only counted.
pub const MAX_TREE_NODES: usize = 2_000_000;

/// Why the search left a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All moves were searched.
    Searched,
    /// The static evaluation at the horizon.
    Leaf,
    /// Quiescence: the side to move may stand pat, and that is enough.
    StandPat,
    /// A move was too good; it was the one of that number, counted from 1.
    Cutoff(u32),
    /// The side to move is mated.
    Mate,
    /// The side to move is stalemated.
    Stalemate,
    /// A draw by repetition, the 50-move rule or dead material.
    Draw,
    /// That technique ended it.
    Technique(Technique),
    /// The search was stopped in it.
    Aborted,
}

/// One visit to a node. A move that was searched again has a visit for each search.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The index of the visit above; the root is its own parent.
    pub parent: u32,
    /// The move that led here; `None` for the root and after a null move.
    pub mv: Option<Move>,
    /// Plies from the root.
    pub ply: u16,
    /// Plies that were left to search, 0 in quiescence.
    pub depth: i16,
    /// The window's lower end when the visit began.
    pub alpha: Score,
    /// The window's upper end.
    pub beta: Score,
    /// What it returned, from the side to move's view.
    pub score: Score,
    /// Why it ended.
    pub end: End,
}

/// The visits of one iteration in the order in which they began.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<TreeNode>,
    /// Indices of the visits that are open; `u32::MAX` for one that was not written down.
    open: Vec<u32>,
    left_out: u64,
}

impl Tree {
    /// All visits, the root first.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// How many visits were not written down because there were too many.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The visits right below the one with that index, in order.
    pub fn children(&self, index: usize) -> impl Iterator<Item = (usize, &TreeNode)> {
        let is_child =
            move |(i, node): &(usize, &TreeNode)| *i > index && node.parent as usize == index;
        self.nodes.iter().enumerate().skip(index).filter(is_child)
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.open.clear();
        self.left_out = 0;
    }

    pub(crate) fn enter(&mut self, visit: Visit) {
        if self.nodes.len() >= MAX_TREE_NODES {
            self.left_out += 1;
            self.open.push(u32::MAX);
            return;
        }
        let index = self.nodes.len() as u32;
        let parent = self
            .open
            .iter()
            .rev()
            .copied()
            .find(|&i| i != u32::MAX)
            .unwrap_or(index);
        self.nodes.push(TreeNode {
            parent,
            mv: visit.mv,
            ply: visit.ply as u16,
            depth: visit.depth as i16,
            alpha: visit.alpha,
            beta: visit.beta,
            score: 0,
            end: End::Searched,
        });
        self.open.push(index);
    }

    fn current(&mut self) -> Option<&mut TreeNode> {
        self.open
            .last()
            .and_then(|&index| self.nodes.get_mut(index as usize))
    }

    pub(crate) fn end(&mut self, end: End) {
        if let Some(node) = self.current() {
            node.end = end;
        }
    }

    pub(crate) fn leave(&mut self, score: Score) {
        if let Some(node) = self.current() {
            node.score = score;
        }
        self.open.pop();
    }
}
