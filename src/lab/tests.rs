//! Whole reports from a machine made of memory, read back by the host's parser.

mod modes;

use core::fmt;

use mpc7450::bus::memory::MemoryBus;
use mpc7450::bus::{Spr, SprBus};
use mpc7450::parts::Part;
use mpc7450::registers::{Pmc5, Pmc6};
use proptest::prelude::*;
use report_format::log::Diagnosis;
use report_format::record::{Memory, Record, Start, State, Translation};
use report_format::{check, log};

use super::machine::{Call, Interruption, MOST_WATCHDOG_TICKS, Machine, Outcome};
use super::plan::Plan;
use super::report::{self, Found};
use super::request::Request;
use super::runner::watchdog;
use super::suite::SUITES;
use crate::arch::mmu::Mode;
use crate::arch::mmu::table::TableError;
use crate::arch::state::RegisterStates;
use crate::kernels::preset::Preset;
use crate::kernels::workspace::{Prepared, Workspace};
use crate::platform::facts::{Facts, arguments_from_bytes};
use crate::pmu::group::Group;
use crate::pmu::sampler::Sampler;
use crate::pmu::sampler::sample::Surroundings;
use crate::pmu::sampler::settings::Settings;

/// Registers that remember the calls made through them and answer from a script.
pub(crate) struct Bus {
    registers: MemoryBus,
    pub(crate) calls: Vec<Call>,
    /// The call with this number ends in an illegal instruction.
    faults_at: Option<usize>,
}

impl SprBus for Bus {
    fn read_raw<R: Spr>(&self) -> u32 {
        self.registers.read_raw::<R>()
    }

    unsafe fn write_raw<R: Spr>(&mut self, value: u32) {
        self.registers.forget_writes();
        // SAFETY: these registers are memory.
        unsafe { self.registers.write_raw::<R>(value) }
    }
}

pub(crate) struct Memories {
    pub(crate) bus: Bus,
    pub(crate) code: Vec<u32>,
    pub(crate) data: Vec<u32>,
    start_states: usize,
    altivec: bool,
    sampler: Sampler<'static>,
    page_table: Result<(), TableError>,
}

impl Machine for Memories {
    type Bus = Bus;

    fn bus(&mut self) -> &mut Bus {
        &mut self.bus
    }

    fn workspace(&mut self) -> Workspace<'_> {
        Workspace::new(&mut self.code, 0x0140_0000, &mut self.data, 0x0180_0000)
    }

    fn has_altivec(&self) -> bool {
        self.altivec
    }

    fn publish_code(&mut self, words: usize) {
        assert!(words <= self.code.len());
    }

    fn start_state(&mut self) {
        self.start_states += 1;
    }

    fn known_loop(&self) -> Prepared {
        Prepared { entry: 0x0100_0100, arguments: [0; 6] }
    }

    fn offers(&self, mode: Mode) -> Result<(), TableError> {
        match (mode.translation, self.page_table) {
            (Translation::Page, Err(error)) => Err(error),
            _ => Ok(()),
        }
    }

    fn overhead(state: State) -> u32 {
        match state {
            State::Supervisor => 18,
            State::User => 10,
        }
    }

    fn run(bus: &mut Bus, call: &Call) -> Outcome {
        let number = bus.calls.len();
        bus.calls.push(*call);
        if bus.faults_at == Some(number) {
            return Outcome::Interrupted(Interruption { vector: 0x700, srr1: 0x0008_0000, ..Interruption::default() });
        }
        Outcome::Returned { ticks: 1000 }
    }

    /// No exception ever comes, as in an emulator whose counters stand still.
    fn sample(&mut self, call: &Call, settings: &Settings, group: &Group) -> Outcome {
        let watchdog_ticks = self.sampler.start(&mut self.bus, settings, group, call.watchdog_ticks, &Nowhere);
        let outcome = Self::run(&mut self.bus, &Call { watchdog_ticks, ..*call });
        self.sampler.stop();
        outcome
    }

    fn sampler(&mut self) -> &mut Sampler<'static> {
        &mut self.sampler
    }
}

/// No time and no stack.
struct Nowhere;

impl Surroundings for Nowhere {
    fn ticks(&self) -> u64 {
        0
    }

    fn stack_word(&self, _: u32) -> Option<u32> {
        None
    }
}

