//! CSV: long and fixed. One row a trial and event, the same columns always.
//!
//! The format is stated in `docs/csv.md`. RFC 4180 except for line ends, which are
//! LF. Every row says what kind of report it comes from, so that the mark of an
//! incomplete one survives filtering and sorting.

use serde::Serialize;

use crate::results::{Completeness, Exactness, KernelResult, Results, Source, Status};

/// The header, always the first line.
pub const COLUMNS: [&str; 22] = [
    "schema",
    "report",
    "run",
    "kernel",
    "parameters",
    "translation",
    "state",
    "n",
    "trial",
    "expected",
    "expected_least",
    "expected_most",
    "model",
    "event",
    "pmc",
    "code",
    "value",
    "unit",
    "source",
    "exactness",
    "status",
    "reason",
];

type Writer = csv::Writer<Vec<u8>>;

/// One line, fields in the order of [`COLUMNS`].
#[derive(Serialize)]
struct Row<'a> {
    schema: u32,
    report: Completeness,
    run: Option<u32>,
    kernel: Option<&'a str>,
    parameters: Option<&'a str>,
    translation: Option<&'a str>,
    state: Option<&'a str>,
    n: Option<u64>,
    trial: Option<u32>,
    expected: Option<u64>,
    expected_least: Option<u64>,
    expected_most: Option<u64>,
    model: Option<&'a str>,
    event: Option<&'a str>,
    pmc: Option<u8>,
    code: Option<u8>,
    value: Option<u64>,
    unit: Option<&'a str>,
    source: Source,
    exactness: Option<Exactness>,
    status: Status,
    reason: Option<&'a str>,
}

/// Header and rows: kernels in the order of execution, then kernels that were
/// skipped, errors, and what is missing.
///
/// # Panics
///
/// Never: every row has the columns of the header, and memory takes every write.
#[must_use]
pub fn bytes(results: &Results) -> Vec<u8> {
    let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    write(results, &mut csv).expect("every row has the columns of the header");
    csv.into_inner().expect("memory takes every write")
}

fn write(results: &Results, csv: &mut Writer) -> csv::Result<()> {
    csv.write_record(COLUMNS)?;
    let model = results.header.model.as_ref().map(ToString::to_string);
    for kernel in &results.kernels {
        write_kernel(csv, results, kernel, model.as_deref())?;
    }
    for skipped in &results.skipped {
        csv.serialize(Row { kernel: Some(&skipped.kernel), ..empty(results, Status::Skipped, &skipped.reason) })?;
    }
    for error in &results.errors {
        csv.serialize(empty(results, Status::Error, error))?;
    }
    for missing in &results.missing {
        csv.serialize(empty(results, Status::Missing, missing))?;
    }
    Ok(())
}

fn write_kernel(csv: &mut Writer, results: &Results, kernel: &KernelResult, model: Option<&str>) -> csv::Result<()> {
    for trial in &kernel.trials {
        for value in &trial.values {
            csv.serialize(Row {
                schema: results.schema,
                report: results.report,
                run: Some(kernel.run),
                kernel: Some(&kernel.kernel),
                parameters: Some(&kernel.parameters),
                translation: Some(kernel.translation),
                state: Some(kernel.state),
                n: Some(trial.n),
                trial: Some(trial.trial),
                expected: value.expected,
                expected_least: value.expected_least,
                expected_most: value.expected_most,
                model,
                event: Some(&value.event),
                pmc: value.pmc,
                code: value.code,
                value: value.value,
                unit: Some(value.unit),
                source: value.source,
                exactness: value.exactness,
                status: value.status,
                reason: value.reason.as_deref(),
            })?;
        }
    }
    for fault in &kernel.faults {
        csv.serialize(Row {
            run: Some(kernel.run),
            kernel: Some(&kernel.kernel),
            parameters: Some(&kernel.parameters),
            translation: Some(kernel.translation),
            state: Some(kernel.state),
            n: Some(fault.n),
            ..empty(results, Status::Fault, &fault.to_string())
        })?;
    }
    Ok(())
}

/// A row that carries a status and a reason instead of a value.
fn empty<'a>(results: &Results, status: Status, reason: &'a str) -> Row<'a> {
    Row {
        schema: results.schema,
        report: results.report,
        run: None,
        kernel: None,
        parameters: None,
        translation: None,
        state: None,
        n: None,
        trial: None,
        expected: None,
        expected_least: None,
        expected_most: None,
        model: None,
        event: None,
        pmc: None,
        code: None,
        value: None,
        unit: None,
        source: Source::None,
        exactness: None,
        status,
        reason: Some(reason),
    }
}
