//! The real handler on a unit that counts and signals.

use std::cell::Cell;

use mpc7450::counter::Counter;
use mpc7450::events::Selector;
use mpc7450::registers::MMCR0::TBSEL::Value as TimeBaseBit;
use proptest::prelude::*;
use report_format::record::State;

use super::fake::{DEC, FakeUnit, MMCR0, PMC};
use super::ring::CAPACITY;
use super::sample::{Interrupted, Sample, Surroundings};
use super::settings::{Settings, Source};
use super::{MOST_HURRIED, MOST_IDLE, Sampler, Storm, Tick, Totals};
use crate::pmu::control::Control;
use crate::pmu::group::Group;
use crate::pmu::present::Present;
use crate::pmu::programming::Programming;

/// Time that a test sets, and two frames of a stack.
#[derive(Default)]
struct Clock {
    time: Cell<u64>,
    /// Ticks from one look at the clock to the next: what handling a sample takes.
    each_look: u64,
    /// A digest of registers that do not change.
    registers: u32,
}

impl Surroundings for Clock {
    fn ticks(&self) -> u64 {
        self.time.replace(self.time.get() + self.each_look)
    }

    fn stack_word(&self, address: u32) -> Option<u32> {
        // Two frames at 0x2000.
        match address {
            0x2000 => Some(0x2020),
            0x2020 => Some(0x2040),
            0x2024 => Some(0x0100_1111),
            0x2044 => Some(0x0100_2222),
            _ => None,
        }
    }

    fn registers(&self) -> u32 {
        self.registers
    }
}

/// Code that runs, and the sampler that looks at it.
struct Laboratory {
    unit: FakeUnit,
    sampler: Sampler<'static>,
    clock: Clock,
}

impl Laboratory {
    /// PMC1 counts cycles, PMC2 instructions; sampled as the settings say.
    fn new(settings: &Settings, control: Control) -> Self {
        let programming = [(Counter::Pmc1, 1), (Counter::Pmc2, 2)]
            .into_iter()
            .try_fold(Programming::new().control(control), |programming, (counter, code)| {
                programming.select(Selector::raw(counter, code).unwrap())
            })
            .unwrap();
        let group = Group::new(&settings.program(programming), Present::Six, State::Supervisor).unwrap();
        let mut laboratory =
            Self { unit: FakeUnit::new(), sampler: Sampler::new(Box::leak(Box::default())), clock: Clock::default() };
        let (unit, sampler, clock) = (&mut laboratory.unit, &mut laboratory.sampler, &laboratory.clock);
        *unit.register(DEC) = sampler.start(unit, settings, &group, 1_000_000, clock);
        assert_eq!(*unit.register(MMCR0), group.frozen(), "only the window lets the counters go");
        *unit.register(MMCR0) = group.armed();
        unit.writes.clear();
        laboratory
    }

    /// An instruction completes; an exception that comes of it is handled.
    fn complete(&mut self, address: u32, events: [u32; 6]) -> bool {
        self.unit.complete(address, events);
        self.handle()
    }

    fn handle(&mut self) -> bool {
        let Some(at) = self.unit.exception() else { return false };
        let before = self.unit.clone();
        self.sampler.performance_monitor(&mut self.unit, at, &self.clock);
        assert_eq!(self.unit.msr, before.msr, "the handler leaves EE alone");
        self.unit.leave(&at);
        true
    }

    fn samples(&mut self) -> Vec<Sample> {
        std::iter::from_fn(|| self.sampler.take()).collect()
    }
}

fn counter(counter: Counter, period: u32) -> Settings {
    Settings::new(Source::Counter { counter, period }, 1).unwrap().with_jitter(0).unwrap()
}

const NOTHING: Control = Control::empty();

/// So many cycles pass in front of the same instruction, each with its exception; whether
/// the unit was let go again after the last.
fn in_place(laboratory: &mut Laboratory, cycles: u32, mut after: impl FnMut(&mut Laboratory)) -> bool {
    for _ in 0..cycles {
        assert!(laboratory.complete(0x0140_0000, [1, 0, 0, 0, 0, 0]));
        after(laboratory);
    }
    *laboratory.unit.register(MMCR0) & 0x8000_0000 == 0
}