pub(crate) fn machine(area_words: usize, faults_at: Option<usize>) -> Memories {
    Memories {
        bus: Bus { registers: MemoryBus::new(), calls: Vec::new(), faults_at },
        code: vec![0; area_words],
        data: vec![0; area_words],
        start_states: 0,
        altivec: true,
        sampler: Sampler::new(Box::leak(Box::default())),
        page_table: Ok(()),
    }
}

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
fn more_iterations_than_the_watchdog_can_guard_are_refused_not_cut() {
    let text = report(&mut machine(AREA, None), "kernel=calibrate/integer n=2000000000");
    let records = records(&text);
    let reason = records.iter().find_map(|record| match record {
        Record::Skip(skip) => Some(skip.reason.to_string()),
        _ => None,
    });
    assert!(reason.expect("a skip record").starts_with("2000000000 iterations are too many"));
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
fn suites_stay_as_short_as_their_names_promise() {
    let instructions = |arguments: &str| Plan::new(&Request::parse(arguments).expect(arguments)).instructions();
    assert!(instructions("suite=quick") <= 300_000_000);
    for suite in SUITES.iter().filter(|suite| suite.preset == Preset::Default) {
        let executed = instructions(&format!("suite={}", suite.name));
        assert!(executed <= 6_000_000_000, "{}: {executed}", suite.name);
    }
}

/// At 57600 baud that is under a minute. The machine made of memory takes a thousand
/// ticks for everything; a chip may take ten digits of them, and lines end in CR LF.
#[test]
fn the_default_report_stays_under_256_kib() {
    let text = report(&mut machine(1 << 21, None), "icount=7");
    let longer = text.matches(" ticks=1000 ").count() * 6 + text.lines().count();
    assert!(longer > 1000, "{longer}");
    assert!(text.len() + longer <= 256 * 1024, "{} bytes", text.len() + longer);
}

#[test]
fn a_machine_with_too_little_memory_measures_nothing_and_says_so() {
    let facts = Facts { arguments: arguments_from_bytes(b"suite=quick"), ..Facts::default() };
    let with_ram = |ram| {
        let mut machine = machine(AREA, None);
        let mut found = found(0x8000_0201, &facts);
        found.memory.ram = Some(ram);
        let mut text = String::new();
        report::run(&mut machine, &found, &mut text).expect("strings take everything");
        (text.contains("too%20little%20memory"), machine.bus.calls.is_empty())
    };
    assert_eq!(with_ram(0x0180_0003), (true, true));
    assert_eq!(with_ram(0x0180_0004), (false, false));
}

#[test]
fn the_watchdog_never_exceeds_the_decrementer() {
    assert_eq!(watchdog(0), 1_000_000);
    assert_eq!(watchdog(600_000_000), MOST_WATCHDOG_TICKS);
    assert_eq!(watchdog(u64::MAX), MOST_WATCHDOG_TICKS);
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

#[test]
fn other_parts_run_what_they_have() {
    let skipped = |pvr: u32, altivec: bool| {
        let mut machine = Memories { altivec, ..machine(AREA, None) };
        machine.bus.registers.plant::<Pmc5>(1);
        machine.bus.registers.plant::<Pmc6>(2);
        let text = report_on(&mut machine, pvr, "suite=quick icount=7");
        let records = records(&text);
        assert_eq!(count(&records, |record| matches!(record, Record::Error(_))), 0, "{pvr:08x}");
        let absent = [machine.bus.read_raw::<Pmc5>(), machine.bus.read_raw::<Pmc6>()];
        assert_eq!(absent, [1, 2], "{pvr:08x}: PMC5 and PMC6 are not there");
        let reasons = records.iter().filter_map(|record| match record {
            Record::Skip(skip) => Some((skip.id.to_string(), skip.reason.to_string())),
            _ => None,
        });
        reasons.collect::<Vec<_>>()
    };
    assert_eq!(skipped(0x000c_0209, true), []);
    let without = skipped(0x0008_3100, false);
    assert!(without.iter().any(|(id, _)| id == "calibrate/vector"), "{without:?}");
    assert!(without.iter().all(|(_, reason)| reason.contains("needs AltiVec")), "{without:?}");
}

#[test]
fn nothing_is_measured_on_an_unknown_processor() {
    let mut machine = machine(AREA, None);
    let text = report_on(&mut machine, 0x0039_0202, "suite=quick icount=7");
    let records = records(&text);
    assert_eq!(count(&records, |record| matches!(record, Record::Error(_))), 1);
    assert!(machine.bus.calls.is_empty());
    assert!(machine.bus.registers.writes().is_empty());
}
