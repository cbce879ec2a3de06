//! Every kernel against a second opinion.
//!
//! The generated words run on a small interpreter ([`machine`]) that shares nothing
//! with the generators: it decodes with the `powerpc` crate and counts what it
//! executes. Closed forms, data layout, results and the absence of dead or stray words
//! are checked against it; golden words against GNU as.

mod branches;
mod built;
mod calibration;
mod closed_forms;
mod data;
mod devirtualised;
mod documentation;
mod fetch;
mod golden;
mod issue;
mod listing;
mod machine;
mod memory;
mod periods;
mod predictor;
mod profile;
mod refusals;
mod schedules;
