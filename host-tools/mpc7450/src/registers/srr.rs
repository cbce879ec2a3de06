//! SRR0 and SRR1, save/restore registers, SPR 26 and 27.
//!
//! An exception leaves the address to return to in SRR0, and in SRR1 the
//! interrupted MSR (bits 16 to 31 and bit 6) with the cause in the bits between.
//! The fields here are those causes; the saved bits are read with
//! [`MSR`](crate::registers::MSR)'s fields [LINUX-REG; QEMU].
//!
//! Not `WriteIsSafe`: `rfi` continues at SRR0 in the state of SRR1, whatever
//! stands there.

use tock_registers::register_bitfields;

use crate::bus::Spr;

register_bitfields! {u32,
    /// Causes in save/restore register 1. Those of bits 1 to 4 belong to the
    /// instruction storage exception, those of bits 11 to 14 to the program
    /// exception.
    pub SRR1 [
        /// `SRR1[1]`, no BAT and no page maps the address.
        NOT_FOUND OFFSET(30) NUMBITS(1) [],
        /// `SRR1[3]`, the segment or page is not for execution, or guarded.
        NO_EXECUTE OFFSET(28) NUMBITS(1) [],
        /// `SRR1[4]`, the protection bits forbid the access.
        PROTECTION OFFSET(27) NUMBITS(1) [],
        /// `SRR1[11]`, enabled floating-point exception.
        FLOATING_POINT OFFSET(20) NUMBITS(1) [],
        /// `SRR1[12]`, illegal instruction.
        ILLEGAL OFFSET(19) NUMBITS(1) [],
        /// `SRR1[13]`, privileged instruction in user state.
        PRIVILEGED OFFSET(18) NUMBITS(1) [],
        /// `SRR1[14]`, trap instruction.
        TRAP OFFSET(17) NUMBITS(1) []
    ]
}

/// Save/restore register 0.
pub enum Srr0 {}

/// Save/restore register 1.
pub enum Srr1 {}

impl Spr for Srr0 {
    const NUMBER: u16 = 26;
    const NAME: &'static str = "SRR0";
    type Layout = ();
}

impl Spr for Srr1 {
    const NUMBER: u16 = 27;
    const NAME: &'static str = "SRR1";
    type Layout = SRR1::Register;
}

#[cfg(test)]
mod tests {
    use super::SRR1;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<SRR1::Register>(&[
            ("NOT_FOUND", 1, 1, 0x4000_0000),
            ("NO_EXECUTE", 3, 3, 0x1000_0000),
            ("PROTECTION", 4, 4, 0x0800_0000),
            ("FLOATING_POINT", 11, 11, 0x0010_0000),
            ("ILLEGAL", 12, 12, 0x0008_0000),
            ("PRIVILEGED", 13, 13, 0x0004_0000),
            ("TRAP", 14, 14, 0x0002_0000),
        ]);
    }
}
