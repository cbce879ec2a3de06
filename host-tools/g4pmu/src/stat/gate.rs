//! The known-answer gate in front of a measurement: [`Gate`].
//!
//! The counters are asked for what is known before they are asked for what is not. Of the
//! events of a plan, those that some kernel has a known number of are counted there first,
//! on the very counters that the plan uses. The requests have a seed of their own, so that
//! a saved log tells them from what was asked for.

use std::fmt;

use mpc7450::events::Selector;
use serde::Serialize;

use super::anchors::{BOUND_EVENTS, BOUND_PERCENT};
use super::measured::Measured;
use crate::plan::pass::Pass;
use crate::results::Results;

/// Seed of the gate's requests; their kernels have no random data.
pub const SEED: u32 = 7450;

/// An event of which a kernel has a known number.
struct Known {
    event: &'static str,
    kernel: &'static str,
    /// The kernel's parameters as words, or nothing.
    words: &'static str,
    /// Events an iteration.
    each: u32,
}

const fn known(event: &'static str, kernel: &'static str, each: u32) -> Known {
    Known { event, kernel, words: "", each }
}

/// Events with a known number, each of a kernel that states it in its closed form or its
/// predictions. Clocks: 24 adds of which each needs the one before, one clock each
/// [MPC7455EC, comparison table].
const KNOWN: [Known; 13] = [
    Known { words: "op=add form=dependent", ..known("processor-cycles", "issue/integer", 24) },
    Known { words: "op=add form=dependent", ..known("instructions-completed", "issue/integer", 25) },
    known("mispredicted-branches", "calibrate/mispredicted", 4),
    known("folded-branches", "calibrate/branches", 8),
    known("fpu-instructions", "calibrate/float", 8),
    known("store-instructions", "calibrate/stores", 8),
    known("l1-data-load-access-miss", "calibrate/l1-misses", 16),
    known("l1-data-total-misses", "calibrate/l1-misses", 16),
    known("l1-instruction-cache-misses", "calibrate/fetch-misses", 8),
    known("vpu-instructions-completed", "calibrate/vpu", 8),
    known("vfpu-instructions-completed", "calibrate/vfpu", 8),
    known("viu1-instructions-completed", "calibrate/viu1", 8),
    known("viu2-instructions-completed", "calibrate/viu2", 8),
];

/// The requests that test what these passes count.
#[must_use]
pub fn requests(passes: &[Pass]) -> Vec<String> {
    let mut requests: Vec<(&Known, Vec<Selector>)> = Vec::new();
    for selector in passes.iter().flat_map(Pass::slots).map(|slot| slot.selector) {
        let Some(known) = of(selector) else { continue };
        let same_kernel = |other: &Known| (other.kernel, other.words) == (known.kernel, known.words);
        let mut mine = requests.iter_mut().filter(|(other, _)| same_kernel(other));
        if mine.any(|(_, selectors)| selectors.contains(&selector)) {
            continue;
        }
        let room = |selectors: &[Selector]| selectors.iter().all(|other| other.counter() != selector.counter());
        match requests.iter_mut().find(|(other, selectors)| same_kernel(other) && room(selectors)) {
            Some((_, selectors)) => selectors.push(selector),
            None => requests.push((known, vec![selector])),
        }
    }
    let words = |(known, selectors): &(&Known, Vec<Selector>)| {
        let Known { kernel, words, .. } = known;
        let mut request = format!("run {kernel} preset=quick seed={SEED}");
        if !words.is_empty() {
            request += &format!(" {words}");
        }
        for selector in selectors {
            request += &format!(" pmc{}={}", selector.counter().number(), selector.code());
        }
        request
    };
    requests.iter().map(words).collect()
}

fn of(selector: Selector) -> Option<&'static Known> {
    let id = selector.event()?.id;
    KNOWN.iter().find(|known| known.event == id)
}

/// Whether a report is the answer to one of the gate's requests.
#[must_use]
pub fn is_its_own(results: &Results) -> bool {
    results.header.suite.as_ref().is_some_and(|suite| suite.name == "-" && suite.seed == SEED)
}

/// What the gate found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gate {
    /// One line an event and counter.
    pub checks: Vec<Check>,
}

/// A known number and what was counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The event.
    pub event: String,
    /// The counter.
    pub pmc: u8,
    /// The kernel.
    pub kernel: String,
    /// The known number, for n iterations.
    pub expected: f64,
    /// What was counted, or why nothing was.
    pub measured: Result<f64, String>,
}

impl Gate {
    /// Compares what these answers to the gate's requests say.
    #[must_use]
    pub fn of(answers: &[Measured]) -> Self {
        Self { checks: answers.iter().flat_map(checks).collect() }
    }

    /// The checks of an event that failed.
    pub fn failed(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.holds())
    }

    /// What is known of an event on a counter.
    #[must_use]
    pub fn tested(&self, event: &str, pmc: Option<u8>) -> Tested {
        let mut checks = self.checks.iter().filter(|check| check.event == event && Some(check.pmc) == pmc);
        let counted = checks.clone().any(|check| check.measured.is_ok());
        match checks.any(|check| !check.holds()) {
            true => Tested::Failed,
            false if counted => Tested::Passed,
            false => Tested::Untested,
        }
    }
}

