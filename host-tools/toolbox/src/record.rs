//! What set-up found or provided, as `tools.json` in the cache folder.
//!
//! A tool on record whose file has not changed since is used as it is; that is
//! why a second run starts at once. A record of another schema is as good as
//! none: set-up writes a new one.

use crate::cache::{self, NoCacheFolder};
use crate::tool::Tool;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::{fmt, fs, process};

/// Counts up whenever the meaning of the file changes.
const SCHEMA: u32 = 1;

/// What a program is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Emulates the G4: `qemu-system-ppc`.
    Qemu,
    /// Compiles the image; has the library source.
    FirmwareRustc,
    /// Links the image: LLVM's `ld.lld`.
    FirmwareLinker,
    /// Lints the image: clippy of the same version as the compiler.
    FirmwareClippy,
    /// Disassembles the image: an `objdump` that knows PowerPC.
    Objdump,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Qemu => "qemu",
            Self::FirmwareRustc => "firmware compiler",
            Self::FirmwareLinker => "firmware linker",
            Self::FirmwareClippy => "firmware clippy",
            Self::Objdump => "disassembler",
        })
    }
}

/// The tools of this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    schema: u32,
    /// One tool a role.
    pub tools: BTreeMap<Role, Tool>,
}

/// Why the record cannot be read or written, or lacks a tool.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// There is no cache folder.
    #[error(transparent)]
    NoCacheFolder(#[from] NoCacheFolder),
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The record's file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The file is no record of this schema.
    #[error("{} is not a record that this version can read; remove it and run `cargo xtask setup`", path.display())]
    Format {
        /// The record's file.
        path: PathBuf,
    },
    /// Set-up has not run, or the tool changed since.
    #[error("no {0} on record, or it changed since; run `cargo xtask setup`")]
    Missing(Role),
}

impl Default for Record {
    fn default() -> Self {
        Self { schema: SCHEMA, tools: BTreeMap::new() }
    }
}

impl Record {
    /// Gives the path of the record's file.
    ///
    /// # Errors
    /// When there is no cache folder.
    pub fn path() -> Result<PathBuf, NoCacheFolder> {
        Ok(cache::folder()?.join("tools.json"))
    }

    /// Reads the record at `path`; a missing file is an empty record.
    ///
    /// # Errors
    /// When the file is there and cannot be read or understood.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let text = match fs::read(path) {
            Ok(text) => text,
            // Where something else than a folder stands, no record can be either.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(Self::default());
            }
            Err(source) => return Err(RecordError::File { path: path.to_path_buf(), source }),
        };
        let unreadable = || RecordError::Format { path: path.to_path_buf() };
        let record: Self = serde_json::from_slice(&text).map_err(|_| unreadable())?;
        if record.schema == SCHEMA { Ok(record) } else { Err(unreadable()) }
    }

    /// Writes the record to `path` in one step: a reader sees the old one or the
    /// new one, whole.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), RecordError> {
        let failed = |source| RecordError::File { path: path.to_path_buf(), source };
        let text = serde_json::to_vec_pretty(self).map_err(|error| failed(error.into()))?;
        let draft = path.with_extension(format!("json.{}", process::id()));
        fs::write(&draft, text).and_then(|()| fs::rename(&draft, path)).map_err(failed)
    }

    /// Gives the tool on record for `role` if its file is still the same.
    ///
    /// # Errors
    /// When there is none.
    pub fn tool(&self, role: Role) -> Result<&Tool, RecordError> {
        self.tools.get(&role).filter(|tool| tool.unchanged()).ok_or(RecordError::Missing(role))
    }
}
