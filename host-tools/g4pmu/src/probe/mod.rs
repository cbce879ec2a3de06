//! Experiments on one structure or limit of the chip each: [`Probe`].
//!
//! | module | holds |
//! | --- | --- |
//! | [`list`] | the probes, as data |
//! | [`knee`] | where a curve leaves its level, found with few measurements |
//! | [`measure`] | a figure as requests and numbers |
//! | [`reading`] | what is counted at one point, with what encloses it |
//! | [`verdict`] | what the figures say |
//! | [`text`] | the page |
//!
//! A probe has figures. Each is a number with an interval, measured in one of a few ways
//! ([`How`]), beside what documents state. What its figures say together is one of its
//! answers, or none: an interval that lies in no answer's range is no answer.

pub mod knee;
pub mod list;
pub mod measure;
pub mod reading;
pub mod text;
pub mod verdict;

#[cfg(test)]
mod tests;

/// An experiment.
#[derive(Debug)]
pub struct Probe {
    /// Its name.
    pub name: &'static str,
    /// What is supposed, and what would be seen then.
    pub hypothesis: &'static str,
    /// What is measured.
    pub figures: &'static [Figure],
    /// What no document settles, and the switch of the timing model for it.
    pub question: &'static str,
    /// What the figures can say.
    pub answers: &'static [Answer],
}

/// One number of a probe.
#[derive(Debug)]
pub struct Figure {
    /// What it is.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// How it is measured.
    pub how: How,
    /// What documents state.
    pub documented: Option<Documented>,
}

/// What a document states of a figure.
#[derive(Debug)]
pub struct Documented {
    /// The least and the most that agree with it, in the figure's unit.
    pub range: Range,
    /// Its words.
    pub text: &'static str,
    /// The document.
    pub source: &'static str,
}

/// From the least to the most, both included.
pub type Range = (f64, f64);

/// How a figure is measured. A *run* is what is typed behind `g4pmu stat`: a kernel and
/// parameters. Counts are those of an operation of the kernel.
#[derive(Debug)]
pub enum How {
    /// The last value of a parameter before the counts of an event rise.
    Knee {
        /// The kernel and its fixed parameters.
        run: &'static str,
        /// The parameter.
        sweep: &'static str,
        /// Its least and most value.
        between: (u64, u64),
        /// What is counted.
        event: &'static str,
        /// How many events an operation above the level are a rise.
        rise: f64,
        /// What the parameter is multiplied with.
        scale: f64,
        /// What is added then: what else takes a place.
        plus: f64,
    },
    /// A sum of events with weights, all of one pass.
    Sum {
        /// The kernel and its parameters.
        run: &'static str,
        /// Events and what each is multiplied with.
        terms: &'static [(&'static str, f64)],
    },
    /// An event by another one of the same pass.
    Ratio {
        /// The kernel and its parameters.
        run: &'static str,
        /// The event above.
        event: &'static str,
        /// The event below.
        by: &'static str,
    },
    /// What one run counts more than another, for each event of a second kind that it has
    /// more, or for each operation.
    Excess {
        /// The run that has more.
        run: &'static str,
        /// The run that has less.
        over: &'static str,
        /// The event.
        event: &'static str,
        /// The event of the second kind.
        by: Option<&'static str>,
    },
}

/// What the figures can say.
#[derive(Debug)]
pub struct Answer {
    /// In words.
    pub says: &'static str,
    /// The value of the model's switch that behaves so.
    pub switch: Option<&'static str>,
    /// A range for each figure.
    pub ranges: &'static [Range],
}

/// The probe with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Probe> {
    list::PROBES.iter().find(|probe| probe.name == name)
}
