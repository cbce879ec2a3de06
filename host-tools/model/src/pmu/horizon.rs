//! How long nothing can be signalled.

use mpc7450::counter::Counter;

use super::Pmu;
use super::bank::distance;
use super::control::{FC, PMXE, TBEE};
use super::packed::{COUNTERS, MOST};
use crate::signal::Signal;
use crate::time::selected_bit;

/// Instructions that can complete in a cycle [AN2203].
const COMPLETIONS: u64 = 3;

/// What a counter counts in one cycle at the most, if nothing closer is known.
const EVENTS: u64 = 255;

/// What the wheel may add to a counter in one cycle, besides what is in its list.
const WHEEL: u64 = 2 * MOST as u64;

/// Cycles that may wait to be processed.
const WAITING: u64 = 256;

/// What has passed, told to the monitor or not.
pub(crate) struct Passed {
    /// The first cycle that is not processed.
    pub(crate) done: u64,
    /// That before which nothing will be told.
    pub(crate) promise: u64,
    /// Counted besides what the counters hold.
    pub(crate) counts: [u32; COUNTERS],
}

impl Pmu {
    /// Processes all cycles of which only late events may come, and finds how long the next ones can wait:
    /// as long as none of them can signal, nor drop what is pending. Many cycles at once are
    /// much cheaper.
    pub(super) fn catch_up(&mut self) {
        self.process(self.late);
        let quiet = self.control.mmcr0 & PMXE == 0 && self.pending.is_none();
        let signal = if quiet { u64::MAX } else { self.signal_from() };
        let change = self.changes.front().map_or(u64::MAX, |(cycle, _)| *cycle);
        self.idle = signal.min(change).min(self.next_edge).min(self.done + WAITING);
    }

    /// A cycle before which no counter can signal by what is in the ring.
    fn signal_from(&self) -> u64 {
        let enabled = self.control.enabled();
        let counters = (0..COUNTERS).filter(|counter| enabled >> counter & 1 == 1);
        let events = counters.map(|counter| distance(self.bank.value(counter))).min();
        events.map_or(u64::MAX, |events| self.done + u64::from(events.saturating_sub(1)) / WHEEL)
    }

    /// How many cycles behind `cycle` the next signal comes at the earliest, if no register
    /// is written meanwhile: it has a cycle of `cycle + horizon` or later. 0 where it may
    /// come at once, `u64::MAX` where it cannot come at all.
    ///
    /// A lower bound. It is the very cycle for counters of processor cycles and of TBL
    /// bit transitions, and for `MMCR0[TBEE]`, as long as the counters are not held; freezes
    /// by MSR and a trigger are left out of account, since an exception or another counter
    /// may end them. Instructions completed are taken to be at most 3 a cycle, other
    /// events 255, from the first cycle on that was not promised away
    /// ([`Pmu::advance`]).
    #[must_use]
    pub fn horizon(&self, cycle: u64) -> u64 {
        self.horizon_after(cycle, &self.told())
    }

    /// What was told.
    const fn told(&self) -> Passed {
        Passed { done: self.done, promise: self.promise, counts: [0; COUNTERS] }
    }

    /// The same for a monitor behind what has passed.
    pub(crate) fn horizon_after(&self, cycle: u64, passed: &Passed) -> u64 {
        if !self.changes.is_empty() {
            return 0;
        }
        if self.control.mmcr0 & PMXE == 0 {
            return u64::MAX;
        }
        let mut first = u64::MAX;
        if self.control.mmcr0 & TBEE != 0 {
            first = self.next_edge;
        }
        if self.control.mmcr0 & FC == 0 {
            let (enabled, codes) = (self.control.enabled(), self.control.codes());
            for counter in (0..COUNTERS).filter(|counter| enabled >> counter & 1 == 1) {
                first = first.min(self.earliest(counter, codes[counter], passed));
            }
        }
        if first == u64::MAX { first } else { first.saturating_sub(cycle) }
    }

    /// In which cycle the next signal comes if nothing happens but cycles and ticks, as in a
    /// nap: of a counter of either that nothing holds, or of `MMCR0[TBEE]`; `u64::MAX` where
    /// none comes. A cycle before it where registers change in that cycle: then it is to be
    /// asked again behind it.
    #[must_use]
    pub fn next_alone(&self) -> u64 {
        if let Some((cycle, _)) = self.changes.front() {
            return *cycle;
        }
        if self.control.mmcr0 & PMXE == 0 {
            return u64::MAX;
        }
        let edge = if self.control.mmcr0 & TBEE != 0 { self.next_edge } else { u64::MAX };
        let (signals, codes) = (self.control.enabled() & self.control.counting(), self.control.codes());
        let counters = (0..COUNTERS).filter(|counter| signals >> counter & 1 == 1);
        let alone = counters.filter(|counter| {
            let signal = Counter::new(*counter as u8 + 1).and_then(|known| Signal::of(known, codes[*counter]));
            matches!(signal, Some(Signal::ProcessorCycles | Signal::TblBitTransitions))
        });
        alone.map(|counter| self.earliest(counter, codes[counter], &self.told())).fold(edge, u64::min)
    }

    /// In which cycle a counter turns negative at the earliest.
    fn earliest(&self, counter: usize, code: u8, passed: &Passed) -> u64 {
        let Passed { done, promise, counts } = *passed;
        let value = self.bank.value(counter).wrapping_add(counts[counter]);
        let events = u64::from(distance(value)) + if value >> 31 == 1 { 0x8000_0000 } else { 0 };
        let Some(signal) = Counter::new(counter as u8 + 1).and_then(|counter| Signal::of(counter, code)) else {
            return u64::MAX;
        };
        let at_most = |rate: u64| promise.min(done).saturating_add(events.div_ceil(rate) - 1);
        match signal {
            Signal::ProcessorCycles => done.saturating_add(events - 1),
            Signal::TblBitTransitions => {
                let before = done.saturating_sub(1);
                self.time_base.rise(selected_bit(self.control.tbsel()), before, events).unwrap_or(u64::MAX)
            }
            Signal::InstructionsCompleted => at_most(COMPLETIONS),
            _ => at_most(EVENTS),
        }
    }
}
