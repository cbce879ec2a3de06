//! Whether two passes measured the same thing: [`Anchors`].
//!
//! Each of several passes counts clocks and completed instructions. Where these differ
//! between passes by more than a bound, what else the passes counted does not belong
//! together.

use std::fmt;

use super::measured::Row;
use crate::plan::{CYCLES, INSTRUCTIONS};

/// Largest share by which an anchor may differ, in percent of the larger.
pub const BOUND_PERCENT: f64 = 1.0;

/// What an anchor may differ by in any case: a few exceptions' worth, which a short
/// measurement cannot be rid of.
pub const BOUND_EVENTS: f64 = 16.0;

/// The medians of what n iterations add to clocks and completed instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Anchors {
    /// Clocks.
    pub cycles: Option<f64>,
    /// Completed instructions.
    pub instructions: Option<f64>,
}

/// An anchor that two passes do not agree on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    event: &'static str,
    first: f64,
    other: f64,
}

impl Anchors {
    pub(super) fn of(rows: &[Row]) -> Self {
        let median = |id: &str| {
            let row = rows.iter().find(|row| row.event == id)?;
            Some(row.outcome.as_ref().ok()?.pairs.median)
        };
        Self { cycles: median(CYCLES), instructions: median(INSTRUCTIONS) }
    }

    /// The first anchor that differs by more than the bound. What one of them lacks
    /// differs in nothing.
    #[must_use]
    pub fn apart(&self, other: &Self) -> Option<Apart> {
        let pairs = [(CYCLES, self.cycles, other.cycles), (INSTRUCTIONS, self.instructions, other.instructions)];
        pairs.into_iter().find_map(|(event, first, other)| {
            let (first, other) = (first?, other?);
            let bound = BOUND_EVENTS.max(first.abs().max(other.abs()) * BOUND_PERCENT / 100.0);
            ((first - other).abs() > bound).then_some(Apart { event, first, other })
        })
    }
}

impl fmt::Display for Apart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { event, first, other } = self;
        write!(
            f,
            "{event} differ from the first pass: {other} and {first}, more than {BOUND_PERCENT} % and {BOUND_EVENTS}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Anchors;

    fn anchors(cycles: f64, instructions: f64) -> Anchors {
        Anchors { cycles: Some(cycles), instructions: Some(instructions) }
    }

    #[test]
    fn a_percent_or_sixteen_events_are_no_difference() {
        let first = anchors(10_000.0, 100.0);
        assert_eq!(first.apart(&anchors(10_100.0, 116.0)), None);
        assert_eq!(first.apart(&Anchors::default()), None, "what is not counted says nothing");
        let apart = first.apart(&anchors(10_150.0, 100.0)).expect("1.5 % more");
        assert_eq!(
            apart.to_string(),
            "processor-cycles differ from the first pass: 10150 and 10000, more than 1 % and 16"
        );
        assert!(first.apart(&anchors(10_000.0, 83.0)).is_some());
        assert!(anchors(-20.0, 0.0).apart(&anchors(0.0, 0.0)).is_some(), "negative differences differ, too");
    }
}
