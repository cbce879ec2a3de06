//! PIR, processor identification register, SPR 1023.
//!
//! Tells the processors of one board apart. Set-up code may write it; nothing
//! here does, so there is no `WriteIsSafe`. QEMU keeps four bits [QEMU].

use crate::bus::Spr;

/// Processor identification register.
pub enum Pir {}

impl Spr for Pir {
    const NUMBER: u16 = 1023;
    const NAME: &'static str = "PIR";
    type Layout = ();
}