#[test]
fn code_that_gets_nowhere_is_ended() {
    let period_1 = counter(Counter::Pmc1, 1);
    let mut laboratory = Laboratory::new(&period_1, NOTHING);
    assert!(in_place(&mut laboratory, MOST_IDLE, |_| ()), "the first of them may have come from elsewhere");
    assert!(!in_place(&mut laboratory, 1, |_| ()), "frozen for good");
    assert_eq!(*laboratory.unit.register(DEC), 0, "the watchdog comes at once");
    let at = Interrupted::default();
    assert_eq!(laboratory.sampler.decrementer(&mut laboratory.unit, at, &laboratory.clock), Tick::Expired);
    laboratory.sampler.stop();
    assert_eq!(laboratory.sampler.totals().storm, Some(Storm::Idle));

    // A loop of one instruction changes registers, and the guard changes the period.
    let mut laboratory = Laboratory::new(&period_1, NOTHING);
    assert!(in_place(&mut laboratory, 2 * MOST_IDLE, |laboratory| laboratory.clock.registers ^= 1));
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc1, 1).with_storm_guard(), NOTHING);
    assert!(in_place(&mut laboratory, 2 * MOST_IDLE, |_| ()));
    assert_eq!(laboratory.sampler.totals().storm, None);
}

#[test]
fn code_that_gets_on_between_samples_that_leave_it_no_time_is_ended_late() {
    // Handling takes a tick and entry another, so one more is enough in between.
    for (between, ended) in [(0, Some(Storm::Hurried)), (1, None)] {
        let mut laboratory = Laboratory::new(&counter(Counter::Pmc1, 1), NOTHING);
        laboratory.clock.each_look = 1;
        let mut samples = 0;
        while samples < MOST_HURRIED + 20 && laboratory.sampler.totals().storm.is_none() {
            laboratory.clock.registers = samples;
            in_place(&mut laboratory, 1, |_| ());
            laboratory.clock.time.set(laboratory.clock.time.get() + between);
            samples += 1;
        }
        assert_eq!(laboratory.sampler.totals().storm, ended, "{between}");
    }
}

#[test]
fn exceptions_that_keep_the_watchdog_waiting_end_with_its_time() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc1, 1).with_storm_guard(), NOTHING);
    laboratory.clock.time.set(999_999);
    assert!(in_place(&mut laboratory, 1, |_| ()));
    laboratory.clock.time.set(1_000_000);
    assert!(!in_place(&mut laboratory, 1, |_| ()));
    assert_eq!((*laboratory.unit.register(DEC), laboratory.sampler.totals().storm), (0, None));
}

#[test]
fn the_decrementer_ends_code_that_gets_nowhere() {
    let mut laboratory = Laboratory::new(&Settings::new(Source::Decrementer { period: 1 }, 1).unwrap(), NOTHING);
    let mut tick = || {
        *laboratory.unit.register(DEC) = u32::MAX;
        laboratory.sampler.decrementer(&mut laboratory.unit, Interrupted::default(), &laboratory.clock)
    };
    assert!((0..MOST_IDLE - 1).all(|_| tick() == Tick::Sampled));
    assert!((0..2).any(|_| tick() == Tick::Expired));
}

#[test]
fn the_exception_enables_of_an_armed_unit_are_the_manuals() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 1_000_000), NOTHING);
    assert_eq!(*laboratory.unit.register(MMCR0), 0x0c00_4042);
    assert_eq!(*laboratory.unit.register(PMC[1]), 0x7ff0_bdc0);
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc1, 1), NOTHING);
    assert_eq!(*laboratory.unit.register(MMCR0), 0x0c00_8042);
    assert_eq!(*laboratory.unit.register(PMC[0]), 0x7fff_ffff);
}

