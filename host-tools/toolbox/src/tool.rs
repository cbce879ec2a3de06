//! One external program, as set-up found or provided it.
//!
//! A program from an unpacked package set is named by a small start script that
//! finds its libraries (see `cargo xtask setup`), so that a path is all that
//! anyone needs to run it: no environment, no leading arguments.

use crate::streams::Sink;
use crate::supervise::{SuperviseError, run};
use crate::version::{NoVersion, Version};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, UNIX_EPOCH};
use std::{fmt, fs, io};

/// How long a program may take to tell its version.
const VERSION_PATIENCE: Duration = Duration::from_secs(20);

/// Where a program came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It was on the machine already.
    System,
    /// It belongs to a toolchain that rustup keeps.
    Rustup,
    /// Set-up fetched and unpacked it into the cache folder.
    Unpacked,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::System => "the system's",
            Self::Rustup => "rustup's",
            Self::Unpacked => "unpacked privately",
        })
    }
}

/// Time of change and length of a file: enough to see that a package manager
/// replaced a program whose version is on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Time of the last change, nanoseconds since 1970.
    pub modified_ns: u64,
    /// Length in bytes.
    pub length: u64,
}

impl Stamp {
    /// Reads the stamp of the file at `path`, links followed.
    ///
    /// # Errors
    /// When the file cannot be looked at.
    pub fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        let since = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Self { modified_ns: u64::try_from(since.as_nanos()).unwrap_or(u64::MAX), length: metadata.len() })
    }
}

/// A program that can be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    /// Absolute path of the program or of its start script.
    pub program: PathBuf,
    /// The version it reports.
    pub version: Version,
    /// Where it came from.
    pub origin: Origin,
    /// The file as it was when the version was read.
    pub stamp: Stamp,
}

/// Why a program is not usable.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// It is not there or cannot be looked at.
    #[error("cannot use {}: {source}", path.display())]
    Unusable {
        /// The program.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// It does not run.
    #[error(transparent)]
    Supervise(#[from] SuperviseError),
    /// It runs, but failed when asked for its version.
    #[error("{} --version failed: {reason}", path.display())]
    Failed {
        /// The program.
        path: PathBuf,
        /// How it ended and what it said.
        reason: String,
    },
    /// It is another program.
    #[error("{} --version says {said:?}, and not `{expected}`: it is another program", path.display())]
    Stranger {
        /// The program.
        path: PathBuf,
        /// What its version should follow.
        expected: &'static str,
        /// The first line that it says instead.
        said: String,
    },
    /// It reports no version that can be read.
    #[error("{} --version: {source}", path.display())]
    Version {
        /// The program.
        path: PathBuf,
        /// What stands there instead.
        source: NoVersion,
    },
}

impl Tool {
    /// Asks the program at `path` for its version.
    ///
    /// # Errors
    /// When it is not there, does not run, does not end in 20 s, fails, or
    /// reports no version.
    pub fn probe(path: &Path, origin: Origin) -> Result<Self, ToolError> {
        Self::probe_with(path, origin, &["--version"])
    }

    /// Asks the program at `path` for its version, which must stand behind the words
    /// `expected`.
    ///
    /// # Errors
    /// As [`Tool::probe`], and when the words do not stand there.
    pub fn probe_as(path: &Path, origin: Origin, expected: &'static str) -> Result<Self, ToolError> {
        Self::ask(path, origin, &["--version"], expected)
    }

    /// Asks the program at `path` for its version with these arguments.
    ///
    /// # Errors
    /// As [`Tool::probe`].
    pub fn probe_with(path: &Path, origin: Origin, question: &[&str]) -> Result<Self, ToolError> {
        Self::ask(path, origin, question, "")
    }

    fn ask(path: &Path, origin: Origin, question: &[&str], expected: &'static str) -> Result<Self, ToolError> {
        let unusable = |source| ToolError::Unusable { path: path.to_path_buf(), source };
        let program = std::path::absolute(path).map_err(unusable)?;
        let stamp = Stamp::of(&program).map_err(unusable)?;
        let mut command = Command::new(&program);
        command.args(question);
        let finished = run(command, VERSION_PATIENCE, &Sink::Capture, &Sink::Capture)?;
        if !finished.outcome.success() {
            let said = String::from_utf8_lossy(&finished.stderr);
            let reason = format!("it {}; {}", finished.outcome, said.lines().next().unwrap_or("it said nothing"));
            return Err(ToolError::Failed { path: program, reason });
        }
        let said = String::from_utf8_lossy(&finished.stdout);
        let Some((_, version)) = said.split_once(expected) else {
            let said = said.lines().next().unwrap_or_default().to_owned();
            return Err(ToolError::Stranger { path: program, expected, said });
        };
        let version = Version::find(version).map_err(|source| ToolError::Version { path: program.clone(), source })?;
        Ok(Self { program, version, origin, stamp })
    }

    /// Whether the file is still the one whose version is on record.
    #[must_use]
    pub fn unchanged(&self) -> bool {
        Stamp::of(&self.program).is_ok_and(|stamp| stamp == self.stamp)
    }

    /// Starts a command line with this program.
    #[must_use]
    pub fn command(&self) -> Command {
        Command::new(&self.program)
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", self.version, self.program.display(), self.origin)
    }
}
