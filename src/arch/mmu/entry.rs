//! Page table entries, segment registers and the hash that finds one by the other.
//!
//! An effective address chooses one of 16 segment registers by its top 4 bits. The
//! virtual segment number there and the page number below make the virtual page; its
//! hash is the number of a group of 8 entries in the table [PEM 7.6].

use super::layout::{PTE0, PTE1, SEGMENT};

/// Bytes of a page, as a power of two.
pub const PAGE_SHIFT: u32 = 12;

/// Bytes of a page.
pub const PAGE_BYTES: u32 = 1 << PAGE_SHIFT;

/// Bits of the hash [PEM 7.6.1].
const HASH: u32 = 0x0007_ffff;

/// Bits of the page number within its segment.
const PAGE_INDEX: u32 = 0xffff;

/// Who may use a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Supervisor state reads and writes, user state reads and executes.
    UserReads,
    /// Both read, write and execute.
    Everyone,
}

/// The two words of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What is compared in a search.
    pub tag: u32,
    /// What a search finds.
    pub translation: u32,
}

/// Which of the two groups of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hash {
    /// The one that is searched first.
    Primary,
    /// The one for what did not fit there.
    Secondary,
}

/// Virtual segment number of an address: the number of its segment.
///
/// Any 16 different numbers do, for only one address space exists. With these the
/// pages of the first segment, where all memory of an experiment lies, fill the
/// groups in their own order and each group alike.
#[must_use]
pub const fn virtual_segment(address: u32) -> u32 {
    address >> 28
}

/// The segment register with this number, 0 to 15: key 1 in user state, key 0 in
/// supervisor state, instructions allowed.
#[must_use]
pub const fn segment(number: u32) -> u32 {
    SEGMENT::KP::SET.value | SEGMENT::VSID.val(number).value
}

/// Hash of an address's page: the number of its group in a table of any size, whose
/// own number of groups decides how many of the low bits are used [PEM 7.6.1].
#[must_use]
pub const fn hash(address: u32, which: Hash) -> u32 {
    let primary = (virtual_segment(address) ^ (address >> PAGE_SHIFT & PAGE_INDEX)) & HASH;
    match which {
        Hash::Primary => primary,
        Hash::Secondary => !primary & HASH,
    }
}

impl Entry {
    /// An entry that maps the page of an address to itself, cached and coherent
    /// (WIMG 0010). Referenced and changed are set already: a search then never
    /// writes to the table, so that a table search costs reads alone.
    #[must_use]
    pub const fn one_to_one(address: u32, access: Access, which: Hash) -> Self {
        let protection = match access {
            Access::UserReads => PTE1::PP::UserReads.value,
            Access::Everyone => PTE1::PP::Everyone.value,
        };
        let page = address & !(PAGE_BYTES - 1);
        let flags = PTE1::R::SET.value | PTE1::C::SET.value | PTE1::M::SET.value;
        Self { tag: tag(address, which), translation: page | flags | protection }
    }
}

/// The first word of a valid entry for an address's page.
#[must_use]
pub const fn tag(address: u32, which: Hash) -> u32 {
    let hash = match which {
        Hash::Primary => PTE0::H::Primary.value,
        Hash::Secondary => PTE0::H::Secondary.value,
    };
    let index = address >> 22 & 0x3f;
    PTE0::V::SET.value | PTE0::VSID.val(virtual_segment(address)).value | hash | PTE0::API.val(index).value
}

#[cfg(test)]
mod tests {
    use super::{Access, Entry, Hash, hash, segment, tag};

    /// The words that QEMU's and a hand-written image's walk agreed on: 0x50003000
    /// through segment 5 [QEMU target/ppc/mmu-hash32.c].
    #[test]
    fn a_page_has_its_words() {
        assert_eq!(hash(0x5000_3000, Hash::Primary), 6);
        assert_eq!(hash(0x5000_3000, Hash::Secondary), 0x7_fff9);
        assert_eq!(tag(0x5000_3000, Hash::Primary), 0x8000_0280);
        assert_eq!(tag(0x5000_3000, Hash::Secondary), 0x8000_02c0);
    }

    #[test]
    fn entries_of_the_arena_are_these() {
        let both = |address, access| {
            let entry = Entry::one_to_one(address, access, Hash::Primary);
            (entry.tag, entry.translation)
        };
        assert_eq!(both(0x0140_0000, Access::Everyone), (0x8000_0005, 0x0140_0192));
        assert_eq!(both(0x07ff_fffc, Access::Everyone), (0x8000_001f, 0x07ff_f192));
        assert_eq!(both(0x0100_0a40, Access::UserReads), (0x8000_0004, 0x0100_0191));
        assert_eq!(both(0xfff0_0000, Access::UserReads), (0x8000_07bf, 0xfff0_0191));
        let secondary = Entry::one_to_one(0x0140_0000, Access::Everyone, Hash::Secondary);
        assert_eq!((secondary.tag, secondary.translation), (0x8000_0045, 0x0140_0192));
    }

    #[test]
    fn hashes_of_neighbours_are_neighbours() {
        assert_eq!(hash(0x0140_0000, Hash::Primary), 0x1400);
        assert_eq!(hash(0x0140_1000, Hash::Primary), 0x1401);
        assert_eq!(hash(0x0140_1fff, Hash::Primary), 0x1401);
        assert_eq!(hash(0x0140_0000, Hash::Secondary), 0x7_ebff);
        assert_eq!(hash(0xffff_f000, Hash::Primary), 0xfff0);
    }

    #[test]
    fn segments_give_user_state_its_key() {
        assert_eq!([segment(0), segment(5), segment(15)], [0x2000_0000, 0x2000_0005, 0x2000_000f]);
    }
}
