//! What a processor has, and with it what the image may touch on it.
//!
//! Decided once, from the processor version, before anything is written. Trying a
//! register and catching the exception is no alternative: an emulator ignores
//! accesses to registers that do not exist, and a register that exists may mean
//! something else on another design. A processor that is not known gets the least:
//! no block, no control register, untranslated addresses.

use mpc7450::parts::{Model, Part};
use mpc7450::registers::{HID0, MSR};

/// Block address translation registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Blocks {
    /// None are known: addresses stay untranslated.
    None,
    /// Four pairs each for instructions and data.
    Four,
    /// Eight pairs each.
    Eight,
}

/// What set-up goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Block address translation.
    pub blocks: Blocks,
    /// HID0 while kernels run; `None` where its bits are not known.
    pub hid0: Option<u32>,
    /// Vector registers and VRSAVE.
    pub altivec: bool,
    /// The MPC7450 family's own registers: HID1, ICTRL, LDSTCR, MSSCR0, L2CR of a
    /// cache on the chip.
    pub family: bool,
    /// Performance monitor counters: 0, 4 or 6.
    pub counters: u8,
}

/// What the MPC750, MPC7400 and MPC7450 have in common: power management, both L1
/// caches, store gathering, branch target cache and branch history on; everything
/// else, speculation and prefetch inhibitors included, off
/// [Linux arch/powerpc/kernel/cpu_setup_6xx.S].
const HID0_COMMON: u32 = HID0::DPM::SET.value
    | HID0::ICE::SET.value
    | HID0::DCE::SET.value
    | HID0::SGE::SET.value
    | HID0::BTIC::SET.value
    | HID0::BHT::SET.value;

/// And what the MPC7450 family adds: time base, link stack and folding.
pub const HID0_FAMILY: u32 = HID0_COMMON | HID0::TBEN::SET.value | HID0::LRSTK::SET.value | HID0::FOLD::SET.value;

impl Features {
    /// What the part is known to have.
    #[must_use]
    pub const fn of(part: &Part) -> Self {
        let counters = match part.counters() {
            Some(counters) => counters,
            None => 0,
        };
        let (blocks, hid0) = match part.model() {
            Model::Unknown => (Blocks::None, None),
            Model::Mpc750 | Model::Mpc7400 | Model::Mpc7410 => (Blocks::Four, Some(HID0_COMMON)),
            _ if part.has_high_bats() => (Blocks::Eight, Some(HID0_FAMILY)),
            _ => (Blocks::Four, Some(HID0_FAMILY)),
        };
        Self { blocks, hid0, altivec: part.has_altivec(), family: part.is_member(), counters }
    }

    /// Whether anything is known about the processor. Where nothing is, the image
    /// says what it found and measures nothing.
    #[must_use]
    pub const fn known(&self) -> bool {
        self.hid0.is_some()
    }

    /// MSR while the image runs: floating point on, machine checks reported,
    /// exceptions recoverable, external ones masked, vectors low; translation and
    /// AltiVec where there are any.
    #[must_use]
    pub const fn running_msr(&self) -> u32 {
        let mut msr = MSR::FP::SET.value | MSR::ME::SET.value | MSR::RI::SET.value;
        if !matches!(self.blocks, Blocks::None) {
            msr |= MSR::IR::SET.value | MSR::DR::SET.value;
        }
        if self.altivec {
            msr |= MSR::VEC::SET.value;
        }
        msr
    }
}

#[cfg(test)]
mod tests {
    use super::{Blocks, Features};
    use mpc7450::parts::Part;

    fn of(pvr: u32) -> (Blocks, Option<u32>, bool, bool, u8, u32) {
        let features = Features::of(&Part::from_pvr(pvr));
        (features.blocks, features.hid0, features.altivec, features.family, features.counters, features.running_msr())
    }

    #[test]
    fn each_part_gets_what_it_has() {
        assert_eq!(of(0x8000_0201), (Blocks::Four, Some(0x0410_c0bc), true, true, 6, 0x0200_3032), "7450");
        assert_eq!(of(0x8001_0302), (Blocks::Eight, Some(0x0410_c0bc), true, true, 6, 0x0200_3032), "7455");
        assert_eq!(of(0x8004_0202), (Blocks::Eight, Some(0x0410_c0bc), true, true, 6, 0x0200_3032), "7448");
        assert_eq!(of(0x000c_0209), (Blocks::Four, Some(0x0010_c0a4), true, false, 4, 0x0200_3032), "7400");
        assert_eq!(of(0x0008_3100), (Blocks::Four, Some(0x0010_c0a4), false, false, 0, 0x0000_3032), "750");
    }

    #[test]
    fn an_unknown_processor_gets_the_least() {
        for pvr in [0, 0x0039_0202, 0x0004_0103, 0x0007_0101, 0x8021_0010, u32::MAX] {
            assert_eq!(of(pvr), (Blocks::None, None, false, false, 0, 0x0000_3002), "{pvr:08x}");
        }
    }
}