#[test]
fn one_sample_for_every_period_of_events() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 3), NOTHING);
    for instruction in 0..10 {
        laboratory.clock.time.set(7 * u64::from(instruction));
        let handled = laboratory.complete(0x0140_0000 + 4 * instruction, [1, 1, 0, 0, 0, 0]);
        assert_eq!(handled, instruction % 3 == 2, "{instruction}");
    }
    let samples = laboratory.samples();
    let where_and_when: Vec<_> = samples.iter().map(|sample| (sample.siar, sample.at.srr0, sample.ticks)).collect();
    assert_eq!(
        where_and_when,
        [
            (Some(0x0140_0008), 0x0140_000c, 14),
            (Some(0x0140_0014), 0x0140_0018, 35),
            (Some(0x0140_0020), 0x0140_0024, 56)
        ]
    );
    assert!(samples.iter().all(|sample| (sample.period, sample.late) == (3, Some(0))));
    assert!(samples.iter().all(|sample| sample.at.lr == 0x0140_0f00 && sample.chain.is_empty()));
    laboratory.sampler.stop();
    assert_eq!((laboratory.sampler.totals().samples, laboratory.sampler.totals().spurious), (3, 0));
}

#[test]
fn the_handler_freezes_rewrites_and_arms_in_this_order() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 2), NOTHING);
    assert!(laboratory.complete(0x0140_0000, [5, 2, 0, 0, 0, 0]));
    assert_eq!(laboratory.unit.writes, [(952, 0x8800_4042), (954, 0x7fff_fffe), (952, 0x0c00_4042)]);
}

#[test]
fn every_negative_counter_is_rewritten_or_the_exception_would_come_back_at_once() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 2), NOTHING);
    for (index, value) in [(0, 0x8000_0009), (2, 0xffff_ffff), (5, 0x8000_0000), (3, 0x7fff_fffe)] {
        *laboratory.unit.register(PMC[index]) = value;
    }
    assert!(laboratory.complete(0x0140_0000, [0, 2, 0, 0, 0, 0]));
    assert!(!laboratory.handle(), "no counter is negative any more");
    let values = PMC.map(|number| *laboratory.unit.register(number));
    assert_eq!(values, [9, 0x7fff_fffe, 0x7fff_ffff, 0x7fff_fffe, 0, 0]);
}

#[test]
fn a_negative_counter_that_is_not_sampled_is_spurious_and_harmless() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 1000), NOTHING);
    *laboratory.unit.register(PMC[4]) = 0x7fff_ffff;
    assert!(laboratory.complete(0x0140_0000, [0, 1, 0, 0, 1, 0]));
    assert_eq!(*laboratory.unit.register(PMC[4]), 0);
    assert_eq!(*laboratory.unit.register(PMC[1]), 0x8000_0000 - 999, "the sampled one goes on counting");
    assert_eq!(*laboratory.unit.register(MMCR0), 0x0c00_4042, "armed again");
    assert_eq!((laboratory.sampler.totals().samples, laboratory.sampler.totals().spurious), (0, 1));
}

#[test]
fn an_exception_without_a_reason_leaves_the_unit_running() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 5), Control::FCECE);
    laboratory.unit.pretend();
    *laboratory.unit.register(MMCR0) |= 0x8000_0000;
    assert!(laboratory.handle());
    assert_eq!(*laboratory.unit.register(MMCR0), 0x0e00_4042);
    assert!(laboratory.complete(0x0140_0000, [0, 5, 0, 0, 0, 0]), "and it samples");
    assert_eq!((laboratory.sampler.totals().samples, laboratory.sampler.totals().spurious), (1, 1));
}

#[test]
fn an_exception_after_the_run_finds_nothing_to_do() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 1), NOTHING);
    laboratory.unit.complete(0x0140_0000, [0, 1, 0, 0, 0, 0]);
    laboratory.sampler.stop();
    *laboratory.unit.register(MMCR0) = 0x8800_4042;
    assert!(laboratory.handle());
    assert_eq!(laboratory.unit.writes, [], "the window has frozen the unit, and so it stays");
    assert_eq!((laboratory.samples().len(), laboratory.sampler.totals().spurious), (0, 1));
}

#[test]
fn an_exception_that_had_to_wait_shows_where_it_arose_and_how_late_it_was_taken() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 10), NOTHING);
    laboratory.unit.msr &= !0x8000;
    for instruction in 0..14 {
        assert!(!laboratory.complete(0x0140_0000 + 4 * instruction, [0, 1, 0, 0, 0, 0]));
    }
    laboratory.unit.msr |= 0x8000;
    assert!(laboratory.handle());
    let sample = laboratory.samples().remove(0);
    assert_eq!((sample.siar, sample.at.srr0, sample.late), (Some(0x0140_0024), 0x0140_0038, Some(4)));
}

