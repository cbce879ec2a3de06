//! HID1, hardware implementation-dependent register 1, SPR 1009.
//!
//! Bus parity, clock outputs, frequency switching and the PLL ratio as read
//! from the pins [UNISIM; NETBSD-HID; LINUX-REG]. DFS2 and DFS4 slow the core
//! clock that event 1 counts, not the time base.
//!
//! Not `WriteIsSafe`: parity checking and the clock are the board's business,
//! and a wrong value ends in machine checks.

use tock_registers::register_bitfields;

use crate::bus::Spr;

register_bitfields! {u32,
    /// Fields of hardware implementation-dependent register 1.
    pub HID1 [
        /// `HID1[0]`, machine check pin enable.
        EMCP OFFSET(31) NUMBITS(1) [],
        /// `HID1[2]`, address bus parity checking.
        EBA OFFSET(29) NUMBITS(1) [],
        /// `HID1[3]`, data bus parity checking.
        EBD OFFSET(28) NUMBITS(1) [],
        /// `HID1[4]`, CLK_OUT pin selection, with ECLK.
        BCLK OFFSET(27) NUMBITS(1) [],
        /// `HID1[6]`, CLK_OUT pin enable, with BCLK.
        ECLK OFFSET(25) NUMBITS(1) [],
        /// `HID1[7]`, no precharge of the retry pins.
        PAR OFFSET(24) NUMBITS(1) [],
        /// `HID1[8]`, core clock divided by four. 7448 only.
        DFS4 OFFSET(23) NUMBITS(1) [],
        /// `HID1[9]`, core clock divided by two. 7447A and 7448.
        DFS2 OFFSET(22) NUMBITS(1) [],
        /// `HID1[14]`, PLL configuration bit 5.
        PC5 OFFSET(17) NUMBITS(1) [],
        /// `HID1[15-19]`, PLL configuration bits 0 to 4, read only.
        PC OFFSET(12) NUMBITS(5) [],
        /// `HID1[20]`, address broadcast of sync and eieio.
        SYNCBE OFFSET(11) NUMBITS(1) [],
        /// `HID1[21]`, address broadcast of cache and TLB operations.
        ABE OFFSET(10) NUMBITS(1) []
    ]
}

/// Hardware implementation-dependent register 1.
pub enum Hid1 {}

impl Spr for Hid1 {
    const NUMBER: u16 = 1009;
    const NAME: &'static str = "HID1";
    type Layout = HID1::Register;
}

#[cfg(test)]
mod tests {
    use super::HID1;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<HID1::Register>(&[
            ("EMCP", 0, 0, 0x8000_0000),
            ("EBA", 2, 2, 0x2000_0000),
            ("EBD", 3, 3, 0x1000_0000),
            ("BCLK", 4, 4, 0x0800_0000),
            ("ECLK", 6, 6, 0x0200_0000),
            ("PAR", 7, 7, 0x0100_0000),
            ("DFS4", 8, 8, 0x0080_0000),
            ("DFS2", 9, 9, 0x0040_0000),
            ("PC5", 14, 14, 0x0002_0000),
            ("PC", 15, 19, 0x0001_f000),
            ("SYNCBE", 20, 20, 0x0000_0800),
            ("ABE", 21, 21, 0x0000_0400),
        ]);
    }
}
