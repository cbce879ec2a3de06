//! What the profile of a loop nest says, in words.
//!
//! An article on the performance monitor asks three things of a program: which share of
//! its instructions is floating-point, which share of its branches is mispredicted, and
//! what to try next. The first is known from the closed form, the second only where
//! something counts mispredictions. A stated number of clocks lost was rejected: what a
//! misprediction costs depends on what waits behind the branch.

use super::kernel::KernelResult;
use super::value::Source;

/// How ids of kernels begin whose question is such a profile.
const FAMILY: &str = "profile/";

/// Id of the event that counts mispredictions.
const MISPREDICTED: &str = "mispredicted-branches";

/// Per mille of the instructions from which floating-point arithmetic is a large part:
/// the unit takes one a clock, so that with less than a tenth it cannot be the limit.
const LARGE_FLOAT: u64 = 100;

/// Per mille of the branches from which mispredictions are many: at one branch in five
/// instructions and a restart of about ten clocks, every tenth clock.
const MANY_MISPREDICTED: u64 = 50;

/// The profile of one kernel, per iteration but for a common factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Executed instructions.
    pub instructions: u64,
    /// Of these floating-point arithmetic.
    pub float: u64,
    /// Executed branches.
    pub branches: u64,
    /// Of these mispredicted, and who counted it; `None` where nothing does.
    pub mispredicted: Option<(u64, Source)>,
}

impl Profile {
    /// The profile of a kernel whose question is one: the difference of its calls with
    /// 2n and n iterations, of medians for mispredictions.
    #[must_use]
    pub fn of(kernel: &KernelResult) -> Option<Self> {
        if !kernel.kernel.starts_with(FAMILY) {
            return None;
        }
        let double = kernel.n.checked_mul(2)?;
        let form = |n| kernel.expected.iter().find(|counts| counts.n == n);
        let (once, twice) = (form(kernel.n)?, form(double)?);
        let counted = kernel.trials.first().into_iter().flat_map(|trial| &trial.values);
        let mispredicted = counted.filter(|value| value.event == MISPREDICTED).find_map(|value| {
            let (small, source) = kernel.median(MISPREDICTED, value.pmc, kernel.n)?;
            let (large, _) = kernel.median(MISPREDICTED, value.pmc, double)?;
            Some((large.checked_sub(small)?, source))
        });
        Some(Self {
            instructions: twice.executed.checked_sub(once.executed)?,
            float: twice.float.checked_sub(once.float)?,
            branches: twice.branches.checked_sub(once.branches)?,
            mispredicted,
        })
    }

    /// Floating-point arithmetic among the instructions, per mille.
    #[must_use]
    pub fn float_share(&self) -> Option<u64> {
        per_mille(self.float, self.instructions)
    }

    /// Mispredictions among the branches, per mille.
    #[must_use]
    pub fn misprediction_rate(&self) -> Option<u64> {
        per_mille(self.mispredicted?.0, self.branches)
    }

    /// What this means, and what to try.
    #[must_use]
    pub fn judgement(&self) -> &'static str {
        let float = self.float_share().is_some_and(|share| share >= LARGE_FLOAT);
        match (float, self.misprediction_rate().map(|rate| rate >= MANY_MISPREDICTED)) {
            (true, None) => {
                "floating-point work is a large part; whether mispredictions are, nothing here counts: \
                 try the timing model or a chip"
            }
            (false, None) => {
                "floating-point work is a small part; whether mispredictions are a large one, nothing \
                 here counts: try the timing model or a chip"
            }
            (true, Some(false)) => {
                "floating-point work is a large part and branches are predicted well: try more \
                 independent sums, not fewer branches"
            }
            (true, Some(true)) => {
                "floating-point work is a large part and many branches are mispredicted: try to \
                 replace the branch that depends on data, then more independent sums"
            }
            (false, Some(true)) => {
                "many branches are mispredicted and floating-point work is a small part: try to \
                 replace the branch that depends on data, or to sort the data"
            }
            (false, Some(false)) => {
                "neither floating-point work nor mispredictions are a large part: look at loads and \
                 caches next"
            }
        }
    }
}

/// Rounded to the nearest; `None` of nothing.
fn per_mille(part: u64, whole: u64) -> Option<u64> {
    let scaled = u128::from(part) * 1000 + u128::from(whole) / 2;
    u64::try_from(scaled.checked_div(u128::from(whole))?).ok()
}

#[cfg(test)]
mod tests {
    use super::{Profile, Source};

    fn profile(instructions: u64, float: u64, mispredicted: Option<u64>, branches: u64) -> Profile {
        Profile { instructions, float, branches, mispredicted: mispredicted.map(|count| (count, Source::Model)) }
    }

    /// 30 % and 2.5 %, as the article computes them.
    #[test]
    fn the_worked_example_of_the_article_comes_out() {
        let example = profile(10_000_000, 3_000_000, Some(50_000), 2_000_000);
        assert_eq!((example.float_share(), example.misprediction_rate()), (Some(300), Some(25)));
        assert!(example.judgement().ends_with("try more independent sums, not fewer branches"));
    }

    #[test]
    fn every_case_has_a_judgement_of_its_own() {
        let mut judgements: Vec<&str> = [0, 99, 100, 1000]
            .into_iter()
            .flat_map(|float| {
                [None, Some(0), Some(49), Some(50)].map(|wrong| profile(1000, float, wrong, 1000).judgement())
            })
            .collect();
        judgements.sort_unstable();
        judgements.dedup();
        assert_eq!(judgements.len(), 6);
    }

    #[test]
    fn shares_are_rounded_and_nothing_has_none() {
        assert_eq!(profile(3, 2, None, 1).float_share(), Some(667));
        assert_eq!(profile(0, 0, Some(1), 0).float_share(), None);
        assert_eq!(profile(0, 0, Some(1), 0).misprediction_rate(), None);
        assert_eq!(profile(1, 0, None, 1).misprediction_rate(), None);
    }
}
