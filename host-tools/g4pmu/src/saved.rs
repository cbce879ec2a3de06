//! What was saved: every report of a log, or of a run's folder, that measured something.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::results::{Completeness, Results};

/// A saved log, read.
#[derive(Debug)]
pub struct Saved {
    /// The log's file.
    pub log: PathBuf,
    /// Its reports that measured something, with their numbers in the log, from 1.
    pub reports: Vec<(usize, Results)>,
}

/// Why a saved log is of no use.
#[derive(Debug, Error)]
pub enum NotSaved {
    /// It cannot be read.
    #[error("cannot read {}", log.display())]
    Read {
        /// The log.
        log: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// There is nothing in it.
    #[error("{}: no report in it measured anything; name a log that `g4pmu run` or `g4pmu stat` left, or its folder", .0.display())]
    Nothing(PathBuf),
}

impl Saved {
    /// Reads a log, or the log of a run's folder.
    ///
    /// # Errors
    ///
    /// [`NotSaved`].
    pub fn read(path: &Path) -> Result<Self, NotSaved> {
        let log = if path.is_dir() { path.join("raw.log") } else { path.to_owned() };
        let bytes = match fs::read(&log) {
            Ok(bytes) => bytes,
            Err(source) => return Err(NotSaved::Read { log, source }),
        };
        let parsed = report_format::log::parse(&bytes);
        let reports = (1..=parsed.boots.len()).map(|number| (number, Results::of_report(&parsed, number)));
        let reports: Vec<_> = reports.filter(|(_, results)| !results.kernels.is_empty()).collect();
        if reports.is_empty() { Err(NotSaved::Nothing(log)) } else { Ok(Self { log, reports }) }
    }

    /// The first report that is not whole, by its number and what is missing.
    #[must_use]
    pub fn incomplete(&self) -> Option<(usize, &Results)> {
        let found = self.reports.iter().find(|(_, results)| results.report != Completeness::Complete);
        found.map(|(number, results)| (*number, results))
    }
}
