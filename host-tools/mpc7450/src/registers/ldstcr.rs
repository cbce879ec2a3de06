//! LDSTCR, load/store control register, SPR 1016.
//!
//! Its way locks are the clean way to shrink the L1 data cache for an
//! experiment [UNISIM; LINUX-REG].
//!
//! Not `WriteIsSafe`: what becomes of modified lines in a way while it is being
//! locked stands in the manual's procedure, which nobody here read.

use tock_registers::register_bitfields;

use crate::bus::Spr;

register_bitfields! {u32,
    /// Fields of the load/store control register.
    pub LDSTCR [
        /// `LDSTCR[24-31]`, data cache way lock, one bit a way.
        DCWL OFFSET(0) NUMBITS(8) []
    ]
}

/// Load/store control register.
pub enum Ldstcr {}

impl Spr for Ldstcr {
    const NUMBER: u16 = 1016;
    const NAME: &'static str = "LDSTCR";
    type Layout = LDSTCR::Register;
}

#[cfg(test)]
mod tests {
    use super::LDSTCR;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<LDSTCR::Register>(&[("DCWL", 24, 31, 0x0000_00ff)]);
    }
}
