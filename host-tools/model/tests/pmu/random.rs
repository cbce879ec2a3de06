//! Random streams of events, accesses and MSR changes, against the loop over cycles.

use model::pmu::Pmu;
use model::settings::{Clocks, Withdrawn};
use model::sink::Sink;
use model::time::Time;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::machine::{MMCR0, MMCR1, MMCR2, PMC, SIAR, settings};
use crate::reference::{Change, Reference, SIGNALS};

/// One step; cycles are relative to the cycle that the test has reached.
#[derive(Clone, Debug)]
enum Step {
    Count { signal: usize, ahead: i64, amount: u32 },
    Span { signal: usize, ahead: i64, cycles: u64 },
    Complete { ahead: i64 },
    Advance { cycles: u64 },
    Change { change: Change, ahead: i64 },
    Read { spr: u16, ahead: i64 },
    Take,
}

fn ahead() -> impl Strategy<Value = i64> {
    prop_oneof![8 => -15i64..60, 1 => -300i64..300, 1 => 2000i64..2100]
}

fn mmcr0() -> impl Strategy<Value = u32> {
    let one_in_five = |mask: u32| prop_oneof![4 => Just(0), 1 => Just(mask)];
    let freezes = (one_in_five(0x8000_0000), one_in_five(0x4000_0000), one_in_five(0x2000_0000))
        .prop_map(|(frozen, supervisor, user)| frozen | supervisor | user);
    let marks = (one_in_five(0x1000_0000), one_in_five(0x0800_0000)).prop_map(|(one, zero)| one | zero);
    // PMXE, FCECE, TBEE, PMC1CE, PMCnCE, TRIGGER in every combination; TBSEL.
    let enables = any::<u32>().prop_map(|bits| bits & 0x0640_e000);
    let time_base_bit = select(vec![0, 0, 0x0080_0000, 0x0100_0000, 0x0180_0000]);
    let first = select(vec![0u32, 1, 1, 2, 2, 3, 5, 6, 65, 127]).prop_map(|code| code << 6);
    let second = select(vec![0u32, 1, 2, 2, 3, 5, 26, 61, 63]);
    (freezes, marks, enables, time_base_bit, first, second).prop_map(|(a, b, c, d, e, f)| a | b | c | d | e | f)
}

fn mmcr1() -> impl Strategy<Value = u32> {
    let codes = (
        select(vec![0u32, 1, 2, 3, 5, 14]),
        select(vec![0u32, 1, 2, 3, 5, 18, 31]),
        select(vec![0u32, 1, 2, 8, 12]),
        select(vec![0u32, 1, 2, 2, 63]),
    );
    codes.prop_map(|(third, fourth, fifth, sixth)| third << 27 | fourth << 22 | fifth << 17 | sixth << 11)
}

fn counter_value() -> impl Strategy<Value = u32> {
    prop_oneof![
        4 => (1u32..100).prop_map(|events| 0x8000_0000 - events),
        2 => 0u32..2000,
        1 => (1u32..100).prop_map(|events| 0u32.wrapping_sub(events)),
        1 => (1u32..3000).prop_map(|events| 0x8000_0000 - events),
        1 => any::<u32>(),
    ]
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        6 => mmcr0().prop_map(|value| Change::Write(MMCR0, value)),
        2 => mmcr1().prop_map(|value| Change::Write(MMCR1, value)),
        1 => any::<u32>().prop_map(|value| Change::Write(MMCR2, value)),
        6 => (select(PMC.to_vec()), counter_value()).prop_map(|(spr, value)| Change::Write(spr, value)),
        4 => any::<u32>().prop_map(|bits| Change::Msr(bits & 0x0000_c004)),
        1 => any::<u32>().prop_map(Change::TimeBase),
        1 => prop_oneof![3 => Just(true), 1 => Just(false)].prop_map(Change::Running),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let signal = 0..SIGNALS.len();
    let amount = prop_oneof![12 => 1u32..4, 1 => 100u32..300, 1 => 1000u32..70_000];
    let registers: Vec<u16> = [MMCR0, MMCR1, MMCR2, SIAR].into_iter().chain(PMC).collect();
    prop_oneof![
        12 => (signal.clone(), ahead(), amount)
            .prop_map(|(signal, ahead, amount)| Step::Count { signal, ahead, amount }),
        3 => (signal, ahead(), prop_oneof![6 => 0u64..40, 1 => 100u64..3000])
            .prop_map(|(signal, ahead, cycles)| Step::Span { signal, ahead, cycles }),
        6 => (0i64..20).prop_map(|ahead| Step::Complete { ahead }),
        6 => prop_oneof![9 => 0u64..50, 1 => 500u64..3000].prop_map(|cycles| Step::Advance { cycles }),
        6 => (change(), -5i64..30).prop_map(|(change, ahead)| Step::Change { change, ahead }),
        4 => (select(registers), -5i64..40).prop_map(|(spr, ahead)| Step::Read { spr, ahead }),
        1 => Just(Step::Take),
    ]
}