#[test]
fn a_unit_that_froze_itself_counts_nothing_between_condition_and_handler() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 10), Control::FCECE);
    laboratory.unit.msr &= !0x8000;
    laboratory.unit.complete(0x0140_0000, [0, 14, 0, 0, 0, 0]);
    laboratory.unit.msr |= 0x8000;
    assert!(laboratory.handle());
    assert_eq!(laboratory.samples()[0].late, Some(0));
    assert_eq!(*laboratory.unit.register(MMCR0), 0x0e00_4042, "unfrozen, armed");
}

#[test]
fn the_handler_is_in_no_count() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 2), NOTHING);
    laboratory.unit.complete(0x0140_0000, [0, 2, 0, 0, 0, 0]);
    let at = laboratory.unit.exception().unwrap();
    laboratory.unit.complete(0x0000_0f00, [100, 100, 0, 0, 0, 0]);
    laboratory.sampler.performance_monitor(&mut laboratory.unit, at, &laboratory.clock);
    laboratory.unit.complete(0x0000_0f04, [100, 100, 0, 0, 0, 0]);
    laboratory.unit.leave(&at);
    assert_eq!(*laboratory.unit.register(PMC[0]), 0);
    assert_eq!(*laboratory.unit.register(PMC[1]), 0x7fff_fffe);
}

#[test]
fn a_trigger_that_has_fired_is_not_set_again() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 2), Control::TRIGGER);
    *laboratory.unit.register(PMC[0]) = 0x7fff_fffd;
    assert!(!laboratory.complete(0x0140_0000, [2, 50, 0, 0, 0, 0]), "PMC2 is held");
    assert!(laboratory.complete(0x0140_0004, [1, 2, 0, 0, 0, 0]), "PMC1 lets it go");
    assert_eq!(*laboratory.unit.register(MMCR0), 0x0c00_4042);
    assert_eq!(*laboratory.unit.register(PMC[0]), 0, "its overflow flag is gone too");
    assert!(laboratory.complete(0x0140_0008, [0, 2, 0, 0, 0, 0]), "and PMC2 goes on");
}

#[test]
fn the_time_base_samples_without_a_counter() {
    let settings = Settings::new(Source::TimeBase(TimeBaseBit::Tbl23), 1).unwrap();
    let mut laboratory = Laboratory::new(&settings, NOTHING);
    assert_eq!(*laboratory.unit.register(MMCR0), 0x0cc0_0042);
    let taken = (0..8).filter(|_| {
        laboratory.unit.tick(256);
        laboratory.handle()
    });
    assert_eq!(taken.count(), 4);
    let samples = laboratory.samples();
    assert!(samples.iter().all(|sample| (sample.period, sample.late) == (512, None)));
    laboratory.unit.pretend();
    assert!(laboratory.handle());
    assert_eq!(laboratory.sampler.totals().spurious, 1, "PMXE still set: nothing has signalled");
}

#[test]
fn a_storm_of_time_base_events_moves_on_to_a_slower_bit() {
    let settings = Settings::new(Source::TimeBase(TimeBaseBit::Tbl31), 1).unwrap().with_storm_guard();
    let mut laboratory = Laboratory::new(&settings, NOTHING);
    laboratory.clock.each_look = 50;
    // The first tells the cost.
    for _ in 0..17 {
        laboratory.unit.tick(2);
        laboratory.unit.writes.clear();
        assert!(laboratory.handle());
    }
    assert_eq!(laboratory.unit.writes, [(952, 0x8800_0042), (952, 0x8880_0042), (952, 0x0cc0_0042)]);
    laboratory.unit.tick(254);
    assert!(laboratory.handle());
    laboratory.sampler.stop();
    assert_eq!(laboratory.sampler.totals().storms, 1);
    assert_eq!(laboratory.samples().last().map(|sample| sample.period), Some(512));
}

