//! The counts of one pass: [`Counts`].
//!
//! A pass is one setting of the six selectors, and only its counts were taken while the
//! same instructions ran. A value is made of one [`Counts`] and of nothing else, so that no
//! ratio can have its numerator from one pass and its divisor from another.

use serde::Serialize;

use super::formula::Formula;
use super::metric::Range;
use super::quantity::{Form, Quantity};
use crate::catalogue;
use crate::results::{Header, KernelResult, TICKS, counts_all};
use crate::statistics::{Difference, Resolution};

/// Which pass: the run of a kernel in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Pass {
    /// The report in its log, from 1.
    pub report: usize,
    /// The run in the report, from 0.
    pub run: u32,
}

/// Everything that one pass has a number for.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    pass: Pass,
    entries: Vec<(Quantity, Result<Count, String>)>,
}

/// One number, and what it was in each pair of trials.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// The median.
    pub median: f64,
    /// Each pair's, in the order of the trials; one for what does not vary.
    pub pairs: Vec<f64>,
}

/// The value of a formula in a pass, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The pass.
    pub pass: Pass,
    /// The value from the medians.
    pub value: Option<f64>,
    /// The least and the greatest of the pairs of trials.
    pub spread: Option<(f64, f64)>,
    /// Why there is none; with a value, why to doubt it.
    pub reason: Option<String>,
}

impl Counts {
    /// A pass without any count.
    #[must_use]
    pub const fn new(pass: Pass) -> Self {
        Self { pass, entries: Vec::new() }
    }

    /// The counts of a kernel's run: what n iterations add, trials at 2n less those at n.
    #[must_use]
    pub fn of(header: &Header, kernel: &KernelResult, report: usize) -> Self {
        let mut counts = Self::new(Pass { report, run: kernel.run });
        let events = kernel.trials.first().into_iter().flat_map(|trial| &trial.values);
        for value in events {
            let quantity = match value.pmc {
                Some(pmc) => Quantity::of_counter(pmc, value.code.unwrap_or_default()),
                None if value.event == TICKS => Some(Quantity::Ticks),
                None => None,
            };
            if let Some(quantity) = quantity.filter(|quantity| !counts.has(quantity)) {
                counts.add(quantity, difference(kernel, &value.event, value.pmc));
            }
        }
        // Where the unit froze or waited in between, counts are of a part of the closed form.
        let whole = kernel.trials.iter().all(|trial| counts_all(trial.mmcr0.0));
        let form = |n| kernel.expected.iter().find(|counts| counts.n == n);
        for name in Form::ALL {
            let of = |n| form(n).and_then(|counts| name.of(counts));
            let count = match name {
                Form::Operations => operations(kernel),
                _ => of(kernel.n.saturating_mul(2)).zip(of(kernel.n)).and_then(|(twice, once)| twice.checked_sub(once)),
            };
            let count = match whole {
                true => fixed(count, "the report has no closed form of it"),
                false => Err("the counters were frozen in a part of the kernel".to_owned()),
            };
            counts.add(Quantity::Form(name), count);
        }
        let clock = header.clock.as_ref();
        let rate = |hertz: Option<u32>| fixed(hertz.map(u64::from), "the report states no rate");
        counts.add(Quantity::TimeBaseRate, rate(clock.map(|clock| clock.tb_hz).filter(|hertz| *hertz > 0)));
        counts.add(Quantity::CoreRate, rate(clock.and_then(|clock| clock.core_hz)));
        counts
    }

    /// Adds a count, or why there is none.
    pub fn add(&mut self, quantity: Quantity, count: Result<Count, String>) {
        self.entries.push((quantity, count));
    }

    /// The pass.
    #[must_use]
    pub const fn pass(&self) -> Pass {
        self.pass
    }

    /// Whether the pass was to count this, and did or did not.
    #[must_use]
    pub fn has(&self, quantity: &Quantity) -> bool {
        self.entry(quantity).is_some()
    }

