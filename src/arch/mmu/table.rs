//! A hashed page table over a slice of words.
//!
//! Building it is arithmetic on words and works the same on a host. The table is made
//! once and holds still: a change of mode neither adds nor removes an entry, so that
//! no translation that a TLB keeps is ever wrong.

use core::fmt;

use mpc7450::registers::SDR1;

use super::entry::{Access, Entry, Hash, PAGE_BYTES, hash, tag};

/// Words of an entry.
const ENTRY_WORDS: usize = 2;
/// Entries of a group.
const GROUP_ENTRIES: usize = 8;
/// Words of a group: 64 bytes, two cache blocks of a G4.
const GROUP_WORDS: usize = GROUP_ENTRIES * ENTRY_WORDS;

/// Smallest table, in bytes [PEM 7.6.1].
pub const LEAST_BYTES: u32 = 64 << 10;
/// Largest table, in bytes.
pub const MOST_BYTES: u32 = 32 << 20;

/// Memory to be mapped, whole pages that hold the addresses from `start` up to but
/// without `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// First address.
    pub start: u32,
    /// The address behind the last.
    pub end: u32,
    /// Who may use it.
    pub access: Access,
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableError {
    /// The processor has no blocks that are known, under which the image could run.
    NoBlocks,
    /// The table's size is not a power of two from 64 KiB to 32 MiB.
    Size {
        /// Its bytes.
        bytes: usize,
    },
    /// The table does not start at a multiple of its size.
    Place {
        /// Its address.
        address: u32,
        /// Its bytes.
        bytes: u32,
    },
    /// Both groups of a page are full.
    Full {
        /// The page.
        address: u32,
        /// The table's bytes.
        bytes: u32,
    },
    /// Two ranges hold the same page; a table must not map it twice.
    Twice {
        /// The page.
        address: u32,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBlocks => {
                f.write_str("pages need blocks for the image, and this processor has none that are known")
            }
            Self::Size { bytes } => {
                write!(f, "a page table of {bytes} bytes; legal are powers of two from {LEAST_BYTES} to {MOST_BYTES}")
            }
            Self::Place { address, bytes } => {
                write!(f, "a page table at {address:#010x}; one of {bytes} bytes starts at a multiple of its size")
            }
            Self::Full { address, bytes } => write!(
                f,
                "the page at {address:#010x} finds both its groups full; {bytes} bytes of page table are too few"
            ),
            Self::Twice { address } => write!(f, "the page at {address:#010x} is mapped twice"),
        }
    }
}

impl core::error::Error for TableError {}

/// A page table that maps ranges one to one.
#[derive(Debug)]
pub struct PageTable<'a> {
    words: &'a mut [u32],
    address: u32,
}

impl<'a> PageTable<'a> {
    /// Makes the table: every entry invalid but those of the ranges.
    ///
    /// `address` is where the processor finds the words.
    ///
    /// # Errors
    ///
    /// The table's size or place is none it can have, or the ranges do not fit.
    pub fn new(words: &'a mut [u32], address: u32, ranges: &[Range]) -> Result<Self, TableError> {
        let bytes = size_of_val(words);
        let legal = bytes.is_power_of_two() && (LEAST_BYTES as usize..=MOST_BYTES as usize).contains(&bytes);
        if !legal {
            return Err(TableError::Size { bytes });
        }
        let mut table = Self { words, address };
        if !address.is_multiple_of(table.bytes()) {
            return Err(TableError::Place { address, bytes: table.bytes() });
        }
        table.words.fill(0);
        ranges.iter().try_for_each(|range| table.map(range))?;
        Ok(table)
    }

    /// SDR1 for this table.
    #[must_use]
    pub const fn sdr1(&self) -> u32 {
        self.address | SDR1::HTABMASK.val(self.bytes() / LEAST_BYTES - 1).value
    }

    /// The second word of the entry that a search for an address finds, as the
    /// processor searches: the first group, then the second [PEM 7.6.2].
    #[must_use]
    pub fn search(&self, address: u32) -> Option<u32> {
        [Hash::Primary, Hash::Secondary].into_iter().find_map(|which| {
            let wanted = tag(address, which);
            let (entries, _) = self.group(address, which).as_chunks::<ENTRY_WORDS>();
            entries.iter().find(|entry| entry[0] == wanted).map(|entry| entry[1])
        })
    }

    const fn bytes(&self) -> u32 {
        // At most MOST_BYTES, which the constructor checks.
        size_of_val(self.words) as u32
    }

    fn map(&mut self, range: &Range) -> Result<(), TableError> {
        let first = range.start / PAGE_BYTES;
        let behind = range.end.div_ceil(PAGE_BYTES);
        (first..behind).try_for_each(|page| self.map_page(page * PAGE_BYTES, range.access))
    }

    fn map_page(&mut self, address: u32, access: Access) -> Result<(), TableError> {
        if self.search(address).is_some() {
            return Err(TableError::Twice { address });
        }
        for which in [Hash::Primary, Hash::Secondary] {
            let start = self.group_start(address, which);
            let (entries, _) = self.words[start..start + GROUP_WORDS].as_chunks_mut::<ENTRY_WORDS>();
            if let Some(free) = entries.iter_mut().find(|entry| entry[0] == 0) {
                let Entry { tag, translation } = Entry::one_to_one(address, access, which);
                *free = [tag, translation];
                return Ok(());
            }
        }
        Err(TableError::Full { address, bytes: self.bytes() })
    }

    fn group(&self, address: u32, which: Hash) -> &[u32] {
        let start = self.group_start(address, which);
        &self.words[start..start + GROUP_WORDS]
    }

    /// Index of a group's first word: the hash modulo the number of groups.
    fn group_start(&self, address: u32, which: Hash) -> usize {
        let groups = self.words.len() / GROUP_WORDS;
        (hash(address, which) as usize & (groups - 1)) * GROUP_WORDS
    }
}

#[cfg(test)]
mod tests;
