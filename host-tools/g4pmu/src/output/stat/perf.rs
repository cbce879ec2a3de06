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
use crate::stat::gate::Tested;
use crate::stat::measured::Measured;
use crate::stat::view::{Line, MetricLine};

/// What stands for a count that there is none of.
const NOT_COUNTED: &str = "<not counted>";

/// What stands for the value of a metric that has none.
const NO_VALUE: &str = "<no value>";

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
    metrics: &[MetricLine<'_>],
    separator: u8,
    several: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let separator = char::from(separator).to_string();
    let key = || if several { vec![measured.subject.typed()] } else { Vec::new() };
    for line in lines {
        let fields = Fields::of(line);
        let mut all = key();
        all.extend([fields.count, String::new(), line.name.clone(), fields.spread, fields.nanoseconds, fields.percent]);
        all.extend([fields.figure, fields.unit]);
        writeln!(out, "{}", all.join(&separator))?;
    }
    for MetricLine { metric, outcome, .. } in metrics {
        let mut all = key();
        let value = outcome.value.map_or_else(|| NO_VALUE.to_owned(), |value| value.to_string());
        all.extend([value, metric.unit.clone(), metric.name.clone()]);
        all.extend(vec![String::new(); 5]);
        writeln!(out, "{}", all.join(&separator))?;
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

/// One object of a metric.
#[derive(Serialize)]
struct MetricObject<'a> {
    metric: &'a str,
    group: &'a str,
    value: Option<f64>,
    least: Option<f64>,
    most: Option<f64>,
    unit: &'a str,
    kernel: &'a str,
    parameters: &'a str,
    translation: &'a str,
    state: &'a str,
    iterations: u64,
    pass: usize,
    gate: Tested,
    reason: Option<&'a str>,
}

/// Writes the lines of a measurement as objects, one a line.
///
/// # Errors
///
/// The writer's own.
pub fn write_json(
    measured: &Measured,
    lines: &[Line<'_>],
    metrics: &[MetricLine<'_>],
    out: &mut impl Write,
) -> io::Result<()> {
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
    for MetricLine { metric, outcome, pass, tested, .. } in metrics {
        let object = MetricObject {
            metric: &metric.name,
            group: &metric.group,
            value: outcome.value,
            least: outcome.spread.map(|(least, _)| least),
            most: outcome.spread.map(|(_, most)| most),
            unit: &metric.unit,
            kernel: &measured.subject.kernel,
            parameters: &measured.subject.parameters,
            translation: measured.subject.translation,
            state: measured.subject.state,
            iterations: measured.subject.n,
            pass: *pass,
            gate: *tested,
            reason: outcome.reason.as_deref(),
        };
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)?;
    }
    Ok(())
}
