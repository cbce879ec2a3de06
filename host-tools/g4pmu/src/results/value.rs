//! One value of one trial: a row of the CSV.
//!
//! The words of the enums stand once, in their names: CSV and JSON both write
//! them in kebab case.

use serde::Serialize;

/// One quantity of one trial, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Value {
    /// Event id from the catalogue, or `instructions-executed`, `time-base-ticks`.
    pub event: String,
    /// The counter, 1 to 6; absent where the value is not a counter's.
    pub pmc: Option<u8>,
    /// The counter's selector code.
    pub code: Option<u8>,
    /// The number; absent where there is none.
    pub value: Option<u64>,
    /// What is counted: `instructions`, `ticks` or `events`.
    pub unit: &'static str,
    /// The closed form, where the report states one for this quantity.
    pub expected: Option<u64>,
    /// The least that it may be, where the closed form is a range.
    pub expected_least: Option<u64>,
    /// The most.
    pub expected_most: Option<u64>,
    /// Who counted.
    pub source: Source,
    /// How exact the number is; absent where there is none.
    pub exactness: Option<Exactness>,
    /// Whether the number may be used.
    pub status: Status,
    /// Why not, in words.
    pub reason: Option<String>,
}

/// Who counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The chip's own counter or time base.
    Hardware,
    /// A model of the chip behind an emulator.
    Model,
    /// The time base under `-icount`: executed instructions and nothing else.
    Instructions,
    /// Nobody: there is no value.
    None,
}

/// How exact a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exactness {
    /// The kernel's own number, the window's share subtracted.
    Exact,
    /// A difference of two readings as they were read: the window's own events
    /// are part of it.
    AsRead,
    /// As read; a model's count that is exact given the documented sizes and rules of a
    /// structure.
    Structural,
    /// As read; a model's count that depends on the timing which it computes.
    Modelled,
    /// As read and modelled; a chip would also count work that it discards.
    RightPathOnly,
}

/// What stands behind a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A value, equal to its closed form where one is known.
    Ok,
    /// A value that differs from its closed form.
    Mismatch,
    /// No value: nothing counted this event.
    NotCounted,
    /// No value: the counter may have wrapped.
    WrapUnknown,
    /// No value: an exception ended the kernel's run.
    Fault,
    /// No value: the kernel did not run.
    Skipped,
    /// No value: what was read cannot be true, or the image reported an error.
    Error,
    /// No value: rows are missing from here on, the report is not whole.
    Missing,
}
