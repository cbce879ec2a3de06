//! The completion queue: in order, up to three a cycle (C1).

use super::ring::Ring;
use super::width::Width;
use crate::instruction::{self, Completing};
use crate::remembered::Fields;
use crate::signal::Signal;
use crate::sink::Sink;

/// Places of the completion queue.
pub(super) const PLACES: usize = 16;

#[derive(Debug)]
pub(super) struct Completion {
    /// C of the last taker, or the start.
    last: u64,
    /// Its cycle is that, or BE of a later branch.
    width: Width<instruction::Completion>,
    /// C + 1 of the last takers.
    free: Ring<PLACES>,
}

impl Completion {
    pub(super) const fn new(start: u64) -> Self {
        Self { last: start, width: Width::new(start, TOGETHER), free: Ring::new() }
    }

    /// Goes through it, `counts` as below.
    pub(super) fn relate(&mut self, counts: bool, fields: &mut impl Fields) {
        let Self { last, width, free } = self;
        fields.exact(last);
        width.relate(counts, fields);
        free.relate(PLACES, fields);
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
        let now = self.width.cycle();
        match self.width.with(takes) {
            Some(slots) if earliest <= now => self.width.join(slots),
            _ => self.width.begin(earliest.max(now + 1), takes, counts, sink),
        }
        self.last = self.width.cycle();
        self.free.push(self.last + 1);
        self.last
    }

    /// Nothing completes before `cycle` any more.
    #[inline(always)]
    pub(super) fn wait<S: Sink>(&mut self, cycle: u64, counts: bool, sink: &mut S) {
        self.width.wait(cycle, counts, sink);
    }

    /// The last cycle that is not counted yet.
    pub(super) const fn cycle(&self) -> u64 {
        self.width.cycle()
    }
}

const TOGETHER: [Signal; 4] = [
    Signal::CyclesWhereNoInstructionsCompleted,
    Signal::CompletingOneInstruction,
    Signal::CompletingTwoInstructions,
    Signal::Completing3Instructions,
];
