//! Does it count? [`check`] decides for each counter by a known loop.
//!
//! The unit runs a loop whose instructions are known, and a counter counts when
//! it advanced by at least what that loop must cause and by no more than it can
//! cause. Writing a counter and reading it back was the alternative and proves
//! nothing: in QEMU all registers of this unit keep what is written to them
//! and none of them ever counts \[QEMU\].
//!
//! Two passes are made: core clocks, code 1, the one event that all six counters
//! have; then instructions completed, code 2, which PMC1 to PMC4 have
//! [LINUX-PMU; PAPI]. A counter counts when it passes every pass it takes part in,
//! and has one record: of the pass it failed, else of its last.
//!
//! The bounds are wide on purpose. They tell counting from not counting; whether
//! a count is right is what the calibration kernels are for.

use core::fmt;

use mpc7450::bus::SprBus;
use mpc7450::counter::Counter;
use mpc7450::events::Selector;
use report_format::record::CounterCheck;

use super::elapsed::{Elapsed, elapsed};
use super::group::Group;
use super::present::Present;
use super::programming::{Common, Programming};

/// Fewest instructions of a known loop: the few instructions of the window around it
/// must not matter.
pub const LEAST_INSTRUCTIONS: u32 = 1_000;

/// Most instructions of a known loop: the bound on its core clocks must stay
/// below one turn of a counter.
pub const MOST_INSTRUCTIONS: u32 = 2_000_000;

/// Instructions that complete in one clock at the most [AN2203].
const MOST_COMPLETED_A_CYCLE: u32 = 3;

/// Clocks that one instruction of a loop is given at the most: several
/// accesses to memory, for a machine that runs with its caches off.
const MOST_CYCLES_AN_INSTRUCTION: u32 = 1_024;

/// Completed instructions allowed for each executed one. Exactly one is true;
/// a second one leaves room for the window's own.
const MOST_COMPLETED_AN_INSTRUCTION: u32 = 2;

/// What is known of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownLoop {
    executed: u32,
    completed: u32,
}

impl KnownLoop {
    /// A loop that executes `executed` instructions, of which the branch unit may
    /// fold away `foldable`: taken branches that update neither LR nor CTR, and
    /// branches not taken, need not complete \[AN2203\].
    ///
    /// `None` unless `executed` is [`LEAST_INSTRUCTIONS`] to
    /// [`MOST_INSTRUCTIONS`] and at least half of it must complete.
    #[must_use]
    pub const fn new(executed: u32, foldable: u32) -> Option<Self> {
        if executed < LEAST_INSTRUCTIONS || executed > MOST_INSTRUCTIONS || foldable > executed / 2 {
            return None;
        }
        Some(Self { executed, completed: executed - foldable })
    }

    /// Least and most events of the loop.
    const fn bounds(self, event: Common) -> (u32, u32) {
        match event {
            Common::Cycles => {
                (self.completed.div_ceil(MOST_COMPLETED_A_CYCLE), self.executed * MOST_CYCLES_AN_INSTRUCTION)
            }
            Common::InstructionsCompleted => (self.completed, self.executed * MOST_COMPLETED_AN_INSTRUCTION),
        }
    }
}

/// Makes both passes and returns one record for each counter, PMC1 first.
///
/// `run` executes the known loop in a window: it writes [`Group::armed`], marks
/// the loop with MSR\[PMM\], and writes [`Group::frozen`] afterwards. The unit is
/// left frozen. Absent counters are not touched and have no record.
pub fn check<B: SprBus>(
    bus: &mut B,
    present: Present,
    known: KnownLoop,
    mut run: impl FnMut(&mut B, &Group),
) -> impl Iterator<Item = CounterCheck> {
    let mut decided = [const { None::<CounterCheck> }; 6];
    for event in [Common::Cycles, Common::InstructionsCompleted] {
        let programming = Programming::common(event, present);
        let group = Group::ready(&programming, present);
        group.arm(bus);
        let start = group.read(bus);
        run(bus, &group);
        let stop = group.read(bus);
        for counter in Counter::ALL {
            let decided = &mut decided[counter.index()];
            if let Some(selector) = programming.selector(counter)
                && decided.as_ref().is_none_or(|earlier| earlier.counts)
            {
                *decided = Some(judge(selector, known.bounds(event), start[counter.index()], stop[counter.index()]));
            }
        }
    }
    decided.into_iter().flatten()
}

fn judge(selector: Selector, (least, most): (u32, u32), start: u32, stop: u32) -> CounterCheck {
    CounterCheck {
        pmc: u32::from(selector.counter().number()),
        code: u32::from(selector.code()),
        expected: least,
        advanced: stop.wrapping_sub(start),
        counts: matches!(elapsed(start, stop, u64::from(most)), Elapsed::Exact(events) if events >= least),
    }
}

