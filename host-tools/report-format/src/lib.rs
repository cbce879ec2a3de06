//! The wire records of g4pmu: the only code that writes or parses a report line.
#![cfg_attr(not(any(test, feature = "std")), no_std)]

pub mod record;
pub mod text;

/// Version of the report format that this crate writes and reads.
pub const VERSION: u32 = 1;
