//! What counters counted beside the columns: below each kernel, and its head.
//!
//! Events are named once, above the table; below a kernel stand those that happened.

use std::collections::{BTreeMap, BTreeSet};

use super::columns::Columns;
use super::{word, wrapped};
use crate::output::ratio::per;
use crate::results::{KernelResult, Results, Source, Status, Value};

/// The lines above the table: what stands below its kernels, and what does not, with the
/// reason. None where no counter counts, which the facts of the report say.
pub(super) fn head(results: &Results, kernels: &[&KernelResult], columns: Columns) -> Vec<String> {
    if !results.header.counters.iter().any(|check| check.counts) {
        return Vec::new();
    }
    let legend = legend(kernels, columns, results.header.counted_by());
    legend.into_iter().chain(uncounted(kernels, columns)).flat_map(|text| wrapped(0, &text)).collect()
}

/// What stands below kernels in [`below`], for the head; `None` where nothing does.
fn legend(kernels: &[&KernelResult], columns: Columns, who: Source) -> Option<String> {
    let events: BTreeSet<(u8, &str)> = kernels
        .iter()
        .flat_map(|kernel| others(kernel, columns))
        .filter(|value| value.value.is_some())
        .map(key)
        .collect();
    let events: Vec<String> = events.iter().map(|(pmc, event)| format!("{event} (PMC{pmc})")).collect();
    let (who, events) = (word(who), (!events.is_empty()).then(|| events.join(", "))?);
    Some(format!("below a kernel: cycles/operation; events/iteration ({who}), those of 0 left out: {events}"))
}

/// Counters and events that were asked for and counted in no kernel, with the reason.
fn uncounted(kernels: &[&KernelResult], columns: Columns) -> Vec<String> {
    let values = || kernels.iter().flat_map(|kernel| others(kernel, columns));
    let counted: BTreeSet<(u8, &str)> = values().filter(|value| value.value.is_some()).map(key).collect();
    let never: BTreeMap<(u8, &str), &str> = values()
        .filter(|value| !counted.contains(&key(value)))
        .map(|value| (key(value), value.reason.as_deref().unwrap_or_default()))
        .collect();
    never.iter().map(|((pmc, event), why)| format!("not counted: {event} (PMC{pmc}): {why}")).collect()
}

fn key(value: &Value) -> (u8, &str) {
    (value.pmc.unwrap_or_default(), &value.event)
}

/// Values of counters that do not stand in the row.
fn others(kernel: &KernelResult, columns: Columns) -> impl Iterator<Item = &Value> {
    let values = kernel.trials.first().into_iter().flat_map(|trial| &trial.values);
    values.filter(move |value| value.pmc.is_some() && !columns.has(value))
}

/// Cycles of an operation, and what the counters outside the row counted in an iteration:
/// differences of medians that are not 0. `None` where there is neither.
pub(super) fn below(kernel: &KernelResult, columns: Columns) -> Option<String> {
    let each = &kernel.per_iteration;
    let several = each.operations.filter(|operations| *operations != each.iterations);
    let operation = each.cycles.zip(several).zip(each.operation);
    let cycles =
        operation.map(|((cycles, operations), name)| format!("{} cycles/{name}", per(cycles.into(), operations)));
    let events = others(kernel, columns).filter_map(|value| {
        let median = |n| kernel.median(&value.event, value.pmc, n).map(|(count, _)| i128::from(count));
        match (median(kernel.n), median(kernel.n.saturating_mul(2))) {
            (Some(small), Some(large)) if small == large => None,
            (Some(small), Some(large)) => Some(format!("{} {}", per(large - small, kernel.n), value.event)),
            _ if value.status == Status::NotCounted => None,
            _ => Some(format!("no figure of {}", value.event)),
        }
    });
    let events: Vec<String> = events.collect();
    let parts: Vec<String> = cycles.into_iter().chain((!events.is_empty()).then(|| events.join(", "))).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}
