//! From runs to values that a picture can show: [`Cost`], [`Curve`].

use std::collections::BTreeSet;

use crate::catalogue;
use crate::results::{KernelResult, Results, Source};
use crate::statistics::{Difference, Resolution};

/// The event of processor cycles, the same on every counter.
pub const CYCLES: &str = "processor-cycles";

/// What an operation costs: the median of the differences of trials at 2n and n, divided by
/// the operations of n iterations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The median.
    pub value: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Who counted.
    pub source: Source,
}

impl Cost {
    /// The same in another unit.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, low: self.low * factor, high: self.high * factor, ..self }
    }

    /// A quotient by this; the ends change places.
    #[must_use]
    pub fn dividing(self, dividend: f64) -> Self {
        Self { value: dividend / self.value, low: dividend / self.high, high: dividend / self.low, ..self }
    }
}

/// What one operation of a run costs in an event, `operations` of them in an iteration.
///
/// # Errors
///
/// Why nobody knows: nothing counted it, or the difference cannot be told from nothing.
pub fn cost(run: &KernelResult, event: &str, operations: u64) -> Result<Cost, String> {
    let found = run.trials.iter().map(|trial| (trial.n, trial.values.iter().find(|value| value.event == event)));
    let (mut once, mut twice, mut source) = (Vec::new(), Vec::new(), Source::None);
    for (n, value) in found {
        let value = value.ok_or_else(|| format!("no counter was set to {event}"))?;
        let Some(count) = value.value else {
            return Err(value.reason.clone().unwrap_or_else(|| format!("nothing counted {event}")));
        };
        source = value.source;
        if n == run.n { once.push(count) } else { twice.push(count) }
    }
    let pairs: Vec<(u64, u64)> = once.into_iter().zip(twice).collect();
    let difference = Difference::of(&pairs).ok_or_else(|| "there is no pair of trials at n and 2n".to_owned())?;
    if difference.resolution == Resolution::Below {
        return Err(format!("the difference of 2n and n is below resolution ({})", difference.pairs));
    }
    let each = 1.0 / (run.n as f64 * operations as f64);
    let interval = difference.pairs.interval;
    Ok(Cost {
        value: difference.pairs.median * each,
        low: interval.low as f64 * each,
        high: interval.high as f64 * each,
        source,
    })
}

/// What one operation of a run costs in an event.
///
/// # Errors
///
/// As [`cost`], or nobody knows how many operations there are.
pub fn an_operation(run: &KernelResult, event: &str) -> Result<Cost, String> {
    let known = catalogue::operation(&run.kernel, &run.parameters).filter(|(_, count)| *count > 0);
    let (_, count) = known.ok_or("this program does not know the kernel or its parameters")?;
    cost(run, event, count)
}

fn own(run: &KernelResult) -> impl Iterator<Item = (&str, &str)> {
    run.parameters.split(',').filter_map(|parameter| parameter.split_once(':'))
}

/// Parameters and mode of a run.
#[must_use]
pub fn properties(run: &KernelResult) -> Vec<(&str, &str)> {
    own(run).chain([("translation", run.translation), ("state", run.state)]).collect()
}

/// Runs in the order of the catalogue, those of a kernel by their growing numbers.
#[must_use]
pub fn sorted(results: &Results) -> Vec<&KernelResult> {
    let order = |run: &KernelResult| catalogue::kernels().position(|kernel| kernel.id == run.kernel);
    let sizes = |run: &KernelResult| own(run).map(|(_, value)| value.parse::<u64>().ok()).collect::<Vec<_>>();
    let mut runs: Vec<&KernelResult> = results.kernels.iter().collect();
    runs.sort_by_cached_key(|run| (order(run), sizes(run)));
    runs
}

/// The number that a run has for a parameter.
#[must_use]
pub fn number(run: &KernelResult, name: &str) -> Option<u64> {
    own(run).find(|(own, _)| *own == name)?.1.parse().ok()
}

/// Runs of one kernel that differ in one parameter, by its growing value.
#[derive(Clone, Debug)]
pub struct Curve<'a> {
    /// What else they have, in the order of the parameters.
    pub properties: Vec<(&'a str, &'a str)>,
    /// The parameter's values and the runs.
    pub runs: Vec<(u64, &'a KernelResult)>,
}

impl Curve<'_> {
    /// The value of a property, as a number.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        self.properties.iter().find(|(own, _)| *own == name)?.1.parse().ok()
    }
}

/// The curves of a kernel along a parameter, in the order of their other numbers. Of runs
/// that agree in everything the one with the most iterations is taken.
#[must_use]
pub fn curves<'a>(results: &'a Results, kernel: &str, along: &str) -> Vec<Curve<'a>> {
    let mut curves: Vec<Curve<'a>> = Vec::new();
    for run in results.kernels.iter().filter(|run| run.kernel == kernel) {
        let Some(value) = number(run, along) else { continue };
        let others: Vec<_> = properties(run).into_iter().filter(|(name, _)| *name != along).collect();
        let place = curves.iter().position(|curve| curve.properties == others).unwrap_or_else(|| {
            curves.push(Curve { properties: others, runs: Vec::new() });
            curves.len() - 1
        });
        let runs = &mut curves[place].runs;
        match runs.iter_mut().find(|(other, _)| *other == value) {
            Some((_, known)) if known.n < run.n => *known = run,
            Some(_) => {}
            None => runs.push((value, run)),
        }
    }
    for curve in &mut curves {
        curve.runs.sort_by_key(|(value, _)| *value);
    }
    let key = |curve: &Curve<'a>| -> Vec<(Option<u64>, String)> {
        curve.properties.iter().map(|(_, value)| (value.parse().ok(), (*value).to_owned())).collect()
    };
    curves.sort_by_key(key);
    curves
}

/// In which properties the curves differ.
#[must_use]
pub fn varying(curves: &[Curve<'_>]) -> Vec<String> {
    let first = curves.first().map_or(&[][..], |curve| &curve.properties);
    let values = |name: &str| -> BTreeSet<Option<&str>> {
        let of = |curve: &Curve<'_>| curve.properties.iter().position(|(own, _)| *own == name);
        curves.iter().map(|curve| of(curve).map(|at| curve.properties[at].1)).collect()
    };
    first.iter().filter(|(name, _)| values(name).len() > 1).map(|(name, _)| (*name).to_owned()).collect()
}

/// `name value, name value` of the properties that are chosen.
#[must_use]
pub fn told(properties: &[(&str, &str)], chosen: impl Fn(&str) -> bool) -> String {
    let words = properties.iter().filter(|(name, _)| chosen(name)).map(|(name, value)| format!("{name} {value}"));
    words.collect::<Vec<_>>().join(", ")
}
