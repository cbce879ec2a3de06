//! Whether the exception can come [MPC7400UM 11].

use mpc7450::counter::Counter;
use mpc7450::registers::{MMCR0, MSR, PMC};

use super::{name, needed, with};
use crate::doctor::finding::{Finding, note, trouble};
use crate::doctor::words::{Word, Words};

const ABOUT: &str = "the exception";

/// Distance from negative within which a start value is meant to overflow.
const NEAR: u32 = 1 << 24;

/// What MMCR0 and MMCR1 say.
pub(super) fn look(words: &Words) -> Vec<Finding> {
    let mmcr0 = needed(words, Word::Mmcr0);
    let (first, others, ticks) = (MMCR0::PMC1CE.is_set(mmcr0), MMCR0::PMCNCE.is_set(mmcr0), MMCR0::TBEE.is_set(mmcr0));
    let enabled = first || others || ticks;
    if !MMCR0::PMXE.is_set(mmcr0) {
        // FCECE and TRIGGER use the same enables without an exception.
        let used = MMCR0::FCECE.is_set(mmcr0) || MMCR0::TRIGGER.is_set(mmcr0);
        return if enabled && !used { vec![not_enabled(words, mmcr0)] } else { Vec::new() };
    }
    if !enabled {
        let set = MMCR0::PMC1CE.val(1).value | MMCR0::PMCNCE.val(1).value;
        return vec![trouble(
            ABOUT,
            "MMCR0[PMXE], bit 5, is 1, but PMC1CE, PMCnCE and TBEE, bits 16, 17 and 9, are 0: nothing can raise it",
            format!("set the enable of the counter that is to raise it; for all of them, MMCR0 = {}", with(mmcr0, set)),
        )];
    }
    let mut found = Vec::new();
    let counts = |counter| words.selector(counter).is_some_and(|selector| selector.code() != 0);
    if first && !counts(Counter::Pmc1) {
        found.push(silent("MMCR0[PMC1CE], bit 16, is 1, but PMC1 counts nothing", others || ticks));
    }
    if others && !Counter::ALL[1..].iter().any(|counter| counts(*counter)) {
        found.push(silent("MMCR0[PMCnCE], bit 17, is 1, but none of PMC2 to PMC6 counts anything", first || ticks));
    }
    found.extend(words.counters().filter_map(|(counter, value)| unheard(mmcr0, counter, value)));
    found
}

/// Conditions are enabled and PMXE is not; hardware clears it when it signals.
fn not_enabled(words: &Words, mmcr0: u32) -> Finding {
    let enable = |counter| if counter == Counter::Pmc1 { MMCR0::PMC1CE } else { MMCR0::PMCNCE };
    let armed = with(mmcr0, MMCR0::PMXE.val(1).value);
    let reached = words.counters().find(|(counter, value)| PMC::OV.is_set(*value) && enable(*counter).is_set(mmcr0));
    match reached {
        Some((counter, _)) => trouble(
            ABOUT,
            format!(
                "MMCR0[PMXE], bit 5, is 0 and {} is negative: the exception was signalled, which clears PMXE, and nobody has armed it again",
                name(counter)
            ),
            format!("in the handler give {} a start value below 0x80000000, then write MMCR0 = {armed}", name(counter)),
        ),
        None => trouble(
            ABOUT,
            "a condition or the time base is enabled, but MMCR0[PMXE], bit 5, is 0: no exception comes",
            format!("write MMCR0 = {armed}; hardware clears PMXE at each signal, so a handler sets it again"),
        ),
    }
}

/// An enable that has nothing to enable: a trouble where it is the only one.
fn silent(cause: &str, others: bool) -> Finding {
    let cure = "select an event on the counter that is to overflow";
    if others { note(ABOUT, cause, cure) } else { trouble(ABOUT, format!("{cause}: it never comes"), cure) }
}

/// A counter that starts just below negative, and whose enable is not set.
fn unheard(mmcr0: u32, counter: Counter, value: u32) -> Option<Finding> {
    let (field, enable, bit) = match counter {
        Counter::Pmc1 => (MMCR0::PMC1CE, "PMC1CE", 16),
        _ => (MMCR0::PMCNCE, "PMCnCE", 17),
    };
    let left = (1_u32 << 31).checked_sub(value).filter(|left| (1..=NEAR).contains(left))?;
    (!field.is_set(mmcr0)).then(|| {
        trouble(
            name(counter),
            format!("{left} events from negative, but MMCR0[{enable}], bit {bit}, is 0: its overflow raises nothing"),
            format!("write MMCR0 = {}", with(mmcr0, field.val(1).value)),
        )
    })
}

/// What MSR says: EE masks it like an external interrupt.
pub(super) fn masked(words: &Words) -> Vec<Finding> {
    let (mmcr0, msr) = (needed(words, Word::Mmcr0), needed(words, Word::Msr));
    if !MMCR0::PMXE.is_set(mmcr0) || MSR::EE.is_set(msr) {
        return Vec::new();
    }
    vec![trouble(
        ABOUT,
        "MMCR0[PMXE] is 1, but MSR[EE], bit 16, is 0: it is signalled and waits",
        format!(
            "run the measured code with MSR = {}, or poll MMCR0[PMXE], which the signal clears",
            with(msr, MSR::EE.val(1).value)
        ),
    )]
}
