//! Two saved measurements beside each other: [`Comparison`].
//!
//! Rows are what an iteration takes of an event, in the same kernel with the same
//! parameters, whoever counted it: model and hardware, or two switches of the model, are two
//! measurements like any others. Where the two are not of one part, clock, image, source or
//! set of switches, the differences between them mean that, and nothing else; so they are
//! refused unless they are said to be what is wanted.
//!
//! A row differs where no value of one lies among those of the other, and the medians are
//! farther apart than the threshold. A test of means was rejected: three values say nothing
//! about a distribution, and a model's do not vary at all.

mod direction;
mod facts;
mod row;
mod rows;

use serde::Serialize;

pub use direction::Better;
pub use facts::{Difference, Fact};
pub use row::{Cell, Row, Verdict};

use crate::saved::Saved;
use rows::Rows;

/// Two measurements, row for row.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// What is different about the two but their counts.
    pub different: Vec<Difference>,
    /// The rows, in the order of the first; new ones at the end.
    pub rows: Vec<Row>,
}

impl Comparison {
    /// Sets the second beside the first. Changes up to the threshold, a share of the first
    /// value, are small.
    #[must_use]
    pub fn of(first: &Saved, second: &Saved, threshold: f64) -> Self {
        let (before, after) = (Rows::of(first), Rows::of(second));
        let mut rows: Vec<Row> =
            before.iter().map(|(key, cell)| Row::of(key.clone(), Some(cell), after.find(key), threshold)).collect();
        let new = after.iter().filter(|(key, _)| before.find(key).is_none());
        rows.extend(new.map(|(key, cell)| Row::of(key.clone(), None, Some(cell), threshold)));
        Self { different: facts::differences(first, second), rows }
    }

    /// How many rows have a verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().filter(|row| row.verdict == verdict).count()
    }

    /// Whether a script that watches for changes should stop: something is worse, differs
    /// without a better way, is missing or is no longer counted.
    #[must_use]
    pub fn is_worse(&self) -> bool {
        self.rows.iter().any(|row| row.verdict.is_bad())
    }
}
