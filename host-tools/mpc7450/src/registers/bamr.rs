//! BAMR, breakpoint address mask register, SPR 951.
//!
//! Belongs to the breakpoints IABR and DABR (events PMC1 42 and PMC2 53), not
//! to counting, although its number stands among the monitor's
//! [UNISIM; QEMU; PERFCTR].

use tock_registers::register_bitfields;

use crate::bus::{Spr, WriteIsSafe};

register_bitfields! {u32,
    /// Fields of the breakpoint address mask register.
    pub BAMR [
        /// `BAMR[0-29]`, address bits that take part in the comparison.
        MASK OFFSET(2) NUMBITS(30) []
    ]
}

/// Breakpoint address mask register.
pub enum Bamr {}

impl Spr for Bamr {
    const NUMBER: u16 = 951;
    const NAME: &'static str = "BAMR";
    type Layout = BAMR::Register;
}

/// It only widens a breakpoint; the breakpoint itself is enabled elsewhere.
impl WriteIsSafe for Bamr {}

#[cfg(test)]
mod tests {
    use super::BAMR;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<BAMR::Register>(&[("MASK", 0, 29, 0xffff_fffc)]);
    }
}
