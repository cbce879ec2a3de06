//! The g4pmu firmware: a library that builds and tests on a PC, and a thin
//! `main.rs` that is the bare-metal image.
#![cfg_attr(not(test), no_std)]

pub mod kernels;
