//! ICTRL, instruction cache and interrupt control register, SPR 1011.
//!
//! Its way locks are the clean way to shrink the L1 instruction cache for an
//! experiment [UNISIM; LINUX-REG].
//!
//! Not `WriteIsSafe`: CIRQ changes how interrupts are delivered, and parity
//! reporting on a cache that was never invalidated ends in machine checks.

use tock_registers::register_bitfields;

use crate::bus::Spr;

register_bitfields! {u32,
    /// Fields of the instruction cache and interrupt control register.
    pub ICTRL [
        /// `ICTRL[0]`, CPU interrupt request.
        CIRQ OFFSET(31) NUMBITS(1) [],
        /// `ICTRL[4]`, instruction cache parity error enable. UNISIM: EIEC.
        EICE OFFSET(27) NUMBITS(1) [],
        /// `ICTRL[5]`, data cache parity error enable. UNISIM: EDCE.
        EDC OFFSET(26) NUMBITS(1) [],
        /// `ICTRL[23]`, instruction cache parity checking.
        EICP OFFSET(8) NUMBITS(1) [],
        /// `ICTRL[24-31]`, instruction cache way lock, one bit a way.
        ICWL OFFSET(0) NUMBITS(8) []
    ]
}

/// Instruction cache and interrupt control register.
pub enum Ictrl {}

impl Spr for Ictrl {
    const NUMBER: u16 = 1011;
    const NAME: &'static str = "ICTRL";
    type Layout = ICTRL::Register;
}

#[cfg(test)]
mod tests {
    use super::ICTRL;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<ICTRL::Register>(&[
            ("CIRQ", 0, 0, 0x8000_0000),
            ("EICE", 4, 4, 0x0800_0000),
            ("EDC", 5, 5, 0x0400_0000),
            ("EICP", 23, 23, 0x0000_0100),
            ("ICWL", 24, 31, 0x0000_00ff),
        ]);
    }
}
