//! Dispatch out of the queue (D1 to D3, D5).

use super::ring::Ring;
use crate::instruction::Dispatching;
use crate::signal::Signal;
use crate::sink::Sink;

#[derive(Debug)]
pub(super) struct Dispatch {
    /// D of the last taker, or BE of a later branch: no earlier dispatch is possible.
    cycle: u64,
    /// What has been dispatched in that cycle.
    slots: Dispatching,
    /// An instruction was dispatched: cycles before the first are not counted.
    started: bool,
}

impl Dispatch {
    pub(super) const fn new() -> Self {
        Self { cycle: 0, slots: Dispatching::EMPTY, started: false }
    }

    /// D of an instruction that can dispatch in `earliest` as far as others let it; `parts`
    /// are those of a string or multiple, 1 otherwise.
    #[inline(always)]
    pub(super) fn dispatch<S: Sink>(
        &mut self,
        earliest: u64,
        takes: Dispatching,
        parts: u64,
        counts: bool,
        sink: &mut S,
    ) -> u64 {
        let mut cycle = self.cycle + (parts - 1);
        match self.slots.with(takes) {
            Some(slots) if earliest <= self.cycle && parts == 1 => self.slots = slots,
            fits => {
                if earliest > self.cycle || fits.is_none() {
                    cycle = earliest.max(self.cycle + 1) + (parts - 1);
                }
                self.wait(cycle, counts, sink);
                self.slots = Dispatching::first(takes);
            }
        }
        self.started = true;
        cycle
    }

    /// Nothing dispatches before `cycle` any more: how many did together is known.
    #[inline(always)]
    pub(super) fn wait<S: Sink>(&mut self, cycle: u64, counts: bool, sink: &mut S) {
        if cycle > self.cycle {
            if counts && self.started {
                sink.count(TOGETHER[self.slots.count() % 4], self.cycle, 1);
                sink.span(TOGETHER[0], self.cycle + 1, cycle);
            }
            self.cycle = cycle;
            self.slots = Dispatching::EMPTY;
        }
    }

    /// The last cycle that is not counted yet.
    pub(super) const fn cycle(&self) -> u64 {
        self.cycle
    }
}

const TOGETHER: [Signal; 4] = [
    Signal::Dispatching0Instructions,
    Signal::OneInstructionDispatched,
    Signal::TwoInstructionsDispatched,
    Signal::CyclesWhere3InstructionsAreDispatched,
];

/// The cycles in which the general rename registers become free (D3).
///
/// No instruction takes two floating-point or two vector ones, and the completion queue
/// has as many places as there are of each kind, so those never run out.
pub(super) type Renames = Ring<16>;
