//! Sampled calls in whole reports, from a machine whose unit counts and signals.

use std::cell::Cell;

use report_format::record::{Code, Phase, Record, Sample, SampleSource, Sampling, State};

use crate::arch::mmu::Mode;
use crate::arch::mmu::table::TableError;
use crate::kernels::workspace::{Prepared, Workspace};
use crate::lab::machine::{Call, Interruption, Machine, Outcome};
use crate::lab::tests::{records, report};
use crate::pmu::group::Group;
use crate::pmu::sampler::fake::{DEC, FakeUnit, MMCR0, PMC};
use crate::pmu::sampler::sample::Surroundings;
use crate::pmu::sampler::settings::Settings;
use crate::pmu::sampler::{Sampler, Tick};

/// A machine that executes an instruction in two cycles and three ticks.
struct Counting {
    unit: FakeUnit,
    code: Vec<u32>,
    data: Vec<u32>,
    sampler: Sampler<'static>,
    /// The sampled call ends in an exception.
    faults: bool,
    /// Counters stand still, and no exception comes: stock QEMU.
    dead: bool,
    /// Ticks that handling a sample takes, and entry and return again.
    handling: u64,
}

/// The time and the ticks from one look at it to the next.
struct Clock(Cell<u64>, u64);

impl Surroundings for Clock {
    fn ticks(&self) -> u64 {
        self.0.replace(self.0.get() + self.1)
    }

    fn stack_word(&self, _: u32) -> Option<u32> {
        None
    }

    fn registers(&self) -> u32 {
        0
    }
}

const CODE: u32 = 0x0140_0000;
const TICKS: u32 = 3;

impl Counting {
    fn new() -> Self {
        Self {
            unit: FakeUnit::new(),
            code: vec![0; 1 << 16],
            data: vec![0; 1 << 16],
            sampler: Sampler::new(Box::leak(Box::default())),
            faults: false,
            dead: false,
            handling: 0,
        }
    }

    /// Ten instructions an iteration.
    fn instruction(unit: &mut FakeUnit, dead: bool, number: u64) {
        if !dead {
            unit.complete(CODE + 4 * (number % 10) as u32, [2, 1, 0, 0, 0, 0]);
        }
        unit.tick(TICKS);
    }
}

impl Machine for Counting {
    type Bus = FakeUnit;

    fn bus(&mut self) -> &mut FakeUnit {
        &mut self.unit
    }

    fn workspace(&mut self) -> Workspace<'_> {
        Workspace::new(&mut self.code, CODE, &mut self.data, 0x0180_0000)
    }

    fn has_altivec(&self) -> bool {
        true
    }

    fn publish_code(&mut self, _: usize) {}

    fn settle(&mut self) {}

    fn start_state(&mut self) {}

    fn known_loop(&self) -> Prepared {
        Prepared { entry: 0x0100_0100, arguments: [0; 6] }
    }

    fn offers(&self, _: Mode) -> Result<(), TableError> {
        Ok(())
    }

    fn overhead(_: State) -> u32 {
        18
    }

    fn run(unit: &mut FakeUnit, call: &Call) -> Outcome {
        *unit.register(MMCR0) = call.mmcr0_start;
        // The known loop moves the counters that select cycles or instructions.
        for (counter, code) in [(0, call.mmcr0_start >> 6 & 0x7f), (1, call.mmcr0_start & 0x3f)] {
            let moves = call.mmcr0_start >> 31 == 0 && call.kernel.entry == 0x0100_0100 && (1..=2).contains(&code);
            *unit.register(PMC[counter]) += if moves { call.iterations + 1 } else { 0 };
        }
        *unit.register(MMCR0) = call.mmcr0_stop;
        Outcome::Returned { ticks: 1000 }
    }

    fn sample(&mut self, call: &Call, settings: &Settings, group: &Group) -> Outcome {
        let clock = Clock(Cell::new(0), self.handling);
        self.unit.time = 0;
        *self.unit.register(DEC) = self.sampler.start(&mut self.unit, settings, group, call.watchdog_ticks, &clock);
        *self.unit.register(MMCR0) = call.mmcr0_start;
        let instructions = 10 * u64::from(call.iterations);
        for number in 0..instructions {
            Self::instruction(&mut self.unit, self.dead, number);
            clock.0.set(clock.0.get() + u64::from(TICKS));
            if let Some(at) = self.unit.exception() {
                self.sampler.performance_monitor(&mut self.unit, at, &clock);
                self.unit.leave(&at);
            }
            if *self.unit.register(DEC) >> 31 == 1 {
                let tick = self.sampler.decrementer(&mut self.unit, Default::default(), &clock);
                assert_eq!(tick, Tick::Sampled);
            }
        }
        self.sampler.stop();
        *self.unit.register(MMCR0) = call.mmcr0_stop;
        if self.faults {
            return Outcome::Interrupted(Interruption { vector: 0x700, srr1: 0x0008_0000, ..Interruption::default() });
        }
        Outcome::Returned { ticks: u64::from(TICKS) * instructions }
    }

    fn sampler(&mut self) -> &mut Sampler<'static> {
        &mut self.sampler
    }
}

