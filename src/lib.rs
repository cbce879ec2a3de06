//! The g4pmu firmware: a library that builds and tests on a PC, and a thin
//! `main.rs` that is the bare-metal image.
//!
//! | module | holds |
//! | --- | --- |
//! | [`arch`] | the processor: registers, exceptions, caches, mapping |
//! | [`platform`] | the board: console, start paths, power |
//! | [`pmu`] | programming and reading the performance monitor |
//! | [`kernels`] | what is measured |
//! | [`lab`] | how it is measured and reported |
//! | [`monitor`] | the command loop on the report's port |
//! | [`image`] | the order of initialisation, and what a binary adds to it |
//!
//! Calls go downwards only: `arch`, then `platform`, then the rest, which knows no
//! address. The flow of a run is told in `image::start`.
//!
//! # References
//!
//! The manuals `MPC7450UM`, `PEM` and `ALTIVECPEM` were not at hand. What is cited to
//! them is common knowledge of the architecture, most of it also seen in QEMU or in the
//! drivers of Linux; a section number of `PEM` or `AN2203` helps to find the place and
//! has not been read again.
//!
//! - `MPC7450UM`: MPC7450 RISC Microprocessor Family Reference Manual, Freescale
//! - `MPC7400UM`: MPC7400 RISC Microprocessor User's Manual
//! - `AN2203`: MPC7450 RISC Microprocessor Family Software Optimization Guide
//! - `PEM`: Programming Environments Manual for 32-bit Implementations of the PowerPC
//!   Architecture
//! - `ALTIVECPEM`: AltiVec Technology Programming Environments Manual
//! - `Z85C30`: Zilog Z85C30 product specification; the set-up was tried in QEMU only
//! - `SVR4-PPC`: System V Application Binary Interface, PowerPC Processor Supplement
//! - `IEEE 1275`: Open Firmware, with the PowerPC processor binding
//! - `QEMU`, `Linux`: source files named where they are cited
#![cfg_attr(not(test), no_std)]

pub mod arch;
pub mod image;
pub mod kernels;
pub mod lab;
pub mod monitor;
pub mod platform;
pub mod pmu;
