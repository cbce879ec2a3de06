//! The folder a run leaves behind: `raw.log`, `results.csv`, `results.json`,
//! `command.txt`, and `samples.csv` where kernels were sampled; of `g4pmu stat` `raw.log`,
//! `stat.csv` and `command.txt`.
//!
//! A folder holds one run. Results that are there already are never overwritten:
//! a measurement on hardware cannot be asked for again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use thiserror::Error;

/// Where a run's files go.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

/// Why there is no folder to write to.
#[derive(Debug, Error)]
pub enum FolderError {
    /// Another run's results are there.
    #[error("{0} already holds the results of a run: name another folder with --out, or move it away")]
    Taken(PathBuf),
    /// It cannot be made.
    #[error("cannot make the folder {path}: {source}")]
    Make {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl Folder {
    /// Makes the folder that the user named, with its parents.
    ///
    /// # Errors
    ///
    /// It holds one of a run's files, or it cannot be made.
    pub fn named(path: &Path) -> Result<Self, FolderError> {
        Self::vacant(path)?;
        fs::create_dir_all(path).map_err(|source| FolderError::Make { path: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned() })
    }

    /// Looks whether a run's results can go there.
    ///
    /// # Errors
    ///
    /// It holds one of a run's files.
    pub fn vacant(path: &Path) -> Result<(), FolderError> {
        let folder = Self { path: path.to_owned() };
        if [folder.log(), folder.csv(), folder.json(), folder.samples(), folder.stat(), folder.command()]
            .iter()
            .any(|file| file.symlink_metadata().is_ok())
        {
            return Err(FolderError::Taken(folder.path));
        }
        Ok(())
    }

    /// Makes `results/<UTC time>` in the current folder; runs that start in the
    /// same second get `-2`, `-3` and so on.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub fn timed(now: SystemTime) -> Result<Self, FolderError> {
        let parent = Path::new("results");
        fs::create_dir_all(parent).map_err(|source| FolderError::Make { path: parent.to_owned(), source })?;
        let stamp = utc(now);
        let mut path = parent.join(&stamp);
        for number in 2.. {
            match fs::create_dir(&path) {
                Ok(()) => break,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    path = parent.join(format!("{stamp}-{number}"));
                }
                Err(source) => return Err(FolderError::Make { path, source }),
            }
        }
        Ok(Self { path })
    }

    /// The folder itself.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The serial output, byte for byte.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.path.join("raw.log")
    }

    /// The values, one a row.
    #[must_use]
    pub fn csv(&self) -> PathBuf {
        self.path.join("results.csv")
    }

    /// The same as one document.
    #[must_use]
    pub fn json(&self) -> PathBuf {
        self.path.join("results.json")
    }

    /// The samples, one a row; only where there was a sampled call.
    #[must_use]
    pub fn samples(&self) -> PathBuf {
        self.path.join("samples.csv")
    }

    /// What `g4pmu stat` counted, one event a row.
    #[must_use]
    pub fn stat(&self) -> PathBuf {
        self.path.join("stat.csv")
    }

    /// How the run was made.
    #[must_use]
    pub fn command(&self) -> PathBuf {
        self.path.join("command.txt")
    }
}

/// `2026-01-31T09-05-07Z`: sorts by time, legal in file names everywhere.
///
/// The standard library has no calendar. Days become a date by counting from
/// 1 March of year 0, so that the leap day is the last day of a year, in eras of
/// 400 years that all have the same number of days.
#[must_use]
pub fn utc(time: SystemTime) -> String {
    const DAYS_BEFORE_1970: u64 = 719_468;
    const DAYS_OF_ERA: u64 = 146_097;
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let days = seconds / 86_400 + DAYS_BEFORE_1970;
    let (era, day) = (days / DAYS_OF_ERA, days % DAYS_OF_ERA);
    // Leap days fall every 4 years, not every 100, but at the end of the era.
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // From March on, months alternate 31 and 30 days in groups of 153 for five.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{:04}-{month:02}-{day:02}T{hour:02}-{minute:02}-{second:02}Z", era * 400 + year + next_year)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::{Folder, FolderError, utc};

    #[test]
    fn times_are_utc_dates() {
        // Each pair as `date -u -d @SECONDS` prints it.
        let at = |seconds| utc(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00-00-00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23-59-59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00-00-00Z");
        assert_eq!(at(951_868_800), "2000-03-01T00-00-00Z");
        assert_eq!(at(1_709_164_800), "2024-02-29T00-00-00Z");
        assert_eq!(at(1_798_761_599), "2026-12-31T23-59-59Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00-00-00Z");
    }

    #[test]
    fn a_folder_with_results_is_refused() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let path = place.path().join("a/b");
        let folder = Folder::named(&path).expect("a new folder");
        std::fs::write(folder.csv(), "x").expect("a file");
        assert!(matches!(Folder::named(&path), Err(FolderError::Taken(_))));
    }
}
