//! Any bytes as a log: `cargo +nightly fuzz run log` in `host-tools/report-format`.
//!
//! The corpus is also run by the crate's plain tests, see `tests/format/corpus.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|log: &[u8]| report_format::laws::assert_for(log));
