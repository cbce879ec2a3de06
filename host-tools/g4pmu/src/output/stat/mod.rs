//! What `g4pmu stat` prints: for people as `perf stat` lays it out, for perf's scripts as
//! its `-x` and `-j`, and as a table of our own with a header.

pub mod csv;
pub mod perf;
pub mod text;

use crate::results::{Exactness, Source};

const fn source(source: Source) -> &'static str {
    match source {
        Source::Hardware => "hardware",
        Source::Model => "model",
        Source::Instructions => "instructions",
        Source::None => "none",
    }
}

const fn exactness(exactness: Exactness) -> &'static str {
    match exactness {
        Exactness::Exact => "exact",
        Exactness::AsRead => "as-read",
        Exactness::Structural => "structural",
        Exactness::Modelled => "modelled",
        Exactness::RightPathOnly => "right-path-only",
    }
}
