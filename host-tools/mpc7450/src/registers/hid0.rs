//! HID0, hardware implementation-dependent register 0, SPR 1008.
//!
//! Switches the caches, the predictors and the time base. All of it is off at
//! reset. What an operating system runs with: SGE, FOLD, BHT, LRSTK, BTIC and
//! DPM set; SPD, NOPDST and NOPTI clear [LINUX-SETUP]. Layout: UNISIM,
//! NETBSD-HID and LINUX-REG agree, except on XBSEN. Headers carry other names
//! for some masks; those belong to other family lines.
//!
//! Not `WriteIsSafe`: DCFI throws away every modified line of the data cache,
//! HIGH_BAT_EN and XBSEN change what the BATs map, SLEEP and NAP stop the
//! processor. A write needs `sync` before it, `sync` and `isync` after it
//! [LINUX-SETUP].

use tock_registers::register_bitfields;

use crate::bus::Spr;

register_bitfields! {u32,
    /// Fields of hardware implementation-dependent register 0. Bit 25 is
    /// reserved; it was DCFA on the MPC7400.
    pub HID0 [
        /// `HID0[5]`, time base and decrementer run.
        TBEN OFFSET(26) NUMBITS(1) [],
        /// `HID0[7]`, software table search instead of hardware; silences the
        /// hardware table search events.
        STEN OFFSET(24) NUMBITS(1) [],
        /// `HID0[8]`, four more BAT pairs. Not on 7450, 7451, 7441.
        HIGH_BAT_EN OFFSET(23) NUMBITS(1) [],
        /// `HID0[9]`, nap mode.
        NAP OFFSET(22) NUMBITS(1) [],
        /// `HID0[10]`, sleep mode.
        SLEEP OFFSET(21) NUMBITS(1) [],
        /// `HID0[11]`, dynamic power management.
        DPM OFFSET(20) NUMBITS(1) [],
        /// `HID0[13]`, clear the branch history table.
        BHTCLR OFFSET(18) NUMBITS(1) [],
        /// `HID0[14]`, 36-bit physical addresses.
        XAEN OFFSET(17) NUMBITS(1) [],
        /// `HID0[15]`, not hard reset: a flag for software.
        NHR OFFSET(16) NUMBITS(1) [],
        /// `HID0[16]`, L1 instruction cache on.
        ICE OFFSET(15) NUMBITS(1) [],
        /// `HID0[17]`, L1 data cache on.
        DCE OFFSET(14) NUMBITS(1) [],
        /// `HID0[18]`, lock the L1 instruction cache.
        ILOCK OFFSET(13) NUMBITS(1) [],
        /// `HID0[19]`, lock the L1 data cache.
        DLOCK OFFSET(12) NUMBITS(1) [],
        /// `HID0[20]`, invalidate the whole L1 instruction cache.
        ICFI OFFSET(11) NUMBITS(1) [],
        /// `HID0[21]`, invalidate the whole L1 data cache. LINUX-REG: DCI.
        DCFI OFFSET(10) NUMBITS(1) [],
        /// `HID0[22]`, 1 = no speculative access.
        SPD OFFSET(9) NUMBITS(1) [],
        /// `HID0[23]`, extended BAT block size. NETBSD-HID says 7455 and
        /// later, UNISIM lists it for every member.
        XBSEN OFFSET(8) NUMBITS(1) [],
        /// `HID0[24]`, store gathering (event PMC2 51).
        SGE OFFSET(7) NUMBITS(1) [],
        /// `HID0[26]`, branch target instruction cache (events PMC1 26,
        /// PMC2 58, PMC3 30). Linux keeps it off on 7457 and 7447 revisions
        /// 1.0 and 1.1 [LINUX-CPUTABLE].
        BTIC OFFSET(5) NUMBITS(1) [],
        /// `HID0[27]`, link register stack (events PMC1 27, PMC2 59, PMC3 31).
        LRSTK OFFSET(4) NUMBITS(1) [],
        /// `HID0[28]`, branch folding (event PMC4 29).
        FOLD OFFSET(3) NUMBITS(1) [],
        /// `HID0[29]`, branch history table (event PMC4 28).
        BHT OFFSET(2) NUMBITS(1) [],
        /// `HID0[30]`, 1 = data stream touches do nothing.
        NOPDST OFFSET(1) NUMBITS(1) [],
        /// `HID0[31]`, 1 = dcbt and dcbtst do nothing.
        NOPTI OFFSET(0) NUMBITS(1) []
    ]
}

/// Hardware implementation-dependent register 0.
pub enum Hid0 {}

impl Spr for Hid0 {
    const NUMBER: u16 = 1008;
    const NAME: &'static str = "HID0";
    type Layout = HID0::Register;
}

#[cfg(test)]
mod tests {
    use super::HID0;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<HID0::Register>(&[
            ("TBEN", 5, 5, 0x0400_0000),
            ("STEN", 7, 7, 0x0100_0000),
            ("HIGH_BAT_EN", 8, 8, 0x0080_0000),
            ("NAP", 9, 9, 0x0040_0000),
            ("SLEEP", 10, 10, 0x0020_0000),
            ("DPM", 11, 11, 0x0010_0000),
            ("BHTCLR", 13, 13, 0x0004_0000),
            ("XAEN", 14, 14, 0x0002_0000),
            ("NHR", 15, 15, 0x0001_0000),
            ("ICE", 16, 16, 0x0000_8000),
            ("DCE", 17, 17, 0x0000_4000),
            ("ILOCK", 18, 18, 0x0000_2000),
            ("DLOCK", 19, 19, 0x0000_1000),
            ("ICFI", 20, 20, 0x0000_0800),
            ("DCFI", 21, 21, 0x0000_0400),
            ("SPD", 22, 22, 0x0000_0200),
            ("XBSEN", 23, 23, 0x0000_0100),
            ("SGE", 24, 24, 0x0000_0080),
            ("BTIC", 26, 26, 0x0000_0020),
            ("LRSTK", 27, 27, 0x0000_0010),
            ("FOLD", 28, 28, 0x0000_0008),
            ("BHT", 29, 29, 0x0000_0004),
            ("NOPDST", 30, 30, 0x0000_0002),
            ("NOPTI", 31, 31, 0x0000_0001),
        ]);
    }
}
