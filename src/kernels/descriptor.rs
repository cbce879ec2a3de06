//! What a kernel says about itself before it runs.
//!
//! A kernel is data: an id, the question it answers, its parameters, a closed form of
//! what it executes, predictions from the manuals, and a function that writes its
//! code and data into a workspace. The function is pure, so that a host builds,
//! disassembles and checks exactly the words that the chip runs. Kernels in assembly
//! files, linked into the image, could not take parameters and could be checked only
//! after linking.

use super::counts::{ClosedForm, Counts};
use super::error::KernelError;
use super::factor::Factor;
use super::parameters::{Parameter, Parameters};
use super::preset::{Preset, Presets};
use super::schedule::{MOST_EXECUTED, MOST_ITERATIONS, Schedule, budget};
use super::workspace::{Prepared, Workspace};

/// A measurable piece of code.
#[derive(Debug)]
pub struct Descriptor {
    /// Stable name, `family/name`.
    pub id: &'static str,
    /// The question this kernel answers, one sentence.
    pub question: &'static str,
    /// What figures are given for, and how many there are in an iteration.
    pub operation: Operation,
    /// Parameters with range and the value of each preset, at most
    /// [`super::parameters::MOST_PARAMETERS`].
    pub parameters: &'static [Parameter],
    /// How often it runs in each preset, before [`Descriptor::schedule`] bounds it.
    pub schedules: Presets<Schedule>,
    /// What a call executes.
    pub closed_form: ClosedForm,
    /// What the manuals let one expect on hardware.
    pub predictions: &'static [Prediction],
    /// Writes code and data; pure.
    pub prepare: fn(&Parameters, &mut Workspace<'_>) -> Result<Prepared, KernelError>,
}

/// What figures are given for: "cycles per" this.
#[derive(Debug)]
pub struct Operation {
    /// Its name in the singular, for instance `call`.
    pub name: &'static str,
    /// How many there are in an iteration, to be multiplied by the factors.
    pub count: u32,
    /// The factors whose product multiplies the count.
    pub factors: &'static [Factor],
}

/// An expectation stated before the measurement.
#[derive(Debug)]
pub struct Prediction {
    /// What is predicted, for instance `cycles-per-call`.
    pub quantity: &'static str,
    /// The predicted value with its unit, in words.
    pub expectation: &'static str,
    /// Where the prediction comes from, `[KEY section]`.
    pub source: &'static str,
}

impl Descriptor {
    /// Closed form of what one call with `iterations`, at least 1, executes, from the
    /// first instruction up to but without the final `blr`.
    #[must_use]
    pub fn counts(&self, parameters: &Parameters, iterations: u64) -> Counts {
        self.closed_form.counts(parameters, iterations)
    }

    /// Operations in one iteration.
    #[must_use]
    pub fn operations(&self, parameters: &Parameters) -> u64 {
        u64::from(self.operation.count) * Factor::product(self.operation.factors, parameters)
    }

    /// Largest n whose double stays within [`MOST_EXECUTED`] and [`MOST_ITERATIONS`];
    /// 0 when even n = 1 does not.
    #[must_use]
    pub fn most_iterations(&self, parameters: &Parameters) -> u64 {
        let iteration = self.closed_form.an_iteration(parameters).executed;
        let left = MOST_EXECUTED - u64::from(self.closed_form.once.executed);
        left.checked_div(2 * iteration).map_or(MOST_ITERATIONS / 2, |n| n.min(MOST_ITERATIONS / 2))
    }

    /// How often the kernel runs in a preset: warm-up and n of the preset, or as many
    /// as the preset's [`budget`] and [`Descriptor::most_iterations`] allow for these
    /// parameters, but once at least.
    #[must_use]
    pub fn schedule(&self, parameters: &Parameters, preset: Preset) -> Schedule {
        let Schedule { warmup, n, trials } = self.schedules.get(preset);
        let iteration = self.closed_form.an_iteration(parameters).executed;
        let within_budget = budget(preset).checked_div(iteration).unwrap_or(MOST_ITERATIONS).max(1);
        let most = self.most_iterations(parameters).min(within_budget);
        Schedule { warmup: warmup.min(most), n: n.min(most), trials }
    }
}
