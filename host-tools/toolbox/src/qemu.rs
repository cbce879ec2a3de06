//! The emulator.

use crate::record::{Record, RecordError, Role};
use crate::search;
use crate::streams::Sink;
use crate::supervise::{SuperviseError, run};
use crate::tool::{Origin, Tool, ToolError};
use crate::version::Version;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the emulator for 32-bit PowerPC.
pub const PROGRAM: &str = "qemu-system-ppc";

/// The environment variable that names the emulator to use.
pub const VARIABLE: &str = "G4PMU_QEMU";

/// The oldest version used at all: the first with the panic device and what to do at a
/// panic as an option [QEMU docs/about 6.0]. Versions before [`OLDEST_WITH_MODEL`] were
/// not tried.
pub const OLDEST: Version = Version::new(6, 0, 0);

/// The oldest version that can load the timing model: the first with the plugin interface
/// that it is written for, and the one whose behaviour this project's documents state.
/// Set-up provides no older one.
pub const OLDEST_WITH_MODEL: Version = Version::new(11, 1, 0);

/// Why there is no emulator to run.
#[derive(Debug, thiserror::Error)]
pub enum QemuError {
    /// The one asked for does not run.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The one asked for is too old.
    #[error("{} is QEMU {found}; this needs {OLDEST_WITH_MODEL} or later: name a newer one or let `cargo xtask setup` provide it", path.display())]
    TooOld {
        /// The program.
        path: PathBuf,
        /// Its version.
        found: Version,
    },
    /// There is none anywhere.
    #[error(
        "no QEMU {OLDEST_WITH_MODEL} or later: run `cargo xtask setup`, or name one with --qemu PATH or {VARIABLE}=PATH"
    )]
    NotFound,
}

/// Finds the emulator: `explicit` (an option of the command), else the variable
/// [`VARIABLE`], else the one on record, else the first in the search path.
///
/// # Errors
/// When the one that is named does not run or is older than [`OLDEST`], or
/// nothing is named and none is found.
pub fn qemu(explicit: Option<&Path>) -> Result<Tool, QemuError> {
    if let Some(path) = explicit.map(Path::to_path_buf).or_else(named) {
        return probe(&path);
    }
    let record = Record::path().map_err(RecordError::from).and_then(|path| Record::read(&path));
    match record.map(|record| record.tool(Role::Qemu).cloned()) {
        Ok(Ok(tool)) => Ok(tool),
        Ok(Err(_)) | Err(RecordError::NoCacheFolder(_)) => system().ok_or(QemuError::NotFound),
        Err(error) => Err(error.into()),
    }
}

/// The emulator that the variable [`VARIABLE`] names; an empty one names none.
#[must_use]
pub fn named() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// Finds an emulator in the search path that is new enough.
#[must_use]
pub fn system() -> Option<Tool> {
    probe(&search::in_path(PROGRAM)?).ok()
}

/// How long QEMU may take to list its folders.
const LIST_PATIENCE: Duration = Duration::from_secs(20);

/// Gives the folder in which QEMU must be started to find its own file `name`, which
/// it looks for in the folder `kind` below its data folders; `None` where it finds
/// the file anyway or there is none.
///
/// Some packages leave device trees one level higher than QEMU looks, and the folder
/// that it is started in is the first place where it looks.
///
/// # Errors
/// When QEMU cannot be run.
pub fn folder_of_stray(qemu: &Tool, kind: &str, name: &str) -> Result<Option<PathBuf>, SuperviseError> {
    let mut command = qemu.command();
    command.args(["-L", "help"]);
    let finished = run(command, LIST_PATIENCE, &Sink::Capture, &Sink::Discard)?;
    let listed = String::from_utf8_lossy(&finished.stdout).into_owned();
    let folders: Vec<&Path> = listed.lines().map(Path::new).collect();
    if folders.iter().any(|folder| folder.join(kind).join(name).is_file()) {
        return Ok(None);
    }
    Ok(folders.into_iter().find(|folder| folder.join(name).is_file()).map(Path::to_path_buf))
}

/// Checks that the emulator at `path` runs and is new enough.
fn probe(path: &Path) -> Result<Tool, QemuError> {
    let tool = Tool::probe_as(path, Origin::System, "QEMU emulator version")?;
    if tool.version < OLDEST {
        return Err(QemuError::TooOld { path: tool.program, found: tool.version });
    }
    Ok(tool)
}
