//! The time base: TBL and TBU, read under SPR 268 and 269, written under 284 and 285.
//!
//! Reading under a number for writing raises a program exception, even in
//! supervisor state [QEMU]. The two halves are separate registers, so a 64-bit
//! reading is TBU, TBL, TBU, repeated until the two readings of TBU agree.
//!
//! The time base runs only with HID0[TBEN] set [LINUX-REG; NETBSD-HID; UNISIM];
//! QEMU runs it always [QEMU]. Its tick is a fraction of the bus clock, not of
//! the core clock.

use crate::bus::{Access, Spr, WriteIsSafe};

/// Time base, lower half, for reading.
pub enum Tbl {}

/// Time base, upper half, for reading.
pub enum Tbu {}

/// Time base, lower half, for writing.
pub enum TblWrite {}

/// Time base, upper half, for writing.
pub enum TbuWrite {}

impl Spr for Tbl {
    const NUMBER: u16 = 268;
    const NAME: &'static str = "TBL";
    const ACCESS: Access = Access::ReadOnly;
    type Layout = ();
}

impl Spr for Tbu {
    const NUMBER: u16 = 269;
    const NAME: &'static str = "TBU";
    const ACCESS: Access = Access::ReadOnly;
    type Layout = ();
}

impl Spr for TblWrite {
    const NUMBER: u16 = 284;
    const NAME: &'static str = "TBL";
    const ACCESS: Access = Access::WriteOnly;
    const STORAGE: u16 = Tbl::NUMBER;
    type Layout = ();
}

impl Spr for TbuWrite {
    const NUMBER: u16 = 285;
    const NAME: &'static str = "TBU";
    const ACCESS: Access = Access::WriteOnly;
    const STORAGE: u16 = Tbu::NUMBER;
    type Layout = ();
}

/// A wrong time breaks a measurement, not memory.
impl WriteIsSafe for TblWrite {}
/// As [`TblWrite`].
impl WriteIsSafe for TbuWrite {}

#[cfg(test)]
mod tests {
    use super::{Tbl, TblWrite, Tbu, TbuWrite};
    use crate::bus::SprBus;
    use crate::bus::memory::MemoryBus;

    #[test]
    fn what_is_written_under_one_number_is_read_under_the_other() {
        let mut bus = MemoryBus::new();
        bus.set_raw::<TbuWrite>(0x0000_0001);
        bus.set_raw::<TblWrite>(0xffff_fff0);
        assert_eq!((bus.read_raw::<Tbu>(), bus.read_raw::<Tbl>()), (0x0000_0001, 0xffff_fff0));
        assert_eq!(bus.writes(), [(285, 0x0000_0001), (284, 0xffff_fff0)]);
    }
}
