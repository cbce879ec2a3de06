//! The command `g4pmu`: starts a target, follows and checks its report, and makes
//! tables, CSV and JSON of it.
//!
//! # Map
//!
//! | module | holds |
//! | --- | --- |
//! | [`cli`] | what can be typed |
//! | [`commands`] | one module a subcommand |
//! | [`exit`] | exit statuses, and failures that carry one |
//! | [`results`] | a log as values with provenance: the one data structure |
//! | [`output`] | that structure as CSV, JSON, table |
//! | [`pictures`], [`page`] | that structure as pictures and as a page |
//! | [`statistics`] | what few repetitions say |
//! | [`metrics`] | formulas over counts of one pass, as text, and laws between them |
//! | [`explain`] | what events, metrics and perf's names mean |
//! | [`saved`], [`compare`] | saved measurements, and two of them beside each other |
//! | [`doctor`] | register words judged, with causes and cures |
//! | [`study`] | the tables of the article on indirect branches |
//! | [`probe`] | experiments on one structure of the chip each |
//! | [`target`], [`qemu`], [`boot_arguments`] | what measures and what it is told |
//! | [`plugin`] | the timing model for QEMU |
//! | [`answer`] | whether a report is about that |
//! | [`measure`], [`progress`], [`estimate`] | a measurement while it runs |
//! | [`session`] | a conversation with the image's monitor |
//! | [`image`] | what can be the image |
//! | [`folder`] | the files a run leaves |
//! | [`rebuild`], [`sampled`] | the code that samples fell into, and what they say about it |
//! | [`catalogue`], [`names`] | what there is to measure, and what was meant |
//! | [`paint`] | colours, on terminals only |
//!
//! Data goes to standard output, talk to standard error. Nothing here formats or
//! splits a report line: that is the crate `report-format`.
//!
//! # References
//!
//! - `[QEMU path]`: QEMU's source and documentation at that path.
#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod answer;
pub mod boot_arguments;
pub mod catalogue;
pub mod cli;
pub mod commands;
pub mod compare;
pub mod doctor;
pub mod estimate;
pub mod exit;
pub mod explain;
pub mod folder;
pub mod image;
pub mod measure;
pub mod metrics;
pub mod names;
pub mod output;
pub mod page;
pub mod paint;
pub mod pictures;
pub mod plan;
pub mod plugin;
pub mod probe;
pub mod progress;
pub mod qemu;
pub mod rebuild;
pub mod results;
pub mod sampled;
pub mod saved;
pub mod session;
pub mod stat;
pub mod statistics;
pub mod study;
pub mod target;
