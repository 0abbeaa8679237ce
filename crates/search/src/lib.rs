//! How Cutaway thinks: the search, its techniques, tables and threads.
//!
//! It takes a [`Game`](cutaway_chess::Game), [`Limits`] and [`Settings`] and hands out [`SearchEvent`]s and a
//! [`SearchResult`]; it neither parses nor prints. [`Pool`] is the way in.
//!
//! ```
//! use cutaway_chess::{Game, Position};
//! use cutaway_search::{Control, Limits, Pool, ReportedScore, Settings};
//! let position: Position = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse().unwrap();
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let mut pool = Pool::new();
//! let result = pool.go(&Game::new(position), &limits, &Settings::default(), &Control::default(), &mut |_| {});
//! assert_eq!(format!("{:?}", result.best.unwrap()), "a1a8");
//! assert_eq!(result.info.unwrap().score, ReportedScore::Mate(1));
//! ```
#![deny(unsafe_code)]

mod alpha_beta;
mod aspiration_windows;
pub mod bench;
mod capture_futility;
mod capture_history;
mod check_extension;
mod check_ordering;
mod clock;
mod continuation_history;
mod control;
mod correction_history;
mod delta_pruning;
mod double_extension;
mod draws;
mod ending_knowledge;
mod eval_history;
mod evasion_history;
mod evasion_pruning;
mod event;
mod fail_high_blending;
mod fail_high_depth;
mod fail_low_history;
mod futility_pruning;
mod hindsight;
mod history;
mod history_pruning;
mod improving;
mod internal_iterative_reduction;
mod iterative_deepening;
mod killers;
mod late_capture_pruning;
mod late_move_pruning;
mod late_move_reductions;
mod limits;
mod low_ply_history;
mod mate_distance_pruning;
mod measured;
mod mode;
mod multicut;
mod mvv_lva;
mod negative_extension;
mod null_move;
mod null_move_cut_node;
mod null_move_verification;
mod ordering;
mod params;
mod pawn_history;
mod pool;
mod prefetch;
mod principal_variation_search;
mod prob_cut;
mod pv;
mod pv_history;
mod quiescence;
mod quiescence_blending;
mod quiescence_table_move;
mod razoring;
mod reduction_correction;
mod reduction_terms;
pub mod reference;
mod research_depth;
mod research_history;
mod reverse_futility_pruning;
mod root;
mod score;
mod search;
mod searcher;
mod see_ordering;
mod see_pruning;
mod see_pruning_main;
mod settings;
mod singular_extension;
mod small_prob_cut;
mod stages;
mod stalemate_guard;
mod stats;
mod table_cutoff_history;
mod table_eval;
mod table_move;
mod tablebase;
mod techniques;
mod thread_voting;
mod threat_history;
mod threat_ordering;
mod time_management;
mod transposition_table;
mod tree;
mod upcoming_repetition;
mod words;
mod worth;

pub use clock::Clock;
pub use control::Control;
pub use event::{Info, SearchEvent, SearchResult, nodes_per_second};
pub use limits::{ClockLimits, Limits};
pub use mvv_lva::mvv_lva;
pub use ordering::{OrderedMove, Reason};
pub use params::{DEFAULTS, PARAM_COUNT, PARAMS, Param, ParamRow};
pub use pool::{
    HashError, MAX_HASH_MIB, MAX_THREADS, Pool, STACK_BYTES, SlicedSearch, THREAD_BYTES,
    ThreadsError,
};
pub use score::{
    Bound, DECISIVE, DRAW, INFINITY, MATE, MATE_IN_MAX_PLY, MAX_EVAL, ReportedScore, Score,
    TABLEBASE_WIN, is_decisive, is_mate, mate_in, mated_in,
};
pub use settings::{Record, Settings};
pub use stages::{LAST_CHAPTER, NETWORK_STAGE, PIECE_SQUARE_STAGE, STAGES, TUNED_STAGE};
pub use stats::{Counts, Stats};
pub use tablebase::{Tablebase, Tables, Wdl};
pub use techniques::{Kind, Row, Switches, TECHNIQUE_COUNT, TECHNIQUES, Technique, plain_name};
pub use tree::{End, MAX_TREE_NODES, Tree, TreeNode};
pub use worth::{Measured, Question};

/// The deepest ply: no line, and no depth that is asked for, goes beyond.
pub const MAX_PLY: usize = 240;
