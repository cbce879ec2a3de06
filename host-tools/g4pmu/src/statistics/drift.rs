//! A change with the order of the trials: [`Drift`].
//!
//! Kendall's rank correlation with the order, two-sided. It asks only whether later
//! values tend to be greater, so one outlier cannot make it. Up to [`MOST_EXACT`] values
//! the probability is that of the exact distribution, beyond it the normal one.

use serde::Serialize;

use super::middle;

/// Values up to which all orders are counted.
const MOST_EXACT: usize = 40;

/// How rarely chance alone may flag a series: with the 660 rows of a suite, six times.
const RARE: f64 = 0.01;

/// A change with the order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Drift {
    /// From the first value to the last, by the median of all slopes between two.
    pub change: f64,
    /// How often chance alone orders as many values as much.
    pub chance: f64,
}

impl Drift {
    /// The drift of values in their order; `None` where chance explains it.
    #[must_use]
    pub fn of(values: &[i128]) -> Option<Self> {
        let n = values.len();
        let pairs = || (0..n).flat_map(move |later| (0..later).map(move |earlier| (earlier, later)));
        let rising: i64 = pairs().map(|(earlier, later)| values[later].cmp(&values[earlier]) as i64).sum();
        let chance = chance(n, rising.unsigned_abs());
        if chance > RARE {
            return None;
        }
        let slope =
            |(earlier, later): (usize, usize)| (values[later] - values[earlier]) as f64 / (later - earlier) as f64;
        let mut slopes: Vec<f64> = pairs().map(slope).collect();
        slopes.sort_unstable_by(f64::total_cmp);
        Some(Self { change: middle(&slopes)? * n.checked_sub(1)? as f64, chance })
    }
}

/// How often n values in a random order have at least so many more rising than falling
/// pairs, or so many fewer. Equal values make it smaller still, so that this is safe.
fn chance(n: usize, surplus: u64) -> f64 {
    let pairs = n * n.saturating_sub(1) / 2;
    if surplus == 0 {
        return 1.0;
    }
    if n > MOST_EXACT {
        let n = n as f64;
        let deviation = (n * (n - 1.0) * (2.0 * n + 5.0) / 18.0).sqrt();
        return two_sided((surplus as f64 - 1.0) / deviation);
    }
    // By inversions: the k-th value falls behind 0 to k - 1 of those before it, each as
    // often as any other.
    let mut share = vec![1.0];
    for place in 2..=n {
        let mut next = vec![0.0; share.len() + place - 1];
        for (inversions, part) in share.iter().enumerate() {
            next[inversions..inversions + place].iter_mut().for_each(|sum| *sum += part / place as f64);
        }
        share = next;
    }
    let most = (pairs - surplus as usize) / 2;
    (2.0 * share[..=most].iter().sum::<f64>()).min(1.0)
}

/// How often a normal deviate is as far from 0 [Abramowitz and Stegun 7.1.26].
fn two_sided(deviations: f64) -> f64 {
    let x = deviations.max(0.0) / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let sum = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let series = sum.iter().fold(0.0, |sum, factor| (sum + factor) * t);
    series * (-x * x).exp()
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{Drift, chance};

    /// Numbers of orders by their inversions over n!, both sides.
    #[test]
    fn chances_are_those_of_the_textbook() {
        let close = |found: f64, table: f64| assert!((found - table).abs() < 5e-5, "{found} {table}");
        close(chance(4, 6), 2.0 / 24.0);
        close(chance(5, 10), 2.0 / 120.0);
        close(chance(5, 8), 2.0 * 5.0 / 120.0);
        // Orders of 8 with 0 to 6 inversions [OEIS A008302].
        close(chance(8, 16), 2.0 * f64::from(1 + 7 + 27 + 76 + 174 + 343 + 602) / 40_320.0);
        close(chance(10, 0), 1.0);
    }

    #[test]
    fn the_normal_chance_continues_the_exact_one() {
        let exact = chance(40, 200);
        let normal = chance(41, 207);
        assert!((exact / normal - 1.0).abs() < 0.2, "{exact} {normal}");
    }

    #[test]
    fn a_steady_rise_is_a_drift_and_one_outlier_is_none() {
        let rise: Vec<i128> = (0..8).map(|place| 1000 + 10 * place).collect();
        let found = Drift::of(&rise).expect("a drift");
        assert_eq!(found.change, 70.0);
        assert_eq!(Drift::of(&[5000, 10, 11, 10, 11, 10, 11, 10]), None);
        assert_eq!(Drift::of(&[1, 2, 3]), None, "three values rise by chance once in six times");
        assert_eq!(Drift::of(&[7; 30]), None);
        assert_eq!(Drift::of(&[]), None);
    }

    proptest! {
        #[test]
        fn a_drift_backwards_has_the_other_sign(values in vec(-1_i128 << 40..1 << 40, 0..60)) {
            let backwards: Vec<i128> = values.iter().rev().copied().collect();
            let (there, back) = (Drift::of(&values), Drift::of(&backwards));
            prop_assert_eq!(there.map(|drift| -drift.change), back.map(|drift| drift.change));
        }

        #[test]
        fn a_chance_is_one_and_more_order_is_rarer(n in 2_usize..60, surplus in 0_u64..200) {
            let pairs = (n * (n - 1) / 2) as u64;
            let surplus = surplus.min(pairs);
            prop_assert!((0.0..=1.0).contains(&chance(n, surplus)));
            if surplus + 2 <= pairs {
                prop_assert!(chance(n, surplus + 2) <= chance(n, surplus));
            }
        }
    }
}
