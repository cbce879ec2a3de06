//! The tables of a report.

use super::table::{Column, Table, numbers, words};
use crate::output::ratio::per;
use crate::pictures::runs::{cost, properties, sorted, told};
use crate::pictures::ticks::digits;
use crate::results::{EXECUTED, KernelResult, PerIteration, Results, Value};

/// Kernels as the catalogue has them: their schedule, and instructions against closed forms.
#[must_use]
pub fn kernels(results: &Results) -> Table {
    let row = |run: &KernelResult| {
        let PerIteration { measured, expected, completed, completed_least, completed_most, .. } = &run.per_iteration;
        let each = |count: &Option<u64>| count.map_or_else(String::new, |count| per(count.into(), run.n));
        let range = match (each(completed_least), each(completed_most)) {
            (least, most) if least == most => least,
            (least, most) => format!("{least} to {most}"),
        };
        vec![
            run.kernel.clone(),
            unusual(run),
            run.n.to_string(),
            format!("{0} + {0}", run.trials_each),
            run.warmup.to_string(),
            each(measured),
            each(expected),
            each(completed),
            range,
        ]
    };
    Table {
        caption: format!(
            "Instructions of one iteration: executed ones counted by the time base under -icount, completed ones by a \
             counter, both as the difference of trials at 2n and n. Empty: nothing counted it. {USUAL}"
        ),
        columns: vec![
            words("kernel"),
            words("parameters"),
            numbers("n"),
            numbers("trials"),
            numbers("warm-up"),
            numbers("executed"),
            numbers("closed form"),
            numbers("completed"),
            numbers("may complete"),
        ],
        rows: sorted(results).into_iter().map(row).collect(),
    }
}

/// What the counters of each kernel say: a table for the kernels that counted the same
/// events, an event a column.
#[must_use]
pub fn counts(results: &Results) -> Vec<Table> {
    let mut passes: Vec<(Vec<Column>, Vec<&KernelResult>)> = Vec::new();
    for run in sorted(results).into_iter().filter(|run| !run.trials.is_empty()) {
        let columns: Vec<Column> = events(run).map(head).collect();
        match passes.iter_mut().find(|(own, _)| *own == columns) {
            Some((_, runs)) => runs.push(run),
            None => passes.push((columns, vec![run])),
        }
    }
    passes.into_iter().map(|(columns, runs)| pass(columns, &runs)).collect()
}

fn events(run: &KernelResult) -> impl Iterator<Item = &Value> {
    let values = run.trials.first().map_or(&[][..], |trial| &trial.values);
    values.iter().filter(|value| value.event != EXECUTED)
}

/// Event, counter, who counted, how exactly.
fn head(value: &Value) -> Column {
    let pmc = value.pmc.map_or_else(|| "never cycles".to_owned(), |pmc| format!("PMC{pmc}"));
    let exactness = value.exactness.map_or_else(String::new, |exactness| format!(", {}", word(&exactness)));
    numbers(format!("{} ({pmc}, {}{exactness})", value.event, word(&value.source)))
}

/// One table of counts, and why cells are empty.
fn pass(events_of_all: Vec<Column>, runs: &[&KernelResult]) -> Table {
    let mut reasons: Vec<String> = Vec::new();
    let mut row = |run: &&KernelResult| {
        let mut cells = vec![run.kernel.clone(), unusual(run)];
        for value in events(run) {
            cells.push(match cost(run, &value.event, 1) {
                Ok(cost) => {
                    let [value, low, high] = [cost.value, cost.low, cost.high].map(digits);
                    if low == high { value } else { format!("{value} ({low} to {high})") }
                }
                Err(why) => {
                    let why = if why.contains("below resolution") { BELOW.to_owned() } else { why };
                    let place = reasons.iter().position(|known| *known == why).unwrap_or_else(|| {
                        reasons.push(why);
                        reasons.len() - 1
                    });
                    format!("[{}]", place + 1)
                }
            });
        }
        cells
    };
    let rows = runs.iter().map(&mut row).collect();
    let reasons: Vec<String> = (1..).zip(&reasons).map(|(number, why)| format!(" [{number}]: {why}.")).collect();
    let caption = "Events of one iteration: the median of the differences of trials at 2n and n, and the interval of \
                   these differences where its ends can be told apart.";
    let columns = [words("kernel"), words("parameters")].into_iter().chain(events_of_all).collect();
    Table { caption: format!("{caption} {USUAL}{}", reasons.concat()), columns, rows }
}

