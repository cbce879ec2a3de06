//! Whole reports from a machine made of memory, read back by the host's parser.

mod limits;
mod machine;
mod model;
mod modes;
mod parts;
mod sampled;

use core::fmt;

use mpc7450::parts::Part;
use proptest::prelude::*;
use report_format::log::Diagnosis;
use report_format::record::{Memory, Record, Start};
use report_format::{check, log};

pub(crate) use self::machine::{Memories, machine};

use super::machine::Machine;
use super::report::{self, Found};
use crate::arch::state::RegisterStates;
use crate::platform::facts::{Facts, arguments_from_bytes};

const AREA: usize = 1 << 20;

pub fn report<M: Machine>(machine: &mut M, arguments: &str) -> String {
    report_on(machine, 0x8000_0201, arguments)
}

fn report_on<M: Machine>(machine: &mut M, pvr: u32, arguments: &str) -> String {
    let facts = Facts { arguments: arguments_from_bytes(arguments.as_bytes()), ..Facts::default() };
    let mut text = String::new();
    report::run(machine, &found(pvr, &facts), &mut text).expect("strings take everything");
    text
}

static NO_REGISTERS: RegisterStates = RegisterStates::new();

/// What a start-up on memory finds.
pub(crate) fn found(pvr: u32, facts: &Facts) -> Found<'_> {
    Found {
        start: Start::Loader,
        entry_msr: 0x40,
        running_msr: 0x0200_3032,
        console: "test",
        build: 0,
        memory: Memory {
            ram: None,
            image: 0x0100_0000,
            image_bytes: 4,
            code: 0x0140_0000,
            code_bytes: 4,
            data: 0x0180_0000,
            data_bytes: 4,
        },
        part: Part::from_pvr(pvr),
        facts,
        registers: &NO_REGISTERS,
        set_up: Ok(()),
    }
}

pub fn records(text: &str) -> Vec<Record<'_>> {
    let log = log::parse(text.as_bytes());
    assert_eq!(log.boots.len(), 1);
    let boot = &log.boots[0];
    assert_eq!(boot.diagnosis(), Diagnosis::Complete, "{:?}", boot.findings);
    let problems = check::check(boot);
    assert!(problems.is_empty(), "{problems:?}");
    boot.entries.iter().map(|entry| entry.record.clone()).collect()
}

fn count(records: &[Record<'_>], wanted: fn(&Record<'_>) -> bool) -> usize {
    records.iter().filter(|record| wanted(record)).count()
}

#[test]
fn a_suite_is_a_complete_report() {
    let mut machine = machine(AREA, None);
    let text = report(&mut machine, "suite=quick icount=7");
    let records = records(&text);
    let kernels = count(&records, |record| matches!(record, Record::Kernel(_)));
    let suite = records.iter().find_map(|record| match record {
        Record::Suite(suite) => Some(suite.kernels as usize),
        _ => None,
    });
    assert_eq!(suite, Some(kernels));
    assert_eq!(count(&records, |record| matches!(record, Record::Trial(_))), machine.start_states);
    assert_eq!(count(&records, |record| matches!(record, Record::Fault(_) | Record::Skip(_))), 0);
}

#[test]
fn trials_alternate_between_n_and_2n_and_only_they_are_armed() {
    let mut machine = machine(AREA, None);
    let text = report(&mut machine, "kernel=calibrate/integer preset=quick n=3 warmup=2 trials=2");
    let iterations: Vec<u64> = records(&text)
        .iter()
        .filter_map(|record| match record {
            Record::Trial(trial) => Some(trial.n),
            _ => None,
        })
        .collect();
    assert_eq!(iterations, [3, 6, 3, 6]);
    let calls = &machine.bus.calls[machine.bus.calls.len() - 8..];
    for pair in calls.chunks(2) {
        assert_eq!(pair[0].iterations, 2);
        assert_eq!(pair[0].mmcr0_start >> 31, 1, "the warm-up is frozen");
        assert_eq!(pair[1].mmcr0_start & 0x8800_0000, 0x0800_0000, "the trial counts marked code only");
    }
}

