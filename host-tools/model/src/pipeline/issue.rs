//! The three issue queues (D4, I1, I2).

use super::ring::Ring;

/// The general queue: six places, and any of the lowest three issue.
#[derive(Debug)]
pub(super) struct General {
    /// The largest I, in order.
    issued: Ring<8>,
    /// The running maximum of I.
    passed: Ring<16>,
}

impl General {
    pub(super) const PLACES: usize = 6;

    pub(super) const fn new() -> Self {
        Self { issued: Ring::new(), passed: Ring::new() }
    }

    /// From this cycle on an instruction can be dispatched into the queue.
    #[inline(always)]
    pub(super) const fn room(&self) -> u64 {
        self.issued.back(Self::PLACES) + 1
    }

    /// From this cycle on one more can issue.
    #[inline(always)]
    pub(super) const fn reachable(&self) -> u64 {
        self.issued.back(3) + 1
    }

    /// The largest I so far.
    #[inline(always)]
    pub(super) const fn last(&self) -> u64 {
        self.issued.back(1)
    }

    #[inline(always)]
    pub(super) const fn issue(&mut self, cycle: u64) {
        self.issued.insert(cycle, Self::PLACES);
        self.passed.push(self.last());
    }

    /// The running maximum of I so many instructions back.
    pub(super) const fn passed(&self, back: usize) -> Option<u64> {
        if back <= 16 { Some(self.passed.back(back)) } else { None }
    }
}

/// A queue that issues in order: `PLACES` deep, `WIDTH` a cycle.
#[derive(Debug)]
pub(super) struct InOrder<const PLACES: usize, const WIDTH: usize> {
    issued: Ring<4>,
}

/// The vector queue.
pub(super) type Vector = InOrder<4, 2>;
/// The floating-point queue.
pub(super) type Float = InOrder<2, 1>;

impl<const PLACES: usize, const WIDTH: usize> InOrder<PLACES, WIDTH> {
    pub(super) const fn new() -> Self {
        Self { issued: Ring::new() }
    }

    /// From this cycle on an instruction can be dispatched into the queue.
    #[inline(always)]
    pub(super) const fn room(&self) -> u64 {
        self.issued.back(PLACES) + 1
    }

    /// From this cycle on one more can issue.
    #[inline(always)]
    pub(super) fn reachable(&self) -> u64 {
        self.last().max(self.issued.back(WIDTH) + 1)
    }

    /// The last I.
    #[inline(always)]
    pub(super) const fn last(&self) -> u64 {
        self.issued.back(1)
    }

    #[inline(always)]
    pub(super) const fn issue(&mut self, cycle: u64) {
        self.issued.push(cycle);
    }

    /// I so many instructions back.
    pub(super) const fn passed(&self, back: usize) -> Option<u64> {
        if back <= PLACES { Some(self.issued.back(back)) } else { None }
    }
}
