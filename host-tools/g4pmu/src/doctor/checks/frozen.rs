//! Counters that stand still because MMCR0 says so [MPC7400UM 11].

use mpc7450::counter::Counter;
use mpc7450::registers::{MMCR0, MSR, PMC};

use super::{needed, without};
use crate::doctor::finding::{Finding, note, trouble};
use crate::doctor::words::{Word, Words};

const ALL: &str = "PMC1 to PMC6";

/// What holds counters whatever the processor does.
pub(super) fn always(words: &Words) -> Vec<Finding> {
    let mmcr0 = needed(words, Word::Mmcr0);
    let mut found = Vec::new();
    if MMCR0::FC.is_set(mmcr0) {
        found.push(by_fc(words, mmcr0));
    }
    if MMCR0::FCS.is_set(mmcr0) && MMCR0::FCP.is_set(mmcr0) {
        let bits = MMCR0::FCS.val(1).value | MMCR0::FCP.val(1).value;
        found.push(trouble(
            ALL,
            "MMCR0[FCS] and MMCR0[FCP], bits 1 and 2, are both 1: frozen in supervisor state and in user state",
            format!(
                "leave the one of the state that is not to be counted; to count in both, MMCR0 = {}",
                without(mmcr0, bits)
            ),
        ));
    }
    if MMCR0::FCM1.is_set(mmcr0) && MMCR0::FCM0.is_set(mmcr0) {
        let bits = MMCR0::FCM1.val(1).value | MMCR0::FCM0.val(1).value;
        found.push(trouble(
            ALL,
            "MMCR0[FCM1] and MMCR0[FCM0], bits 3 and 4, are both 1: frozen with the mark MSR[PMM] and without",
            format!("leave the one that is not to be counted; to count both, MMCR0 = {}", without(mmcr0, bits)),
        ));
    }
    if MMCR0::TRIGGER.is_set(mmcr0) {
        found.push(by_trigger(mmcr0));
    }
    found
}

/// FC, set by software or by FCECE.
fn by_fc(words: &Words, mmcr0: u32) -> Finding {
    let cleared = without(mmcr0, MMCR0::FC.val(1).value);
    let enable = |counter| if counter == Counter::Pmc1 { MMCR0::PMC1CE } else { MMCR0::PMCNCE };
    let reached = words.counters().any(|(counter, value)| PMC::OV.is_set(value) && enable(counter).is_set(mmcr0));
    if MMCR0::FCECE.is_set(mmcr0) && reached {
        return trouble(
            ALL,
            "MMCR0[FC], bit 0, is 1, and MMCR0[FCECE], bit 6, with a negative counter whose condition is enabled: that has frozen all",
            format!("give every negative counter a start value below 0x80000000, then write MMCR0 = {cleared}"),
        );
    }
    trouble(ALL, "MMCR0[FC], bit 0, is 1: all counters are frozen", format!("write MMCR0 = {cleared}, last of all"))
}

/// TRIGGER, which waits for PMC1 or an enabled condition or event.
fn by_trigger(mmcr0: u32) -> Finding {
    let cleared = without(mmcr0, MMCR0::TRIGGER.val(1).value);
    let ends = MMCR0::PMC1SEL.read(mmcr0) != 0 || MMCR0::TBEE.is_set(mmcr0);
    let about = "PMC2 to PMC6";
    if ends {
        return note(
            about,
            "MMCR0[TRIGGER], bit 18, is 1: they wait until PMC1 is negative or an enabled condition or event happens",
            format!("to count at once, MMCR0 = {cleared}"),
        );
    }
    trouble(
        about,
        "MMCR0[TRIGGER], bit 18, is 1, but PMC1 counts nothing and MMCR0[TBEE] is 0: what they wait for never happens",
        format!("select an event on PMC1 and a start value, or write MMCR0 = {cleared}"),
    )
}

/// What holds counters in the state of the measured code.
pub(super) fn here(words: &Words) -> Vec<Finding> {
    let (mmcr0, msr) = (needed(words, Word::Mmcr0), needed(words, Word::Msr));
    let (user, marked) = (MSR::PR.is_set(msr), MSR::PMM.is_set(msr));
    let rows = [
        (MMCR0::FCS, "FCS", 1, !user, "MSR[PR] = 0, supervisor state"),
        (MMCR0::FCP, "FCP", 2, user, "MSR[PR] = 1, user state"),
        (MMCR0::FCM1, "FCM1", 3, marked, "MSR[PMM] = 1, marked code"),
        (MMCR0::FCM0, "FCM0", 4, !marked, "MSR[PMM] = 0, code without a mark"),
    ];
    let holds = rows.into_iter().filter(|(field, .., applies, _)| *applies && field.is_set(mmcr0));
    holds
        .map(|(field, name, bit, _, state)| {
            let cure = match name {
                "FCM1" => "clear MSR[PMM] while the measured code runs",
                "FCM0" => "set MSR[PMM] while the measured code runs",
                _ => "measure code of the other state",
            };
            let cleared = without(mmcr0, field.val(1).value);
            trouble(
                ALL,
                format!("MMCR0[{name}], bit {bit}, is 1 and {state}: frozen while the measured code runs"),
                format!("{cure}, or write MMCR0 = {cleared}"),
            )
        })
        .collect()
}
