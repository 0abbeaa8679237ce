//! The table of techniques: one row each. UCI options, the console's list, the ablation list and the book's index come
//! from it.

use crate::stages::LAST_CHAPTER;

/// What a technique does to the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Changes the work, never the score of a finished search.
    Sound,
    /// Which move is searched first.
    Ordering,
    /// Leaves moves or subtrees out.
    Pruning,
    /// Searches some moves less deeply.
    Reduction,
    /// Searches some lines more deeply.
    Extension,
    /// Remembers earlier work.
    Memory,
    /// Decides how long to think.
    Time,
}

impl Kind {
    /// The kind in one lower-case word.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Sound => "sound",
            Kind::Ordering => "ordering",
            Kind::Pruning => "pruning",
            Kind::Reduction => "reduction",
            Kind::Extension => "extension",
            Kind::Memory => "memory",
            Kind::Time => "time",
        }
    }
}

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// Which technique.
    pub technique: Technique,
    /// Its name in the console and, after `Technique `, in UCI.
    pub name: &'static str,
    /// What kind it is.
    pub kind: Kind,
    /// The chapter of the book that adds it.
    pub stage: u8,
    /// What must be on for it to do anything.
    pub requires: &'static [Technique],
    /// The file of this crate that holds it.
    pub file: &'static str,
    /// Whether the engine plays with it.
    pub production: bool,
    /// In a few words, what it does.
    pub summary: &'static str,
    /// Where the idea comes from.
    pub source: &'static str,
    /// For kinds that need not change `bench`: the test that shows it act.
    pub shown_by: Option<&'static str>,
}

macro_rules! techniques {
    ($($technique:ident {
        name: $name:literal, kind: $kind:ident, stage: $stage:literal, requires: [$($base:ident),*],
        file: $file:literal, production: $production:literal,
        summary: $summary:literal, source: $source:literal, shown_by: $shown:expr,
    })*) => {
        /// A technique that can be switched on and off. Its row in [`TECHNIQUES`] says the rest.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Technique { $(#[doc = $summary] $technique),* }

        /// All techniques, in the order of the book.
        pub const TECHNIQUES: &[Row] = &[$(Row {
            technique: Technique::$technique,
            name: $name,
            kind: Kind::$kind,
            stage: $stage,
            requires: &[$(Technique::$base),*],
            file: $file,
            production: $production,
            summary: $summary,
            source: $source,
            shown_by: $shown,
        }),*];
    };
}

