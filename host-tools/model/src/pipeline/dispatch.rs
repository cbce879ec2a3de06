//! Dispatch out of the queue (D1 to D3, D5).

use super::ring::Ring;
use crate::instruction::Dispatching;

#[derive(Debug)]
pub(super) struct Dispatch {
    /// D of the last taker.
    cycle: u64,
    slots: Dispatching,
}

impl Dispatch {
    pub(super) const fn new() -> Self {
        Self { cycle: 0, slots: Dispatching::EMPTY }
    }

    /// D of an instruction that can dispatch in `earliest` as far as others let it; `parts`
    /// are those of a string or multiple, 1 otherwise.
    #[inline(always)]
    pub(super) fn dispatch(&mut self, earliest: u64, takes: Dispatching, parts: u64) -> u64 {
        let with = if earliest <= self.cycle { self.slots.with(takes) } else { None };
        let cycle = if with.is_some() { self.cycle } else { earliest.max(self.cycle + 1) } + (parts - 1);
        let fits = if cycle == self.cycle { with } else { Dispatching::EMPTY.with(takes) };
        self.slots = fits.unwrap_or(Dispatching::EMPTY);
        self.cycle = cycle;
        cycle
    }
}

/// The general rename registers (D3).
///
/// The completion queue has as many places as there are rename registers of each kind, and
/// no instruction takes two floating-point or two vector ones, so those never run out.
pub(super) type Renames = Ring<16>;