/// What a processor fetches is what was written only once it has been published.
#[test]
fn a_kernels_code_is_published_before_it_runs() {
    let mut machine = machine(AREA, None);
    let text = report(&mut machine, "kernel=calibrate/integer preset=quick");
    let bytes = records(&text).iter().find_map(|record| match record {
        Record::Kernel(kernel) => Some(kernel.code_bytes),
        _ => None,
    });
    assert_eq!(machine.published, [bytes.expect("a kernel record") as usize / 4]);
    let text = report(&mut machine, "suite=quick");
    assert_eq!(machine.published.len(), 1 + count(&records(&text), |record| matches!(record, Record::Kernel(_))));
}

#[test]
fn a_fault_ends_its_kernel_and_the_suite_goes_on() {
    let mut whole = machine(AREA, None);
    let trials = count(&records(&report(&mut whole, "suite=quick")), |record| matches!(record, Record::Trial(_)));
    let mut machine = machine(AREA, Some(20));
    let text = report(&mut machine, "suite=quick");
    let records = records(&text);
    assert_eq!(count(&records, |record| matches!(record, Record::Fault(_))), 1);
    assert!(count(&records, |record| matches!(record, Record::Trial(_))) < trials);
    assert!(text.contains("cause=program-illegal"));
}

#[test]
fn a_kernel_that_does_not_fit_is_skipped_with_its_reason() {
    let mut machine = machine(4096, None);
    let text = report(&mut machine, "kernel=branch/chain preset=quick p.branches=16384");
    let records = records(&text);
    assert_eq!(count(&records, |record| matches!(record, Record::Skip(_))), 1);
    assert_eq!(count(&records, |record| matches!(record, Record::Trial(_))), 0);
}

#[test]
fn calibration_runs_first_and_the_seed_orders_both_parts() {
    let ids = |arguments: &str| -> Vec<String> {
        let text = report(&mut machine(AREA, None), arguments);
        let records = records(&text);
        let ids = records.iter().filter_map(|record| match record {
            Record::Kernel(kernel) => Some(kernel.id.to_string()),
            _ => None,
        });
        ids.collect()
    };
    let order = ids("suite=quick seed=1");
    let calibrations = order.iter().filter(|id| id.starts_with("calibrate/")).count();
    assert!(calibrations > 0 && order[..calibrations].iter().all(|id| id.starts_with("calibrate/")));
    assert_eq!(order, ids("suite=quick seed=1"));
    assert_ne!(order, ids("suite=quick seed=2"));
}

#[test]
fn a_refused_request_runs_nothing_and_says_why() {
    let mut machine = machine(AREA, None);
    let text = report(&mut machine, "suite=slow");
    let records = records(&text);
    assert!(
        records.iter().any(
            |record| matches!(record, Record::Error(error) if error.text.to_string().starts_with("no suite `slow`"))
        )
    );
    assert!(machine.bus.calls.is_empty());
}

#[test]
fn a_counter_that_only_stores_does_not_count() {
    let mut machine = machine(AREA, None);
    let text = report(&mut machine, "kernel=calibrate/empty");
    let verdicts: Vec<bool> = records(&text)
        .iter()
        .filter_map(|record| match record {
            Record::Counter(check) => Some(check.counts),
            _ => None,
        })
        .collect();
    assert!(verdicts.len() >= 6 && verdicts.iter().all(|counts| !counts));
}

#[test]
fn an_output_that_fails_ends_the_report_with_an_error() {
    struct Closed;
    impl fmt::Write for Closed {
        fn write_str(&mut self, _: &str) -> fmt::Result {
            Err(fmt::Error)
        }
    }
    let facts = Facts::default();
    let memory = Memory { ram: None, image: 0, image_bytes: 0, code: 0, code_bytes: 0, data: 0, data_bytes: 0 };
    let found = Found {
        start: Start::Rom,
        entry_msr: 0,
        running_msr: 0,
        console: "closed",
        build: 0,
        memory,
        part: Part::from_pvr(0),
        facts: &facts,
        registers: &RegisterStates::new(),
        set_up: Ok(()),
    };
    assert!(report::run(&mut machine(16, None), &found, Closed).is_err());
}

proptest! {
    #[test]
    fn no_boot_arguments_break_the_report(arguments in "[ -~]{0,80}") {
        let mut machine = machine(64, None);
        let text = report(&mut machine, &arguments);
        records(&text);
    }
}
