//! The tables of the article on indirect branches, from saved logs: [`Indirect`].
//!
//! The article ran eight ways to dispatch a call on another processor and asked what an
//! unlearnable order of targets costs. Each of its tables is here with what the manuals let
//! one expect in front of what was measured. Two of its slips are kept out by construction:
//! a rate names its denominator, which is a closed form and not an event that is thought to
//! count the same; and a cost for a misprediction is only given where there are more of them.

mod cost;
mod decisions;
mod expectation;
mod families;
mod measured;
mod percents;
mod ratios;
mod text;

use serde::Serialize;
use thiserror::Error;

pub use cost::Cost;
pub use decisions::{Condition, Decision};
pub use expectation::{Agreement, Expectation};
pub use families::{Family, Form};
pub use percents::{Denominators, Percent};
pub use ratios::{Ratio, Ratios};
pub use text::write;

use crate::saved::Saved;
use measured::Measurements;

/// All tables of the study.
#[derive(Debug, Serialize)]
pub struct Indirect {
    /// What ran, and who counted.
    pub counted_by: String,
    /// Each family beside its baseline, expectations first.
    pub families: Vec<Family>,
    /// One class beside four in random order.
    pub ratios: Option<Ratios>,
    /// What a misprediction more costs, and a clock of waiting for CTR.
    pub cost: Option<Cost>,
    /// The kinds of percent, with numbers of this measurement.
    pub percents: Vec<Percent>,
    /// When to do without an indirect call.
    pub decisions: Vec<Decision>,
    /// What is not in the logs, and how to measure it.
    pub missing: Vec<String>,
}

/// Logs that hold nothing of the study.
#[derive(Debug, Error)]
#[error(
    "no kernel of the study is in these logs; `g4pmu run --suite dispatch` measures them, and `--suite devirtualised` what does without"
)]
pub struct NothingThere;

impl Indirect {
    /// Makes the tables.
    ///
    /// # Errors
    ///
    /// None of the kernels is there.
    pub fn of(logs: &[Saved]) -> Result<Self, NothingThere> {
        let measured = Measurements::of(logs);
        if measured.is_empty() {
            return Err(NothingThere);
        }
        let families = families::of(&measured);
        let ratios = ratios::of(&measured);
        let decisions = decisions::of(&measured);
        let missing = missing(&measured, &families, &decisions);
        Ok(Self {
            counted_by: measured.counted_by(),
            cost: cost::of(&measured),
            percents: percents::of(&measured),
            families,
            ratios,
            decisions,
            missing,
        })
    }
}

/// What is not in the logs, and how to measure it.
fn missing(measured: &Measurements, families: &[Family], decisions: &[Decision]) -> Vec<String> {
    let mut missing = Vec::new();
    let forms = || families.iter().flat_map(|family| &family.forms);
    let absent: Vec<&str> =
        forms().map(|form| form.kernel).filter(|kernel| measured.kernel(kernel).is_none()).collect();
    if !absent.is_empty() {
        missing.push(format!("{}; `g4pmu run --suite dispatch` measures all eight", absent.join(", ")));
    }
    if forms().any(|form| form.cycles.is_none() && measured.kernel(form.kernel).is_some()) {
        missing.push("cycles of every kernel that ran: the timing model or a chip counts them".to_owned());
    }
    if decisions.is_empty() {
        missing.push(
            "what ways without an indirect call take; `g4pmu run --suite devirtualised` measures them".to_owned(),
        );
    }
    missing
}
