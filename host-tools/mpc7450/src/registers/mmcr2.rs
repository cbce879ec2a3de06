//! MMCR2, monitor mode control register 2, SPR 944.
//!
//! Holds the threshold multiplier and nothing else [XNU; UNISIM; FREEBSD-SPR;
//! LINUX-PMU]. The MPC7400 has two more bits here, SMCNTENABLE and SMINTENABLE;
//! no source on the 745x knows them, and PERFCTR refuses them.

use tock_registers::register_bitfields;

use crate::bus::{Spr, WriteIsSafe};

register_bitfields! {u32,
    /// Fields of monitor mode control register 2. Bits 1 to 31 are reserved,
    /// write 0.
    pub MMCR2 [
        /// `MMCR2[0]`, threshold multiplier: the factor on
        /// `MMCR0[THRESHOLD]` for the events that are scaled.
        THRESHMULT OFFSET(31) NUMBITS(1) [
            /// Thresholds 0 to 126 in steps of 2.
            Times2 = 0,
            /// Thresholds 0 to 2016 in steps of 32.
            Times32 = 1
        ]
    ]
}

/// Monitor mode control register 2.
pub enum Mmcr2 {}

impl Spr for Mmcr2 {
    const NUMBER: u16 = 944;
    const NAME: &'static str = "MMCR2";
    type Layout = MMCR2::Register;
}

/// It only scales a threshold.
impl WriteIsSafe for Mmcr2 {}

#[cfg(test)]
mod tests {
    use super::MMCR2;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<MMCR2::Register>(&[("THRESHMULT", 0, 0, 0x8000_0000)]);
    }
}
