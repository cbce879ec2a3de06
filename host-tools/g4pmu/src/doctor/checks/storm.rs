//! Exceptions that come again before anything else can run.

use mpc7450::counter::Counter;
use mpc7450::events::Selector;
use mpc7450::registers::{MMCR0, PMC};

use super::{name, needed, without};
use crate::doctor::finding::{Finding, trouble};
use crate::doctor::words::{Word, Words};

/// Fewest clocks or instructions between two exceptions: what the image's own handler
/// executes for a sample (`docs/sampling.md`).
const FEWEST: u32 = 450;

/// Events that happen in nearly every clock. Of others a handler sees each one where that is wanted.
const DENSE: [&str; 3] = ["processor-cycles", "instructions-completed", "instructions-dispatched"];

/// A counter that raises it at once, or after next to nothing.
pub(super) fn counters(words: &Words) -> Vec<Finding> {
    let mmcr0 = needed(words, Word::Mmcr0);
    if !MMCR0::PMXE.is_set(mmcr0) {
        return Vec::new();
    }
    let dense = |counter| {
        let event = words.selector(counter).and_then(Selector::event);
        event.is_some_and(|event| DENSE.contains(&event.id))
    };
    words.counters().filter_map(|(counter, value)| of(mmcr0, counter, value, dense(counter))).collect()
}

fn of(mmcr0: u32, counter: Counter, value: u32, dense: bool) -> Option<Finding> {
    let enable = if counter == Counter::Pmc1 { MMCR0::PMC1CE } else { MMCR0::PMCNCE };
    if !enable.is_set(mmcr0) {
        return None;
    }
    let about = name(counter);
    if PMC::OV.is_set(value) {
        let cause = format!(
            "0x{value:08x} is negative and its condition is enabled: a level, so the exception comes back each time PMXE is set"
        );
        let cure = "before MMCR0[PMXE] is set give every negative counter a start value below 0x80000000, also those that nobody reads";
        return Some(trouble(about, cause, cure));
    }
    let left = (1_u32 << 31) - value;
    (dense && left < FEWEST).then(|| {
        let cause =
            format!("{left} events from negative: fewer than a handler itself takes, about {FEWEST} instructions");
        trouble(about, cause, format!("start lower, at 0x80000000 - N with N of {FEWEST} or more"))
    })
}

/// The time base every other tick.
pub(super) fn time_base(words: &Words) -> Vec<Finding> {
    let mmcr0 = needed(words, Word::Mmcr0);
    let every_other = MMCR0::TBSEL.read(mmcr0) == 0;
    if !(MMCR0::PMXE.is_set(mmcr0) && MMCR0::TBEE.is_set(mmcr0) && every_other) {
        return Vec::new();
    }
    let slower = without(mmcr0, MMCR0::TBEE.val(1).value);
    vec![trouble(
        "the exception",
        "MMCR0[TBEE] is 1 and MMCR0[TBSEL] is 0: it comes every 2 ticks of the time base, 8 bus clocks",
        format!("write TBSEL first, with TBEE 0 (MMCR0 = {slower}), then TBEE: 3 is every 131072 ticks"),
    )]
}
