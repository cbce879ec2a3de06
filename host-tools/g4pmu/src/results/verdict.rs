//! Whether the counts are what their closed forms say.

use serde::Serialize;

use super::header::Header;
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
    /// Those that differ.
    pub mismatches: Vec<Mismatch>,
    /// What is wrong beside them, or why nothing was compared.
    pub remarks: Vec<String>,
    /// Exceptions in kernels.
    pub faults: usize,
    /// Kernels that did not run.
    pub skipped: usize,
    /// Errors that the image reported.
    pub errors: usize,
}

/// Measured counts against closed forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// Every count that was compared is equal.
    Equal,
    /// A count differs, or one that should be there is not.
    Different,
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
    /// The closed form.
    pub expected: u64,
}

impl Verdict {
    /// The verdict on nothing.
    #[must_use]
    pub const fn nothing() -> Self {
        Self {
            counts: Agreement::NotCompared,
            compared: 0,
            mismatches: Vec::new(),
            remarks: Vec::new(),
            faults: 0,
            skipped: 0,
            errors: 0,
        }
    }

    /// Compares what can be compared.
    ///
    /// Where the image was told of `-icount`, every trial must have a count: a
    /// time base that is not exact then, and a trial whose ticks cannot be a count,
    /// are differences too.
    #[must_use]
    pub fn of(results: &Results) -> Self {
        let mut verdict = Self {
            faults: results.kernels.iter().map(|kernel| kernel.faults.len()).sum(),
            skipped: results.skipped.len(),
            errors: results.errors.len(),
            ..Self::nothing()
        };
        for kernel in &results.kernels {
            verdict.compare(kernel);
        }
        verdict.remarks.extend(wrong_clock(&results.header));
        verdict.counts = if !verdict.mismatches.is_empty() || !verdict.remarks.is_empty() {
            Agreement::Different
        } else if verdict.compared == 0 {
            Agreement::NotCompared
        } else {
            Agreement::Equal
        };
        verdict
    }

    fn compare(&mut self, kernel: &KernelResult) {
        for trial in &kernel.trials {
            for value in &trial.values {
                let (Some(measured), Some(expected)) = (value.value, value.expected) else {
                    if value.status == Status::Error {
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
                if measured != expected {
                    self.mismatches.push(Mismatch {
                        run: kernel.run,
                        kernel: kernel.kernel.clone(),
                        trial: trial.trial,
                        n: trial.n,
                        event: value.event.clone(),
                        measured,
                        expected,
                    });
                }
            }
        }
    }
}

/// A time base that should count instructions and does not.
fn wrong_clock(header: &Header) -> Option<String> {
    let told = header.clock.as_ref().is_some_and(|clock| clock.icount_shift.is_some());
    let check = header.time_base.iter().find(|check| told && !check.exact)?;
    Some(format!(
        "the time base does not count instructions in spite of icount=: {} executed in the known loop in {} state took \
         {} ticks",
        check.instructions, check.state, check.ticks
    ))
}
