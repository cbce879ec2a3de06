//! DAR, data address register, SPR 19.
//!
//! Holds the effective address that raised a data storage or alignment
//! exception. Hardware writes it; nothing here does, so there is no
//! `WriteIsSafe`.

use crate::bus::Spr;

/// Data address register.
pub enum Dar {}

impl Spr for Dar {
    const NUMBER: u16 = 19;
    const NAME: &'static str = "DAR";
    type Layout = ();
}
