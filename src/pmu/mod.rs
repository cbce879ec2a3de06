//! The performance monitor: six counters, how they are set up and what their
//! values mean.
//!
//! | module | answers |
//! | --- | --- |
//! | [`programming`] | what is to be counted: a value, and the control words it means |
//! | [`wire`] | the same from `pmcN=CODE`, as boot arguments spell it |
//! | [`threshold`] | which THRESHOLD and THRESHMULT serve all threshold events at once |
//! | [`present`] | which counters the part has |
//! | [`control`], [`error`] | its single bits; why one is refused |
//! | [`group`] | all counters as one: arm, read under freeze |
//! | [`saved`] | the unit as others left it: take, restore |
//! | [`rest`] | the unit between measurements: frozen, selecting nothing |
//! | [`sampler`] | where the code is when events happen |
//! | [`elapsed`] | how many events lie between two readings |
//! | [`check`] | whether a counter counts at all |
//!
//! What is to be counted is a value apart from the code that writes registers,
//! so that every word can be compared with the manual on a PC. A driver object
//! that owns the unit and changes one field at a time was the alternative: it
//! reads, modifies and writes, and whatever stood in the register before leaks
//! into the measurement. Here the three control registers are only ever written
//! whole.
//!
//! Nothing here starts or stops a measurement. Between those two moments not
//! one instruction may be left to a compiler, so they belong to the window, which
//! is assembly; it takes the two words it needs from [`group::Group`].
//!
//! Source keys are those of the `mpc7450` crate and of this crate's root.

pub mod check;
pub mod control;
pub mod elapsed;
pub mod error;
pub mod group;
pub mod present;
pub mod programming;
pub mod rest;
pub mod sampler;
pub mod saved;
pub mod threshold;
mod unit;
pub mod wire;

#[cfg(test)]
mod foreign;
