//! What the six counters of a trial say, from the raw words alone.
//!
//! The selectors come from MMCR0 and MMCR1 as they were written, the number from
//! two readings, and whether it is a number at all from the counter check of the
//! same report. Of a model's number its own tables say how far it can be trusted; an
//! event that it does not model has none.
//!
//! Completed instructions are compared with their closed form, which is a range: the
//! branch unit folds some branches away and may remove others before they complete, and
//! the window's own instructions are among them.

use g4pmu_firmware::lab::machine::WINDOW_COMPLETES;
use g4pmu_firmware::pmu::elapsed::{Elapsed, MOST_EVENTS_A_CYCLE, elapsed, most_events};
use model::signal::{self, Signal};
use mpc7450::counter::Counter;
use mpc7450::registers::{MMCR0, MMCR1};
use report_format::record::Trial;

use super::header::{CounterCheck, Header};
use super::kernel::Expected;
use super::value::{Exactness, Source, Status, Value};
use crate::catalogue;

/// The selector of instructions completed, the same on PMC1 to PMC4.
const COMPLETED: u8 = 2;

/// Where mispredicted branches are counted.
const MISPREDICTED: (Counter, u8) = (Counter::Pmc4, 28);

/// What the header says about the counters.
#[derive(Debug)]
pub struct CounterFacts<'a> {
    /// The counter checks, PMC1 first; absent where the report has none.
    checks: [Option<&'a CounterCheck>; 6],
    /// Who counts where a counter counts.
    counted_by: Source,
    /// Whether a timing model has shown its signature.
    signed: bool,
    /// Whether the part is one that the closed forms of completed instructions are for.
    has_closed_forms: bool,
    /// Ticks and core clocks a second; 0 where unknown.
    rates: (u32, u32),
}

impl<'a> CounterFacts<'a> {
    /// Takes checks, rates and the emulator from the header.
    #[must_use]
    pub fn new(header: &'a Header) -> Self {
        let check = |counter: Counter| header.counters.iter().find(|check| check.pmc == u32::from(counter.number()));
        Self {
            checks: Counter::ALL.map(check),
            counted_by: header.counted_by(),
            signed: header.model.is_some(),
            has_closed_forms: header.cpu.as_ref().is_some_and(|cpu| cpu.counters == 6),
            rates: header.clock.as_ref().map_or((0, 0), |clock| (clock.tb_hz, clock.core_hz.unwrap_or(0))),
        }
    }

    /// One value for each counter whose selector is not 0, PMC1 first.
    #[must_use]
    pub fn values(&self, trial: &Trial, expected: Option<&Expected>) -> Vec<Value> {
        Counter::ALL
            .into_iter()
            .zip(selected(trial.mmcr0, trial.mmcr1))
            .filter(|(_, code)| *code != 0)
            .map(|(counter, code)| self.value(trial, counter, code, expected))
            .collect()
    }

    fn value(&self, trial: &Trial, counter: Counter, code: u8, expected: Option<&Expected>) -> Value {
        let (mut status, value, mut reason) = match self.why_not(counter, code) {
            Some(reason) => (Status::NotCounted, None, Some(reason)),
            None => self.number(trial, counter),
        };
        let range =
            expected.filter(|_| is_completed(counter, code) && self.has_closed_forms && counts_all(trial.mmcr0));
        let range = range.map(|counts| self.may_complete(trial, counts));
        if let (Some(count), Some((least, most))) = (value, range)
            && !(least..=most).contains(&count)
        {
            status = Status::Mismatch;
            reason = Some(format!("the closed form is {least} to {most}, the window's own instructions included"));
        }
        Value {
            event: catalogue::event_id(counter, code),
            pmc: Some(counter.number()),
            code: Some(code),
            value,
            unit: "events",
            expected: None,
            expected_least: range.map(|(least, _)| least),
            expected_most: range.map(|(_, most)| most),
            source: if value.is_some() { self.counted_by } else { Source::None },
            exactness: value.map(|_| self.exactness(counter, code)),
            status,
            reason,
        }
    }

