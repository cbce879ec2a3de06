//! Which counters count a signal: [`Selections`].

use std::collections::VecDeque;

use mpc7450::counter::Counter;

use super::packed::COUNTERS;
use crate::signal::Signal;

/// Former selections that are remembered.
const FORMER: usize = 32;

/// The counters, as masks, that count what the monitor finds out by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Own {
    /// Processor cycles.
    pub(super) cycles: u8,
    /// TBL bit transitions.
    pub(super) edges: u8,
    /// Processor performance monitor exception.
    pub(super) signals: u8,
    /// Switches between privileged and user.
    pub(super) switches: u8,
}

impl Own {
    /// With these codes.
    pub(super) fn of(codes: [u8; COUNTERS]) -> Self {
        let mut own = Self::default();
        for (counter, code) in Counter::ALL.into_iter().zip(codes) {
            let mask = 1 << counter.index();
            match Signal::of(counter, code) {
                Some(Signal::ProcessorCycles) => own.cycles |= mask,
                Some(Signal::TblBitTransitions) => own.edges |= mask,
                Some(Signal::ProcessorPerformanceMonitorException) => own.signals |= mask,
                Some(Signal::SwitchesBetweenPrivilegedAndUser) => own.switches |= mask,
                _ => {}
            }
        }
        own
    }

    const fn all(self) -> u8 {
        self.cycles | self.edges | self.signals | self.switches
    }
}

/// The counters of each signal, from a cycle on.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    from: u64,
    /// The counters whose codes differ from those before.
    changed: u8,
    told: [u8; Signal::COUNT],
    own: Own,
}

impl Selection {
    fn new(codes: [u8; COUNTERS], from: u64, changed: u8) -> Self {
        let own = Own::of(codes);
        let mut selection = Self { from, changed, told: [0; Signal::COUNT], own };
        for (counter, code) in Counter::ALL.into_iter().zip(codes) {
            let mask = 1 << counter.index();
            if let Some(signal) = Signal::of(counter, code).filter(|_| own.all() & mask == 0) {
                selection.told[signal as usize] |= mask;
            }
        }
        selection
    }
}

/// A part of a span under one selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) from: u64,
    /// The cycle behind the last.
    pub(super) to: u64,
    /// The counters that count it.
    pub(super) counters: u8,
    /// Counters whose rates are set anew in cycle `to`, because their codes change there.
    pub(super) ended: u8,
}

/// The selection last written, and those before it for events of earlier cycles.
///
/// An event is looked up in the selection of its cycle. Older than 32 changes, it is
/// counted by the oldest still known.
#[derive(Clone, Debug)]
pub(super) struct Selections {
    newest: Selection,
    former: VecDeque<Selection>,
    /// Of each signal, the counters that count it in any of these: most events are of no
    /// such signal, and a look here is enough for them.
    any: [u8; Signal::COUNT],
}

impl Selections {
    /// Nothing is selected.
    pub(super) fn new() -> Self {
        Self {
            newest: Selection::new([0; COUNTERS], 0, 0),
            former: VecDeque::with_capacity(FORMER + 1),
            any: [0; Signal::COUNT],
        }
    }

    /// From cycle `from` on, the counters count these codes; those of the mask `changed`
    /// others than before.
    pub(super) fn push(&mut self, codes: [u8; COUNTERS], from: u64, changed: u8) {
        if from == self.newest.from {
            self.newest = Selection::new(codes, from, changed | self.newest.changed);
        } else {
            let before = std::mem::replace(&mut self.newest, Selection::new(codes, from, changed));
            self.former.push_front(before);
            self.former.truncate(FORMER);
        }
        self.any = self.newest.told;
        for former in &self.former {
            self.any.iter_mut().zip(former.told).for_each(|(any, told)| *any |= told);
        }
    }

    /// Whether any counter may count the signal, in whatever cycle.
    #[inline(always)]
    pub(super) const fn hear(&self, signal: Signal) -> bool {
        self.any[signal as usize] != 0
    }

