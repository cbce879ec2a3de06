//! What the structural check can find.

use std::fmt;

use crate::record::State;
use crate::word::Word;

/// Records that do not make sense together. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A record after one that it must stand before.
    Order {
        /// Its line.
        line: usize,
        /// Its type.
        name: &'static str,
        /// The type of the record that should come later.
        after: &'static str,
    },
    /// A second record of a type that stands once.
    Repeated {
        /// Its line.
        line: usize,
        /// Its type.
        name: &'static str,
    },
    /// A type that only an answer of the monitor has, in another report.
    Unasked {
        /// Its line.
        line: usize,
        /// Its type.
        name: &'static str,
    },
    /// A type that stands in every report is not there.
    Absent {
        /// The type.
        name: &'static str,
        /// A type that is there and stands later.
        before: &'static str,
    },
    /// A `counter` record for a counter that is not PMC1 to PMC6, or again.
    Counter {
        /// Its line.
        line: usize,
        /// Its counter.
        pmc: u32,
    },
    /// Clock rates that no target has.
    Clock {
        /// The line of the `clock` record.
        line: usize,
        /// Time base ticks a second.
        tb_hz: u32,
        /// QEMU's icount shift.
        icount_shift: Option<u32>,
    },
    /// A counter that is said to count and did not advance as it must.
    Counts {
        /// The line of the `counter` record.
        line: usize,
        /// Its counter.
        pmc: u32,
        /// Fewest events of the known loop.
        expected: u32,
        /// What it advanced by.
        advanced: u32,
    },
    /// A verdict on the time base that does not follow from the numbers.
    Exact {
        /// The line of the `time-base` record.
        line: usize,
        /// Instructions of the known loop.
        instructions: u64,
        /// Ticks it took.
        ticks: u64,
        /// Instructions of the window.
        overhead: u32,
        /// The verdict.
        exact: bool,
    },
    /// A second `time-base` record for the same state.
    TimeBase {
        /// Its line.
        line: usize,
        /// Its state.
        state: State,
    },
    /// Runs are numbered from 0 in order of execution.
    RunNumber {
        /// The line of the `kernel` record.
        line: usize,
        /// The run it names.
        run: u32,
        /// The number that is next.
        next: u32,
    },
    /// A record names another run than the one in progress.
    OtherRun {
        /// Its line.
        line: usize,
        /// Its type.
        name: &'static str,
        /// The run it names.
        run: u32,
        /// The run of the last `kernel` record; `None` before the first.
        current: Option<u32>,
    },
    /// A record of a run that a fault has ended.
    AfterFault {
        /// Its line.
        line: usize,
        /// Its type.
        name: &'static str,
        /// The run.
        run: u32,
    },
    /// A number of iterations that is neither n nor 2n of the run.
    Iterations {
        /// The record's line.
        line: usize,
        /// Its type.
        name: &'static str,
        /// The run.
        run: u32,
        /// The iterations it states.
        found: u64,
        /// The run's n.
        n: u64,
    },
    /// A second `expect` record for the same iterations.
    ExpectRepeated {
        /// Its line.
        line: usize,
        /// The run.
        run: u32,
        /// The iterations.
        n: u64,
    },
    /// A trial before the `expect` record for its iterations.
    TrialBeforeExpect {
        /// The line of the trial.
        line: usize,
        /// The run.
        run: u32,
        /// The iterations.
        n: u64,
    },
    /// Trials of a run are numbered from 0.
    TrialNumber {
        /// The line of the trial.
        line: usize,
        /// The run.
        run: u32,
        /// The trial's number.
        trial: u32,
        /// The number that is next.
        next: u32,
    },
    /// A run that no fault ended has another number of trials than it states.
    TrialCount {
        /// The line of the `kernel` record.
        line: usize,
        /// The run.
        run: u32,
        /// The iterations.
        n: u64,
        /// Trials with so many iterations.
        found: u32,
        /// Trials that the `kernel` record states.
        stated: u32,
    },
    /// A second `code` record before the `sampling` record of the first.
    CodeRepeated {
        /// The line of the second.
        line: usize,
        /// The run.
        run: u32,
    },
    /// A record of a sampled call whose `code` record is not there.
    SampleBeforeCode {
        /// Its line.
        line: usize,
        /// Its type.
        name: &'static str,
        /// The run.
        run: u32,
    },
    /// Samples of a call are numbered from 0.
    SampleNumber {
        /// The line of the sample.
        line: usize,
        /// The run.
        run: u32,
        /// The sample's number.
        sample: u32,
        /// The number that is next.
        next: u32,
    },
    /// A sampled call has another number of samples than it states.
    SampleCount {
        /// The line of the `sampling` record.
        line: usize,
        /// The run.
        run: u32,
        /// Samples that are there.
        found: u32,
        /// Samples that the `sampling` record states.
        stated: u32,
    },
    /// A sampled call without its `sampling` record.
    SamplingAbsent {
        /// The line of the `code` record.
        line: usize,
        /// The run.
        run: u32,
        /// Its samples.
        found: u32,
    },
    /// Another number of kernels than the suite states.
    KernelCount {
        /// The line of the `suite` record.
        line: usize,
        /// `kernel` and `skip` records.
        found: u32,
        /// Kernels that the `suite` record states.
        stated: u32,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order { line, name, after } => {
                write!(f, "line {line}: record `{name}` cannot stand after record `{after}`")
            }
            Self::Repeated { line, name } => write!(f, "line {line}: a second `{name}` record"),
            Self::Unasked { line, name } => {
                write!(f, "line {line}: record `{name}` without an `answer` record before it")
            }
            Self::Absent { name, before } => {
                write!(f, "there is no `{name}` record, which must stand before the `{before}` record")
            }
            Self::Counter { line, pmc } => {
                write!(f, "line {line}: pmc={pmc}, legal is each of 1 to 6 at most once, in this order")
            }
            Self::Clock { line, tb_hz, icount_shift } => {
                write!(f, "line {line}: tb_hz={tb_hz} icount_shift=")?;
                match icount_shift {
                    Some(shift) => write!(f, "{shift}")?,
                    None => f.write_str("-")?,
                }
                f.write_str(", legal are a rate from 1 and a shift to 10")
            }
            Self::Counts { line, pmc, expected, advanced } => {
                write!(
                    f,
                    "line {line}: counts=yes for pmc={pmc}, which advanced by {advanced}, not by {expected} or more"
                )
            }
            Self::Exact { line, instructions, ticks, overhead, exact } => {
                let (said, not) = if *exact { ("yes", " not") } else { ("no", "") };
                write!(
                    f,
                    "line {line}: exact={said}, but with these rates {ticks} ticks are{not} {instructions} instructions \
                     and {overhead} of the window"
                )
            }
            Self::TimeBase { line, state } => {
                write!(f, "line {line}: a second `time-base` record for the state {}", state.word())
            }
            Self::RunNumber { line, run, next } => {
                write!(f, "line {line}: the kernel is run {run}, the next run is {next}")
            }
            Self::OtherRun { line, name, run, current: None } => {
                write!(f, "line {line}: the `{name}` record is of run {run}, but no `kernel` record is before it")
            }
            Self::OtherRun { line, name, run, current: Some(current) } => {
                write!(f, "line {line}: the `{name}` record is of run {run}, the run in progress is {current}")
            }
            Self::AfterFault { line, name, run } => {
                write!(f, "line {line}: the `{name}` record is of run {run}, which a fault has ended")
            }
            Self::Iterations { line, name, run, found, n } => {
                write!(f, "line {line}: the `{name}` record has n={found}, run {run} has n={n} and twice as many")
            }
            Self::ExpectRepeated { line, run, n } => {
                write!(f, "line {line}: a second `expect` record of run {run} for n={n}")
            }
            Self::TrialBeforeExpect { line, run, n } => {
                write!(f, "line {line}: a trial of run {run} with n={n} before the `expect` record for it")
            }
            Self::TrialNumber { line, run, trial, next } => {
                write!(f, "line {line}: trial {trial} of run {run}, the next trial is {next}")
            }
            Self::TrialCount { line, run, n, found, stated } => {
                write!(f, "line {line}: run {run} states {stated} trials with n={n}, there are {found}")
            }
            Self::CodeRepeated { line, run } => {
                write!(f, "line {line}: a second `code` record of run {run} before the `sampling` record of the first")
            }
            Self::SampleBeforeCode { line, name, run } => {
                write!(f, "line {line}: a `{name}` record of run {run} without a `code` record before it")
            }
            Self::SampleNumber { line, run, sample, next } => {
                write!(f, "line {line}: sample {sample} of run {run}, the next sample is {next}")
            }
            Self::SampleCount { line, run, found, stated } => {
                write!(f, "line {line}: the sampled call of run {run} states {stated} samples, there are {found}")
            }
            Self::SamplingAbsent { line, run, found } => write!(
                f,
                "line {line}: the sampled call of run {run} has {found} samples and no `sampling` record after them"
            ),
            Self::KernelCount { line, found, stated } => {
                write!(f, "line {line}: the suite states {stated} kernels, there are {found} that ran or were skipped")
            }
        }
    }
}

impl std::error::Error for Problem {}
