//! The verdict: equal or not, and everything that is wrong.

use std::io::{self, Write};

use super::wrapped;
use crate::metrics::{Counts, Violation, violations};
use crate::paint::Paint;
use crate::results::{Agreement, Completeness, KernelResult, Mismatch, Results};
use crate::statistics::LONE_PAIR;

/// Most mismatches that are listed one by one.
const LISTED: usize = 20;

pub(super) fn write(results: &Results, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let mut bad = |text: &str| -> io::Result<()> {
        wrapped(0, text).iter().try_for_each(|line| writeln!(out, "{}", paint.bad(line)))
    };
    match results.report {
        Completeness::Complete => {}
        Completeness::Truncated => bad("The report is truncated:")?,
        Completeness::Corrupt => bad("The report is corrupt:")?,
    }
    for missing in &results.missing {
        bad(&format!("  {missing}"))?;
    }
    for error in &results.errors {
        bad(&format!("error: {error}"))?;
    }
    let verdict = &results.verdict;
    for mismatch in verdict.mismatches.iter().take(LISTED) {
        let Mismatch { kernel, n, trial, measured, event, .. } = mismatch;
        bad(&format!("{kernel} n={n} trial {trial}: {measured} {event}, expected {}", form(mismatch)))?;
    }
    if verdict.mismatches.len() > LISTED {
        bad(&format!("and {} more", verdict.mismatches.len() - LISTED))?;
    }
    for remark in &verdict.remarks {
        bad(remark)?;
    }
    if results.kernels.iter().any(|kernel| kernel.trials_each == 1 && kernel.sampled.is_none()) {
        bad(LONE_PAIR)?;
    }
    let broken = broken(results);
    for (kernel, violation) in broken.iter().take(LISTED) {
        bad(&format!("{kernel}: {violation}"))?;
    }
    if broken.len() > LISTED {
        bad(&format!("and {} more laws are broken", broken.len() - LISTED))?;
    }
    writeln!(out, "{}", summary(results, paint))
}

/// The laws between events that counts of a run break, each with its kernel.
fn broken(results: &Results) -> Vec<(&str, Violation)> {
    let of = |kernel: &KernelResult| violations(&Counts::of(&results.header, kernel, 1)).1;
    let broken = |kernel| of(kernel).into_iter().map(move |violation| (kernel.kernel.as_str(), violation));
    results.kernels.iter().flat_map(|kernel: &KernelResult| broken(kernel)).collect()
}

/// The closed form in words.
fn form(mismatch: &Mismatch) -> String {
    match (mismatch.expected, mismatch.expected_least, mismatch.expected_most) {
        (None, Some(least), Some(most)) => format!("{least} to {most}"),
        (expected, ..) => expected.map_or_else(|| "nothing".to_owned(), |expected| expected.to_string()),
    }
}

/// Everything in one sentence.
pub fn summary(results: &Results, paint: Paint) -> String {
    let verdict = &results.verdict;
    let counts = match verdict.counts {
        Agreement::Equal if verdict.ranges > 0 => {
            paint.good(&format!("all {} counts agree with their closed forms", verdict.compared))
        }
        Agreement::Equal => paint.good(&format!("all {} counts equal their closed forms", verdict.compared)),
        Agreement::Different if verdict.mismatches.is_empty() => {
            paint.bad(&format!("{} cannot be true", plural(verdict.impossible as usize, "value")))
        }
        Agreement::Different => paint.bad(&format!(
            "{} of {} counts differ from their closed forms",
            verdict.mismatches.len(),
            verdict.compared
        )),
        Agreement::NotCounted => {
            paint.bad(&format!("nothing counted in {}", plural(verdict.uncounted as usize, "trial")))
        }
        Agreement::NotCompared if results.kernels.is_empty() => paint.bad("nothing was measured"),
        Agreement::NotCompared => paint.bad("no count could be compared with a closed form"),
    };
    let mut parts = vec![plural(results.kernels.len(), "kernel"), counts];
    if results.report != Completeness::Complete {
        parts.insert(0, paint.bad("this is not the whole report"));
    }
    for (number, name) in [(verdict.faults, "fault"), (verdict.errors, "error")] {
        if number > 0 {
            parts.push(paint.bad(&plural(number, name)));
        }
    }
    if verdict.missed > 0 {
        parts.push(paint.bad(&format!("{} of those asked for skipped", verdict.missed)));
    } else if verdict.skipped > 0 {
        parts.push(format!("{} skipped", verdict.skipped));
    }
    parts.join("; ")
}

fn plural(number: usize, name: &str) -> String {
    if number == 1 { format!("1 {name}") } else { format!("{number} {name}s") }
}
