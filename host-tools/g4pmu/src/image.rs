//! Whether a file can be the image that QEMU is to start: [`check`].
//!
//! QEMU places anything in memory and jumps into it; what it then says is a hang or an
//! exception far from the mistake. The few facts that every image has are looked at
//! before: nothing that cannot be the image is started.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::cli::Boot;

/// Where the image is linked and entered.
const ENTRY: u32 = 0x0100_0000;
/// Bytes of the flash image.
const FLASH_BYTES: usize = 1 << 20;
/// Where the reset vector is in it, and where the raw image.
const RESET: usize = 0x100;
const IN_FLASH: usize = 0x8000;

/// Why a file cannot be the image.
#[derive(Debug, Error)]
pub enum Unfit {
    /// There is none.
    #[error("no image {}: run `cargo xtask image`, or name its folder with --image DIR", .0.display())]
    Missing(PathBuf),
    /// It cannot be read.
    #[error("cannot read the image {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is something else.
    #[error("{} is not the image: {reason}; run `cargo xtask image`", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What the image would have.
        reason: String,
    },
}

/// Looks at the file that this way of starting takes.
///
/// # Errors
///
/// It is missing, unreadable or cannot be the image.
pub fn check(file: &Path, boot: Boot) -> Result<(), Unfit> {
    if !file.is_file() {
        return Err(Unfit::Missing(file.to_owned()));
    }
    let bytes = fs::read(file).map_err(|source| Unfit::Unreadable { path: file.to_owned(), source })?;
    let fits = match boot {
        Boot::Loader | Boot::Pegasos2 => elf(&bytes),
        Boot::Kernel => raw(&bytes),
        Boot::Bios => flash(&bytes),
    };
    fits.map_err(|reason| Unfit::Other { path: file.to_owned(), reason })
}

/// A big-endian executable for 32-bit PowerPC that is entered where the image is.
fn elf(bytes: &[u8]) -> Result<(), String> {
    // Magic, 32 bits, big-endian, version 1 [ELF e_ident].
    if !bytes.starts_with(b"\x7fELF\x01\x02\x01") {
        return Err("an ELF file of 32 bits, big-endian, is expected".to_owned());
    }
    // e_type EXEC, e_machine PPC [ELF e_type, e_machine].
    let kind = word(bytes, 16);
    if kind != Some(0x0002_0014) {
        return Err("an executable for 32-bit PowerPC is expected".to_owned());
    }
    match word(bytes, 24) {
        Some(ENTRY) => Ok(()),
        entry => Err(format!("its entry is {:#010x}, the image's is {ENTRY:#010x}", entry.unwrap_or_default())),
    }
}

/// Begins with a branch, and fits behind the stub of a flash image.
fn raw(bytes: &[u8]) -> Result<(), String> {
    let most = FLASH_BYTES - IN_FLASH;
    if bytes.len() > most {
        return Err(format!("it has {} bytes, the image {most} at most", bytes.len()));
    }
    match word(bytes, 0) {
        Some(first) if is_branch(first) => Ok(()),
        first => Err(format!("its first word is {:#010x}, the image's is a branch", first.unwrap_or_default())),
    }
}

/// 1 MiB with a word at the reset vector and the raw image behind it.
fn flash(bytes: &[u8]) -> Result<(), String> {
    if bytes.len() != FLASH_BYTES {
        return Err(format!("it has {} bytes, a flash image {FLASH_BYTES}", bytes.len()));
    }
    match (word(bytes, RESET), word(bytes, IN_FLASH)) {
        (Some(0 | u32::MAX) | None, _) => Err("there is nothing at the reset vector".to_owned()),
        (_, Some(first)) if is_branch(first) => Ok(()),
        _ => Err(format!("there is no image at {IN_FLASH:#x}")),
    }
}

/// `b` forward or back, relative, without link [MPC7450UM, from memory].
const fn is_branch(word: u32) -> bool {
    word & 0xfc00_0003 == 0x4800_0000
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}