/// What a report says about its one sampled call.
struct Sampled<'a> {
    code: Code<'a>,
    samples: Vec<Sample>,
    sampling: Sampling<'a>,
    records: Vec<Record<'a>>,
}

fn sampled<'a>(text: &'a str) -> Sampled<'a> {
    let records = records(text);
    let code =
        records.iter().find_map(|record| if let Record::Code(code) = record { Some(code.clone()) } else { None });
    let samples = records
        .iter()
        .filter_map(|record| if let Record::Sample(sample) = record { Some(sample.clone()) } else { None })
        .collect();
    let sampling = records
        .iter()
        .find_map(|record| if let Record::Sampling(sampling) = record { Some(sampling.clone()) } else { None });
    Sampled { code: code.expect("a code record"), samples, sampling: sampling.expect("a sampling record"), records }
}

const KERNEL: &str = "kernel=calibrate/integer preset=quick n=100 trials=1 warmup=0";

#[test]
fn a_kernel_is_sampled_once_behind_its_trials() {
    let mut machine = Counting::new();
    let text = report(&mut machine, &format!("{KERNEL} sample=pmc2:50 jitter=0 storm=off"));
    let Sampled { samples, sampling, records, .. } = sampled(&text);
    assert_eq!(samples.len(), 20, "1000 instructions, one for every 50");
    assert!(samples.iter().all(|sample| sample.siar == Some(CODE + 4 * 9) && sample.srr0 == CODE + 40));
    assert_eq!((samples[0].ticks, samples[1].ticks), (150, 300));
    assert_eq!((sampling.samples, sampling.n, sampling.source), (20, 100, SampleSource::Pmc2));
    assert_eq!(sampling.ticks, Some(3_000));
    assert_eq!((sampling.period, sampling.jitter, sampling.floor), (50, 0, None));
    assert_eq!(sampling.mmcr0, 0x0c00_4042);
    assert_eq!(sampling.reason.to_string(), "-");
    let order: Vec<&str> = records.iter().map(Record::name).filter(|name| *name != "sample").collect();
    let end = ["trial", "trial", "code", "sampling", "end"];
    assert!(order.ends_with(&end), "{order:?}");
}

#[test]
fn the_code_record_makes_the_same_words_again() {
    let mut machine = Counting::new();
    let text = report(&mut machine, "kernel=branch/chain preset=quick p.branches=7 n=10 sample=pmc1:50");
    let Sampled { code, .. } = sampled(&text);
    assert_eq!((code.address, code.data), (CODE, 0x0180_0000));
    let kernel = crate::kernels::find(&code.generator.to_string()).unwrap();
    let mut parameters =
        crate::kernels::parameters::Parameters::preset(kernel.parameters, crate::kernels::preset::Preset::Default);
    for (name, value) in code.parameters.to_string().split(',').map(|pair| pair.split_once(':').unwrap()) {
        parameters.set(name, value).unwrap();
    }
    let (mut words, mut data) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let mut workspace = Workspace::new(&mut words, code.address, &mut data, code.data);
    let prepared = (kernel.prepare)(&parameters, &mut workspace).unwrap();
    assert_eq!((prepared.entry, 4 * workspace.code().len() as u32), (code.entry, code.bytes));
    assert_eq!(report_format::checksum::of_words(workspace.code()), code.crc);
}

#[test]
fn a_counter_that_does_not_count_is_the_reason() {
    let mut machine = Counting { dead: true, ..Counting::new() };
    let text = report(&mut machine, &format!("{KERNEL} sample=pmc3:50 pmc3=4"));
    let Sampled { samples, sampling, .. } = sampled(&text);
    assert_eq!((samples.len(), sampling.samples), (0, 0));
    assert_eq!(sampling.reason.to_string(), "counter does not count");
}

#[test]
fn too_short_a_call_and_an_exception_that_never_came_are_told_apart() {
    let reason = |machine: &mut Counting, words: &str| {
        let text = report(machine, &format!("{KERNEL} {words}"));
        let Sampled { samples, sampling, .. } = sampled(&text);
        assert!(samples.is_empty());
        sampling.reason.to_string()
    };
    let mut counting = Counting::new();
    assert_eq!(reason(&mut counting, "sample=pmc2:100000"), "fewer events than a period");
    assert_eq!(reason(&mut counting, "sample=timebase:8192"), "fewer ticks than a period");
    assert_eq!(reason(&mut counting, "sample=decrementer:100000"), "fewer ticks than a period");
    // EE stays off: conditions come, exceptions do not.
    counting.unit.msr &= !0x8000;
    assert_eq!(reason(&mut counting, "sample=pmc2:50"), "the condition raised no exception");
    assert_eq!(reason(&mut counting, "sample=timebase:512"), "the condition raised no exception");
}

