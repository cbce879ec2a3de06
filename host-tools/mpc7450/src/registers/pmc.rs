//! PMC1 to PMC6, the performance monitor counters, SPR 953, 954, 957, 958, 945, 946.
//!
//! Each is 32 bits wide and counts **up**. A counter is *negative* when bit 0 is
//! set; becoming negative, not wrapping to zero, is the overflow condition
//! [LINUX-OPROF; LINUX-CORE; XNU; MPC7400UM 11]. To get it after N more events
//! load 0x8000_0000 - N. With no condition enabled the counter goes on through
//! 0x8000_0000 and wraps modulo 2^32.
//!
//! PMC5 and PMC6 do not continue the numbers of PMC1 to PMC4, and PMC3 and PMC4
//! are not next to PMC2 [LINUX-REG; UNISIM; QEMU].

use tock_registers::register_bitfields;

use crate::bus::{Spr, WriteIsSafe};

register_bitfields! {u32,
    /// Fields of every performance monitor counter.
    pub PMC [
        /// `PMCn[0]`, overflow: the counter is negative.
        OV OFFSET(31) NUMBITS(1) [],
        /// `PMCn[1-31]`, the count below it.
        COUNT OFFSET(0) NUMBITS(31) []
    ]
}

/// Performance monitor counter 1.
pub enum Pmc1 {}

/// Performance monitor counter 2.
pub enum Pmc2 {}

/// Performance monitor counter 3.
pub enum Pmc3 {}

/// Performance monitor counter 4.
pub enum Pmc4 {}

/// Performance monitor counter 5.
pub enum Pmc5 {}

/// Performance monitor counter 6.
pub enum Pmc6 {}

impl Spr for Pmc1 {
    const NUMBER: u16 = 953;
    const NAME: &'static str = "PMC1";
    type Layout = PMC::Register;
}

impl Spr for Pmc2 {
    const NUMBER: u16 = 954;
    const NAME: &'static str = "PMC2";
    type Layout = PMC::Register;
}

impl Spr for Pmc3 {
    const NUMBER: u16 = 957;
    const NAME: &'static str = "PMC3";
    type Layout = PMC::Register;
}

impl Spr for Pmc4 {
    const NUMBER: u16 = 958;
    const NAME: &'static str = "PMC4";
    type Layout = PMC::Register;
}

impl Spr for Pmc5 {
    const NUMBER: u16 = 945;
    const NAME: &'static str = "PMC5";
    type Layout = PMC::Register;
}

impl Spr for Pmc6 {
    const NUMBER: u16 = 946;
    const NAME: &'static str = "PMC6";
    type Layout = PMC::Register;
}

/// A negative value with its condition enabled raises the performance monitor
/// exception at once; no value does more.
impl WriteIsSafe for Pmc1 {}
/// As [`Pmc1`].
impl WriteIsSafe for Pmc2 {}
/// As [`Pmc1`].
impl WriteIsSafe for Pmc3 {}
/// As [`Pmc1`].
impl WriteIsSafe for Pmc4 {}
/// As [`Pmc1`].
impl WriteIsSafe for Pmc5 {}
/// As [`Pmc1`].
impl WriteIsSafe for Pmc6 {}

#[cfg(test)]
mod tests {
    use super::{PMC, Pmc1, Pmc2, Pmc3, Pmc4, Pmc5, Pmc6};
    use crate::bus::Spr;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<PMC::Register>(&[("OV", 0, 0, 0x8000_0000), ("COUNT", 1, 31, 0x7fff_ffff)]);
    }

    #[test]
    fn numbers_are_the_six_that_qemu_and_linux_use() {
        let numbers = [Pmc1::NUMBER, Pmc2::NUMBER, Pmc3::NUMBER, Pmc4::NUMBER, Pmc5::NUMBER, Pmc6::NUMBER];
        assert_eq!(numbers, [0x3b9, 0x3ba, 0x3bd, 0x3be, 0x3b1, 0x3b2]);
    }
}
