//! The numbers that the techniques use: one row each, with unit and range, ranges checked at compile time.
//!
//! The same table feeds the tuning options of UCI, the tuner and the book.

use crate::{Technique, plain_name};

/// One row of the table.
#[derive(Debug)]
pub struct ParamRow {
    /// Which parameter.
    pub param: Param,
    /// Its name in UCI and the console.
    pub name: &'static str,
    /// The technique that uses it.
    pub technique: Technique,
    /// What it is.
    pub doc: &'static str,
    /// What it is counted in.
    pub unit: &'static str,
    /// The value that the engine plays with.
    pub default: i32,
    /// The value before chapter 15, where it suits another search and another evaluation.
    pub taught: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// The step of a tuner.
    pub step: i32,
}

/// The last of one or two.
macro_rules! last {
    ($only:literal) => {
        $only
    };
    ($first:literal $last:literal) => {
        $last
    };
}

macro_rules! params {
    ($($param:ident $name:literal $technique:ident $default:literal $(taught $taught:literal)? in $min:literal ..= $max:literal step $step:literal $unit:literal $doc:literal)*) => {
        /// A tunable number. Its row in [`PARAMS`] says the rest.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Param { $(#[doc = $doc] $param),* }

        /// All parameters.
        pub const PARAMS: &[ParamRow] = &[$(ParamRow {
            param: Param::$param, name: $name, technique: Technique::$technique, doc: $doc, unit: $unit,
            default: $default, taught: last!($default $($taught)?), min: $min, max: $max, step: $step,
        }),*];
    };
}

