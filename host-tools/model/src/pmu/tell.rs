//! The monitor as the [`Sink`] of all other parts.

use super::Pmu;
use super::packed::{COUNTERS, MOST, ones};
use crate::signal::Signal;
use crate::sink::Sink;

impl Sink for Pmu {
    #[inline(always)]
    fn count(&mut self, signal: Signal, cycle: u64, amount: u32) {
        // Known where it is told. It comes as often as all others together.
        let frequent = signal == Signal::InstructionsCompleted && amount <= MOST;
        if frequent && cycle >= self.direct.from {
            let fields = self.direct.fields * u64::from(amount);
            if self.wheel.add_fields(fields, cycle, self.done) {
                return;
            }
        }
        if self.selections.hear(signal) {
            self.tell(signal, cycle, amount);
        }
    }

    #[inline(always)]
    fn span(&mut self, signal: Signal, from: u64, to: u64) {
        if from < to && self.selections.hear(signal) {
            self.tell_cycles(signal, from, to);
        }
    }

    #[inline]
    fn wants(&self, signal: Signal) -> bool {
        self.selections.wants(signal, self.promise)
    }

    /// As last written: whoever compares does so when it tells.
    #[inline]
    fn threshold(&self) -> u32 {
        self.written.threshold()
    }

    #[inline]
    fn scaled_threshold(&self) -> u32 {
        self.written.scaled_threshold()
    }
}

/// Instructions completed by the shortest way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direct {
    /// From this cycle on none is late, and the newest selection holds.
    from: u64,
    /// One for each counter that counts them.
    fields: u64,
}

impl Direct {
    pub(super) const NONE: Self = Self { from: u64::MAX, fields: 0 };
}

impl Pmu {
    /// To be called whenever `late` or a selection changes.
    pub(super) fn direct(&mut self) {
        let from = self.late.max(self.selections.newest_from());
        let counters = self.selections.told(Signal::InstructionsCompleted, from);
        self.direct = if counters == 0 { Direct::NONE } else { Direct { from, fields: ones(counters) } };
    }

    fn tell_cycles(&mut self, signal: Signal, from: u64, to: u64) {
        if from < self.selections.newest_from() {
            return self.span_of_former(signal, from, to);
        }
        let counters = self.selections.told(signal, from);
        if counters != 0 {
            self.tell_span(counters, from, to);
        }
    }

    #[inline(never)]
    fn tell(&mut self, signal: Signal, cycle: u64, amount: u32) {
        let counters = self.selections.told(signal, cycle);
        if counters == 0 {
            return;
        }
        if cycle < self.late {
            self.process(self.late);
            self.credit_late(counters, amount, cycle);
        } else if amount <= MOST {
            self.wheel.add(counters, amount, cycle, self.done);
        } else {
            self.wheel.add_rest(counters, amount, cycle);
        }
    }

    #[inline]
    fn tell_span(&mut self, counters: u8, from: u64, to: u64) {
        if from < self.late {
            self.process(self.late);
            let mut amounts = [0; COUNTERS];
            self.add_late_span(&mut amounts, counters, from, to);
            self.credit_all(amounts);
        }
        self.add_span(counters, from.max(self.done), to);
    }

    #[inline]
    fn add_span(&mut self, counters: u8, from: u64, to: u64) {
        if from + 1 == to {
            self.wheel.add(counters, 1, from, self.done);
        } else if from < to {
            self.wheel.add_span(counters, from, to, self.done);
        }
    }

    /// A span that began under a former selection.
    #[cold]
    fn span_of_former(&mut self, signal: Signal, from: u64, to: u64) {
        self.process(self.late);
        let mut amounts = [0; COUNTERS];
        let selections = self.selections.clone();
        selections.parts(signal, from, to, |part| {
            self.add_late_span(&mut amounts, part.counters, part.from, part.to);
            let from = part.from.max(self.done);
            self.add_span(part.counters & !part.ended, from, part.to);
            if from < part.to {
                self.wheel.add_open_span(part.counters & part.ended, from, self.done);
            }
        });
        self.credit_all(amounts);
    }

    /// Counts what happened in a cycle that is done.
    pub(super) fn credit_late(&mut self, counters: u8, amount: u32, cycle: u64) {
        self.idle = 0;
        let mut counters = counters & self.history.at(cycle);
        for (counter, first) in self.counted_from.iter().enumerate() {
            counters &= !(u8::from(*first > cycle) << counter);
        }
        let turned = if amount <= MOST {
            self.bank.add(ones(counters) * u64::from(amount))
        } else {
            self.bank.credit(std::array::from_fn(|counter| amount * u32::from(counters >> counter & 1)))
        };
        if turned {
            self.settle(self.done - 1, false);
        }
    }

    /// Adds to the amounts what counters counted of a span in cycles that are done.
    #[cold]
    fn add_late_span(&self, amounts: &mut [u32; COUNTERS], counters: u8, from: u64, to: u64) {
        let to = to.min(self.done);
        if from >= to {
            return;
        }
        self.history.stretches(from, to, |from, to, counting| {
            for (counter, amount) in amounts.iter_mut().enumerate() {
                if (counters & counting) >> counter & 1 == 1 {
                    *amount = amount.wrapping_add(to.saturating_sub(from.max(self.counted_from[counter])) as u32);
                }
            }
        });
    }

    fn credit_all(&mut self, amounts: [u32; COUNTERS]) {
        self.idle = 0;
        if self.bank.credit(amounts) {
            self.settle(self.done - 1, false);
        }
    }
}
