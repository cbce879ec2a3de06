//! Reports into what `stat` shows: [`Measured`].
//!
//! A kernel with certain parameters is measured in one or several passes, each a report of
//! its own. What a counter says is the difference of neighbouring trials at 2n and n, and
//! stays with its pass: nothing here joins values of two.

use std::collections::HashMap;

use report_format::record::State;
use report_format::word::Word;

use super::anchors::Anchors;
use crate::metrics::{Counts, violations};
use crate::plan::{CYCLES, INSTRUCTIONS};
use crate::results::{EXECUTED, Exactness, Fault, KernelResult, Results, Source, Status, TICKS, Trial, Value};
use crate::statistics::{Difference, Flag, flags};

/// One kernel with certain parameters, in all its passes.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// What was measured.
    pub subject: Subject,
    /// Trials at n and as many at 2n.
    pub trials: u32,
    /// Its passes in the order in which they ran.
    pub passes: Vec<Pass>,
    /// What ended a pass early.
    pub faults: Vec<Fault>,
}

/// What tells one measurement from another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    /// Kernel id.
    pub kernel: String,
    /// `name:value,...` or `-`.
    pub parameters: String,
    /// How addresses were translated.
    pub translation: &'static str,
    /// The state it ran in.
    pub state: &'static str,
    /// Iterations of the shorter trials.
    pub n: u64,
    /// Iterations before each trial.
    pub warmup: u64,
}

/// One run of a kernel with up to six events.
#[derive(Clone, Debug, PartialEq)]
pub struct Pass {
    /// What was counted: executed instructions, the time base, then PMC1 to PMC6.
    pub rows: Vec<Row>,
    /// Clocks and completed instructions, to be compared with those of other passes.
    pub anchors: Anchors,
    /// Ticks of the time base a second, where it is known.
    pub tb_hz: Option<u32>,
    /// The same for metrics.
    pub counts: Counts,
}

/// One event in one pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Event id.
    pub event: String,
    /// The counter, 1 to 6; absent where it is none.
    pub pmc: Option<u8>,
    /// The counter's code.
    pub code: Option<u8>,
    /// What is counted: `events`, `instructions` or `ticks`.
    pub unit: &'static str,
    /// Who counted.
    pub source: Source,
    /// How far the counts can be trusted.
    pub exactness: Option<Exactness>,
    /// What n iterations add, or why that is not known.
    pub outcome: Result<Difference, NotCounted>,
    /// The least and the most that the closed form has for n iterations.
    pub expected: Option<(u64, u64)>,
    /// What the median does not show.
    pub flags: Vec<Flag>,
}

/// Why there is no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotCounted {
    /// In one word.
    pub status: Status,
    /// In many.
    pub reason: String,
}

impl Subject {
    fn of(kernel: &KernelResult) -> Self {
        Self {
            kernel: kernel.kernel.clone(),
            parameters: kernel.parameters.clone(),
            translation: kernel.translation,
            state: kernel.state,
            n: kernel.n,
            warmup: kernel.warmup,
        }
    }

    /// Kernel and parameters as they are typed.
    #[must_use]
    pub fn typed(&self) -> String {
        let mut words = vec![self.kernel.clone()];
        if self.parameters != "-" {
            words.extend(self.parameters.split(',').map(|parameter| parameter.replacen(':', "=", 1)));
        }
        if self.translation != "bat" {
            words.push(format!("translation={}", self.translation));
        }
        if self.state != State::Supervisor.word() {
            words.push(format!("state={}", self.state));
        }
        words.join(" ")
    }
}

/// All that reports measured, in the order in which it first came. A pass that was measured
/// again, with the same counters, takes the place of the earlier one.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// One a kernel with certain parameters.
    pub all: Vec<Measured>,
    /// The place of each by what tells it from others.
    places: HashMap<Subject, usize>,
}

impl Gathered {
    /// Adds what a report measured.
    pub fn add(&mut self, results: &Results) {
        for kernel in &results.kernels {
            let subject = Subject::of(kernel);
            let pass = Pass::of(kernel, results);
            let place = *self.places.entry(subject.clone()).or_insert(self.all.len());
            if place == self.all.len() {
                let trials = kernel.trials_each;
                self.all.push(Measured { subject, trials, passes: Vec::new(), faults: Vec::new() });
            }
            let measured = &mut self.all[place];
            measured.faults.extend(kernel.faults.iter().cloned());
            match measured.passes.iter_mut().find(|earlier| earlier.counts_the_same(&pass)) {
                Some(earlier) => *earlier = pass,
                None => measured.passes.push(pass),
            }
        }
    }
}

/// All that these reports measured.
#[must_use]
pub fn gather<'a>(reports: impl IntoIterator<Item = &'a Results>) -> Vec<Measured> {
    let mut gathered = Gathered::default();
    reports.into_iter().for_each(|results| gathered.add(results));
    gathered.all
}