#[test]
fn a_storm_of_events_lengthens_the_period_and_no_guard_lets_it_rage() {
    let samples = |settings: Settings| {
        let mut laboratory = Laboratory::new(&settings, NOTHING);
        laboratory.clock.each_look = 50;
        for instruction in 0..21 {
            laboratory.complete(0x0140_0000 + 4 * instruction, [0, 1, 0, 0, 0, 0]);
        }
        laboratory.samples().iter().map(|sample| sample.period).collect::<Vec<_>>()
    };
    assert_eq!(samples(counter(Counter::Pmc2, 1)), [1; 21]);
    let mut tamed = vec![1; 17];
    tamed.extend([2, 2]);
    assert_eq!(samples(counter(Counter::Pmc2, 1).with_storm_guard()), tamed);
}

/// The handler looks at the clock when it starts and when it is done: so many ticks of
/// the code, entry and return included, and so many of its own.
struct Steps {
    looks: Cell<u64>,
    code: u64,
    handler: u64,
}

impl Surroundings for Steps {
    fn ticks(&self) -> u64 {
        let looks = self.looks.get();
        self.looks.set(looks + 1);
        looks.div_ceil(2) * self.code + looks / 2 * self.handler
    }

    fn stack_word(&self, _: u32) -> Option<u32> {
        None
    }

    fn registers(&self) -> u32 {
        0
    }
}

/// Storms in 17 samples and the floor, where `sample` takes one.
fn guarded(
    source: Source,
    code: u64,
    sample: impl Fn(&mut FakeUnit, &mut Sampler<'static>, &Steps),
) -> (u32, Option<u32>) {
    let settings = Settings::new(source, 1).unwrap().with_storm_guard();
    let mut laboratory = Laboratory::new(&settings, NOTHING);
    // The start was a look at another clock, at 0.
    let steps = Steps { looks: Cell::new(1), code, handler: 50 };
    for _ in 0..17 {
        sample(&mut laboratory.unit, &mut laboratory.sampler, &steps);
    }
    laboratory.sampler.stop();
    (laboratory.sampler.totals().storms, laboratory.sampler.totals().floor)
}

#[test]
fn a_storm_is_less_time_between_samples_than_handling_two_takes() {
    let storms = |code| {
        guarded(Source::Counter { counter: Counter::Pmc2, period: 1 }, code, |unit, sampler, steps| {
            unit.complete(0x0140_0000, [0, 1, 0, 0, 0, 0]);
            let at = unit.exception().unwrap();
            sampler.performance_monitor(unit, at, steps);
            unit.leave(&at);
        })
    };
    assert_eq!(storms(100), (0, Some(100)));
    assert_eq!(storms(99), (1, Some(100)));
}

#[test]
fn the_decrementers_storms_are_told_by_the_same_measure() {
    let storms = |code| {
        guarded(Source::Decrementer { period: 8 }, code, |unit, sampler, steps| {
            assert_eq!(sampler.decrementer(unit, Interrupted::default(), steps), Tick::Sampled);
        })
    };
    assert_eq!(storms(100), (0, Some(100)));
    assert_eq!(storms(99), (1, Some(100)));
}

#[test]
fn the_next_period_starts_where_the_condition_came_and_not_where_the_handler_looked() {
    // Every exception waits for three events more.
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 10), NOTHING);
    let mut handled = Vec::new();
    let mut waits = 0;
    for event in 1..=1000 {
        laboratory.unit.complete(0x0140_0000, [0, 1, 0, 0, 0, 0]);
        waits = if *laboratory.unit.register(PMC[1]) >> 31 == 1 { waits + 1 } else { 0 };
        if waits == 4 {
            assert!(laboratory.handle());
            handled.push(event);
        }
    }
    let expected: Vec<i32> = (1..=99).map(|sample| 10 * sample + 3).collect();
    assert_eq!(handled, expected);
    laboratory.sampler.stop();
    assert_eq!((laboratory.samples().len(), laboratory.sampler.lost()), (99, 0));
}

