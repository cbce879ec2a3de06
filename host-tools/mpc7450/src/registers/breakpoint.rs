//! IABR and DABR, instruction and data address breakpoint registers, SPR 1010 and
//! 1013.
//!
//! A breakpoint that somebody left raises exceptions in the middle of a
//! measurement; 0 switches it off. Only the zero is needed, so no field is named.
//!
//! Not `WriteIsSafe`: any other value may raise an exception on any access.

use crate::bus::Spr;

/// Instruction address breakpoint register.
pub enum Iabr {}

impl Spr for Iabr {
    const NUMBER: u16 = 1010;
    const NAME: &'static str = "IABR";
    type Layout = ();
}

/// Data address breakpoint register.
pub enum Dabr {}

impl Spr for Dabr {
    const NUMBER: u16 = 1013;
    const NAME: &'static str = "DABR";
    type Layout = ();
}
