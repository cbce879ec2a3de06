//! From records to lines.

use core::fmt::{self, Write as _};

use crate::record::{End, Record};
use crate::{MARKER, checksum};

/// Numbers records, writes them as lines, and keeps the totals for the last one.
///
/// Characters go out as they are made; there is no line buffer. A line that the
/// output broke off is not counted: the next one takes its number.
pub struct Writer<W> {
    out: W,
    /// Records written, by kind. `records` is the next sequence number.
    totals: End,
    finished: bool,
}

/// Why a record was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The output failed; part of the line may be out.
    Output,
    /// The record cannot stand here; nothing was written.
    Misplaced {
        /// The record's type.
        name: &'static str,
        /// The sequence number it would have had.
        sequence: u32,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output => write!(f, "the output failed within a line"),
            Self::Misplaced { name, sequence } => write!(
                f,
                "record `{name}` cannot have number {sequence}: \
                 a report starts with its one `report` record, and only `finish` writes `end`, once"
            ),
        }
    }
}

impl core::error::Error for WriteError {}

impl From<fmt::Error> for WriteError {
    fn from(_: fmt::Error) -> Self {
        Self::Output
    }
}

impl<W: fmt::Write> Writer<W> {
    /// A writer whose first record must be `report`.
    #[must_use]
    pub const fn new(out: W) -> Self {
        let totals = End { records: 0, kernels: 0, trials: 0, faults: 0, skips: 0, errors: 0 };
        Self { out, totals, finished: false }
    }

    /// Writes one record as a line that ends in LF.
    ///
    /// # Errors
    ///
    /// [`WriteError::Misplaced`] for a first record that is not `report`, a
    /// `report` that is not first, any `end`, and after [`Writer::finish`].
    /// [`WriteError::Output`] when the output fails.
    pub fn write(&mut self, record: &Record<'_>) -> Result<(), WriteError> {
        let is_first = self.totals.records == 0;
        let is_report = matches!(record, Record::Report(_));
        if is_report != is_first || matches!(record, Record::End(_)) {
            return Err(self.misplaced(record));
        }
        self.line(record)?;
        let count = match record {
            Record::Kernel(_) => &mut self.totals.kernels,
            Record::Trial(_) => &mut self.totals.trials,
            Record::Fault(_) => &mut self.totals.faults,
            Record::Skip(_) => &mut self.totals.skips,
            Record::Error(_) => &mut self.totals.errors,
            _ => return Ok(()),
        };
        *count = count.saturating_add(1);
        Ok(())
    }

    /// Writes the `end` record with the totals.
    ///
    /// # Errors
    ///
    /// [`WriteError::Misplaced`] before the `report` record and the second time,
    /// [`WriteError::Output`] when the output fails.
    pub fn finish(&mut self) -> Result<(), WriteError> {
        let end = Record::End(self.totals.clone());
        if self.totals.records == 0 {
            return Err(self.misplaced(&end));
        }
        self.line(&end)?;
        self.finished = true;
        Ok(())
    }

    fn misplaced(&self, record: &Record<'_>) -> WriteError {
        WriteError::Misplaced { name: record.name(), sequence: self.totals.records }
    }

    fn line(&mut self, record: &Record<'_>) -> Result<(), WriteError> {
        if self.finished {
            return Err(self.misplaced(record));
        }
        write_line(&mut self.out, self.totals.records, record)?;
        self.totals.records = self.totals.records.saturating_add(1);
        Ok(())
    }
}

/// Writes one record as a line that ends in LF, under any number.
///
/// [`Writer`] is the way to write a report; this is for single lines in tests and
/// for writing again what was parsed.
///
/// # Errors
///
/// When the output fails.
pub fn write_line(out: &mut impl fmt::Write, sequence: u32, record: &Record<'_>) -> fmt::Result {
    let mut summed = Summed { out, sum: checksum::start() };
    write!(summed, "{MARKER}{sequence} {}", record.name())?;
    record.write_fields(&mut summed)?;
    let Summed { out, sum } = summed;
    writeln!(out, " *{:08x}", sum.finalize())
}

/// Passes text on and sums it.
struct Summed<'a, W> {
    out: &'a mut W,
    sum: checksum::Sum,
}

impl<W: fmt::Write> fmt::Write for Summed<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.sum.update(text.as_bytes());
        self.out.write_str(text)
    }
}
