//! Where the warm-up ends: [`warmed_up`].

use super::{Drift, Modes};

/// How many of the first values are warm-up: up to the last one of the first half that is
/// farther from the values of the second half than these are from each other. `None` where
/// what is left drifts or is in two groups: it has not settled, and more trials are needed.
///
/// The second half is taken for settled first and tested then. Cutting where the marginal
/// standard error is least was tried and rejected: of steady noise it cuts half.
#[must_use]
pub fn warmed_up(values: &[i128]) -> Option<usize> {
    let (first, settled) = values.split_at(values.len() / 2);
    let (least, most) = (settled.iter().min()?, settled.iter().max()?);
    let width = most - least;
    let outside = |value: &i128| *value < least - width || *value > most + width;
    let cut = first.iter().rposition(outside).map_or(0, |last| last + 1);
    let left = &values[cut..];
    (Drift::of(left).is_none() && Modes::of(left).is_none()).then_some(cut)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::warmed_up;

    #[test]
    fn what_is_stationary_has_no_warm_up() {
        assert_eq!(warmed_up(&[10, 10, 10, 10]), Some(0));
        assert_eq!(warmed_up(&[10]), Some(0));
        assert_eq!(warmed_up(&[]), None);
        assert_eq!(warmed_up(&[11, 10, 10, 10]), Some(1));
    }

    #[test]
    fn a_series_that_still_falls_has_not_settled() {
        let falling: Vec<i128> = (0..20).map(|place| 1 << (40 - place)).collect();
        assert_eq!(warmed_up(&falling), None);
        assert_eq!(warmed_up(&(0..20).rev().collect::<Vec<_>>()), None);
    }

    #[test]
    fn a_series_with_two_states_has_not_settled() {
        let turns: Vec<i128> = (0..20).map(|place| 1000 + 500 * (place % 2)).collect();
        assert_eq!(warmed_up(&turns), None);
    }

    proptest! {
        /// Whatever was slow before it, the cut is where the steady part begins.
        #[test]
        fn planted_slow_trials_are_cut_off(
            slow in vec(9_000_i128..10_000, 0..8),
            turns in 8_i128..20,
            by in -1_i128 << 40..1 << 40,
        ) {
            let steady = (0..2 * turns).map(|place| 1_000 + (7 * place) % 5);
            let series: Vec<i128> = slow.iter().copied().chain(steady).map(|value| value + by).collect();
            prop_assert_eq!(warmed_up(&series), Some(slow.len()));
        }
    }
}
