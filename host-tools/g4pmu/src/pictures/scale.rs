//! From a value to a place: [`Scale`].

/// What a factor of this much between the least and the greatest value makes logarithmic.
const WIDE: f64 = 16.0;

/// Where values of an axis lie, from 0 at its start to 1 at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Equal differences are equally long.
    Linear {
        /// The value at the start.
        from: f64,
        /// The value at the end, greater.
        to: f64,
    },
    /// Equal factors are equally long.
    Log2 {
        /// The value at the start, greater than 0.
        from: f64,
        /// The value at the end, greater.
        to: f64,
    },
}

impl Scale {
    /// A scale from 0 that holds every value.
    #[must_use]
    pub fn from_zero(values: impl Iterator<Item = f64>) -> Self {
        let greatest = values.fold(0.0, f64::max);
        Self::Linear { from: 0.0, to: if greatest > 0.0 { greatest * 1.05 } else { 1.0 } }
    }

    /// A logarithmic scale whose ends are powers of two, or the linear one from 0 where a
    /// value is not greater than 0.
    #[must_use]
    pub fn powers_of_two(values: impl Iterator<Item = f64> + Clone) -> Self {
        let least = values.clone().fold(f64::INFINITY, f64::min);
        let greatest = values.clone().fold(0.0, f64::max);
        if !least.is_finite() || least <= 0.0 {
            return Self::from_zero(values);
        }
        let from = least.log2().floor();
        let to = greatest.log2().ceil();
        Self::Log2 { from: from.exp2(), to: if to > from { to } else { from + 1.0 }.exp2() }
    }

    /// Logarithmic where the values differ by a large factor, else linear from 0.
    #[must_use]
    pub fn fitting(values: impl Iterator<Item = f64> + Clone) -> Self {
        let least = values.clone().fold(f64::INFINITY, f64::min);
        let greatest = values.clone().fold(0.0, f64::max);
        if least > 0.0 && greatest / least > WIDE { Self::powers_of_two(values) } else { Self::from_zero(values) }
    }

    /// The place of a value; outside 0 to 1 for one that is outside the scale.
    #[must_use]
    pub fn place(self, value: f64) -> f64 {
        match self {
            Self::Linear { from, to } => (value - from) / (to - from),
            Self::Log2 { from, to } => (value / from).log2() / (to / from).log2(),
        }
    }

    /// Whether a value lies on it.
    #[must_use]
    pub fn holds(self, value: f64) -> bool {
        (-1e-9..=1.0 + 1e-9).contains(&self.place(value))
    }

    /// ` (log2)` for the name of a logarithmic axis.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Linear { .. } => "",
            Self::Log2 { .. } => " (log2)",
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::Scale;

    #[test]
    fn ends_are_where_they_are_stated() {
        let linear = Scale::from_zero([2.0, 10.0].into_iter());
        assert_eq!((linear.place(0.0), linear.place(10.5)), (0.0, 1.0));
        let log = Scale::powers_of_two([3.0, 100.0].into_iter());
        assert_eq!(log, Scale::Log2 { from: 2.0, to: 128.0 });
        assert_eq!((log.place(2.0), log.place(16.0), log.place(128.0)), (0.0, 0.5, 1.0));
        assert_eq!(Scale::powers_of_two([8.0].into_iter()), Scale::Log2 { from: 8.0, to: 16.0 });
        assert_eq!(Scale::from_zero(std::iter::empty()), Scale::Linear { from: 0.0, to: 1.0 });
    }

    #[test]
    fn only_a_large_factor_makes_a_scale_logarithmic() {
        assert_eq!(Scale::fitting([1.0, 10.0].into_iter()).word(), "");
        assert_eq!(Scale::fitting([1.0, 17.0].into_iter()).word(), " (log2)");
        assert_eq!(Scale::fitting([0.0, 17.0].into_iter()).word(), "", "nothing has no logarithm");
    }

    proptest! {
        #[test]
        fn greater_values_lie_further_and_all_lie_on_it(values in vec(1e-3_f64..1e9, 1..20)) {
            for scale in [
                Scale::from_zero(values.iter().copied()),
                Scale::powers_of_two(values.iter().copied()),
                Scale::fitting(values.iter().copied()),
            ] {
                let mut ordered = values.clone();
                ordered.sort_by(f64::total_cmp);
                let places: Vec<f64> = ordered.iter().map(|value| scale.place(*value)).collect();
                prop_assert!(places.is_sorted());
                prop_assert!(ordered.iter().all(|value| scale.holds(*value)));
            }
        }
    }
}
