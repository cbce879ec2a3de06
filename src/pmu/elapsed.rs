//! How many events lie between two readings of a 32-bit counter.
//!
//! The counters of this family count up and wrap modulo 2^32; bit 0 of the
//! register, the manual's overflow flag, is set on the way, at 0x80000000
//! [MPC7400UM 11; LINUX-OPROF]. Two readings therefore give the number
//! of events only modulo 2^32. [`elapsed`] adds what is needed to say more: the
//! most events that can have happened between them. With it a difference is
//! either the only possible number, one of several, or none that can be true.
//!
//! Rejected: watching the overflow flag instead. It tells one half turn from two
//! only as long as somebody looks in between, and looking changes the
//! measurement. A bound from the time base costs nothing in the window.
//!
//! Everything here takes plain integers, so that the host applies the same rule
//! to a saved log as the firmware does on the chip.

use core::fmt;

/// The value at which a counter becomes negative, that is sets bit 0: the
/// overflow condition [MPC7400UM 11; LINUX-CORE].
pub const NEGATIVE: u32 = 0x8000_0000;

/// Stands for "no bound is known" where a bound is asked for.
pub const UNBOUNDED: u64 = u64::MAX;

/// Most events that one counter can count in one core clock.
///
/// Fetch, the widest stage of this core, moves four instructions a clock;
/// dispatch and completion move three \[AN2203\].
pub const MOST_EVENTS_A_CYCLE: u32 = 4;

/// What two readings of a counter say about the events between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elapsed {
    /// Exactly this many events.
    Exact(u32),
    /// This many, or that plus some multiple of 2^32: the counter may have
    /// wrapped.
    Ambiguous(u32),
    /// The counter advanced by this much modulo 2^32, and no number of events
    /// that leaves this remainder can have happened.
    Impossible(u32),
}

/// Says why there is no exact value, in words that fit a report's reason column.
impl fmt::Display for Elapsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(events) => write!(f, "{events}"),
            Self::Ambiguous(events) => {
                write!(
                    f,
                    "{events} or that plus a multiple of 2^32: the counter may have wrapped, run fewer iterations"
                )
            }
            Self::Impossible(events) => write!(f, "advanced by {events}, more than can have happened"),
        }
    }
}

/// The events between two readings, when at most `most` can have happened.
///
/// `most` comes from [`most_events`], from a closed form of the code that ran, or
/// is [`UNBOUNDED`], which makes every answer ambiguous.
#[must_use]
pub const fn elapsed(start: u32, stop: u32, most: u64) -> Elapsed {
    let difference = stop.wrapping_sub(start);
    // Neither side can overflow: the sum of two numbers below 2^33.
    let after_one_turn = difference as u64 + (1 << 32);
    if (difference as u64) > most {
        Elapsed::Impossible(difference)
    } else if after_one_turn > most {
        Elapsed::Exact(difference)
    } else {
        Elapsed::Ambiguous(difference)
    }
}

/// Most events that a counter can have counted while the time base advanced by
/// `ticks`: the core clocks that fit, times `most_a_cycle`.
///
/// `tb_hz` and `core_hz` are the rates of time base and core in hertz. One tick
/// is added, because two readings of a clock that differ by `ticks` are up to
/// one tick further apart than that. Saturates at [`UNBOUNDED`]; a rate of zero
/// is an unknown rate and gives [`UNBOUNDED`] too.
#[must_use]
pub const fn most_events(ticks: u64, tb_hz: u32, core_hz: u32, most_a_cycle: u32) -> u64 {
    if tb_hz == 0 || core_hz == 0 {
        return UNBOUNDED;
    }
    let (tb_hz, core_hz) = (tb_hz as u64, core_hz as u64);
    let ticks = ticks.saturating_add(1);
    // Whole seconds apart from the rest keeps every product within 64 bits: the
    // rest is below tb_hz, hence below 2^32, and so is core_hz.
    let whole_seconds = (ticks / tb_hz).saturating_mul(core_hz);
    let rest = ((ticks % tb_hz) * core_hz).div_ceil(tb_hz);
    whole_seconds.saturating_add(rest).saturating_mul(most_a_cycle as u64)
}

