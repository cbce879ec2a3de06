//! The registers, one file each: number, fields, named values.
//!
//! Every register is a type (`Mmcr0`) that implements [`Spr`](crate::bus::Spr)
//! and a module of fields in the manual's capitals (`MMCR0::FC`). The manuals
//! number bits from the left, bit 0 being 0x8000_0000; field documentation
//! quotes those numbers, and the `OFFSET` in the code is 31 minus the last of
//! them. A test in each file states name, manual bits and mask in hex for every
//! field, so that neither notation is derived from the other.
//!
//! The layouts are tables written by hand. Generating them from a file was
//! rejected: the documentation of a field is longer than the field, and belongs
//! where a reader of the register looks for it.
#![allow(missing_docs, reason = "register_bitfields! adds constants beside each documented field module")]

mod bamr;
mod bat;
mod breakpoint;
mod dar;
mod dec;
mod dsisr;
mod hid0;
mod hid1;
mod ictc;
mod ictrl;
mod l2cr;
mod l3cr;
mod ldstcr;
mod mmcr0;
mod mmcr1;
mod mmcr2;
mod msr;
mod msscr0;
mod msssr0;
mod pir;
mod pmc;
mod pvr;
mod sdr1;
mod siar;
mod sprg;
mod srr;
mod tb;
mod user;
mod vrsave;

#[cfg(test)]
mod table;

pub use bamr::{BAMR, Bamr};
pub use bat::{
    BATL, BATU, Dbat0l, Dbat0u, Dbat1l, Dbat1u, Dbat2l, Dbat2u, Dbat3l, Dbat3u, Dbat4l, Dbat4u, Dbat5l, Dbat5u, Dbat6l,
    Dbat6u, Dbat7l, Dbat7u, Dbatl, Dbatu, Ibat0l, Ibat0u, Ibat1l, Ibat1u, Ibat2l, Ibat2u, Ibat3l, Ibat3u, Ibat4l,
    Ibat4u, Ibat5l, Ibat5u, Ibat6l, Ibat6u, Ibat7l, Ibat7u, Ibatl, Ibatu,
};
pub use breakpoint::{Dabr, Iabr};
pub use dar::Dar;
pub use dec::Dec;
pub use dsisr::{DSISR, Dsisr};
pub use hid0::{HID0, Hid0};
pub use hid1::{HID1, Hid1};
pub use ictc::{ICTC, Ictc};
pub use ictrl::{ICTRL, Ictrl};
pub use l2cr::{L2CR, L2cr};
pub use l3cr::{L3CR, L3cr};
pub use ldstcr::{LDSTCR, Ldstcr};
pub use mmcr0::{MMCR0, Mmcr0};
pub use mmcr1::{MMCR1, Mmcr1};
pub use mmcr2::{MMCR2, Mmcr2};
pub use msr::MSR;
pub use msscr0::{MSSCR0, Msscr0};
pub use msssr0::{MSSSR0, Msssr0};
pub use pir::Pir;
pub use pmc::{PMC, Pmc1, Pmc2, Pmc3, Pmc4, Pmc5, Pmc6};
pub use pvr::{PVR, Pvr};
pub use sdr1::{SDR1, Sdr1};
pub use siar::Siar;
pub use sprg::{Sprg, Sprg0, Sprg1, Sprg2, Sprg3, Sprg4, Sprg5, Sprg6, Sprg7};
pub use srr::{SRR1, Srr0, Srr1};
pub use tb::{Tbl, TblWrite, Tbu, TbuWrite};
pub use user::{Ummcr0, Ummcr1, Ummcr2, Upmc1, Upmc2, Upmc3, Upmc4, Upmc5, Upmc6, Usiar};
pub use vrsave::Vrsave;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Spr;

    fn row<R: Spr>() -> (&'static str, u16) {
        (R::NAME, R::NUMBER)
    }

    /// Numbers as the headers print them [LINUX-REG]; the families with a
    /// parameter and the user aliases are tested in their own files.
    #[test]
    fn numbers_are_those_of_the_headers() {
        let rows = [
            (row::<Dsisr>(), ("DSISR", 0x012)),
            (row::<Dar>(), ("DAR", 0x013)),
            (row::<Dec>(), ("DEC", 0x016)),
            (row::<Sdr1>(), ("SDR1", 0x019)),
            (row::<Srr0>(), ("SRR0", 0x01a)),
            (row::<Srr1>(), ("SRR1", 0x01b)),
            (row::<Tbl>(), ("TBL", 0x10c)),
            (row::<Tbu>(), ("TBU", 0x10d)),
            (row::<TblWrite>(), ("TBL", 0x11c)),
            (row::<TbuWrite>(), ("TBU", 0x11d)),
            (row::<Pvr>(), ("PVR", 0x11f)),
            (row::<Mmcr2>(), ("MMCR2", 0x3b0)),
            (row::<Bamr>(), ("BAMR", 0x3b7)),
            (row::<Mmcr0>(), ("MMCR0", 0x3b8)),
            (row::<Siar>(), ("SIAR", 0x3bb)),
            (row::<Mmcr1>(), ("MMCR1", 0x3bc)),
            (row::<Hid0>(), ("HID0", 0x3f0)),
            (row::<Hid1>(), ("HID1", 0x3f1)),
            (row::<Ictrl>(), ("ICTRL", 0x3f3)),
            (row::<Msscr0>(), ("MSSCR0", 0x3f6)),
            (row::<Msssr0>(), ("MSSSR0", 0x3f7)),
            (row::<Ldstcr>(), ("LDSTCR", 0x3f8)),
            (row::<L2cr>(), ("L2CR", 0x3f9)),
            (row::<L3cr>(), ("L3CR", 0x3fa)),
            (row::<Ictc>(), ("ICTC", 0x3fb)),
            (row::<Pir>(), ("PIR", 0x3ff)),
        ];
        for (register, header) in rows {
            assert_eq!(register, header);
        }
    }
}
