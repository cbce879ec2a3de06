//! What negative counters and time base transitions do.

use super::Pmu;
use super::control::{FC, FCECE, PMXE, TRIGGER};
use crate::settings::Withdrawn;

/// What a pending exception goes back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// A negative counter: a condition that can go away.
    Counter,
    /// A time base transition: it has happened.
    TimeBase,
}

impl Pmu {
    /// Lets enabled conditions, and a time base transition where `edge`, do all they do
    /// at the end of `cycle`. Freezes and the end of a trigger are in force behind it.
    pub(super) fn settle(&mut self, cycle: u64, mut edge: bool) {
        loop {
            let negative = self.bank.negative();
            self.spent &= negative;
            let enabled = negative & self.control.enabled();
            let mmcr0 = self.control.mmcr0;
            let mut counted = false;
            if mmcr0 & PMXE != 0 && (enabled != 0 || edge) {
                counted = self.signal(cycle, edge);
            }
            if mmcr0 & TRIGGER != 0 {
                if enabled != 0 || edge || negative & 1 != 0 {
                    self.control.mmcr0 &= !TRIGGER;
                    self.spent = negative;
                }
            } else if mmcr0 & FCECE != 0 && (enabled & !self.spent != 0 || edge) {
                self.control.mmcr0 |= FC;
            }
            edge = false;
            if !counted && mmcr0 == self.control.mmcr0 {
                break;
            }
        }
        self.withdraw();
        self.hold_or_run(cycle + 1);
    }

    /// The exception is signalled; whether that was counted.
    fn signal(&mut self, cycle: u64, edge: bool) -> bool {
        self.control.mmcr0 &= !PMXE;
        if edge || self.pending.is_none() {
            self.pending = Some(if edge { Cause::TimeBase } else { Cause::Counter });
        }
        if self.control.mmcr0 & FC == 0 {
            self.siar = self.completions.last(cycle).unwrap_or(self.siar);
        }
        let counters = self.own.signals & self.control.counting();
        self.bank.credit(std::array::from_fn(|counter| u32::from(counters >> counter & 1)));
        counters != 0
    }

    /// Forgets an exception whose condition went away while MSR[EE] was 0, if the settings
    /// say so.
    fn withdraw(&mut self) {
        let gone = self.bank.negative() & self.control.enabled() == 0;
        if self.withdrawn == Withdrawn::Dropped
            && self.pending == Some(Cause::Counter)
            && gone
            && !self.control.external_enabled()
        {
            self.pending = None;
        }
    }

    /// From cycle `from` on, those counters count that the registers now let count.
    fn hold_or_run(&mut self, from: u64) {
        let counting = self.control.counting();
        if counting != self.history.at(from) {
            self.bank.set_counting(counting);
            self.history.push(from, counting);
        }
    }
}
