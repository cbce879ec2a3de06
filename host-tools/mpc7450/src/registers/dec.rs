//! DEC, decrementer, SPR 22.
//!
//! Counts down one per time base tick and raises the decrementer exception,
//! masked by MSR[EE], when it passes from 0 to 0xffff_ffff. Like the time base
//! it runs only with HID0[TBEN] set.

use crate::bus::{Spr, WriteIsSafe};

/// Decrementer.
pub enum Dec {}

impl Spr for Dec {
    const NUMBER: u16 = 22;
    const NAME: &'static str = "DEC";
    type Layout = ();
}

/// The worst a value does is raise the decrementer exception.
impl WriteIsSafe for Dec {}
