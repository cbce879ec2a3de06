//! Executed instructions from time base ticks, in integers.
//!
//! Under `-icount shift=S` QEMU advances its virtual clock by 2^S nanoseconds an
//! instruction and derives the time base from that clock, so a difference of two
//! readings is a number of instructions [QEMU docs/devel/tcg-icount.rst]. With
//! S = 7 and 25 MHz one instruction is 3.2 ticks: rounding to the nearest
//! instruction undoes the two readings' truncation. No floating point: a count
//! is exact or it is refused.

use thiserror::Error;

use super::header::{Clock, TimeBaseCheck};

/// What turns ticks into instructions, taken from the report's own header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionClock {
    tb_hz: u32,
    shift: u32,
    overhead: u32,
}

/// Why ticks are no instructions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotInstructions {
    /// The clock record is missing.
    #[error("the report has no clock record")]
    NoClock,
    /// The time-base check is missing.
    #[error("the report has no time base check in this state")]
    NoCheck,
    /// The image was not told of `-icount`.
    #[error("no icount= argument says that the time base counts instructions")]
    NoIcount,
    /// The known loop came out wrong.
    #[error(
        "the time base does not follow the claim icount={shift}: {instructions} instructions of the known loop took \
         {ticks} ticks; give the -icount shift that QEMU has"
    )]
    NotExact {
        /// The shift that is claimed.
        shift: u32,
        /// Instructions of the known loop.
        instructions: u64,
        /// Ticks it took.
        ticks: u64,
    },
    /// Clock facts that no target can have.
    #[error("the clock record is impossible: {tb_hz} ticks a second, icount shift {shift}")]
    Impossible {
        /// Ticks a second.
        tb_hz: u32,
        /// The shift.
        shift: u32,
    },
    /// The window is shorter than its own overhead.
    #[error("{ticks} ticks are {window} instructions, fewer than the {overhead} of the window itself")]
    Negative {
        /// Ticks of the trial.
        ticks: u64,
        /// Instructions they stand for.
        window: u128,
        /// Instructions of the window.
        overhead: u32,
    },
    /// The count does not fit 64 bits.
    #[error("{ticks} ticks are more instructions than 64 bits hold")]
    TooMany {
        /// Ticks of the trial.
        ticks: u64,
    },
}

/// Nanoseconds a second.
const NANOSECONDS: u128 = 1_000_000_000;

/// QEMU's largest icount shift [QEMU accel/tcg/icount-common.c].
const LARGEST_SHIFT: u32 = 10;

impl InstructionClock {
    /// Takes the facts from the header's records.
    ///
    /// # Errors
    ///
    /// A record is missing, the image was not told of `-icount`, or the known
    /// loop's ticks are not its instructions.
    pub fn new(clock: Option<&Clock>, check: Option<&TimeBaseCheck>) -> Result<Self, NotInstructions> {
        let clock = clock.ok_or(NotInstructions::NoClock)?;
        let check = check.ok_or(NotInstructions::NoCheck)?;
        let shift = clock.icount_shift.ok_or(NotInstructions::NoIcount)?;
        if clock.tb_hz == 0 || shift > LARGEST_SHIFT {
            return Err(NotInstructions::Impossible { tb_hz: clock.tb_hz, shift });
        }
        if !check.exact {
            let &TimeBaseCheck { instructions, ticks, .. } = check;
            return Err(NotInstructions::NotExact { shift, instructions, ticks });
        }
        Ok(Self { tb_hz: clock.tb_hz, shift, overhead: check.overhead })
    }

