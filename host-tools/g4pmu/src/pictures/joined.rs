//! The reports of one log as one: a sweep leaves a report for each of its points.

use crate::results::{Results, Verdict};

/// Reports of one log.
#[derive(Debug)]
pub struct Joined {
    /// The last report, with the kernels of those like it before its own.
    pub results: Results,
    /// Reports of another part, image or model, or with other clocks.
    pub others: usize,
}

/// Joins reports; `None` of none. Each value still comes from one run, and so from one pass.
#[must_use]
pub fn joined(reports: impl DoubleEndedIterator<Item = Results>) -> Option<Joined> {
    let mut reports = reports.rev();
    let mut results = reports.next()?;
    let (mut before, mut others) = (Vec::new(), 0);
    for report in reports {
        let (here, there) = (&results.header, report.header);
        let same_image = here.report.as_ref().map(|of| of.build) == there.report.as_ref().map(|of| of.build);
        if same_image && here.cpu == there.cpu && here.model == there.model && here.clock == there.clock {
            before.push(report.kernels);
            results.skipped.extend(report.skipped);
            results.errors.extend(report.errors);
        } else {
            others += 1;
        }
    }
    for kernels in before {
        results.kernels.splice(0..0, kernels);
    }
    results.verdict = Verdict::of(&results);
    Some(Joined { results, others })
}
