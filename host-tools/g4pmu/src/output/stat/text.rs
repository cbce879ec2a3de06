//! The layout of `perf stat`: count, event, `#` figure, `+-` spread.

use std::io::{self, Write};

use super::source;
use crate::paint::Paint;
use crate::results::Source;
use crate::stat::gate::{Gate, Tested};
use crate::stat::measured::{Measured, broken_laws};
use crate::stat::view::{Figure, Line, MetricLine};
use crate::statistics::{LONE_PAIR, Resolution};

/// Width of the counts, as in perf.
const COUNT: usize = 18;

/// Width of the events, as in perf.
const EVENT: usize = 32;

/// Writes the verdict of the gate.
///
/// # Errors
///
/// The writer's own.
pub fn write_gate(gate: &Gate, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let verdict = gate.to_string();
    let painted = if gate.failed().next().is_some() { paint.bad(&verdict) } else { verdict };
    writeln!(out, "\n {painted}")
}

/// Writes one measurement.
///
/// # Errors
///
/// The writer's own.
pub fn write(
    measured: &Measured,
    lines: &[Line<'_>],
    metrics: &[MetricLine<'_>],
    paint: Paint,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "\n Performance counter stats for '{}' ({}):\n", measured.subject.typed(), how(measured))?;
    for line in lines {
        write_line(line, paint, out)?;
    }
    for metric in metrics {
        write_metric(metric, paint, out)?;
    }
    for fault in &measured.faults {
        writeln!(out, " {}", paint.bad(&format!("fault: {fault}")))?;
    }
    for law in broken_laws(measured) {
        writeln!(out, " {}", paint.bad(&law))?;
    }
    if measured.trials == 1 {
        writeln!(out, " {}", paint.bad(LONE_PAIR))?;
    }
    if let Some((nanoseconds, who)) = time(measured) {
        let n = measured.subject.n;
        writeln!(
            out,
            "\n{:>COUNT$.9} seconds time elapsed in {n} iterations, by the time base ({who})",
            nanoseconds / 1e9
        )?;
    }
    writeln!(out)
}

/// Iterations, trials and passes.
fn how(measured: &Measured) -> String {
    let (n, trials) = (measured.subject.n, measured.trials);
    let passes = match measured.passes.len() {
        0 | 1 => String::new(),
        number => format!(", {number} passes"),
    };
    format!("{n} iterations, {trials} + {trials} trials{passes}")
}

fn write_line(line: &Line<'_>, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let found = match &line.row.outcome {
        Ok(found) => found,
        Err(why) => {
            let text = format!("{:>COUNT$}      {:<EVENT$} # {}", "<not counted>", line.name, why.reason);
            return writeln!(out, "{}", paint.faint(&text));
        }
    };
    write!(out, "{:>COUNT$}      {:<EVENT$}", grouped(found.pairs.median), line.name)?;
    if let Some(Figure { value, unit }) = line.figure {
        let width = if found.pairs.n == 1 { 0 } else { 14 };
        write!(out, " # {value:>9.3}  {unit:<width$}")?;
    }
    match found.pairs.relative_spread() {
        Some(spread) => write!(out, " ( +- {:>5.2}% )", spread * 100.0)?,
        None if found.pairs.n == 1 => {}
        None => write!(out, " ( {} to {} )", found.pairs.interval.low, found.pairs.interval.high)?,
    }
    if line.passes > 1 {
        write!(out, "  (pass {})", line.pass)?;
    }
    writeln!(out)?;
    for remark in remarks(line) {
        writeln!(out, "{:COUNT$}      {}", "", paint.bad(&remark))?;
    }
    Ok(())
}

fn write_metric(line: &MetricLine<'_>, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let MetricLine { metric, outcome, pass, passes, tested } = line;
    let Some(value) = outcome.value else {
        let reason = outcome.reason.as_deref().unwrap_or_default();
        let text = format!("{:>COUNT$}      {:<EVENT$} # {reason}", "<no value>", metric.name);
        return writeln!(out, "{}", paint.faint(&text));
    };
    write!(out, "{:>COUNT$}      {:<EVENT$} # {}", decimals(value), metric.name, metric.unit)?;
    if let Some((least, most)) = outcome.spread.filter(|(least, most)| least != most) {
        write!(out, " ( {} to {} )", decimals(least), decimals(most))?;
    }
    if *passes > 1 {
        write!(out, "  (pass {pass})")?;
    }
    writeln!(out)?;
    let doubt = outcome.reason.clone();
    let gate = (*tested == Tested::Failed).then(|| "the gate found one of its counters wrong".to_owned());
    for remark in doubt.into_iter().chain(gate) {
        writeln!(out, "{:COUNT$}      {}", "", paint.bad(&remark))?;
    }
    Ok(())
}

/// A value with three decimals; a large or small one with its first digits.
fn decimals(value: f64) -> String {
    match value.abs() {
        size if size >= 1e9 || (size > 0.0 && size < 1e-3) => format!("{value:.3e}"),
        _ => format!("{value:.3}"),
    }
}

/// What is to be said about a line beside its number.
#[must_use]
pub fn remarks(line: &Line<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Ok(found) = &line.row.outcome
        && found.resolution == Resolution::Below
    {
        let interval = found.pairs.interval;
        remarks.push(format!("below resolution: trials differ by {} to {}", interval.low, interval.high));
    }
    remarks.extend(line.apart.map(|apart| format!("pass {}: {apart}", line.pass)));
    if line.tested == Tested::Failed {
        remarks.push("the gate found this counter wrong on this event".to_owned());
    }
    remarks.extend(line.row.flags.iter().map(ToString::to_string));
    remarks
}

/// Nanoseconds of n iterations and whose time they are.
fn time(measured: &Measured) -> Option<(f64, &'static str)> {
    let pass = measured.passes.first()?;
    let who = pass.row(crate::results::TICKS)?.source;
    Some((pass.nanoseconds()?, source(who))).filter(|_| who != Source::None)
}

/// A count with commas between thousands; half a count where two trials are in the middle.
fn grouped(count: f64) -> String {
    let whole = format!("{:.0}", count.trunc().abs());
    let mut text = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    let sign = if count < 0.0 { "-" } else { "" };
    let half = if count.fract() == 0.0 { "" } else { ".5" };
    format!("{sign}{text}{half}")
}

#[cfg(test)]
mod tests {
    use super::{decimals, grouped};

    #[test]
    fn values_of_all_sizes_are_short() {
        let texts = [0.0, 0.3344, 386.0, 1e-7, 9e8, 1.25e9].map(decimals);
        assert_eq!(texts, ["0.000", "0.334", "386.000", "1.000e-7", "900000000.000", "1.250e9"]);
    }

    #[test]
    fn counts_have_commas() {
        let texts = [0.0, 7.0, 999.0, 1_000.0, 1_234_567.5, -3.0, -0.5].map(grouped);
        assert_eq!(texts, ["0", "7", "999", "1,000", "1,234,567.5", "-3", "-0.5"]);
    }
}
