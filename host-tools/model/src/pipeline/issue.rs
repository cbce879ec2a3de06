//! The three issue queues (D4, I1, I2).

use super::ring::Ring;
use crate::remembered::Fields;

/// The general queue: six places, and any of the lowest three issue.
#[derive(Debug)]
pub(super) struct General {
    /// The largest I + 1, in order.
    issued: Ring<8>,
    /// The running maximum of I + 1.
    passed: Ring<16>,
}

impl General {
    pub(super) const PLACES: usize = 6;

    pub(super) const fn new() -> Self {
        Self { issued: Ring::new(), passed: Ring::new() }
    }

    /// Goes through it: an instruction issues at the earliest two behind the base.
    pub(super) fn relate(&mut self, fields: &mut impl Fields) {
        let Self { issued, passed } = self;
        issued.relate(Self::PLACES, fields);
        passed.relate(16, fields);
    }

    /// From this cycle on an instruction can be dispatched into the queue.
    #[inline(always)]
    pub(super) const fn room(&self) -> u64 {
        self.issued.back(Self::PLACES)
    }

    /// From this cycle on one more can issue.
    #[inline(always)]
    pub(super) const fn reachable(&self) -> u64 {
        self.issued.back(3)
    }

    /// From this cycle on all have issued.
    #[inline(always)]
    pub(super) const fn idle(&self) -> u64 {
        self.issued.back(1)
    }

    #[inline(always)]
    pub(super) const fn issue(&mut self, cycle: u64) {
        self.issued.insert(cycle + 1, Self::PLACES);
        self.passed.push(self.idle());
    }

    /// 1 + the running maximum of I so many instructions back.
    pub(super) const fn passed(&self, back: usize) -> Option<u64> {
        if back <= 16 { Some(self.passed.back(back)) } else { None }
    }
}

/// A queue that issues in order: `PLACES` deep, `WIDTH` a cycle.
#[derive(Debug)]
pub(super) struct InOrder<const PLACES: usize, const WIDTH: usize> {
    /// I + 1.
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

    /// Goes through it: an instruction issues at the earliest two behind the base.
    pub(super) fn relate(&mut self, fields: &mut impl Fields) {
        let Self { issued } = self;
        issued.relate(PLACES, fields);
    }

    /// From this cycle on an instruction can be dispatched into the queue.
    #[inline(always)]
    pub(super) const fn room(&self) -> u64 {
        self.issued.back(PLACES)
    }

    /// From this cycle on one more can issue: not before the last did.
    #[inline(always)]
    pub(super) fn reachable(&self) -> u64 {
        self.issued.back(WIDTH).max(self.idle().saturating_sub(1))
    }

    /// From this cycle on all have issued.
    #[inline(always)]
    pub(super) const fn idle(&self) -> u64 {
        self.issued.back(1)
    }

    #[inline(always)]
    pub(super) const fn issue(&mut self, cycle: u64) {
        self.issued.push(cycle + 1);
    }

    /// I + 1 so many instructions back.
    pub(super) const fn passed(&self, back: usize) -> Option<u64> {
        if back <= PLACES { Some(self.issued.back(back)) } else { None }
    }
}
