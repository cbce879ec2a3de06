//! Time base readings and what they say about executed instructions.
//!
//! Under QEMU's `-icount shift=N` the clock advances by 2^N nanoseconds an executed
//! instruction, so a difference of time base ticks is a count of instructions and
//! nothing else. With N = 7 and a time base of 25 MHz one instruction is 3.2 ticks,
//! more than the two roundings of a difference together, so the count is exact;
//! with fewer than 2 ticks an instruction it would be ambiguous by one.

/// Three readings in a row: upper, lower, upper half. The window's assembly fills it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Upper half, read before the lower.
    pub upper_before: u32,
    /// Lower half.
    pub lower: u32,
    /// Upper half, read after the lower.
    pub upper_after: u32,
}

impl Reading {
    /// The 64-bit time base at the moment the lower half was read.
    ///
    /// Where the lower half wrapped between the two readings of the upper one, its
    /// own size tells on which side of the wrap it was read.
    #[must_use]
    pub const fn ticks(self) -> u64 {
        let upper = if self.lower >> 31 == 0 { self.upper_after } else { self.upper_before };
        (upper as u64) << 32 | self.lower as u64
    }
}

/// Executed instructions behind a difference of ticks:
/// round(ticks x 10^9 / (tb_hz x 2^shift)).
///
/// `None` when one instruction is fewer than 2 ticks, where rounding cannot be
/// exact, when the rate or the shift is impossible, or when the result does not fit.
#[must_use]
pub fn instructions(ticks: u64, tb_hz: u32, icount_shift: u32) -> Option<u64> {
    const NANOSECONDS: u128 = 1_000_000_000;
    if icount_shift > 10 || tb_hz == 0 {
        return None;
    }
    let ticks_per_gigainstruction = u128::from(tb_hz) << icount_shift;
    if ticks_per_gigainstruction < 2 * NANOSECONDS {
        return None;
    }
    let scaled = u128::from(ticks) * NANOSECONDS;
    u64::try_from((scaled + ticks_per_gigainstruction / 2) / ticks_per_gigainstruction).ok()
}

#[cfg(test)]
mod tests {
    use super::{Reading, instructions};
    use proptest::prelude::*;

    #[test]
    fn the_upper_half_belongs_to_the_lower_one() {
        let reading = |upper_before, lower, upper_after| Reading { upper_before, lower, upper_after }.ticks();
        assert_eq!(reading(1, 0xffff_fff0, 1), 0x1_ffff_fff0);
        assert_eq!(reading(1, 0xffff_ffff, 2), 0x1_ffff_ffff);
        assert_eq!(reading(1, 0x0000_0001, 2), 0x2_0000_0001);
        assert_eq!(reading(2, 0x0000_0001, 2), 0x2_0000_0001);
    }

    #[test]
    fn ratios_that_cannot_be_exact_are_refused() {
        assert_eq!(instructions(320, 25_000_000, 7), Some(100));
        assert_eq!(instructions(160, 25_000_000, 6), None);
        assert_eq!(instructions(1, 0, 7), None);
        assert_eq!(instructions(1, 25_000_000, 11), None);
        assert_eq!(instructions(u64::MAX, 25_000_000, 7), Some(5_764_607_523_034_234_880));
    }

    proptest! {
        /// The clock is floor((phase + n x 2^7 ns) x 25 MHz): any start and any count.
        #[test]
        fn the_count_is_exact_from_any_phase(start in 0_u64..1 << 40, count in 0_u64..1 << 40) {
            let ticks = |nanoseconds: u64| nanoseconds / 40;
            let difference = ticks(start + count * 128) - ticks(start);
            prop_assert_eq!(instructions(difference, 25_000_000, 7), Some(count));
        }
    }
}
