//! One class beside four in random order, every count and every ratio.

use serde::Serialize;

use super::measured::{Measured, Measurements};
use crate::metrics::Quantity;

/// The two kernels.
pub(super) const ONE: &str = "dispatch/mono";
pub(super) const FOUR: &str = "dispatch/mega";

/// How far the two ways to a ratio of times may be apart.
const WITHIN: f64 = 0.1;

/// Both kernels, row for row.
#[derive(Debug, Serialize)]
pub struct Ratios {
    /// The rows.
    pub rows: Vec<Ratio>,
    /// The ratio of times, by the time base.
    pub time: Option<f64>,
    /// The same by two counters: more instructions, fewer of them in a cycle.
    pub by_ipc: Option<f64>,
    /// Whether the two agree, to a tenth.
    pub agree: Option<bool>,
}

/// One quantity of both.
#[derive(Debug, Serialize)]
pub struct Ratio {
    /// What it is.
    pub name: String,
    /// With one class.
    pub one: Option<f64>,
    /// With four.
    pub four: Option<f64>,
    /// Four over one; absent where that is nothing.
    pub ratio: Option<f64>,
}

pub(super) fn of(measured: &Measurements) -> Option<Ratios> {
    let (one, four) = (measured.kernel(ONE)?, measured.kernel(FOUR)?);
    let metric = |name: &str| Ratio::of(name, one.value(name), four.value(name));
    let mut rows: Vec<Ratio> = events(one)
        .into_iter()
        .map(|event| Ratio::of(&format!("{event} per call"), one.each(&event), four.each(&event)))
        .collect();
    rows.extend(["ipc", "ctr-stall-share", "misprediction-rate-by-form"].map(metric));
    let ticks = |measured: &Measured| measured.each(&Quantity::Ticks);
    let time = Ratio::of("time", ticks(one), ticks(four)).ratio;
    let (work, ipc) = (metric("instructions-per-operation").ratio, metric("ipc").ratio);
    let by_ipc = work.zip(ipc).map(|(work, ipc)| work / ipc);
    let agree = time.zip(by_ipc).map(|(time, by_ipc)| (time / by_ipc - 1.0).abs() <= WITHIN);
    Some(Ratios { rows, time, by_ipc, agree })
}

/// Everything that was counted, each once.
fn events(measured: &Measured) -> Vec<Quantity> {
    let mut found: Vec<Quantity> = Vec::new();
    for quantity in measured.passes.iter().flat_map(|counts| counts.counted()) {
        if !found.iter().any(|own| own.is(quantity)) {
            found.push(quantity.clone());
        }
    }
    found
}

impl Ratio {
    fn of(name: &str, one: Option<f64>, four: Option<f64>) -> Self {
        let ratio = one.zip(four).filter(|(one, _)| *one != 0.0).map(|(one, four)| four / one);
        Self { name: name.to_owned(), one, four, ratio }
    }
}
