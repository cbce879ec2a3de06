//! The tables of a report.

use super::table::{Table, numbers, words};
use crate::output::ratio::per;
use crate::pictures::runs::{cost, properties, told};
use crate::pictures::ticks::digits;
use crate::results::{EXECUTED, KernelResult, PerIteration, Results, Source, TICKS, Value};

/// Kernels in the order of execution: their schedule, and instructions against closed forms.
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
            told(&properties(run), |_| true),
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
        caption: "Instructions of one iteration: executed ones counted by the time base under -icount, completed ones \
                  by a counter, both as the difference of trials at 2n and n. Empty: nothing counted it."
            .to_owned(),
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
        rows: results.kernels.iter().map(row).collect(),
    }
}

/// What the counters of each kernel say, an event a row.
#[must_use]
pub fn counts(results: &Results) -> Table {
    let rows = |run: &KernelResult| -> Vec<Vec<String>> {
        let values = run.trials.first().map_or(&[][..], |trial| &trial.values);
        let events = values.iter().filter(|value| value.event != EXECUTED);
        events.map(|value| count(run, value)).collect()
    };
    Table {
        caption: "Events of one iteration: the median of the differences of trials at 2n and n, and the interval of \
                  these differences. No value: why."
            .to_owned(),
        columns: vec![
            words("kernel"),
            words("parameters"),
            words("event"),
            numbers("PMC"),
            numbers("per iteration"),
            words("interval"),
            words("source"),
            words("exactness"),
            words("why there is none"),
        ],
        rows: results.kernels.iter().flat_map(rows).collect(),
    }
}

fn count(run: &KernelResult, value: &Value) -> Vec<String> {
    let found = cost(run, &value.event, 1);
    let (each, interval, source, why) = match &found {
        Ok(cost) if cost.low < cost.high => {
            let interval = format!("{} to {}", digits(cost.low), digits(cost.high));
            (digits(cost.value), interval, cost.source, String::new())
        }
        Ok(cost) => (digits(cost.value), "no spread".to_owned(), cost.source, String::new()),
        Err(why) => (String::new(), String::new(), Source::None, why.clone()),
    };
    let exactness = value.exactness.filter(|_| found.is_ok()).map(|exactness| word(&exactness)).unwrap_or_default();
    vec![
        run.kernel.clone(),
        run.parameters.clone(),
        if value.event == TICKS { format!("{TICKS} (never cycles)") } else { value.event.clone() },
        value.pmc.map_or_else(String::new, |pmc| pmc.to_string()),
        each,
        interval,
        word(&source),
        exactness,
        why,
    ]
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
