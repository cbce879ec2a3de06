//! Writes and new MSR values, queued in the order of the program: [`Change`].

use super::Pmu;
use super::control::{MMCR1_BITS, MMCR2_BITS};
use super::walk::changed;
use crate::time::TimeBase;

/// What comes into force behind a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    Mmcr0(u32),
    Mmcr1(u32),
    Mmcr2(u32),
    Counter(usize, u32),
    Msr(u32),
    TimeBase(TimeBase),
}

impl Pmu {
    /// Queues a change made in `cycle`; where younger cycles are done or younger changes
    /// made, it is made behind them.
    pub(super) fn change(&mut self, change: Change, cycle: u64) {
        let cycle = cycle.max(self.last_change).max(self.late.saturating_sub(1));
        self.last_change = cycle;
        let before = self.written.codes();
        match change {
            Change::Mmcr0(value) => self.written.mmcr0 = value,
            Change::Mmcr1(value) => self.written.mmcr1 = value & MMCR1_BITS,
            Change::Mmcr2(value) => self.written.mmcr2 = value & MMCR2_BITS,
            Change::Counter(..) | Change::Msr(_) | Change::TimeBase(_) => {}
        }
        let codes = self.written.codes();
        if codes != before {
            let changed = changed(before, codes);
            self.selections.push(codes, cycle + 1, changed);
            self.wheel.forget(changed, cycle, self.done);
            self.direct();
        }
        self.changes.push_back((cycle, change));
        self.find_stop();
        self.idle = self.idle.min(cycle);
        if cycle < self.late {
            self.process(self.late);
        }
    }
}
