//! Dispatch out of the queue (D1 to D3, D5).

use super::ring::Ring;
use crate::instruction::Dispatching;
use crate::signal::Signal;
use crate::sink::Sink;

#[derive(Debug)]
pub(super) struct Dispatch {
    /// D of the last taker.
    cycle: u64,
    slots: Dispatching,
    /// Takers dispatched in `cycle`; 0 before the first.
    together: usize,
}

impl Dispatch {
    pub(super) const fn new() -> Self {
        Self { cycle: 0, slots: Dispatching::EMPTY, together: 0 }
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
        let with = if earliest <= self.cycle { self.slots.with(takes) } else { None };
        let cycle = match with {
            Some(_) => self.cycle,
            None => earliest.max(self.cycle + 1),
        } + (parts - 1);
        if cycle == self.cycle {
            self.slots = with.unwrap_or(self.slots);
            self.together += 1;
            return cycle;
        }
        if counts && self.together != 0 {
            sink.count(TOGETHER[self.together.min(3)], self.cycle, 1);
            sink.span(Signal::Dispatching0Instructions, self.cycle + 1, cycle);
        }
        self.cycle = cycle;
        self.slots = Dispatching::EMPTY.with(takes).unwrap_or(Dispatching::EMPTY);
        self.together = 1;
        cycle
    }

    /// D of the last taker: how many dispatch with it is told only when the next one is
    /// seen not to.
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

/// The general rename registers (D3).
///
/// The completion queue has as many places as there are rename registers of each kind, and
/// no instruction takes two floating-point or two vector ones, so those never run out.
pub(super) type Renames = Ring<16>;
