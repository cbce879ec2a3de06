//! MMCR1, monitor mode control register 1, SPR 956.
//!
//! Selects the events of PMC3 to PMC6 and holds nothing else; those of PMC1 and
//! PMC2 stand in MMCR0. Certain: seven sources agree [LINUX-REG; LINUX-PMU;
//! LINUX-OPROF; XNU; UNISIM; FREEBSD-SPR; PERFCTR].

use tock_registers::register_bitfields;

use crate::bus::{Spr, WriteIsSafe};

register_bitfields! {u32,
    /// Fields of monitor mode control register 1. Bits 21 to 31 are reserved,
    /// write 0.
    pub MMCR1 [
        /// `MMCR1[0-4]`, event of PMC3.
        PMC3SEL OFFSET(27) NUMBITS(5) [],
        /// `MMCR1[5-9]`, event of PMC4.
        PMC4SEL OFFSET(22) NUMBITS(5) [],
        /// `MMCR1[10-14]`, event of PMC5.
        PMC5SEL OFFSET(17) NUMBITS(5) [],
        /// `MMCR1[15-20]`, event of PMC6.
        PMC6SEL OFFSET(11) NUMBITS(6) []
    ]
}

/// Monitor mode control register 1.
pub enum Mmcr1 {}

impl Spr for Mmcr1 {
    const NUMBER: u16 = 956;
    const NAME: &'static str = "MMCR1";
    type Layout = MMCR1::Register;
}

/// It only selects what is counted.
impl WriteIsSafe for Mmcr1 {}

#[cfg(test)]
mod tests {
    use super::MMCR1;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<MMCR1::Register>(&[
            ("PMC3SEL", 0, 4, 0xf800_0000),
            ("PMC4SEL", 5, 9, 0x07c0_0000),
            ("PMC5SEL", 10, 14, 0x003e_0000),
            ("PMC6SEL", 15, 20, 0x0001_f800),
        ]);
    }

    #[test]
    fn whole_words_come_out_right() {
        let misses = MMCR1::PMC3SEL.val(18) + MMCR1::PMC4SEL.val(28) + MMCR1::PMC5SEL.val(6) + MMCR1::PMC6SEL.val(44);
        assert_eq!(misses.value, 0x970d_6000);
        let largest = MMCR1::PMC3SEL::SET + MMCR1::PMC4SEL::SET + MMCR1::PMC5SEL::SET + MMCR1::PMC6SEL::SET;
        assert_eq!(largest.value, 0xffff_f800);
    }
}