#[test]
fn conditions_that_come_while_one_waits_are_lost_samples() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 7), NOTHING);
    // 25 events: conditions at 7, 14 and 21, four events towards the next.
    assert!(laboratory.complete(0x0140_0000, [0, 25, 0, 0, 0, 0]));
    assert_eq!(*laboratory.unit.register(PMC[1]), 0x8000_0000 - 3);
    // Three events: the condition at 28, nothing late.
    assert!(laboratory.complete(0x0140_0004, [0, 3, 0, 0, 0, 0]));
    assert_eq!(*laboratory.unit.register(PMC[1]), 0x8000_0000 - 7);
    // 14 events: one more condition exactly when the handler looks.
    assert!(laboratory.complete(0x0140_0008, [0, 14, 0, 0, 0, 0]));
    assert_eq!(*laboratory.unit.register(PMC[1]), 0x8000_0000 - 7);
    laboratory.sampler.stop();
    assert_eq!((laboratory.sampler.totals().samples, laboratory.sampler.totals().missed), (3, 3));
    assert_eq!(laboratory.sampler.lost(), 3);
    let late: Vec<_> = laboratory.samples().iter().map(|sample| sample.late).collect();
    assert_eq!(late, [Some(18), Some(0), Some(7)]);
}

#[test]
fn a_run_begins_with_nothing_of_the_one_before() {
    let settings = counter(Counter::Pmc2, 1);
    let mut laboratory = Laboratory::new(&settings, NOTHING);
    for _ in 0..CAPACITY + 1 {
        laboratory.complete(0x0140_0000, [0, 1, 0, 0, 0, 0]);
    }
    laboratory.unit.pretend();
    laboratory.handle();
    laboratory.sampler.stop();
    let programming = Programming::new().select(Selector::raw(Counter::Pmc2, 2).unwrap()).unwrap();
    let group = Group::new(&settings.program(programming), Present::Six, State::Supervisor).unwrap();
    let (unit, sampler) = (&mut laboratory.unit, &mut laboratory.sampler);
    assert_eq!(sampler.start(unit, &settings, &group, 9, &laboratory.clock), 9);
    sampler.stop();
    assert_eq!((sampler.totals(), sampler.lost(), sampler.take()), (Totals::default(), 0, None));
}

#[test]
fn what_does_not_fit_the_ring_is_counted() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 1), NOTHING);
    for _ in 0..CAPACITY + 7 {
        assert!(laboratory.complete(0x0140_0000, [0, 1, 0, 0, 0, 0]));
    }
    laboratory.sampler.stop();
    assert_eq!(laboratory.sampler.totals().samples as usize, CAPACITY + 7);
    assert_eq!((laboratory.sampler.lost(), laboratory.samples().len()), (7, CAPACITY));
}

#[test]
fn return_addresses_are_followed_only_when_asked_for() {
    for (settings, expected) in [
        (counter(Counter::Pmc2, 1), [].as_slice()),
        (counter(Counter::Pmc2, 1).with_call_chain(), [0x0100_1111, 0x0100_2222].as_slice()),
    ] {
        let mut laboratory = Laboratory::new(&settings, NOTHING);
        laboratory.unit.complete(0x0140_0000, [0, 1, 0, 0, 0, 0]);
        let at = Interrupted { stack_pointer: 0x2000, ..laboratory.unit.exception().unwrap() };
        laboratory.sampler.performance_monitor(&mut laboratory.unit, at, &laboratory.clock);
        assert_eq!(laboratory.samples()[0].chain.as_slice(), expected);
    }
}

