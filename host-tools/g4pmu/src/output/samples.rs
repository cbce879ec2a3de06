//! `samples.csv`: one row a sample, the same columns always.
//!
//! The format is stated in `docs/sampling.md`. A sampled call without samples has one
//! row that says why, so that nothing was found is not the same as nothing was asked.

use serde::Serialize;

use crate::results::{Completeness, Hex, KernelResult, Results, Sample, SampledCall};

/// The header, always the first line.
pub const COLUMNS: [&str; 23] = [
    "schema",
    "report",
    "run",
    "kernel",
    "parameters",
    "translation",
    "state",
    "n",
    "source",
    "event",
    "sample",
    "ticks",
    "period",
    "late",
    "siar",
    "srr0",
    "srr1",
    "lr",
    "calls",
    "code_offset",
    "word",
    "status",
    "reason",
];

/// One line, fields in the order of [`COLUMNS`].
#[derive(Serialize)]
struct Row<'a> {
    schema: u32,
    report: Completeness,
    run: u32,
    kernel: &'a str,
    parameters: &'a str,
    translation: &'a str,
    state: &'a str,
    n: Option<u64>,
    source: Option<&'a str>,
    event: Option<&'a str>,
    sample: Option<u32>,
    ticks: Option<u64>,
    period: Option<u32>,
    late: Option<u32>,
    siar: Option<Hex>,
    srr0: Option<Hex>,
    srr1: Option<Hex>,
    lr: Option<Hex>,
    calls: String,
    code_offset: Option<u32>,
    word: Option<Hex>,
    status: &'static str,
    reason: Option<&'a str>,
}

/// Header and rows; `None` where the report has no sampled call.
///
/// # Panics
///
/// Never: every row has the columns of the header, and memory takes every write.
#[must_use]
pub fn bytes(results: &Results) -> Option<Vec<u8>> {
    let sampled = results.kernels.iter().filter_map(|kernel| Some((kernel, kernel.sampled.as_ref()?)));
    let rows: Vec<Row<'_>> = sampled.flat_map(|(kernel, call)| rows(results, kernel, call)).collect();
    if rows.is_empty() {
        return None;
    }
    let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    csv.write_record(COLUMNS).expect("memory takes every write");
    for row in rows {
        csv.serialize(row).expect("every row has the columns of the header");
    }
    Some(csv.into_inner().expect("memory takes every write"))
}

fn rows<'a>(results: &Results, kernel: &'a KernelResult, call: &'a SampledCall) -> Vec<Row<'a>> {
    if call.samples.is_empty() {
        return vec![Row {
            status: "no-samples",
            reason: Some(call.reason.as_deref().unwrap_or("the report ends before they were told")),
            ..row(results, kernel, call, None)
        }];
    }
    call.samples.iter().map(|sample| row(results, kernel, call, Some(sample))).collect()
}

fn row<'a>(results: &Results, kernel: &'a KernelResult, call: &'a SampledCall, sample: Option<&'a Sample>) -> Row<'a> {
    let calls: Vec<String> = sample.iter().flat_map(|sample| &sample.calls).map(ToString::to_string).collect();
    Row {
        schema: results.schema,
        report: results.report,
        run: kernel.run,
        kernel: &kernel.kernel,
        parameters: &kernel.parameters,
        translation: kernel.translation,
        state: kernel.state,
        n: call.n,
        source: call.source,
        event: call.event.as_deref(),
        sample: sample.map(|sample| sample.sample),
        ticks: sample.map(|sample| sample.ticks),
        period: sample.map(|sample| sample.period),
        late: sample.and_then(|sample| sample.late),
        siar: sample.and_then(|sample| sample.siar),
        srr0: sample.map(|sample| sample.srr0),
        srr1: sample.map(|sample| sample.srr1),
        lr: sample.map(|sample| sample.lr),
        calls: calls.join("/"),
        code_offset: sample.and_then(|sample| sample.code_offset),
        word: sample.and_then(|sample| sample.word),
        status: "ok",
        reason: None,
    }
}
