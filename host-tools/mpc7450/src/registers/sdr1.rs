//! SDR1, storage description register 1, SPR 25.
//!
//! Says where the hashed page table stands and how large it is. The 36-bit
//! extension under HID0[XAEN] is not laid out here; without it those bits are 0.
//!
//! Not `WriteIsSafe`: it decides where hardware reads, and marks, page table
//! entries.

use tock_registers::register_bitfields;

use crate::bus::Spr;

register_bitfields! {u32,
    /// Fields of storage description register 1.
    pub SDR1 [
        /// `SDR1[0-15]`, top 16 bits of the page table's physical address.
        HTABORG OFFSET(16) NUMBITS(16) [],
        /// `SDR1[23-31]`, mask: table size is (mask + 1) times 64 KiB.
        HTABMASK OFFSET(0) NUMBITS(9) []
    ]
}

/// Storage description register 1.
pub enum Sdr1 {}

impl Spr for Sdr1 {
    const NUMBER: u16 = 25;
    const NAME: &'static str = "SDR1";
    type Layout = SDR1::Register;
}

#[cfg(test)]
mod tests {
    use super::SDR1;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<SDR1::Register>(&[("HTABORG", 0, 15, 0xffff_0000), ("HTABMASK", 23, 31, 0x0000_01ff)]);
    }
}
