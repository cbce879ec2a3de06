//! MSSSR0, memory subsystem status register 0, SPR 1015.
//!
//! Says what caused a machine check [UNISIM; FREEBSD-SPR]. The 7448 has no L3
//! bits. Hardware sets the bits; nothing here writes them, so there is no
//! `WriteIsSafe`.

use tock_registers::register_bitfields;

use crate::bus::Spr;

register_bitfields! {u32,
    /// Fields of memory subsystem status register 0.
    pub MSSSR0 [
        /// `MSSSR0[13]`, L2 tag parity error.
        L2TAG OFFSET(18) NUMBITS(1) [],
        /// `MSSSR0[14]`, L2 data parity error.
        L2DAT OFFSET(17) NUMBITS(1) [],
        /// `MSSSR0[15]`, L3 tag parity error.
        L3TAG OFFSET(16) NUMBITS(1) [],
        /// `MSSSR0[16]`, L3 data parity error.
        L3DAT OFFSET(15) NUMBITS(1) [],
        /// `MSSSR0[17]`, address bus parity error.
        APE OFFSET(14) NUMBITS(1) [],
        /// `MSSSR0[18]`, data bus parity error.
        DPE OFFSET(13) NUMBITS(1) [],
        /// `MSSSR0[19]`, bus transfer error acknowledge.
        TEA OFFSET(12) NUMBITS(1) []
    ]
}

/// Memory subsystem status register 0.
pub enum Msssr0 {}

impl Spr for Msssr0 {
    const NUMBER: u16 = 1015;
    const NAME: &'static str = "MSSSR0";
    type Layout = MSSSR0::Register;
}

#[cfg(test)]
mod tests {
    use super::MSSSR0;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<MSSSR0::Register>(&[
            ("L2TAG", 13, 13, 0x0004_0000),
            ("L2DAT", 14, 14, 0x0002_0000),
            ("L3TAG", 15, 15, 0x0001_0000),
            ("L3DAT", 16, 16, 0x0000_8000),
            ("APE", 17, 17, 0x0000_4000),
            ("DPE", 18, 18, 0x0000_2000),
            ("TEA", 19, 19, 0x0000_1000),
        ]);
    }
}
