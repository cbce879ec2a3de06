//! Verdicts of the header that its own numbers can be held against.
//!
//! The image judges by the same numbers that it states, so a verdict that does not
//! follow from them is a mistake of the image or a forged record, and everything
//! behind it rests on it. It is made again here and never believed.

use super::Problem;
use crate::record::{Clock, CounterCheck, TimeBaseCheck};

/// QEMU's largest icount shift [QEMU accel/tcg/icount-common.c].
const LARGEST_SHIFT: u32 = 10;

/// Nanoseconds a second.
const NANOSECONDS: u128 = 1_000_000_000;

/// What a `clock` record says that can be true.
pub(super) struct Rates {
    tb_hz: u32,
    icount_shift: Option<u32>,
}

impl Rates {
    pub(super) fn new(line: usize, clock: &Clock, problems: &mut Vec<Problem>) -> Option<Self> {
        let &Clock { tb_hz, icount_shift, .. } = clock;
        if tb_hz == 0 || icount_shift.is_some_and(|shift| shift > LARGEST_SHIFT) {
            problems.push(Problem::Clock { line, tb_hz, icount_shift });
            return None;
        }
        Some(Self { tb_hz, icount_shift })
    }

    /// Compares the verdict with round(ticks x 10^9 / (tb_hz x 2^shift)). An instruction
    /// of fewer than two ticks is never exact: two truncated readings cannot tell it.
    pub(super) fn check(&self, line: usize, check: &TimeBaseCheck, problems: &mut Vec<Problem>) {
        let &TimeBaseCheck { instructions, ticks, overhead, exact, .. } = check;
        let window = self.icount_shift.and_then(|shift| {
            let billion = u128::from(self.tb_hz) << shift;
            (billion >= 2 * NANOSECONDS).then(|| (u128::from(ticks) * NANOSECONDS + billion / 2) / billion)
        });
        if exact != (window == Some(u128::from(instructions) + u128::from(overhead))) {
            problems.push(Problem::Exact { line, instructions, ticks, overhead, exact });
        }
    }
}

/// A counter that advanced by less than it must does not count. One that advanced by
/// more than it can does not either; how much that is, the record does not say.
pub(super) fn counter(line: usize, check: &CounterCheck, problems: &mut Vec<Problem>) {
    let &CounterCheck { pmc, expected, advanced, counts, .. } = check;
    if counts && advanced < expected {
        problems.push(Problem::Counts { line, pmc, expected, advanced });
    }
}
