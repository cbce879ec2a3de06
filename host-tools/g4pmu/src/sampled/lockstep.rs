//! Lockstep: a fixed period that meets a loop at few of its places.

use serde::Serialize;

use crate::results::{KernelResult, SampledCall};

/// A loop that the period meets at some places only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lockstep {
    /// Events of an iteration.
    pub iteration: u64,
    /// Of these so many can be met.
    pub places: u64,
}

impl Lockstep {
    /// Looks whether the period and what an iteration counts have a common factor. Jitter
    /// breaks the step; of an iteration without a whole number of events nothing is known.
    #[must_use]
    pub fn of(kernel: &KernelResult, call: &SampledCall) -> Option<Self> {
        if call.jitter? > 0 {
            return None;
        }
        let event = call.event.as_deref()?;
        let pmc = call.source?.strip_prefix("pmc").and_then(|number| number.parse().ok());
        let iterations = kernel.n;
        let (once, _) = kernel.median(event, pmc, iterations)?;
        let (twice, _) = kernel.median(event, pmc, iterations.checked_mul(2)?)?;
        Self::between(twice.checked_sub(once)?, iterations, u64::from(call.period?))
    }

    fn between(events: u64, iterations: u64, period: u64) -> Option<Self> {
        if iterations == 0 || events == 0 || !events.is_multiple_of(iterations) {
            return None;
        }
        let iteration = events / iterations;
        let common = divisor(iteration, period);
        (common > 1).then_some(Self { iteration, places: iteration / common })
    }
}

/// The greatest common divisor, by Euclid.
const fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::Lockstep;

    #[test]
    fn a_common_factor_leaves_places_out_and_a_prime_none() {
        let places = |period| Lockstep::between(38_600, 100, period).map(|found| (found.iteration, found.places));
        assert_eq!(places(386), Some((386, 1)));
        assert_eq!(places(1000), Some((386, 193)));
        assert_eq!(places(1009), None);
        assert_eq!(Lockstep::between(38_601, 100, 386), None);
        assert_eq!(Lockstep::between(0, 100, 386), None);
    }
}
