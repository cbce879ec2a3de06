//! MMCR0-2 and MSR as the monitor reads them: [`Control`].

use mpc7450::registers::{MMCR0, MMCR1, MMCR2, MSR};

use super::packed::COUNTERS;

pub(super) const FC: u32 = MMCR0::FC::SET.value;
pub(super) const PMXE: u32 = MMCR0::PMXE::SET.value;
pub(super) const FCECE: u32 = MMCR0::FCECE::SET.value;
pub(super) const TBEE: u32 = MMCR0::TBEE::SET.value;
pub(super) const TRIGGER: u32 = MMCR0::TRIGGER::SET.value;

/// The bits of MMCR1 that are not reserved.
pub(super) const MMCR1_BITS: u32 = 0xffff_f800;
/// The bits of MMCR2 that are not reserved.
pub(super) const MMCR2_BITS: u32 = MMCR2::THRESHMULT::SET.value;

/// PMC2 to PMC6.
const ALL_BUT_FIRST: u8 = 0x3e;

/// The registers that say what counts and what a negative counter does.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Control {
    pub(super) mmcr0: u32,
    pub(super) mmcr1: u32,
    pub(super) mmcr2: u32,
    pub(super) msr: u32,
}

impl Control {
    /// The event codes of PMC1 to PMC6.
    pub(super) fn codes(&self) -> [u8; COUNTERS] {
        [
            MMCR0::PMC1SEL.read(self.mmcr0) as u8,
            MMCR0::PMC2SEL.read(self.mmcr0) as u8,
            MMCR1::PMC3SEL.read(self.mmcr1) as u8,
            MMCR1::PMC4SEL.read(self.mmcr1) as u8,
            MMCR1::PMC5SEL.read(self.mmcr1) as u8,
            MMCR1::PMC6SEL.read(self.mmcr1) as u8,
        ]
    }

    /// The counters that no freeze bit and no trigger holds [MPC7400UM 11].
    pub(super) fn counting(&self) -> u8 {
        let user = MSR::PR.is_set(self.msr);
        let marked = MSR::PMM.is_set(self.msr);
        let frozen = MMCR0::FC.is_set(self.mmcr0)
            || MMCR0::FCS.is_set(self.mmcr0) && !user
            || MMCR0::FCP.is_set(self.mmcr0) && user
            || MMCR0::FCM1.is_set(self.mmcr0) && marked
            || MMCR0::FCM0.is_set(self.mmcr0) && !marked;
        match (frozen, MMCR0::TRIGGER.is_set(self.mmcr0)) {
            (true, _) => 0,
            (false, true) => !ALL_BUT_FIRST & 0x3f,
            (false, false) => 0x3f,
        }
    }

    /// The counters whose being negative is an enabled condition.
    pub(super) fn enabled(&self) -> u8 {
        let first = u8::from(MMCR0::PMC1CE.is_set(self.mmcr0));
        if MMCR0::PMCNCE.is_set(self.mmcr0) { first | ALL_BUT_FIRST } else { first }
    }

    /// MMCR0[TBSEL].
    pub(super) fn tbsel(&self) -> u32 {
        MMCR0::TBSEL.read(self.mmcr0)
    }

    /// MMCR0[THRESHOLD].
    pub(super) fn threshold(&self) -> u32 {
        MMCR0::THRESHOLD.read(self.mmcr0)
    }

    /// MMCR0[THRESHOLD] times 2, or 32 where MMCR2[THRESHMULT] is set.
    pub(super) fn scaled_threshold(&self) -> u32 {
        self.threshold() * if MMCR2::THRESHMULT.is_set(self.mmcr2) { 32 } else { 2 }
    }

    /// MSR[EE].
    pub(super) fn external_enabled(&self) -> bool {
        MSR::EE.is_set(self.msr)
    }

    /// MSR[PR].
    pub(super) fn user(&self) -> bool {
        MSR::PR.is_set(self.msr)
    }
}
