//! The kinds of percent, and what each is a percent of.
//!
//! The article divides its mispredictions by an event called branch loads and asks why the
//! result is a quarter where three in four were expected. The event counts all branches:
//! call, return and loop. The closed form says so before anything is measured.

use serde::Serialize;

use super::measured::Measurements;
use super::ratios::FOUR;
use crate::metrics::Quantity;

/// One kind of percent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Percent {
    /// What it is a percent of.
    pub of: &'static str,
    /// As a fraction; absent where the logs have not what it needs.
    pub share: Option<f64>,
    /// How to read it.
    pub meaning: &'static str,
}

/// Mispredictions over all that they can be divided by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Denominators {
    /// Indirect calls, in closed form.
    pub calls: f64,
    /// Branches of each call, in closed form: the call, the return, the loop.
    pub branches_a_call: f64,
    /// Mispredicted branches, counted.
    pub mispredicted: f64,
}

impl Denominators {
    /// Branches in closed form.
    #[must_use]
    pub fn branches(&self) -> f64 {
        self.calls * self.branches_a_call
    }

    /// Mispredictions of each branch, whatever its kind.
    #[must_use]
    pub fn of_branches(&self) -> f64 {
        self.mispredicted / self.branches()
    }

    /// Mispredictions of each indirect call.
    #[must_use]
    pub fn of_calls(&self) -> f64 {
        self.mispredicted / self.calls
    }

    /// Whether an event counts all branches and not the indirect ones: it is nearer to
    /// those than to these.
    #[must_use]
    pub fn counts_all(&self, event: f64) -> bool {
        (event - self.branches()).abs() < (event - self.calls).abs()
    }
}

pub(super) fn of(measured: &Measurements) -> Vec<Percent> {
    let mega = measured.kernel(FOUR);
    let figures = mega.and_then(|mega| {
        let counts = mega.passes.first()?;
        let get = |name: &str| counts.get(&Quantity::named(name).ok()?).ok();
        let (calls, branches) = (get("form.operations")?, get("form.branches")?);
        let mispredicted = mega.value("mispredictions-per-operation")? * calls;
        Some(Denominators { calls, branches_a_call: branches / calls, mispredicted })
    });
    vec![
        Percent {
            of: "the time that a counter counted",
            share: figures.map(|_| 1.0),
            meaning: "100 % here: six events are counted all the time, and more take passes of their own, so nothing \
                      is extrapolated. Where perf multiplexes it prints less, 66.67 % for instance; no miss rate.",
        },
        Percent {
            of: "all branches, by the closed form",
            share: figures.map(|figures| figures.of_branches()),
            meaning: "mispredicted branches of every branch executed: what perf calls branch-misses of branches, \
                      with a divisor that does not depend on what an event counts.",
        },
        Percent {
            of: "indirect calls, by the closed form",
            share: figures.map(|figures| figures.of_calls()),
            meaning: "mispredicted branches of each call. Three branches a call make this three times the one above: \
                      24.7 % of branches are 74.3 % of calls in the article, the three in four that chance predicts.",
        },
        Percent {
            of: "samples",
            share: mega.filter(|mega| mega.samples > 0).map(|_| 1.0),
            meaning: "where events happened, not how often: all samples of a kernel are 100 %, however few \
                      mispredictions there are. It compares addresses with each other, and nothing else.",
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::Denominators;

    /// The article's own numbers: 500 rounds of warm-up and 5 times 10 000 over 4096
    /// objects, 153.67 million misses, 621.4 million of the event it takes for indirect
    /// branches.
    #[test]
    fn the_article_divides_by_all_branches_and_not_by_indirect_ones() {
        let calls = f64::from((500 + 5 * 10_000) * 4096);
        let article = Denominators { calls, branches_a_call: 3.0, mispredicted: 153.67e6 };
        assert_eq!(calls, 206_848_000.0);
        assert_eq!(format!("{:.1}", article.branches() / 1e6), "620.5");
        assert!(article.counts_all(621.4e6), "the event counts call, return and loop");
        assert_eq!(format!("{:.1}", 100.0 * article.of_calls()), "74.3");
        assert_eq!(format!("{:.1}", 100.0 * 153.67e6 / 621.4e6), "24.7", "which is what the article prints");
        assert_eq!(format!("{:.1}", 100.0 * article.of_branches()), "24.8");
    }
}