#[test]
fn the_decrementer_samples_until_the_runs_time_is_over() {
    let settings = Settings::new(Source::Decrementer { period: 300_000 }, 1).unwrap().with_jitter(0).unwrap();
    let mut laboratory = Laboratory::new(&settings, NOTHING);
    assert_eq!(*laboratory.unit.register(MMCR0), 0x0800_0042, "the performance monitor raises nothing");
    assert_eq!(*laboratory.unit.register(DEC), 300_000);
    let at = Interrupted { srr0: 0x0140_0044, ..Interrupted::default() };
    let tick = |laboratory: &mut Laboratory, now: u64, decrementer: u32| {
        laboratory.clock.time.set(now);
        *laboratory.unit.register(DEC) = decrementer;
        let tick = laboratory.sampler.decrementer(&mut laboratory.unit, at, &laboratory.clock);
        (tick, *laboratory.unit.register(DEC))
    };
    assert_eq!(tick(&mut laboratory, 300_010, 0xffff_fff5), (Tick::Sampled, 300_000));
    assert_eq!(tick(&mut laboratory, 600_020, 0xffff_ffff), (Tick::Sampled, 300_000));
    assert_eq!(tick(&mut laboratory, 900_000, 0xffff_ffff), (Tick::Sampled, 100_000), "not beyond the limit");
    assert_eq!(tick(&mut laboratory, 1_000_000, 0xffff_ffff).0, Tick::Expired);
    let samples = laboratory.samples();
    let late: Vec<_> = samples.iter().map(|sample| (sample.at.srr0, sample.siar, sample.late)).collect();
    assert_eq!(late, [(0x0140_0044, None, Some(10)), (0x0140_0044, None, Some(0)), (0x0140_0044, None, Some(0))]);
}

#[test]
fn the_decrementer_stays_a_watchdog_where_it_is_not_the_source() {
    let mut laboratory = Laboratory::new(&counter(Counter::Pmc2, 10), NOTHING);
    assert_eq!(*laboratory.unit.register(DEC), 1_000_000);
    let tick = laboratory.sampler.decrementer(&mut laboratory.unit, Interrupted::default(), &laboratory.clock);
    assert_eq!((tick, laboratory.samples().len()), (Tick::Expired, 0));
    laboratory.sampler.stop();
    let tick = laboratory.sampler.decrementer(&mut laboratory.unit, Interrupted::default(), &laboratory.clock);
    assert_eq!(tick, Tick::Expired);
}

proptest! {
    /// Whatever the code does and however long exceptions have to wait: from condition
    /// to condition lie as many events as the sample's period says, or a multiple where
    /// some were missed, and every exception is a sample or spurious.
    #[test]
    fn no_event_gets_lost(
        period in 1_u32..50,
        share in 0_u32..=100,
        seed: u32,
        freezes: bool,
        steps in proptest::collection::vec((0_u32..40, any::<bool>(), 0_u32..3), 1..200),
    ) {
        let settings = Settings::new(Source::Counter { counter: Counter::Pmc3, period }, seed).unwrap();
        let settings = settings.with_jitter((period - 1) * share / 100).unwrap();
        let control = if freezes { Control::FCECE } else { NOTHING };
        let mut laboratory = Laboratory::new(&settings, control);
        let (low, high) = (period - settings.jitter(), period + settings.jitter());
        let (mut counted, mut exceptions) = (0, 0);
        // Events before the condition sampled last, and conditions.
        let (mut condition, mut conditions) = (0, 0);
        for (events, enabled, other) in steps {
            laboratory.unit.msr = if enabled { laboratory.unit.msr | 0x8000 } else { laboratory.unit.msr & !0x8000 };
            let before = *laboratory.unit.register(PMC[2]);
            laboratory.unit.complete(0x0140_0000, [0, 0, events, 0, other, 0]);
            counted += *laboratory.unit.register(PMC[2]) - before;
            if laboratory.handle() {
                exceptions += 1;
                prop_assert!(*laboratory.unit.register(PMC[2]) < 0x8000_0000);
                prop_assert!(*laboratory.unit.register(PMC[2]) >= 0x8000_0000 - high);
            }
            while let Some(sample) = laboratory.sampler.take() {
                prop_assert!((low..=high).contains(&sample.period));
                let here = counted - sample.late.unwrap();
                prop_assert!(here > condition && (here - condition).is_multiple_of(sample.period));
                conditions += (here - condition) / sample.period;
                condition = here;
            }
        }
        laboratory.sampler.stop();
        let totals = laboratory.sampler.totals();
        prop_assert_eq!(totals.samples + totals.spurious, exceptions);
        // Those missed last are seen with the sample after them, if there is one.
        let sum = totals.samples + totals.missed;
        prop_assert!(conditions <= sum && (sum - conditions) * low <= counted - condition);
        if !freezes && *laboratory.unit.register(PMC[2]) < 0x8000_0000 && settings.jitter() == 0 {
            prop_assert_eq!(sum, counted / period);
        }
    }
}
