//! Counters that are negative, and nobody is told.

use mpc7450::counter::Counter;
use mpc7450::registers::{MMCR0, PMC};

use super::{name, needed};
use crate::doctor::finding::{Finding, trouble};
use crate::doctor::words::{Word, Words};

pub(super) fn look(words: &Words) -> Vec<Finding> {
    let mmcr0 = needed(words, Word::Mmcr0);
    let enabled = |counter| match counter {
        Counter::Pmc1 => MMCR0::PMC1CE.is_set(mmcr0),
        _ => MMCR0::PMCNCE.is_set(mmcr0),
    };
    // Where the condition is enabled the checks of the exception speak.
    let unseen = words.counters().filter(|(counter, value)| PMC::OV.is_set(*value) && !enabled(*counter));
    unseen
        .map(|(counter, value)| {
            let left = (1_u64 << 32) - u64::from(value);
            trouble(
                name(counter),
                format!(
                    "0x{value:08x} is negative: it has overflowed or was started so, with no condition enabled; it wraps to 0 in {left} events"
                ),
                "start at 0 to count, at 0x80000000 - N to overflow after N events; take the difference of two readings modulo 2^32",
            )
        })
        .collect()
}
