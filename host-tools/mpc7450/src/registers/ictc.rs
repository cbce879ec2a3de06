//! ICTC, instruction cache throttling control register, SPR 1019.
//!
//! Makes the fetcher wait between instructions to save power. An operating
//! system runs with 0, and a measurement must [LINUX-SETUP]. Fields:
//! [SYLIXOS].

use tock_registers::register_bitfields;

use crate::bus::{Spr, WriteIsSafe};

register_bitfields! {u32,
    /// Fields of the instruction cache throttling control register.
    pub ICTC [
        /// `ICTC[23-30]`, instruction forwarding interval in clocks.
        FI OFFSET(1) NUMBITS(8) [],
        /// `ICTC[31]`, throttling on.
        E OFFSET(0) NUMBITS(1) []
    ]
}

/// Instruction cache throttling control register.
pub enum Ictc {}

impl Spr for Ictc {
    const NUMBER: u16 = 1019;
    const NAME: &'static str = "ICTC";
    type Layout = ICTC::Register;
}

/// It only makes the processor slower.
impl WriteIsSafe for Ictc {}

#[cfg(test)]
mod tests {
    use super::ICTC;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<ICTC::Register>(&[("FI", 23, 30, 0x0000_01fe), ("E", 31, 31, 0x0000_0001)]);
    }
}