/// What the gate says of an event on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tested {
    /// It counts what is known.
    Passed,
    /// It does not.
    Failed,
    /// Nothing is known, or nothing was counted, or there was no gate.
    Untested,
}

fn checks(measured: &Measured) -> Vec<Check> {
    let rows = measured.passes.iter().flat_map(|pass| &pass.rows);
    let check = |row: &super::measured::Row| {
        let known =
            KNOWN.iter().find(|known| (known.kernel, known.event) == (&*measured.subject.kernel, &*row.event))?;
        Some(Check {
            event: row.event.clone(),
            pmc: row.pmc?,
            kernel: measured.subject.kernel.clone(),
            expected: f64::from(known.each) * measured.subject.n as f64,
            measured: row.outcome.as_ref().map(|found| found.pairs.median).map_err(|why| why.reason.clone()),
        })
    };
    rows.filter_map(check).collect()
}

impl Check {
    /// Whether the number is the known one, within the bound of passes. An event that is
    /// not counted at all is not wrong: its row says so itself.
    #[must_use]
    pub fn holds(&self) -> bool {
        let bound = BOUND_EVENTS.max(self.expected * BOUND_PERCENT / 100.0);
        self.measured.as_ref().map_or(true, |measured| (measured - self.expected).abs() <= bound)
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { event, pmc, kernel, expected, measured } = self;
        match measured {
            Ok(measured) => {
                let difference = measured - expected;
                write!(f, "{event} PMC{pmc}: {kernel} has {expected}, measured {measured}, difference {difference}")
            }
            Err(reason) => write!(f, "{event} PMC{pmc}: {kernel} has {expected}, not counted: {reason}"),
        }
    }
}

/// The verdict in one line.
impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed: Vec<String> = self.failed().map(ToString::to_string).collect();
        let counted = self.checks.iter().filter(|check| check.measured.is_ok()).count();
        if !failed.is_empty() {
            return write!(f, "gate: {} of {counted} known counts are wrong: {}", failed.len(), failed.join("; "));
        }
        match (self.checks.len(), counted) {
            (0, _) => f.write_str("gate: none of these events has a known count"),
            (_, 0) => f.write_str("gate: nothing that is known was counted"),
            (_, 1) => f.write_str("gate: 1 known count is as expected"),
            _ => write!(f, "gate: {counted} known counts are as expected"),
        }
    }
}

#[cfg(test)]
mod tests {
    use g4pmu_firmware::kernels;
    use g4pmu_firmware::lab::request::Request;
    use g4pmu_firmware::monitor::words::of_kernel;
    use report_format::record::State;

    use super::{Check, Gate, KNOWN, Tested, requests};
    use crate::plan::wish::Asked;
    use crate::plan::{Passes, Plan, Setting};

    fn plan(list: &str) -> Plan {
        let setting = Setting { l3: true, state: State::Supervisor, passes: Passes::Any };
        Plan::of(Asked::parse([list]), setting).expect("a plan")
    }

    #[test]
    fn the_events_of_a_plan_are_tested_on_its_counters() {
        assert_eq!(
            requests(&plan("cycles,instructions,branch-misses").passes),
            [
                "run issue/integer preset=quick seed=7450 op=add form=dependent pmc1=1 pmc2=2",
                "run calibrate/mispredicted preset=quick seed=7450 pmc4=28",
            ]
        );
        // An event on several counters is tested on each.
        let cycles = requests(&plan("cycles:PMC5,cycles:PMC6").passes);
        assert!(cycles[0].contains("pmc1=1 pmc2=2 pmc5=1 pmc6=1"), "{cycles:?}");
        assert_eq!(requests(&plan("unresolved-branches:PMC1").passes).len(), 1, "only the anchors are known");
    }

    #[test]
    fn every_known_number_is_of_an_event_and_a_kernel_that_there_are() {
        for known in KNOWN {
            let kernel = kernels::find(known.kernel).unwrap_or_else(|| panic!("{}", known.kernel));
            assert!(mpc7450::events::find(known.event).is_ok(), "{}", known.event);
            let request = of_kernel(kernel, None, known.words, None);
            Request::parse(&request).unwrap_or_else(|error| panic!("{request}: {error}"));
        }
    }

    #[test]
    fn a_wrong_count_is_the_verdict() {
        let check = |measured: Result<f64, String>| Check {
            event: "mispredicted-branches".to_owned(),
            pmc: 4,
            kernel: "calibrate/mispredicted".to_owned(),
            expected: 4000.0,
            measured,
        };
        let gate = |checks| Gate { checks };
        assert_eq!(gate(vec![check(Ok(4016.0))]).to_string(), "gate: 1 known count is as expected");
        assert_eq!(gate(vec![check(Err("no".to_owned()))]).to_string(), "gate: nothing that is known was counted");
        assert_eq!(gate(Vec::new()).to_string(), "gate: none of these events has a known count");
        let failed = gate(vec![check(Ok(0.0)), check(Ok(4000.0))]);
        assert_eq!(
            failed.to_string(),
            "gate: 1 of 2 known counts are wrong: mispredicted-branches PMC4: calibrate/mispredicted has 4000, \
             measured 0, difference -4000"
        );
        assert_eq!(failed.tested("mispredicted-branches", Some(4)), Tested::Failed);
        assert_eq!(failed.tested("mispredicted-branches", Some(5)), Tested::Untested);
    }
}
