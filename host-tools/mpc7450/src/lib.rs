//! The MPC7450 family (PowerPC G4) as facts: registers, events, parts and
//! instruction encodings. No I/O, no allocation, no `std`.
//!
//! | module | holds |
//! | --- | --- |
//! | [`bus`] | [`bus::SprBus`], the only way to a special-purpose register |
//! | [`registers`] | one file a register: number, fields, masks |
//! | [`counter`] | the six counters as a checked type |
//! | [`events`] | the event catalogue, generated from `data/events.csv` |
//! | [`parts`] | family members by processor version |
//! | [`instruction`] | typed encoders for generated code |
//!
//! # References
//!
//! Facts cite their source as `[KEY section]`.
#![cfg_attr(not(test), no_std)]

pub mod bus;
pub mod counter;
pub mod events;
pub mod instruction;
pub mod parts;
pub mod registers;
