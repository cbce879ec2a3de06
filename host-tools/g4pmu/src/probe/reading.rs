//! One point of a probe: what it asks the image, and what the answer says: [`Point`].

use report_format::record::State;

use super::knee::Reading;
use crate::catalogue;
use crate::plan::pass::Pass;
use crate::plan::wish::Asked;
use crate::plan::{Passes, Plan, Setting};
use crate::results::Results;
use crate::stat::measured::{Measured, Row, gather};
use crate::stat::requests::Subject;

/// A kernel with its parameters, and the counters for some events.
#[derive(Clone, Debug)]
pub struct Point {
    /// What the image is asked.
    pub request: String,
    /// The counters.
    pub pass: Pass,
}

impl Point {
    /// Plans a run with words behind it and these events, which fit one pass.
    ///
    /// # Errors
    ///
    /// There is no such kernel, parameter or event, or they do not fit; in words.
    pub fn of(run: &str, words: &str, events: &[&str], trials: Option<u32>) -> Result<Self, String> {
        let (kernel, parameters) = run.split_once(' ').unwrap_or((run, ""));
        let words: Vec<String> =
            parameters.split_whitespace().chain(words.split_whitespace()).map(str::to_owned).collect();
        let subject = Subject::find(kernel).map_err(|error| error.to_string())?;
        let request = subject.requests(&words, trials).map_err(|error| error.to_string())?.concat();
        let setting = Setting { l3: false, state: State::Supervisor, passes: Passes::Single };
        let plan = Plan::of(Asked::parse(events.iter().copied()), setting).map_err(|error| error.to_string())?;
        let pass = plan.passes.into_iter().next().ok_or("there is no event")?;
        Ok(Self { request: format!("{request} {}", pass.words()), pass })
    }
}

/// The answer to a [`Point`].
#[derive(Debug)]
pub struct Counted {
    measured: Measured,
    operations: f64,
}

impl Counted {
    /// Takes the one kernel of a report.
    ///
    /// # Errors
    ///
    /// It did not run; in words.
    pub fn of(report: &Results) -> Result<Self, String> {
        if let Some(skipped) = report.skipped.first() {
            return Err(format!("{} was skipped: {}", skipped.kernel, skipped.reason));
        }
        let measured = gather([report]).into_iter().next().ok_or("the report has no kernel")?;
        let Measured { subject, .. } = &measured;
        let (_, each) =
            catalogue::operation(&subject.kernel, &subject.parameters).ok_or("a kernel that is not known")?;
        let operations = (each * subject.n) as f64;
        Ok(Self { measured, operations })
    }

    /// The kernel with its parameters, as typed.
    #[must_use]
    pub fn typed(&self) -> String {
        self.measured.subject.typed()
    }

    /// An event's counts for one operation. perf's names are taken too.
    ///
    /// # Errors
    ///
    /// It was not counted; the reason.
    pub fn an_operation(&self, event: &str) -> Result<Reading, String> {
        let row = self.row(event).ok_or_else(|| format!("{event} is not in the report"))?;
        match &row.outcome {
            Ok(found) => Ok(Reading {
                median: found.pairs.median / self.operations,
                low: found.pairs.interval.low as f64 / self.operations,
                high: found.pairs.interval.high as f64 / self.operations,
            }),
            Err(why) => Err(format!("{event}: {}", why.reason)),
        }
    }

    fn row(&self, event: &str) -> Option<&Row> {
        self.measured.passes.first()?.row(event)
    }
}

/// The sum of readings with weights.
#[must_use]
pub fn sum(terms: &[(Reading, f64)]) -> Reading {
    let zero = Reading { median: 0.0, low: 0.0, high: 0.0 };
    terms.iter().fold(zero, |sum, (reading, weight)| {
        let (one, other) = (reading.low * weight, reading.high * weight);
        Reading {
            median: sum.median + reading.median * weight,
            low: sum.low + one.min(other),
            high: sum.high + one.max(other),
        }
    })
}

/// One reading by another, which lies wholly above 0.
#[must_use]
pub fn quotient(above: Reading, below: Reading) -> Option<Reading> {
    let positive = below.low > 0.0;
    let all = [above.low / below.low, above.low / below.high, above.high / below.low, above.high / below.high];
    positive.then(|| Reading {
        median: above.median / below.median,
        low: all.iter().copied().fold(f64::INFINITY, f64::min),
        high: all.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    })
}
