//! One kernel's run: its closed forms, its trials, what stopped it.

use std::fmt;

use serde::Serialize;

use super::sampling::SampledCall;
use super::value::{Source, Value};
use super::{CYCLES, EXECUTED, Hex};
use crate::catalogue;

/// One run of one kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KernelResult {
    /// Number of the run in the report, from 0: the order of execution.
    pub run: u32,
    /// Kernel id, `family/name`.
    pub kernel: String,
    /// `name:value,...` or `-`.
    pub parameters: String,
    /// How its addresses were translated: `bat`, `page` or `real`.
    pub translation: &'static str,
    /// The state it ran in: `supervisor` or `user`.
    pub state: &'static str,
    /// Iterations before the trials that are not timed.
    pub warmup: u64,
    /// Trials at n and as many at 2n.
    pub trials_each: u32,
    /// Iterations of the shorter trials.
    pub n: u64,
    /// First address of the generated code.
    pub code: Hex,
    /// Its bytes.
    pub code_bytes: u32,
    /// CRC-32 of its words.
    pub code_crc: Hex,
    /// Closed forms, one for n and one for 2n.
    pub expected: Vec<Expected>,
    /// What was measured, in the order of execution.
    pub trials: Vec<Trial>,
    /// Exceptions in the kernel.
    pub faults: Vec<Fault>,
    /// Executed instructions that one iteration adds.
    pub per_iteration: PerIteration,
    /// The sampled call, where there was one.
    pub sampled: Option<SampledCall>,
}

/// Executed instructions of one iteration, as the difference of the trials at 2n
/// and at n, which has no start-up share: multiply out to stay exact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PerIteration {
    /// Iterations between the two sizes.
    pub iterations: u64,
    /// Instructions measured for them; absent unless all trials of each size agree.
    pub measured: Option<u64>,
    /// Instructions of the closed form for them.
    pub expected: Option<u64>,
    /// Completed instructions that a counter counted for them: the difference of the
    /// medians. Who counted is the source of the values.
    pub completed: Option<u64>,
    /// The least that may complete of them: the difference of the ranges of the values.
    pub completed_least: Option<u64>,
    /// The most.
    pub completed_most: Option<u64>,
    /// Processor cycles that a counter counted for them: the difference of the medians,
    /// which noise can make negative.
    pub cycles: Option<i64>,
    /// Operations that the kernel gives figures for, in these iterations; absent where
    /// this tool does not know the kernel with these parameters.
    pub operations: Option<u64>,
    /// Their name in the singular.
    pub operation: Option<&'static str>,
}

impl PerIteration {
    /// Takes the difference of the two sizes.
    #[must_use]
    pub fn of(kernel: &KernelResult) -> Self {
        let double = kernel.n.saturating_mul(2);
        let form = |n| kernel.expected.iter().find(|counts| counts.n == n).map(|counts| counts.executed);
        let values = |n| kernel.trials.iter().filter(move |trial| trial.n == n).flat_map(|trial| &trial.values);
        let least = |n| values(n).filter_map(|value| value.expected_least).min();
        let most = |n| values(n).filter_map(|value| value.expected_most).max();
        let completed = |n| kernel.completed(n).map(|(count, _)| count);
        let operation = catalogue::operation(&kernel.kernel, &kernel.parameters);
        Self {
            iterations: kernel.n,
            measured: difference(kernel.agreed(double), kernel.agreed(kernel.n)),
            expected: difference(form(double), form(kernel.n)),
            completed: difference(completed(double), completed(kernel.n)),
            completed_least: difference(least(double), least(kernel.n)),
            completed_most: difference(most(double), most(kernel.n)),
            cycles: kernel.cycles(),
            operations: operation.and_then(|(_, each)| each.checked_mul(kernel.n)),
            operation: operation.map(|(name, _)| name),
        }
    }
}

