//! The wire records of g4pmu: the only code that writes or parses a report line.
//!
//! A report is a sequence of text lines on a serial port that a person can read
//! in a terminal:
//!
//! ```text
//! @g4 0 report version=1 image=0.1.0 build=0x1c291ca3 start=loader emulator=qemu console=scc-a *30ce3670
//! ```
//!
//! That is the marker, a sequence number, the record's type, its fields in a
//! fixed order, and the CRC-32 of everything from `@` up to the space before
//! `*`. Every value has exactly one spelling, so writing what was parsed gives
//! the same line again. The grammar is `docs/report-format.md`.
//!
//! ```
//! use report_format::parse::{Line, parse_line};
//! use report_format::record::{Emulator, Record, Report, Start};
//! use report_format::text::Text;
//! use report_format::write::Writer;
//!
//! let report = Record::Report(Report {
//!     version: report_format::VERSION,
//!     image: Text::new("0.1.0"),
//!     build: 0x1c29_1ca3,
//!     start: Start::Loader,
//!     emulator: Emulator::Qemu,
//!     console: Text::new("scc-a"),
//! });
//! let mut out = String::new();
//! let mut writer = Writer::new(&mut out);
//! writer.write(&report)?;
//! writer.finish()?;
//! let first = out.lines().next().unwrap_or_default();
//! assert_eq!(parse_line(first.as_bytes()), Line::Record { sequence: 0, record: report });
//! # Ok::<(), report_format::write::WriteError>(())
//! ```
//!
//! # Map
//!
//! - [`record`]: the records as types; [`text`] and [`word`]: their values.
//! - [`write::Writer`]: numbers and writes them. Needs no standard library, no
//!   allocator and no buffer: characters go out as they are made.
//! - [`parse::parse_line`]: one line back into a record, or why not
//!   ([`damage::Damage`]).
//! - `log` and `check`, with feature `std`: a whole log into boots, with what is
//!   damaged, missing or repeated; and whether the records make sense together.
//! - `laws`, with feature `std`: what holds for every input, for tests and fuzzing.
//! - [`command_line`]: lines in the other direction, to the image's monitor.
//! - [`checksum`]: the CRC-32 of a line, which the image also uses for its code.
//! - `layout` (private): one list of types, keys and value forms from which both
//!   directions are made, so that writer and parser cannot drift apart.
//!
//! # Why text
//!
//! A binary framing would be smaller, but needs a tool to be looked at, and the
//! report must be of use to somebody with nothing but a terminal program. JSON
//! lines were the other candidate: they read worse, and the image would carry a
//! string escaper for quotes and the host a general parser for a format of sixteen
//! fixed shapes.
#![cfg_attr(not(any(test, feature = "std")), no_std)]

#[cfg(feature = "std")]
pub mod check;
pub mod checksum;
pub mod command_line;
pub mod damage;
#[cfg(feature = "std")]
pub mod laws;
mod layout;
#[cfg(feature = "std")]
pub mod log;
pub mod parse;
pub mod record;
pub mod text;
mod value;
pub mod word;
pub mod write;

/// Version of the report format that this crate writes and reads.
pub const VERSION: u32 = 1;

/// What every record starts with. The character `@` stands nowhere else in a
/// record, so a record is found in the middle of a line as well.
pub const MARKER: &str = "@g4 ";

/// Longest record in bytes, from `@` to the last digit of the checksum.
pub const LONGEST_LINE: usize = 1280;
