//! A stage that several instructions pass in one cycle, in order: [`Width`].

use crate::instruction::{Slots, Stage};
use crate::remembered::Fields;
use crate::signal::Signal;
use crate::sink::Sink;

/// The cycle in which a stage works, and what has passed it in that cycle.
#[derive(Debug)]
pub(super) struct Width<S> {
    cycle: u64,
    slots: Slots<S>,
    /// An instruction has passed: cycles before the first are not counted.
    started: bool,
    /// What is counted for a cycle in which none, one, two or three passed.
    together: [Signal; 4],
}

impl<S: Stage> Width<S> {
    pub(super) const fn new(start: u64, together: [Signal; 4]) -> Self {
        Self { cycle: start, slots: Slots::EMPTY, started: false, together }
    }

    /// Goes through it, `counts` as for [`Width::wait`]. All that passes from now on would do
    /// so behind the base, so what passed in the base or before is only counted.
    pub(super) fn relate(&mut self, counts: bool, fields: &mut impl Fields) {
        let Self { cycle, slots, started, together: _ } = self;
        fields.exact(cycle);
        fields.flag(started);
        if *cycle > fields.base() || counts {
            fields.word(slots.bits());
        } else {
            *slots = Slots::EMPTY;
        }
    }

    /// The last cycle that is not counted yet: nothing passes earlier.
    #[inline(always)]
    pub(super) const fn cycle(&self) -> u64 {
        self.cycle
    }

    /// What the cycle's slots are with one instruction more; `None` if it does not fit.
    #[inline(always)]
    pub(super) const fn with(&self, takes: Slots<S>) -> Option<Slots<S>> {
        self.slots.with(takes)
    }

    /// An instruction passes in the same cycle as the one before.
    #[inline(always)]
    pub(super) const fn join(&mut self, slots: Slots<S>) {
        self.slots = slots;
        self.started = true;
    }

    /// An instruction is the first to pass in `cycle`.
    #[inline(always)]
    pub(super) fn begin<K: Sink>(&mut self, cycle: u64, takes: Slots<S>, counts: bool, sink: &mut K) {
        self.wait(cycle, counts, sink);
        self.slots = Slots::first(takes);
        self.started = true;
    }

    /// Nothing passes before `cycle` any more: how many did together is known.
    #[inline(always)]
    pub(super) fn wait<K: Sink>(&mut self, cycle: u64, counts: bool, sink: &mut K) {
        if cycle > self.cycle {
            if counts && self.started {
                sink.count(self.together[self.slots.count() % 4], self.cycle, 1);
                sink.span(self.together[0], self.cycle + 1, cycle);
            }
            self.cycle = cycle;
            self.slots = Slots::EMPTY;
        }
    }
}
