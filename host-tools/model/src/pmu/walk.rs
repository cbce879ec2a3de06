//! The walk over the cycles in their order.

use super::Pmu;
use super::change::Change;
use super::control::{MMCR1_BITS, MMCR2_BITS, TBEE};
use super::packed::{COUNTERS, field, ones};
use super::selection::Own;
use super::wheel::LINE;
use crate::time::selected_bit;

impl Pmu {
    /// Processes every cycle before `limit`, and the changes made in them.
    pub(super) fn process(&mut self, limit: u64) {
        loop {
            let end = limit.min(self.stop).min(self.wheel.next_rest());
            self.run(end);
            if self.changes.front().is_some_and(|(cycle, _)| cycle + 1 == self.done) {
                self.apply_first();
            } else if self.done < limit {
                self.special_cycle();
            } else {
                return;
            }
        }
    }

    /// Cycles before `end` in which nothing happens but what the ring holds.
    fn run(&mut self, end: u64) {
        while self.done < end {
            if self.run_line(end) {
                continue;
            }
            let next = self.wheel.next(self.done, end);
            if next > self.done {
                let (passed, turned) = self.bank.pass(next - self.done);
                self.done += passed;
                if turned {
                    self.settle(self.done - 1, false);
                    continue;
                }
                if next == end {
                    return;
                }
            }
            let slot = self.wheel.take(next);
            self.bank.change_rates(slot.change);
            self.done = next + 1;
            if self.bank.cycle(slot.points) {
                self.settle(next, false);
            }
        }
    }

    /// A line of cycles at once, if it lies before `end` and no sign can change in it.
    #[inline]
    fn run_line(&mut self, end: u64) -> bool {
        let behind = self.done + LINE as u64;
        if !self.done.is_multiple_of(LINE as u64) || behind > end.min(self.wheel.end()) || !self.bank.is_calm() {
            return false;
        }
        let Some(points) = self.wheel.take_line(self.done) else { return false };
        self.bank.line(points);
        self.done = behind;
        true
    }

    /// One cycle with a time base transition, or with something from the list.
    fn special_cycle(&mut self) {
        let cycle = self.done;
        let rest = self.wheel.take_rest(cycle);
        self.bank.change_rates(rest.change);
        let slot = self.wheel.take(cycle);
        self.bank.change_rates(slot.change);
        let mut points = slot.points;
        let edge = self.next_edge == cycle;
        if edge {
            points += ones(self.own.edges);
        }
        let amounts = std::array::from_fn(|counter| rest.amounts[counter].wrapping_add(field(points, counter)));
        let turned = self.bank.large_cycle(amounts);
        self.done = cycle + 1;
        if edge {
            self.find_edge();
        }
        let edge = edge && self.control.mmcr0 & TBEE != 0;
        if turned || edge {
            self.settle(cycle, edge);
        }
    }

    /// A write or a new MSR comes into force, all cycles up to its own being done.
    fn apply_first(&mut self) {
        let Some((cycle, change)) = self.changes.pop_front() else { return };
        let before = self.control;
        let mut edge = false;
        match change {
            Change::Mmcr0(value) => {
                self.control.mmcr0 = value;
                self.spent = 0;
                self.select(before.codes());
                let shows = |tbsel| self.shown(cycle) >> selected_bit(tbsel) & 1 == 1;
                edge = before.mmcr0 & value & TBEE != 0 && !shows(before.tbsel()) && shows(self.control.tbsel());
            }
            Change::Mmcr1(value) => {
                self.control.mmcr1 = value & MMCR1_BITS;
                self.select(before.codes());
            }
            Change::Mmcr2(value) => self.control.mmcr2 = value & MMCR2_BITS,
            Change::Counter(counter, value) => {
                self.bank.set(counter, value);
                self.counted_from[counter] = cycle + 1;
            }
            Change::Msr(value) => {
                self.control.msr = value;
                if before.user() != self.control.user() {
                    self.credit_late(self.selections.own(cycle).switches, 1, cycle);
                }
            }
            Change::TimeBase(value) => {
                self.overwritten = (cycle, self.shown(cycle));
                self.time_base = value;
            }
        }
        self.find_edge();
        self.settle(cycle, edge);
    }

    /// The codes have changed from `before`.
    fn select(&mut self, before: [u8; COUNTERS]) {
        let codes = self.control.codes();
        if codes != before {
            self.own = Own::of(codes);
            self.bank.set_rates(changed(before, codes), self.own.cycles);
        }
    }

    /// Finds the first time base transition that is not processed, if anybody wants to know.
    fn find_edge(&mut self) {
        let bit = selected_bit(self.control.tbsel());
        let next = if !self.watches_edges() {
            None
        } else if self.shown(self.done - 1) >> bit & 1 == 0 && self.time_base.bit(bit, self.done) {
            Some(self.done)
        } else {
            self.time_base.next_rise(bit, self.done)
        };
        self.next_edge = next.unwrap_or(u64::MAX);
        self.find_stop();
    }

    /// What the time base showed in the last processed cycle, or before the last change.
    const fn shown(&self, cycle: u64) -> u64 {
        if self.overwritten.0 == cycle { self.overwritten.1 } else { self.time_base.value(cycle) }
    }

    const fn watches_edges(&self) -> bool {
        self.own.edges != 0 || self.control.mmcr0 & TBEE != 0
    }

    /// Up to which cycle nothing but the wheel needs a look.
    pub(super) fn find_stop(&mut self) {
        let change = self.changes.front().map_or(u64::MAX, |(cycle, _)| cycle + 1);
        self.stop = change.min(self.next_edge);
    }
}

/// The counters whose codes differ.
pub(super) fn changed(before: [u8; COUNTERS], after: [u8; COUNTERS]) -> u8 {
    (0..COUNTERS).fold(0, |mask, counter| mask | u8::from(before[counter] != after[counter]) << counter)
}
