//! How Cutaway is measured and tuned: matches between players, experiments of many matches, suites of test positions,
//! tuning and training games.
//!
//! [`runner::Match`] plays games between players, each this engine with some settings or a UCI engine in a process of
//! its own, and adds them up to a [`report::Report`]. Many matches under one plan ([`lines`]) make an ablation
//! ([`ablate`]) or a [`ladder`]; [`spsa_games`] plays those of a tuning. [`suite`] runs positions with known solutions,
//! [`datagen`] makes games for training, and [`wdl`] learns from them what scores
//! mean. Whatever takes long notes what is done in a [`journal`] and goes on from there.
//! The lab may start processes and threads and look at the clock; it neither prints nor reads the command line, and what
//! plays never imports it.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod ablate;
pub mod ablate_tables;
pub mod adjudication;
pub mod chart;
pub mod checksum;
pub mod datagen;
pub mod epd;
pub mod families;
pub mod genfens;
pub mod journal;
pub mod ladder;
pub mod lines;
pub mod machine;
pub mod network_file;
pub mod opening_file;
pub mod openings;
mod own_player;
pub mod pgn;
mod player;
mod process;
mod pv;
pub mod ratings;
pub mod referee;
pub mod report;
mod report_text;
pub mod result;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod sprt;
pub mod spsa;
pub mod spsa_games;
pub mod stage;
mod starts;
pub mod statistics;
pub mod suite;
pub mod suite_report;
pub mod syzygy;
mod syzygy_file;
pub mod time_control;
mod uci_player;
pub mod wdl;

pub use player::StartError;
pub use pv::PvFault;
