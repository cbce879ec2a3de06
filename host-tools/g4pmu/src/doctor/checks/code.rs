//! Selectors that hold no event's code.

use mpc7450::events::{CATALOGUE, Selector};

use super::name;
use crate::doctor::finding::{Finding, note, trouble};
use crate::doctor::words::{Word, Words};

pub(super) fn look(words: &Words) -> Vec<Finding> {
    let mut found: Vec<Finding> =
        words.selectors().filter(|selector| selector.event().is_none()).map(undefined).collect();
    let both = words.get(Word::Mmcr0).is_some() && words.get(Word::Mmcr1).is_some();
    if both && words.selectors().all(|selector| selector.code() == 0) {
        found.push(note(
            "PMC1 to PMC6",
            "all selectors are 0: no counter counts an event",
            "write the codes of events into MMCR0 and MMCR1; `g4pmu list events` has them",
        ));
    }
    found
}

/// A code that no list has on its counter, with what it is on others.
fn undefined(selector: Selector) -> Finding {
    let (counter, code) = (selector.counter(), selector.code());
    let others = CATALOGUE.iter().filter(|event| event.selector.code() == code);
    let others: Vec<String> =
        others.map(|event| format!("{} on {}", event.id, name(event.selector.counter()))).collect();
    let cure = if others.is_empty() {
        "`g4pmu list events` has the codes of each counter".to_owned()
    } else {
        format!("code {code} is {}; `g4pmu explain NAME` says which counters an event has", others.join(", "))
    };
    trouble(name(counter), format!("code {code} is in no list of the events of {}", name(counter)), cure)
}
