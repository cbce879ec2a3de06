//! The completion queue: in order, up to three a cycle (C1).

use super::ring::Ring;
use crate::instruction::Completing;
use crate::signal::Signal;
use crate::sink::Sink;

/// Places of the completion queue.
pub(super) const PLACES: usize = 16;

#[derive(Debug)]
pub(super) struct Completion {
    /// C of the last taker, or the start.
    last: u64,
    /// That, or BE of a later branch: no earlier completion is possible.
    cycle: u64,
    /// What has completed in that cycle.
    slots: Completing,
    /// C + 1 of the last takers.
    free: Ring<PLACES>,
    /// An instruction has completed: cycles before the first are not counted.
    started: bool,
}

impl Completion {
    pub(super) const fn new(start: u64) -> Self {
        Self { last: start, cycle: start, slots: Completing::EMPTY, free: Ring::new(), started: false }
    }

    /// C of the last taker.
    #[inline(always)]
    pub(super) const fn last(&self) -> u64 {
        self.last
    }

    /// D3: from this cycle on there is a place.
    #[inline(always)]
    pub(super) const fn room(&self) -> u64 {
        self.free.back(PLACES)
    }

    /// C + 1 of the taker so many before the next one.
    pub(super) const fn freed(&self, back: usize) -> u64 {
        self.free.back(back)
    }

    /// C of an instruction that can complete in `earliest` as far as others let it.
    #[inline(always)]
    pub(super) fn complete<S: Sink>(&mut self, earliest: u64, takes: Completing, counts: bool, sink: &mut S) -> u64 {
        match self.slots.with(takes) {
            Some(slots) if earliest <= self.cycle => self.slots = slots,
            _ => {
                self.wait(earliest.max(self.cycle + 1), counts, sink);
                self.slots = Completing::first(takes);
                self.started = true;
            }
        }
        self.last = self.cycle;
        self.free.push(self.cycle + 1);
        self.cycle
    }

    /// Nothing completes before `cycle` any more: how many did together is known.
    #[inline(always)]
    pub(super) fn wait<S: Sink>(&mut self, cycle: u64, counts: bool, sink: &mut S) {
        if cycle > self.cycle {
            if counts && self.started {
                sink.count(TOGETHER[self.slots.count() % 4], self.cycle, 1);
                sink.span(TOGETHER[0], self.cycle + 1, cycle);
            }
            self.cycle = cycle;
            self.slots = Completing::EMPTY;
        }
    }

    /// The last cycle that is not counted yet.
    pub(super) const fn cycle(&self) -> u64 {
        self.cycle
    }
}

const TOGETHER: [Signal; 4] = [
    Signal::CyclesWhereNoInstructionsCompleted,
    Signal::CompletingOneInstruction,
    Signal::CompletingTwoInstructions,
    Signal::Completing3Instructions,
];
