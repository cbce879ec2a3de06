//! What a misprediction more costs, where there are more.

use serde::Serialize;

use super::measured::Measurements;
use super::ratios::{FOUR, ONE};

/// Mispredictions a call below which there are no more of them: a hundredth.
const FEWEST: f64 = 0.01;

/// The cost model of the article: more mispredictions times a penalty are more time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// More cycles a call.
    pub cycles: f64,
    /// More mispredictions a call.
    pub mispredictions: f64,
    /// Cycles for each misprediction more; absent where there are none more, for then the
    /// time goes somewhere else.
    pub each: Option<f64>,
    /// More clocks of waiting for CTR a call.
    pub ctr_stall: Option<f64>,
}

impl Cost {
    /// From what two measurements take for a call.
    #[must_use]
    pub fn new(cycles: (f64, f64), mispredictions: (f64, f64), ctr_stall: Option<(f64, f64)>) -> Self {
        let (cycles, mispredictions) = (cycles.1 - cycles.0, mispredictions.1 - mispredictions.0);
        Self {
            cycles,
            mispredictions,
            each: (mispredictions >= FEWEST).then(|| cycles / mispredictions),
            ctr_stall: ctr_stall.map(|(one, four)| four - one),
        }
    }
}

pub(super) fn of(measured: &Measurements) -> Option<Cost> {
    let (one, four) = (measured.kernel(ONE)?, measured.kernel(FOUR)?);
    let both = |metric: &str| one.value(metric).zip(four.value(metric));
    Some(Cost::new(
        both("cycles-per-operation")?,
        both("mispredictions-per-operation")?,
        both("ctr-stall-per-operation"),
    ))
}

#[cfg(test)]
mod tests {
    use super::Cost;

    #[test]
    fn a_cost_is_the_quotient_of_what_is_more() {
        let cost = Cost::new((5.0, 29.0), (0.0, 0.75), None);
        assert_eq!((cost.each, cost.ctr_stall), (Some(32.0), None));
    }

    #[test]
    fn without_more_mispredictions_none_has_a_cost() {
        let cost = Cost::new((22.2, 22.25), (0.0002, 0.0003), Some((13.2, 13.2)));
        assert_eq!((cost.each, cost.ctr_stall), (None, Some(0.0)));
        assert_eq!(Cost::new((22.0, 21.0), (0.5, 0.2), None).each, None, "fewer are not more");
    }
}
