//! From a log to results.

use std::mem::{Discriminant, discriminant};

use report_format::check::check;
use report_format::log::{Boot, Diagnosis, Log};
use report_format::record::{self, Record};
use report_format::word::Word;
use serde::Serialize;

use super::header::Header;
use super::kernel::{Expected, Fault, KernelResult, PerIteration, Skipped};
use super::sampling::SampledCall;
use super::trial::Facts;
use super::verdict::Verdict;
use super::{Completeness, Hex, SCHEMA, printable};

/// Everything that one report says, with values where values can be had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Results {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Whether the report is whole.
    pub report: Completeness,
    /// What is missing or damaged, in words; empty for a whole report.
    pub missing: Vec<String>,
    /// What else was in the log.
    pub log: LogFacts,
    /// What the report says before its first kernel.
    pub header: Header,
    /// Kernels in the order of execution.
    pub kernels: Vec<KernelResult>,
    /// Kernels that did not run.
    pub skipped: Vec<Skipped>,
    /// Errors that the image reported.
    pub errors: Vec<String>,
    /// Whether the counts are right.
    pub verdict: Verdict,
}

/// The log around the report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LogFacts {
    /// Lines in all.
    pub lines: usize,
    /// Lines that are no records: firmware's banner, noise.
    pub foreign: usize,
    /// Reports in the log, of which one is read.
    pub reports: usize,
    /// Line of the first record that is read, from 1.
    pub first_line: Option<usize>,
    /// Records that came twice, unchanged.
    pub duplicates: usize,
}

impl Results {
    /// Reads the last report of a log; the monitor's answers that measure nothing are
    /// passed over where there is another one.
    #[must_use]
    pub fn of(log: &Log<'_>) -> Self {
        let last = log.boots.iter().rposition(|boot| !only_answers(boot)).map_or(log.boots.len(), |place| place + 1);
        Self::of_report(log, last)
    }

    /// Reads the report with this number in the log, from 1; of a log that has none
    /// such, what a log without any record gives.
    #[must_use]
    pub fn of_report(log: &Log<'_>, number: usize) -> Self {
        let boot = number.checked_sub(1).and_then(|place| log.boots.get(place));
        let facts = LogFacts {
            lines: log.lines,
            foreign: log.foreign,
            reports: log.boots.len(),
            first_line: boot.map(|boot| boot.line),
            duplicates: boot.map_or(0, |boot| boot.duplicates),
        };
        match boot {
            Some(boot) => Self::of_boot(boot, facts),
            None => Self::empty(facts),
        }
    }

    fn of_boot(boot: &Boot<'_>, log: LogFacts) -> Self {
        let problems = check(boot);
        let report = match boot.diagnosis() {
            Diagnosis::Complete if problems.is_empty() => Completeness::Complete,
            // Nothing was lost and yet the records contradict each other.
            Diagnosis::Complete | Diagnosis::Corrupt => Completeness::Corrupt,
            Diagnosis::Truncated => Completeness::Truncated,
        };
        let missing = [few(&boot.findings), few(&problems)].concat();
        let mut results = Self { report, missing, ..Self::empty(log) };
        for entry in &boot.entries {
            results.header.take(&entry.record);
        }
        let header = results.header.clone();
        let facts = Facts::new(&header);
        for entry in &boot.entries {
            results.take(&entry.record, &facts);
        }
        for kernel in &mut results.kernels {
            kernel.per_iteration = PerIteration::of(kernel);
        }
        results.verdict = Verdict::of(&results);
        results
    }

    /// What a log without any record gives.
    fn empty(log: LogFacts) -> Self {
        Self {
            schema: SCHEMA,
            report: Completeness::Truncated,
            missing: vec!["the log holds no record of a report".to_owned()],
            log,
            header: Header::default(),
            kernels: Vec::new(),
            skipped: Vec::new(),
            errors: Vec::new(),
            verdict: Verdict::nothing(),
        }
    }

