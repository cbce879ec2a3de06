//! Values in two groups: [`Modes`].

use serde::Serialize;

/// How many times wider than either group a gap must be.
const WIDER: i128 = 3;

/// The least gap, as a share of the median, that is worth a word: 1 in 100.
const WORTH: i128 = 100;

/// Two groups of values with nothing between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Modes {
    /// Values in the lower group, and its greatest.
    pub lower: (usize, i128),
    /// Values in the upper group, and its least.
    pub upper: (usize, i128),
}

impl Modes {
    /// Splits values at their widest gap, where this is wider than one event, a hundredth of
    /// the median and three times either group, and each group has at least two values and
    /// a fifth of all. `None` where they are one group.
    #[must_use]
    pub fn of(values: &[i128]) -> Option<Self> {
        let mut ordered = values.to_vec();
        ordered.sort_unstable();
        let gap = |place: usize| ordered[place] - ordered[place - 1];
        let split = (1..ordered.len()).max_by_key(|place| gap(*place))?;
        let (lower, upper) = ordered.split_at(split);
        let width = |group: &[i128]| Some(group.last()? - group.first()?);
        let (wide, gap) = (width(lower)?.max(width(upper)?), gap(split));
        let median = ordered[ordered.len() / 2].abs();
        let apart = gap > 1 && gap > WIDER * wide && gap * WORTH > median;
        let few = lower.len().min(upper.len());
        (apart && few >= 2 && 5 * few >= ordered.len())
            .then_some(Self { lower: (lower.len(), *lower.last()?), upper: (upper.len(), *upper.first()?) })
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::Modes;

    #[test]
    fn two_states_are_two_groups() {
        let found = Modes::of(&[100, 200, 101, 199, 100, 201]).expect("two groups");
        assert_eq!((found.lower, found.upper), ((3, 101), (3, 199)));
    }

    #[test]
    fn an_outlier_a_slope_and_one_event_are_one_group() {
        assert_eq!(Modes::of(&[100, 100, 100, 100, 900]), None);
        assert_eq!(Modes::of(&[100, 110, 120, 130, 140]), None);
        assert_eq!(Modes::of(&[7, 7, 8, 8]), None);
        assert_eq!(Modes::of(&[100_000, 100_000, 100_010, 100_010]), None);
        assert_eq!(Modes::of(&[]), None);
    }

    proptest! {
        #[test]
        fn groups_hold_all_values_and_nothing_between(values in vec(0_i128..2000, 0..30)) {
            if let Some(Modes { lower, upper }) = Modes::of(&values) {
                prop_assert_eq!(lower.0 + upper.0, values.len());
                prop_assert_eq!(values.iter().filter(|value| **value <= lower.1).count(), lower.0);
                prop_assert_eq!(values.iter().filter(|value| **value >= upper.1).count(), upper.0);
            }
        }

        #[test]
        fn planted_groups_are_found(low in vec(1000_i128..1010, 3..10), high in vec(2000_i128..2010, 3..10)) {
            let found = Modes::of(&[low.as_slice(), &high].concat()).expect("two groups");
            prop_assert_eq!((found.lower.0, found.upper.0), (low.len(), high.len()));
        }
    }
}
