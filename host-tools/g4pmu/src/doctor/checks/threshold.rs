//! Threshold events and the one threshold of the unit [LINUX-PMU].

use mpc7450::events::{Selector, Threshold};
use mpc7450::registers::{MMCR0, MMCR2};

use super::{name, needed};
use crate::doctor::finding::{Finding, note};
use crate::doctor::words::{Word, Words};

pub(super) fn look(words: &Words) -> Vec<Finding> {
    let (mmcr0, mmcr2) = (needed(words, Word::Mmcr0), needed(words, Word::Mmcr2));
    let threshold = MMCR0::THRESHOLD.read(mmcr0);
    let factor = if MMCR2::THRESHMULT.is_set(mmcr2) { 32 } else { 2 };
    let events = words.selectors().filter_map(|selector| Some((selector, selector.event()?.threshold?)));
    let events: Vec<_> = events.collect();
    if events.is_empty() {
        let unused = (threshold != 0).then(|| {
            let cause = format!("MMCR0[THRESHOLD] is {threshold}, but no counter counts a threshold event");
            note("THRESHOLD", cause, "`g4pmu list events threshold` has those events")
        });
        return unused.into_iter().collect();
    }
    let level = |(selector, kind): &(Selector, Threshold)| {
        let about = name(selector.counter());
        let cause = match kind {
            Threshold::Unscaled => format!("counts what exceeds {threshold}: MMCR2[THRESHMULT] is no part of it"),
            Threshold::Scaled => {
                format!("counts what exceeds {}: THRESHOLD {threshold} times {factor}", threshold * factor)
            }
            Threshold::Open => format!(
                "sources disagree whether it has a threshold and whether that is {threshold} or {}",
                threshold * factor
            ),
        };
        note(about, cause, "all threshold events share THRESHOLD and THRESHMULT; another level needs another run")
    };
    events.iter().map(level).collect()
}
