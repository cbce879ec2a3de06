//! L2CR, L2 cache control register, SPR 1017.
//!
//! The 745x layout [UNISIM; LINUX-REG]. A header that gives L2IO the mask of
//! L2DO has a slip. Under QEMU it reads 0 and ignores writes, so no code may
//! wait for L2E to read back as 1 [QEMU].
//!
//! Not `WriteIsSafe`: L2I throws away every modified line, and switching L2E
//! off without a flush loses them too.

use tock_registers::register_bitfields;

use crate::bus::Spr;

register_bitfields! {u32,
    /// Fields of the L2 cache control register.
    pub L2CR [
        /// `L2CR[0]`, L2 on.
        L2E OFFSET(31) NUMBITS(1) [],
        /// `L2CR[1]`, L2 parity checking.
        L2PE OFFSET(30) NUMBITS(1) [],
        /// `L2CR[10]`, global invalidate; hardware clears it when done.
        L2I OFFSET(21) NUMBITS(1) [],
        /// `L2CR[11]`, instructions only.
        L2IO OFFSET(20) NUMBITS(1) [],
        /// `L2CR[12]`, L3 output hold. 7455 only.
        L3OH0 OFFSET(19) NUMBITS(1) [],
        /// `L2CR[15]`, data only.
        L2DO OFFSET(16) NUMBITS(1) [],
        /// `L2CR[19]`, replacement algorithm.
        L2REP OFFSET(12) NUMBITS(1) [],
        /// `L2CR[20]`, hardware flush; hardware clears it when done.
        L2HWF OFFSET(11) NUMBITS(1) []
    ]
}

/// L2 cache control register.
pub enum L2cr {}

impl Spr for L2cr {
    const NUMBER: u16 = 1017;
    const NAME: &'static str = "L2CR";
    type Layout = L2CR::Register;
}

#[cfg(test)]
mod tests {
    use super::L2CR;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<L2CR::Register>(&[
            ("L2E", 0, 0, 0x8000_0000),
            ("L2PE", 1, 1, 0x4000_0000),
            ("L2I", 10, 10, 0x0020_0000),
            ("L2IO", 11, 11, 0x0010_0000),
            ("L3OH0", 12, 12, 0x0008_0000),
            ("L2DO", 15, 15, 0x0001_0000),
            ("L2REP", 19, 19, 0x0000_1000),
            ("L2HWF", 20, 20, 0x0000_0800),
        ]);
    }
}
