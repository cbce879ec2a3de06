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

mod hid0;
mod mmcr0;
mod mmcr1;
mod mmcr2;
mod msr;
mod pmc;
mod siar;
mod user;

#[cfg(test)]
mod table;

pub use hid0::{HID0, Hid0};
pub use mmcr0::{MMCR0, Mmcr0};
pub use mmcr1::{MMCR1, Mmcr1};
pub use mmcr2::{MMCR2, Mmcr2};
pub use msr::MSR;
pub use pmc::{PMC, Pmc1, Pmc2, Pmc3, Pmc4, Pmc5, Pmc6};
pub use siar::Siar;
pub use user::{Ummcr0, Ummcr1, Ummcr2, Upmc1, Upmc2, Upmc3, Upmc4, Upmc5, Upmc6, Usiar};
