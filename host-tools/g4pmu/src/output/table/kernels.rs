//! One line a kernel, with what stopped it and what its counters say below it.

use std::io::{self, Write};

use super::{profile, word, wrapped};
use crate::catalogue;
use crate::output::ratio::per;
use crate::paint::Paint;
use crate::results::profile::Profile;
use crate::results::{EXECUTED, KernelResult, PerIteration, Results, SampledCall, Status, TICKS, Value};

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
        let word =
            if ["equal", "in range"].contains(&word[0].as_str()) { paint.good(&word[0]) } else { paint.bad(&word[0]) };
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
    let completed = kernel.completed(kernel.n).filter(|_| !counted);
    let (measured, expected, source) = match completed {
        Some((_, source)) => (ratio(each.completed), range(each), word(source)),
        None => (ratio(each.measured), ratio(each.expected), if counted { "instructions" } else { "none" }),
    };
    let missing = if counted || completed.is_some() { "no agreement" } else { "none" };
    [
        kernel.kernel.clone(),
        kernel.n.to_string(),
        format!("{} + {}", kernel.trials_each, kernel.trials_each),
        measured.unwrap_or_else(|| missing.to_owned()),
        expected.unwrap_or_else(|| "none".to_owned()),
        source.to_owned(),
        judged(kernel).to_owned(),
    ]
}

/// What may complete in an iteration: one number where no branch can leave early.
fn range(each: &PerIteration) -> Option<String> {
    let ratio = |count| per(i128::from(count), each.iterations);
    let (least, most) = (ratio(each.completed_least?), ratio(each.completed_most?));
    Some(if least == most { least } else { format!("{least} to {most}") })
}

/// What the trials say against their closed forms, in a word or two.
fn judged(kernel: &KernelResult) -> &'static str {
    let values = || kernel.trials.iter().flat_map(|trial| &trial.values);
    let executed: Vec<&Value> = values().filter(|value| value.event == EXECUTED).collect();
    let completed: Vec<&Value> = values().filter(|value| value.expected_least.is_some()).collect();
    let counted = |values: &[&Value]| values.iter().any(|value| value.value.is_some());
    let hold = |values: &[&Value]| values.iter().all(|value| value.status == Status::Ok);
    match (counted(&executed), counted(&completed)) {
        _ if !kernel.faults.is_empty() => "fault",
        (false, false) => "none",
        (false, true) if hold(&completed) => "in range",
        (true, false) if hold(&executed) => "equal",
        (true, true) if hold(&executed) && hold(&completed) => "equal",
        _ => "different",
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
    if let Some(profile) = Profile::of(kernel) {
        profile::write(&profile, INDENT, out)?;
    }
    let Some(first) = kernel.trials.first() else { return Ok(()) };
    // Where nothing counts executed instructions, completed ones stand in the row itself.
    let in_the_row = |value: &Value| value.expected_least.is_some() && first.executed().is_none();
    let others = first.values.iter().filter(|value| value.event != EXECUTED && value.event != TICKS);
    for value in others.filter(|value| !in_the_row(value)) {
        let middle = |n| kernel.median(&value.event, value.pmc, n);
        if let (Some((small, source)), Some((large, _))) = (middle(kernel.n), middle(kernel.n.saturating_mul(2))) {
            let each = per(i128::from(large) - i128::from(small), kernel.n);
            let pmc = value.pmc.unwrap_or_default();
            writeln!(out, "{:INDENT$}{each} {}/iteration, PMC{pmc}, {}, medians", "", value.event, word(source))?;
        }
    }
    Ok(())
}

/// What the storm guard made of the period, where it did anything.
fn lengthened(source: &str, period: u32, storms: u32) -> Option<String> {
    if storms == 0 {
        return None;
    }
    let period = u64::from(period);
    let last = if source == "timebase" {
        // The bits of the time base have periods of their own.
        *[2, 512, 8_192, 131_072].iter().skip_while(|ticks| **ticks < period).nth(storms as usize)?
    } else {
        period.checked_shl(storms)?
    };
    let times = if storms == 1 { "once".to_owned() } else { format!("{storms} times") };
    Some(format!(", period lengthened {times}, last period {last}"))
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
            let longer = lengthened(source, period, call.storms.unwrap_or_default()).unwrap_or_default();
            format!("{taken} {what}: {inside} in its code{lost}{longer}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lengthened;

    #[test]
    fn a_lengthened_period_is_told_with_what_became_of_it() {
        assert_eq!(lengthened("pmc2", 10_000, 0), None);
        let last = |source, period, storms| lengthened(source, period, storms).unwrap();
        assert_eq!(last("pmc2", 10_000, 1), ", period lengthened once, last period 20000");
        assert_eq!(last("decrementer", 100, 6), ", period lengthened 6 times, last period 6400");
        assert_eq!(last("timebase", 2, 2), ", period lengthened 2 times, last period 8192");
        assert_eq!(last("timebase", 8_192, 1), ", period lengthened once, last period 131072");
    }
}
