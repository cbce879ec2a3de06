//! Whether the counts are what their closed forms say.

use serde::Serialize;

use super::TICKS;
use super::kernel::KernelResult;
use super::report::Results;
use super::value::Status;

/// The known-answer check over a whole report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The answer.
    pub counts: Agreement,
    /// Values that were compared with a closed form.
    pub compared: u64,
    /// Of these the ones whose closed form is a range.
    pub ranges: u64,
    /// Those that differ.
    pub mismatches: Vec<Mismatch>,
    /// Values that cannot be true.
    pub impossible: u64,
    /// Trials in which nothing counted anything.
    pub uncounted: u64,
    /// What is wrong beside mismatches, and why nothing counted.
    pub remarks: Vec<String>,
    /// Exceptions in kernels.
    pub faults: usize,
    /// Kernels that did not run.
    pub skipped: usize,
    /// Of these the ones that were asked for, see [`Verdict::of`].
    pub missed: usize,
    /// Errors that the image reported.
    pub errors: usize,
}

/// Measured counts against closed forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// Every count that was compared is equal, or in the range.
    Equal,
    /// A count differs, or what was read cannot be a count.
    Different,
    /// Kernels ran, and in a trial nothing counted anything.
    NotCounted,
    /// Nothing in this report counts what a closed form is known for.
    NotCompared,
}

/// A value that is not its closed form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The run.
    pub run: u32,
    /// Kernel id.
    pub kernel: String,
    /// The trial in the run.
    pub trial: u32,
    /// Iterations.
    pub n: u64,
    /// What was counted.
    pub event: String,
    /// The count.
    pub measured: u64,
    /// The closed form, where it is a number.
    pub expected: Option<u64>,
    /// The least that it may be, where it is a range.
    pub expected_least: Option<u64>,
    /// The most.
    pub expected_most: Option<u64>,
}

impl Verdict {
    /// The verdict on nothing.
    #[must_use]
    pub const fn nothing() -> Self {
        Self {
            counts: Agreement::NotCompared,
            compared: 0,
            ranges: 0,
            mismatches: Vec::new(),
            impossible: 0,
            uncounted: 0,
            remarks: Vec::new(),
            faults: 0,
            skipped: 0,
            missed: 0,
            errors: 0,
        }
    }

    /// Compares what can be compared.
    ///
    /// A kernel that was skipped is missed where it was asked for: by its name, or by
    /// iterations, a translation or a state that the suite does not have of itself; or
    /// where none ran at all. A suite asks for what the part and its memory can do.
    #[must_use]
    pub fn of(results: &Results) -> Self {
        let mut verdict = Self {
            faults: results.kernels.iter().map(|kernel| kernel.faults.len()).sum(),
            skipped: results.skipped.len(),
            missed: if asked_for(results) { results.skipped.len() } else { 0 },
            errors: results.errors.len(),
            ..Self::nothing()
        };
        for kernel in &results.kernels {
            verdict.compare(kernel);
        }
        verdict.counts = if !verdict.mismatches.is_empty() || verdict.impossible > 0 {
            Agreement::Different
        } else if verdict.uncounted > 0 {
            Agreement::NotCounted
        } else if verdict.compared == 0 {
            Agreement::NotCompared
        } else {
            Agreement::Equal
        };
        verdict
    }

    fn compare(&mut self, kernel: &KernelResult) {
        for trial in &kernel.trials {
            let values = || trial.values.iter().filter(|value| value.event != TICKS);
            if values().all(|value| value.status == Status::NotCounted) {
                let why = values().find_map(|value| value.reason.clone()).filter(|_| self.uncounted == 0);
                self.remarks.extend(why.map(|why| format!("nothing counted: {why}")));
                self.uncounted += 1;
            }
            for value in &trial.values {
                let form = value.expected.or(value.expected_least);
                let (Some(measured), Some(_)) = (value.value, form) else {
                    if value.status == Status::Error {
                        self.impossible += 1;
                        self.remarks.push(format!(
                            "{} trial {}: {}",
                            kernel.kernel,
                            trial.trial,
                            value.reason.as_deref().unwrap_or_default()
                        ));
                    }
                    continue;
                };
                self.compared += 1;
                self.ranges += u64::from(value.expected_least.is_some());
                if value.status == Status::Mismatch {
                    self.mismatches.push(Mismatch {
                        run: kernel.run,
                        kernel: kernel.kernel.clone(),
                        trial: trial.trial,
                        n: trial.n,
                        event: value.event.clone(),
                        measured,
                        expected: value.expected,
                        expected_least: value.expected_least,
                        expected_most: value.expected_most,
                    });
                }
            }
        }
    }
}

/// Words of the boot arguments with which a kernel of a suite can be asked for what it
/// would not do of itself.
const DEMANDS: [&str; 4] = ["n=", "warmup=", "translation=", "state="];

/// Whether every kernel of this report was asked for.
fn asked_for(results: &Results) -> bool {
    let header = &results.header;
    let by_name = header.suite.as_ref().is_some_and(|suite| suite.name == "-");
    let words = header.arguments.as_ref().map_or("", |arguments| &arguments.text);
    let demanded = words.split(' ').any(|word| DEMANDS.iter().any(|name| word.starts_with(name)));
    by_name || demanded || results.kernels.is_empty()
}
