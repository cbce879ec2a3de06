//! The rules within one run: a `kernel` record up to the next one.

use super::Problem;
use crate::record::{Expect, Fault, Kernel, Phase, Sample, Sampling, Trial};

/// A run in progress.
pub(super) struct Run {
    line: usize,
    number: u32,
    n: u64,
    trials: u32,
    /// Trials so far.
    next_trial: u32,
    /// For n and for 2n.
    sides: [Side; 2],
    /// The sampled call that its `sampling` record has not closed yet: its line and
    /// the samples so far.
    sampled: Option<(usize, u32)>,
    faulted: bool,
}

/// What there is for one number of iterations.
#[derive(Default)]
struct Side {
    expected: bool,
    trials: u32,
}

impl Run {
    pub(super) fn new(line: usize, kernel: &Kernel<'_>) -> Self {
        let &Kernel { run, n, trials, .. } = kernel;
        Self { line, number: run, n, trials, next_trial: 0, sides: Default::default(), sampled: None, faulted: false }
    }

    pub(super) const fn number(&self) -> u32 {
        self.number
    }

    /// Whether a fault has ended the run.
    pub(super) const fn faulted(&self) -> bool {
        self.faulted
    }

    pub(super) fn expect(&mut self, line: usize, expect: &Expect, problems: &mut Vec<Problem>) {
        let (run, n) = (self.number, expect.n);
        let Some(side) = self.side(line, "expect", n, problems) else { return };
        if side.expected {
            problems.push(Problem::ExpectRepeated { line, run, n });
        }
        side.expected = true;
    }

    pub(super) fn trial(&mut self, line: usize, trial: &Trial, problems: &mut Vec<Problem>) {
        let (run, n) = (self.number, trial.n);
        if trial.trial != self.next_trial {
            problems.push(Problem::TrialNumber { line, run, trial: trial.trial, next: self.next_trial });
        }
        self.next_trial = trial.trial.saturating_add(1);
        let Some(side) = self.side(line, "trial", n, problems) else { return };
        if !side.expected {
            problems.push(Problem::TrialBeforeExpect { line, run, n });
        }
        side.trials += 1;
    }

    pub(super) fn code(&mut self, line: usize, problems: &mut Vec<Problem>) {
        if self.sampled.is_some() {
            problems.push(Problem::CodeRepeated { line, run: self.number });
        }
        self.sampled = Some((line, 0));
    }

    pub(super) fn sample(&mut self, line: usize, sample: &Sample, problems: &mut Vec<Problem>) {
        let run = self.number;
        let Some((_, next)) = &mut self.sampled else {
            problems.push(Problem::SampleBeforeCode { line, name: "sample", run });
            return;
        };
        if sample.sample != *next {
            problems.push(Problem::SampleNumber { line, run, sample: sample.sample, next: *next });
        }
        *next = sample.sample.saturating_add(1);
    }

    pub(super) fn sampling(&mut self, line: usize, sampling: &Sampling<'_>, problems: &mut Vec<Problem>) {
        let (run, stated) = (self.number, sampling.samples);
        match self.sampled.take() {
            None => problems.push(Problem::SampleBeforeCode { line, name: "sampling", run }),
            Some((_, found)) if found != stated => {
                problems.push(Problem::SampleCount { line, run, found, stated });
            }
            Some(_) => {}
        }
        self.side(line, "sampling", sampling.n, problems);
    }

    pub(super) fn fault(&mut self, line: usize, fault: &Fault<'_>, problems: &mut Vec<Problem>) {
        if fault.phase != Phase::Warmup {
            self.side(line, "fault", fault.n, problems);
        }
        self.faulted = true;
    }

    /// Compares the number of trials at the end of the run.
    pub(super) fn close(self, problems: &mut Vec<Problem>) {
        if self.faulted {
            return;
        }
        let Self { line, number: run, trials: stated, .. } = self;
        if let Some((line, found)) = self.sampled {
            problems.push(Problem::SamplingAbsent { line, run, found });
        }
        for (factor, side) in [1, 2].into_iter().zip(self.sides) {
            if side.trials != stated {
                let n = self.n.saturating_mul(factor);
                problems.push(Problem::TrialCount { line, run, n, found: side.trials, stated });
            }
        }
    }

    /// The side with so many iterations.
    fn side(&mut self, line: usize, name: &'static str, found: u64, problems: &mut Vec<Problem>) -> Option<&mut Side> {
        let [one, two] = &mut self.sides;
        if found == self.n {
            Some(one)
        } else if Some(found) == self.n.checked_mul(2) {
            Some(two)
        } else {
            problems.push(Problem::Iterations { line, name, run: self.number, found, n: self.n });
            None
        }
    }
}
