//! What figures say: [`Verdict`].

use super::knee::Reading;
use super::{Answer, Documented, Figure, Probe, Range};

/// A figure as measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Its median and what encloses it; why there is none.
    pub value: Result<Reading, String>,
    /// How it came about, in words.
    pub by: String,
}

/// What all figures of a probe say together.
#[derive(Clone, Copy, Debug)]
pub enum Verdict<'a> {
    /// One answer.
    Answer(&'a Answer),
    /// Figures that no answer foresees, or more than one.
    Undecided,
    /// A figure is missing.
    Unmeasured,
}

/// Judges a probe by its figures, in their order.
#[must_use]
pub fn judge<'a>(probe: &'a Probe, measured: &[Measured]) -> Verdict<'a> {
    let values: Option<Vec<Reading>> = measured.iter().map(|figure| figure.value.clone().ok()).collect();
    let Some(values) = values.filter(|values| values.len() == probe.figures.len()) else { return Verdict::Unmeasured };
    let holds = |answer: &&Answer| values.iter().zip(answer.ranges).all(|(value, range)| within(*value, *range));
    let mut fitting = probe.answers.iter().filter(holds);
    match (fitting.next(), fitting.next()) {
        (Some(answer), None) => Verdict::Answer(answer),
        _ => Verdict::Undecided,
    }
}

/// What a figure says to its document.
#[must_use]
pub fn agrees(figure: &Figure, value: Reading) -> Option<Agreement> {
    let Documented { range, .. } = figure.documented.as_ref()?;
    Some(match () {
        () if within(value, *range) => Agreement::Agrees,
        () if value.high < range.0 || range.1 < value.low => Agreement::Differs,
        () => Agreement::Open,
    })
}

/// Whether a figure is what a document states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// All that encloses it is in the document's range.
    Agrees,
    /// Nothing of it is.
    Differs,
    /// The interval reaches over an end of the range.
    Open,
}

fn within(value: Reading, (least, most): Range) -> bool {
    least <= value.low && value.high <= most
}