techniques! {
    AlphaBeta {
        name: "alpha_beta", kind: Sound, stage: 5, requires: [],
        file: "alpha_beta.rs", production: true,
        summary: "Stops searching a node once its score is too good to be allowed.",
        source: "J. McCarthy 1956; D. Knuth and R. Moore 1975", shown_by: None,
    }
    IterativeDeepening {
        name: "iterative_deepening", kind: Time, stage: 6, requires: [],
        file: "iterative_deepening.rs", production: true,
        summary: "Searches to depth 1, 2, 3 and so on, so that there is always a finished answer.",
        source: "D. Slate and L. Atkin, Chess 4.5, 1977",
        shown_by: Some("iterative_deepening_reports_every_depth"),
    }
    TimeManagement {
        name: "time_management", kind: Time, stage: 6, requires: [IterativeDeepening],
        file: "time_management.rs", production: true,
        summary: "Shares the clock out over the game by a soft and a hard limit.",
        source: "R. Hyatt 1984", shown_by: Some("a_clock_sets_limits_only_with_time_management"),
    }
    Quiescence {
        name: "quiescence", kind: Extension, stage: 7, requires: [],
        file: "quiescence.rs", production: true,
        summary: "Follows captures and promotions beyond the horizon until the position is quiet.",
        source: "A. Turing 1953; L. Harris 1975", shown_by: None,
    }
    MvvLva {
        name: "mvv_lva", kind: Ordering, stage: 7, requires: [],
        file: "mvv_lva.rs", production: true,
        summary: "Tries captures first: the most valuable victim, then the least valuable attacker.",
        source: "D. Levy and M. Newborn 1991", shown_by: None,
    }
    DeltaPruning {
        name: "delta_pruning", kind: Pruning, stage: 7, requires: [Quiescence],
        file: "delta_pruning.rs", production: true,
        summary: "Skips captures in quiescence that could not bring the score near alpha.",
        source: "J. Schaeffer 1986", shown_by: None,
    }
    StalemateGuard {
        name: "stalemate_guard", kind: Extension, stage: 7, requires: [Quiescence],
        file: "stalemate_guard.rs", production: true,
        summary: "Sees stalemates of a bare king and blocked pawns in quiescence.",
        source: "Stockfish 2025", shown_by: None,
    }
    TranspositionTable {
        name: "transposition_table", kind: Memory, stage: 8, requires: [],
        file: "transposition_table.rs", production: true,
        summary: "Remembers positions already searched and cuts off where the memory suffices.",
        source: "R. Greenblatt, Mac Hack 1967", shown_by: Some("the_table_saves_nodes"),
    }
    TableMove {
        name: "table_move", kind: Ordering, stage: 8, requires: [TranspositionTable],
        file: "table_move.rs", production: true,
        summary: "Tries the move that the table remembers first.",
        source: "D. Slate and L. Atkin 1977", shown_by: None,
    }
    TableEval {
        name: "table_eval", kind: Memory, stage: 8, requires: [TranspositionTable],
        file: "table_eval.rs", production: true,
        summary: "Takes the table's score for the evaluation where it bounds it.",
        source: "Stockfish 2009", shown_by: Some("a_bound_sharpens_the_evaluation_on_its_side_only"),
    }
    UpcomingRepetition {
        name: "upcoming_repetition", kind: Pruning, stage: 8, requires: [],
        file: "upcoming_repetition.rs", production: true,
        summary: "Counts a draw as had where a move to a repeated position is available.",
        source: "M. van Kervinck 2013", shown_by: None,
    }
    Killers {
        name: "killers", kind: Ordering, stage: 10, requires: [],
        file: "killers.rs", production: true,
        summary: "Tries quiet moves first that refuted a sister node.",
        source: "B. Huberman 1968", shown_by: None,
    }
    History {
        name: "history", kind: Ordering, stage: 10, requires: [],
        file: "history.rs", production: true,
        summary: "Orders quiet moves by how often they cut off before.",
        source: "J. Schaeffer 1983", shown_by: None,
    }
    PrincipalVariationSearch {
        name: "principal_variation_search", kind: Sound, stage: 11, requires: [AlphaBeta],
        file: "principal_variation_search.rs", production: true,
        summary: "Tests all moves but the first with an empty window.",
        source: "T. Marsland and M. Campbell 1982", shown_by: None,
    }
    AspirationWindows {
        name: "aspiration_windows", kind: Sound, stage: 11, requires: [AlphaBeta, IterativeDeepening],
        file: "aspiration_windows.rs", production: true,
        summary: "Opens each iteration with a narrow window around the last score.",
        source: "G. Baudet 1978", shown_by: None,
    }
    NullMove {
        name: "null_move", kind: Pruning, stage: 12, requires: [AlphaBeta],
        file: "null_move.rs", production: true,
        summary: "Cuts off where passing the move would still be too good.",
        source: "D. Beal 1989; C. Donninger 1993", shown_by: None,
    }
    NullMoveVerification {
        name: "null_move_verification", kind: Pruning, stage: 12, requires: [NullMove],
        file: "null_move_verification.rs", production: true,
        summary: "Checks deep null-move cuts by a search without null moves, against zugzwang.",
        source: "O. David-Tabibi and N. Netanyahu 2002", shown_by: None,
    }
    LateMoveReductions {
        name: "late_move_reductions", kind: Reduction, stage: 13, requires: [AlphaBeta],
        file: "late_move_reductions.rs", production: true,
        summary: "Searches late moves less deeply, and again if they surprise.",
        source: "T. Romstad, Fruit and Glaurung 2005", shown_by: None,
    }
    CheckExtension {
        name: "check_extension", kind: Extension, stage: 13, requires: [],
        file: "check_extension.rs", production: true,
        summary: "Searches positions in check a ply deeper.",
        source: "D. Slate and L. Atkin 1977", shown_by: None,
    }
    SeeOrdering {
        name: "see_ordering", kind: Ordering, stage: 14, requires: [MvvLva],
        file: "see_ordering.rs", production: true,
        summary: "Puts captures that lose material behind the quiet moves.",
        source: "R. Hyatt, Cray Blitz 1990", shown_by: None,
    }
    SeePruning {
        name: "see_pruning", kind: Pruning, stage: 14, requires: [Quiescence],
        file: "see_pruning.rs", production: true,
        summary: "Skips captures in quiescence that lose material.",
        source: "R. Hyatt, Cray Blitz 1990", shown_by: None,
    }
    SeePruningMain {
        name: "see_pruning_main", kind: Pruning, stage: 14, requires: [AlphaBeta],
        file: "see_pruning_main.rs", production: true,
        summary: "Skips moves near the horizon that lose too much material for the depth left.",
        source: "Stockfish 2012", shown_by: None,
    }
}

/// The number of techniques.
pub const TECHNIQUE_COUNT: usize = TECHNIQUES.len();

