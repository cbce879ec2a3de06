//! Where a curve leaves its level: [`find`].
//!
//! First by doublings, then by halving what lies between the last size on the level and
//! the first above it. What is measured has an interval, and only what lies wholly above or
//! wholly below the threshold is taken for that. Sizes that cannot be told apart stay
//! between the two ends, so noise makes the answer wider and not wrong. The level is
//! the least of all sizes up to the rise: what a round costs once is spread over its size.

use std::collections::BTreeMap;

/// What was measured at one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The median.
    pub median: f64,
    /// The lower end of what encloses it.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A rise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knee {
    /// The last size that is on the level for certain.
    pub last: u64,
    /// The first that is above it for certain.
    pub first: u64,
    /// The median at the last.
    pub below: f64,
    /// The median at the first.
    pub above: f64,
    /// How many sizes were measured.
    pub sizes: usize,
}

/// Finds the first rise by more than `rise` that lasts over the next doubling too; `None`
/// where there is none from the least to the most size.
///
/// # Errors
///
/// What `read` fails with.
pub fn find<E>(
    (from, to): (u64, u64),
    rise: f64,
    read: impl FnMut(u64) -> Result<Reading, E>,
) -> Result<Option<Knee>, E> {
    let mut curve = Curve { read, known: BTreeMap::new() };
    let mut last: Option<u64> = None;
    let mut sizes = doublings(from, to).into_iter().peekable();
    while let Some(size) = sizes.next() {
        let Some(level) = last else {
            curve.at(size)?;
            last = Some(size);
            continue;
        };
        let threshold = curve.level(level) + rise;
        if curve.at(size)?.high <= threshold {
            last = Some(size);
        } else if curve.at(size)?.low > threshold {
            let lasts = match sizes.peek() {
                Some(next) => curve.at(*next)?.low > threshold,
                None => true,
            };
            if lasts {
                return curve.between(level, size, threshold).map(Some);
            }
        }
    }
    Ok(None)
}

/// The least size, its doublings, the most.
fn doublings(from: u64, to: u64) -> Vec<u64> {
    let doubled = std::iter::successors(Some(from.max(1)), |size| size.checked_mul(2));
    doubled.take_while(|size| *size < to).chain([to]).collect()
}

/// A curve of which only some sizes are known.
struct Curve<R> {
    read: R,
    known: BTreeMap<u64, Reading>,
}

impl<E, R: FnMut(u64) -> Result<Reading, E>> Curve<R> {
    /// Measures a size, once.
    fn at(&mut self, size: u64) -> Result<Reading, E> {
        if let Some(reading) = self.known.get(&size) {
            return Ok(*reading);
        }
        let reading = (self.read)(size)?;
        self.known.insert(size, reading);
        Ok(reading)
    }

    /// The least that was measured up to a size.
    fn level(&self, size: u64) -> f64 {
        self.known.range(..=size).map(|(_, reading)| reading.high).fold(f64::INFINITY, f64::min)
    }

    /// The rise between a size below the threshold and one above it.
    fn between(&mut self, below: u64, above: u64, threshold: f64) -> Result<Knee, E> {
        let first = self.halve(below, above, |reading| reading.low <= threshold)?.1;
        let last = self.halve(below, first, |reading| reading.high <= threshold)?.0;
        let (low, high) = (self.at(last)?, self.at(first)?);
        Ok(Knee { last, first, below: low.median, above: high.median, sizes: self.known.len() })
    }

    /// Neighbouring sizes of which the lower one is as asked and the upper one is not.
    fn halve(&mut self, mut low: u64, mut high: u64, lower: impl Fn(Reading) -> bool) -> Result<(u64, u64), E> {
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if lower(self.at(middle)?) {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok((low, high))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::{Knee, Reading, find};

    /// A step behind `knee`, measured three times with noise up to `noise` either way.
    fn stepped(
        level: f64,
        step: f64,
        knee: u64,
        noise: f64,
        seed: u64,
    ) -> impl FnMut(u64) -> Result<Reading, Infallible> {
        let mut state = seed | 1;
        move |size| {
            let mut trial = || {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                let off = (state >> 11) as f64 / (1_u64 << 53) as f64;
                level + if size > knee { step } else { 0.0 } + noise * (2.0 * off - 1.0)
            };
            let mut trials = [trial(), trial(), trial()];
            trials.sort_unstable_by(f64::total_cmp);
            Ok(Reading { low: trials[0], median: trials[1], high: trials[2] })
        }
    }

    fn exact(value: f64) -> Result<Reading, Infallible> {
        Ok(Reading { low: value, median: value, high: value })
    }

    #[test]
    fn a_step_is_found_to_the_size_with_few_measurements() {
        let found = find((1, 16_384), 0.02, stepped(2.0, 1.0, 128, 0.0, 1)).unwrap().expect("a knee");
        assert_eq!(found, Knee { last: 128, first: 129, below: 2.0, above: 3.0, sizes: 17 });
        assert_eq!(find((1, 64), 0.02, stepped(2.0, 1.0, 64, 0.0, 1)), Ok(None));
        assert_eq!(find((1, 64), 0.02, stepped(2.0, 1.0, 63, 0.0, 1)).unwrap().map(|knee| knee.last), Some(63));
    }

    /// What a round costs once falls with its size, and is no level.
    #[test]
    fn a_share_that_falls_with_the_size_hides_no_knee() {
        let curve = |depth: u64| exact(10.0 + 8.0 / depth as f64 + 6.0 * depth.saturating_sub(8) as f64 / depth as f64);
        let found = find((1, 64), 0.15, curve).unwrap().expect("a knee");
        assert_eq!((found.last, found.first), (8, 9));
    }

    #[test]
    fn one_odd_size_is_no_knee() {
        let curve = |size: u64| exact(if size == 32 { 9.0 } else { 2.0 });
        assert_eq!(find((1, 1024), 0.1, curve), Ok(None));
    }

    #[test]
    fn what_cannot_be_told_apart_stays_in_between() {
        let curve = |size: u64| match size {
            ..=100 => exact(2.0),
            101..120 => Ok(Reading { low: 1.9, median: 2.3, high: 3.1 }),
            _ => exact(3.0),
        };
        let found = find((1, 1024), 0.1, curve).unwrap().expect("a knee");
        assert_eq!((found.last, found.first), (100, 120));
    }

    proptest! {
        /// The knee lies between the two ends, whatever the noise below half of the step.
        #[test]
        fn the_knee_is_enclosed(
            knee in 1_u64..5000, level in 0.0_f64..50.0, step in 0.5_f64..10.0, share in 0.0_f64..0.24, seed: u64,
        ) {
            let calls = Cell::new(0);
            let mut curve = stepped(level, step, knee, step * share, seed);
            let counted = |size| { calls.set(calls.get() + 1); curve(size) };
            let found = find((1, 16_384), step / 2.0, counted).unwrap().expect("a knee");
            prop_assert!(found.last <= knee && knee < found.first, "{found:?}");
            prop_assert!(calls.get() <= 15 + 2 * 14, "{} measurements", calls.get());
        }

        #[test]
        fn noise_alone_has_no_knee(level in 0.0_f64..50.0, noise in 0.0_f64..1.0, seed: u64) {
            prop_assert_eq!(find((1, 16_384), 2.5 * noise + 0.01, stepped(level, 0.0, 1, noise, seed)), Ok(None));
        }
    }
}