    /// The counters of a signal in `cycle`, of which somebody else tells.
    #[inline]
    pub(super) fn told(&self, signal: Signal, cycle: u64) -> u8 {
        if cycle >= self.newest.from { self.newest.told[signal as usize] } else { self.at(cycle).told[signal as usize] }
    }

    /// The counters of what the monitor finds out by itself, in `cycle`.
    pub(super) fn own(&self, cycle: u64) -> Own {
        self.at(cycle).own
    }

    fn at(&self, cycle: u64) -> &Selection {
        let mut back = std::iter::once(&self.newest).chain(&self.former);
        let found = back.find(|selection| selection.from <= cycle);
        found.unwrap_or(self.former.back().unwrap_or(&self.newest))
    }

    /// Gives the parts of `from..to` by selection, the youngest first.
    pub(super) fn parts(&self, signal: Signal, from: u64, mut to: u64, mut each: impl FnMut(Part)) {
        let mut ended = 0;
        for selection in std::iter::once(&self.newest).chain(&self.former) {
            let start = selection.from.max(from);
            if start < to {
                each(Part { from: start, to, counters: selection.told[signal as usize], ended });
                (to, ended) = (start, 0);
            }
            if selection.from == to {
                ended = selection.changed;
            }
        }
        if from < to {
            each(Part { from, to, counters: self.at(from).told[signal as usize], ended });
        }
    }

    /// Whether an event of the signal counts, if no event of cycles before `promise` comes.
    #[inline]
    pub(super) fn wants(&self, signal: Signal, promise: u64) -> bool {
        self.newest.told[signal as usize] != 0 || promise < self.newest.from && self.wanted(signal, promise)
    }

    #[cold]
    fn wanted(&self, signal: Signal, promise: u64) -> bool {
        let mut until = self.newest.from;
        self.former.iter().any(|former| {
            let reached = promise < std::mem::replace(&mut until, former.from);
            reached && former.told[signal as usize] != 0
        })
    }

    /// The first cycle of the newest selection.
    #[inline]
    pub(super) const fn newest_from(&self) -> u64 {
        self.newest.from
    }
}

#[cfg(test)]
mod tests {
    use super::{Own, Part, Selections};
    use crate::signal::Signal::{FpuInstructions, InstructionsCompleted, LoadInstructions};

    #[test]
    fn an_event_is_looked_up_in_the_selection_of_its_cycle() {
        let mut selections = Selections::new();
        selections.push([2, 26, 14, 0, 1, 0], 100, 0b01_0111);
        selections.push([2, 2, 3, 5, 1, 61], 200, 0b10_1110);
        let completed = [99, 100, 199, 200].map(|cycle| selections.told(InstructionsCompleted, cycle));
        assert_eq!(completed, [0, 1, 1, 3]);
        assert_eq!(selections.told(LoadInstructions, 150), 0b10);
        assert_eq!(selections.own(150), Own { cycles: 0b1_0000, ..Own::default() });
        assert_eq!(selections.own(200), Own { cycles: 0b1_0000, edges: 0b100, signals: 0b1000, switches: 0 });
        assert!(selections.wants(FpuInstructions, 150) && !selections.wants(FpuInstructions, 200));
        let mut parts = Vec::new();
        selections.parts(InstructionsCompleted, 50, 250, |part| parts.push(part));
        let part = |from, to, counters, ended| Part { from, to, counters, ended };
        assert_eq!(parts, [part(200, 250, 3, 0), part(100, 200, 1, 0b10_1110), part(50, 100, 0, 0b01_0111)]);
    }

    #[test]
    fn a_code_is_the_counters_own() {
        let mut selections = Selections::new();
        selections.push([61, 61, 31, 31, 31, 61], 0, 0x3f);
        assert_eq!(selections.own(0).switches, 0b10, "61 is an event of switches on PMC2 alone");
    }
}
