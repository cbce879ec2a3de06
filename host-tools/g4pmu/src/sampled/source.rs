//! What is to raise samples, as it is typed and as the image is told: [`Source`].

use std::fmt;

use mpc7450::counter::Counter;
use report_format::record::State;
use thiserror::Error;

use crate::plan::refusal::Refusal;
use crate::plan::wish::Asked;
use crate::plan::{Passes, Plan, Setting};
use crate::results::{KernelResult, Results, TICKS};

/// What raises samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A counter, with the words of a request that give it its event.
    Counter {
        /// Which.
        counter: Counter,
        /// The words; clocks and completed instructions are counted besides, as in every pass.
        words: String,
    },
    /// A bit of the time base.
    TimeBase,
    /// The decrementer.
    Decrementer,
}

/// Why something raises none.
#[derive(Debug, Error)]
pub enum NoSource {
    /// It is no event, or none of this counter, state or part.
    #[error("{0}")]
    Event(Box<Refusal>),
    /// There is one sampled call, with one source.
    #[error("{0} events were named: one raises the samples, `g4pmu stat -e` counts several")]
    Number(usize),
}

/// Periods of the time base's bits, in ticks.
const TIME_BASE: [u32; 4] = [2, 512, 8192, 131_072];

/// Samples that a call is to have where no period is given: the image's ring holds 1023.
const WANTED: u64 = 800;

/// Ticks that a sample leaves to the code at least where no period is given: twice the storm
/// guard's floor with the timing model.
const LEAST_TICKS: u64 = 128;

/// The same for the decrementer, which runs where an exception costs thousands of ticks.
const LEAST_DECREMENTER: u64 = 20_011;

impl Source {
    /// Reads what stands behind `-e`.
    ///
    /// # Errors
    ///
    /// [`NoSource`], with the nearest name.
    pub fn parse(typed: &str, l3: bool, state: State) -> Result<Self, NoSource> {
        match typed {
            "timebase" => return Ok(Self::TimeBase),
            "decrementer" => return Ok(Self::Decrementer),
            _ => {}
        }
        let setting = Setting { l3, state, passes: Passes::Single };
        let plan = Plan::of(Asked::parse([typed]), setting).map_err(|refusal| NoSource::Event(Box::new(refusal)))?;
        if plan.wishes.len() != 1 {
            return Err(NoSource::Number(plan.wishes.len()));
        }
        let (pass, counter) = plan.place(0).ok_or(NoSource::Number(0))?;
        Ok(Self::Counter { counter, words: plan.passes[pass].words() })
    }

    /// The words of a request that give it what it counts.
    #[must_use]
    pub fn words(&self) -> Option<&str> {
        match self {
            Self::Counter { words, .. } => Some(words),
            Self::TimeBase | Self::Decrementer => None,
        }
    }

    /// A period that gives about `WANTED` samples of the kernel, by an earlier report
    /// about it; `None` where nothing was counted there.
    #[must_use]
    pub fn period(&self, earlier: &Results) -> Option<u32> {
        let kernel = earlier.kernels.first()?;
        let ticks = kernel.median(TICKS, None, kernel.n)?.0;
        let samples = WANTED.min(ticks / LEAST_TICKS).max(1);
        match self {
            Self::Counter { counter, .. } => {
                let events = counted(kernel, *counter)?;
                Some(prime_from((events / samples).max(2)))
            }
            Self::TimeBase => {
                let least = ticks / WANTED;
                Some(TIME_BASE.into_iter().find(|period| u64::from(*period) > least).unwrap_or(TIME_BASE[3]))
            }
            Self::Decrementer => Some(prime_from((ticks / WANTED).max(LEAST_DECREMENTER))),
        }
    }
}

/// What the wire calls it.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counter { counter, .. } => write!(f, "pmc{}", counter.number()),
            Self::TimeBase => f.write_str("timebase"),
            Self::Decrementer => f.write_str("decrementer"),
        }
    }
}

/// What a counter counted in a call with n iterations.
fn counted(kernel: &KernelResult, counter: Counter) -> Option<u64> {
    let trial = kernel.trials.iter().find(|trial| trial.n == kernel.n)?;
    let value = trial.values.iter().find(|value| value.pmc == Some(counter.number()))?;
    value.value.filter(|events| *events > 0)
}

/// The first prime from here on, at most the longest period.
fn prime_from(least: u64) -> u32 {
    /// The largest prime that a counter can count to before it is negative.
    const LARGEST: u32 = 0x7fff_ffff;
    let is_prime =
        |number: &u64| (2..).take_while(|part| part * part <= *number).all(|part| !number.is_multiple_of(part));
    let found = (least.max(2)..=u64::from(LARGEST)).find(is_prime);
    found.and_then(|number| u32::try_from(number).ok()).unwrap_or(LARGEST)
}

#[cfg(test)]
mod tests {
    use report_format::record::State;

    use super::{Source, prime_from};

    #[test]
    fn an_event_is_found_a_counter() {
        let parse = |typed| Source::parse(typed, true, State::Supervisor);
        for (typed, counter, word) in [("branch-misses", "pmc4", "pmc4=28"), ("pmc3:cycles", "pmc3", "pmc3=1")] {
            let source = parse(typed).expect("an event");
            let words = source.words().expect("of a counter");
            assert!(source.to_string() == counter && words.split(' ').any(|found| found == word), "{words}");
        }
        assert_eq!(parse("decrementer").expect("a source"), Source::Decrementer);
        assert!(parse("branch-mises").unwrap_err().to_string().contains("did you mean"));
        assert!(parse("cycles,branches").unwrap_err().to_string().starts_with("2 events were named"));
    }

    #[test]
    fn periods_are_primes() {
        assert_eq!([2, 4, 455, 1000, 7919].map(prime_from), [2, 5, 457, 1009, 7919]);
        assert_eq!(prime_from(u64::MAX), 0x7fff_ffff);
    }
}
