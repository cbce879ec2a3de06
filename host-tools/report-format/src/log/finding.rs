//! What is wrong with a boot's lines.

use std::fmt;

use crate::VERSION;
use crate::damage::Damage;

/// What a boot is worth, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Diagnosis {
    /// Every record from `report` to `end` is there, and the totals agree.
    Complete,
    /// The boot stops before its `end` record; everything up to there is there.
    Truncated,
    /// Something within the boot is damaged, missing, contradictory or unreadable.
    Corrupt,
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Complete => "complete",
            Self::Truncated => "truncated",
            Self::Corrupt => "corrupt",
        })
    }
}

/// One thing that is wrong with a boot. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding<'a> {
    /// The boot stops within this line.
    CutShort {
        /// The line.
        line: usize,
    },
    /// There is no `end` record.
    NoEnd {
        /// The last record's number; `None` when there is no record at all.
        last: Option<u32>,
    },
    /// A line with the marker is not a record.
    Damaged {
        /// The line.
        line: usize,
        /// Why.
        reason: Damage<'a>,
    },
    /// Records with these numbers are missing, the first and the last included.
    Missing {
        /// The first number.
        first: u32,
        /// The last number.
        last: u32,
    },
    /// Two different records have one number; the first is kept.
    Differs {
        /// The number.
        sequence: u32,
        /// The line of the record that is kept.
        kept: usize,
        /// The line of the other one.
        line: usize,
    },
    /// A record stands after one with a higher number.
    OutOfOrder {
        /// Its number.
        sequence: u32,
        /// Its line.
        line: usize,
        /// The highest number before it.
        after: u32,
    },
    /// The `end` record states another number of records.
    Total {
        /// The line of the `end` record.
        line: usize,
        /// What is counted: the field's key.
        key: &'static str,
        /// What `end` states.
        stated: u32,
        /// What is there.
        found: u32,
    },
    /// The report has another version of the format; its lines are not read.
    Version {
        /// The line of the `report` record.
        line: usize,
        /// The version it states.
        version: u32,
        /// Lines with the marker that follow and are not read.
        unread: usize,
    },
}

impl Finding<'_> {
    /// What a boot with this finding is worth at best.
    #[must_use]
    pub const fn diagnosis(&self) -> Diagnosis {
        match self {
            Self::CutShort { .. } | Self::NoEnd { .. } => Diagnosis::Truncated,
            Self::Damaged { .. }
            | Self::Missing { .. }
            | Self::Differs { .. }
            | Self::OutOfOrder { .. }
            | Self::Total { .. }
            | Self::Version { .. } => Diagnosis::Corrupt,
        }
    }
}

impl fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CutShort { line } => write!(f, "line {line}: the report stops within this line"),
            Self::NoEnd { last: None } => write!(f, "no record could be read"),
            Self::NoEnd { last: Some(last) } => write!(f, "no `end` record: everything after record {last} is missing"),
            Self::Damaged { line, reason } => write!(f, "line {line}: {reason}"),
            Self::Missing { first, last } if first == last => write!(f, "record {first} is missing"),
            Self::Missing { first, last } => {
                write!(f, "records {first} to {last} are missing ({} in all)", u64::from(*last) - u64::from(*first) + 1)
            }
            Self::Differs { sequence, kept, line } => {
                write!(f, "line {line}: another record {sequence} than the one on line {kept}")
            }
            Self::OutOfOrder { sequence, line, after } => {
                write!(f, "line {line}: record {sequence} stands after record {after}")
            }
            Self::Total { line, key, stated, found } => {
                write!(f, "line {line}: the `end` record states {key}={stated}, there are {found}")
            }
            Self::Version { line, version, unread } => write!(
                f,
                "line {line}: report format version {version}, this tool reads version {VERSION}; \
                 {unread} lines after it are not read"
            ),
        }
    }
}