/// The value to load so that the counter becomes negative with the N-th event
/// from now: 0x80000000 - N [LINUX-OPROF].
///
/// `None` unless `events` is 1 to 0x80000000: zero events cannot raise a
/// condition, and more do not fit below it.
#[must_use]
pub const fn preload(events: u32) -> Option<u32> {
    match events {
        1..=NEGATIVE => Some(NEGATIVE - events),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Elapsed, NEGATIVE, UNBOUNDED, elapsed, most_events, preload};

    /// A counter as the manual describes it: up by one, modulo 2^32.
    fn counter_after(start: u32, events: u64) -> u32 {
        (u64::from(start) + events) as u32
    }

    #[test]
    fn a_difference_across_zero_is_a_plain_difference() {
        assert_eq!(elapsed(0xffff_fff0, 0x0000_0010, 100), Elapsed::Exact(0x20));
    }

    #[test]
    fn the_overflow_flag_is_an_ordinary_bit_of_the_count() {
        assert_eq!(elapsed(0x7fff_ffff, 0x8000_0001, 100), Elapsed::Exact(2));
    }

    #[test]
    fn the_bound_decides_at_the_exact_event() {
        assert_eq!(elapsed(0, 5, 4), Elapsed::Impossible(5));
        assert_eq!(elapsed(0, 5, 5), Elapsed::Exact(5));
        assert_eq!(elapsed(0, 5, 0x1_0000_0004), Elapsed::Exact(5));
        assert_eq!(elapsed(0, 5, 0x1_0000_0005), Elapsed::Ambiguous(5));
        assert_eq!(elapsed(0, 0xffff_ffff, 0xffff_ffff), Elapsed::Exact(0xffff_ffff));
        assert_eq!(elapsed(7, 7, UNBOUNDED), Elapsed::Ambiguous(0));
    }

    #[test]
    fn one_second_of_a_gigahertz_fits_and_two_seconds_of_three_a_cycle_do_not() {
        let tb_hz = 25_000_000;
        let core_hz = 1_000_000_000;
        assert_eq!(most_events(25_000_000, tb_hz, core_hz, 1), 1_000_000_040);
        assert_eq!(elapsed(0, 1, most_events(25_000_000, tb_hz, core_hz, 1)), Elapsed::Exact(1));
        assert_eq!(elapsed(0, 1, most_events(50_000_000, tb_hz, core_hz, 3)), Elapsed::Ambiguous(1));
    }

    #[test]
    fn an_unknown_rate_bounds_nothing() {
        assert_eq!(most_events(1, 0, 1_000_000_000, 1), UNBOUNDED);
        assert_eq!(most_events(1, 25_000_000, 0, 1), UNBOUNDED);
    }

    #[test]
    fn preloads_of_the_manual_range_and_no_others() {
        assert_eq!(preload(0), None);
        assert_eq!(preload(1), Some(0x7fff_ffff));
        assert_eq!(preload(1_000_000), Some(0x7ff0_bdc0));
        assert_eq!(preload(0x8000_0000), Some(0));
        assert_eq!(preload(0x8000_0001), None);
    }

    #[test]
    fn an_ambiguous_value_says_what_to_do() {
        let text = Elapsed::Ambiguous(7).to_string();
        assert_eq!(text, "7 or that plus a multiple of 2^32: the counter may have wrapped, run fewer iterations");
        assert_eq!(Elapsed::Impossible(7).to_string(), "advanced by 7, more than can have happened");
    }

    proptest! {
        /// Exact is never wrong, and the truth is never called impossible.
        #[test]
        fn the_answer_agrees_with_a_counter_that_really_counted(
            start: u32, events in 0_u64..1 << 34, slack in 0_u64..1 << 34,
        ) {
            match elapsed(start, counter_after(start, events), events + slack) {
                Elapsed::Exact(found) => prop_assert_eq!(u64::from(found), events),
                Elapsed::Ambiguous(found) => {
                    prop_assert_eq!(u64::from(found), events % (1 << 32));
                    prop_assert!(u64::from(found) + (1 << 32) <= events + slack);
                }
                Elapsed::Impossible(_) => prop_assert!(false, "{} events did happen", events),
            }
        }

        /// A bound below one turn always gives an exact answer.
        #[test]
        fn a_bound_below_one_turn_is_enough(start: u32, events: u32) {
            let stop = counter_after(start, u64::from(events));
            prop_assert_eq!(elapsed(start, stop, u64::from(u32::MAX)), Elapsed::Exact(events));
        }

        /// The bound in wide arithmetic: never too low, too high by less than one clock.
        #[test]
        fn the_bound_matches_wide_arithmetic(ticks: u64, tb_hz in 1_u32.., core_hz in 1_u32.., most_a_cycle in 1_u32..8) {
            let cycles = (u128::from(ticks.saturating_add(1)) * u128::from(core_hz)).div_ceil(u128::from(tb_hz));
            let wide = (cycles * u128::from(most_a_cycle)).min(u128::from(UNBOUNDED));
            prop_assert_eq!(u128::from(most_events(ticks, tb_hz, core_hz, most_a_cycle)), wide);
        }

        /// The condition arises with the N-th event and not with the one before.
        #[test]
        fn a_preloaded_counter_turns_negative_with_the_last_event(events in 1..=NEGATIVE) {
            let start = preload(events).unwrap();
            prop_assert!(counter_after(start, u64::from(events) - 1) < NEGATIVE);
            prop_assert_eq!(counter_after(start, u64::from(events)), NEGATIVE);
        }
    }
}
