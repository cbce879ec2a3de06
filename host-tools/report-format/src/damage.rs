//! Why a line that carries the marker is not a record.

use core::fmt;

use crate::layout::NAMES;
use crate::{LONGEST_LINE, VERSION};

/// What is wrong with a line. Texts are the line's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage<'a> {
    /// The line stops before the end of its checksum: its rest is lost.
    Cut,
    /// From the marker on, the line is longer than any record.
    TooLong {
        /// Its bytes from the marker on.
        length: usize,
    },
    /// A byte that no record contains.
    Byte {
        /// Position from the marker, which is 0.
        position: usize,
        /// The byte.
        byte: u8,
    },
    /// What follows ` *` is not eight lower-case hex digits and the line's end.
    Tail,
    /// The checksum does not match.
    Checksum {
        /// As it stands in the line.
        stated: u32,
        /// Of the line as it is.
        computed: u32,
    },
    /// The sequence number is not one.
    Sequence {
        /// What stands there.
        found: &'a str,
    },
    /// No such type of record.
    Type {
        /// What stands there.
        found: &'a str,
    },
    /// Number 0 on another record than `report`, or another number on `report`.
    Misplaced {
        /// The record's type.
        name: &'a str,
        /// Its number.
        sequence: u32,
    },
    /// A report of another version of the format.
    Version {
        /// The version it states.
        found: u32,
    },
    /// Another field than the one that stands here in this type of record.
    Key {
        /// The key that belongs here.
        expected: &'static str,
        /// The field that stands here.
        found: &'a str,
    },
    /// The line ends before all fields.
    MissingKey {
        /// The first that is missing.
        key: &'static str,
    },
    /// A value that is not the one spelling of a legal value.
    Value {
        /// The field's key.
        key: &'static str,
        /// What stands there.
        found: &'a str,
        /// What may stand there.
        legal: &'static str,
    },
    /// Something after the last field.
    Extra {
        /// What stands there.
        found: &'a str,
    },
}

impl fmt::Display for Damage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut => write!(f, "the line is cut before the end of its checksum"),
            Self::TooLong { length } => {
                write!(f, "{length} bytes from the marker to the end of the line, a record has at most {LONGEST_LINE}")
            }
            Self::Byte { position, byte } => {
                write!(f, "byte 0x{byte:02x} at position {position}, a record is printable ASCII")
            }
            Self::Tail => write!(f, "after ` *` there must be eight lower-case hex digits and the end of the line"),
            Self::Checksum { stated, computed } => {
                write!(f, "the checksum says {stated:08x}, the line has {computed:08x}")
            }
            Self::Sequence { found } => {
                write!(f, "sequence number `{found}`, legal are decimal digits without leading zeros, below 2^32")
            }
            Self::Type { found } => {
                write!(f, "unknown record type `{found}`, legal are")?;
                for name in NAMES {
                    write!(f, " {name}")?;
                }
                Ok(())
            }
            Self::Misplaced { name, sequence } => {
                write!(f, "record `{name}` with number {sequence}: `report`, and only it, has number 0")
            }
            Self::Version { found } => {
                write!(f, "report format version {found}, this tool reads version {VERSION}: use the tool of the image")
            }
            Self::Key { expected, found } => write!(f, "`{found}` where `{expected}=` belongs"),
            Self::MissingKey { key } => write!(f, "the record ends before `{key}=`"),
            Self::Value { key, found, legal } => write!(f, "`{key}={found}`, legal is: {legal}"),
            Self::Extra { found } => write!(f, "`{found}` after the last field"),
        }
    }
}

impl core::error::Error for Damage<'_> {}
