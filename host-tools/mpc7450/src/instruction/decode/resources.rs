//! What an instruction reads or writes: registers as bit masks.

use bitflags::bitflags;
use core::ops::BitOr;

bitflags! {
    /// Registers that are no file of their own, in the parts that are renamed or
    /// waited for apart from each other.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Special: u16 {
        /// XER[CA], the carry.
        const XER_CA = 1 << 0;
        /// XER[SO] and XER[OV]. Instructions that compare or record read SO.
        const XER_SO_OV = 1 << 1;
        /// XER's byte count, which `lswx` and `stswx` read.
        const XER_COUNT = 1 << 2;
        /// LR.
        const LR = 1 << 3;
        /// CTR.
        const CTR = 1 << 4;
        /// FPSCR. Arithmetic writes it (it collects exception bits) and is not said to
        /// read it: its control bits change only by instructions that wait for all
        /// older ones and that younger arithmetic follows.
        const FPSCR = 1 << 5;
        /// VSCR. Saturating instructions write it (they collect SAT); arithmetic is
        /// not said to read the mode bit NJ, for the reason that FPSCR has.
        const VSCR = 1 << 6;
        /// VRSAVE.
        const VRSAVE = 1 << 7;
    }
}

/// XER as `mfspr` and `mtspr` see it.
pub(super) const XER: Special = Special::XER_CA.union(Special::XER_SO_OV).union(Special::XER_COUNT);

/// A set of registers. Bit n of a mask is register n, counted from the least
/// significant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Resources {
    /// General-purpose registers.
    pub gprs: u32,
    /// Floating-point registers.
    pub fprs: u32,
    /// AltiVec registers.
    pub vrs: u32,
    /// Fields of the condition register: bit f is field f.
    pub cr: u8,
    /// The others.
    pub special: Special,
}

impl Resources {
    /// No register.
    pub const NONE: Self = Self { gprs: 0, fprs: 0, vrs: 0, cr: 0, special: Special::empty() };

    /// Whether no register is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.gprs == 0 && self.fprs == 0 && self.vrs == 0 && self.cr == 0 && self.special.is_empty()
    }

    /// Whether two sets have a register in common.
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.gprs & other.gprs != 0
            || self.fprs & other.fprs != 0
            || self.vrs & other.vrs != 0
            || self.cr & other.cr != 0
            || self.special.intersects(other.special)
    }

    pub(super) const fn gpr(number: u32) -> Self {
        Self { gprs: 1 << number, ..Self::NONE }
    }

    pub(super) const fn fpr(number: u32) -> Self {
        Self { fprs: 1 << number, ..Self::NONE }
    }

    pub(super) const fn vr(number: u32) -> Self {
        Self { vrs: 1 << number, ..Self::NONE }
    }

    pub(super) const fn field(number: u32) -> Self {
        Self { cr: 1 << number, ..Self::NONE }
    }

    pub(super) const fn fields(mask: u8) -> Self {
        Self { cr: mask, ..Self::NONE }
    }

    pub(super) const fn special(special: Special) -> Self {
        Self { special, ..Self::NONE }
    }
}

impl BitOr for Resources {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self {
            gprs: self.gprs | other.gprs,
            fprs: self.fprs | other.fprs,
            vrs: self.vrs | other.vrs,
            cr: self.cr | other.cr,
            special: self.special | other.special,
        }
    }
}
