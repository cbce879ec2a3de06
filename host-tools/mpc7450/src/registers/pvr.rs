//! PVR, processor version register, SPR 287, read-only.
//!
//! Names the family member and its revision; [`crate::parts`] reads it.

use tock_registers::register_bitfields;

use crate::bus::{Access, Spr};

register_bitfields! {u32,
    /// Fields of the processor version register.
    pub PVR [
        /// `PVR[0-15]`, version: the family member.
        VERSION OFFSET(16) NUMBITS(16) [],
        /// `PVR[16-31]`, revision of that member.
        REVISION OFFSET(0) NUMBITS(16) []
    ]
}

/// Processor version register.
pub enum Pvr {}

impl Spr for Pvr {
    const NUMBER: u16 = 287;
    const NAME: &'static str = "PVR";
    const ACCESS: Access = Access::ReadOnly;
    type Layout = PVR::Register;
}

#[cfg(test)]
mod tests {
    use super::PVR;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<PVR::Register>(&[("VERSION", 0, 15, 0xffff_0000), ("REVISION", 16, 31, 0x0000_ffff)]);
    }
}