impl KernelResult {
    /// The median of an event's values at n iterations and who counted it; `None` where
    /// one is missing.
    #[must_use]
    pub fn median(&self, event: &str, pmc: Option<u8>, n: u64) -> Option<(u64, Source)> {
        let trials = self.trials.iter().filter(|trial| trial.n == n);
        let values = trials.map(|trial| trial.values.iter().find(|value| value.event == event && value.pmc == pmc));
        let mut values: Vec<(u64, Source)> =
            values.map(|value| Some((value?.value?, value?.source))).collect::<Option<_>>()?;
        values.sort_unstable_by_key(|(value, _)| *value);
        values.get(values.len() / 2).copied()
    }

    /// The median of completed instructions at n iterations and who counted them, by the
    /// first counter that has a closed form for them.
    #[must_use]
    pub fn completed(&self, n: u64) -> Option<(u64, Source)> {
        let ranged = self.trials.first()?.values.iter().find(|value| value.expected_least.is_some())?;
        self.median(&ranged.event, ranged.pmc, n)
    }

    /// Processor cycles of n iterations, by the first counter of them.
    fn cycles(&self) -> Option<i64> {
        let counted =
            self.trials.first()?.values.iter().find(|value| value.event == CYCLES && value.value.is_some())?;
        let median = |n| self.median(CYCLES, counted.pmc, n).and_then(|(cycles, _)| i64::try_from(cycles).ok());
        median(self.n.saturating_mul(2))?.checked_sub(median(self.n)?)
    }

    /// The executed instructions of all trials with n iterations, if they agree.
    fn agreed(&self, n: u64) -> Option<u64> {
        let mut counts = self.trials.iter().filter(|trial| trial.n == n).map(Trial::executed);
        let first = counts.next()??;
        counts.all(|count| count == Some(first)).then_some(first)
    }
}

impl Trial {
    /// The executed instructions, where they are known.
    #[must_use]
    pub fn executed(&self) -> Option<u64> {
        self.values.iter().find(|value| value.event == EXECUTED)?.value
    }
}

fn difference(larger: Option<u64>, smaller: Option<u64>) -> Option<u64> {
    larger?.checked_sub(smaller?)
}

/// Closed-form counts of executed instructions for a number of iterations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Expected {
    /// Iterations.
    pub n: u64,
    /// All instructions.
    pub executed: u64,
    /// Fewest that may complete, folding on.
    pub completed_least: u64,
    /// Most that may complete, folding on.
    pub completed_most: u64,
    /// Branches of any kind.
    pub branches: u64,
    /// Taken branches.
    pub taken: u64,
    /// Loads.
    pub loads: u64,
    /// Stores.
    pub stores: u64,
    /// Scalar floating-point arithmetic.
    pub float: u64,
    /// AltiVec arithmetic and permutes.
    pub vector: u64,
}

/// One measurement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trial {
    /// Number in the run, from 0.
    pub trial: u32,
    /// Iterations.
    pub n: u64,
    /// MMCR0 as written to start counting.
    pub mmcr0: Hex,
    /// MMCR1 as written.
    pub mmcr1: Hex,
    /// MMCR2 as written.
    pub mmcr2: Hex,
    /// HID0 during the trial.
    pub hid0: Hex,
    /// The six counters before the start.
    pub start: [u32; 6],
    /// The six counters after the stop.
    pub stop: [u32; 6],
    /// Time base ticks between start and stop.
    pub ticks: u64,
    /// What these raw words mean.
    pub values: Vec<Value>,
}

/// An exception that ended a kernel's run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Iterations asked for.
    pub n: u64,
    /// `warmup` or `trial`.
    pub phase: &'static str,
    /// Vector offset.
    pub vector: Hex,
    /// Cause in words.
    pub cause: String,
    /// Address of the instruction.
    pub srr0: Hex,
    /// Machine state and cause bits.
    pub srr1: Hex,
    /// Data storage interrupt status.
    pub dsisr: Hex,
    /// Data address register.
    pub dar: Hex,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { phase, vector, cause, srr0, srr1, dsisr, dar, .. } = self;
        write!(f, "{cause} in a {phase}: vector {vector}, srr0 {srr0}, srr1 {srr1}, dsisr {dsisr}, dar {dar}")
    }
}

/// A kernel that did not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Kernel id.
    pub kernel: String,
    /// Why.
    pub reason: String,
}
