//! MMCR0, monitor mode control register 0, SPR 952.
//!
//! Freezes the counters, says what an overflow does, and selects the events of
//! PMC1 and PMC2. The layout is certain: Linux, XNU and UNISIM agree on every
//! row [LINUX-REG; LINUX-PMU; XNU; UNISIM]; the meanings are those of the same
//! register in the older chip's manual [MPC7400UM 11].
//!
//! There are exactly two condition enables. A PMC4CE or any other bit for one
//! counter alone does not exist.
//!
//! Hardware changes FC, PMXE and TRIGGER by itself, so the value must be read
//! back, not remembered. Software must clear the register at power-up
//! [MPC7400UM 11].

use tock_registers::register_bitfields;

use crate::bus::{Spr, WriteIsSafe};

register_bitfields! {u32,
    /// Fields of monitor mode control register 0.
    pub MMCR0 [
        /// `MMCR0[0]`, freeze counters.
        FC OFFSET(31) NUMBITS(1) [
            /// The counters run, as far as the other freeze bits let them.
            Run = 0,
            /// All six counters stand still.
            Freeze = 1
        ],
        /// `MMCR0[1]`, freeze counters while MSR[PR] = 0 (supervisor state).
        FCS OFFSET(30) NUMBITS(1) [],
        /// `MMCR0[2]`, freeze counters while MSR[PR] = 1 (user state).
        FCP OFFSET(29) NUMBITS(1) [],
        /// `MMCR0[3]`, freeze counters while MSR[PMM] = 1 (marked code).
        FCM1 OFFSET(28) NUMBITS(1) [],
        /// `MMCR0[4]`, freeze counters while MSR[PMM] = 0 (unmarked code).
        FCM0 OFFSET(27) NUMBITS(1) [],
        /// `MMCR0[5]`, performance monitor exception enable.
        ///
        /// Not an enable for counting. Hardware clears it when the exception
        /// is signalled.
        PMXE OFFSET(26) NUMBITS(1) [],
        /// `MMCR0[6]`, freeze counters on an enabled condition or event:
        /// hardware sets FC, unless TRIGGER is 1.
        FCECE OFFSET(25) NUMBITS(1) [],
        /// `MMCR0[7-8]`, time base selector: the bit of TBL whose 0-to-1
        /// changes event 3 counts and TBEE turns into an enabled event
        /// [FREEBSD-SPR; MPC7400UM 11].
        TBSEL OFFSET(23) NUMBITS(2) [
            /// TBL bit 31: every 2 ticks.
            Tbl31 = 0,
            /// TBL bit 23: every 512 ticks.
            Tbl23 = 1,
            /// TBL bit 19: every 8192 ticks.
            Tbl19 = 2,
            /// TBL bit 15: every 131072 ticks.
            Tbl15 = 3
        ],
        /// `MMCR0[9]`, time base event enable: the change TBSEL selects is an
        /// enabled event. Changing TBSEL while this is 1 may fire at once
        /// [MPC7400UM 11].
        TBEE OFFSET(22) NUMBITS(1) [],
        /// `MMCR0[10-15]`, threshold of the threshold events, 0 to 63, one for
        /// the whole unit. Some of them multiply it by `MMCR2[THRESHMULT]`.
        THRESHOLD OFFSET(16) NUMBITS(6) [],
        /// `MMCR0[16]`, PMC1 condition enable: PMC1 negative is an enabled
        /// condition.
        PMC1CE OFFSET(15) NUMBITS(1) [],
        /// `MMCR0[17]`, PMC2 to PMC6 condition enable: any of them negative is
        /// an enabled condition. Manuals also write PMCjCE.
        PMCNCE OFFSET(14) NUMBITS(1) [],
        /// `MMCR0[18]`, holds PMC2 to PMC6 until PMC1 is negative or an
        /// enabled condition or event happens; hardware then clears it.
        TRIGGER OFFSET(13) NUMBITS(1) [],
        /// `MMCR0[19-25]`, event of PMC1. Seven bits: a public header that
        /// keeps six turns codes 64 to 94 into other events.
        PMC1SEL OFFSET(6) NUMBITS(7) [],
        /// `MMCR0[26-31]`, event of PMC2.
        PMC2SEL OFFSET(0) NUMBITS(6) []
    ]
}

/// Monitor mode control register 0.
pub enum Mmcr0 {}

impl Spr for Mmcr0 {
    const NUMBER: u16 = 952;
    const NAME: &'static str = "MMCR0";
    type Layout = MMCR0::Register;
}

/// The worst a value does is raise the performance monitor exception.
impl WriteIsSafe for Mmcr0 {}

#[cfg(test)]
mod tests {
    use tock_registers::fields::FieldValue;

    use super::MMCR0;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<MMCR0::Register>(&[
            ("FC", 0, 0, 0x8000_0000),
            ("FCS", 1, 1, 0x4000_0000),
            ("FCP", 2, 2, 0x2000_0000),
            ("FCM1", 3, 3, 0x1000_0000),
            ("FCM0", 4, 4, 0x0800_0000),
            ("PMXE", 5, 5, 0x0400_0000),
            ("FCECE", 6, 6, 0x0200_0000),
            ("TBSEL", 7, 8, 0x0180_0000),
            ("TBEE", 9, 9, 0x0040_0000),
            ("THRESHOLD", 10, 15, 0x003f_0000),
            ("PMC1CE", 16, 16, 0x0000_8000),
            ("PMCNCE", 17, 17, 0x0000_4000),
            ("TRIGGER", 18, 18, 0x0000_2000),
            ("PMC1SEL", 19, 25, 0x0000_1fc0),
            ("PMC2SEL", 26, 31, 0x0000_003f),
        ]);
    }

    #[test]
    fn whole_words_come_out_right() {
        let cycles_and_instructions = MMCR0::PMC1SEL.val(1) + MMCR0::PMC2SEL.val(2);
        let word = |fields: FieldValue<u32, MMCR0::Register>| (cycles_and_instructions + fields).value;
        assert_eq!(cycles_and_instructions.value, 0x0000_0042);
        assert_eq!(word(MMCR0::FC::Freeze), 0x8000_0042);
        let sampling = MMCR0::PMXE::SET + MMCR0::FCECE::SET + MMCR0::PMC1CE::SET + MMCR0::PMCNCE::SET;
        assert_eq!(word(sampling), 0x0600_c042);
        assert_eq!(word(MMCR0::FCS::SET), 0x4000_0042);
        assert_eq!(word(MMCR0::FCM1::SET), 0x1000_0042);
        assert_eq!(MMCR0::PMC1SEL.val(94).value, 0x0000_1780);
        assert_eq!((MMCR0::PMC1SEL.val(43) + MMCR0::THRESHOLD.val(10)).value, 0x000a_0ac0);
        assert_eq!((MMCR0::PMC1SEL::SET + MMCR0::PMC2SEL::SET).value, 0x0000_1fff);
    }
}
