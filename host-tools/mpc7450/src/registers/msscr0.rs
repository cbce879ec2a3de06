//! MSSCR0, memory subsystem control register 0, SPR 1014.
//!
//! L2 prefetch, the data transaction queue and the bus [UNISIM]. Another
//! header's names for this number (SHDEN, L1INTVEN, DL1HWF) belong to the
//! MPC7400's layout.
//!
//! Not `WriteIsSafe`: bits 18 to 24 are reserved, and setting them causes
//! machine checks on the 7448 [7448CE erratum 1].

use tock_registers::register_bitfields;

use crate::bus::Spr;

register_bitfields! {u32,
    /// Fields of memory subsystem control register 0.
    pub MSSCR0 [
        /// `MSSCR0[3-5]`, data transaction queue size (event PMC6 25).
        DTQ OFFSET(26) NUMBITS(3) [],
        /// `MSSCR0[7]`, 1 = no external intervention in MPX bus mode (events
        /// PMC6 19 to 22).
        EIDIS OFFSET(24) NUMBITS(1) [],
        /// `MSSCR0[10]`, L3 timing, extension.
        L3TCEXT OFFSET(21) NUMBITS(1) [],
        /// `MSSCR0[11]`, address bus driven.
        ABD OFFSET(20) NUMBITS(1) [],
        /// `MSSCR0[12]`, L3 timing, enable.
        L3TCEN OFFSET(19) NUMBITS(1) [],
        /// `MSSCR0[13-14]`, L3 timing.
        L3TC OFFSET(17) NUMBITS(2) [],
        /// `MSSCR0[16-17]`, bus mode, read only.
        BMODE OFFSET(14) NUMBITS(2) [],
        /// `MSSCR0[26]`, processor id.
        ID OFFSET(5) NUMBITS(1) [],
        /// `MSSCR0[30-31]`, L2 hardware prefetch. Linux sets 3 when the L2 is
        /// on [LINUX-SETUP]; 1 and 2 are taken to mean one and two engines, but
        /// no source says so.
        L2PFE OFFSET(0) NUMBITS(2) [
            /// No prefetch.
            Off = 0,
            /// All engines.
            All = 3
        ]
    ]
}

/// Memory subsystem control register 0.
pub enum Msscr0 {}

impl Spr for Msscr0 {
    const NUMBER: u16 = 1014;
    const NAME: &'static str = "MSSCR0";
    type Layout = MSSCR0::Register;
}

#[cfg(test)]
mod tests {
    use super::MSSCR0;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<MSSCR0::Register>(&[
            ("DTQ", 3, 5, 0x1c00_0000),
            ("EIDIS", 7, 7, 0x0100_0000),
            ("L3TCEXT", 10, 10, 0x0020_0000),
            ("ABD", 11, 11, 0x0010_0000),
            ("L3TCEN", 12, 12, 0x0008_0000),
            ("L3TC", 13, 14, 0x0006_0000),
            ("BMODE", 16, 17, 0x0000_c000),
            ("ID", 26, 26, 0x0000_0020),
            ("L2PFE", 30, 31, 0x0000_0003),
        ]);
    }
}
