//! The table of techniques: one row each. UCI options, the console's list, the ablation list and the book's index come
//! from it.
//!
//! Long because every technique has its row here, and here alone.

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
    /// Judges some positions otherwise than the evaluation in force.
    Evaluation,
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
            Kind::Evaluation => "evaluation",
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
    /// The chapter from which on it is off, since it was measured to bring nothing any more; `None` if the engine plays with
    /// it. It stays a switch, for the chapters that teach it.
    pub retired: Option<u8>,
    /// In a few words, what it does.
    pub summary: &'static str,
    /// Where the idea comes from.
    pub source: &'static str,
    /// For what need not change `bench`: the test that shows it act.
    pub shown_by: Option<&'static str>,
}

macro_rules! retired {
    () => {
        None
    };
    ($chapter:literal) => {
        Some($chapter)
    };
}

macro_rules! techniques {
    ($($technique:ident {
        name: $name:literal, kind: $kind:ident, stage: $stage:literal, requires: [$($base:ident),*],
        file: $file:literal, $(retired: $retired:literal,)?
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
            retired: retired!($($retired)?),
            summary: $summary,
            source: $source,
            shown_by: $shown,
        }),*];
    };
}

techniques! {
    AlphaBeta {
        name: "alpha_beta", kind: Sound, stage: 5, requires: [],
        file: "alpha_beta.rs",
        summary: "Stops searching a node once its score is too good to be allowed.",
        source: "J. McCarthy 1956; D. Knuth and R. Moore 1975", shown_by: None,
    }
    IterativeDeepening {
        name: "iterative_deepening", kind: Time, stage: 6, requires: [],
        file: "iterative_deepening.rs",
        summary: "Searches to depth 1, 2, 3 and so on, so that there is always a finished answer.",
        source: "D. Slate and L. Atkin, Chess 4.5, 1977",
        shown_by: Some("iterative_deepening_reports_every_depth"),
    }
    TimeManagement {
        name: "time_management", kind: Time, stage: 6, requires: [IterativeDeepening],
        file: "time_management.rs",
        summary: "Shares the clock out over the game by a soft and a hard limit.",
        source: "R. Hyatt 1984", shown_by: Some("a_clock_sets_limits_only_with_time_management"),
    }
    Quiescence {
        name: "quiescence", kind: Extension, stage: 7, requires: [],
        file: "quiescence.rs",
        summary: "Follows captures and promotions beyond the horizon until the position is quiet.",
        source: "A. Turing 1953; L. Harris 1975", shown_by: None,
    }
    MvvLva {
        name: "mvv_lva", kind: Ordering, stage: 7, requires: [],
        file: "mvv_lva.rs",
        summary: "Tries captures first: the most valuable victim, then the least valuable attacker.",
        source: "D. Levy and M. Newborn 1991", shown_by: None,
    }
    DeltaPruning {
        name: "delta_pruning", kind: Pruning, stage: 7, requires: [Quiescence],
        file: "delta_pruning.rs",
        summary: "Skips captures in quiescence that could not bring the score near alpha.",
        source: "J. Schaeffer 1986", shown_by: None,
    }
    StalemateGuard {
        name: "stalemate_guard", kind: Extension, stage: 7, requires: [Quiescence],
        file: "stalemate_guard.rs",
        summary: "Sees stalemates of a bare king and blocked pawns in quiescence.",
        source: "Stockfish 2025", shown_by: None,
    }
    TranspositionTable {
        name: "transposition_table", kind: Memory, stage: 8, requires: [],
        file: "transposition_table.rs",
        summary: "Remembers positions already searched and cuts off where the memory suffices.",
        source: "R. Greenblatt, Mac Hack 1967", shown_by: Some("the_table_saves_nodes"),
    }
    TableMove {
        name: "table_move", kind: Ordering, stage: 8, requires: [TranspositionTable],
        file: "table_move.rs",
        summary: "Tries the move that the table remembers first.",
        source: "D. Slate and L. Atkin 1977", shown_by: None,
    }
    TableEval {
        name: "table_eval", kind: Memory, stage: 8, requires: [TranspositionTable],
        file: "table_eval.rs",
        summary: "Takes the table's score for the evaluation where it bounds it.",
        source: "Stockfish 2009", shown_by: Some("a_bound_sharpens_the_evaluation_on_its_side_only"),
    }
    UpcomingRepetition {
        name: "upcoming_repetition", kind: Pruning, stage: 8, requires: [],
        file: "upcoming_repetition.rs",
        summary: "Counts a draw as had where a move to a repeated position is available.",
        source: "M. van Kervinck 2013", shown_by: None,
    }
    Killers {
        name: "killers", kind: Ordering, stage: 10, requires: [],
        file: "killers.rs",
        summary: "Tries quiet moves first that refuted a sister node.",
        source: "B. Huberman 1968", shown_by: None,
    }
    History {
        name: "history", kind: Ordering, stage: 10, requires: [],
        file: "history.rs",
        summary: "Orders quiet moves by how often they cut off before.",
        source: "J. Schaeffer 1983", shown_by: None,
    }
    PrincipalVariationSearch {
        name: "principal_variation_search", kind: Sound, stage: 11, requires: [AlphaBeta],
        file: "principal_variation_search.rs",
        summary: "Tests all moves but the first with an empty window.",
        source: "T. Marsland and M. Campbell 1982", shown_by: None,
    }
    AspirationWindows {
        name: "aspiration_windows", kind: Sound, stage: 11, requires: [AlphaBeta, IterativeDeepening],
        file: "aspiration_windows.rs",
        summary: "Opens each iteration with a narrow window around the last score.",
        source: "G. Baudet 1978", shown_by: None,
    }
    NullMove {
        name: "null_move", kind: Pruning, stage: 12, requires: [AlphaBeta],
        file: "null_move.rs",
        summary: "Cuts off where passing the move would still be too good.",
        source: "D. Beal 1989; C. Donninger 1993", shown_by: None,
    }
    NullMoveVerification {
        name: "null_move_verification", kind: Pruning, stage: 12, requires: [NullMove],
        file: "null_move_verification.rs",
        summary: "Checks deep null-move cuts by a search without null moves, against zugzwang.",
        source: "O. David-Tabibi and N. Netanyahu 2002",
        shown_by: Some("null_move_verification_overrules_a_cut_in_zugzwang"),
    }
    LateMoveReductions {
        name: "late_move_reductions", kind: Reduction, stage: 13, requires: [AlphaBeta],
        file: "late_move_reductions.rs",
        summary: "Searches late moves less deeply, and again if they surprise.",
        source: "T. Romstad, Fruit and Glaurung 2005", shown_by: None,
    }
    CheckExtension {
        name: "check_extension", kind: Extension, stage: 13, requires: [],
        file: "check_extension.rs", retired: 15,
        summary: "Searches positions in check a ply deeper.",
        source: "D. Slate and L. Atkin 1977", shown_by: None,
    }
    SeeOrdering {
        name: "see_ordering", kind: Ordering, stage: 14, requires: [MvvLva],
        file: "see_ordering.rs",
        summary: "Puts captures that lose material behind the quiet moves.",
        source: "R. Hyatt, Cray Blitz 1990", shown_by: None,
    }
    SeePruning {
        name: "see_pruning", kind: Pruning, stage: 14, requires: [Quiescence],
        file: "see_pruning.rs",
        summary: "Skips captures in quiescence that lose material.",
        source: "R. Hyatt, Cray Blitz 1990", shown_by: None,
    }
    SeePruningMain {
        name: "see_pruning_main", kind: Pruning, stage: 14, requires: [AlphaBeta],
        file: "see_pruning_main.rs",
        summary: "Skips moves near the horizon that lose too much material for the depth left.",
        source: "Stockfish 2012", shown_by: None,
    }
    Improving {
        name: "improving", kind: Pruning, stage: 15, requires: [],
        file: "improving.rs", retired: 20,
        summary: "Tells whether the side to move stands better than at its last move; margins follow.",
        source: "Stockfish 2013", shown_by: None,
    }
    MateDistancePruning {
        name: "mate_distance_pruning", kind: Sound, stage: 15, requires: [AlphaBeta],
        file: "mate_distance_pruning.rs",
        summary: "Cuts lines that are too long to be a shorter mate than the one known.",
        source: "Glaurung 2006", shown_by: None,
    }
    ReverseFutilityPruning {
        name: "reverse_futility_pruning", kind: Pruning, stage: 15, requires: [AlphaBeta],
        file: "reverse_futility_pruning.rs",
        summary: "Cuts off near the horizon where the evaluation lies far above beta.",
        source: "E. Heinz 1998, as static null move", shown_by: None,
    }
    Razoring {
        name: "razoring", kind: Pruning, stage: 15, requires: [AlphaBeta, Quiescence],
        file: "razoring.rs",
        summary: "Drops into quiescence where the evaluation lies far below alpha.",
        source: "J. Birmingham and P. Kent 1977", shown_by: None,
    }
    ProbCut {
        name: "prob_cut", kind: Pruning, stage: 15, requires: [AlphaBeta, Quiescence],
        file: "prob_cut.rs",
        summary: "Cuts off where a capture stays well above beta at reduced depth.",
        source: "M. Buro 1995; Stockfish 2010 in this form", shown_by: None,
    }
    SmallProbCut {
        name: "small_prob_cut", kind: Pruning, stage: 15, requires: [AlphaBeta, TranspositionTable],
        file: "small_prob_cut.rs",
        summary: "Cuts off where the table has a score well above beta from a slightly shallower search.",
        source: "Stockfish 2020", shown_by: None,
    }
    InternalIterativeReduction {
        name: "internal_iterative_reduction", kind: Reduction, stage: 15, requires: [TableMove],
        file: "internal_iterative_reduction.rs",
        summary: "Searches nodes without a table move a ply less deeply.",
        source: "E. Schroder, Rebel 2020", shown_by: None,
    }
    Hindsight {
        name: "hindsight", kind: Reduction, stage: 15, requires: [LateMoveReductions],
        file: "hindsight.rs",
        summary: "Mends the depth of a reduced node once its evaluation is known.",
        source: "Stockfish 2021", shown_by: None,
    }
    LateMovePruning {
        name: "late_move_pruning", kind: Pruning, stage: 15, requires: [AlphaBeta],
        file: "late_move_pruning.rs",
        summary: "Skips quiet moves near the horizon after so many moves.",
        source: "T. Romstad, Glaurung 2008", shown_by: None,
    }
    FutilityPruning {
        name: "futility_pruning", kind: Pruning, stage: 15, requires: [AlphaBeta],
        file: "futility_pruning.rs",
        summary: "Skips quiet moves near the horizon where the evaluation lies far below alpha.",
        source: "J. Schaeffer 1986; E. Heinz 1998", shown_by: None,
    }
    CaptureFutility {
        name: "capture_futility", kind: Pruning, stage: 15, requires: [AlphaBeta],
        file: "capture_futility.rs",
        summary: "Skips captures near the horizon whose victim would not lift the evaluation to alpha.",
        source: "Stockfish 2020", shown_by: None,
    }
    FailHighBlending {
        name: "fail_high_blending", kind: Pruning, stage: 15, requires: [AlphaBeta],
        file: "fail_high_blending.rs",
        summary: "Draws the score of a shallow cutoff towards beta.",
        source: "Stockfish 2023", shown_by: None,
    }
    FailHighDepth {
        name: "fail_high_depth", kind: Reduction, stage: 15, requires: [AspirationWindows],
        file: "fail_high_depth.rs", retired: 17,
        summary: "Searches the root less deeply again after a score above its window.",
        source: "Stockfish 2018", shown_by: None,
    }
    EvasionPruning {
        name: "evasion_pruning", kind: Pruning, stage: 15, requires: [Quiescence],
        file: "evasion_pruning.rs",
        summary: "Leaves quiet moves out of check out in quiescence once one move is no loss by mate.",
        source: "Stockfish 2020", shown_by: None,
    }
    LateCapturePruning {
        name: "late_capture_pruning", kind: Pruning, stage: 15, requires: [Quiescence],
        file: "late_capture_pruning.rs",
        summary: "Skips captures in quiescence after the first few.",
        source: "Stockfish 2020", shown_by: None,
    }
    QuiescenceBlending {
        name: "quiescence_blending", kind: Pruning, stage: 15, requires: [AlphaBeta, Quiescence],
        file: "quiescence_blending.rs",
        summary: "Draws a score of quiescence above beta halfway down to it.",
        source: "Stockfish 2023", shown_by: None,
    }
    NullMoveCutNode {
        name: "null_move_cut_node", kind: Pruning, stage: 15, requires: [NullMove],
        file: "null_move_cut_node.rs",
        summary: "Tries null move only where the node is expected to fail high.",
        source: "Stockfish 2024", shown_by: None,
    }
    ContinuationHistory {
        name: "continuation_history", kind: Ordering, stage: 17, requires: [History],
        file: "continuation_history.rs",
        summary: "Orders quiet moves by what they did after the opponent's last move.",
        source: "Stockfish 2014, as counter move history", shown_by: None,
    }
    ContinuationHistory2 {
        name: "continuation_history_2", kind: Ordering, stage: 17, requires: [History],
        file: "continuation_history.rs",
        summary: "The same after the own move of two plies ago.",
        source: "Stockfish 2014, as counter move history", shown_by: None,
    }
    ContinuationHistory4 {
        name: "continuation_history_4", kind: Ordering, stage: 17, requires: [History],
        file: "continuation_history.rs",
        summary: "The same after the own move of four plies ago.",
        source: "Stockfish 2014, as counter move history", shown_by: None,
    }
    ContinuationHistory6 {
        name: "continuation_history_6", kind: Ordering, stage: 17, requires: [History],
        file: "continuation_history.rs",
        summary: "The same after the own move of six plies ago.",
        source: "Stockfish 2014, as counter move history", shown_by: None,
    }
    CaptureHistory {
        name: "capture_history", kind: Ordering, stage: 17, requires: [MvvLva],
        file: "capture_history.rs",
        summary: "Orders captures by how often they cut off, beside their victim.",
        source: "Stockfish 2016", shown_by: None,
    }
    CaptureHistoryQuiescence {
        name: "capture_history_quiescence", kind: Ordering, stage: 17, requires: [CaptureHistory, Quiescence],
        file: "capture_history.rs",
        summary: "The same order in quiescence.",
        source: "Stockfish 2016", shown_by: None,
    }
    PawnHistory {
        name: "pawn_history", kind: Ordering, stage: 17, requires: [History],
        file: "pawn_history.rs",
        summary: "Orders quiet moves by how often they cut off with these pawns.",
        source: "Stockfish 2023", shown_by: None,
    }
    LowPlyHistory {
        name: "low_ply_history", kind: Ordering, stage: 17, requires: [History],
        file: "low_ply_history.rs",
        summary: "Orders quiet moves near the root by how often they cut off just there.",
        source: "Stockfish 2020", shown_by: None,
    }
    ThreatHistory {
        name: "threat_history", kind: Ordering, stage: 17, requires: [History],
        file: "threat_history.rs",
        summary: "Remembers quiet moves apart that leave or enter attacked squares.",
        source: "Koivisto 2021", shown_by: None,
    }
    QuiescenceTableMove {
        name: "quiescence_table_move", kind: Ordering, stage: 17, requires: [TableMove, Quiescence],
        file: "quiescence_table_move.rs",
        summary: "Tries the table's move first in quiescence too.",
        source: "Stockfish 2008", shown_by: None,
    }
    EvasionHistory {
        name: "evasion_history", kind: Ordering, stage: 17, requires: [History, Quiescence],
        file: "evasion_history.rs",
        summary: "Orders quiet moves out of check by the histories in quiescence.",
        source: "Stockfish 2012", shown_by: None,
    }
    TableCutoffHistory {
        name: "table_cutoff_history", kind: Ordering, stage: 17, requires: [History, TranspositionTable],
        file: "table_cutoff_history.rs",
        summary: "Praises a quiet move whose node the table alone settled.",
        source: "Stockfish 2011", shown_by: None,
    }
    FailLowHistory {
        name: "fail_low_history", kind: Ordering, stage: 17, requires: [History],
        file: "fail_low_history.rs",
        summary: "Praises a quiet move after which no answer was good enough.",
        source: "Stockfish 2016", shown_by: None,
    }
    EvalHistory {
        name: "eval_history", kind: Ordering, stage: 17, requires: [History],
        file: "eval_history.rs",
        summary: "Praises or blames a quiet move at once for what it did to the evaluation.",
        source: "Stockfish 2020", shown_by: None,
    }
    HistoryPruning {
        name: "history_pruning", kind: Pruning, stage: 17, requires: [ContinuationHistory],
        file: "history_pruning.rs",
        summary: "Skips quiet moves near the horizon that have failed often after the same moves.",
        source: "Stockfish 2015", shown_by: None,
    }
    ReductionImproving {
        name: "reduction_improving", kind: Reduction, stage: 17, requires: [LateMoveReductions, Improving],
        file: "reduction_terms.rs", retired: 20,
        summary: "Reduces moves more while the side to move is not improving.",
        source: "Stockfish 2013 to 2022", shown_by: None,
    }
    ReductionNoisyTableMove {
        name: "reduction_noisy_table_move", kind: Reduction, stage: 17, requires: [LateMoveReductions, TableMove],
        file: "reduction_terms.rs",
        summary: "Reduces quiet moves more where the table's move is a capture.",
        source: "Stockfish 2013 to 2022", shown_by: None,
    }
    ReductionCutoffs {
        name: "reduction_cutoffs", kind: Reduction, stage: 17, requires: [LateMoveReductions],
        file: "reduction_terms.rs",
        summary: "Reduces moves more where the children keep failing high.",
        source: "Stockfish 2013 to 2022", shown_by: None,
    }
    ReductionTablePv {
        name: "reduction_table_pv", kind: Reduction, stage: 17, requires: [LateMoveReductions, TranspositionTable],
        file: "reduction_terms.rs",
        summary: "Reduces moves less where the table says that the node was on the principal variation.",
        source: "Stockfish 2013 to 2022", shown_by: None,
    }
    ResearchDepth {
        name: "research_depth", kind: Reduction, stage: 17, requires: [LateMoveReductions],
        file: "research_depth.rs",
        summary: "Searches reduced moves again more or less deeply, by how much they surprise.",
        source: "Stockfish 2022", shown_by: None,
    }
    ResearchHistory {
        name: "research_history", kind: Ordering, stage: 17, requires: [ContinuationHistory, LateMoveReductions],
        file: "research_history.rs",
        summary: "Praises or blames a reduced move by what its second search came to.",
        source: "Stockfish 2016", shown_by: None,
    }
    PvHistory {
        name: "pv_history", kind: Ordering, stage: 17, requires: [History, PrincipalVariationSearch],
        file: "pv_history.rs",
        summary: "Lets the best moves of the principal variation teach the histories.",
        source: "Stockfish 2015", shown_by: None,
    }
    CheckOrdering {
        name: "check_ordering", kind: Ordering, stage: 17, requires: [History],
        file: "check_ordering.rs",
        summary: "Tries quiet checks that lose nothing earlier.",
        source: "Stockfish 2024; Reckless 2025", shown_by: None,
    }
    ThreatOrdering {
        name: "threat_ordering", kind: Ordering, stage: 17, requires: [History],
        file: "threat_ordering.rs",
        summary: "Takes men out of the reach of lesser ones first, and puts none there.",
        source: "Stockfish 2021", shown_by: None,
    }
    SingularExtension {
        name: "singular_extension", kind: Extension, stage: 18, requires: [TableMove],
        file: "singular_extension.rs",
        summary: "Searches a table move a ply deeper that is much better than all others.",
        source: "T. Anantharaman, M. Campbell, F. Hsu 1988", shown_by: None,
    }
    DoubleExtension {
        name: "double_extension", kind: Extension, stage: 18, requires: [SingularExtension],
        file: "double_extension.rs",
        summary: "Searches a singular move two plies deeper where the others fail by far.",
        source: "Stockfish 2021", shown_by: None,
    }
    TripleExtension {
        name: "triple_extension", kind: Extension, stage: 18, requires: [DoubleExtension],
        file: "double_extension.rs",
        summary: "Searches a quiet one three plies deeper where they fail by very far.",
        source: "Stockfish 2021", shown_by: None,
    }
    Multicut {
        name: "multicut", kind: Pruning, stage: 18, requires: [SingularExtension],
        file: "multicut.rs",
        summary: "Gives a node up where its other moves reach beta too.",
        source: "Y. Bjornsson and T. Marsland 1999; in this form Stockfish 2018", shown_by: None,
    }
    NegativeExtension {
        name: "negative_extension", kind: Reduction, stage: 18, requires: [SingularExtension],
        file: "negative_extension.rs",
        summary: "Searches a table move that is not singular less deeply where a cutoff is expected.",
        source: "Stockfish 2021", shown_by: None,
    }
    PawnCorrection {
        name: "pawn_correction", kind: Memory, stage: 19, requires: [],
        file: "correction_history.rs",
        summary: "Corrects the evaluation by how far it was off with these pawns.",
        source: "Caissa 2023; the keys after Stockfish 2024", shown_by: Some("each_correction_learns_an_error_of_the_evaluation"),
    }
    NonPawnCorrection {
        name: "non_pawn_correction", kind: Memory, stage: 19, requires: [],
        file: "correction_history.rs",
        summary: "The same with these men of one colour.",
        source: "Caissa 2023; the keys after Stockfish 2024", shown_by: Some("each_correction_learns_an_error_of_the_evaluation"),
    }
    MinorCorrection {
        name: "minor_correction", kind: Memory, stage: 19, requires: [],
        file: "correction_history.rs",
        summary: "The same with these knights and bishops.",
        source: "Caissa 2023; the keys after Stockfish 2024", shown_by: Some("each_correction_learns_an_error_of_the_evaluation"),
    }
    ContinuationCorrection {
        name: "continuation_correction", kind: Memory, stage: 19, requires: [],
        file: "correction_history.rs",
        summary: "The same after these two moves.",
        source: "Caissa 2023; the keys after Stockfish 2024", shown_by: Some("each_correction_learns_an_error_of_the_evaluation"),
    }
    ReductionCorrection {
        name: "reduction_correction", kind: Reduction, stage: 19, requires: [LateMoveReductions, PawnCorrection],
        file: "reduction_correction.rs",
        summary: "Reduces moves less where the evaluation was often wrong.",
        source: "Stockfish 2024", shown_by: None,
    }
    ThreadVoting {
        name: "thread_voting", kind: Sound, stage: 22, requires: [IterativeDeepening],
        file: "thread_voting.rs",
        summary: "Lets the threads vote for the move that is played.",
        source: "Stockfish 2018", shown_by: Some("several_threads_outvote_the_main_one"),
    }
    Tablebases {
        name: "tablebases", kind: Memory, stage: 23, requires: [],
        file: "tablebase.rs",
        summary: "Looks positions with few men up in tablebases, where there are any.",
        source: "R. de Man, Syzygy 2013", shown_by: Some("tables_settle_what_they_know"),
    }
    EndingKnowledge {
        name: "ending_knowledge", kind: Evaluation, stage: 23, requires: [],
        file: "ending_knowledge.rs",
        summary: "Judges a lone king by what is known of such endings.",
        source: "D. Slate and L. Atkin 1977", shown_by: Some("a_lone_king_is_judged_by_what_is_known"),
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

    /// The technique of that name, ignoring case, blanks, `_` and `-`.
    ///
    /// ```
    /// use cutaway_search::Technique;
    /// assert_eq!(Technique::from_name("MVV LVA"), Some(Technique::MvvLva));
    /// assert_eq!(Technique::from_name("mvv-lva"), Some(Technique::MvvLva));
    /// assert_eq!(Technique::from_name("mvvlva"), Some(Technique::MvvLva));
    /// assert_eq!(Technique::from_name("magic"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Technique> {
        let wanted = plain_name(name);
        Technique::all().find(|technique| plain_name(technique.name()) == wanted)
    }
}