    /// How far a count can be trusted: of a model with a signature its tables say.
    fn exactness(&self, counter: Counter, code: u8) -> Exactness {
        match Signal::of(counter, code).filter(|_| self.signed).map(Signal::exactness) {
            Some(signal::Exactness::Structural) => Exactness::Structural,
            Some(signal::Exactness::Modelled) => Exactness::Modelled,
            Some(signal::Exactness::RightPathOnly) => Exactness::RightPathOnly,
            Some(signal::Exactness::Exact | signal::Exactness::NotModelled(_)) | None => Exactness::AsRead,
        }
    }

    /// Fewest and most instructions that a counter may find completed, the window's own
    /// included. A taken branch that was predicted not taken is executed as one, so it may
    /// complete where the closed form has it folded: as many as the trial mispredicted, or
    /// all where nothing counted mispredictions.
    fn may_complete(&self, trial: &Trial, counts: &Expected) -> (u64, u64) {
        let (counter, code) = MISPREDICTED;
        let counted =
            selected(trial.mmcr0, trial.mmcr1)[counter.index()] == code && self.why_not(counter, code).is_none();
        let mispredicted = if counted { self.number(trial, counter).1 } else { None };
        let most = mispredicted.map_or(counts.executed, |count| counts.executed.min(counts.completed_most + count));
        (counts.completed_least + WINDOW_COMPLETES.0, most + WINDOW_COMPLETES.1)
    }

    /// Why the counter gives no number; `None` when it counts.
    fn why_not(&self, counter: Counter, code: u8) -> Option<String> {
        if self.signed {
            match Signal::of(counter, code).map(Signal::exactness) {
                None => return Some("the model knows no event with this code".to_owned()),
                Some(signal::Exactness::NotModelled(why)) => {
                    return Some(format!("the model does not count this event: {why}"));
                }
                Some(_) => {}
            }
        }
        match self.checks[counter.index()] {
            None => Some("the report has no check of this counter".to_owned()),
            Some(check) if check.counts => None,
            Some(check) => Some(format!(
                "the counter does not count: a known loop advanced it by {}, not by {} or more",
                check.advanced, check.expected
            )),
        }
    }

    fn number(&self, trial: &Trial, counter: Counter) -> (Status, Option<u64>, Option<String>) {
        let (tb_hz, core_hz) = self.rates;
        let most = most_events(trial.ticks, tb_hz, core_hz, MOST_EVENTS_A_CYCLE);
        let events = elapsed(trial.start[counter.index()], trial.stop[counter.index()], most);
        match events {
            Elapsed::Exact(number) => (Status::Ok, Some(u64::from(number)), None),
            Elapsed::Ambiguous(_) => (Status::WrapUnknown, None, Some(events.to_string())),
            Elapsed::Impossible(_) => (Status::Error, None, Some(events.to_string())),
        }
    }
}

/// Whether this counts completed instructions: the same code is L2 hits on PMC5 and PMC6.
const fn is_completed(counter: Counter, code: u8) -> bool {
    code == COMPLETED && matches!(counter, Counter::Pmc1 | Counter::Pmc2 | Counter::Pmc3 | Counter::Pmc4)
}

/// Whether the unit counted everything in the marked code: no other freeze than the one
/// of unmarked code, no freeze at a condition, no trigger.
pub(crate) fn counts_all(mmcr0: u32) -> bool {
    let others = MMCR0::FC::SET + MMCR0::FCS::SET + MMCR0::FCP::SET + MMCR0::FCM1::SET;
    mmcr0 & (others + MMCR0::FCECE::SET + MMCR0::TRIGGER::SET).value == 0
}

