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
    cycle: u64,
    slots: Completing,
    /// Takers completed in `cycle`; 0 before the first.
    together: usize,
    completed: Ring<PLACES>,
}

impl Completion {
    pub(super) const fn new(start: u64) -> Self {
        Self { cycle: start, slots: Completing::EMPTY, together: 0, completed: Ring::new() }
    }

    /// C of the last taker.
    #[inline(always)]
    pub(super) const fn cycle(&self) -> u64 {
        self.cycle
    }

    /// D3: from this cycle on there is a place.
    #[inline(always)]
    pub(super) const fn room(&self) -> u64 {
        self.completed.back(PLACES) + 1
    }

    /// C of the taker so many before the next one.
    pub(super) const fn back(&self, back: usize) -> u64 {
        self.completed.back(back)
    }

    /// C of an instruction that can complete in `earliest` as far as others let it.
    #[inline(always)]
    pub(super) fn complete<S: Sink>(&mut self, earliest: u64, takes: Completing, counts: bool, sink: &mut S) -> u64 {
        let with = if earliest <= self.cycle { self.slots.with(takes) } else { None };
        if let Some(slots) = with {
            self.slots = slots;
            self.together += 1;
        } else {
            let cycle = earliest.max(self.cycle + 1);
            if counts && self.together != 0 {
                sink.count(TOGETHER[self.together.min(3)], self.cycle, 1);
                sink.span(Signal::CyclesWhereNoInstructionsCompleted, self.cycle + 1, cycle);
            }
            self.cycle = cycle;
            self.slots = Completing::EMPTY.with(takes).unwrap_or(Completing::EMPTY);
            self.together = 1;
        }
        self.completed.push(self.cycle);
        self.cycle
    }
}

const TOGETHER: [Signal; 4] = [
    Signal::CyclesWhereNoInstructionsCompleted,
    Signal::CompletingOneInstruction,
    Signal::CompletingTwoInstructions,
    Signal::Completing3Instructions,
];
