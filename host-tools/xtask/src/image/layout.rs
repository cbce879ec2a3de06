//! From the linked ELF file to what stands in memory and in the boot ROM.
//!
//! | flash offset | address in ROM | content |
//! | --- | --- | --- |
//! | 0x0000 | 0xfff00000 | section `.flash`: reset vector at 0x100, copies the image to memory |
//! | 0x4000 | 0xfff04000 | left empty: non-volatile memory on the real board, mapped over in QEMU |
//! | 0x8000 | 0xfff08000 | the raw image |
//!
//! Pure functions of the ELF file's bytes; the crate `object` reads them.
//! Rejected: `objcopy`, one more program to provide, which cannot compose the
//! flash image anyway.

use object::read::elf::{ElfFile32, ProgramHeader, SectionHeader};
use object::{BigEndian, Object, ObjectSection, elf};
use std::fmt;

/// Where the image is linked and loaded.
const LOAD_ADDRESS: u32 = 0x0100_0000;
/// Size of the boot ROM.
const FLASH_SIZE: usize = 1024 * 1024;
/// The section that holds the boot ROM's start.
const FLASH_SECTION: &str = ".flash";
/// Most that section may take: what follows stays empty.
const LARGEST_FLASH_SECTION: usize = 0x4000;
/// Where the raw image stands in the boot ROM.
const FLASH_IMAGE_OFFSET: usize = 0x8000;
/// An erased byte.
const ERASED: u8 = 0xff;

/// What the linked file says, in the forms that start it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Memory from the load address on, without zeroed data.
    pub raw: Vec<u8>,
    /// The whole boot ROM.
    pub flash: Vec<u8>,
    /// What it takes.
    pub sizes: Sizes,
}

/// Sizes in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Instructions.
    pub code: u64,
    /// Constants and initialised data.
    pub data: u64,
    /// Zeroed data and stacks: memory, but no part of any file.
    pub bss: u64,
}

/// Why a linked file cannot become an image.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// Not a file that the linker script of this project made.
    #[error("not a 32-bit big-endian ELF file: {0}")]
    NotElf(object::Error),
    /// Nothing is to be loaded.
    #[error("the file has nothing to load")]
    Empty,
    /// A segment lies below the load address.
    #[error("a segment is loaded at {found:#010x}, below the image's start {LOAD_ADDRESS:#010x}; see linker.ld")]
    BelowStart {
        /// The segment's physical address.
        found: u32,
    },
    /// Nothing stands at the load address.
    #[error(
        "the first segment is loaded at {found:#010x}; the image must start at {LOAD_ADDRESS:#010x}, see linker.ld"
    )]
    WrongStart {
        /// The lowest segment's physical address.
        found: u32,
    },
    /// Code and data take too much.
    #[error("code and data take {found} bytes; {most} is the most")]
    TooLarge {
        /// Size of code and data, gaps included.
        found: u64,
        /// The limit.
        most: usize,
    },
    /// The reset stub takes too much.
    #[error("section {FLASH_SECTION} takes {found} bytes; {LARGEST_FLASH_SECTION} is the most")]
    FlashSectionTooLarge {
        /// The section's size.
        found: usize,
    },
    /// There is no reset stub.
    #[error("no section {FLASH_SECTION}: without the reset stub there is no flash image")]
    NoFlashSection,
}

impl From<object::Error> for LayoutError {
    fn from(error: object::Error) -> Self {
        Self::NotElf(error)
    }
}

impl Layout {
    /// Lays out the linked file `bytes`, of whose code and data `most` bytes may be.
    ///
    /// # Errors
    /// When it is no ELF file of the right kind, starts elsewhere, or does not fit.
    pub fn of(bytes: &[u8], most: usize) -> Result<Self, LayoutError> {
        let file = ElfFile32::<BigEndian>::parse(bytes)?;
        let raw = raw_image(&file, bytes, most)?;
        let section = file.section_by_name(FLASH_SECTION).ok_or(LayoutError::NoFlashSection)?;
        let flash = flash_image(section.data()?, &raw)?;
        Ok(Self { raw, flash, sizes: sizes(&file) })
    }
}

/// Puts every loaded segment at its distance from the load address; gaps are 0.
fn raw_image(file: &ElfFile32<'_, BigEndian>, bytes: &[u8], most: usize) -> Result<Vec<u8>, LayoutError> {
    let mut raw = Vec::new();
    let mut first = None;
    for segment in file.elf_program_headers().iter().filter(|segment| segment.p_type(BigEndian) == elf::PT_LOAD) {
        let content = segment.data(BigEndian, bytes).map_err(|()| LayoutError::Empty)?;
        if content.is_empty() {
            continue;
        }
        let address = segment.p_paddr(BigEndian);
        let offset = address.checked_sub(LOAD_ADDRESS).ok_or(LayoutError::BelowStart { found: address })?;
        let end = u64::from(offset) + content.len() as u64;
        if end > most as u64 {
            return Err(LayoutError::TooLarge { found: end, most });
        }
        let offset = offset as usize;
        raw.resize(raw.len().max(offset + content.len()), 0);
        raw[offset..offset + content.len()].copy_from_slice(content);
        first = Some(first.map_or(address, |lowest: u32| lowest.min(address)));
    }
    match first {
        None => Err(LayoutError::Empty),
        Some(LOAD_ADDRESS) => Ok(raw),
        Some(found) => Err(LayoutError::WrongStart { found }),
    }
}

/// Composes the boot ROM from the reset stub and the raw image.
fn flash_image(stub: &[u8], raw: &[u8]) -> Result<Vec<u8>, LayoutError> {
    if stub.len() > LARGEST_FLASH_SECTION {
        return Err(LayoutError::FlashSectionTooLarge { found: stub.len() });
    }
    let most = FLASH_SIZE - FLASH_IMAGE_OFFSET;
    if raw.len() > most {
        return Err(LayoutError::TooLarge { found: raw.len() as u64, most });
    }
    let mut flash = vec![ERASED; FLASH_SIZE];
    flash[..stub.len()].copy_from_slice(stub);
    flash[FLASH_IMAGE_OFFSET..FLASH_IMAGE_OFFSET + raw.len()].copy_from_slice(raw);
    Ok(flash)
}

fn sizes(file: &ElfFile32<'_, BigEndian>) -> Sizes {
    let mut sizes = Sizes::default();
    for section in file.sections() {
        let header = section.elf_section_header();
        let has = |flag: elf::SectionFlags| header.sh_flags(BigEndian).0 & flag.0 != 0;
        if !has(elf::SHF_ALLOC) {
            continue;
        }
        let empty_in_file = header.sh_type(BigEndian) == elf::SHT_NOBITS;
        match (empty_in_file, has(elf::SHF_EXECINSTR)) {
            (true, _) => sizes.bss += section.size(),
            (false, true) => sizes.code += section.size(),
            (false, false) => sizes.data += section.size(),
        }
    }
    sizes
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "code {} B, data {} B, bss and stacks {} B", self.code, self.data, self.bss)
    }
}

#[cfg(test)]
mod tests;
