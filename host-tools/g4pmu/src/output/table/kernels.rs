//! One line a kernel, with what stopped it and what its counters say below it.

use std::io::{self, Write};

use super::columns::Columns;
use super::{events, profile, wrapped};
use crate::catalogue;
use crate::paint::Paint;
use crate::results::profile::Profile;
use crate::results::{KernelResult, Results, SampledCall};

/// How far what belongs to a kernel is indented.
const INDENT: usize = 4;

pub(super) fn write(results: &Results, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    if results.kernels.is_empty() && results.skipped.is_empty() {
        return Ok(());
    }
    let mut kernels: Vec<&KernelResult> = results.kernels.iter().collect();
    kernels.sort_by_key(|kernel| place(kernel));
    let columns = Columns::of(&kernels);
    let rows: Vec<Vec<String>> = kernels.iter().map(|kernel| columns.row(kernel)).collect();
    let widths = columns.widths(&rows);
    for line in events::head(results, &kernels, columns) {
        writeln!(out, "{}", paint.faint(&line))?;
    }
    for line in columns.head(&widths) {
        writeln!(out, "{}", paint.faint(&line))?;
    }
    for (kernel, row) in kernels.iter().zip(&rows) {
        let Some((word, numbers)) = row.split_last() else { continue };
        let is_good = ["equal", "in range"].contains(&word.as_str());
        let word = if is_good { paint.good(word) } else { paint.bad(word) };
        writeln!(out, "{}{word}", columns.aligned(numbers, &widths))?;
        write_details(kernel, columns, paint, out)?;
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

fn write_details(kernel: &KernelResult, columns: Columns, paint: Paint, out: &mut impl Write) -> io::Result<()> {
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
    if let Some(counts) = events::below(kernel, columns) {
        for line in wrapped(INDENT, &counts) {
            writeln!(out, "{line}")?;
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
