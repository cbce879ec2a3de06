//! perf's own machine-readable forms: `-x` and `-j`.
//!
//! The order of `-x` is the one that perf 6.1 writes, not the one of its manual page:
//! count, unit, event, spread, run time in nanoseconds, percent of it that was counted,
//! figure, unit of the figure. No header, nothing quoted. Every event is counted all the
//! time, so the percent are 100 or 0.

use std::io::{self, Write};

use serde::Serialize;

use super::text::remarks;
use super::{exactness, source};
use crate::stat::measured::Measured;
use crate::stat::view::Line;

/// What stands for a count that there is none of.
const NOT_COUNTED: &str = "<not counted>";

/// Writes the lines of a measurement with this character between the fields. Where there
/// are several measurements, each line begins with kernel and parameters, as perf's begin
/// with a time or a processor where there are several.
///
/// # Errors
///
/// The writer's own.
pub fn write(
    measured: &Measured,
    lines: &[Line<'_>],
    separator: u8,
    several: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    for line in lines {
        let fields = Fields::of(line);
        let mut all = if several { vec![measured.subject.typed()] } else { Vec::new() };
        all.extend([fields.count, String::new(), line.name.clone(), fields.spread, fields.nanoseconds, fields.percent]);
        all.extend([fields.figure, fields.unit]);
        writeln!(out, "{}", all.join(char::from(separator).encode_utf8(&mut [0; 4])))?;
    }
    Ok(())
}

/// The fields of a line as perf writes them.
struct Fields {
    count: String,
    spread: String,
    nanoseconds: String,
    percent: String,
    figure: String,
    unit: String,
}

impl Fields {
    fn of(line: &Line<'_>) -> Self {
        let found = line.row.outcome.as_ref().ok();
        let spread = found.and_then(|found| found.pairs.relative_spread());
        Self {
            count: found.map_or_else(|| NOT_COUNTED.to_owned(), |found| found.pairs.median.to_string()),
            spread: spread.map(|spread| format!("{:.2}%", spread * 100.0)).unwrap_or_default(),
            nanoseconds: line.nanoseconds.map(|time| format!("{time:.0}")).unwrap_or_default(),
            percent: if found.is_some() { "100.00" } else { "0.00" }.to_owned(),
            figure: line.figure.map(|figure| format!("{:.6}", figure.value)).unwrap_or_default(),
            unit: line.figure.map(|figure| figure.unit.to_owned()).unwrap_or_default(),
        }
    }
}

/// One object of `-j`: perf's keys, then ours.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(rename = "counter-value")]
    count: String,
    unit: &'static str,
    event: &'a str,
    variance: Option<f64>,
    #[serde(rename = "event-runtime")]
    nanoseconds: Option<u64>,
    #[serde(rename = "pcnt-running")]
    percent: f64,
    #[serde(rename = "metric-value")]
    figure: Option<String>,
    #[serde(rename = "metric-unit")]
    figure_unit: Option<&'static str>,
    kernel: &'a str,
    parameters: &'a str,
    translation: &'a str,
    state: &'a str,
    iterations: u64,
    pmc: Option<u8>,
    code: Option<u8>,
    pass: usize,
    source: &'static str,
    exactness: Option<&'static str>,
    reason: Option<&'a str>,
    remarks: Vec<String>,
}

/// Writes the lines of a measurement as objects, one a line.
///
/// # Errors
///
/// The writer's own.
pub fn write_json(measured: &Measured, lines: &[Line<'_>], out: &mut impl Write) -> io::Result<()> {
    for line in lines {
        let fields = Fields::of(line);
        let found = line.row.outcome.as_ref();
        let object = Object {
            count: found.map_or_else(|_| NOT_COUNTED.to_owned(), |found| format!("{:.6}", found.pairs.median)),
            unit: "",
            event: &line.name,
            variance: found.ok().and_then(|found| found.pairs.relative_spread()).map(|spread| spread * 100.0),
            nanoseconds: line.nanoseconds.map(|time| time.round() as u64),
            percent: if found.is_ok() { 100.0 } else { 0.0 },
            figure: line.figure.map(|_| fields.figure),
            figure_unit: line.figure.map(|figure| figure.unit),
            kernel: &measured.subject.kernel,
            parameters: &measured.subject.parameters,
            translation: measured.subject.translation,
            state: measured.subject.state,
            iterations: measured.subject.n,
            pmc: line.row.pmc,
            code: line.row.code,
            pass: line.pass,
            source: source(line.row.source),
            exactness: line.row.exactness.map(exactness),
            reason: found.err().map(|why| why.reason.as_str()),
            remarks: remarks(line),
        };
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)?;
    }
    Ok(())
}
