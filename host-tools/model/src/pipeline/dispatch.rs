//! Dispatch out of the queue (D1 to D3, D5).

use super::ring::Ring;
use super::width::Width;
use crate::instruction::{self, Dispatching};
use crate::remembered::Fields;
use crate::signal::Signal;
use crate::sink::Sink;

#[derive(Debug)]
pub(super) struct Dispatch {
    /// Its cycle is D of the last taker, or BE of a later branch.
    width: Width<instruction::Dispatch>,
}

impl Dispatch {
    pub(super) const fn new() -> Self {
        Self { width: Width::new(0, TOGETHER) }
    }

    /// Goes through it, `counts` as below.
    pub(super) fn relate(&mut self, counts: bool, fields: &mut impl Fields) {
        let Self { width } = self;
        width.relate(counts, fields);
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
        let now = self.width.cycle();
        let fits = self.width.with(takes).filter(|_| earliest <= now);
        match fits {
            Some(slots) if parts == 1 => {
                self.width.join(slots);
                now
            }
            _ => {
                let first = if fits.is_some() { now } else { earliest.max(now + 1) };
                let last = first + (parts - 1);
                self.width.begin(last, takes, counts, sink);
                last
            }
        }
    }

    /// Nothing dispatches before `cycle` any more.
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
