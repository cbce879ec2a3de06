//! Whether the records of a boot make sense together.
//!
//! Checksums and numbers say that every record is as the image wrote it and none
//! is missing; this step says that the image wrote them by the rules of
//! `docs/report-format.md`. It is apart from [`crate::log`] because a truncated
//! boot is worth looking at too: what is found here then says how far it came.

mod clock;
mod order;
mod problem;
mod run;

pub use problem::Problem;

use crate::log::{Boot, Entry};
use crate::record::{Record, State};
use clock::Rates;
use order::Order;
use run::Run;

/// Checks the records of a boot; an empty list is a good one.
#[must_use]
pub fn check(boot: &Boot<'_>) -> Vec<Problem> {
    let mut checker = Checker::default();
    for entry in &boot.entries {
        checker.order.record(entry, &mut checker.problems);
        checker.record(entry);
    }
    checker.close()
}

#[derive(Default)]
struct Checker {
    problems: Vec<Problem>,
    order: Order,
    /// Line of the `suite` record and the kernels it states.
    suite: Option<(usize, u32)>,
    /// Of the `clock` record.
    rates: Option<Rates>,
    /// States of the `time-base` records.
    time_bases: Vec<State>,
    /// The counter of the last `counter` record.
    last_counter: u32,
    /// The run in progress, or the one that a fault has ended.
    run: Option<Run>,
    next_run: u32,
    /// `kernel` and `skip` records.
    kernels: u32,
}

impl Checker {
    fn record(&mut self, entry: &Entry<'_>) {
        let line = entry.line;
        match &entry.record {
            Record::Clock(clock) => self.rates = Rates::new(line, clock, &mut self.problems),
            Record::Counter(counter) => {
                self.counter(line, counter.pmc);
                clock::counter(line, counter, &mut self.problems);
            }
            Record::TimeBase(check) => {
                self.time_base(line, check.state);
                if let Some(rates) = &self.rates {
                    rates.check(line, check, &mut self.problems);
                }
            }
            Record::Suite(suite) => self.suite = Some((line, suite.kernels)),
            Record::Kernel(kernel) => {
                self.kernels += 1;
                if kernel.run != self.next_run {
                    self.problems.push(Problem::RunNumber { line, run: kernel.run, next: self.next_run });
                }
                self.next_run = kernel.run.saturating_add(1);
                self.close_run();
                self.run = Some(Run::new(line, kernel));
            }
            Record::Skip(_) => self.kernels += 1,
            Record::Expect(expect) => {
                if let Some(run) = find_run(&mut self.run, &mut self.problems, line, "expect", expect.run) {
                    run.expect(line, expect, &mut self.problems);
                }
            }
            Record::Trial(trial) => {
                if let Some(run) = find_run(&mut self.run, &mut self.problems, line, "trial", trial.run) {
                    run.trial(line, trial, &mut self.problems);
                }
            }
            Record::Code(code) => {
                if let Some(run) = find_run(&mut self.run, &mut self.problems, line, "code", code.run) {
                    run.code(line, &mut self.problems);
                }
            }
            Record::Sample(sample) => {
                if let Some(run) = find_run(&mut self.run, &mut self.problems, line, "sample", sample.run) {
                    run.sample(line, sample, &mut self.problems);
                }
            }
            Record::Sampling(sampling) => {
                if let Some(run) = find_run(&mut self.run, &mut self.problems, line, "sampling", sampling.run) {
                    run.sampling(line, sampling, &mut self.problems);
                }
            }
            Record::Fault(fault) => {
                if let Some(run) = find_run(&mut self.run, &mut self.problems, line, "fault", fault.run) {
                    run.fault(line, fault, &mut self.problems);
                }
            }
            _ => {}
        }
    }

    fn counter(&mut self, line: usize, pmc: u32) {
        if pmc > 6 || pmc <= self.last_counter {
            self.problems.push(Problem::Counter { line, pmc });
        }
        self.last_counter = pmc;
    }

    fn time_base(&mut self, line: usize, state: State) {
        if self.time_bases.contains(&state) {
            self.problems.push(Problem::TimeBase { line, state });
        }
        self.time_bases.push(state);
    }

    fn close_run(&mut self) {
        if let Some(run) = self.run.take() {
            run.close(&mut self.problems);
        }
    }

    fn close(mut self) -> Vec<Problem> {
        self.close_run();
        if let Some((line, stated)) = self.suite
            && stated != self.kernels
        {
            self.problems.push(Problem::KernelCount { line, found: self.kernels, stated });
        }
        self.order.close(&mut self.problems);
        self.problems
    }
}

/// The run in progress where it is the one that a record names.
fn find_run<'a>(
    current: &'a mut Option<Run>,
    problems: &mut Vec<Problem>,
    line: usize,
    name: &'static str,
    run: u32,
) -> Option<&'a mut Run> {
    let number = current.as_ref().map(Run::number);
    match current {
        Some(current) if number == Some(run) && !current.faulted() => Some(current),
        Some(_) if number == Some(run) => {
            problems.push(Problem::AfterFault { line, name, run });
            None
        }
        _ => {
            problems.push(Problem::OtherRun { line, name, run, current: number });
            None
        }
    }
}