    fn entry(&self, quantity: &Quantity) -> Option<&Result<Count, String>> {
        self.entries.iter().find(|(own, _)| own.is(quantity)).map(|(_, count)| count)
    }

    fn count(&self, quantity: &Quantity) -> Result<&Count, String> {
        match self.entry(quantity) {
            None => Err(format!("{quantity} is not counted in this pass")),
            Some(Err(reason)) => Err(format!("{quantity}: {reason}")),
            Some(Ok(count)) => Ok(count),
        }
    }

    /// The median of a count.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn get(&self, quantity: &Quantity) -> Result<f64, String> {
        self.count(quantity).map(|count| count.median)
    }

    /// The events that the pass was to count, on its counters or by its time base.
    pub fn counted(&self) -> impl Iterator<Item = &Quantity> {
        let quantities = self.entries.iter().map(|(quantity, _)| quantity);
        quantities.filter(|quantity| matches!(quantity, Quantity::Event { .. } | Quantity::Ticks))
    }

    /// What a formula is in this pass.
    ///
    /// # Errors
    ///
    /// Why it is nothing.
    pub fn value(&self, formula: &Formula) -> Result<f64, String> {
        formula.value(&|quantity| self.count(quantity).map(|count| count.median))
    }

    /// The same for each pair of trials; none where one of them has no value.
    fn pairs(&self, formula: &Formula) -> Vec<f64> {
        let counts = formula.quantities().into_iter().filter_map(|quantity| self.count(quantity).ok());
        let most = counts.map(|count| count.pairs.len()).max().unwrap_or(0);
        let of = |pair: usize| {
            formula.value(&|quantity| {
                let count = self.count(quantity)?;
                let value = if count.pairs.len() == 1 { count.pairs.first() } else { count.pairs.get(pair) };
                value.copied().ok_or_else(String::new)
            })
        };
        (0..most).map(of).collect::<Result<_, _>>().unwrap_or_default()
    }

    pub(super) fn outcome(&self, formula: &Formula, range: Range) -> Outcome {
        let outcome = Outcome { pass: self.pass, value: None, spread: None, reason: None };
        match self.value(formula) {
            Err(reason) => Outcome { reason: Some(reason), ..outcome },
            Ok(value) => {
                let pairs = self.pairs(formula);
                let least = pairs.iter().copied().min_by(f64::total_cmp);
                let most = pairs.iter().copied().max_by(f64::total_cmp);
                let Range { least: low, most: high } = range;
                let doubt = || match high.is_finite() {
                    true => format!("it must be {low} to {high}"),
                    false => format!("it must be {low} or more"),
                };
                let reason = (!range.holds(value)).then(doubt);
                Outcome { value: Some(value), spread: least.zip(most), reason, ..outcome }
            }
        }
    }
}

impl Count {
    /// A number that does not vary.
    #[must_use]
    pub fn fixed(value: f64) -> Self {
        Self { median: value, pairs: vec![value] }
    }
}

fn fixed(count: Option<u64>, why_not: &str) -> Result<Count, String> {
    count.map(|count| Count::fixed(count as f64)).ok_or_else(|| why_not.to_owned())
}

/// What n iterations add to an event, or why that is not known.
fn difference(kernel: &KernelResult, event: &str, pmc: Option<u8>) -> Result<Count, String> {
    let pairs = kernel.pairs(event, pmc)?;
    let found = Difference::of(&pairs).ok_or("there is no trial at 2n")?;
    match found.resolution {
        Resolution::Below => Err(found.to_string()),
        Resolution::Above | Resolution::Nothing => Ok(Count {
            median: found.pairs.median,
            pairs: pairs.iter().map(|(once, twice)| *twice as f64 - *once as f64).collect(),
        }),
    }
}

/// The operations of n iterations.
fn operations(kernel: &KernelResult) -> Option<u64> {
    let (_, each) = catalogue::operation(&kernel.kernel, &kernel.parameters)?;
    each.checked_mul(kernel.n)
}
