//! The monitor between changes of its registers, for remembering timing.
//!
//! As long as nobody writes or reads a register, no sign changes and the time base has no
//! transition that anybody watches, the monitor does nothing but add up. What it will add up
//! in later cycles is a part of the state; what it has added up is a difference.

use super::Pmu;
use super::bank::distance;
use super::packed::COUNTERS;
use crate::remembered::Fields;

impl Pmu {
    /// Processes all cycles but those of which events may come, and says whether that is
    /// all: no change waits, nothing was read ahead, no event can belong to what was selected
    /// before.
    pub(crate) fn settle_down(&mut self) -> bool {
        self.process(self.late);
        self.changes.is_empty()
            && self.promise == self.late
            && self.done == self.late
            && self.selections.newest_from() <= self.done
            && self.wheel.next_rest() == u64::MAX
    }

    /// Goes through all that will be counted by what was told. The monitor has settled down.
    pub(crate) fn relate(&mut self, fields: &mut impl Fields) {
        let Self {
            withdrawn: _,
            control: _,
            written: _,
            siar: _,
            bank,
            counted_from: _,
            own: _,
            selections: _,
            wheel,
            direct: _,
            history: _,
            completions: _,
            time_base: _,
            overwritten: _,
            spent: _,
            pending: _,
            changes: _,
            last_change: _,
            done,
            promise,
            late,
            stop: _,
            next_edge: _,
            idle,
        } = self;
        fields.part("processed");
        fields.exact(done);
        fields.part("rates");
        bank.relate(fields);
        fields.part("told");
        wheel.relate(*done, fields);
        // Where it has settled down, these are what it is found to be; it looks again when
        // it is told more.
        (*promise, *late, *idle) = (*done, *done, 0);
        self.direct();
    }

    /// Forgets what will be counted: it is known from a state.
    pub(crate) fn forget_told(&mut self) {
        self.wheel.empty(self.done);
    }

    /// What the registers select and what counts, as far as counts depend on it.
    pub(crate) fn counting(&self) -> ([u8; COUNTERS], u8) {
        (self.control.codes(), self.control.counting())
    }

    /// The first cycle that is not processed.
    pub(crate) const fn done(&self) -> u64 {
        self.done
    }

    /// What the counters hold.
    pub(crate) fn values(&self) -> [u32; COUNTERS] {
        std::array::from_fn(|counter| self.bank.value(counter))
    }

    /// For each counter, how much may be counted before its sign changes.
    pub(crate) fn spares(&self) -> [u32; COUNTERS] {
        std::array::from_fn(|counter| distance(self.bank.value(counter)) - 1)
    }

    /// The least of them, counters that count nothing left out.
    pub(crate) fn spare(&self) -> u32 {
        let (codes, counting) = self.counting();
        let counts = |counter: usize| counting >> counter & 1 != 0 && codes[counter] != 0;
        let spares = self.spares();
        (0..COUNTERS).filter(|counter| counts(*counter)).map(|counter| spares[counter]).min().unwrap_or(u32::MAX)
    }

    /// The next time base transition that anybody watches.
    pub(crate) const fn next_edge(&self) -> u64 {
        self.next_edge
    }

    /// Cycles have passed in which this was counted and no sign has changed.
    pub(crate) fn passed(&mut self, counts: [u32; COUNTERS]) {
        let turned = self.bank.credit(counts);
        debug_assert!(!turned);
    }
}