/// The laws between events that passes break, each as a line that names the pass where there
/// are several.
#[must_use]
pub fn broken_laws(measured: &Measured) -> Vec<String> {
    let several = measured.passes.len() > 1;
    let name = |number: usize| if several { format!("pass {}: ", number + 1) } else { String::new() };
    let of = |(number, pass): (usize, &Pass)| {
        let broken = violations(&pass.counts).1;
        broken.into_iter().map(move |violation| format!("{}{violation}", name(number))).collect::<Vec<_>>()
    };
    measured.passes.iter().enumerate().flat_map(of).collect()
}

impl Pass {
    fn of(kernel: &KernelResult, results: &Results) -> Self {
        let rows: Vec<Row> = kernel
            .trials
            .first()
            .map(|first| first.values.iter().map(|value| Row::of(kernel, value)).collect())
            .unwrap_or_default();
        Self {
            anchors: Anchors::of(&rows),
            rows,
            tb_hz: results.header.clock.as_ref().map(|clock| clock.tb_hz),
            counts: Counts::of(&results.header, kernel, 1),
        }
    }

    fn counts_the_same(&self, other: &Self) -> bool {
        let counters = |pass: &Self| pass.rows.iter().map(|row| (row.pmc, row.code)).collect::<Vec<_>>();
        counters(self) == counters(other)
    }

    /// The row of an event, of the lowest counter that has it.
    #[must_use]
    pub fn row(&self, event: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.event == event)
    }

    /// Nanoseconds that n iterations take by the time base, where that keeps time: of one
    /// that counts instructions they would be none.
    #[must_use]
    pub fn nanoseconds(&self) -> Option<f64> {
        let ticks = self.row(TICKS).filter(|row| row.source != Source::Instructions)?;
        let hertz = f64::from(self.tb_hz.filter(|hertz| *hertz > 0)?);
        Some(ticks.outcome.as_ref().ok()?.pairs.median * 1e9 / hertz)
    }
}

impl Row {
    /// What all trials say about the event that this value of the first one is of.
    fn of(kernel: &KernelResult, first: &Value) -> Self {
        let all = |n: u64| {
            let trials = kernel.trials.iter().filter(move |trial| trial.n == n);
            trials.filter_map(|trial| same(trial, first)).collect::<Vec<_>>()
        };
        let (once, twice) = (all(kernel.n), all(kernel.n.saturating_mul(2)));
        Self {
            event: first.event.clone(),
            pmc: first.pmc,
            code: first.code,
            unit: first.unit,
            source: first.source,
            exactness: first.exactness,
            outcome: outcome(kernel, &once, &twice),
            expected: expected(&once, &twice),
            flags: flags(&differences(&pairs(&once, &twice))),
        }
    }

    /// Whether it is an anchor.
    #[must_use]
    pub fn is_anchor(&self) -> bool {
        [CYCLES, INSTRUCTIONS].contains(&self.event.as_str())
    }

    /// Whether it is no counter's.
    #[must_use]
    pub fn is_of_the_time_base(&self) -> bool {
        [EXECUTED, TICKS].contains(&self.event.as_str())
    }
}

/// The value of the same event in another trial.
fn same<'a>(trial: &'a Trial, first: &Value) -> Option<&'a Value> {
    trial.values.iter().find(|value| (&value.event, value.pmc) == (&first.event, first.pmc))
}

fn outcome(kernel: &KernelResult, once: &[&Value], twice: &[&Value]) -> Result<Difference, NotCounted> {
    if let Some(value) = once.iter().chain(twice).find(|value| value.value.is_none()) {
        let reason = value.reason.clone().unwrap_or_else(|| "no value".to_owned());
        return Err(NotCounted { status: value.status, reason });
    }
    Difference::of(&pairs(once, twice)).ok_or_else(|| match kernel.faults.first() {
        Some(fault) => NotCounted { status: Status::Fault, reason: fault.to_string() },
        None => NotCounted { status: Status::Missing, reason: "there is no trial at 2n iterations".to_owned() },
    })
}

/// Trials at n, each with the one at 2n behind it.
fn pairs(once: &[&Value], twice: &[&Value]) -> Vec<(u64, u64)> {
    once.iter().zip(twice).filter_map(|(once, twice)| Some((once.value?, twice.value?))).collect()
}

fn differences(pairs: &[(u64, u64)]) -> Vec<i128> {
    pairs.iter().map(|(once, twice)| i128::from(*twice) - i128::from(*once)).collect()
}

/// The closed form of n iterations, as the difference of those of 2n and n.
fn expected(once: &[&Value], twice: &[&Value]) -> Option<(u64, u64)> {
    let (once, twice) = (once.first()?, twice.first()?);
    let least = |value: &Value| value.expected.or(value.expected_least);
    let most = |value: &Value| value.expected.or(value.expected_most);
    Some((least(twice)?.checked_sub(least(once)?)?, most(twice)?.checked_sub(most(once)?)?))
}