struct Pair {
    pmu: Pmu,
    time: Time,
    reference: Reference,
    reached: u64,
    last_change: u64,
    last_completion: u64,
}

impl Pair {
    fn new(clocks: Clocks, withdrawn: Withdrawn) -> Self {
        let mut settings = settings();
        settings.clocks = clocks;
        settings.withdrawn = withdrawn;
        let ticks = (clocks.time_base, clocks.core);
        Self {
            pmu: Pmu::new(&settings),
            time: Time::new(&settings),
            reference: Reference::new(ticks, withdrawn == Withdrawn::Dropped),
            reached: 0,
            last_change: 0,
            last_completion: 0,
        }
    }

    fn cycle(&self, ahead: i64) -> u64 {
        self.reached.saturating_add_signed(ahead)
    }

    fn make(&mut self, change: Change, cycle: u64) {
        // Time has no queue: its changes are never made in the past.
        let in_order = cycle.max(self.last_change).max(self.reference.now.saturating_sub(1));
        match change {
            Change::Write(spr, value) => self.pmu.write(spr, value, cycle),
            Change::Msr(msr) => self.pmu.set_msr(msr, cycle),
            Change::TimeBase(value) => {
                self.time.write(284, value, in_order);
                self.pmu.set_time_base(self.time.base(), cycle);
            }
            Change::Running(running) => {
                self.time.set_running(running, in_order);
                self.pmu.set_time_base(self.time.base(), cycle);
            }
        }
        self.reference.change(change, cycle);
        self.last_change = in_order;
    }

    fn step(&mut self, step: &Step) {
        match *step {
            Step::Count { signal, ahead, amount } => {
                let cycle = self.cycle(ahead);
                self.pmu.count(SIGNALS[signal], cycle, amount);
                self.reference.tell(signal, cycle, 1, amount);
            }
            Step::Span { signal, ahead, cycles } => {
                let from = self.cycle(ahead);
                self.pmu.span(SIGNALS[signal], from, from + cycles);
                self.reference.tell(signal, from, cycles, 1);
            }
            Step::Complete { ahead } => {
                self.last_completion = self.last_completion.max(self.cycle(ahead));
                let effective = self.last_completion as u32 * 16 + ahead as u32;
                self.pmu.completed(effective, self.last_completion);
                self.reference.complete(effective, self.last_completion);
            }
            Step::Advance { cycles } => {
                self.reached += cycles;
                self.pmu.advance(self.reached);
                self.reference.advance(self.reached);
            }
            Step::Change { change, ahead } => self.make(change, self.cycle(ahead)),
            Step::Read { spr, ahead } => {
                let cycle = self.cycle(ahead);
                assert_eq!(self.pmu.read(spr, cycle), self.reference.read(spr, cycle), "SPR {spr} in {cycle}");
            }
            Step::Take => {
                self.pmu.take();
                self.reference.take();
            }
        }
        assert_eq!(self.pmu.is_pending(), self.reference.pending, "pending after {step:?}");
        for (index, signal) in SIGNALS.into_iter().enumerate() {
            assert!(self.pmu.wants(signal) || !self.reference.selected(index), "{signal:?} is wanted");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_wheel_gives_what_a_loop_over_cycles_gives(
        steps in vec(step(), 1..150),
        start in (mmcr0(), mmcr1()),
        clocks in select(vec![(1u64, 1u64), (1, 3), (25, 900), (3, 7)]),
        dropped in any::<bool>(),
    ) {
        let clocks = Clocks { core: clocks.1, bus: clocks.1, time_base: clocks.0 };
        let mut pair = Pair::new(clocks, if dropped { Withdrawn::Dropped } else { Withdrawn::Delivered });
        pair.make(Change::Running(true), 0);
        pair.make(Change::Write(MMCR1, start.1), 0);
        pair.make(Change::Write(MMCR0, start.0 & 0x7fff_ffff), 0);
        for step in &steps {
            pair.step(step);
        }
        for spr in [MMCR0, MMCR1, MMCR2, SIAR].into_iter().chain(PMC) {
            pair.step(&Step::Read { spr, ahead: 5000 });
        }
    }
}
