//! From a log to results.

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
    /// Reports in the log; the last one is read.
    pub reports: usize,
    /// Line of the first record that is read, from 1.
    pub first_line: Option<usize>,
    /// Records that came twice, unchanged.
    pub duplicates: usize,
}

impl Results {
    /// Reads the last report of a log.
    #[must_use]
    pub fn of(log: &Log<'_>) -> Self {
        let facts = LogFacts {
            lines: log.lines,
            foreign: log.foreign,
            reports: log.boots.len(),
            first_line: log.boots.last().map(|boot| boot.line),
            duplicates: log.boots.last().map_or(0, |boot| boot.duplicates),
        };
        match log.boots.last() {
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
        let findings = boot.findings.iter().map(ToString::to_string);
        let missing = findings.chain(problems.iter().map(ToString::to_string)).collect();
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
