//! Whether two runs differ: [`Separation`].

use serde::Serialize;

use super::Summary;

/// Two runs' values beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Separation {
    /// The second median less the first.
    pub change: f64,
    /// The same as a share of the first; absent where that is 0.
    pub relative: Option<f64>,
    /// Whether no value of one lies among those of the other.
    pub apart: bool,
    /// How often chance alone separates so many values completely; 0 where neither run has
    /// any spread in more than one value, for then nothing varies.
    pub chance: f64,
}

impl Separation {
    /// Sets two runs beside each other.
    #[must_use]
    pub fn of(first: &Summary, second: &Summary) -> Self {
        let change = second.median - first.median;
        let fixed = |run: &Summary| run.n > 1 && run.is_without_spread();
        Self {
            change,
            relative: (first.median != 0.0).then(|| change / first.median.abs()),
            apart: first.max < second.min || second.max < first.min,
            chance: if fixed(first) && fixed(second) { 0.0 } else { separated_by_chance(first.n, second.n) },
        }
    }
}

/// Of all ways to deal m and n values from one heap, the two that separate them.
fn separated_by_chance(m: usize, n: usize) -> f64 {
    let few = m.min(n);
    let ways = (1..=few).fold(1.0, |ways, place| ways * (m + n - few + place) as f64 / place as f64);
    (2.0 / ways).min(1.0)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{Separation, separated_by_chance};
    use crate::statistics::Summary;

    fn beside(first: &[i128], second: &[i128]) -> Separation {
        Separation::of(&Summary::of(first).expect("values"), &Summary::of(second).expect("values"))
    }

    #[test]
    fn chances_are_those_of_the_rank_sum_test() {
        assert_eq!(separated_by_chance(3, 3), 2.0 / 20.0);
        assert_eq!(separated_by_chance(5, 5), 2.0 / 252.0);
        assert_eq!(separated_by_chance(1, 3), 2.0 / 4.0);
        assert_eq!(separated_by_chance(1, 1), 1.0);
    }

    #[test]
    fn what_overlaps_is_not_apart() {
        assert!(!beside(&[10, 12, 14], &[13, 15, 17]).apart);
        assert!(beside(&[10, 12, 14], &[15, 16, 17]).apart);
        assert!(!beside(&[10, 10], &[10, 10]).apart);
    }

    #[test]
    fn what_does_not_vary_differs_by_no_chance() {
        let found = beside(&[100, 100], &[110, 110]);
        assert_eq!((found.change, found.relative, found.apart, found.chance), (10.0, Some(0.1), true, 0.0));
        assert_eq!(beside(&[0, 0], &[5, 5]).relative, None);
        assert_eq!(beside(&[100], &[110]).chance, 1.0, "one value each says nothing about spread");
    }

    proptest! {
        #[test]
        fn the_other_way_round_has_the_other_sign(
            first in vec(-1_i128 << 40..1 << 40, 1..12),
            second in vec(-1_i128 << 40..1 << 40, 1..12),
        ) {
            let (there, back) = (beside(&first, &second), beside(&second, &first));
            prop_assert_eq!(there.change, -back.change);
            prop_assert_eq!((there.apart, there.chance), (back.apart, back.chance));
        }
    }
}