/// A name as all names are compared: without blanks, `_` and `-`, in lower case.
///
/// ```
/// assert_eq!(cutaway_search::plain_name("Null-Move_Base Depth"), "nullmovebasedepth");
/// ```
pub fn plain_name(name: &str) -> String {
    name.chars()
        .filter(|c| !c.is_whitespace() && !['_', '-'].contains(c))
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// Which techniques are on: those that are wanted and have all that they require.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    wanted: u128,
    on: u128,
}

impl Switches {
    /// None on: plain minimax.
    pub const NONE: Switches = Switches { wanted: 0, on: 0 };

    /// Those that the engine plays with.
    pub const PRODUCTION: Switches = Switches::stage(LAST_CHAPTER);

    /// What the book has built by the end of chapter `stage`.
    pub const fn stage(stage: u8) -> Switches {
        let mut wanted: u128 = 0;
        let mut i = 0;
        while i < TECHNIQUE_COUNT {
            let is_retired = matches!(TECHNIQUES[i].retired, Some(chapter) if chapter <= stage);
            if TECHNIQUES[i].stage <= stage && !is_retired {
                wanted |= 1 << i;
            }
            i += 1;
        }
        Switches::wanting(wanted)
    }

    /// Those of the wanted that have all that they require. Rows require earlier rows only, so that one pass does.
    const fn wanting(wanted: u128) -> Switches {
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
    /// let with_it = [Technique::NullMoveVerification, Technique::NullMoveCutNode];
    /// assert_eq!(switches.set(Technique::NullMove, false), with_it);
    /// assert_eq!(switches.set(Technique::NullMoveVerification, true), [Technique::NullMove, with_it[1]]);
    /// assert_eq!(switches, Switches::PRODUCTION);
    /// switches.set(Technique::NullMove, false);
    /// assert_eq!(switches.set(Technique::NullMove, true), with_it);
    /// ```
    pub fn set(&mut self, technique: Technique, on: bool) -> Vec<Technique> {
        let before = *self;
        let mut wanted = self.wanted;
        let mut pending = vec![technique];
        while let Some(current) = pending.pop() {
            let bit = 1_u128 << current as u8;
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
            let free = matches!(row.kind, Kind::Memory | Kind::Evaluation | Kind::Time);
            assert!(row.shown_by.is_some() || !free, "{}", row.name);
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