    /// Takes a record after the header. One whose kernel record was lost has no
    /// place to go; the report is corrupt then, and says so.
    fn take(&mut self, record: &Record<'_>, facts: &Facts<'_>) {
        match record {
            Record::Kernel(kernel) => self.kernels.push(KernelResult::new(kernel)),
            Record::Expect(expect) => {
                if let Some(kernel) = self.run(expect.run) {
                    kernel.expected.push(Expected::from(expect));
                }
            }
            Record::Trial(trial) => {
                if let Some(kernel) = self.run(trial.run) {
                    let expected = kernel.expected.iter().find(|counts| counts.n == trial.n);
                    let trial = facts.trial(trial, kernel.state, expected);
                    kernel.trials.push(trial);
                }
            }
            Record::Code(code) => {
                if let Some(kernel) = self.run(code.run) {
                    kernel.sampled = Some(SampledCall::new(code));
                }
            }
            Record::Sample(sample) => {
                if let Some(call) = self.run(sample.run).and_then(|kernel| kernel.sampled.as_mut()) {
                    call.take(sample);
                }
            }
            Record::Sampling(sampling) => {
                if let Some(call) = self.run(sampling.run).and_then(|kernel| kernel.sampled.as_mut()) {
                    call.close(sampling);
                }
            }
            Record::Fault(fault) => {
                if let Some(kernel) = self.run(fault.run) {
                    kernel.faults.push(Fault::from(fault));
                }
            }
            Record::Skip(skip) => {
                self.skipped.push(Skipped { kernel: printable(&skip.id), reason: printable(&skip.reason) });
            }
            Record::Error(error) => self.errors.push(printable(&error.text)),
            _ => {}
        }
    }

    fn run(&mut self, run: u32) -> Option<&mut KernelResult> {
        self.kernels.iter_mut().rev().find(|kernel| kernel.run == run)
    }
}

/// Most messages of one kind.
const MOST_OF_A_KIND: usize = 10;

/// The messages in their order, of each kind the first few and how many more there are:
/// a line in a bad state damages thousands of records, all for one reason.
fn few<T: ToString>(found: &[T]) -> Vec<String> {
    let mut kinds: Vec<(Discriminant<T>, String, usize)> = Vec::new();
    let mut messages = Vec::new();
    for item in found {
        let kind = discriminant(item);
        let place = kinds.iter().position(|(known, ..)| *known == kind).unwrap_or_else(|| {
            kinds.push((kind, item.to_string(), 0));
            kinds.len() - 1
        });
        kinds[place].2 += 1;
        if kinds[place].2 <= MOST_OF_A_KIND {
            messages.push(item.to_string());
        }
    }
    for (_, first, number) in kinds.into_iter().filter(|(.., number)| *number > MOST_OF_A_KIND) {
        messages.push(format!("and {} more like `{first}`", number - MOST_OF_A_KIND));
    }
    messages
}

/// Whether a boot is an answer of the monitor and nothing was to be measured, as far
/// as one can tell: of an answer that is not whole, one cannot.
fn only_answers(boot: &Boot<'_>) -> bool {
    let has = |wanted: fn(&Record<'_>) -> bool| boot.entries.iter().any(|entry| wanted(&entry.record));
    boot.diagnosis() == Diagnosis::Complete
        && has(|record| matches!(record, Record::Answer(_)))
        && !has(|record| matches!(record, Record::Suite(_)))
}

impl KernelResult {
    fn new(kernel: &record::Kernel<'_>) -> Self {
        Self {
            run: kernel.run,
            kernel: printable(&kernel.id),
            parameters: printable(&kernel.parameters),
            translation: kernel.translation.word(),
            state: kernel.state.word(),
            warmup: kernel.warmup,
            trials_each: kernel.trials,
            n: kernel.n,
            code: Hex(kernel.code),
            code_bytes: kernel.code_bytes,
            code_crc: Hex(kernel.code_crc),
            expected: Vec::new(),
            trials: Vec::new(),
            faults: Vec::new(),
            per_iteration: PerIteration::default(),
            sampled: None,
        }
    }
}

impl From<&record::Expect> for Expected {
    fn from(expect: &record::Expect) -> Self {
        let record::Expect {
            run: _,
            n,
            executed,
            completed_least,
            completed_most,
            branches,
            taken,
            loads,
            stores,
            float,
            vector,
        } = *expect;
        Self { n, executed, completed_least, completed_most, branches, taken, loads, stores, float, vector }
    }
}

impl From<&record::Fault<'_>> for Fault {
    fn from(fault: &record::Fault<'_>) -> Self {
        Self {
            n: fault.n,
            phase: fault.phase.word(),
            vector: Hex(fault.vector),
            cause: printable(&fault.cause),
            srr0: Hex(fault.srr0),
            srr1: Hex(fault.srr1),
            dsisr: Hex(fault.dsisr),
            dar: Hex(fault.dar),
        }
    }
}
