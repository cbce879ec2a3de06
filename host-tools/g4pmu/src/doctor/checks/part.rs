//! Events that cannot happen on the part, or as it is set up.

use mpc7450::counter::Counter;
use mpc7450::events::{Parts, Selector};
use mpc7450::parts::{L3, Part};
use mpc7450::registers::HID0;

use super::{name, needed, without};
use crate::doctor::finding::{Finding, note, trouble};
use crate::doctor::words::{Word, Words};

/// What the processor version rules out.
pub(super) fn look(words: &Words) -> Vec<Finding> {
    let part = Part::from_pvr(needed(words, Word::Pvr));
    match part.counters() {
        Some(6) => words.selectors().filter_map(|selector| without_l3(&part, selector)).collect(),
        Some(counters) => {
            let mut found = vec![note(
                "PMC1 to PMC4",
                format!("{part}: codes are judged by the list of the MPC7450 family, and this part has its own"),
                "look the codes up in the part's manual",
            )];
            let absent = words.selectors().filter(|selector| selector.counter().number() > counters);
            found.extend(absent.filter(|selector| selector.code() != 0).map(|selector| {
                let about = name(selector.counter());
                let cause = format!("{part} has {counters} counters: there is no {about}");
                trouble(about, cause, "move the event to PMC1 to PMC4")
            }));
            found
        }
        None => vec![trouble(
            "PMC1 to PMC6",
            format!("{part}: not known to have this performance monitor"),
            "give the PVR of a G4, or leave the registers alone",
        )],
    }
}

/// An event of the L3 on a part that has none.
fn without_l3(part: &Part, selector: Selector) -> Option<Finding> {
    let event = selector.event().filter(|event| event.parts == Parts::WithL3)?;
    let about = name(selector.counter());
    let cure = "select an event of the L2, or measure on an MPC7450, 7451, 7455 or 7457";
    Some(match part.l3() {
        L3::Absent => trouble(about, format!("{} cannot happen: {part} has no L3 cache", event.id), cure),
        L3::Possible => note(
            about,
            format!("{} happens only with an L3 cache: {part} is one of a pair of which one has none", event.id),
            "see whether L3CR exists and L3CR[L3E] is 1",
        ),
    })
}

/// Events of hardware table searches where software searches.
pub(super) fn search(words: &Words) -> Vec<Finding> {
    let hid0 = needed(words, Word::Hid0);
    if !HID0::STEN.is_set(hid0) {
        return Vec::new();
    }
    let searching = words.selectors().filter_map(|selector| Some((selector.counter(), selector.event()?.id)));
    let searching: Vec<(Counter, &str)> = searching.filter(|(_, id)| id.contains("hardware-table-search")).collect();
    let cleared = without(hid0, HID0::STEN.val(1).value);
    searching
        .into_iter()
        .map(|(counter, id)| {
            let cause = format!("{id} cannot happen: HID0[STEN], bit 7, is 1, so software searches the page tables");
            trouble(name(counter), cause, format!("count TLB misses instead, or run with HID0 = {cleared}"))
        })
        .collect()
}
