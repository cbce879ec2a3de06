//! One line a kernel, with what stopped it and what its counters say below it.

use std::io::{self, Write};

use super::wrapped;
use crate::catalogue;
use crate::output::ratio::per;
use crate::paint::Paint;
use crate::results::{EXECUTED, KernelResult, Results, SampledCall, Source, TICKS};

/// The heads of the columns, with the units that stand in them.
const HEADS: [&str; COLUMNS] =
    ["kernel", "iterations", "trials", "instructions/iteration", "expected", "source", "counts"];

/// The kernel and what was measured, the source, the verdict.
const COLUMNS: usize = 7;

/// The first of the columns that hold words and stand to the left.
const WORDS: usize = 5;

/// How far what belongs to a kernel is indented.
const INDENT: usize = 4;

pub(super) fn write(results: &Results, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    if results.kernels.is_empty() && results.skipped.is_empty() {
        return Ok(());
    }
    let mut kernels: Vec<&KernelResult> = results.kernels.iter().collect();
    kernels.sort_by_key(|kernel| place(kernel));
    let rows: Vec<[String; COLUMNS]> = kernels.iter().map(|kernel| row(kernel)).collect();
    let width =
        |column: usize| rows.iter().map(|row| row[column].len()).chain([HEADS[column].len()]).max().unwrap_or_default();
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    let head = aligned(&HEADS.map(str::to_owned), &widths);
    writeln!(out, "{}", paint.faint(head.trim_end()))?;
    for (kernel, row) in kernels.iter().zip(&rows) {
        let (numbers, word) = row.split_at(COLUMNS - 1);
        let word = if word[0] == "equal" { paint.good(&word[0]) } else { paint.bad(&word[0]) };
        writeln!(out, "{}{word}", aligned(numbers, &widths))?;
        write_details(kernel, paint, out)?;
    }
    for skipped in &results.skipped {
        writeln!(out, "{}", skipped.kernel)?;
        for line in wrapped(INDENT, &format!("skipped: {}", skipped.reason)) {
            writeln!(out, "{line}")?;
        }
    }
    writeln!(out)
}

/// Where a kernel stands in the table: families and kernels as the catalogue has
/// them, then by the numbers among the parameters. The order of execution, which
/// the seed gives, says nothing to a reader; the CSV keeps it.
fn place(kernel: &KernelResult) -> (usize, String, Vec<u64>, u32) {
    let position = catalogue::kernels().position(|known| known.id == kernel.kernel).unwrap_or(usize::MAX);
    let numbers = kernel.parameters.split(|letter: char| !letter.is_ascii_digit());
    let numbers = numbers.filter_map(|digits| digits.parse().ok()).collect();
    (position, kernel.kernel.clone(), numbers, kernel.run)
}

/// Columns side by side: words to the left, numbers to the right.
fn aligned(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (number, (cell, width)) in cells.iter().zip(widths).enumerate() {
        line += &if number == 0 || number >= WORDS { format!("{cell:width$}  ") } else { format!("{cell:>width$}  ") };
    }
    line
}

fn row(kernel: &KernelResult) -> [String; COLUMNS] {
    let each = &kernel.per_iteration;
    let ratio = |count: Option<u64>| count.map(|count| per(i128::from(count), each.iterations));
    let counted = kernel.trials.iter().any(|trial| trial.executed().is_some());
    [
        kernel.kernel.clone(),
        kernel.n.to_string(),
        format!("{} + {}", kernel.trials_each, kernel.trials_each),
        ratio(each.measured).unwrap_or_else(|| if counted { "no agreement" } else { "none" }.to_owned()),
        ratio(each.expected).unwrap_or_else(|| "none".to_owned()),
        if counted { "instructions" } else { "none" }.to_owned(),
        judged(kernel).to_owned(),
    ]
}

/// What the trials say against their closed forms, in one word.
fn judged(kernel: &KernelResult) -> &'static str {
    let values = || kernel.trials.iter().flat_map(|trial| &trial.values).filter(|value| value.event == EXECUTED);
    if !kernel.faults.is_empty() {
        "fault"
    } else if values().all(|value| value.value.is_none()) {
        "none"
    } else if values().all(|value| value.value == value.expected) {
        "equal"
    } else {
        "different"
    }
}

fn write_details(kernel: &KernelResult, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    if kernel.parameters != "-" {
        for line in wrapped(INDENT, &kernel.parameters) {
            writeln!(out, "{}", paint.faint(&line))?;
        }
    }
    if (kernel.translation, kernel.state) != ("bat", "supervisor") {
        let mode = format!("{:INDENT$}translation {}, state {}", "", kernel.translation, kernel.state);
        writeln!(out, "{}", paint.faint(&mode))?;
    }
    if let Some(call) = &kernel.sampled {
        writeln!(out, "{:INDENT$}{}", "", sampled(call))?;
    }
    for fault in &kernel.faults {
        for line in wrapped(INDENT, &format!("fault: {fault}")) {
            writeln!(out, "{}", paint.bad(&line))?;
        }
    }
    let Some(first) = kernel.trials.first() else { return Ok(()) };
    for value in first.values.iter().filter(|value| value.event != EXECUTED && value.event != TICKS) {
        let middle = |n| kernel.median(&value.event, value.pmc, n);
        if let (Some((small, source)), Some((large, _))) = (middle(kernel.n), middle(kernel.n.saturating_mul(2))) {
            let each = per(i128::from(large) - i128::from(small), kernel.n);
            let pmc = value.pmc.unwrap_or_default();
            writeln!(out, "{:INDENT$}{each} {}/iteration, PMC{pmc}, {}, medians", "", value.event, word(source))?;
        }
    }
    Ok(())
}

/// The sampled call in one line.
fn sampled(call: &SampledCall) -> String {
    let (event, period) = (call.event.as_deref().unwrap_or("unknown"), call.period.unwrap_or_default());
    let source = call.source.unwrap_or("unknown");
    let what = format!("samples of {event} every {period}, {source}");
    match (call.samples.len(), call.reason.as_deref()) {
        (0, reason) => format!("no {what}: {}", reason.unwrap_or("the report ends before they were told")),
        (taken, _) => {
            let inside = call.samples.iter().filter(|sample| sample.code_offset.is_some()).count();
            let lost = call.lost.filter(|lost| *lost > 0).map(|lost| format!(", {lost} lost")).unwrap_or_default();
            format!("{taken} {what}: {inside} in its code{lost}")
        }
    }
}

const fn word(source: Source) -> &'static str {
    match source {
        Source::Hardware => "hardware",
        Source::Model => "model",
        Source::Instructions => "instructions",
        Source::None => "none",
    }
}
