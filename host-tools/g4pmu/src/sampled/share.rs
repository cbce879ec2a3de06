//! Shares of a whole: [`hundredths`] that add up, and [`Share`] with its interval.

use serde::Serialize;

/// The share of samples that fell somewhere, with what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Samples there.
    pub samples: u64,
    /// Percent of all, two decimals, rounded so that all places together have 100.
    pub percent: f64,
    /// Lower end of the interval, in percent.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The quantile of the normal distribution that leaves 2.5 % on each side.
const QUANTILE: f64 = 1.959_964;

impl Share {
    /// The shares of these counts in their sum.
    #[must_use]
    pub fn of(counts: &[u64]) -> Vec<Self> {
        let total: u64 = counts.iter().sum();
        let share = |(samples, hundredth): (&u64, u32)| {
            let (low, high) = wilson(*samples, total);
            Self { samples: *samples, percent: f64::from(hundredth) / 100.0, low: 100.0 * low, high: 100.0 * high }
        };
        counts.iter().zip(hundredths(counts)).map(share).collect()
    }
}

/// Hundredths of a percent, 10000 together: each is rounded down, and those that lost the
/// most get what is left. No counts at all have no shares.
#[must_use]
pub fn hundredths(counts: &[u64]) -> Vec<u32> {
    let total: u128 = counts.iter().map(|count| u128::from(*count)).sum();
    if total == 0 {
        return vec![0; counts.len()];
    }
    let parts = counts.iter().map(|count| (10_000 * u128::from(*count) / total, 10_000 * u128::from(*count) % total));
    let (mut shares, lost): (Vec<u32>, Vec<u128>) =
        parts.map(|(whole, rest)| (u32::try_from(whole).unwrap_or(10_000), rest)).unzip();
    let left = 10_000 - shares.iter().sum::<u32>();
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by_key(|place| std::cmp::Reverse(lost[*place]));
    for place in order.into_iter().take(left as usize) {
        shares[place] += 1;
    }
    shares
}

/// Wilson's interval of a proportion, 95 %.
///
/// It stays within 0 and 1 and encloses what it says for few samples too. The normal
/// interval was rejected: of 0 in n it is 0 to 0.
fn wilson(count: u64, total: u64) -> (f64, f64) {
    if total == 0 {
        return (0.0, 1.0);
    }
    let n = total as f64;
    let (share, square) = (count as f64 / n, QUANTILE * QUANTILE);
    let middle = share + square / (2.0 * n);
    let half = QUANTILE * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    let scale = 1.0 + square / n;
    let low = if count == 0 { 0.0 } else { (middle - half) / scale };
    let high = if count == total { 1.0 } else { (middle + half) / scale };
    (low, high)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::{Share, hundredths, wilson};

    /// Values of Wilson's formula from a table of it: 0 of 10, 1 of 10, 5 of 10, 10 of 10.
    #[test]
    fn intervals_are_wilsons() {
        let shown = |count, total| {
            let (low, high) = wilson(count, total);
            format!("{low:.4} {high:.4}")
        };
        assert_eq!(shown(0, 10), "0.0000 0.2775");
        assert_eq!(shown(1, 10), "0.0179 0.4042");
        assert_eq!(shown(5, 10), "0.2366 0.7634");
        assert_eq!(shown(10, 10), "0.7225 1.0000");
        assert_eq!(shown(0, 0), "0.0000 1.0000");
    }

    #[test]
    fn what_rounding_loses_goes_to_those_that_lost_most() {
        assert_eq!(hundredths(&[1, 1, 1]), [3334, 3333, 3333]);
        assert_eq!(hundredths(&[2, 1]), [6667, 3333]);
        assert_eq!(hundredths(&[0, 7]), [0, 10_000]);
        assert_eq!(hundredths(&[0, 0]), [0, 0]);
    }

    proptest! {
        #[test]
        fn shares_add_up_and_lie_in_their_intervals(counts in proptest::collection::vec(0_u64..100_000, 1..200)) {
            let total: u64 = counts.iter().sum();
            prop_assert_eq!(hundredths(&counts).iter().sum::<u32>(), if total == 0 { 0 } else { 10_000 });
            for (count, share) in counts.iter().zip(Share::of(&counts)).filter(|_| total > 0) {
                let exact = 100.0 * *count as f64 / total as f64;
                prop_assert!((share.percent - exact).abs() < 0.01);
                prop_assert!(share.low <= exact + 1e-9 && exact <= share.high + 1e-9);
            }
        }
    }
}
