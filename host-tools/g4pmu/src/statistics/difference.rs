//! What n iterations add: [`Difference`].

use std::fmt;

use serde::Serialize;

use super::Summary;

/// The cost of n iterations, from pairs of trials at n and 2n.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The trials at n.
    pub once: Summary,
    /// The trials at 2n.
    pub twice: Summary,
    /// The differences of each pair: neighbours in time, so that a slow change between
    /// pairs is in none of them.
    pub pairs: Summary,
    /// Whether there is anything.
    pub resolution: Resolution,
}

/// Whether a difference can be told from nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resolution {
    /// More than nothing.
    Above,
    /// Exactly nothing: no pair differs.
    Nothing,
    /// Not to be told from nothing: the interval reaches zero or below it.
    Below,
}

impl Difference {
    /// Takes each trial at 2n with the one at n before it; `None` where there is no pair.
    #[must_use]
    pub fn of(pairs: &[(u64, u64)]) -> Option<Self> {
        let of = |value: fn(&(u64, u64)) -> i128| Summary::of(&pairs.iter().map(value).collect::<Vec<_>>());
        let difference = of(|(once, twice)| i128::from(*twice) - i128::from(*once))?;
        Some(Self {
            once: of(|(once, _)| i128::from(*once))?,
            twice: of(|(_, twice)| i128::from(*twice))?,
            pairs: difference,
            resolution: match (difference.interval.low, difference.interval.high) {
                (0, 0) if difference.is_without_spread() => Resolution::Nothing,
                (1.., _) => Resolution::Above,
                _ => Resolution::Below,
            },
        })
    }

    /// The median for one of n iterations, negative ones too; [`Difference::resolution`]
    /// says whether it means anything.
    #[must_use]
    pub fn an_iteration(&self, n: u64) -> f64 {
        self.pairs.median / n.max(1) as f64
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.resolution {
            Resolution::Above | Resolution::Nothing => self.pairs.fmt(f),
            Resolution::Below => write!(f, "below resolution: {}", self.pairs),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{Difference, Resolution};

    fn difference(pairs: &[(u64, u64)]) -> Difference {
        Difference::of(pairs).expect("pairs")
    }

    #[test]
    fn a_constant_share_of_the_measurement_is_in_no_difference() {
        let found = difference(&[(1017, 2017), (1017, 2017), (1017, 2017)]);
        assert_eq!((found.an_iteration(100), found.resolution), (10.0, Resolution::Above));
        assert_eq!(found.to_string(), "1000, no spread in 3");
        assert_eq!(Difference::of(&[]), None);
    }

    #[test]
    fn a_negative_difference_is_below_resolution_and_keeps_its_value() {
        let found = difference(&[(10, 7), (10, 8), (10, 8)]);
        assert_eq!((found.pairs.median, found.resolution), (-2.0, Resolution::Below));
        assert_eq!(
            found.to_string(),
            "below resolution: median -2, min -3, max -2, MAD 0, -3 to -2 (75.0 % of medians), n 3"
        );
        assert_eq!(difference(&[(9, 8)]).to_string(), "below resolution: -1, once");
    }

    #[test]
    fn nothing_is_exact_and_what_reaches_zero_is_not() {
        assert_eq!(difference(&[(5, 5), (5, 5)]).resolution, Resolution::Nothing);
        assert_eq!(difference(&[(5, 5), (5, 6), (5, 6)]).resolution, Resolution::Below);
        assert_eq!(difference(&[(5, 6), (5, 6)]).resolution, Resolution::Above);
    }

    proptest! {
        /// Sums of a start-up share that drifts and a fixed cost: the cost comes back.
        #[test]
        fn a_slow_change_between_pairs_is_in_no_difference(
            starts in vec(0_u64..1 << 30, 1..20),
            n in 1_u64..1 << 20,
            each in 1_u64..1 << 10,
        ) {
            let pairs: Vec<(u64, u64)> = starts.iter().map(|start| (start + n * each, start + 2 * n * each)).collect();
            let found = difference(&pairs);
            prop_assert_eq!(found.an_iteration(n), each as f64);
            prop_assert!(found.pairs.is_without_spread());
            prop_assert_eq!(found.resolution, Resolution::Above);
        }

        #[test]
        fn exchanging_the_two_sizes_only_changes_the_sign(pairs in vec((0_u64..1 << 40, 0_u64..1 << 40), 1..20)) {
            let exchanged: Vec<(u64, u64)> = pairs.iter().map(|(once, twice)| (*twice, *once)).collect();
            let (there, back) = (difference(&pairs), difference(&exchanged));
            prop_assert_eq!(there.pairs.median, -back.pairs.median);
            prop_assert!(!(there.resolution == Resolution::Above && back.resolution == Resolution::Above));
        }
    }
}
