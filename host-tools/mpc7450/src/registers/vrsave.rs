//! VRSAVE, vector save register, SPR 256.
//!
//! Software's note of the vector registers in use, one bit a register. Hardware
//! gives it no meaning; an operating system saves what it names.

use crate::bus::{Spr, WriteIsSafe};

/// Vector save register.
pub enum Vrsave {}

impl Spr for Vrsave {
    const NUMBER: u16 = 256;
    const NAME: &'static str = "VRSAVE";
    type Layout = ();
}

/// Hardware does nothing with it.
impl WriteIsSafe for Vrsave {}
