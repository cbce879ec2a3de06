//! The fields of segment registers and page table entries. Neither is a special-purpose
//! register: `mtsr` reaches the first, loads and stores the second.

use tock_registers::register_bitfields;

register_bitfields! {u32,
    /// Fields of a segment register for memory, T = 0 [PEM 7.5].
    pub SEGMENT [
        /// `SR[1]`, protection key in supervisor state.
        KS OFFSET(30) NUMBITS(1) [],
        /// `SR[2]`, protection key in user state.
        KP OFFSET(29) NUMBITS(1) [],
        /// `SR[3]`, no instruction is fetched from it.
        N OFFSET(28) NUMBITS(1) [],
        /// `SR[8-31]`, virtual segment number.
        VSID OFFSET(0) NUMBITS(24) []
    ],
    /// Fields of an entry's first word [PEM 7.6].
    pub PTE0 [
        /// Bit 0, valid.
        V OFFSET(31) NUMBITS(1) [],
        /// Bits 1-24, virtual segment number.
        VSID OFFSET(7) NUMBITS(24) [],
        /// Bit 25, the hash function that led here.
        H OFFSET(6) NUMBITS(1) [
            /// The first.
            Primary = 0,
            /// Its complement.
            Secondary = 1
        ],
        /// Bits 26-31, the top of the page number: what the group does not imply.
        API OFFSET(0) NUMBITS(6) []
    ],
    /// Fields of an entry's second word. The 36-bit extension under HID0[XAEN] is not
    /// laid out; without it those bits are 0.
    pub PTE1 [
        /// Bits 0-19, physical page number.
        RPN OFFSET(12) NUMBITS(20) [],
        /// Bit 23, referenced.
        R OFFSET(8) NUMBITS(1) [],
        /// Bit 24, changed.
        C OFFSET(7) NUMBITS(1) [],
        /// Bit 25, write-through.
        W OFFSET(6) NUMBITS(1) [],
        /// Bit 26, caching-inhibited.
        I OFFSET(5) NUMBITS(1) [],
        /// Bit 27, memory coherence required.
        M OFFSET(4) NUMBITS(1) [],
        /// Bit 28, guarded.
        G OFFSET(3) NUMBITS(1) [],
        /// Bits 30-31, protection, as it is with key 0 in supervisor and key 1 in user
        /// state.
        PP OFFSET(0) NUMBITS(2) [
            /// Supervisor state reads and writes, user state does neither.
            Supervisor = 0,
            /// Supervisor state reads and writes, user state reads.
            UserReads = 1,
            /// Both read and write.
            Everyone = 2,
            /// Both read.
            ReadOnly = 3
        ]
    ]
}

#[cfg(test)]
mod tests {
    use super::{PTE0, PTE1, SEGMENT};

    #[test]
    fn fields_stand_where_the_manual_says() {
        assert_eq!(
            [SEGMENT::KS::SET.value, SEGMENT::KP::SET.value, SEGMENT::N::SET.value],
            [1 << 30, 1 << 29, 1 << 28]
        );
        assert_eq!(SEGMENT::VSID.val(u32::MAX).value, 0x00ff_ffff);
        assert_eq!([PTE0::V::SET.value, PTE0::H::Secondary.value], [0x8000_0000, 0x0000_0040]);
        assert_eq!([PTE0::VSID.val(u32::MAX).value, PTE0::API.val(u32::MAX).value], [0x7fff_ff80, 0x0000_003f]);
        assert_eq!(PTE1::RPN.val(u32::MAX).value, 0xffff_f000);
        assert_eq!([PTE1::R::SET.value, PTE1::C::SET.value], [0x0000_0100, 0x0000_0080]);
        let attributes = [PTE1::W::SET.value, PTE1::I::SET.value, PTE1::M::SET.value, PTE1::G::SET.value];
        assert_eq!(attributes, [0x40, 0x20, 0x10, 0x08]);
        assert_eq!(PTE1::PP.val(u32::MAX).value, 0x0000_0003);
    }
}
