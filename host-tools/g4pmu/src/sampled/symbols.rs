//! Names of addresses in the image, from its ELF file: [`Symbols`].
//!
//! A file is only believed when it is the image that was measured: the report states the
//! CRC-32 of the image's code and constants, and the file must have the same.

use std::fs;
use std::path::{Path, PathBuf};

use object::read::elf::{ElfFile32, FileHeader, ProgramHeader};
use object::{BigEndian, Object, ObjectSymbol, SymbolKind};
use report_format::checksum;
use toolbox::ImageFiles;

use crate::results::{Header, Hex};

/// Where the image's constants end: the linker script's symbol up to which the build is summed.
const CONSTANTS_END: &str = "__constants_end";

/// The functions of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols {
    /// The file.
    pub file: PathBuf,
    /// In the order of addresses.
    functions: Vec<Function>,
}

/// Address, bytes and name.
type Function = (u32, u32, String);

impl Symbols {
    /// The symbols of the image that a report came from.
    ///
    /// # Errors
    ///
    /// Why there are none, in words.
    pub fn find(header: &Header, folder: Option<&Path>, log: &Path) -> Result<Self, String> {
        let build = header.report.as_ref().map(|report| report.build).ok_or("the report does not name its image")?;
        let file = match folder {
            Some(folder) => ImageFiles::in_folder(folder, "g4pmu").elf,
            None => match recorded(log) {
                Some(file) => file,
                None => ImageFiles::of_project().map_err(|_| "no image is near: name its folder with --image")?.elf,
            },
        };
        let bytes = fs::read(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let (functions, found) =
            read(&bytes).ok_or_else(|| format!("{} is no ELF file of the image", file.display()))?;
        if found != build.0 {
            let found = Hex(found);
            return Err(format!("{} is build {found}, measured was {build}", file.display()));
        }
        Ok(Self { file, functions })
    }

    /// The function at an address and the bytes from its start.
    #[must_use]
    pub fn at(&self, address: u32) -> Option<(&str, u32)> {
        let behind = self.functions.partition_point(|(start, ..)| *start <= address);
        let (start, bytes, name) = self.functions.get(behind.checked_sub(1)?)?;
        let offset = address - start;
        // Routines in assembly may state no length: they reach to the next one.
        (offset < *bytes || *bytes == 0).then_some((name, offset))
    }
}

/// The ELF file of the image that `command.txt` beside a log names.
fn recorded(log: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(log.parent()?.join("command.txt")).ok()?;
    let image = PathBuf::from(text.lines().find_map(|line| line.strip_prefix("image: "))?);
    let file = image.with_extension("elf");
    file.is_file().then_some(file)
}

/// The functions of an ELF file, and the sum of its code and constants.
fn read(bytes: &[u8]) -> Option<(Vec<Function>, u32)> {
    let elf = ElfFile32::<BigEndian>::parse(bytes).ok()?;
    let mut functions = Vec::new();
    let mut end = None;
    for symbol in elf.symbols() {
        let (Ok(name), address) = (symbol.name(), u32::try_from(symbol.address()).ok()?) else { continue };
        if name == CONSTANTS_END {
            end = Some(address);
        }
        if symbol.kind() == SymbolKind::Text {
            functions.push((
                address,
                u32::try_from(symbol.size()).ok()?,
                format!("{:#}", rustc_demangle::demangle(name)),
            ));
        }
    }
    functions.sort_unstable();
    let header = elf.elf_header();
    let segments = header.program_headers(BigEndian, bytes).ok()?;
    let loaded = segments.iter().find_map(|segment| {
        let length = end?.checked_sub(segment.p_vaddr(BigEndian))? as usize;
        segment.data(BigEndian, bytes).ok()?.get(..length)
    });
    Some((functions, checksum::of(loaded?)))
}

#[cfg(test)]
mod tests {
    use super::{Symbols, read};

    #[test]
    fn an_address_is_in_a_function_or_in_none() {
        let functions = vec![(0x100, 8, "first".to_owned()), (0x200, 0, "open".to_owned())];
        let symbols = Symbols { file: "x".into(), functions };
        assert_eq!(symbols.at(0xff), None);
        assert_eq!(symbols.at(0x104), Some(("first", 4)));
        assert_eq!(symbols.at(0x108), None);
        assert_eq!(symbols.at(0x210), Some(("open", 16)));
    }

    #[test]
    fn other_files_are_none_of_the_image() {
        assert!(read(b"").is_none() && read(b"\x7fELF\x01\x02\x01").is_none());
    }
}