params! {
    FixedDepth "fixed_depth" IterativeDeepening 4 in 1..=20 step 1 "plies"
        "How deep to search without iterative deepening or a clock, when no depth is asked for."
    ClockReserve "clock_reserve" TimeManagement 40 in 0..=200 step 10 "milliseconds"
        "What is kept on the clock besides the overhead, as long as it is no more than half of what is left: the machine may stall."
    TimeShare "time_share" TimeManagement 42 in 10..=200 step 5 "1/1000 of the clock"
        "The soft limit's share of the time left, for a game without move count."
    IncrementShare "increment_share" TimeManagement 750 in 100..=1000 step 50 "1/1000 of the increment"
        "The soft limit's share of the increment."
    HardShare "hard_share" TimeManagement 400 in 100..=900 step 50 "1/1000 of the clock"
        "The most of the time left that one move may use."
    HardFactor "hard_factor" TimeManagement 5000 in 1000..=10000 step 500 "1/1000"
        "How many times the soft limit the hard one may be."
    MovesToGoMax "moves_to_go_max" TimeManagement 40 in 10..=100 step 5 "moves"
        "With moves to go, no more than this many are planned for."
    MovesToGoShare "moves_to_go_share" TimeManagement 900 in 300..=1500 step 50 "1/1000 of an equal share"
        "With moves to go: the soft limit, before the increment."
    MovesToGoHardShare "moves_to_go_hard_share" TimeManagement 500 in 100..=900 step 50 "1/1000 of the clock"
        "With moves to go: the most of the time left that one move may use."
    LastMoveShare "last_move_share" TimeManagement 900 in 300..=950 step 50 "1/1000 of the clock"
        "The same for the last move before the control."
    ShareScaleBase "share_scale_base" TimeManagement 1800 in 1000..=3000 step 100 "1/1000"
        "How the soft limit is scaled when no node went to the best move."
    ShareScaleFactor "share_scale_factor" TimeManagement 1200 in 0..=1600 step 100 "1/1000"
        "How much that shrinks until all nodes go to the best move."
    StabilityScaleBase "stability_scale_base" TimeManagement 1200 in 800..=2000 step 50 "1/1000"
        "How the soft limit is scaled when the best move has just changed."
    StabilityScaleStep "stability_scale_step" TimeManagement 60 in 0..=80 step 5 "1/1000 an iteration"
        "How much that shrinks with each iteration in which it stays the best."
    StabilityScaleMax "stability_scale_max" TimeManagement 8 in 1..=10 step 1 "iterations"
        "After so many it shrinks no further."
    ScoreScaleStep "score_scale_step" TimeManagement 12 in 0..=40 step 2 "1/1000 a centipawn"
        "How much the soft limit grows with each centipawn by which the score falls, and shrinks as it rises."
    ScoreScaleLeast "score_scale_least" TimeManagement 800 in 300..=1000 step 50 "1/1000"
        "The least that this comes to."
    ScoreScaleMost "score_scale_most" TimeManagement 1500 in 1000..=3000 step 50 "1/1000"
        "The most that this comes to."
    DeltaMargin "delta_margin" DeltaPruning 199 taught 150 in 0..=1000 step 25 "centipawns"
        "What a capture may bring besides the victim."
    TableCutoffClock "table_cutoff_clock" TranspositionTable 90 in 10..=100 step 5 "plies"
        "From this many plies without capture or pawn move on, the table no longer cuts: it knows nothing of the fifty moves."
    HistoryBonus "history_bonus" History 380 taught 180 in 20..=600 step 20 "history units a ply"
        "What a cutoff adds to its quiet move, a ply of depth left."
    HistoryBonusMax "history_bonus_max" History 3000 taught 1800 in 200..=8000 step 200 "history units"
        "The most that one cutoff adds."
    HistoryMalus "history_malus" History 420 taught 180 in 0..=600 step 20 "history units a ply"
        "What a cutoff takes from the moves tried before, a ply of depth left."
    HistoryMalusMax "history_malus_max" History 2500 taught 1800 in 200..=8000 step 200 "history units"
        "The most that one cutoff takes."
    AspirationDelta "aspiration_delta" AspirationWindows 22 taught 16 in 4..=200 step 4 "centipawns"
        "Half the width of the first window."
    AspirationDepth "aspiration_depth" AspirationWindows 5 in 2..=12 step 1 "plies"
        "The first depth with a narrow window."
    AspirationGrowth "aspiration_growth" AspirationWindows 500 in 100..=2000 step 100 "1/1000"
        "By how much of itself the half width grows with each score that falls outside."
    AspirationWidest "aspiration_widest" AspirationWindows 1000 in 100..=5000 step 100 "centipawns"
        "A half width above this opens the window in full."
    NullMoveMinDepth "null_move_min_depth" NullMove 2 in 1..=6 step 1 "plies"
        "The least depth at which passing is tried."
    NullMoveBase "null_move_base" NullMove 4 in 1..=6 step 1 "plies"
        "The reduction after a null move, before depth and score add to it."
    NullMoveDivisor "null_move_divisor" NullMove 4 in 2..=8 step 1 "plies a ply"
        "How many plies of depth reduce by one more."
    NullMoveMargin "null_move_margin" NullMove 211 taught 200 in 50..=600 step 25 "centipawns a ply"
        "How far the evaluation must lie above beta to reduce by one more."
    NullMoveMarginMax "null_move_margin_max" NullMove 3 in 0..=6 step 1 "plies"
        "By how much more at the most."
    NullMoveThreshold "null_move_threshold" NullMove 42 taught 0 in 0..=400 step 20 "centipawns"
        "How far above beta the evaluation must lie for passing to be tried, before depth takes from it."
    NullMoveThresholdFactor "null_move_threshold_factor" NullMove 10 in 0..=40 step 2 "centipawns a ply"
        "How much a ply of depth takes from that."
    NullMoveVerificationDepth "null_move_verification_depth" NullMoveVerification 10 in 3..=30 step 1 "plies"
        "From this depth on a null-move cut is verified."
    NullMoveVerificationShare "null_move_verification_share" NullMoveVerification 750 in 250..=1000 step 50 "1/1000 of the depth"
        "For how much of the verifying search nobody may pass."
    ReductionMinDepth "reduction_min_depth" LateMoveReductions 3 in 2..=6 step 1 "plies"
        "The least depth at which moves are reduced."
    ReductionMoves "reduction_moves" LateMoveReductions 1 in 1..=8 step 1 "moves"
        "How many moves of a node are never reduced."
    ReductionMovesPv "reduction_moves_pv" LateMoveReductions 2 in 0..=8 step 1 "moves"
        "How many more on the principal variation."
    ReductionQuietBase "reduction_quiet_base" LateMoveReductions 821 taught 800 in 0..=3000 step 100 "1/1024 ply"
        "The reduction of a quiet move, before depth and move number add to it."
    ReductionQuietFactor "reduction_quiet_factor" LateMoveReductions 429 taught 455 in 100..=1000 step 25 "1/1024 ply"
        "Times ln(depth) ln(move number): what they add for a quiet move."
    ReductionNoisyBase "reduction_noisy_base" LateMoveReductions 248 taught 200 in 0..=3000 step 100 "1/1024 ply"
        "The same as the quiet base, for a capture or promotion."
    ReductionNoisyFactor "reduction_noisy_factor" LateMoveReductions 331 taught 300 in 0..=1000 step 25 "1/1024 ply"
        "The same as the quiet factor, for a capture or promotion."
    ReductionHistory "reduction_history" LateMoveReductions 9182 taught 8000 in 2000..=32000 step 500 "history units a ply"
        "How much history reduces by one ply less."
    ReductionCutNode "reduction_cut_node" LateMoveReductions 953 taught 1024 in 0..=3072 step 128 "1/1024 ply"
        "How much more a quiet move is reduced where the node is expected to fail high."
    ReductionPv "reduction_pv" LateMoveReductions 295 taught 0 in 0..=3072 step 128 "1/1024 ply"
        "How much less on the principal variation."
    ReductionCheck "reduction_check" LateMoveReductions 940 taught 1024 in 0..=3072 step 128 "1/1024 ply"
        "How much less for a move that gives check."
    ReverseFutilityDepth "reverse_futility_depth" ReverseFutilityPruning 9 in 1..=20 step 1 "plies"
        "The greatest depth at which an evaluation above beta cuts."
    ReverseFutilityMargin "reverse_futility_margin" ReverseFutilityPruning 54 in 10..=300 step 5 "centipawns a ply"
        "How far above beta, a ply of depth left."
    RazoringDepth "razoring_depth" Razoring 4 in 1..=10 step 1 "plies"
        "The greatest depth at which an evaluation below alpha goes to quiescence."
    RazoringBase "razoring_base" Razoring 123 in 0..=600 step 25 "centipawns"
        "How far below alpha, before depth adds to it."
    RazoringFactor "razoring_factor" Razoring 100 in 0..=500 step 20 "centipawns"
        "Times the square of the depth: what that adds."
    ProbCutMinDepth "prob_cut_min_depth" ProbCut 5 in 3..=12 step 1 "plies"
        "The least depth at which captures are tried against a raised beta."
    ProbCutMargin "prob_cut_margin" ProbCut 180 in 50..=500 step 10 "centipawns"
        "By how much beta is raised."
    ProbCutImproving "prob_cut_improving" ProbCut 50 in 0..=200 step 10 "centipawns"
        "How much less while the side to move is improving."
    ProbCutReduction "prob_cut_reduction" ProbCut 4 in 2..=6 step 1 "plies"
        "How much less deeply those captures are searched."
    SmallProbCutDepth "small_prob_cut_depth" SmallProbCut 4 in 1..=8 step 1 "plies"
        "How much too shallow a remembered bound may be."
    SmallProbCutMargin "small_prob_cut_margin" SmallProbCut 330 in 50..=1000 step 25 "centipawns"
        "How far above beta it must lie."
    IterativeReductionDepth "iterative_reduction_depth" InternalIterativeReduction 4 in 2..=12 step 1 "plies"
        "The least depth at which a node without a table move is reduced."
    HindsightDeeper "hindsight_deeper" Hindsight 3 in 1..=6 step 1 "plies"
        "From this reduction on a node may get a ply back."
    HindsightShallower "hindsight_shallower" Hindsight 2 in 1..=6 step 1 "plies"
        "From this reduction on a node may lose a ply more."
    HindsightMargin "hindsight_margin" Hindsight 71 in 0..=300 step 10 "centipawns"
        "What both evaluations must add up to for that."
    LateMovePruningDepth "late_move_pruning_depth" LateMovePruning 8 in 1..=20 step 1 "plies"
        "The greatest depth at which late quiet moves are skipped."
    LateMovePruningBase "late_move_pruning_base" LateMovePruning 4 in 0..=20 step 1 "moves"
        "How many moves are searched before, while improving; depth adds to it."
    LateMovePruningFactor "late_move_pruning_factor" LateMovePruning 216 in 20..=400 step 10 "1/100 move"
        "Times the square of the depth: what that adds."
    FutilityDepth "futility_depth" FutilityPruning 8 in 1..=16 step 1 "plies"
        "The greatest depth, after reduction, at which quiet moves are skipped."
    FutilityBase "futility_base" FutilityPruning 84 in 0..=400 step 10 "centipawns"
        "What a quiet move may bring, before depth adds to it."
    FutilityFactor "futility_factor" FutilityPruning 81 in 10..=300 step 10 "centipawns a ply"
        "What a ply of that depth adds."
    CaptureFutilityDepth "capture_futility_depth" CaptureFutility 6 in 1..=16 step 1 "plies"
        "The greatest depth, after reduction, at which captures are skipped."
    CaptureFutilityBase "capture_futility_base" CaptureFutility 171 in 0..=600 step 10 "centipawns"
        "What a capture may bring besides its victim, before depth adds to it."
    CaptureFutilityFactor "capture_futility_factor" CaptureFutility 140 in 10..=400 step 10 "centipawns a ply"
        "What a ply of that depth adds."
    CaptureHistoryVictim "capture_history_victim" CaptureHistory 33 in 1..=100 step 4 "history units a centipawn"
        "What a victim counts beside the history of its capture."
    LowPlyWeight "low_ply_weight" LowPlyHistory 4 in 0..=16 step 1 "times"
        "How much the history of the root's plies counts there."
    HistoryPruningDepth "history_pruning_depth" HistoryPruning 4 in 1..=12 step 1 "plies"
        "The greatest depth, after reduction, at which quiet moves of bad history are skipped."
    HistoryPruningMargin "history_pruning_margin" HistoryPruning 3507 in 200..=10000 step 200 "history units a ply"
        "How bad it must be, a ply of depth left."
    LateCaptureMoves "late_capture_moves" LateCapturePruning 3 in 1..=10 step 1 "moves"
        "How many captures quiescence tries before it skips others."
    FailLowBonus "fail_low_bonus" FailLowHistory 812 in 100..=2000 step 100 "1/1000"
        "The share of a cutoff's bonus for the move that made a node fail low."
    EvalHistoryFactor "eval_history_factor" EvalHistory 6 in 1..=60 step 2 "history units a centipawn"
        "What a change of the evaluation teaches."
    EvalHistoryMax "eval_history_max" EvalHistory 1200 in 100..=4000 step 100 "history units"
        "The most that one change teaches."
    FailHighMost "fail_high_most" FailHighDepth 3 in 1..=6 step 1 "plies"
        "By how much less deeply the root is searched at the most after scores above the window."
    ReductionNotImproving "reduction_not_improving" ReductionImproving 503 in 0..=2048 step 128 "1/1024 ply"
        "How much more a move is reduced while the side to move is not improving."
    ReductionNoisyTableMove "reduction_noisy_table_move" ReductionNoisyTableMove 824 in 0..=2048 step 128 "1/1024 ply"
        "How much more a quiet move is reduced where the table's move is a capture or promotion."
    ReductionCutoffs "reduction_cutoffs" ReductionCutoffs 802 in 0..=2048 step 128 "1/1024 ply"
        "How much more after many cutoffs of children."
    ReductionTablePv "reduction_table_pv" ReductionTablePv 1051 in 0..=2048 step 128 "1/1024 ply"
        "How much less in a node that was on the principal variation."
    ResearchBonus "research_bonus" ResearchHistory 500 in 0..=2000 step 100 "1/1000"
        "The share of a cutoff's bonus that a move searched again gains or loses."
    CheckOrderingBonus "check_ordering_bonus" CheckOrdering 7556 in 0..=32000 step 1000 "history units"
        "What a quiet check gains in the order."
    ThreatOrderingMinor "threat_ordering_minor" ThreatOrdering 7388 in 0..=32000 step 1000 "history units"
        "What a knight or bishop gains by leaving the reach of a pawn, and loses by entering it."
    ThreatOrderingRook "threat_ordering_rook" ThreatOrdering 9000 in 0..=32000 step 1000 "history units"
        "The same for a rook and lesser men."
    ThreatOrderingQueen "threat_ordering_queen" ThreatOrdering 13413 in 0..=40000 step 1000 "history units"
        "The same for a queen and lesser men."
    ReductionCorrection "reduction_correction" ReductionCorrection 7 in 0..=64 step 2 "1/1024 ply a point"
        "How much less a move is reduced for each point by which the evaluation is corrected."
    ResearchDeeper "research_deeper" ResearchDepth 39 in 10..=200 step 5 "centipawns"
        "How far above the best score a reduced move must come to be searched more deeply."
    ResearchShallower "research_shallower" ResearchDepth 6 in 0..=50 step 1 "centipawns"
        "Within how much above the best score it is searched less deeply."
    SingularMinDepth "singular_min_depth" SingularExtension 6 in 4..=12 step 1 "plies"
        "The least depth at which the table move is tested."
    SingularMargin "singular_margin" SingularExtension 22 in 4..=80 step 2 "1/16 centipawn a ply"
        "How far below the table's score the others must stay."
    DoubleExtensionMargin "double_extension_margin" DoubleExtension 17 in 0..=100 step 2 "centipawns"
        "How far below that for a second ply."
    TripleExtensionMargin "triple_extension_margin" TripleExtension 80 in 20..=300 step 5 "centipawns"
        "How far below that for a third ply."
    CorrectionWeight "correction_weight" PawnCorrection 35 in 4..=128 step 4 "centipawns"
        "What a full entry of a table adds to the evaluation."
    SeeQuietMargin "see_quiet_margin" SeePruningMain 42 taught 60 in 10..=300 step 10 "centipawns a ply"
        "What a quiet move may lose, a ply of depth left."
    SeeNoisyMargin "see_noisy_margin" SeePruningMain 97 taught 100 in 10..=400 step 10 "centipawns a ply"
        "What a capture may lose, a ply of depth left."
    SeeMaxDepth "see_max_depth" SeePruningMain 8 in 1..=20 step 1 "plies"
        "The greatest depth at which losing moves are skipped."
}

/// The number of parameters.
pub const PARAM_COUNT: usize = PARAMS.len();

/// The default of every parameter, by its number.
pub const DEFAULTS: [i32; PARAM_COUNT] = values(false);

/// The value of every parameter before chapter 15, by its number.
pub(crate) const TAUGHT: [i32; PARAM_COUNT] = values(true);

/// The values of one column, checked.
const fn values(taught: bool) -> [i32; PARAM_COUNT] {
    let mut values = [0; PARAM_COUNT];
    let mut i = 0;
    while i < PARAM_COUNT {
        let row = &PARAMS[i];
        let value = if taught { row.taught } else { row.default };
        assert!(row.param as usize == i && row.min <= value && value <= row.max);
        assert!(row.step > 0);
        values[i] = value;
        i += 1;
    }
    values
}

impl Param {
    /// Its row.
    pub const fn row(self) -> &'static ParamRow {
        &PARAMS[self as usize]
    }

    /// The parameter of that name, ignoring case, blanks, `_` and `-`.
    pub fn from_name(name: &str) -> Option<Param> {
        let wanted = plain_name(name);
        PARAMS
            .iter()
            .find(|row| plain_name(row.name) == wanted)
            .map(|row| row.param)
    }
}