/// Why a counter was found not to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It did not move at all.
    Still {
        /// Events it should have counted at the least.
        expected: u32,
    },
    /// It moved by less than the loop must cause.
    TooFew {
        /// Events it should have counted at the least.
        expected: u32,
        /// What it advanced by.
        advanced: u32,
    },
    /// It moved by more than the loop can cause: its value is not a count.
    TooMany {
        /// What it advanced by, modulo 2^32.
        advanced: u32,
    },
}

impl Reason {
    /// The reason behind a failed check, from the two numbers of its record.
    #[must_use]
    pub const fn of_failure(expected: u32, advanced: u32) -> Self {
        match advanced {
            0 => Self::Still { expected },
            1.. if advanced < expected => Self::TooFew { expected, advanced },
            1.. => Self::TooMany { advanced },
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Still { expected } => {
                write!(f, "stood still in a loop that causes at least {expected} events: it does not count here")
            }
            Self::TooFew { expected, advanced } => {
                write!(f, "advanced by {advanced} in a loop that causes at least {expected} events")
            }
            Self::TooMany { advanced } => {
                write!(f, "advanced by {advanced}, more than the loop can cause: its value is not a count")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use mpc7450::bus::memory::MemoryBus;
    use mpc7450::bus::{Spr, SprBus};
    use mpc7450::registers::{Mmcr0, Mmcr1, Pmc1, Pmc2, Pmc3, Pmc4, Pmc5, Pmc6};
    use report_format::record::CounterCheck;

    use super::{KnownLoop, Reason, check};
    use crate::pmu::group::Group;
    use crate::pmu::present::Present;

    /// One hundred thousand passes of one `bdnz`, and an `mtctr`.
    const LOOP: KnownLoop = KnownLoop::new(100_001, 0).unwrap();

    /// What a chip does in the window: every counter that selects cycles advances
    /// by `cycles`, every one that selects code 2 by `completed`. Selectors are
    /// taken from the words by the manual's masks, not by our own types.
    fn count(bus: &mut MemoryBus, cycles: u32, completed: u32) {
        fn advance<R: Spr>(bus: &mut MemoryBus, code: u32, cycles: u32, completed: u32) {
            let events = match code {
                1 => cycles,
                2 => completed,
                _ => 0,
            };
            let value = bus.read_raw::<R>().wrapping_add(events);
            bus.plant::<R>(value);
        }
        let (mmcr0, mmcr1) = (bus.read_raw::<Mmcr0>(), bus.read_raw::<Mmcr1>());
        assert_eq!(mmcr0 & 0xf800_0000, 0x0800_0000, "of the freeze bits FCM0 alone is set while the loop runs");
        advance::<Pmc1>(bus, mmcr0 >> 6 & 0x7f, cycles, completed);
        advance::<Pmc2>(bus, mmcr0 & 0x3f, cycles, completed);
        advance::<Pmc3>(bus, mmcr1 >> 27 & 0x1f, cycles, completed);
        advance::<Pmc4>(bus, mmcr1 >> 22 & 0x1f, cycles, completed);
        advance::<Pmc5>(bus, mmcr1 >> 17 & 0x1f, cycles, completed);
        advance::<Pmc6>(bus, mmcr1 >> 11 & 0x3f, cycles, completed);
    }

    /// Checks a unit whose loop does `body` between the window's two writes.
    fn checks(present: Present, body: impl Fn(&mut MemoryBus)) -> Vec<CounterCheck> {
        let mut bus = MemoryBus::new();
        check(&mut bus, present, LOOP, |bus, group: &Group| {
            bus.set_raw::<Mmcr0>(group.armed());
            body(bus);
            bus.set_raw::<Mmcr0>(group.frozen());
        })
        .collect()
    }

    fn reason(check: &CounterCheck) -> String {
        Reason::of_failure(check.expected, check.advanced).to_string()
    }

    fn counting(checks: &[CounterCheck]) -> Vec<(u32, bool)> {
        checks.iter().map(|check| (check.pmc, check.counts)).collect()
    }

    #[test]
    fn a_unit_that_counts_passes_with_all_six() {
        let checks = checks(Present::Six, |bus| count(bus, 200_010, 100_007));
        let completed = |pmc| CounterCheck { pmc, code: 2, expected: 100_001, advanced: 100_007, counts: true };
        let cycles = |pmc| CounterCheck { pmc, code: 1, expected: 33_334, advanced: 200_010, counts: true };
        assert_eq!(checks, [completed(1), completed(2), completed(3), completed(4), cycles(5), cycles(6)]);
    }

    #[test]
    fn a_unit_that_only_stores_does_not_count() {
        let checks = checks(Present::Six, |_| {});
        let still = |pmc| CounterCheck { pmc, code: 1, expected: 33_334, advanced: 0, counts: false };
        assert_eq!(checks, [1, 2, 3, 4, 5, 6].map(still));
        assert_eq!(
            reason(&checks[0]),
            "stood still in a loop that causes at least 33334 events: it does not count here"
        );
    }

    #[test]
    fn one_dead_counter_among_five_is_found() {
        let checks = checks(Present::Six, |bus| {
            let before = bus.read_raw::<Pmc3>();
            count(bus, 200_010, 100_007);
            bus.plant::<Pmc3>(before);
        });
        assert_eq!(counting(&checks), [(1, true), (2, true), (3, false), (4, true), (5, true), (6, true)]);
    }

    #[test]
    fn a_counter_that_ignores_its_selector_fails_the_second_pass() {
        let checks = checks(Present::Six, |bus| {
            count(bus, 200_010, 100_007);
            if bus.read_raw::<Mmcr0>() & 0x3f == 2 {
                bus.plant::<Pmc1>(33_334);
                bus.plant::<Pmc2>(200_010);
            }
        });
        let verdicts: Vec<_> = checks.iter().map(|check| (check.code, check.counts)).collect();
        assert_eq!(verdicts, [(2, false), (2, false), (2, true), (2, true), (1, true), (1, true)]);
        assert_eq!(reason(&checks[0]), "advanced by 33334 in a loop that causes at least 100001 events");
        assert_eq!(reason(&checks[1]), "advanced by 200010, more than the loop can cause: its value is not a count");
    }

    #[test]
    fn a_pass_that_failed_is_not_made_good_by_the_next() {
        let checks = checks(Present::Six, |bus| {
            let completed_only = bus.read_raw::<Mmcr0>() & 0x3f == 2;
            count(bus, if completed_only { 200_010 } else { 7 }, 100_007);
        });
        assert_eq!(checks[0], CounterCheck { pmc: 1, code: 1, expected: 33_334, advanced: 7, counts: false });
    }

    #[test]
    fn the_bounds_decide_at_the_exact_event() {
        let passes = |cycles, completed| {
            let checks = checks(Present::Six, |bus| count(bus, cycles, completed));
            (checks[5].counts, checks[0].counts)
        };
        assert_eq!(passes(33_333, 100_001), (false, false));
        assert_eq!(passes(33_334, 100_001), (true, true));
        assert_eq!(passes(33_334, 100_000), (true, false));
        assert_eq!(passes(102_401_024, 200_002), (true, true));
        assert_eq!(passes(102_401_024, 200_003), (true, false));
        assert_eq!(passes(102_401_025, 200_002), (false, false));
    }

    #[test]
    fn an_older_part_has_records_of_four_counters_and_an_unknown_one_none() {
        let four = checks(Present::Four, |bus| count(bus, 200_010, 100_007));
        assert_eq!(counting(&four), [(1, true), (2, true), (3, true), (4, true)]);
        assert_eq!(checks(Present::None, |_| {}), []);
    }

    /// Keeps what is written but answers every read with another number, as an
    /// absent register does on an emulator that leaves the target as it was.
    struct Garbage {
        registers: MemoryBus,
        noise: Cell<u32>,
    }

    impl SprBus for Garbage {
        fn read_raw<R: Spr>(&self) -> u32 {
            self.noise.set(self.noise.get().wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f));
            self.noise.get()
        }

        unsafe fn write_raw<R: Spr>(&mut self, value: u32) {
            // SAFETY: the registers are memory; no value reaches a processor.
            unsafe { self.registers.write_raw::<R>(value) }
        }
    }

    #[test]
    fn noise_is_not_a_count() {
        let mut bus = Garbage { registers: MemoryBus::new(), noise: Cell::new(1) };
        let checks: Vec<_> = check(&mut bus, Present::Six, LOOP, |_, _| {}).collect();
        assert_eq!(counting(&checks), [1, 2, 3, 4, 5, 6].map(|pmc| (pmc, false)));
    }

    #[test]
    fn loops_too_short_too_long_or_all_folded_prove_nothing() {
        assert_eq!(KnownLoop::new(999, 0), None);
        assert_eq!(KnownLoop::new(2_000_001, 0), None);
        assert_eq!(KnownLoop::new(1_000, 501), None);
        assert!(KnownLoop::new(1_000, 500).is_some());
        assert!(KnownLoop::new(2_000_000, 0).is_some());
    }
}
