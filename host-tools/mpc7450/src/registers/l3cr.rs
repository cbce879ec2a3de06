//! L3CR, L3 cache control register, SPR 1018. On 7450, 7451, 7455 and 7457 only.
//!
//! [UNISIM; LINUX-REG; FREEBSD-SPR]. On a part without an L3 the number is
//! undefined: hardware raises a program exception, QEMU ignores the access and
//! leaves the target register of `mfspr` unchanged [QEMU; LINUX-CPUTABLE].
//!
//! Not `WriteIsSafe`: L3I and switching L3E off lose modified lines, and the
//! timing fields must suit the board's memory chips.

use tock_registers::register_bitfields;

use crate::bus::Spr;

register_bitfields! {u32,
    /// Fields of the L3 cache control register.
    pub L3CR [
        /// `L3CR[0]`, L3 on.
        L3E OFFSET(31) NUMBITS(1) [],
        /// `L3CR[1]`, data parity checking.
        L3PE OFFSET(30) NUMBITS(1) [],
        /// `L3CR[2]`, address parity checking.
        L3APE OFFSET(29) NUMBITS(1) [],
        /// `L3CR[3]`, size.
        L3SIZ OFFSET(28) NUMBITS(1) [],
        /// `L3CR[4]`, clocks to the memory chips on.
        L3CLKEN OFFSET(27) NUMBITS(1) [],
        /// `L3CR[6-8]`, clock divisor.
        L3CLK OFFSET(23) NUMBITS(3) [],
        /// `L3CR[9]`, instructions only.
        L3IO OFFSET(22) NUMBITS(1) [],
        /// `L3CR[13]`, sample point override.
        L3SPO OFFSET(18) NUMBITS(1) [],
        /// `L3CR[14-15]`, clock sample point.
        L3CKSP OFFSET(16) NUMBITS(2) [],
        /// `L3CR[16-18]`, processor clock sample point.
        L3PSP OFFSET(13) NUMBITS(3) [],
        /// `L3CR[19]`, replacement algorithm.
        L3REP OFFSET(12) NUMBITS(1) [],
        /// `L3CR[20]`, hardware flush; hardware clears it when done.
        L3HWF OFFSET(11) NUMBITS(1) [],
        /// `L3CR[21]`, global invalidate; hardware clears it when done. QEMU
        /// never does [QEMU].
        L3I OFFSET(10) NUMBITS(1) [],
        /// `L3CR[22-23]`, type of memory chip.
        L3RT OFFSET(8) NUMBITS(2) [],
        /// `L3CR[24]`, clock adjustment for non-integer ratios.
        L3NIRCA OFFSET(7) NUMBITS(1) [],
        /// `L3CR[25]`, data only.
        L3DO OFFSET(6) NUMBITS(1) [],
        /// `L3CR[29]`, private memory on.
        PMEN OFFSET(2) NUMBITS(1) [],
        /// `L3CR[30-31]`, private memory size.
        PMSIZ OFFSET(0) NUMBITS(2) []
    ]
}

/// L3 cache control register.
pub enum L3cr {}

impl Spr for L3cr {
    const NUMBER: u16 = 1018;
    const NAME: &'static str = "L3CR";
    type Layout = L3CR::Register;
}

#[cfg(test)]
mod tests {
    use super::L3CR;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<L3CR::Register>(&[
            ("L3E", 0, 0, 0x8000_0000),
            ("L3PE", 1, 1, 0x4000_0000),
            ("L3APE", 2, 2, 0x2000_0000),
            ("L3SIZ", 3, 3, 0x1000_0000),
            ("L3CLKEN", 4, 4, 0x0800_0000),
            ("L3CLK", 6, 8, 0x0380_0000),
            ("L3IO", 9, 9, 0x0040_0000),
            ("L3SPO", 13, 13, 0x0004_0000),
            ("L3CKSP", 14, 15, 0x0003_0000),
            ("L3PSP", 16, 18, 0x0000_e000),
            ("L3REP", 19, 19, 0x0000_1000),
            ("L3HWF", 20, 20, 0x0000_0800),
            ("L3I", 21, 21, 0x0000_0400),
            ("L3RT", 22, 23, 0x0000_0300),
            ("L3NIRCA", 24, 24, 0x0000_0080),
            ("L3DO", 25, 25, 0x0000_0040),
            ("PMEN", 29, 29, 0x0000_0004),
            ("PMSIZ", 30, 31, 0x0000_0003),
        ]);
    }
}