/// Why a difference says nothing.
const BELOW: &str = "the difference of 2n and n cannot be told from nothing";

/// What [`unusual`] leaves out.
const USUAL: &str = "Translation bat and state supervisor where nothing else is said.";

/// Parameters, and the mode where it is not the usual one.
fn unusual(run: &KernelResult) -> String {
    let usual =
        |name: &str| name == "translation" && run.translation == "bat" || name == "state" && run.state == "supervisor";
    told(&properties(run), |name| !usual(name))
}

/// Sampled calls.
#[must_use]
pub fn samples(results: &Results) -> Option<Table> {
    let row = |run: &KernelResult| {
        let call = run.sampled.as_ref()?;
        let number = |value: Option<u32>| value.map_or_else(String::new, |value| value.to_string());
        let inside = call.samples.iter().filter(|sample| sample.code_offset.is_some()).count();
        Some(vec![
            run.kernel.clone(),
            run.parameters.clone(),
            call.event.clone().unwrap_or_default(),
            call.source.unwrap_or_default().to_owned(),
            number(call.period),
            call.samples.len().to_string(),
            inside.to_string(),
            number(call.lost),
            number(call.spurious),
            if call.samples.is_empty() { call.reason.clone().unwrap_or_default() } else { String::new() },
        ])
    };
    let rows: Vec<Vec<String>> = results.kernels.iter().filter_map(row).collect();
    (!rows.is_empty()).then(|| Table {
        caption: "Sampled calls: a sample every so many events.".to_owned(),
        columns: vec![
            words("kernel"),
            words("parameters"),
            words("event"),
            words("by"),
            numbers("period"),
            numbers("samples"),
            numbers("in its code"),
            numbers("lost"),
            numbers("spurious"),
            words("why there is none"),
        ],
        rows,
    })
}

/// What is wrong: counts that differ, faults, errors, kernels that did not run.
#[must_use]
pub fn troubles(results: &Results) -> Option<Table> {
    let different = results.verdict.mismatches.iter().map(|mismatch| {
        let form = match (mismatch.expected, mismatch.expected_least, mismatch.expected_most) {
            (Some(form), ..) => form.to_string(),
            (None, least, most) => format!("{} to {}", least.unwrap_or_default(), most.unwrap_or_default()),
        };
        let text = format!("{} {}, the closed form is {form}", mismatch.measured, mismatch.event);
        vec![mismatch.kernel.clone(), format!("trial {}, n {}", mismatch.trial, mismatch.n), text]
    });
    let faults = results.kernels.iter().flat_map(|run| {
        run.faults.iter().map(|fault| vec![run.kernel.clone(), format!("n {}", fault.n), fault.to_string()])
    });
    let skipped = results.skipped.iter();
    let skipped = skipped.map(|skip| vec![skip.kernel.clone(), "did not run".to_owned(), skip.reason.clone()]);
    let errors = results.errors.iter().map(|error| vec!["the image".to_owned(), "error".to_owned(), error.clone()]);
    let rows: Vec<Vec<String>> = different.chain(faults).chain(errors).chain(skipped).collect();
    (!rows.is_empty()).then(|| Table {
        caption: "Counts that differ from their closed form, exceptions, errors, kernels that did not run.".to_owned(),
        columns: vec![words("kernel"), words("where"), words("what")],
        rows,
    })
}

/// Control registers.
#[must_use]
pub fn registers(results: &Results) -> Table {
    Table {
        caption: "Control registers: at entry, as written, as read back.".to_owned(),
        columns: vec![words("register"), numbers("found"), numbers("set"), numbers("read back")],
        rows: (results.header.registers.iter())
            .map(|register| {
                let set = register.set.map_or_else(|| "as found".to_owned(), |word| word.to_string());
                vec![register.name.clone(), register.found.to_string(), set, register.back.to_string()]
            })
            .collect(),
    }
}

/// A word as CSV and JSON have it.
fn word(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}
