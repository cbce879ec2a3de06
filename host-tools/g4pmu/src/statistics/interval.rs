//! What encloses a median: [`Interval`].

use std::fmt;

use serde::Serialize;

/// What an interval shall be worth.
const WANTED: f64 = 0.95;

/// Two of the values, between which the median of all that could have been measured lies
/// with a stated probability.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Its lower end, one of the values.
    pub low: i128,
    /// Its upper end.
    pub high: i128,
    /// With which probability, 0 to 1: at least 0.95 from six values on.
    pub coverage: f64,
}

impl Interval {
    /// The narrowest symmetric pair of order statistics that is worth 95 %; the whole range
    /// where none is. `None` of no values.
    #[must_use]
    pub fn of(ordered: &[i128]) -> Option<Self> {
        let n = ordered.len();
        let mut tail = 0.5_f64.powi(i32::try_from(n).unwrap_or(i32::MAX));
        let (mut term, mut chosen) = (tail, (0, 1.0 - 2.0 * tail));
        // `tail` is the chance that at most `cut` of n fall on one side of the median.
        for cut in 1..n / 2 {
            term *= (n - cut + 1) as f64 / cut as f64;
            tail += term;
            if 1.0 - 2.0 * tail < WANTED {
                break;
            }
            chosen = (cut, 1.0 - 2.0 * tail);
        }
        let (cut, coverage) = chosen;
        Some(Self {
            low: *ordered.get(cut)?,
            high: *ordered.get(n.checked_sub(1 + cut)?)?,
            coverage: coverage.max(0.0),
        })
    }

    /// Whether it is worth 95 %.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        self.coverage >= WANTED
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {} ({:.1} % of medians)", self.low, self.high, self.coverage * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Interval;

    fn places(n: i128) -> (i128, i128, String) {
        let ordered: Vec<i128> = (1..=n).collect();
        let Interval { low, high, coverage } = Interval::of(&ordered).expect("values");
        (low, high, format!("{coverage:.4}"))
    }

    /// Tables of the sign test: ranks and exact coverage.
    #[test]
    fn ranks_and_coverage_are_those_of_the_textbook() {
        assert_eq!(places(3), (1, 3, "0.7500".to_owned()));
        assert_eq!(places(5), (1, 5, "0.9375".to_owned()));
        assert_eq!(places(6), (1, 6, "0.9688".to_owned()));
        assert_eq!(places(9), (2, 8, "0.9609".to_owned()));
        assert_eq!(places(10), (2, 9, "0.9785".to_owned()));
        assert_eq!(places(20), (6, 15, "0.9586".to_owned()));
        assert_eq!(places(25), (8, 18, "0.9567".to_owned()));
    }

    #[test]
    fn one_value_encloses_nothing_and_six_are_enough() {
        assert_eq!(places(1), (1, 1, "0.0000".to_owned()));
        let worth = |n: i128| Interval::of(&(0..n).collect::<Vec<_>>()).expect("values").is_wanted();
        assert_eq!((worth(5), worth(6), worth(2000)), (false, true, true));
        assert_eq!(Interval::of(&[]), None);
    }

    /// The median of a known distribution is enclosed as often as the interval says.
    #[test]
    fn the_interval_encloses_the_median_as_often_as_it_says() {
        let mut state = 88_172_645_463_325_252_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            i128::from(state >> 44)
        };
        let (rounds, median) = (20_000, 1 << 19);
        let mut enclosed = 0;
        for _ in 0..rounds {
            let mut values: Vec<i128> = (0..9).map(|_| random()).collect();
            values.sort_unstable();
            let found = Interval::of(&values).expect("values");
            enclosed += u32::from(found.low <= median && median <= found.high);
        }
        let share = f64::from(enclosed) / f64::from(rounds);
        assert!((share - 0.9609).abs() < 0.006, "{share}");
    }
}
