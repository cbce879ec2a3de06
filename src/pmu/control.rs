//! The single bits of MMCR0 as a set: [`Control`].

use bitflags::bitflags;
use mpc7450::counter::Counter;
use mpc7450::registers::MMCR0;

bitflags! {
    /// The single bits of MMCR0, under the manual's names [LINUX-REG; XNU; UNISIM].
    ///
    /// A counter counts in a clock in which none of the freeze bits that are set
    /// applies. PMXE has no part in that: it lets an enabled condition raise the
    /// exception and nothing else [MPC7400UM 11; XNU].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Control: u32 {
        /// Freeze.
        const FC = MMCR0::FC::SET.value;
        /// Freeze while MSR[PR] = 0, in supervisor state.
        const FCS = MMCR0::FCS::SET.value;
        /// Freeze while MSR[PR] = 1, in user state.
        const FCP = MMCR0::FCP::SET.value;
        /// Freeze while MSR[PMM] = 1, in marked code.
        const FCM1 = MMCR0::FCM1::SET.value;
        /// Freeze while MSR[PMM] = 0, in unmarked code.
        const FCM0 = MMCR0::FCM0::SET.value;
        /// Raise the exception on an enabled condition or event.
        const PMXE = MMCR0::PMXE::SET.value;
        /// Set FC on an enabled condition or event, unless TRIGGER is 1.
        const FCECE = MMCR0::FCECE::SET.value;
        /// A change of the selected time base bit is an enabled event.
        const TBEE = MMCR0::TBEE::SET.value;
        /// PMC1 negative is an enabled condition.
        const PMC1CE = MMCR0::PMC1CE::SET.value;
        /// Any of PMC2 to PMC6 negative is an enabled condition. There is no
        /// enable for one of them alone.
        const PMCNCE = MMCR0::PMCNCE::SET.value;
        /// Hold PMC2 to PMC6 until PMC1 is negative or an enabled condition or
        /// event happens.
        const TRIGGER = MMCR0::TRIGGER::SET.value;
    }
}

impl Control {
    /// The bit that makes this counter's turning negative an enabled condition:
    /// PMC1 has its own, the others share one.
    #[must_use]
    pub const fn condition_of(counter: Counter) -> Self {
        match counter {
            Counter::Pmc1 => Self::PMC1CE,
            Counter::Pmc2 | Counter::Pmc3 | Counter::Pmc4 | Counter::Pmc5 | Counter::Pmc6 => Self::PMCNCE,
        }
    }
}
