//! Does it count? [`check`] decides for each counter by a known loop.
//!
//! The unit runs a loop whose instructions are known, and a counter counts when
//! it advanced by at least what that loop must cause and by no more than it can
//! cause. Writing a counter and reading it back was the alternative and proves
//! nothing: in QEMU all registers of this unit keep what is written to them
//! and none of them ever counts [QEMU].
//!
//! Two passes are made: core clocks, code 1, the one event that all six counters
//! have; then instructions completed, code 2, which PMC1 to PMC4 have
//! [LINUX-PMU; PAPI]. A counter counts when all its passes say so: see
//! [`counting`].
//!
//! The bounds are wide on purpose. They tell counting from not counting; whether
//! a count is right is what the calibration kernels are for.

use core::fmt;

use mpc7450::bus::SprBus;
use mpc7450::counter::Counter;
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
    /// branches not taken, need not complete [AN2203].
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

/// Makes both passes and returns one record for each counter and event.
///
/// `run` executes the known loop in a window: it writes [`Group::armed`], marks
/// the loop with MSR[PMM], and writes [`Group::frozen`] afterwards. The unit is
/// left frozen. Absent counters are not touched and have no record.
pub fn check<B: SprBus>(
    bus: &mut B,
    present: Present,
    known: KnownLoop,
    mut run: impl FnMut(&mut B, &Group),
) -> impl Iterator<Item = CounterCheck> {
    [Common::Cycles, Common::InstructionsCompleted]
        .map(|event| {
            let programming = Programming::common(event, present);
            let group = Group::ready(&programming, present);
            group.arm(bus);
            let start = group.read(bus);
            run(bus, &group);
            let stop = group.read(bus);
            let bounds = known.bounds(event);
            Counter::ALL.map(|counter| {
                let selector = programming.selector(counter)?;
                let (start, stop) = (start[counter.index()], stop[counter.index()]);
                Some(judge(counter, selector.code(), bounds, start, stop))
            })
        })
        .into_iter()
        .flatten()
        .flatten()
}

fn judge(counter: Counter, code: u8, (least, most): (u32, u32), start: u32, stop: u32) -> CounterCheck {
    CounterCheck {
        pmc: u32::from(counter.number()),
        code: u32::from(code),
        expected: least,
        advanced: stop.wrapping_sub(start),
        counts: matches!(elapsed(start, stop, u64::from(most)), Elapsed::Exact(events) if events >= least),
    }
}

/// The verdict for each counter, PMC1 first: it has a check and passed all it has.
#[must_use]
pub fn counting<'a>(checks: impl IntoIterator<Item = &'a CounterCheck>) -> [bool; 6] {
    let mut verdicts = [None; 6];
    for check in checks {
        let counter = u8::try_from(check.pmc).ok().and_then(Counter::new);
        if let Some(counter) = counter {
            let verdict = &mut verdicts[counter.index()];
            *verdict = Some(check.counts && verdict.unwrap_or(true));
        }
    }
    verdicts.map(|verdict| verdict == Some(true))
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

/// The reason behind a failed check; `None` for one that passed.
#[must_use]
pub const fn reason(check: &CounterCheck) -> Option<Reason> {
    let CounterCheck { expected, advanced, counts, .. } = *check;
    match (counts, advanced) {
        (true, _) => None,
        (false, 0) => Some(Reason::Still { expected }),
        (false, _) if advanced < expected => Some(Reason::TooFew { expected, advanced }),
        (false, _) => Some(Reason::TooMany { advanced }),
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Still { expected } => {
                write!(f, "stood still in a loop that causes at least {expected} events: this machine does not count")
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

    use super::{KnownLoop, check, counting, reason};
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

    #[test]
    fn a_unit_that_counts_passes_with_all_six() {
        let checks = checks(Present::Six, |bus| count(bus, 200_010, 100_007));
        let passed = |pmc, code, expected, advanced| CounterCheck { pmc, code, expected, advanced, counts: true };
        let expected: Vec<_> = (1..=6)
            .map(|pmc| passed(pmc, 1, 33_334, 200_010))
            .chain((1..=4).map(|pmc| passed(pmc, 2, 100_001, 100_007)))
            .collect();
        assert_eq!(checks, expected);
        assert_eq!(counting(&checks), [true; 6]);
        assert!(checks.iter().all(|check| reason(check).is_none()));
    }

    #[test]
    fn a_unit_that_only_stores_does_not_count() {
        let checks = checks(Present::Six, |_| {});
        assert_eq!(checks.len(), 10);
        assert!(checks.iter().all(|check| !check.counts && check.advanced == 0));
        assert_eq!(counting(&checks), [false; 6]);
        assert_eq!(
            reason(&checks[0]).unwrap().to_string(),
            "stood still in a loop that causes at least 33334 events: this machine does not count"
        );
    }

    #[test]
    fn one_dead_counter_among_five_is_found() {
        let checks = checks(Present::Six, |bus| {
            let before = bus.read_raw::<Pmc3>();
            count(bus, 200_010, 100_007);
            bus.plant::<Pmc3>(before);
        });
        assert_eq!(counting(&checks), [true, true, false, true, true, true]);
    }

    #[test]
    fn a_counter_that_ignores_its_selector_fails_the_second_proof() {
        let checks = checks(Present::Six, |bus| {
            count(bus, 200_010, 100_007);
            if bus.read_raw::<Mmcr0>() & 0x3f == 2 {
                bus.plant::<Pmc2>(200_010);
                bus.plant::<Pmc1>(33_334);
            }
        });
        let verdicts: Vec<_> = checks.iter().map(|check| (check.pmc, check.code, check.counts)).collect();
        assert_eq!(verdicts[0], (1, 1, true));
        assert_eq!(verdicts[6], (1, 2, false));
        assert_eq!(counting(&checks)[0], false);
        assert_eq!(
            reason(&checks[6]).unwrap().to_string(),
            "advanced by 33334 in a loop that causes at least 100001 events"
        );
        assert_eq!(
            reason(&checks[7]).unwrap().to_string(),
            "advanced by 200010, more than the loop can cause: its value is not a count"
        );
    }

    #[test]
    fn the_bounds_decide_at_the_exact_event() {
        let passes = |cycles, completed| {
            let checks = checks(Present::Six, |bus| count(bus, cycles, completed));
            (checks[0].counts, checks[6].counts)
        };
        assert_eq!(passes(33_333, 100_000), (false, false));
        assert_eq!(passes(33_334, 100_001), (true, true));
        assert_eq!(passes(102_401_024, 200_002), (true, true));
        assert_eq!(passes(102_401_025, 200_003), (false, false));
    }

    #[test]
    fn an_older_part_has_records_of_four_counters_and_an_unknown_one_none() {
        let four = checks(Present::Four, |bus| count(bus, 200_010, 100_007));
        assert_eq!(four.len(), 8);
        assert_eq!(counting(&four), [true, true, true, true, false, false]);
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
        assert_eq!(counting(&checks), [false; 6]);
        assert!(checks.iter().all(|check| reason(check).is_some()));
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
