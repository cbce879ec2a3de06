//! Where a curve leaves its level: [`knees`].

/// A rise of less than this share is no knee: capacities at least double a cost's part.
const RISE: f64 = 0.10;

/// Where a curve rises from one level to another: between two of its sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knee {
    /// The last size on the lower level.
    pub last: f64,
    /// The first size above it.
    pub first: f64,
    /// The value at the lower level's end.
    pub below: f64,
    /// The value at the rise's end.
    pub above: f64,
}

/// The rises of a curve by growing size, in their order. Neighbouring sizes that rise
/// further belong to one knee, so that a gradual rise is one and starts where it starts; a
/// fall is none.
#[must_use]
pub fn knees(points: &[(f64, f64)]) -> Vec<Knee> {
    let mut found: Vec<Knee> = Vec::new();
    let mut rising = false;
    for pair in points.windows(2) {
        let ((last, below), (first, above)) = (pair[0], pair[1]);
        let rises = above > below * (1.0 + RISE);
        match found.last_mut() {
            Some(knee) if rises && rising => knee.above = above,
            _ if rises => found.push(Knee { last, first, below, above }),
            _ => {}
        }
        rising = rises;
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{Knee, knees};

    #[test]
    fn a_level_has_none_and_a_step_one() {
        assert_eq!(knees(&[(1.0, 3.0), (2.0, 3.0), (4.0, 3.1)]), []);
        let step = [(64.0, 2.0), (128.0, 2.0), (256.0, 3.0), (512.0, 3.0)];
        assert_eq!(knees(&step), [Knee { last: 128.0, first: 256.0, below: 2.0, above: 3.0 }]);
        assert_eq!(knees(&[]), []);
    }

    #[test]
    fn a_gradual_rise_is_one_knee_and_a_fall_is_none() {
        let curve = [(1.0, 3.0), (2.0, 4.0), (4.0, 6.0), (8.0, 6.1), (16.0, 2.0), (32.0, 9.0)];
        let found = knees(&curve);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].last, found[0].first, found[0].above), (1.0, 2.0, 6.0));
        assert_eq!((found[1].last, found[1].below), (16.0, 2.0));
    }

    proptest! {
        /// Levels of any length, each twice the one before: as many knees as steps, each at
        /// its place, in order and apart.
        #[test]
        fn every_step_of_a_monotone_curve_is_found_where_it_is(lengths in vec(2_usize..6, 1..8)) {
            let mut curve = Vec::new();
            let mut steps = Vec::new();
            for (level, length) in lengths.iter().enumerate() {
                steps.push(curve.len() as f64);
                curve.extend(std::iter::repeat_n(f64::from(1_u32 << level), *length));
            }
            let points: Vec<(f64, f64)> = curve.iter().enumerate().map(|(at, value)| (at as f64, *value)).collect();
            let found = knees(&points);
            prop_assert_eq!(found.iter().map(|knee| knee.first).collect::<Vec<_>>(), steps[1..].to_vec());
            prop_assert!(found.iter().all(|knee| knee.last < knee.first && knee.below < knee.above));
        }
    }
}