/// The six selector codes, PMC1 first.
pub(super) fn selected(mmcr0: u32, mmcr1: u32) -> [u8; 6] {
    // No selector is wider than 7 bits, so the low byte is all of it.
    [
        MMCR0::PMC1SEL.read(mmcr0),
        MMCR0::PMC2SEL.read(mmcr0),
        MMCR1::PMC3SEL.read(mmcr1),
        MMCR1::PMC4SEL.read(mmcr1),
        MMCR1::PMC5SEL.read(mmcr1),
        MMCR1::PMC6SEL.read(mmcr1),
    ]
    .map(|code| code as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Hex;
    use crate::results::header::{Clock, Report};

    /// PMC1 counts cycles (1), PMC2 instructions (2), PMC3 nothing (0).
    const MMCR0_WORD: u32 = 0x0800_0042;

    fn trial(start: [u32; 6], stop: [u32; 6], ticks: u64) -> Trial {
        Trial { run: 0, trial: 0, n: 1, mmcr0: MMCR0_WORD, mmcr1: 0, mmcr2: 0, hid0: 0, start, stop, ticks }
    }

    fn header(counts: bool, core_hz: Option<u32>) -> Header {
        Header {
            report: Some(Report {
                version: 1,
                image: "0.1.0".to_owned(),
                build: Hex(0),
                start: "rom",
                emulator: "none-found",
                console: "scc-a".to_owned(),
            }),
            clock: Some(Clock { tb_hz: 25_000_000, core_hz, bus_hz: None, source: "assumed", icount_shift: None }),
            counters: (1..=6).map(|pmc| CounterCheck { pmc, code: 1, expected: 1000, advanced: 7, counts }).collect(),
            ..Header::default()
        }
    }

    fn values(header: &Header, trial: &Trial) -> Vec<Value> {
        CounterFacts::new(header).values(trial, None)
    }

    #[test]
    fn selectors_come_out_of_the_raw_words() {
        // Codes 94, 63 | 18, 28, 6, 44: the words of the registers' golden tests.
        assert_eq!(selected(0x0800_17bf, 0x970d_6000), [94, 63, 18, 28, 6, 44]);
    }

    #[test]
    fn the_code_of_completed_instructions_is_another_event_on_pmc5_and_pmc6() {
        let completed = Counter::ALL.map(|counter| is_completed(counter, COMPLETED));
        assert_eq!(completed, [true, true, true, true, false, false]);
        assert!(Counter::ALL.into_iter().all(|counter| {
            is_completed(counter, COMPLETED) == (catalogue::event_id(counter, COMPLETED) == "instructions-completed")
        }));
    }

    #[test]
    fn a_counter_that_counts_gives_the_wrapping_difference() {
        let found = values(
            &header(true, Some(1_000_000_000)),
            &trial([0xffff_fff0, 0, 0, 0, 0, 0], [0x10, 9, 0, 0, 0, 0], 100),
        );
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].value, found[0].source, found[0].status), (Some(0x20), Source::Hardware, Status::Ok));
        assert_eq!((found[1].pmc, found[1].code, found[1].value), (Some(2), Some(2), Some(9)));
    }

    #[test]
    fn a_counter_that_does_not_count_gives_no_number_and_a_reason() {
        let found = values(&header(false, Some(1_000_000_000)), &trial([0; 6], [5; 6], 100));
        assert_eq!((found[0].value, found[0].source, found[0].status), (None, Source::None, Status::NotCounted));
        assert_eq!(
            found[0].reason.as_deref(),
            Some("the counter does not count: a known loop advanced it by 7, not by 1000 or more")
        );
    }

    #[test]
    fn a_counter_without_a_check_gives_no_number() {
        let found = values(&Header::default(), &trial([0; 6], [5; 6], 100));
        assert_eq!((found[0].value, found[0].status), (None, Status::NotCounted));
    }

    #[test]
    fn a_wrap_that_cannot_be_excluded_gives_no_number() {
        // Two seconds at 1 GHz and four events a clock are more than 2^32.
        let long = trial([0; 6], [5; 6], 50_000_000);
        let found = values(&header(true, Some(1_000_000_000)), &long);
        assert_eq!((found[0].value, found[0].status), (None, Status::WrapUnknown));
        // Without a core clock nothing can be excluded.
        let found = values(&header(true, None), &trial([0; 6], [5; 6], 1));
        assert_eq!((found[0].value, found[0].status), (None, Status::WrapUnknown));
    }

    #[test]
    fn more_events_than_can_have_happened_are_an_error() {
        let found = values(&header(true, Some(1_000_000_000)), &trial([0; 6], [5_000_000; 6], 1));
        assert_eq!((found[0].value, found[0].status), (None, Status::Error));
    }
}
