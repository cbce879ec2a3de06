//! Each family of ways to dispatch beside its baseline.

use serde::Serialize;

use super::expectation::{Agreement, Expectation};
use super::measured::Measurements;

/// Families as the article has them: the first is the baseline of the others.
const FAMILIES: [(&str, &[&str]); 3] = [
    ("virtual calls", &["dispatch/direct", "dispatch/mono", "dispatch/dual", "dispatch/mega"]),
    ("function pointers", &["dispatch/fptr-single", "dispatch/fptr-multi"]),
    ("jump tables", &["dispatch/switch-seq", "dispatch/switch-rnd"]),
];

/// What rounding explains: expectations are whole cycles.
const NEAR_CYCLES: f64 = 0.5;

/// What the one mispredicted end of a round explains, of the fewest objects that anyone
/// measures for.
const NEAR_MISPREDICTIONS: f64 = 0.01;

/// Some ways to dispatch, and their baseline.
#[derive(Debug, Serialize)]
pub struct Family {
    /// What they are.
    pub family: &'static str,
    /// The ways, the baseline first.
    pub forms: Vec<Form>,
}

/// One way to dispatch.
#[derive(Debug, Serialize)]
pub struct Form {
    /// The kernel.
    pub kernel: &'static str,
    /// What the manuals let one expect of the cycles of an operation.
    pub expected_cycles: Option<Expectation>,
    /// The cycles of an operation.
    pub cycles: Option<f64>,
    /// Whether these are those.
    pub agreement: Agreement,
    /// The cycles as a share of the baseline's.
    pub relative: Option<f64>,
    /// What the manuals let one expect of mispredictions.
    pub expected_mispredictions: Option<Expectation>,
    /// Mispredictions of an operation.
    pub mispredictions: Option<f64>,
    /// Whether these are those.
    pub mispredictions_agreement: Agreement,
    /// Clocks of waiting for CTR in an operation.
    pub ctr_stall: Option<f64>,
}

pub(super) fn of(measured: &Measurements) -> Vec<Family> {
    let value = |kernel: &str, metric: &str| measured.kernel(kernel)?.value(metric);
    let form = |kernel: &'static str, baseline: &str| {
        let cycles = value(kernel, "cycles-per-operation");
        let mispredictions = value(kernel, "mispredictions-per-operation");
        let expected_cycles = Expectation::of(kernel, "cycles-per-");
        let expected_mispredictions = Expectation::of(kernel, "mispredictions-per-");
        let held = |expectation: &Option<Expectation>, value_of: Option<f64>, near: f64, metric: &'static str| {
            expectation.as_ref().map_or(Agreement::Open, |expectation| {
                expectation.agreement(value_of, near, |other| value(other, metric))
            })
        };
        Form {
            kernel,
            agreement: held(&expected_cycles, cycles, NEAR_CYCLES, "cycles-per-operation"),
            mispredictions_agreement: held(
                &expected_mispredictions,
                mispredictions,
                NEAR_MISPREDICTIONS,
                "mispredictions-per-operation",
            ),
            relative: cycles.zip(value(baseline, "cycles-per-operation")).map(|(own, base)| own / base),
            ctr_stall: value(kernel, "ctr-stall-per-operation"),
            expected_cycles,
            cycles,
            expected_mispredictions,
            mispredictions,
        }
    };
    let family = |(family, kernels): (&'static str, &'static [&'static str])| Family {
        family,
        forms: kernels.iter().map(|kernel| form(kernel, kernels[0])).collect(),
    };
    FAMILIES.into_iter().map(family).collect()
}
