//! DSISR, data storage interrupt status register, SPR 18.
//!
//! Says why the data storage exception was raised [LINUX-REG; QEMU]; the
//! alignment exception leaves parts of the instruction here instead. Hardware
//! writes it; nothing here does, so there is no `WriteIsSafe`.

use tock_registers::register_bitfields;

use crate::bus::Spr;

register_bitfields! {u32,
    /// Causes of a data storage exception.
    pub DSISR [
        /// `DSISR[1]`, no BAT and no page maps the address.
        NOT_FOUND OFFSET(30) NUMBITS(1) [],
        /// `DSISR[4]`, the protection bits forbid the access.
        PROTECTION OFFSET(27) NUMBITS(1) [],
        /// `DSISR[6]`, the access was a store.
        STORE OFFSET(25) NUMBITS(1) [],
        /// `DSISR[9]`, the data address breakpoint matched.
        BREAKPOINT OFFSET(22) NUMBITS(1) []
    ]
}

/// Data storage interrupt status register.
pub enum Dsisr {}

impl Spr for Dsisr {
    const NUMBER: u16 = 18;
    const NAME: &'static str = "DSISR";
    type Layout = DSISR::Register;
}

#[cfg(test)]
mod tests {
    use super::DSISR;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<DSISR::Register>(&[
            ("NOT_FOUND", 1, 1, 0x4000_0000),
            ("PROTECTION", 4, 4, 0x0800_0000),
            ("STORE", 6, 6, 0x0200_0000),
            ("BREAKPOINT", 9, 9, 0x0040_0000),
        ]);
    }
}