impl Technique {
    /// Its row.
    #[inline(always)]
    pub const fn row(self) -> &'static Row {
        &TECHNIQUES[self as usize]
    }

    /// Its name in the console.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// All techniques, in the order of the book.
    pub fn all() -> impl Iterator<Item = Technique> {
        TECHNIQUES.iter().map(|row| row.technique)
    }

    /// The technique of that name, ignoring case, blanks and `_`.
    ///
    /// ```
    /// use cutaway_search::Technique;
    /// assert_eq!(Technique::from_name("MVV LVA"), Some(Technique::MvvLva));
    /// assert_eq!(Technique::from_name("mvvlva"), Some(Technique::MvvLva));
    /// assert_eq!(Technique::from_name("magic"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Technique> {
        let wanted = plain_name(name);
        Technique::all().find(|technique| plain_name(technique.name()) == wanted)
    }
}

/// A name as all names are compared: without blanks and `_`, in lower case.
///
/// ```
/// assert_eq!(cutaway_search::plain_name("Null Move_Base"), "nullmovebase");
/// ```
pub fn plain_name(name: &str) -> String {
    name.chars()
        .filter(|c| !c.is_whitespace() && *c != '_')
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// Which techniques are on: those that are wanted and have all that they require.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    wanted: u64,
    on: u64,
}

impl Switches {
    /// None on: plain minimax.
    pub const NONE: Switches = Switches { wanted: 0, on: 0 };

    /// Those that the engine plays with.
    pub const PRODUCTION: Switches = Switches::stage(LAST_CHAPTER);

    /// What the book has built by the end of chapter `stage`.
    pub const fn stage(stage: u8) -> Switches {
        let mut wanted = 0;
        let mut i = 0;
        while i < TECHNIQUE_COUNT {
            if TECHNIQUES[i].production && TECHNIQUES[i].stage <= stage {
                wanted |= 1 << i;
            }
            i += 1;
        }
        Switches::wanting(wanted)
    }

    /// Those of the wanted that have all that they require. Rows require earlier rows only, so that one pass does.
    const fn wanting(wanted: u64) -> Switches {
        let mut on = wanted;
        let mut i = 0;
        while i < TECHNIQUE_COUNT {
            let mut j = 0;
            while j < TECHNIQUES[i].requires.len() {
                if on >> TECHNIQUES[i].requires[j] as u8 & 1 == 0 {
                    on &= !(1 << i);
                }
                j += 1;
            }
            i += 1;
        }
        Switches { wanted, on }
    }

    /// Whether the technique is on.
    #[inline(always)]
    pub const fn on(self, technique: Technique) -> bool {
        self.on >> technique as u8 & 1 != 0
    }

    /// Switches one technique, with what it requires when it goes on, and gives back which others went on or off with
    /// it. What went off with its base comes back with it.
    ///
    /// ```
    /// use cutaway_search::{Switches, Technique};
    /// let mut switches = Switches::PRODUCTION;
    /// assert_eq!(switches.set(Technique::NullMove, false), [Technique::NullMoveVerification]);
    /// assert_eq!(switches.set(Technique::NullMoveVerification, true), [Technique::NullMove]);
    /// assert_eq!(switches, Switches::PRODUCTION);
    /// switches.set(Technique::NullMove, false);
    /// assert_eq!(switches.set(Technique::NullMove, true), [Technique::NullMoveVerification]);
    /// ```
    pub fn set(&mut self, technique: Technique, on: bool) -> Vec<Technique> {
        let before = *self;
        let mut wanted = self.wanted;
        let mut pending = vec![technique];
        while let Some(current) = pending.pop() {
            let bit = 1 << current as u8;
            wanted = if on { wanted | bit } else { wanted & !bit };
            if on {
                pending.extend(current.row().requires);
            }
        }
        *self = Switches::wanting(wanted);
        Technique::all()
            .filter(|&other| other != technique && self.on(other) != before.on(other))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_enum_and_of_the_book() {
        for (i, row) in TECHNIQUES.iter().enumerate() {
            assert_eq!(row.technique as usize, i);
            assert!(
                i == 0 || TECHNIQUES[i - 1].stage <= row.stage,
                "{}",
                row.name
            );
            assert_eq!(Technique::from_name(row.name), Some(row.technique));
        }
    }

    #[test]
    fn nothing_requires_what_comes_after_it_so_there_is_no_circle() {
        for row in TECHNIQUES {
            assert!(
                row.requires
                    .iter()
                    .all(|base| (*base as u8) < row.technique as u8),
                "{}",
                row.name
            );
            assert!(
                row.requires
                    .iter()
                    .all(|base| base.row().stage <= row.stage),
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn kinds_that_may_leave_bench_alone_name_their_test() {
        for row in TECHNIQUES {
            let free = matches!(row.kind, Kind::Memory | Kind::Time);
            assert_eq!(row.shown_by.is_some(), free, "{}", row.name);
        }
    }

    #[test]
    fn every_stage_is_closed_under_requires() {
        for stage in 1..=LAST_CHAPTER {
            let switches = Switches::stage(stage);
            for technique in Technique::all().filter(|t| switches.on(*t)) {
                assert!(
                    technique
                        .row()
                        .requires
                        .iter()
                        .all(|base| switches.on(*base))
                );
            }
        }
    }
}
