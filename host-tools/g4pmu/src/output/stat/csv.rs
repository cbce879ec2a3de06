//! A table of our own: a header, the same columns always, units in their names.
//!
//! The format is stated in `docs/stat.md`. RFC 4180 except for line ends, which are LF.
//! Counts are those that n iterations add, whole or a half; a cell without a value is empty
//! and `status` and `reason` say why. A metric has a row with its name and its figure.

use serde::Serialize;

use crate::results::{Exactness, SCHEMA, Source, Status};
use crate::stat::gate::Tested;
use crate::stat::measured::Measured;
use crate::stat::view::{Line, MetricLine};
use crate::statistics::Resolution;

/// The header, always the first line.
pub const COLUMNS: [&str; 32] = [
    "schema",
    "kernel",
    "parameters",
    "translation",
    "state",
    "warmup",
    "n",
    "trials",
    "name",
    "event",
    "pmc",
    "code",
    "pass",
    "passes",
    "median_events",
    "min_events",
    "mad_events",
    "low_events",
    "high_events",
    "coverage",
    "expected_least_events",
    "expected_most_events",
    "resolution",
    "figure",
    "figure_unit",
    "elapsed_ns",
    "source",
    "exactness",
    "anchors",
    "gate",
    "status",
    "reason",
];

/// One line, fields in the order of [`COLUMNS`].
#[derive(Serialize)]
struct Row<'a> {
    schema: u32,
    kernel: &'a str,
    parameters: &'a str,
    translation: &'a str,
    state: &'a str,
    warmup: u64,
    n: u64,
    trials: u32,
    name: &'a str,
    event: Option<&'a str>,
    pmc: Option<u8>,
    code: Option<u8>,
    pass: usize,
    passes: usize,
    median: Option<String>,
    min: Option<i128>,
    mad: Option<String>,
    low: Option<i128>,
    high: Option<i128>,
    coverage: Option<f64>,
    least: Option<u64>,
    most: Option<u64>,
    resolution: Option<Resolution>,
    figure: Option<f64>,
    figure_unit: Option<&'a str>,
    elapsed: Option<u64>,
    source: Option<Source>,
    exactness: Option<Exactness>,
    anchors: &'static str,
    gate: Tested,
    status: Status,
    reason: Option<&'a str>,
}

/// The header as a line.
#[must_use]
pub fn header() -> Vec<u8> {
    let mut bytes = COLUMNS.join(",").into_bytes();
    bytes.push(b'\n');
    bytes
}

/// The lines of a measurement.
///
/// # Panics
///
/// Never: every row has the same columns, and memory takes every write.
#[must_use]
pub fn rows(measured: &Measured, lines: &[Line<'_>], metrics: &[MetricLine<'_>]) -> Vec<u8> {
    let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    for line in lines {
        csv.serialize(row(measured, line)).expect("every row has the same columns");
    }
    for line in metrics {
        csv.serialize(metric_row(measured, line)).expect("every row has the same columns");
    }
    csv.into_inner().expect("memory takes every write")
}

fn row<'a>(measured: &'a Measured, line: &'a Line<'a>) -> Row<'a> {
    let row = line.row;
    let found = row.outcome.as_ref().ok();
    let why = row.outcome.as_ref().err();
    Row {
        name: &line.name,
        event: Some(&row.event),
        pmc: row.pmc,
        code: row.code,
        median: found.map(|found| found.pairs.median.to_string()),
        min: found.map(|found| found.pairs.min),
        mad: found.map(|found| found.pairs.mad.to_string()),
        low: found.map(|found| found.pairs.interval.low),
        high: found.map(|found| found.pairs.interval.high),
        coverage: found.map(|found| found.pairs.interval.coverage),
        least: row.expected.map(|(least, _)| least),
        most: row.expected.map(|(_, most)| most),
        resolution: found.map(|found| found.resolution),
        figure: line.figure.map(|figure| figure.value),
        figure_unit: line.figure.map(|figure| figure.unit),
        elapsed: line.nanoseconds.map(|time| time.round() as u64),
        source: Some(row.source),
        exactness: row.exactness,
        anchors: if line.apart.is_some() { "apart" } else { "agree" },
        gate: line.tested,
        status: why.map_or(Status::Ok, |why| why.status),
        reason: why.map(|why| why.reason.as_str()),
        ..empty(measured, line.pass, line.passes)
    }
}

fn metric_row<'a>(measured: &'a Measured, line: &'a MetricLine<'a>) -> Row<'a> {
    Row {
        name: &line.metric.name,
        figure: line.outcome.value,
        figure_unit: Some(&line.metric.unit),
        gate: line.tested,
        status: if line.outcome.value.is_some() { Status::Ok } else { Status::NotCounted },
        reason: line.outcome.reason.as_deref(),
        ..empty(measured, line.pass, line.passes)
    }
}

/// A row that says what was measured, and nothing of it.
fn empty(measured: &Measured, pass: usize, passes: usize) -> Row<'_> {
    let subject = &measured.subject;
    Row {
        schema: SCHEMA,
        kernel: &subject.kernel,
        parameters: &subject.parameters,
        translation: subject.translation,
        state: subject.state,
        warmup: subject.warmup,
        n: subject.n,
        trials: measured.trials,
        name: "",
        event: None,
        pmc: None,
        code: None,
        pass,
        passes,
        median: None,
        min: None,
        mad: None,
        low: None,
        high: None,
        coverage: None,
        least: None,
        most: None,
        resolution: None,
        figure: None,
        figure_unit: None,
        elapsed: None,
        source: None,
        exactness: None,
        anchors: "",
        gate: Tested::Untested,
        status: Status::NotCounted,
        reason: None,
    }
}
