//! The completion queue: in order, up to three a cycle (C1).

use super::ring::Ring;
use crate::instruction::Completing;

/// Places of the completion queue.
pub(super) const PLACES: usize = 16;

#[derive(Debug)]
pub(super) struct Completion {
    /// C of the last taker, or the start.
    cycle: u64,
    slots: Completing,
    completed: Ring<PLACES>,
}

impl Completion {
    pub(super) const fn new(start: u64) -> Self {
        Self { cycle: start, slots: Completing::EMPTY, completed: Ring::new() }
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
    pub(super) fn complete(&mut self, earliest: u64, takes: Completing) -> u64 {
        let with = if earliest <= self.cycle { self.slots.with(takes) } else { None };
        if with.is_none() {
            self.cycle = earliest.max(self.cycle + 1);
        }
        let fits = with.or_else(|| Completing::EMPTY.with(takes));
        self.slots = fits.unwrap_or(Completing::EMPTY);
        self.completed.push(self.cycle);
        self.cycle
    }
}
