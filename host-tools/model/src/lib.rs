//! A cycle-level model of the MPC7450 family with its performance monitor.
//!
//! The model executes nothing. Whoever executes a guest tells it each instruction that
//! has completed ([`record::Retired`]) and each exception ([`record::Exception`]), in
//! program order; the model answers in which cycle everything happened, keeps the
//! counters, the time base and the decrementer, and says when an exception of theirs is
//! due. It does no input or output, keeps no global state, and gives the same answers
//! for the same records.
//!
//! | module | holds |
//! | --- | --- |
//! | [`record`] | what the model is told |
//! | [`code`] | where it reads words that were not executed |
//! | [`instruction`] | an instruction, decoded once for each address |
//! | [`machine`] | machines by name, with their clocks |
//! | [`settings`] | part, clocks, and switches for open questions |
//! | [`signature`] | how a guest learns that it runs on the model |
//! | [`signal`] | what can be counted, and how far a count can be trusted |
//! | [`sink`] | where the parts tell what happened |
//! | [`model`] | [`model::Model`], the whole chip |
//! | [`remembered`] | blocks of instructions whose timing is remembered |
//! | [`pmu`] | the performance monitor |
//! | [`time`] | time base and decrementer |
//! | [`controls`] | HID0, ICTRL, LDSTCR, MSSCR0, L2CR, L3CR |
//! | [`pipeview`] | when each instruction passed each stage, for viewers |
//! | [`trace`] | what the model was told, as bytes; telling it again |
//! | [`memory`] | caches, translation, load and store queues |
//!
//! Sources are cited by the keys of the `mpc7450` crate.
#![allow(
    rustdoc::broken_intra_doc_links,
    rustdoc::private_intra_doc_links,
    reason = "a register field in brackets looks like a link"
)]

pub mod code;
pub mod controls;
pub mod instruction;
pub mod machine;
pub mod memory;
pub mod model;
pub mod pipeline;
pub mod pipeview;
pub mod pmu;
pub mod record;
pub mod remembered;
pub mod settings;
pub mod signal;
pub mod signature;
pub mod sink;
pub mod time;
pub mod trace;
