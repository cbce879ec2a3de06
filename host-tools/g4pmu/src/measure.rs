//! One measurement in QEMU: start it, keep every byte, follow the report.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;
use toolbox::{Event, Outcome, Sink, Source, SuperviseError, Supervised, Tool};

use crate::progress::Progress;
use crate::qemu::{Machine, UnusablePath};

/// How QEMU ended and what it said on standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How.
    pub outcome: Outcome,
    /// What it said.
    pub said: String,
}

/// Why a measurement could not be made or followed.
#[derive(Debug, Error)]
pub enum MeasureError {
    /// The image's path cannot be given to QEMU.
    #[error(transparent)]
    Path(#[from] UnusablePath),
    /// QEMU did not start or was interrupted.
    #[error(transparent)]
    Supervise(#[from] SuperviseError),
    /// More came than any report has.
    #[error("more than {LARGEST_LOG} bytes came over the serial line, no report is so long")]
    Flood,
    /// The log cannot be written.
    #[error("cannot write {path}: {source}")]
    Log {
        /// The log.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Most bytes of a log: a hundred times the longest report.
const LARGEST_LOG: u64 = 256 << 20;

/// How long one wait for output may take.
const PATIENCE: Duration = Duration::from_millis(500);

/// Runs the machine to its end and writes what it sends to `log` as it comes.
///
/// QEMU is ended when this function returns, whatever the reason.
///
/// # Errors
///
/// QEMU cannot be started, a signal asked to stop, or the log cannot be written.
pub fn measure(
    qemu: &Tool,
    machine: &Machine,
    log: &Path,
    deadline: Duration,
    progress: &mut Progress<impl Write>,
) -> Result<Ended, MeasureError> {
    let failed = |source| MeasureError::Log { path: log.to_owned(), source };
    let mut file = File::create(log).map_err(failed)?;
    let mut command = qemu.command();
    command.args(machine.arguments()?);
    if let Some(folder) = &machine.folder {
        command.current_dir(folder);
    }
    let mut child = Supervised::spawn(command, deadline, &Source::Nothing, &Sink::Capture, &Sink::Capture)?;
    let outcome = follow(&mut child, &mut file, log, progress);
    // What comes next starts on a clean line, however this ended.
    let _ = progress.clear();
    Ok(Ended { outcome: outcome?, said: String::from_utf8_lossy(&child.stderr()).trim().to_owned() })
}

/// Keeps what the child sends until it ends.
fn follow(
    child: &mut Supervised,
    file: &mut File,
    log: &Path,
    progress: &mut Progress<impl Write>,
) -> Result<Outcome, MeasureError> {
    let failed = |source| MeasureError::Log { path: log.to_owned(), source };
    let mut length = 0;
    loop {
        match child.poll(PATIENCE)? {
            Event::Output(bytes) => {
                length += bytes.len() as u64;
                if length > LARGEST_LOG {
                    return Err(MeasureError::Flood);
                }
                file.write_all(&bytes).map_err(failed)?;
                // Progress is talk: a closed terminal is no reason to stop measuring.
                let _ = progress.take(&bytes);
            }
            Event::Quiet => {}
            Event::Ended(outcome) => return Ok(outcome),
        }
    }
}
