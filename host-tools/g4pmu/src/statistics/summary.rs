//! Some values in few numbers: [`Summary`].

use std::fmt;

use serde::Serialize;

use super::{Interval, middle};

/// Some repetitions of one count.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many there are, at least 1.
    pub n: usize,
    /// The least.
    pub min: i128,
    /// The median; of an even number the mean of the two in the middle.
    pub median: f64,
    /// The median of the distances to the median.
    pub mad: f64,
    /// The greatest.
    pub max: i128,
    /// What encloses the median.
    pub interval: Interval,
}

impl Summary {
    /// Sums values up; `None` where there are none.
    #[must_use]
    pub fn of(values: &[i128]) -> Option<Self> {
        let mut ordered = values.to_vec();
        ordered.sort_unstable();
        // Whole numbers below 2^52, and their halves, are exact in a float.
        let floats: Vec<f64> = ordered.iter().map(|value| *value as f64).collect();
        let median = middle(&floats)?;
        let mut distances: Vec<f64> = floats.iter().map(|value| (value - median).abs()).collect();
        distances.sort_unstable_by(f64::total_cmp);
        Some(Self {
            n: ordered.len(),
            min: *ordered.first()?,
            median,
            mad: middle(&distances)?,
            max: *ordered.last()?,
            interval: Interval::of(&ordered)?,
        })
    }

    /// Whether all values are the same.
    #[must_use]
    pub const fn is_without_spread(&self) -> bool {
        self.min == self.max
    }

    /// Half the width of the interval as a share of the median; `None` of one value, and where
    /// the median is 0 and the width is not.
    #[must_use]
    pub fn relative_spread(&self) -> Option<f64> {
        let width = (self.interval.high - self.interval.low) as f64 / 2.0;
        match width {
            _ if self.n < 2 => None,
            0.0 => Some(0.0),
            _ if self.median == 0.0 => None,
            width => Some(width / self.median.abs()),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n, min, median, mad, max, interval } = self;
        match n {
            1 => write!(f, "{min}, once"),
            _ if self.is_without_spread() => write!(f, "{min}, no spread in {n}"),
            _ => write!(f, "median {median}, min {min}, max {max}, MAD {mad}, {interval}, n {n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::Summary;

    fn summary(values: &[i128]) -> Summary {
        Summary::of(values).expect("values")
    }

    #[test]
    fn the_median_of_an_even_number_is_between_the_two_in_the_middle() {
        assert_eq!(summary(&[4, 1, 3, 9]).median, 3.5);
        assert_eq!(summary(&[4, 1, 9]).median, 4.0);
        assert_eq!(summary(&[1, 2, 3, 4, 100]).mad, 1.0, "one outlier moves neither");
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn no_spread_is_said() {
        assert_eq!(summary(&[7, 7, 7]).to_string(), "7, no spread in 3");
        assert_eq!(summary(&[7]).to_string(), "7, once");
        assert_eq!(summary(&[7, 7, 7]).relative_spread(), Some(0.0));
        assert_eq!(summary(&[7]).relative_spread(), None, "one value has no spread, not one of 0");
        assert_eq!(summary(&[-1, 0, 1]).relative_spread(), None);
        assert_eq!(
            summary(&[10, 7, 7]).to_string(),
            "median 7, min 7, max 10, MAD 0, 7 to 10 (75.0 % of medians), n 3"
        );
    }

    proptest! {
        #[test]
        fn the_parts_stand_in_order_whatever_the_order(mut values in vec(-1_i128 << 50..1 << 50, 1..40)) {
            let found = summary(&values);
            prop_assert!(found.min as f64 <= found.median && found.median <= found.max as f64);
            prop_assert!(found.interval.low as f64 <= found.median && found.median <= found.interval.high as f64);
            prop_assert!(0.0 <= found.mad && found.mad <= (found.max - found.min) as f64);
            prop_assert_eq!(found.is_without_spread(), values.iter().all(|value| *value == values[0]));
            values.reverse();
            prop_assert_eq!(summary(&values), found);
        }

        #[test]
        fn a_shift_moves_places_and_no_widths(values in vec(-1_i128 << 40..1 << 40, 1..40), by in -1_i128 << 40..1 << 40) {
            let shifted: Vec<i128> = values.iter().map(|value| value + by).collect();
            let (before, after) = (summary(&values), summary(&shifted));
            prop_assert_eq!(after.median, before.median + by as f64);
            prop_assert_eq!(after.mad, before.mad);
            prop_assert_eq!(after.interval.low, before.interval.low + by);
            prop_assert_eq!(after.interval.coverage, before.interval.coverage);
        }
    }
}