    /// Instructions that a trial of this many ticks executed, the window's own
    /// subtracted: round(ticks x 10^9 / (tb_hz x 2^shift)) - overhead.
    ///
    /// # Errors
    ///
    /// The window is shorter than its overhead (never clamped to zero), or the
    /// count does not fit.
    pub fn executed(&self, ticks: u64) -> Result<u64, NotInstructions> {
        let divisor = u128::from(self.tb_hz) << self.shift;
        let window = (u128::from(ticks) * NANOSECONDS + divisor / 2) / divisor;
        let executed = window.checked_sub(u128::from(self.overhead)).ok_or(NotInstructions::Negative {
            ticks,
            window,
            overhead: self.overhead,
        })?;
        u64::try_from(executed).map_err(|_| NotInstructions::TooMany { ticks })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Clock, InstructionClock, NotInstructions, TimeBaseCheck};

    fn clock(tb_hz: u32, icount_shift: Option<u32>) -> Clock {
        Clock { tb_hz, core_hz: None, bus_hz: None, source: "fw-cfg", icount_shift }
    }

    fn check(overhead: u32, exact: bool) -> TimeBaseCheck {
        TimeBaseCheck { state: "user", instructions: 1000, ticks: 3200, overhead, exact }
    }

    fn made(tb_hz: u32, shift: u32, overhead: u32) -> InstructionClock {
        InstructionClock::new(Some(&clock(tb_hz, Some(shift))), Some(&check(overhead, true))).expect("legal facts")
    }

    #[test]
    fn five_instructions_are_sixteen_ticks() {
        let clock = made(25_000_000, 7, 0);
        assert_eq!(clock.executed(16), Ok(5));
        assert_eq!(clock.executed(15), Ok(5));
        assert_eq!(clock.executed(17), Ok(5));
        assert_eq!(clock.executed(14), Ok(4));
    }

    #[test]
    fn a_window_shorter_than_its_overhead_is_an_error_not_a_zero() {
        assert_eq!(
            made(25_000_000, 7, 6).executed(16),
            Err(NotInstructions::Negative { ticks: 16, window: 5, overhead: 6 })
        );
        assert_eq!(made(25_000_000, 7, 5).executed(16), Ok(0));
    }

    #[test]
    fn the_largest_tick_count_is_refused_not_wrapped() {
        assert_eq!(made(1, 0, 0).executed(u64::MAX), Err(NotInstructions::TooMany { ticks: u64::MAX }));
    }

    #[test]
    fn every_missing_fact_has_its_reason() {
        let good = check(0, true);
        assert_eq!(InstructionClock::new(None, Some(&good)), Err(NotInstructions::NoClock));
        assert_eq!(InstructionClock::new(Some(&clock(1, Some(7))), None), Err(NotInstructions::NoCheck));
        assert_eq!(InstructionClock::new(Some(&clock(1, None)), Some(&good)), Err(NotInstructions::NoIcount));
        assert_eq!(
            InstructionClock::new(Some(&clock(0, Some(7))), Some(&good)),
            Err(NotInstructions::Impossible { tb_hz: 0, shift: 7 })
        );
        assert_eq!(
            InstructionClock::new(Some(&clock(1, Some(200))), Some(&good)),
            Err(NotInstructions::Impossible { tb_hz: 1, shift: 200 })
        );
        assert_eq!(
            InstructionClock::new(Some(&clock(1, Some(7))), Some(&check(0, false))),
            Err(NotInstructions::NotExact { shift: 7, instructions: 1000, ticks: 3200 })
        );
    }

    proptest! {
        /// Whatever the phase at which the window opens, the two truncated
        /// readings of the time base give the count back exactly.
        #[test]
        fn instructions_come_back_from_truncated_readings(
            opened in 0_u64..1 << 40,
            executed in 0_u64..1 << 40,
            overhead in 0_u32..64,
        ) {
            let reading = |instructions: u64| {
                (u128::from(instructions) * 128 * 25_000_000 / 1_000_000_000) as u64
            };
            let ticks = reading(opened + executed + u64::from(overhead)) - reading(opened);
            prop_assert_eq!(made(25_000_000, 7, overhead).executed(ticks), Ok(executed));
        }
    }
}
