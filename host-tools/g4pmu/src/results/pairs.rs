//! Trials at n, each with its neighbour at 2n.

use super::kernel::{KernelResult, Trial};

impl KernelResult {
    /// The values of an event in trials at n and at 2n, taken in pairs in the order in which
    /// they ran; at least one pair.
    ///
    /// # Errors
    ///
    /// Why there is none: the reason of the first trial without a value, or trials that are
    /// missing.
    pub fn pairs(&self, event: &str, pmc: Option<u8>) -> Result<Vec<(u64, u64)>, String> {
        let of = |trial: &Trial| {
            let value = trial.values.iter().find(|value| value.event == event && value.pmc == pmc);
            let value = value.ok_or_else(|| format!("trial {} does not count it", trial.trial))?;
            value.value.ok_or_else(|| value.reason.clone().unwrap_or_else(|| "it was not counted".to_owned()))
        };
        let all =
            |n: u64| self.trials.iter().filter(move |trial| trial.n == n).map(of).collect::<Result<Vec<u64>, _>>();
        let (once, twice) = (all(self.n)?, all(self.n.saturating_mul(2))?);
        let pairs: Vec<(u64, u64)> = once.into_iter().zip(twice).collect();
        if pairs.is_empty() { Err("there are no trials at n and 2n".to_owned()) } else { Ok(pairs) }
    }
}