#[test]
fn time_base_and_decrementer_sample_without_counters() {
    let mut machine = Counting { dead: true, ..Counting::new() };
    let text = report(&mut machine, &format!("{KERNEL} sample=timebase:512"));
    let Sampled { samples, sampling, .. } = sampled(&text);
    assert_eq!((samples.len(), sampling.source), (6, SampleSource::TimeBase));
    assert!(samples.iter().all(|sample| sample.late.is_none() && sample.siar.is_some()));
    let text = report(&mut machine, &format!("{KERNEL} sample=decrementer:300 jitter=0"));
    let Sampled { samples, sampling, .. } = sampled(&text);
    assert_eq!((samples.len(), sampling.source), (9, SampleSource::Decrementer));
    assert!(samples.iter().all(|sample| sample.siar.is_none() && sample.late.is_some()));
}

#[test]
fn a_storm_lengthens_the_period_unless_the_guard_is_off() {
    let storms = |storm: &str| {
        let text =
            report(&mut Counting { handling: 40, ..Counting::new() }, &format!("{KERNEL} sample=pmc2:1 {storm}"));
        let sampling = sampled(&text).sampling;
        (sampling.samples + sampling.lost, sampling.storms, sampling.floor)
    };
    assert_eq!(storms("storm=off"), (1000, 0, None));
    let (samples, storms, floor) = storms("");
    assert!((90..200).contains(&samples) && storms == 4, "{samples} samples, {storms} storms");
    assert_eq!(floor, Some(80));
}

#[test]
fn samples_that_find_no_room_are_counted() {
    let text =
        report(&mut Counting::new(), &format!("{KERNEL} n=200 sample=pmc2:1 storm=off").replacen(" n=100", "", 1));
    let Sampled { samples, sampling, .. } = sampled(&text);
    assert_eq!((samples.len(), sampling.samples, sampling.lost), (1023, 1023, 977));
}

#[test]
fn a_fault_in_the_sampled_call_comes_after_its_samples() {
    let mut machine = Counting { faults: true, ..Counting::new() };
    let text = report(&mut machine, &format!("{KERNEL} sample=pmc2:50"));
    let Sampled { samples, sampling, records, .. } = sampled(&text);
    assert_eq!((samples.is_empty(), sampling.ticks), (false, None));
    let [.., Record::Sampling(_), Record::Fault(fault), Record::End(_)] = &records[..] else { panic!("{text}") };
    assert_eq!((fault.phase, fault.n, fault.cause.to_string().as_str()), (Phase::Sample, 100, "program-illegal"));
}

#[test]
fn the_unit_is_the_trials_again_after_a_sampled_call() {
    let mut machine = Counting::new();
    let before = |machine: &mut Counting| {
        // The last one is the report's, which leaves the unit at rest.
        let written = machine.unit.writes.iter().rev().filter(|(number, _)| usize::from(*number) == MMCR0);
        let mmcr0 = written.map(|(_, value)| *value).nth(1).unwrap();
        [mmcr0]
            .into_iter()
            .chain([944, PMC[0], PMC[1]].map(|number| *machine.unit.register(number)))
            .collect::<Vec<_>>()
    };
    report(&mut machine, KERNEL);
    let unsampled = before(&mut machine);
    report(&mut machine, &format!("{KERNEL} sample=pmc1:50"));
    assert_eq!(before(&mut machine), unsampled);
    assert_eq!(unsampled[0], 0x8800_0042);
}

#[test]
fn a_suite_says_in_advance_what_sampling_executes_besides() {
    let announced = |words: &str| {
        let text = report(&mut Counting::new(), &format!("{KERNEL} {words}"));
        let records = records(&text);
        let suite =
            records.iter().find_map(|record| if let Record::Suite(suite) = record { Some(suite) } else { None });
        let call = records.iter().find_map(|record| if let Record::Expect(call) = record { Some(call) } else { None });
        (suite.unwrap().instructions, call.unwrap().executed)
    };
    let (trials, call) = announced("");
    assert_eq!(announced("sample=pmc2:50").0, trials + call);
    let (n, warmup) = ("kernel=calibrate/integer preset=quick n=100 trials=1", " warmup=100");
    let with = |words: &str| {
        let text = report(&mut Counting::new(), &format!("{n}{warmup} {words}"));
        records(&text)
            .iter()
            .find_map(|record| if let Record::Suite(suite) = record { Some(suite.instructions) } else { None })
            .unwrap()
    };
    assert_eq!(with("sample=pmc2:50"), with("") + 2 * call, "its warm-up is as long as the call here");
}
